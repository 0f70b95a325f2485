// What servers answer, whole and streamed, as they do it: OpenAI's own form and the habits of others.

package llm_test

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func call(id, name, args string) toolcall.Call {
	c := jarvis.Call{ID: id, Name: name}
	if args != "" {
		c.Arguments = json.RawMessage(args)
	}
	return toolcall.Call{Call: c}
}

func TestWholeAnswers(t *testing.T) {
	message := func(m string) string { return `{"choices":[{"message":` + m + `,"finish_reason":"stop"}]}` }
	stop := func(r llm.Reply) llm.Reply { r.Finish = llm.FinishStop; return r }
	for _, c := range []struct {
		name, body string
		want       llm.Reply
	}{
		{"all of it", completion("7 °C 🌧"), llm.Reply{Content: "7 °C 🌧", Finish: llm.FinishStop, Model: "m-1", Usage: llm.Usage{Prompt: 3, Completion: 2, Total: 5}}},
		{"null", message(`{"content":null}`), stop(llm.Reply{})},
		{"no content", message(`{}`), stop(llm.Reply{})},
		{"parts", message(`{"content":[{"type":"text","text":"a"},{"type":"image_url","text":"x"},"b",{"type":"text","text":"c"},7,null]}`), stop(llm.Reply{Content: "abc"})},
		{"thoughts among parts", message(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"a"}]}`), stop(llm.Reply{Content: "a", Reasoning: "hm"})},
		{"a refusal", message(`{"content":null,"refusal":"I can't."}`), stop(llm.Reply{Content: "I can't."})},
		{"a refusal among parts", message(`{"content":[{"type":"refusal","refusal":"No."}]}`), stop(llm.Reply{Content: "No."})},
		{"reasoning_content", message(`{"content":"a","reasoning_content":"b"}`), stop(llm.Reply{Content: "a", Reasoning: "b"})},
		{"reasoning", message(`{"content":"a","reasoning":"b"}`), stop(llm.Reply{Content: "a", Reasoning: "b"})},
		{"both are said once", message(`{"content":"a","reasoning":"b","reasoning_content":"b"}`), stop(llm.Reply{Content: "a", Reasoning: "b"})},
		{"reasoning of another shape", message(`{"content":"a","reasoning":{"effort":"low"}}`), stop(llm.Reply{Content: "a"})},
		{"calls", message(`{"content":"a","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\": 1}"}},{"id":"c2","function":{"name":"g","arguments":""}}]}`),
			stop(llm.Reply{Content: "a", Calls: []toolcall.Call{call("c1", "f", `{"a": 1}`), call("c2", "g", "")}})},
		{"arguments as an object", message(`{"tool_calls":[{"function":{"name":"f","arguments":{"a": 1.0}}}]}`), stop(llm.Reply{Calls: []toolcall.Call{call("", "f", `{"a": 1.0}`)}})},
		{"arguments null", message(`{"tool_calls":[{"function":{"name":"f","arguments":null}}]}`), stop(llm.Reply{Calls: []toolcall.Call{call("", "f", "")}})},
		{"arguments that are broken", message(`{"tool_calls":[{"id":7,"function":{"name":"f","arguments":"{\"a\":"}}]}`), stop(llm.Reply{Calls: []toolcall.Call{call("", "f", `{"a":`)}})},
		{"calls with the same id and index", message(`{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"1"}},{"index":0,"id":"c","function":{"name":"f","arguments":"2"}}]}`),
			stop(llm.Reply{Calls: []toolcall.Call{call("c", "f", "1"), call("c", "f", "2")}})},
		{"an old function_call", `{"choices":[{"message":{"content":null,"function_call":{"name":"f","arguments":"{}"}},"finish_reason":"function_call"}]}`,
			llm.Reply{Finish: llm.FinishToolCalls, Calls: []toolcall.Call{call("", "f", "{}")}}},
		{"no reason to finish", `{"choices":[{"message":{"content":"a"},"finish_reason":null}]}`, llm.Reply{Content: "a"}},
		{"a reason of its own", `{"choices":[{"message":{"content":"a"},"finish_reason":"eos"}]}`, llm.Reply{Content: "a", Finish: "eos"}},
		{"a reason alone", `{"choices":[{"finish_reason":"content_filter"}]}`, llm.Reply{Finish: llm.FinishFilter}},
		{"more choices", `{"choices":[{"index":1,"message":{"content":"b"}},{"index":0,"message":{"content":"a"}}]}`, llm.Reply{Content: "a"}},
		{"no choice of index 0", `{"choices":[{"index":3,"message":{"content":"b"}}]}`, llm.Reply{Content: "b"}},
		{"odd usage", `{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":7.0,"completion_tokens":-1,"total_tokens":1e300},"model":null}`, llm.Reply{Content: "a", Usage: llm.Usage{Prompt: 7}}},
		{"usage of another shape", `{"choices":[{"message":{"content":"a"}}],"usage":[],"model":{}}`, llm.Reply{Content: "a"}},
		{"an error that is null", `{"error":null,"choices":[{"message":{"content":"a"}}]}`, llm.Reply{Content: "a"}},
		{"a byte order mark", "\ufeff\n" + message(`{"content":"a"}`) + "\n", stop(llm.Reply{Content: "a"})},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, contentType := range []string{"application/json", "application/json; charset=utf-8", "text/plain", ""} {
				reply, err := chatWith(t, contentType, c.body, hello())
				require.NoError(t, err)
				assert.Equal(t, c.want, *reply)
			}
			var h heard
			reply, err := chatWith(t, "application/json", c.body, hello(h.on))
			require.NoError(t, err, "a server that ignores stream")
			assert.Equal(t, c.want, *reply)
			assert.Equal(t, c.want.Content, strings.Join(h.content, ""))
			assert.LessOrEqual(t, len(h.content), 1, "one piece")
			assert.Equal(t, c.want.Reasoning, strings.Join(h.reasoning, ""))
		})
	}
}

func delta(d string) string { return `data: {"choices":[{"index":0,"delta":` + d + `}]}` + "\n\n" }

func piecesOf(calls string) string { return delta(`{"tool_calls":[` + calls + `]}`) }

func TestStreams(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       llm.Reply
		content    []string
	}{
		{"OpenAI's form", `data: {"model":"m-1","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}` + "\n\n" +
			chunk("Es ") + chunk("regnet 🌧.") + stopChunk + `data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}` + "\n\n" + doneChunk,
			llm.Reply{Content: "Es regnet 🌧.", Finish: llm.FinishStop, Model: "m-1", Usage: llm.Usage{Prompt: 3, Completion: 2, Total: 5}}, []string{"Es ", "regnet 🌧."}},
		{"no DONE", chunk("a") + stopChunk, llm.Reply{Content: "a", Finish: llm.FinishStop}, []string{"a"}},
		{"no reason to finish", chunk("a") + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"nothing behind DONE counts", chunk("a") + doneChunk + chunk("b"), llm.Reply{Content: "a"}, []string{"a"}},
		{"no last empty line", chunk("a") + "data: [DONE]", llm.Reply{Content: "a"}, []string{"a"}},
		{"a last chunk without a line end", chunk("a") + strings.TrimSpace(stopChunk), llm.Reply{Content: "a", Finish: llm.FinishStop}, []string{"a"}},
		{"no empty lines at all", strings.ReplaceAll(chunk("a")+chunk("b")+doneChunk, "\n\n", "\n"), llm.Reply{Content: "ab"}, []string{"a", "b"}},
		{"data over several lines", "data: {\"choices\":\ndata:[{\"delta\":\ndata: {\"content\":\"a\"}}]}\n\n" + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"comments and other fields", ": ping\n\nid: 7\nretry: 10\nfoo\nevent: message\n" + chunk("a") + ":\n\n" + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"a chunk that is not of the answer", "data: {\"type\":\"ping\"}\n\ndata:\n\n" + chunk("a") + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"an error that is null", `data: {"error":null,"choices":[{"delta":{"content":"a"}}]}` + "\n\n" + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"a byte order mark", "\ufeff" + chunk("a") + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"another choice", chunk("a") + `data: {"choices":[{"index":1,"delta":{"content":"x"}}]}` + "\n\n" + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"a message for a delta", `data: {"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]}` + "\n\n", llm.Reply{Content: "a", Finish: llm.FinishStop}, []string{"a"}},
		{"a message beside deltas", `data: {"choices":[{"delta":{"content":"a"},"message":{"content":"all: a"}}]}` + "\n\n" + doneChunk, llm.Reply{Content: "a"}, []string{"a"}},
		{"a refusal", delta(`{"refusal":"I "}`) + delta(`{"refusal":"can't."}`) + stopChunk, llm.Reply{Content: "I can't.", Finish: llm.FinishStop}, []string{"I ", "can't."}},
		{"reasoning", delta(`{"reasoning_content":"h"}`) + delta(`{"reasoning":"m","content":null}`) + chunk("a") + doneChunk, llm.Reply{Content: "a", Reasoning: "hm"}, []string{"a"}},
		{"calls by index", piecesOf(`{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":""}}`) + piecesOf(`{"index":0,"function":{"arguments":"{\"a\""}}`) +
			piecesOf(`{"index":1,"id":"c2","function":{"name":"g","arguments":"{}"}}`) + piecesOf(`{"index":0,"function":{"arguments":":1}"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "f", `{"a":1}`), call("c2", "g", "{}")}}, nil},
		{"indices the other way round", piecesOf(`{"index":1,"id":"c2","function":{"name":"g","arguments":"{}"}},{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "f", `{}`), call("c2", "g", "{}")}}, nil},
		{"no index, by id", piecesOf(`{"id":"c1","function":{"name":"f","arguments":"{"}}`) + piecesOf(`{"id":"c2","function":{"name":"g","arguments":"["}}`) +
			piecesOf(`{"id":"c1","function":{"arguments":"}"}}`) + piecesOf(`{"id":"c2","function":{"arguments":"]"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "f", `{}`), call("c2", "g", "[]")}}, nil},
		{"neither index nor id", piecesOf(`{"function":{"name":"f","arguments":"{"}}`) + piecesOf(`{"function":{"arguments":"}"}}`) + piecesOf(`{"function":{"name":"f","arguments":{"b":2}}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("", "f", `{}`), call("", "f", `{"b":2}`)}}, nil},
		{"index 0 for all, as Gemini does", piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}`) + piecesOf(`{"index":0,"id":"c2","function":{"name":"f","arguments":"["}}`) + piecesOf(`{"index":0,"function":{"arguments":"]"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "f", `{}`), call("c2", "f", "[]")}}, nil},
		{"id and name repeated", piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"{"}}`) + piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"}"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "f", `{}`)}}, nil},
		{"an id with every piece", piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"{"}}`) + piecesOf(`{"index":0,"id":"c9","function":{"arguments":"}"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "f", `{}`)}}, nil},
		{"a name in pieces, an id that comes late, an index in quotes", piecesOf(`{"index":"0","function":{"name":"get_"}}`) + piecesOf(`{"index":0,"id":"c1","function":{"name":"time","arguments":"{}"}}`) + doneChunk,
			llm.Reply{Calls: []toolcall.Call{call("c1", "get_time", `{}`)}}, nil},
		{"an old function_call", delta(`{"function_call":{"name":"f","arguments":""}}`) + delta(`{"function_call":{"arguments":"{}"}}`) + `data: {"choices":[{"delta":{},"finish_reason":"function_call"}]}` + "\n\n",
			llm.Reply{Finish: llm.FinishToolCalls, Calls: []toolcall.Call{call("", "f", `{}`)}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, body := range map[string]string{
				"LF": c.body, "CRLF": strings.ReplaceAll(c.body, "\n", "\r\n"), "CR": strings.ReplaceAll(c.body, "\n", "\r"),
				"without spaces": strings.ReplaceAll(c.body, "data: ", "data:"),
			} {
				for _, contentType := range []string{"text/event-stream; charset=utf-8", "text/plain", ""} {
					if contentType != "text/event-stream; charset=utf-8" && strings.HasPrefix(body, "\ufeff") {
						continue
					}
					var h heard
					reply, err := chatWith(t, contentType, body, hello(h.on))
					require.NoError(t, err, name)
					assert.Equal(t, c.want, *reply, name)
					assert.Equal(t, c.content, h.content, name)
					assert.Equal(t, c.want.Reasoning, strings.Join(h.reasoning, ""), name)
				}
			}
			reply, err := chatWith(t, "text/event-stream", c.body, hello())
			require.NoError(t, err, "a server that streams unasked")
			assert.Equal(t, c.want, *reply)
		})
	}
}

func TestBrokenStreams(t *testing.T) {
	many := func() string {
		var b strings.Builder
		for i := range 1100 {
			b.WriteString(piecesOf(`{"id":"c` + strconv.Itoa(i) + `","function":{"name":"f"}}`))
		}
		return b.String()
	}()
	for _, c := range []struct {
		name, body string
		is         error
		text       string
	}{
		{"no end", chunk("a"), io.ErrUnexpectedEOF, "it breaks off"},
		{"nothing", "", io.ErrUnexpectedEOF, "it breaks off"},
		{"cut in a chunk", `data: {"choices":[{"del`, io.ErrUnexpectedEOF, `it breaks off; it begins: {"choices":[{"del`},
		{"comments alone", ": hello\n\n", io.ErrUnexpectedEOF, "it breaks off"},
		{"cut in a field", "dat", io.ErrUnexpectedEOF, "it breaks off"},
		{"invalid JSON", "data: {]\n\n", llm.ErrNotJSON, "invalid JSON at byte 2; it begins: {]"},
		{"a chunk of another shape", `data: {"choices":7}` + "\n\n", llm.ErrNotJSON, `unexpected JSON at choices; it begins: {"choices":7}`},
		{"a page in an event", "data: <html>" + asciiKey + "\n\n", llm.ErrNotJSON, "invalid JSON at byte 1; it begins: <html>[secret]"},
		{"content of another shape", delta(`{"content":{}}`), llm.ErrNotJSON, `unexpected JSON as content; it begins: {"choices":[{"index":0,"delta":{"content":{}}}]}`},
		{"an error event", "event: error\ndata: {\"message\":\"out of memory\"}\n\n", nil, "out of memory"},
		{"an error event of text", "event: error\ndata: out of memory\n\n", nil, "out of memory"},
		{"an error object", chunk("a") + `data: {"error":{"message":"overloaded","code":502},"choices":[{"delta":{},"finish_reason":"error"}]}` + "\n\n", nil, "overloaded (502)"},
		{"an error text", `data: {"error":"overloaded"}` + "\n\n", nil, "overloaded"},
		{"an error of another shape", `data: {"error":{"code":7}}` + "\n\n", nil, `{"error":{"code":7}}`},
		{"an error field, as llama.cpp had it", `error: {"code":500,"message":"context full"}` + "\n\n", nil, "context full (500)"},
		{"an error without a field", chunk("a") + `{"error":{"message":"context full"}}` + "\n\n", nil, "context full"},
		{"an index beyond bounds", piecesOf(`{"index":1024}`), llm.ErrTooLarge, "a call with an index outside 0 to 1023"},
		{"an index beyond numbers", piecesOf(`{"index":1e30}`), llm.ErrTooLarge, "a call with an index outside 0 to 1023"},
		{"an index below zero", piecesOf(`{"index":-1}`), llm.ErrTooLarge, "a call with an index outside 0 to 1023"},
		{"too many calls", many, llm.ErrTooLarge, "more than 1024 calls"},
		{"a long line", "data: " + strings.Repeat("x", 1<<20), llm.ErrTooLarge, "an event of more than 1048576 bytes"},
		{"a long event", strings.Repeat("data: "+strings.Repeat("x", 1<<10)+"\n", 1<<10), llm.ErrTooLarge, "an event of more than 1048576 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h heard
			reply, err := chatWith(t, "text/event-stream", c.body, hello(h.on))
			assertNoReply(t, reply)
			failed := asError[*llm.StreamError](t, err)
			assert.Equal(t, "llm: the stream of the answer failed: "+c.text, err.Error())
			assert.Equal(t, 1, failed.Attempts)
			if c.is != nil {
				assert.ErrorIs(t, err, c.is)
				assert.Empty(t, failed.Message)
			} else {
				assert.Equal(t, strings.TrimRight(c.text, " ()0123456789"), failed.Message)
				assert.NoError(t, failed.Err)
			}
		})
	}

	t.Run("DONE alone", func(t *testing.T) {
		_, err := chatWith(t, "text/event-stream", doneChunk, hello())
		asError[*llm.AnswerError](t, err)
		assert.ErrorIs(t, err, llm.ErrNoChoice)
	})
}

func TestManyWholeCalls(t *testing.T) {
	body := func(n int) string {
		return `{"choices":[{"message":{"tool_calls":[` + strings.Repeat(`{"function":{"name":"f"}},`, n-1) + `{"function":{"name":"f"}}]}}]}`
	}
	reply, err := chatWith(t, "application/json", body(1024), hello())
	require.NoError(t, err)
	assert.Len(t, reply.Calls, 1024)
	_, err = chatWith(t, "application/json", body(1025), hello())
	asError[*llm.AnswerError](t, err)
	assert.ErrorIs(t, err, llm.ErrTooLarge)
}

// An OnDelta that fails ends the request, whole or streamed, wrapped.
func TestOnDeltaFails(t *testing.T) {
	stuck := errors.New("stuck at " + asciiKey)
	for _, c := range []struct{ name, contentType, body string }{
		{"whole", "application/json", completion("a")},
		{"streamed", "text/event-stream", chunk("a") + chunk("b") + doneChunk},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			reply, err := chatWith(t, c.contentType, c.body, hello(func(llm.Delta) error { n++; return stuck }))
			assertNoReply(t, reply)
			require.ErrorIs(t, err, stuck)
			assert.Equal(t, 1, n)
			assert.Equal(t, "llm: OnDelta: stuck at [secret]", err.Error())
		})
	}
}
