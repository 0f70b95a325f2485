// Lines: JSON-RPC messages as lines of two streams, where a broken one is answered and not the end.

package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// lineConn is a connection of the SDK. Calls wait in open until they are answered.
type lineConn struct {
	ctx   context.Context
	lines chan line
	queue []jsonrpc.Message // read and not yet given to the SDK; of the goroutine that reads
	read  error             // what in has against being read; set before ended is closed

	begun bool // the SDK reads; of the goroutine that reads

	last    chan struct{} // closed when the last line of in is there
	ended   chan struct{} // closed when it is taken
	release chan struct{} // closed when the SDK may know that
	closed  chan struct{}
	once    sync.Once

	mu   sync.Mutex // of out and open
	out  io.Writer
	open map[jsonrpc.ID]*pending

	waiting  atomic.Int64  // calls in open
	answered chan struct{} // has an element after an answer
	wrote    atomic.Pointer[error]
}

// pending is a call that is not answered.
type pending struct {
	batch     *batch // nil for a call that came alone
	cancelled bool   // by the client, who gets no answer
}

// line is one line of in, without white space around it; nothing if it was too long.
type line struct {
	text []byte
	long bool
	err  error // of in; the last line
}

func newLineConn(ctx context.Context, in io.Reader, out io.Writer) *lineConn {
	c := &lineConn{ctx: ctx, out: out, lines: make(chan line), open: map[jsonrpc.ID]*pending{}, answered: make(chan struct{}, 1),
		last: make(chan struct{}), ended: make(chan struct{}), release: make(chan struct{}), closed: make(chan struct{})}
	go c.readLines(bufio.NewReader(in))
	return c
}

// readLines reads on its own goroutine, since a read of a terminal or pipe cannot be ended.
func (c *lineConn) readLines(in *bufio.Reader) {
	for {
		l := readLine(in)
		if l.err != nil {
			close(c.last)
		}
		select {
		case c.lines <- l:
		case <-c.closed:
			return
		}
		if l.err != nil {
			return
		}
	}
}

func readLine(in *bufio.Reader) (l line) {
	for {
		part, err := in.ReadSlice('\n')
		if l.long = l.long || len(l.text)+len(part) > maxMessage+2; l.long {
			l.text = nil
		} else {
			l.text = append(l.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		l.text, l.err = bytes.TrimSpace(l.text), err
		return l
	}
}

// begin waits for the first message, without which it is not known who asks. It reports false if there is none.
func (c *lineConn) begin() bool {
	for len(c.queue) == 0 {
		if !c.next() {
			return false
		}
	}
	c.begun = true
	return true
}

// Read returns the next message. What is none is answered here. The end comes when Stdio releases it.
func (c *lineConn) Read(context.Context) (jsonrpc.Message, error) {
	for len(c.queue) == 0 {
		if !c.next() {
			return nil, io.EOF
		}
	}
	msg := c.queue[0]
	c.queue = c.queue[1:]
	return msg, nil
}

// next takes a line in. It reports false at the end.
func (c *lineConn) next() bool {
	select {
	case <-c.ended:
		return c.over()
	default:
	}
	select {
	case <-c.closed:
		return false
	case <-c.ctx.Done():
		return c.over()
	case l := <-c.lines:
		c.take(l)
		if l.err == nil {
			return true
		}
		if l.err != io.EOF {
			c.read = l.err
		}
		close(c.ended)
		return true
	}
}

// over waits until the SDK may know that nothing more comes, if it asks.
func (c *lineConn) over() bool {
	if !c.begun {
		return false
	}
	select {
	case <-c.release:
	case <-c.closed:
	}
	return false
}

// take turns a line into messages.
func (c *lineConn) take(l line) {
	switch text := l.text; {
	case l.long:
		c.reply(refuse(nil, jsonrpc.CodeParseError, msgTooLong, maxMessage))
	case len(text) == 0:
	case !json.Valid(text):
		c.reply(refuse(nil, jsonrpc.CodeParseError, msgParse))
	case text[0] == '[':
		c.takeBatch(text)
	default:
		msg, refusal := c.message(text, nil)
		if refusal != nil {
			c.reply(refusal)
		}
		if msg != nil {
			c.queue = append(c.queue, msg)
		}
	}
}

// Write writes a message, or keeps it for the answer to its batch.
func (c *lineConn) Write(_ context.Context, msg jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	resp, ok := msg.(*jsonrpc.Response)
	if !ok {
		return c.reply(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	call, known := c.open[resp.ID]
	if known && call.cancelled {
		text = nil
	}
	if known && call.batch != nil {
		text = call.batch.add(text)
	}
	err = c.write(text)
	if known {
		delete(c.open, resp.ID)
		c.waiting.Add(-1)
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

// reply writes a line.
func (c *lineConn) reply(text []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.write(text)
}

// write is reply for who holds mu. After a failure nothing more is written, as half a line may be there.
func (c *lineConn) write(text []byte) error {
	if text == nil {
		return nil
	}
	if failed := c.wrote.Load(); failed != nil {
		return *failed
	}
	_, err := c.out.Write(append(text, '\n'))
	if err != nil {
		c.wrote.Store(&err)
		c.Close()
	}
	return err
}

// Close ends all reading. It closes neither stream.
func (c *lineConn) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// SessionID is empty: there is one session.
func (c *lineConn) SessionID() string { return "" }
