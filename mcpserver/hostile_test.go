// Hostile texts as bodies of requests and as lines of standard input.

package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

func messageFrames() []hostile.Frame {
	return []hostile.Frame{
		hostile.Between("message", "", ""), hostile.Between("batch", "[", "]"), hostile.Between("id", `{"jsonrpc":"2.0","method":"tools/list","id":`, "}"),
		hostile.Between("method", `{"jsonrpc":"2.0","id":1,"method":`, "}"), hostile.Between("params", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`, "}"),
		hostile.Between("name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{},"name":`, "}}"),
		hostile.Between("arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"light","arguments":`, "}}"),
		hostile.Between("room", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"light","arguments":{"room":`, "}}}"),
		hostile.Between("more", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"light","arguments":{"room":"hall","more":`, "}}}"),
		hostile.Between("meta", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"light","_meta":`, `,"arguments":{"room":"hall"}}}`),
	}
}

// metaTakes are values that the SDK takes in _meta, where no command sees them.
var metaTakes = []string{"many keys, the first again", "one key, again and again", "one key, again in another spelling", "long key, twice", "long key, invalid UTF-8"}

// lineTakes are those and the one that a line cannot be: its breaks end it.
var lineTakes = append([]string{"line breaks in a text"}, metaTakes...)

const soundMessage = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"light","arguments":{"room":"hall"}}}`

// answerOf judges an answer: everything but a result without isError is a refusal, and of all answers the length is bounded.
func answerOf(text []byte) hostile.Outcome {
	var answer struct {
		Result *struct {
			IsError bool `json:"isError"`
			Content []struct{ Text string }
		}
		Error *struct{ Message string }
	}
	_, body, streamed := bytes.Cut(text, []byte("data: "))
	if !streamed {
		body = text
	}
	body, _, _ = bytes.Cut(body, []byte("\n"))
	switch err := json.Unmarshal(body, &answer); {
	case err != nil:
		return hostile.Outcome{Told: strings.TrimSpace(string(text))}
	case answer.Error != nil:
		return hostile.Outcome{Told: answer.Error.Message}
	case answer.Result != nil && !answer.Result.IsError:
		return hostile.Outcome{Accepted: true}
	case answer.Result != nil && len(answer.Result.Content) > 0:
		return hostile.Outcome{Told: answer.Result.Content[0].Text}
	}
	return hostile.Outcome{Told: "no answer"}
}

func hostileEntries(t testing.TB) []hostile.Entry {
	ctx := context.Background()
	server := newServer(t, home())
	handler := server.Handler()
	post := func(text []byte) hostile.Outcome {
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/mcp", bytes.NewReader(text))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("MCP-Protocol-Version", "2025-11-25")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return answerOf(w.Body.Bytes())
	}
	line := func(text []byte) hostile.Outcome {
		var out bytes.Buffer
		in := hello + "\n" + initialized + "\n" + strings.NewReplacer("\n", "", "\r", "").Replace(string(text)) + "\n"
		require.NoError(t, server.Stdio(ctx, strings.NewReader(in), &out))
		for answer := range bytes.Lines(out.Bytes()) {
			if !bytes.Contains(answer, []byte(`"id":"hello"`)) {
				return answerOf(answer)
			}
		}
		return hostile.Outcome{Told: "no answer"}
	}
	return []hostile.Entry{
		{Name: "HTTP", Read: post, MostTold: 32 << 10, Frames: messageFrames(), Sound: []string{soundMessage}, Cut: soundMessage, Takes: metaTakes, Replaced: true, MaxBytes: 4 << 20, Factor: 80, Plus: 1 << 20, Kept: 512 << 10},
		{Name: "stdio", Read: line, MostTold: 32 << 10, Frames: messageFrames(), Sound: []string{soundMessage}, Takes: lineTakes, Replaced: true, MaxBytes: 4 << 20, Factor: 80, Plus: 1 << 20, Kept: 512 << 10},
	}
}

func TestHostile(t *testing.T) {
	for _, e := range hostileEntries(t) {
		e.Test(t)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, e := range hostileEntries(b) {
		e.Benchmark(b)
	}
}

func TestHostilePage(t *testing.T) {
	hostile.CheckPage(t, "../docs/hostile.md", "mcpserver", hostileEntries(t)...)
}

// Whatever a body is, the answer is one of the protocol or says in few words why there is none.
func FuzzHTTP(f *testing.F) {
	for _, body := range []string{soundMessage, hello, initialized, "[" + soundMessage + "]", `{"jsonrpc":"2.0","id":1}`, "{", "", "null", "\xff"} {
		f.Add(body)
	}
	read := hostileEntries(f)[0].Read
	f.Fuzz(func(t *testing.T, body string) {
		o := read([]byte(body))
		require.True(t, o.Accepted || len(o.Told) <= 8<<10+6*len(body))
		require.True(t, utf8.ValidString(o.Told), "%q", o.Told)
	})
}
