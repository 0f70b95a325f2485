// Messages on input.

package cli

const (
	msgWaitsForText = "Waiting for text; Ctrl-D ends it.\n"
)
