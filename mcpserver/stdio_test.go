// Lines: whatever comes in is answered as the protocol wants, and what goes out is JSON-RPC alone.

package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

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
	cmd, started, _ := waiting()
	in, out := newPipe(), newPipe()
	done := make(chan error, 1)
	go func() { done <- newServer(t, []jarvis.Command{cmd}).Stdio(t.Context(), in, out) }()
	in.send(hello, callLine("wait", `{}`))
	out.line(t)
	<-started
	in.send(callLine("wait", `{}`))
	assert.Contains(t, out.line(t), `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`)
	in.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	assert.Contains(t, out.line(t), `"id":1,"error"`, "the first call is still there")
	in.send(callLine("wait", `{}`))
	<-started
	in.Close()
	require.NoError(t, <-done)
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
