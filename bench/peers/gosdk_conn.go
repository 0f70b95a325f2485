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
	id    float64 // of the last request
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

func (p *passing) exchange(method string, params []byte) *jsonrpc.Response {
	p.id++
	p.in <- &jsonrpc.Request{ID: must(jsonrpc.MakeID(p.id)), Method: method, Params: params}
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
	p, name := connectPassing(tb, s), w.Name()
	return func(raw []byte) (string, bool) { return p.call(name, raw) }
}

// connectPassing connects to a server; the session ends with the test.
func connectPassing(tb testing.TB, s *mcp.Server) *passing {
	p := newPassing()
	session := must(s.Connect(context.Background(), p, nil))
	tb.Cleanup(func() {
		_ = p.Close()
		_ = session.Close()
	})
	if r := p.exchange("initialize", []byte(initialization)); r.Error != nil {
		tb.Fatal(r.Error)
	}
	p.in <- &jsonrpc.Request{Method: "notifications/initialized", Params: []byte(`{}`)}
	return p
}

// call makes the params anew, as a connection has them from its decoder.
func (p *passing) call(name string, raw []byte) (string, bool) {
	const head, mid = `{"name":"`, `","arguments":`
	params := append(append(append(make([]byte, 0, len(head)+len(name)+len(mid)+len(raw)+1), head...), name...), mid...)
	return sdkAnswer(p.exchange("tools/call", append(append(params, raw...), '}')))
}

// list asks for all pages of tools, and returns the bytes of the results.
func (p *passing) list() (size int) {
	for cursor := []byte(nil); ; {
		result := p.exchange("tools/list", appendPage(nil, cursor)).Result
		size += len(result)
		if cursor = nextCursor(result); cursor == nil {
			return size
		}
	}
}

// registerSDKConnected registers tools with a typed result that share one schema and one cache.
func registerSDKConnected(tb testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		s, schema := sdkServer(mcp.NewSchemaCache()), schemaOf(W3)
		for _, name := range names {
			addTyped[schemaWeather](s, sdkTool(W3, name, schema), nil)
		}
		var connected *passing
		client := func() *passing {
			if connected == nil {
				connected = connectPassing(tb, s)
			}
			return connected
		}
		return &Tools{
			Keep: s,
			List: func() int { return client().list() },
			Call: func(i int) bool { _, ok := client().call(names[i], raw); return ok },
		}
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
