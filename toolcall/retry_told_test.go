// What a model is told before it is asked again: which calls are meant, how values are written, and never too much.

package toolcall_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// toldFor returns the last message that a model sees after its first reply was refused.
func toldFor(t *testing.T, c toolcall.Retry, first toolcall.Reply) string {
	t.Helper()
	model := &scripted{t: t, replies: []toolcall.Reply{first, {Content: "Never mind."}}}
	_, err := c.Run(t.Context(), nil, model.ask)
	require.NoError(t, err)
	require.Len(t, model.seen, 2, "the reply is refused")
	last := model.seen[1][len(model.seen[1])-1]
	assert.Equal(t, toolcall.RoleSystem, last.Role)
	return last.Content
}

const lamps = `[{"command_name": "light", "parameters": [{"name": "room", "type": "string", "required": true}, {"name": "level", "type": "int"}]}]`

func TestToldWhichCalls(t *testing.T) {
	const a, b, cut = `<tool_call>{"name":"light","arguments":{"room":"a"}}</tool_call>`, `<tool_call>{"name":"light","arguments":{"room":5}}</tool_call>`, `<tool_call>{"name":"light","arguments":{"room":</tool_call>`
	for _, tt := range []struct{ name, text, want string }{
		{"good calls and a broken one", a + a + cut, `[INVALID_PARAM_RETRY 1/2] call 3 could not be read: not JSON, it begins ` + cut +
			`. Write all of the calls again, complete and as sound JSON or markup, with this mended and nothing else changed. ` +
			`They were: 1. light {"room":"a"}; 2. light {"room":"a"}; 3. one that could not be read.`},
		{"broken before good", cut + a, `[INVALID_PARAM_RETRY 1/2] call 1 could not be read: not JSON, it begins ` + cut +
			`. Write all of the calls again, complete and as sound JSON or markup, with this mended and nothing else changed. ` +
			`They were: 1. one that could not be read; 2. light {"room":"a"}.`},
		{"good and refused", a + b, `[INVALID_PARAM_RETRY 1/2] light.room expected string. Make all of the calls again with this mended and nothing else changed. ` +
			`They were: 1. light {"room":"a"}; 2. light {"room":5}. Values are written so: string is text in quotes.`},
		{"broken alone", cut, `[INVALID_PARAM_RETRY 1/2] call 1 could not be read: not JSON, it begins ` + cut + `. Write the call again, complete and as sound JSON or markup.`},
		{"refused alone", b, `[INVALID_PARAM_RETRY 1/2] light.room expected string. Make the call again with this mended and nothing else changed. Values are written so: string is text in quotes.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Hermes}, Tools: commands(t, lamps)}
			assert.Equal(t, tt.want, toldFor(t, c, toolcall.Reply{Content: tt.text}))
		})
	}
}

func TestToldForms(t *testing.T) {
	const datetime = "datetime is RFC 3339 with a zone, as 2026-01-18T05:00:00Z"
	tools := commands(t, `[{"command_name": "f", "parameters": [{"name": "d", "type": "array<datetime>", "required": true}, {"name": "n", "type": "array<int>"}, {"name": "s", "type": "string", "required": true}]}]`)
	for _, m := range modes {
		for _, tt := range []struct {
			name, args, want string
			opts             []jarvis.Option
		}{
			{"a text for a list", `{"d": "tomorrow", "s": ""}`, "Values are written so: array<datetime> is a JSON array; " + datetime + ".", nil},
			{"missing", `{"s": ""}`, "Values are written so: array<datetime> is a JSON array; " + datetime + ".", nil},
			{"an element", `{"d": ["tomorrow"], "s": ""}`, "Values are written so: " + datetime + ".", nil},
			{"with date keys", `{"d": "tomorrow", "s": ""}`, datetime + ", or a date key", []jarvis.Option{jarvis.WithDateKeys(tomorrows{})}},
			{"another array", `{"d": [], "s": "", "n": 5}`, "Values are written so: array<int> is a JSON array; int is a whole number without quotes.", nil},
			{"a missing text", `{"d": []}`, "nothing else changed.", nil},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Jarvis}, Tools: tools, Native: m.native, Options: tt.opts}
				told := toldFor(t, c, m.reply(made("", "f", tt.args)))
				assert.Contains(t, told, tt.want)
				if tt.opts == nil {
					assert.True(t, strings.HasSuffix(told, tt.want), told)
				}
			})
		}
	}
}

// The limit of calls is told as what it is, in both modes.
func TestToldTooManyCalls(t *testing.T) {
	many := make([]toolcall.Call, 200)
	for i := range many {
		many[i] = light("a")
	}
	for _, m := range modes {
		for _, limit := range []int{0, 3} {
			want := limit
			if limit == 0 {
				want = 128
			}
			c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Jarvis, Limits: toolcall.Limits{MaxCalls: limit}}, Tools: commands(t, lamps), Native: m.native}
			assert.Equal(t, fmt.Sprintf("[INVALID_PARAM_RETRY 1/2] the answer has more calls than the limit of %d. Make at most %[1]d calls in one answer.", want), toldFor(t, c, m.reply(many...)))
			if m.native {
				model := &scripted{t: t, replies: []toolcall.Reply{m.reply(many...), {}}}
				_, err := c.Run(t.Context(), nil, model.ask)
				require.NoError(t, err)
				require.Len(t, model.seen[1], want+2, "an answer for each call that is kept")
				assert.Equal(t, fmt.Sprintf("not executed: the answer has more calls than the limit of %d", want), model.seen[1][1].Content)
			}
			c.OnExhausted, c.Max = toolcall.Fail, -1
			_, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(many...)}}).ask)
			var spent *toolcall.ExhaustedError
			require.ErrorAs(t, err, &spent)
			assert.Equal(t, fmt.Sprintf("toolcall: still refused after 0 retries: the answer has more calls than the limit of %d", want), err.Error())
			assert.Len(t, spent.Calls, want)
			c.Parser.Limits.MaxCalls = 200
			turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(many...)}}).ask)
			require.NoError(t, err)
			assert.Len(t, turn.Calls, 200)
		}
	}
}

// The whole message has a bound, whatever comes and whatever is declared.
func TestToldBounded(t *testing.T) {
	long, odd := strings.Repeat("x", 5000), strings.Repeat("\u202e", 5000)
	values := make([]string, 90)
	for i := range values {
		values[i] = fmt.Sprintf("%q", strings.Repeat("v", 200)+fmt.Sprint(i))
	}
	var list []string
	for i := range 300 {
		list = append(list, fmt.Sprintf(`{"command_name": "command_%d_%s", "parameters": [{"name": "a", "type": "datetime", "required": true}, {"name": "b", "type": "string", "enum_values": [%s]}]}`,
			i, strings.Repeat("y", 300), strings.Join(values, ",")))
	}
	tools := commands(t, "["+strings.Join(list, ",")+"]")
	names := tools.Names()
	for _, m := range modes {
		for name, at := range map[string]func(i int) toolcall.Call{
			"unknown":  func(i int) toolcall.Call { return made("", fmt.Sprint("tool", i, long), `{}`) },
			"unseen":   func(int) toolcall.Call { return made("", odd, `{"`+odd+`": 1}`) },
			"values":   func(i int) toolcall.Call { return made("", names[i], `{"b": "`+long+`"}`) },
			"unlisted": func(i int) toolcall.Call { return made("", names[i], `{"`+odd+`": 1, "`+long+`": 1}`) },
		} {
			t.Run(m.name+" "+name, func(t *testing.T) {
				calls := make([]toolcall.Call, 127)
				for i := range calls {
					calls[i] = at(i)
				}
				c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Jarvis}, Tools: tools, Native: m.native}
				for _, batch := range [][]toolcall.Call{calls, calls[:1]} {
					told := toldFor(t, c, m.reply(batch...))
					assert.LessOrEqual(t, len(told), 4096)
					assert.Contains(t, told, "nothing else changed.")
				}
			})
		}
	}
	c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Hermes}, Tools: tools}
	told := toldFor(t, c, toolcall.Reply{Content: strings.Repeat(`<tool_call>{"`+odd[:900]+`</tool_call>`, 127)})
	assert.LessOrEqual(t, len(told), 4096)
	assert.Contains(t, told, "more")
}

// A native call has its date parameter normalised before the check, as a text has it.
func TestRunNormalisesDates(t *testing.T) {
	tools := commands(t, `[{"command_name": "f", "parameters": [{"name": "dates", "type": "array<datetime>"}, {"name": "n", "type": "int"}]}]`)
	for _, m := range modes {
		for _, tt := range []struct{ name, args, want string }{
			{"a text", `{"dates": "Tomorrow", "n": 1}`, `{"dates":["tomorrow"],"n":1}`},
			{"a list", `{"dates": ["Tomorrow", "2026-01-18T05:00:00Z"]}`, `{"dates":["tomorrow","2026-01-18T05:00:00Z"]}`},
			{"without it", `{"n": 1}`, `{"n":1}`},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				for _, args := range []string{tt.args, " " + tt.args + "\n", quoted(t, tt.args)} {
					if !m.native {
						args = tt.args
					}
					c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Jarvis, DateParameter: "dates"}, Tools: tools, Native: m.native, Max: -1,
						Options: []jarvis.Option{jarvis.WithDateKeys(tomorrows{})}}
					reply := m.reply(made("1", "f", args))
					turn, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) { return reply, nil })
					require.NoError(t, err)
					require.Len(t, turn.Calls, 1, "%v", turn.Errors)
					got := string(turn.Calls[0].Arguments)
					if strings.HasPrefix(got, `"`) { // untouched
						require.NoError(t, json.Unmarshal([]byte(got), &got))
					}
					assert.JSONEq(t, tt.want, got)
					if m.native {
						assert.Equal(t, turn.Calls, turn.Messages[0].ToolCalls, "the transcript has what is executed")
						assert.Equal(t, args, string(reply.Calls[0].Arguments), "the reply stays as it is")
					}
				}
			})
		}
	}
	c := toolcall.Retry{Parser: toolcall.Parser{DateParameter: "dates"}, Tools: tools, Native: true, Max: -1}
	for _, broken := range []string{`{"dates": "x`, `{"dates": "x", "dates": "y"}`, `[]`, ``, `"`, `{`, strings.Repeat(`{"dates":`, 100)} {
		turn, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
			return toolcall.Reply{Calls: []toolcall.Call{made("1", "f", broken)}}, nil
		})
		require.NoError(t, err, broken)
		assert.Equal(t, broken, string(append(turn.Calls, turn.Refused...)[0].Arguments), "what is not sound stays as it is")
	}
}

func quoted(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	require.NoError(t, err)
	return string(b)
}
