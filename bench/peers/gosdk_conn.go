// A connection of the go-sdk that passes decoded messages, so that neither a client nor a wire is in the figures.

package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// passing is the transport of a server and its only connection.
type passing struct {
	in    chan jsonrpc.Message
	out   chan *jsonrpc.Response
	done  chan struct{}
	close sync.Once
}

func newPassing() *passing {
	return &passing{in: make(chan jsonrpc.Message, 1), out: make(chan *jsonrpc.Response, 1), done: make(chan struct{})}
}

// Connect returns the connection.
func (p *passing) Connect(context.Context) (mcp.Connection, error) { return p, nil }

// SessionID returns "": there is no session to resume.
func (p *passing) SessionID() string { return "" }

// Close ends Read with io.EOF.
func (p *passing) Close() error {
	p.close.Do(func() { close(p.done) })
	return nil
}

// Read returns the next message to the server.
func (p *passing) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-p.in:
		return m, nil
	case <-p.done:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write takes an answer of the server and drops its notifications.
func (p *passing) Write(_ context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Response); ok {
		p.out <- r
	}
	return nil
}

func (p *passing) exchange(id float64, method string, params []byte) *jsonrpc.Response {
	p.in <- &jsonrpc.Request{ID: must(jsonrpc.MakeID(id)), Method: method, Params: params}
	return <-p.out
}

// sdkConnected calls a tool with a typed result.
func sdkConnected(tb testing.TB, w Work, seen *Seen) CallFunc {
	s, tool := sdkServer(nil), sdkTool(w, w.Name(), schemaOf(w))
	if w == W3 {
		addTyped[schemaWeather](s, tool, seen)
	} else {
		addTyped[schemaMedia](s, tool, seen)
	}
	p := newPassing()
	session := must(s.Connect(context.Background(), p, nil))
	tb.Cleanup(func() {
		_ = p.Close()
		_ = session.Close()
	})
	if r := p.exchange(0, "initialize", []byte(initialization)); r.Error != nil {
		tb.Fatal(r.Error)
	}
	p.in <- &jsonrpc.Request{Method: "notifications/initialized", Params: []byte(`{}`)}
	id, head := 0.0, []byte(`{"name":"`+w.Name()+`","arguments":`)
	return func(raw []byte) (string, bool) {
		id++
		params := append(append(append(make([]byte, 0, len(head)+len(raw)+1), head...), raw...), '}')
		return sdkAnswer(p.exchange(id, "tools/call", params))
	}
}

// sdkAnswer decodes only what was refused.
func sdkAnswer(r *jsonrpc.Response) (string, bool) {
	if r.Error != nil {
		return r.Error.Error(), false
	}
	if !bytes.Contains(r.Result, []byte(`"isError":true`)) {
		return "", true
	}
	var result mcp.CallToolResult
	if err := json.Unmarshal(r.Result, &result); err != nil {
		return err.Error(), false
	}
	return sdkText(&result), false
}
