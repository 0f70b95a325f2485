// Correct: what commands refuse when they run, with allowed values and without, and the answers of users.

package toolcall_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// rooms declares tools whose rooms only the command itself knows.
const rooms = `[
	{"command_name": "light", "parameters": [{"name": "room", "type": "string", "required": true}, {"name": "level", "type": "int"}, {"name": "codes", "type": "array<int>"}]},
	{"command_name": "stop"}]`

// plant executes calls and keeps what it was asked for.
type plant struct {
	calls    []toolcall.Call
	requests []*jarvis.Request
	answer   func(call toolcall.Call) (*jarvis.Response, error)
}

func (p *plant) execute(_ context.Context, call toolcall.Call, req *jarvis.Request) (*jarvis.Response, error) {
	p.calls = append(p.calls, call)
	p.requests = append(p.requests, req)
	return p.answer(call)
}

// names are the arguments that were executed, in order.
func (p *plant) names() []string {
	var list []string
	for _, c := range p.calls {
		list = append(list, c.Name+string(c.Arguments))
	}
	return list
}

// den takes no room but the den. With values it says so.
func den(values ...string) func(toolcall.Call) (*jarvis.Response, error) {
	return func(call toolcall.Call) (*jarvis.Response, error) {
		var args struct{ Room string }
		if err := json.Unmarshal(call.Arguments, &args); err != nil {
			return nil, err
		}
		if call.Name == "light" && args.Room != "den" {
			return jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", Message: "No such room.", ValidValues: values}), nil
		}
		return jarvis.Final(map[string]any{"message": "done in " + args.Room}), nil
	}
}

func light(room string) toolcall.Call { return made("", "light", `{"room":"`+room+`"}`) }

// carried runs a turn with the replies and executes it.
func carried(t *testing.T, m mode, p *plant, replies ...toolcall.Reply) (*toolcall.Outcome, *scripted) {
	t.Helper()
	c := m.retry(t)
	c.Tools = commands(t, rooms)
	model := &scripted{t: t, replies: replies}
	messages, before := asked()
	turn, err := c.Run(t.Context(), messages, model.ask)
	require.NoError(t, err)
	kept, keptCalls := slices.Clone(turn.Messages), slices.Clone(turn.Calls)
	out, err := c.Execute(t.Context(), turn, &jarvis.Request{VoiceCommand: "light"}, model.ask, p.execute)
	require.NoError(t, err)
	untouched(t, messages, before)
	assert.Equal(t, kept, turn.Messages, "the turn stays as it is")
	assert.Equal(t, keptCalls, turn.Calls)
	assert.Len(t, model.seen, len(replies), "all replies are asked for")
	if m.native && out.Clarification != nil {
		assert.Equal(t, []string{out.Clarification.ToolCallID}, toolcall.Unanswered(out.Messages))
	} else {
		assert.Empty(t, toolcall.Unanswered(out.Messages))
	}
	return out, model
}

func TestExecute(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			p := &plant{answer: den()}
			out, _ := carried(t, m, p, m.reply(light("den"), stop))
			assert.Equal(t, toolcall.StopComplete, out.Stop)
			assert.Nil(t, out.Clarification)
			assert.Equal(t, []string{`light{"room":"den"}`, `stop{}`}, p.names())
			require.Len(t, out.Executed, 2)
			assert.Equal(t, out.Turn.Calls[0].ID, out.Executed[0].Result().ToolCallID)
			assert.True(t, out.Executed[1].Result().Output.Success)
			if m.native {
				require.Len(t, out.Messages, 5)
				assert.Equal(t, toolcall.Message{Role: toolcall.RoleTool, ToolCallID: out.Turn.Calls[0].ID, Name: "light",
					Content: `{"success":true,"message":"done in den","context":{},"error":null}`}, out.Messages[3])
			} else {
				require.Len(t, out.Messages, 4)
				assert.Equal(t, toolcall.Message{Role: toolcall.RoleSystem, Content: "What became of the calls above; do not make those again that were executed:\n" +
					`light {"room":"den"}: {"success":true,"message":"done in den","context":{},"error":null}` + "\n" +
					`stop {}: {"success":true,"message":"done in ","context":{},"error":null}`}, out.Messages[3])
			}
		})
	}
}

// With allowed values the model picks one, and the call is executed again.
func TestCorrectPicksAllowed(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			p := &plant{answer: den("den", "hall")}
			out, model := carried(t, m, p, m.reply(light("attic")), m.reply(light("den")))
			assert.Equal(t, toolcall.StopComplete, out.Stop)
			assert.Equal(t, 1, out.Retries)
			assert.Equal(t, []string{`light{"room":"attic"}`, `light{"room":"den"}`}, p.names())
			assert.Equal(t, p.calls[0].ID, p.calls[1].ID, "it is still the same call")
			require.Len(t, out.Executed, 1)
			assert.True(t, out.Executed[0].Response.Success)
			assert.Equal(t, out.Turn.Calls[0].ID, out.Executed[0].Result().ToolCallID)
			hint := model.seen[1][len(model.seen[1])-1]
			assert.Equal(t, toolcall.Message{Role: toolcall.RoleSystem, Content: "[INVALID_PARAM_RETRY 1/2] light.room must be one of: den, hall. " +
				"The refused call is light {\"room\":\"attic\"}. " +
				"Make this one call again with allowed values and nothing else changed, and make no other call."}, hint)
			for _, msg := range out.Messages {
				assert.NotContains(t, msg.Content, "INVALID_PARAM_RETRY")
				assert.NotContains(t, msg.Content, "attic", "the corrected call stands in the place of the refused one")
			}
			if m.native {
				require.Len(t, model.seen[1], 5)
				assert.Contains(t, model.seen[1][3].Content, `"valid_values":["den","hall"]`)
				assert.Equal(t, `{"room":"den"}`, string(out.Messages[2].ToolCalls[0].Arguments))
			} else {
				assert.Len(t, model.seen[1], 3, "the refused answer is taken out")
			}
		})
	}
}

func TestCorrectAsksTheUser(t *testing.T) {
	choice := toolcall.Clarification{Question: "Which room should I use: den, hall?", Parameter: "room", Options: []string{"den", "hall"}}
	more := toolcall.Clarification{Question: "Which room should I use: den, hall, loft?", Parameter: "room", Options: []string{"den", "hall", "loft"}}
	attic := toolcall.Clarification{Question: "Which room should I use: attic, den?", Parameter: "room", Options: []string{"attic", "den"}}
	back := toolcall.Clarification{Question: "Which room should I use: attic, hall?", Parameter: "room", Options: []string{"attic", "hall"}}
	open := toolcall.Clarification{Question: "What should room be?", Parameter: "room"}
	for _, m := range modes {
		for _, tt := range []struct {
			name    string
			values  []string
			replies []toolcall.Reply
			runs    int
			want    toolcall.Clarification
		}{
			{"without allowed values", nil, []toolcall.Reply{m.reply(light("attic"))}, 1, open},
			{"the pick is not allowed", []string{"den", "hall"}, []toolcall.Reply{m.reply(light("attic")), m.reply(light("cellar"))}, 1, choice},
			{"the pick is refused by the check", []string{"den", "hall"}, []toolcall.Reply{m.reply(light("attic")), m.reply(made("", "light", `{"room":"den","level":"high"}`))}, 1, choice},
			{"another tool", []string{"den", "hall"}, []toolcall.Reply{m.reply(light("attic")), m.reply(stop)}, 1, choice},
			{"no pick", []string{"den", "hall"}, []toolcall.Reply{m.reply(light("attic")), {Content: "Which one?"}}, 1, choice},
			{"retries spent by picks", []string{"den", "hall", "loft"}, []toolcall.Reply{m.reply(light("attic")), m.reply(light("hall")), m.reply(light("loft"))}, 3, more},
			{"the pick is the refused call", []string{"attic", "den"}, []toolcall.Reply{m.reply(light("attic")), m.reply(made("", "light", `{ "room": "attic", "level": null }`))}, 1, attic},
			{"the pick was refused before", []string{"attic", "hall"}, []toolcall.Reply{m.reply(light("attic")), m.reply(light("hall")), m.reply(light("attic"))}, 2, back},
			{"retries spent before", []string{"den", "hall"}, []toolcall.Reply{m.reply(made("", "light", `{}`)), m.reply(made("", "light", `{}`)), m.reply(light("attic"))}, 1, choice},
			{"one retry left", []string{"den", "hall"}, []toolcall.Reply{m.reply(made("", "light", `{}`)), m.reply(light("attic")), m.reply(light("hall"))}, 2, choice},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				p := &plant{answer: den(tt.values...)}
				out, _ := carried(t, m, p, tt.replies...)
				assert.Equal(t, toolcall.StopValidation, out.Stop)
				assert.Len(t, p.calls, tt.runs)
				require.NotNil(t, out.Clarification)
				tt.want.ToolCallID = out.Turn.Calls[0].ID
				assert.Equal(t, tt.want, *out.Clarification)
				require.Len(t, out.Executed, 1)
				assert.False(t, out.Executed[0].Response.Success)
			})
		}
	}
}

// The other calls of a batch are executed, and only the first refused one is asked about.
func TestCorrectInBatches(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			p := &plant{answer: den("den")}
			full, off := made("", "light", `{"room":"den","level":9}`), made("", "light", `{"room":"den","level":0}`)
			bad := made("", "light", `{"room":"attic","level":0}`)
			out, model := carried(t, m, p, m.reply(stop, bad, full), m.reply(stop, off, full))
			assert.Equal(t, toolcall.StopComplete, out.Stop)
			assert.Equal(t, []string{`stop{}`, `light` + string(bad.Arguments), `light` + string(off.Arguments), `light` + string(full.Arguments)}, p.names(), "what was executed is not executed again")
			assert.Len(t, out.Executed, 3)
			if m.native {
				assert.Contains(t, model.seen[1][3].Content, `"success":true`)
				assert.Equal(t, "not executed yet", model.seen[1][5].Content)
			} else {
				assert.Equal(t, m.reply(stop, bad, full).Content+"\n"+`{"arguments":{"room":"den","level":0},"name":"light"}`, out.Messages[2].Content, "only what was executed")
			}

			p = &plant{answer: den()}
			out, _ = carried(t, m, p, m.reply(light("attic"), stop, light("cellar")))
			assert.Equal(t, toolcall.StopValidation, out.Stop)
			assert.Equal(t, out.Turn.Calls[0].ID, out.Clarification.ToolCallID)
			assert.Equal(t, []string{`light{"room":"attic"}`, `stop{}`, `light{"room":"cellar"}`}, p.names())
		})
	}
}

func TestCorrectPicks(t *testing.T) {
	for _, tt := range []struct {
		name    string
		refused jarvis.ValidationResult
		pick    string
		ok      bool
	}{ // the refused call has the room "attic" where that is refused, else "den"
		{"number", jarvis.ValidationResult{ParamName: "level", ValidValues: []string{"1", "2"}}, `{"room":"den","level":2}`, true},
		{"another number", jarvis.ValidationResult{ParamName: "level", ValidValues: []string{"1", "2"}}, `{"room":"den","level":3}`, false},
		{"elements", jarvis.ValidationResult{ParamName: "codes", ValidValues: []string{"1", "2"}}, `{"room":"den","codes":[2,1]}`, true},
		{"an element", jarvis.ValidationResult{ParamName: "codes", ValidValues: []string{"1", "2"}}, `{"room":"den","codes":[2,3]}`, false},
		{"no elements", jarvis.ValidationResult{ParamName: "codes", ValidValues: []string{"1", "2"}}, `{"room":"den","codes":[]}`, false},
		{"left out", jarvis.ValidationResult{ParamName: "level", ValidValues: []string{"1", "2"}}, `{"room":"den"}`, false},
		{"null", jarvis.ValidationResult{ParamName: "level", ValidValues: []string{"null"}}, `{"room":"den","level":null}`, false},
		{"case differs", jarvis.ValidationResult{ParamName: "room", ValidValues: []string{"Den"}}, `{"room":"den"}`, false},
		{"arguments as text", jarvis.ValidationResult{ParamName: "room", ValidValues: []string{"den"}}, `"{\"room\":\"den\"}"`, true},
	} {
		for _, fromJSON := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				resp := jarvis.Invalid(tt.refused)
				if fromJSON {
					text, err := json.Marshal(resp)
					require.NoError(t, err)
					resp = new(jarvis.Response)
					require.NoError(t, json.Unmarshal(text, resp))
				}
				p := &plant{}
				p.answer = func(toolcall.Call) (*jarvis.Response, error) {
					if len(p.calls) == 1 {
						return resp, nil
					}
					return jarvis.Final(nil), nil
				}
				m := modes[1]
				first := light("den")
				if tt.refused.ParamName == "room" {
					first = light("attic")
				}
				out, model := carried(t, m, p, m.reply(first), m.reply(made("", "light", tt.pick)))
				assert.Equal(t, tt.ok, out.Stop == toolcall.StopComplete)
				assert.Contains(t, model.seen[1][len(model.seen[1])-1].Content, "light."+tt.refused.ParamName+" must be one of: ")
			})
		}
	}
}

func TestExecuteErrors(t *testing.T) {
	broken := errors.New("out of order")
	for _, m := range modes {
		c := m.retry(t)
		c.Tools = commands(t, rooms)
		run := func(t *testing.T, answer func(n int) (*jarvis.Response, error), ask toolcall.Ask) (*toolcall.Outcome, error) {
			turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(stop, light("attic"), stop)}}).ask)
			require.NoError(t, err)
			p := &plant{}
			p.answer = func(toolcall.Call) (*jarvis.Response, error) { return answer(len(p.calls)) }
			return c.Execute(t.Context(), turn, nil, ask, p.execute)
		}
		invalid := jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", ValidValues: []string{"den"}})
		for _, tt := range []struct {
			name, text string
			answer     func(n int) (*jarvis.Response, error)
			executed   int
		}{
			{"execute", `toolcall: execute "light": out of order`, func(n int) (*jarvis.Response, error) {
				if n == 2 {
					return nil, broken
				}
				return jarvis.Final(nil), nil
			}, 1},
			{"no response", `toolcall: executing "stop" gave neither a response nor an error`, func(int) (*jarvis.Response, error) { return nil, nil }, 0},
			{"ask", `toolcall: ask: out of order`, func(n int) (*jarvis.Response, error) {
				if n == 2 {
					return invalid, nil
				}
				return jarvis.Final(nil), nil
			}, 2},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				out, err := run(t, tt.answer, func(context.Context, []toolcall.Message) (toolcall.Reply, error) { return toolcall.Reply{}, broken })
				assert.EqualError(t, err, tt.text)
				require.NotNil(t, out)
				assert.Len(t, out.Executed, tt.executed, "what was executed is not lost")
				assert.Empty(t, toolcall.Unanswered(out.Messages))
			})
		}
		ctx, cancel := context.WithCancel(t.Context())
		turn, err := c.Run(ctx, nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(stop, stop)}}).ask)
		require.NoError(t, err)
		out, err := c.Execute(ctx, turn, nil, nil, func(context.Context, toolcall.Call, *jarvis.Request) (*jarvis.Response, error) {
			cancel()
			return jarvis.Final(nil), nil
		})
		assert.ErrorIs(t, err, context.Canceled)
		assert.Len(t, out.Executed, 1)
	}
}

// Only a failure is a refusal, and one that names nothing is one too.
func TestExecuteReadsRefusals(t *testing.T) {
	flagged := map[string]any{"_validation_error": true}
	for _, m := range modes {
		p := &plant{answer: func(toolcall.Call) (*jarvis.Response, error) { return jarvis.Success(flagged), nil }}
		out, _ := carried(t, m, p, m.reply(stop))
		assert.Equal(t, toolcall.StopComplete, out.Stop)

		p = &plant{answer: func(toolcall.Call) (*jarvis.Response, error) {
			return jarvis.Failure("not today", jarvis.WithContextData(flagged)), nil
		}}
		out, _ = carried(t, m, p, m.reply(stop))
		assert.Equal(t, toolcall.StopValidation, out.Stop)
		assert.Equal(t, "I did not get that right. Could you say it in another way?", out.Clarification.Question)

		p = &plant{answer: func(toolcall.Call) (*jarvis.Response, error) { return jarvis.Failure("not today"), nil }}
		out, _ = carried(t, m, p, m.reply(stop))
		assert.Equal(t, toolcall.StopComplete, out.Stop, "another failure is a result")
	}
}

// A turn without accepted calls is not executed.
func TestExecuteNothing(t *testing.T) {
	for _, m := range modes {
		c := m.retry(t)
		c.Max = -1
		for _, reply := range []toolcall.Reply{m.reply(badSet), {Content: "Hello"}} {
			turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{reply}}).ask)
			require.NoError(t, err)
			out, err := c.Execute(t.Context(), turn, nil, nil, nil)
			require.NoError(t, err)
			assert.Equal(t, turn.Stop, out.Stop)
			assert.Equal(t, turn.Messages, out.Messages)
			assert.Empty(t, out.Executed)
		}
	}
}

// A result that has no JSON does not keep the others from being answered.
func TestExecuteUnprintable(t *testing.T) {
	m := modes[1]
	p := &plant{answer: func(toolcall.Call) (*jarvis.Response, error) {
		return jarvis.Final(map[string]any{"x": func() {}}), nil
	}}
	out, _ := carried(t, m, p, m.reply(stop))
	assert.Equal(t, `{"success":false,"context":null,"error":"The result cannot be shown."}`, out.Messages[3].Content)
}
