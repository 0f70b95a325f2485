// Output: a writer that remembers its first failure, and knows whether it may use colours.

package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// output is where the program writes.
type output struct {
	w        io.Writer
	failure  error
	terminal bool
	colour   bool
	width    int // of a terminal in columns; 0 elsewhere
}

// newOutput finds out what w is. NO_COLOR (https://no-color.org) and TERM=dumb turn colours off.
func newOutput(w io.Writer, getenv func(string) string) *output {
	out := &output{w: w}
	if w == nil {
		out.w = io.Discard
	}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		out.terminal = true
		out.width, _, _ = term.GetSize(int(file.Fd()))
	}
	out.colour = out.terminal && (getenv == nil || getenv("NO_COLOR") == "" && getenv("TERM") != "dumb")
	return out
}

// Write writes until the first failure.
func (o *output) Write(text []byte) (int, error) {
	if o.failure != nil {
		return 0, o.failure
	}
	n, err := o.w.Write(text)
	o.failure = err
	return n, err
}

// The colours of text on a terminal.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	red   = "\x1b[31m"
	plain = "\x1b[0m"
)

// paint wraps text in a colour where colours are used.
func (o *output) paint(colour, text string) string {
	if !o.colour || colour == "" || text == "" {
		return text
	}
	return colour + text + plain
}
