// Output: a writer that remembers its first failure, and knows whether it may use colours; and standard output kept free for it.

package cli

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// output is where the program writes. Safe for concurrent use.
type output struct {
	mu       sync.Mutex
	w        io.Writer
	failure  error // see failed
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
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failure != nil {
		return 0, o.failure
	}
	n, err := o.w.Write(text)
	o.failure = err
	return n, err
}

// failed is the first failure, nil if all has arrived.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failure
}

// guardStdout keeps standard output free for what is written here, such as JSON or a protocol: until release, what commands print
// there goes to standard error. Nothing happens for an output that is not standard output. As that is one for the process, of
// programs that run at once no more than one may write to it.
func (o *output) guardStdout() (release func()) {
	stdout := os.Stdout
	if o.w != stdout {
		return func() {}
	}
	os.Stdout = os.Stderr
	return func() { os.Stdout = stdout }
}

// The colours of text on a terminal.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	plain = "\x1b[0m"
)

// paint wraps text in a colour where colours are used.
func (o *output) paint(colour, text string) string {
	if !o.colour || colour == "" || text == "" {
		return text
	}
	return colour + text + plain
}
