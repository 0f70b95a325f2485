// Input: what people and programs give to be read.

package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// inTerminal reports whether somebody types what is read.
func inTerminal(r io.Reader) bool {
	file, ok := r.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// readText reads at most so many bytes of a file, or of standard input for "" and "-". Who types is told that what they type is
// waited for. The end of ctx does not wait for them.
func (p *program) readText(ctx context.Context, path string, most int64) (string, error) {
	if path != "" && path != "-" {
		return readStart(path, most)
	}
	if inTerminal(p.in) {
		fmt.Fprint(p.err, msgWaitsForText)
	}
	type read struct {
		text []byte
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(p.in, most))
		done <- read{text, err}
	}()
	select {
	case r := <-done:
		return string(r.text), r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// readStart reads at most so many bytes of a file.
func readStart(path string, most int64) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most))
	return string(text), err
}

// maxLine bounds a line, in bytes.
const maxLine = 64 << 10

// line is one line of standard input, or the reason why there is none.
type line struct {
	text    string
	tooLong bool
	err     error
}

// readLines sends the lines of standard input until ctx ends; the last one has an error. They are read in the background, so that
// nobody has to wait for who does not type.
func (p *program) readLines(ctx context.Context) <-chan line {
	lines := make(chan line)
	go func() {
		from := bufio.NewReaderSize(p.in, maxLine)
		for {
			text, more, err := from.ReadLine()
			l := line{text: string(text), tooLong: more, err: err}
			for more && l.err == nil {
				_, more, l.err = from.ReadLine()
			}
			select {
			case lines <- l:
			case <-ctx.Done():
				return
			}
			if l.err != nil {
				return
			}
		}
	}()
	return lines
}
