// Lines: whatever comes in is answered as the protocol wants, and what goes out is JSON-RPC alone.

package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func TestBrokenLines(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":9,"method":"ping"}`
	const pong = `{"jsonrpc":"2.0","id":9,"result":{}}`
	parse := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`
	invalid := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`
	for name, tt := range map[string]struct{ line, want string }{
		"no JSON":                  {`nonsense`, parse},
		"cut off":                  {`{"jsonrpc":"2.0","id":1,`, parse},
		"two values":               {ping + ping, parse},
		"trailing text":            {ping + ` x`, parse},
		"binary":                   {"\x00\x01\xfe\xff", parse},
		"byte order mark":          {"\ufeff" + ping, parse},
		"too long":                 {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 5<<20) + `"}}`, parse},
		"number":                   {`5`, invalid},
		"string":                   {`"ping"`, invalid},
		"null":                     {`null`, invalid},
		"empty object":             {`{}`, invalid},
		"empty batch":              {`[]`, invalid},
		"batch of nothing":         {`[5,[]]`, `[` + invalid},
		"no version":               {`{"id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,`},
		"old version":              {`{"jsonrpc":"1.0","id":"a","method":"ping"}`, `{"jsonrpc":"2.0","id":"a","error":{"code":-32600,`},
		"method is no string":      {`{"jsonrpc":"2.0","id":1,"method":5}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,`},
		"id is null":               {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, invalid},
		"id is a fraction":         {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, invalid},
		"id is too large":          {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, invalid},
		"id is an object":          {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, invalid},
		"two ids":                  {`{"jsonrpc":"2.0","id":3,"id":4,"method":"ping"}`, invalid},
		"two methods":              {`{"jsonrpc":"2.0","id":3,"method":"ping","method":"tools/list"}`, invalid},
		"two ids of an answer":     {`{"jsonrpc":"2.0","id":3,"id":4,"result":{}}`, ""},
		"id in capitals":           {`{"jsonrpc":"2.0","id":3,"ID":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":3,"result":{}}`},
		"id in capitals alone":     {`{"jsonrpc":"2.0","ID":3,"method":"ping"}`, ""},
		"method in capitals":       {`{"jsonrpc":"2.0","id":3,"Method":"ping"}`, `{"jsonrpc":"2.0","id":3,"error":{"code":-32600,`},
		"id is a bool":             {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, invalid},
		"too deep":                 {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,`},
		"deeper than any reader":   {strings.Repeat("[", 20000), parse},
		"unknown method":           {`{"jsonrpc":"2.0","id":1,"method":"ring"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,`},
		"call without params":      {`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,`},
		"params of the wrong type": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":5}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,`},
		"invalid UTF-8":            {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"\xff\"}}", `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,`},
		"blank":                    {" \t", ""},
		"carriage return":          {"\r", ""},
		"unknown notification":     {`{"jsonrpc":"2.0","method":"ring"}`, ""},
		"answer to nothing":        {`{"jsonrpc":"2.0","id":77,"result":{}}`, ""},
		"error without id":         {`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, ""},
		"broken answer":            {`{"jsonrpc":"1.0","id":7,"result":{}}`, ""},
		"cancel of nothing":        {`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`, ""},
		"cancel without id":        {`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, ""},
		"cancel of an object":      {`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`, ""},
		"again initialized":        {initialized, ""},
	} {
		t.Run(name, func(t *testing.T) {
			answers := ask(t, newServer(t, home()), tt.line, ping)
			require.Contains(t, answers, pong, "the session goes on")
			if tt.want == "" {
				require.Len(t, answers, 1)
				return
			}
			require.Len(t, answers, 2)
			for _, answer := range answers {
				if answer != pong {
					assert.True(t, strings.HasPrefix(answer, tt.want), answer)
					assert.Less(t, len(answer), 1000)
				}
			}
		})
	}
}

func TestBatch(t *testing.T) {
	wipe := strings.Replace(callLine("wipe", `{}`), `"id":1`, `"id":"w"`, 1)
	answers := ask(t, newServer(t, home()), `[`+initialized+`,`+wipe+`,5,`+wipe+`,{"jsonrpc":"2.0","id":2,"method":"ping"}]`)
	require.Len(t, answers, 1)
	var list []struct {
		ID    any
		Error *struct{ Code int }
	}
	require.NoError(t, json.Unmarshal([]byte(answers[0]), &list))
	ids := map[any]int{}
	for _, answer := range list {
		ids[answer.ID]++
	}
	assert.Equal(t, map[any]int{nil: 2, "w": 1, 2.0: 1}, ids, "a number that is no message, and an id that is in use")
	assert.Empty(t, ask(t, newServer(t, home()), `[`+initialized+`]`), "notifications alone have no answer")
}

func TestIDInUse(t *testing.T) {
	started, finish := make(chan struct{}, 2), make(chan struct{})
	cmd := answering("work", func(context.Context, *jarvis.Request) (*jarvis.Response, error) {
		started <- struct{}{}
		<-finish
		return jarvis.Final(nil), nil
	})
	in, out := newPipe(), newPipe()
	done := make(chan error, 1)
	go func() { done <- newServer(t, []jarvis.Command{cmd}).Stdio(t.Context(), in, out) }()
	in.send(hello, callLine("work", `{}`))
	out.line(t)
	<-started
	in.send(callLine("work", `{}`))
	assert.Contains(t, out.line(t), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`)
	close(finish)
	assert.Contains(t, out.line(t), `"id":1,"result"`, "the first call is still there")
	in.send(callLine("work", `{}`))
	assert.Contains(t, out.line(t), `"id":1,"result"`)
	in.Close()
	require.NoError(t, <-done)
}

func TestLongBatch(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":9,"method":"ping"}`
	batch := func(n int, one string) string { return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]" }
	refusal := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request: the batch has more than 100 messages"}}`
	server := newServer(t, home())
	assert.Equal(t, []string{refusal}, ask(t, server, batch(101, "5")))
	assert.Equal(t, []string{refusal}, ask(t, server, batch(2<<20-1, "5")), "of the longest line")
	var answers []json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(ask(t, server, batch(100, "5"))[0]), &answers))
	assert.Len(t, answers, 100)

	url, header := serve(t, server), http.Header{"Mcp-Protocol-Version": {"2025-03-26"}}
	numbered := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = strings.Replace(ping, "9", strconv.Itoa(i), 1)
		}
		return " [" + strings.Join(list, ",") + "]"
	}
	resp, body := post(t, url, numbered(101), header)
	assert.Equal(t, http.StatusBadRequest, resp.StatusCode)
	assert.Equal(t, refusal, body)
	resp, body = post(t, url, numbered(100), header)
	assert.Equal(t, http.StatusOK, resp.StatusCode)
	assert.Equal(t, 100, strings.Count(body, `"result":{}`))
	resp, _ = post(t, url, "[5,", header)
	assert.Equal(t, http.StatusBadRequest, resp.StatusCode)
}

// stuck is an out that takes nothing until it is released.
type stuck struct{ wrote, release chan struct{} }

func newStuck() stuck { return stuck{make(chan struct{}, 8), make(chan struct{})} }

// Write waits.
func (s stuck) Write(text []byte) (int, error) {
	s.wrote <- struct{}{}
	<-s.release
	return len(text), nil
}

func TestOutThatTakesNothing(t *testing.T) {
	for name, lines := range map[string][]string{
		"before the first message":  {"nonsense"},
		"the first answer":          {hello},
		"an answer to a wrong line": {initialized, "nonsense"},
	} {
		t.Run(name+", end of ctx", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, out := newPipe(), newStuck()
				in.send(lines...)
				ctx, cancel := context.WithCancel(t.Context())
				go func() {
					<-out.wrote
					cancel()
				}()
				start := time.Now()
				require.ErrorIs(t, newServer(t, home()).Stdio(ctx, in, out), context.Canceled)
				assert.Less(t, time.Since(start), time.Second)
				close(out.release)
				in.Close()
			})
		})
		t.Run(name+", end of in", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				out := newStuck()
				start := time.Now()
				require.NoError(t, newServer(t, home()).Stdio(t.Context(), strings.NewReader(strings.Join(lines, "\n")), out))
				assert.Less(t, time.Since(start), 2*time.Second, "hosts wait no longer")
				<-out.wrote
				close(out.release)
			})
		})
	}
}

func TestNothingComesIn(t *testing.T) {
	var out bytes.Buffer
	server := newServer(t, home())
	require.NoError(t, server.Stdio(t.Context(), strings.NewReader(""), &out))
	require.NoError(t, server.Stdio(t.Context(), strings.NewReader("\n\n"), &out))
	assert.Empty(t, out.String())
	require.NoError(t, server.Stdio(t.Context(), strings.NewReader(hello), &out), "the last line needs no end")
	assert.Contains(t, out.String(), `"id":"hello","result"`)
	out.Reset()
	require.NoError(t, server.Stdio(t.Context(), strings.NewReader(listLine), &out))
	assert.Contains(t, out.String(), `"id":1,"error"`, "initialize comes first")
}

// FuzzStdio sends any lines behind a handshake: nothing panics, what comes out is lines of JSON, and the session still answers.
func FuzzStdio(f *testing.F) {
	for _, line := range []string{listLine, callLine("light", `{"room":"hall"}`), callLine("wipe", `[]`), `[` + listLine + `,5]`, hello, "{", "\xff",
		newCall("wipe"), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, `{"jsonrpc":"2.0","id":1,"result":{}}`} {
		f.Add(line)
		f.Add(line + "\n" + line)
	}
	server := newServer(f, home())
	f.Fuzz(func(t *testing.T, text string) {
		var out bytes.Buffer
		const last = `{"jsonrpc":"2.0","id":"the last one","method":"nonsense"}`
		require.NoError(t, server.Stdio(t.Context(), strings.NewReader(hello+"\n"+text+"\n"+last), &out))
		answered := false
		for line := range strings.Lines(out.String()) {
			require.True(t, strings.HasSuffix(line, "\n"), line)
			require.True(t, json.Valid([]byte(line)), line)
			answered = answered || strings.Contains(line, `"id":"the last one"`)
		}
		require.True(t, answered, out.String())
	})
}
