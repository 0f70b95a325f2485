// A pipe that holds what is written until it is read, so that a test can write and read in any order.

package mcpserver_test

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// pipe is read by one goroutine.
type pipe struct {
	mu     sync.Mutex
	text   bytes.Buffer
	more   chan struct{} // has an element after a write
	closed chan struct{}
}

func newPipe() *pipe { return &pipe{more: make(chan struct{}, 1), closed: make(chan struct{})} }

// Write keeps the text.
func (p *pipe) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Write(text)
	select {
	case p.more <- struct{}{}:
	default:
	}
	return len(text), nil
}

// Read waits for text, or the end.
func (p *pipe) Read(into []byte) (int, error) {
	for {
		p.mu.Lock()
		n, _ := p.text.Read(into)
		p.mu.Unlock()
		if n > 0 {
			return n, nil
		}
		select {
		case <-p.more:
		case <-p.closed:
			if p.empty() {
				return 0, io.EOF
			}
		}
	}
}

func (p *pipe) empty() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Len() == 0
}

// Close is the end; it comes after what was written.
func (p *pipe) Close() error {
	close(p.closed)
	return nil
}

func (p *pipe) send(lines ...string) { _, _ = p.Write([]byte(strings.Join(lines, "\n") + "\n")) }

// line reads one line without its end.
func (p *pipe) line(t testing.TB) string {
	t.Helper()
	var line []byte
	for one := make([]byte, 1); ; {
		_, err := p.Read(one)
		require.NoError(t, err)
		if one[0] == '\n' {
			return string(line)
		}
		line = append(line, one[0])
	}
}
