// Reading lines of bounded length.

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine bounds a line, in bytes without the line break.
const maxLine = 64 << 10

// line is one line of the input.
type line struct {
	text  string
	err   error // the line is too long, or the input broke if fatal
	fatal bool
}

// readLines sends the lines of r until it ends or ctx does. They are read by another goroutine, so that the end of ctx is not held
// up by a terminal on which nobody types; that one then stays blocked until the next line.
func readLines(ctx context.Context, r io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		from := bufio.NewReader(r)
		for number := 1; ; number++ {
			l, err := readLine(from, number)
			if err == io.EOF && l.text == "" && l.err == nil {
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
	}()
	return lines
}

// readLine reads up to a line break or the end of the input, which the error tells. Of a line that is too long nothing is kept.
func readLine(r *bufio.Reader, number int) (l line, err error) {
	var text []byte
	size := 0
	for {
		var part []byte
		part, err = r.ReadSlice('\n')
		if size += len(part); size <= maxLine+len("\r\n") {
			text = append(text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	l.text = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	if number == 1 {
		l.text = strings.TrimPrefix(l.text, "\uFEFF")
	}
	switch {
	case err != nil && err != io.EOF:
		return line{err: fmt.Errorf("line %d: %w", number, err), fatal: true}, err
	case size > maxLine+len("\r\n") || len(l.text) > maxLine:
		l = line{err: fmt.Errorf("line %d is longer than %d KiB", number, maxLine>>10)}
	}
	return l, err
}
