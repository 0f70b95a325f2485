// Reading lines of bounded length.

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxLine bounds a line, in bytes without the line break.
const maxLine = 1 << 20

// line is one line of a source.
type line struct {
	number int
	text   []byte // without white space around it; nothing if it was too long
	err    error  // of this line, or of the source if fatal
	fatal  bool
}

// readLines yields the lines of r until it ends or ctx does. They are read elsewhere, so that the end of ctx is not held up by a
// terminal on which nobody types; that reader then stays blocked until the next line.
func readLines(ctx context.Context, r io.Reader) iter.Seq[line] {
	return func(yield func(line) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		lines := make(chan line)
		go func() {
			defer close(lines)
			sendLines(ctx, bufio.NewReader(r), lines)
		}()
		for {
			select {
			case <-ctx.Done():
				return
			case l, ok := <-lines:
				if !ok || !yield(l) {
					return
				}
			}
		}
	}
}

func sendLines(ctx context.Context, r *bufio.Reader, lines chan<- line) {
	for number := 1; ; number++ {
		text, size, err := readLine(r, number == 1)
		l := line{number: number, text: text}
		switch {
		case err != nil && err != io.EOF:
			l.err, l.fatal = err, true
		case size > maxLine:
			l.err = fmt.Errorf("it has %d bytes, more than the %d that are read", size, maxLine)
		case err == io.EOF && size == 0:
			return
		}
		select {
		case lines <- l:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// byteOrderMark is what some editors put before the first line of a file.
var byteOrderMark = []byte("\ufeff")

// readLine reads up to a line break. size counts the whole line, of which a text too long is not kept. The byte order mark of the
// first line is no part of it.
func readLine(r *bufio.Reader, first bool) (text []byte, size int, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if first {
			part, first = bytes.TrimPrefix(part, byteOrderMark), false
		}
		size += len(bytes.TrimRight(part, "\r\n"))
		if size <= maxLine {
			text = append(text, part...)
		} else {
			text = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(text), size, err
		}
	}
}

// isSkipped reports a blank line or comment.
func (l line) isSkipped() bool { return l.err == nil && (len(l.text) == 0 || l.text[0] == '#') }
