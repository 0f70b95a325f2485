// This repository's own MCP server, by way of the lines that a host writes and reads.

package peers

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// lineClient is the host's end of a server on standard input and output. It decodes nothing of a call that went well.
type lineClient struct {
	in  io.Writer
	out *bufio.Reader
	buf []byte
}

// exchange writes a message and reads the line that answers it.
func (c *lineClient) exchange(message []byte) []byte {
	must(c.in.Write(append(message, '\n')))
	return must(c.out.ReadSlice('\n'))
}

func (c *lineClient) call(name string, raw []byte) (string, bool) {
	c.buf = appendMessage(c.buf[:0], name, raw)
	line := c.exchange(c.buf)
	if !bytes.Contains(line, []byte(`"isError":true`)) && !bytes.Contains(line, []byte(`"error":{`)) {
		return "", true
	}
	return string(line), false
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

// serve connects a client to a server of the registry; it ends with the test.
func serve(tb testing.TB, config mcpserver.Config) *lineClient {
	server := must(mcpserver.New(config))
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Stdio(ctx, toServer, fromServer) }()
	tb.Cleanup(func() {
		cancel()
		_ = in.Close()
		_ = out.Close()
		<-ended
	})
	c := &lineClient{in: in, out: bufio.NewReaderSize(out, 1<<20)}
	c.exchange([]byte(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":` + initialization + `}`))
	must(c.in.Write([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}` + "\n")))
	return c
}

func oursServed() []Contestant {
	return []Contestant{{
		Name: "jarvis/mcp", Module: goSDKModule,
		Path: "mcpserver on standard input and output: JSON-RPC lines through the go-sdk, the dialect, Registry.Call, the result encoded; " +
			"the client only writes and reads lines",
		Checks: true,
		New: func(tb testing.TB, w Work, seen *Seen) CallFunc {
			reg := jarvis.NewRegistry()
			if w == W3 {
				reg.MustRegister(jarvis.MustNew(specOf(w), func(_ context.Context, _ *jarvis.Request, in Weather) (*jarvis.Response, error) {
					seen.weather(in.City, in.Unit, in.Dates)
					return jarvis.Success(nil), nil
				}))
			} else {
				reg.MustRegister(jarvis.MustNew(specOf(w), func(_ context.Context, _ *jarvis.Request, in Media) (*jarvis.Response, error) {
					seen.media(&in)
					return jarvis.Success(nil), nil
				}))
			}
			c := serve(tb, mcpserver.Config{Registry: reg})
			return func(raw []byte) (string, bool) { return c.call(w.Name(), raw) }
		},
	}}
}
