// Report: what a dialect lost of a declaration.

package dialect

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Report tells what of a command a dialect could not say in its schema. One without a command is about a request, see [Set.Reports].
type Report struct {
	Dialect   Dialect  `json:"dialect"`
	Command   string   `json:"command"`             // its own name
	Tool      string   `json:"tool"`                // its name for the vendor
	Strict    bool     `json:"strict"`              // the vendor holds the model to the schema; false in all dialects that are not strict
	Obstacles []string `json:"obstacles,omitempty"` // of a strict dialect: why it could not be, a sentence each; of a request: what limit it exceeds
	Losses    []Loss   `json:"losses,omitempty"`    // in the order of the schema
}

// Loss is one thing that the dialect says otherwise, or not at all. A keyword that holds schemas is one loss with all that is in it,
// if it is moved or dropped.
type Loss struct {
	At      string          `json:"at"`      // where: "city", "rooms[]", "trip.to", "labels.*" for values of any key, trip["an odd name"], "(arguments)" for all of them; "" is the command itself
	Keyword string          `json:"keyword"` // of JSON Schema; or "name", "effect", or "schema" for the whole schema of a place
	Value   json.RawMessage `json:"value"`   // as declared
	Kind    LossKind        `json:"kind"`
	Note    string          `json:"note,omitempty"` // what stands in its place: the sentence, the keyword, the name, or "JSON text" that Decode reads
}

// LossKind says what became of a keyword.
type LossKind string

// The kinds of losses.
const (
	Moved   LossKind = "moved"   // said in the description
	Changed LossKind = "changed" // said by another keyword, or under another name
	Dropped LossKind = "dropped" // not said at all
)

// String is the report for a terminal: a line that names the tool, one for each obstacle, and one for each loss.
func (r Report) String() string {
	var b strings.Builder
	name, obstacle := r.Tool, "not strict"
	if r.Command == "" {
		name, obstacle = "(request)", "over the limit"
	}
	fmt.Fprintf(&b, "%s %s", r.Dialect, echo.Clip(name))
	if r.Strict {
		b.WriteString(" (strict)")
	}
	b.WriteByte('\n')
	for _, o := range r.Obstacles {
		fmt.Fprintf(&b, "  %s: %s\n", obstacle, echo.Escape(o))
	}
	for _, l := range r.Losses {
		b.WriteString("  " + l.String() + "\n")
	}
	return b.String()
}

// String is the loss in one line.
func (l Loss) String() string {
	line := fmt.Sprintf("%s %s %s", l.Kind, l.Keyword, echo.Clip(string(l.Value)))
	if l.At != "" {
		line = echo.Escape(l.At) + ": " + line
	}
	if l.Note != "" {
		line += " -> " + echo.Clip(l.Note)
	}
	return line
}
