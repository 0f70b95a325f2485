// Servers of the Model Context Protocol by way of the lines that a host writes and reads: this repository's, and the go-sdk's.

package peers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

// lineClient is the host's end of a server on standard input and output. It decodes nothing of what went well.
type lineClient struct {
	in   io.Writer
	out  *bufio.Reader
	buf  []byte // the line that is written
	line []byte // the line that was read, if it is longer than the reader's buffer
}

// exchange writes the line in buf and reads the one that answers it, which is good until the next.
func (c *lineClient) exchange() []byte {
	must(c.in.Write(c.buf))
	part, err := c.out.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return must(part, err)
	}
	for c.line = c.line[:0]; errors.Is(err, bufio.ErrBufferFull); part, err = c.out.ReadSlice('\n') {
		c.line = append(c.line, part...)
	}
	c.line = append(c.line, part...)
	return must(c.line, err)
}

func (c *lineClient) call(name string, raw []byte) (string, bool) {
	c.buf = append(appendMessage(c.buf[:0], name, raw), '\n')
	line := c.exchange()
	if !bytes.Contains(line, []byte(`"isError":true`)) && !bytes.Contains(line, []byte(`"error":{`)) {
		return "", true
	}
	return string(line), false
}

// list asks for all pages of tools, and returns the bytes of the answers.
func (c *lineClient) list() (size int) {
	for cursor := []byte(nil); ; {
		c.buf = append(c.buf[:0], `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":`...)
		c.buf = append(appendPage(c.buf, cursor), "}\n"...)
		line := c.exchange()
		size += len(line)
		if cursor = nextCursor(line); cursor == nil {
			return size
		}
	}
}

// appendPage appends the params of tools/list.
func appendPage(buf, cursor []byte) []byte {
	if cursor == nil {
		return append(buf, `{}`...)
	}
	return append(append(append(buf, `{"cursor":"`...), cursor...), `"}`...)
}

// nextCursor is the cursor in an answer to tools/list, as the JSON has it; nil after the last page.
func nextCursor(answer []byte) []byte {
	_, rest, ok := bytes.Cut(answer, []byte(`"nextCursor":"`))
	if end := bytes.IndexByte(rest, '"'); ok && end > 0 {
		return rest[:end]
	}
	return nil
}

// appendMessage appends a call of a tool in JSON-RPC.
func appendMessage(buf []byte, name string, raw []byte) []byte {
	buf = append(buf, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`...)
	buf = append(buf, name...)
	buf = append(buf, `","arguments":`...)
	buf = append(buf, raw...)
	return append(buf, `}}`...)
}

// initialization is the params of a client's first request.
const initialization = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`

// serveFunc serves a session on two streams until it ends or ctx does.
type serveFunc func(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error

// connectLines connects a client to a server; the session ends with the test.
func connectLines(tb testing.TB, serve serveFunc) *lineClient {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, toServer, fromServer) }()
	tb.Cleanup(func() {
		cancel()
		_ = in.Close()
		_ = out.Close()
		<-ended
	})
	c := &lineClient{in: in, out: bufio.NewReaderSize(out, 64<<10)}
	c.buf = append(c.buf, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":`+initialization+"}\n"...)
	c.exchange()
	must(c.in.Write([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}` + "\n")))
	return c
}

// lineTools are the tools of a server, which is connected when it is first needed.
func lineTools(tb testing.TB, serve serveFunc, keep any, names []string, raw []byte) *Tools {
	var connected *lineClient
	client := func() *lineClient {
		if connected == nil {
			connected = connectLines(tb, serve)
		}
		return connected
	}
	return &Tools{
		Keep: keep,
		List: func() int { return client().list() },
		Call: func(i int) bool { _, ok := client().call(names[i], raw); return ok },
	}
}
