// Which pieces of a stream make one call, and which make another.

package llm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestPiecesOfCalls(t *testing.T) {
	type calls = []toolcall.Call
	for _, c := range []struct {
		name   string
		pieces []string
		want   calls
	}{
		{"one index, other names", []string{`{"index":0,"function":{"name":"f","arguments":"{\"c\":1}"}}`, `{"index":0,"function":{"name":"g","arguments":"{\"z\":2}"}}`},
			calls{call("", "f", `{"c":1}`), call("", "g", `{"z":2}`)}},
		{"one index, the same name", []string{`{"index":0,"function":{"name":"f","arguments":"{\"c\":1}"}}`, `{"index":0,"function":{"name":"f","arguments":"{\"c\":2}"}}`},
			calls{call("", "f", `{"c":1}`), call("", "f", `{"c":2}`)}},
		{"one index, one id, other names", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"index":0,"id":"a","function":{"name":"g","arguments":"{\"b\":"}}`, `{"index":0,"function":{"arguments":"2}"}}`},
			calls{call("a", "f", `{}`), call("a", "g", `{"b":2}`)}},
		{"no index, one id, other names", []string{`{"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"id":"a","function":{"name":"g","arguments":"{}"}}`},
			calls{call("a", "f", `{}`), call("a", "g", `{}`)}},
		{"another id behind complete arguments", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"index":0,"id":"b"}`, `{"index":0,"function":{"name":"g","arguments":"{}"}}`},
			calls{call("a", "f", `{}`), call("b", "g", `{}`)}},
		{"brackets in quotes are not the end", []string{`{"index":0,"function":{"name":"f","arguments":"{\"a\":\"}\\\"}"}}`, `{"index":0,"function":{"name":"f","arguments":"]\"}"}}`},
			calls{call("", "f", `{"a":"}\"}]"}`)}},
		{"an id of its own for each piece", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"c\":"}}`, `{"index":0,"id":"b","function":{"name":"f","arguments":"1}"}}`, `{"index":0,"id":"c","function":{"arguments":""}}`},
			calls{call("a", "f", `{"c":1}`)}},
		{"the name with each piece", []string{`{"index":0,"function":{"name":"f","arguments":"{\"c\":"}}`, `{"index":0,"function":{"name":"f","arguments":"1}"}}`, `{"index":0,"function":{"name":"f","arguments":""}}`},
			calls{call("", "f", `{"c":1}`)}},
		{"no index, the name with each piece", []string{`{"function":{"name":"f","arguments":"{\"c\":"}}`, `{"function":{"name":"f","arguments":"1}"}}`},
			calls{call("", "f", `{"c":1}`)}},
		{"no index, no arguments", []string{`{"function":{"name":"f"}}`, `{"function":{"name":"g"}}`, `{"function":{"name":"g"}}`},
			calls{call("", "f", ""), call("", "g", ""), call("", "g", "")}},
		{"one index, ids, no arguments", []string{`{"index":0,"id":"a","function":{"name":"f"}}`, `{"index":0,"id":"b","function":{"name":"f"}}`},
			calls{call("a", "f", ""), call("b", "f", "")}},
		{"one without an index takes no slot", []string{`{"index":1,"id":"a","function":{"name":"f","arguments":"{\"c\":"}}`, `{"id":"b","function":{"name":"g","arguments":"{}"}}`, `{"index":1,"function":{"arguments":"1}"}}`},
			calls{call("a", "f", `{"c":1}`), call("b", "g", `{}`)}},
		{"one without an index does not hide index 0", []string{`{"id":"b","function":{"name":"g","arguments":"{\"x\":"}}`, `{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"id":"b","function":{"arguments":"1}"}}`},
			calls{call("b", "g", `{"x":1}`), call("a", "f", `{}`)}},
		{"without an index to the last call", []string{`{"index":1,"id":"a","function":{"name":"f","arguments":"{"}}`, `{"index":0,"id":"b","function":{"name":"g","arguments":"{"}}`, `{"function":{"arguments":"}"}}`, `{"index":1,"function":{"arguments":"}"}}`},
			calls{call("b", "g", `{}`), call("a", "f", `{}`)}},
		{"arguments as objects", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":{"c":1}}}`, `{"index":0,"id":"a","function":{"name":"f","arguments":{"c":1}}}`, `{"index":0,"id":"a","function":{"arguments":{"c":2}}}`},
			calls{call("a", "f", `{"c":1}`), call("a", "f", `{"c":1}`), call("a", "", `{"c":2}`)}},
		{"white space behind the arguments", []string{`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`, `{"index":0,"id":"a","function":{"arguments":"\n"}}`},
			calls{call("a", "f", "{}\n")}},
		{"null among them", []string{`null`, `{"index":0,"id":"a","function":{"name":"f","arguments":null}}`, `null`},
			calls{call("a", "f", ``)}},
		{"nothing", []string{`{}`, `{"index":3,"id":"x","function":{"name":"","arguments":""}}`, `null`}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			apart := piecesOf(c.pieces[0])
			for _, p := range c.pieces[1:] {
				apart += piecesOf(p)
			}
			for name, body := range map[string]string{"apart": apart, "in one chunk": piecesOf(strings.Join(c.pieces, ","))} {
				reply, err := chatWith(t, "text/event-stream", body+doneChunk, hello())
				require.NoError(t, err, name)
				assert.Equal(t, c.want, reply.Calls, name)
			}
		})
	}
}

func TestOldCallsBesideNewOnes(t *testing.T) {
	const now = `"tool_calls":[{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}]`
	const old = `"function_call":{"name":"f","arguments":"{}"}`
	want := []toolcall.Call{call("c1", "f", "{}")}
	for name, body := range map[string]string{
		"in one delta":      delta("{" + now + "," + old + "}"),
		"in the next delta": delta("{"+now+"}") + delta("{"+old+"}"),
	} {
		reply, err := chatWith(t, "text/event-stream", body+doneChunk, hello())
		require.NoError(t, err, name)
		assert.Equal(t, want, reply.Calls, name)
	}
	reply, err := chatWith(t, "application/json", `{"choices":[{"message":{`+now+","+old+`}}]}`, hello())
	require.NoError(t, err)
	assert.Equal(t, want, reply.Calls)
}

func TestCallsThatAreNone(t *testing.T) {
	for _, message := range []string{
		`"tool_calls":[null]`, `"tool_calls":[{}]`, `"tool_calls":{}`, `"tool_calls":{ }`, `"tool_calls":""`, `"tool_calls":null`, `"tool_calls":[]`,
		`"tool_calls":[{"id":"x","type":"function","function":{"name":"","arguments":" "}}]`,
		`"function_call":{}`, `"function_call":null`, `"function_call":{"name":"","arguments":""}`,
	} {
		t.Run(message, func(t *testing.T) {
			message = `{"content":"hi",` + message + `}`
			for contentType, body := range map[string]string{"application/json": `{"choices":[{"message":` + message + `}]}`, "text/event-stream": delta(message) + doneChunk} {
				reply, err := chatWith(t, contentType, body, hello())
				require.NoError(t, err)
				assert.Equal(t, llm.Reply{Content: "hi"}, *reply)
			}
		})
	}
	for _, message := range []string{`"tool_calls":{"id":"x"}`, `"tool_calls":"f"`, `"tool_calls":7`, `"tool_calls":[7]`} {
		_, err := chatWith(t, "application/json", `{"choices":[{"message":{`+message+`}}]}`, hello())
		require.ErrorIs(t, err, llm.ErrNotJSON, message)
		assert.Contains(t, err.Error(), "unexpected JSON at choices.message.tool_calls", message)
	}
}

func TestLongNames(t *testing.T) {
	name := strings.Repeat("n", 256)
	for _, piece := range []string{`{"function":{"name":"` + name + `"}}`, `{"id":"` + name + `","function":{"name":"f"}}`} {
		_, err := chatWith(t, "text/event-stream", piecesOf(piece)+doneChunk, hello())
		require.NoError(t, err)
		_, err = chatWith(t, "text/event-stream", piecesOf(strings.Replace(piece, name, name+"n", 1))+doneChunk, hello())
		asError[*llm.StreamError](t, err)
		require.ErrorIs(t, err, llm.ErrTooLarge)
		assert.Contains(t, err.Error(), "longer than 256 bytes")
	}
	_, err := chatWith(t, "text/event-stream", piecesOf(`{"index":0,"function":{"name":"`+name+`"}}`)+piecesOf(`{"index":0,"function":{"name":"m"}}`)+doneChunk, hello())
	require.ErrorIs(t, err, llm.ErrTooLarge)
}

// Lists within an answer that are read one element at a time are the lists that encoding/json reads.
func TestListsOfAnswers(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{`[]`, ""}, {`[ ]`, ""}, {`["a"]`, "a"}, {` [ "a" , "b" ] `, "ab"}, {`["\"],[",{"text":"}]\\"},[["x"]],"c"]`, `"],[}]\c`},
		{"[\n\t1,\"a\",null,true,{\"text\":\"b\"}\r\n]", "ab"}, {`[[],{},"a"]`, "a"}, {`["\\","a"]`, `\a`},
	} {
		reply, err := chatWith(t, "application/json", `{"choices":[{"message":{"content":`+c.content+`}}]}`, hello())
		require.NoError(t, err, c.content)
		assert.Equal(t, c.want, reply.Content, c.content)
	}
}
