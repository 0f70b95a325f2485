// What is never executed: values nobody has allowed, and what was executed before the user was asked.

package toolcall_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const bank = `[
	{"command_name": "send", "parameters": [{"name": "a", "type": "string"}, {"name": "to", "type": "string"}]},
	{"command_name": "pay", "parameters": [{"name": "sum", "type": "int"}]}]`

func send(a, to string) toolcall.Call {
	return made("", "send", `{"a":"`+a+`","to":"`+to+`"}`)
}

// A parameter that is refused without allowed values is the user's: no pick of a model changes it.
func TestCorrectKeepsWhatHasNoAllowedValues(t *testing.T) {
	toBob := jarvis.ValidationResult{ParamName: "to", ValidValues: []string{"Bob S"}}
	for _, tt := range []struct {
		name    string
		refused []jarvis.ValidationResult
		asks    int // how often the model is
	}{
		{"another parameter", []jarvis.ValidationResult{toBob, {ParamName: "a", Message: "no"}}, 1},
		{"the other way round", []jarvis.ValidationResult{{ParamName: "a", Message: "no"}, toBob}, 1},
		{"the same parameter", []jarvis.ValidationResult{toBob, {ParamName: "to", Message: "no"}}, 1},
		{"an empty list", []jarvis.ValidationResult{toBob, {ParamName: "a", ValidValues: []string{}}}, 1},
		{"no parameter", []jarvis.ValidationResult{toBob, {Message: "no"}}, 1},
		{"not refused", []jarvis.ValidationResult{toBob}, 2},
	} {
		for _, m := range modes {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				c := m.retry(t)
				c.Tools = commands(t, bank)
				p := &plant{answer: func(toolcall.Call) (*jarvis.Response, error) { return jarvis.Invalid(tt.refused...), nil }}
				model := &scripted{t: t, replies: []toolcall.Reply{m.reply(send("pay 10", "Bob")), m.reply(send("pay 99999", "Bob S"))}}
				turn, err := c.Run(t.Context(), nil, model.ask)
				require.NoError(t, err)
				out, err := c.Execute(t.Context(), turn, nil, model.ask, p.execute)
				require.NoError(t, err)
				assert.Equal(t, []string{`send{"a":"pay 10","to":"Bob"}`}, p.names())
				assert.Equal(t, toolcall.StopValidation, out.Stop)
				assert.Equal(t, []string{"Bob S"}, out.Clarification.Options)
				assert.Len(t, model.seen, tt.asks)
			})
		}
	}
}

// A context that ends while the model picks leaves the refused call as what was executed.
func TestCorrectCancelledWhileAsking(t *testing.T) {
	for _, m := range modes {
		c := m.retry(t)
		c.Tools = commands(t, rooms)
		ctx, cancel := context.WithCancel(t.Context())
		turn, err := c.Run(ctx, nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(light("attic"))}}).ask)
		require.NoError(t, err)
		p := &plant{answer: den("den")}
		out, err := c.Execute(ctx, turn, nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
			cancel()
			return m.reply(light("den")), nil
		}, p.execute)
		require.ErrorIs(t, err, context.Canceled)
		require.Len(t, out.Executed, 1)
		assert.Equal(t, `{"room":"attic"}`, string(out.Executed[0].Call.Arguments))
		assert.Contains(t, out.Messages[len(out.Messages)-1].Content, `"valid_values":["den"]`)
	}
}

// banking is a turn whose pay is done and whose send waits for the user.
func banking(t *testing.T, m mode, p *plant, more ...toolcall.Call) (toolcall.Retry, *toolcall.Outcome) {
	t.Helper()
	c := m.retry(t)
	c.Tools = commands(t, bank)
	p.answer = func(call toolcall.Call) (*jarvis.Response, error) {
		var args struct {
			To  string
			Sum int
		}
		if err := json.Unmarshal(call.Arguments, &args); err != nil {
			return nil, err
		}
		switch {
		case call.Name == "pay" && args.Sum == 0:
			return nil, errors.New("down")
		case call.Name == "send" && args.To != "Bob S":
			return jarvis.Invalid(jarvis.ValidationResult{ParamName: "to", Message: "Who?"}), nil
		}
		return jarvis.Final(map[string]any{"message": "done", "receipt": len(p.calls)}), nil
	}
	messages, _ := asked()
	model := &scripted{t: t, replies: []toolcall.Reply{m.reply(append([]toolcall.Call{send("hi", "Bob"), made("", "pay", `{"sum":10}`)}, more...)...)}}
	turn, err := c.Run(t.Context(), messages, model.ask)
	require.NoError(t, err)
	out, _ := c.Execute(t.Context(), turn, nil, model.ask, p.execute)
	require.NotNil(t, out.Clarification)
	return c, out
}

func resumed(t *testing.T, c toolcall.Retry, p *plant, messages []toolcall.Message, answer toolcall.Answer, reply toolcall.Reply) *toolcall.Outcome {
	t.Helper()
	model := &scripted{t: t, replies: []toolcall.Reply{reply}}
	out, err := c.Resume(t.Context(), messages, answer, nil, model.ask, p.execute)
	require.NoError(t, err)
	if out.Clarification == nil {
		assert.Empty(t, toolcall.Unanswered(out.Messages))
	}
	return out
}

// A model that makes its whole batch again pays once.
func TestResumeExecutesNothingTwice(t *testing.T) {
	for _, m := range modes {
		for _, tt := range []struct {
			name string
			sum  string
			pays int
		}{{"equal", `{"sum":10}`, 1}, {"equal by value", `{ "sum": 1e1 }`, 1}, {"another", `{"sum":11}`, 2}} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				p := &plant{}
				c, out := banking(t, m, p)
				first := out.Executed[1].Response
				again := resumed(t, c, p, out.Messages, out.Clarification.Answer("Bob S"), m.reply(send("hi", "Bob S"), made("", "pay", tt.sum)))
				assert.Equal(t, toolcall.StopComplete, again.Stop)
				assert.Len(t, p.calls, 2+tt.pays, "%v", p.names())
				require.Len(t, again.Executed, 2)
				if tt.pays == 1 {
					assert.Equal(t, first, again.Executed[1].Response)
					assert.Contains(t, again.Messages[len(again.Messages)-1].Content, `"receipt":2`, "the earlier result is answered")
				}
			})
		}
	}
}

// What was executed is known over several questions, and the call that the last one was about may be made as it was.
func TestResumeOverSeveralQuestions(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			p := &plant{}
			c, out := banking(t, m, p, send("ho", "Jim"))
			pay := made("", "pay", `{"sum":10}`)
			out = resumed(t, c, p, out.Messages, out.Clarification.Answer("Bob S"), m.reply(send("hi", "Bob S"), pay, send("ho", "Jim")))
			require.Equal(t, toolcall.StopValidation, out.Stop)
			assert.Equal(t, out.Executed[2].Call.ID, out.Clarification.ToolCallID)
			assert.Len(t, p.calls, 4, "pay and the refused send are answered as before: %v", p.names())
			out = resumed(t, c, p, out.Messages, out.Clarification.Answer("Jim, I said"), m.reply(send("hi", "Bob S"), pay, send("ho", "Jim")))
			assert.Equal(t, toolcall.StopValidation, out.Stop)
			require.Len(t, p.calls, 5, "%v", p.names())
			assert.Equal(t, `send{"a":"ho","to":"Jim"}`, p.names()[4])
		})
	}
}

// A question about calls that the check refuses carries what was executed before as well.
func TestResumeOverRefusedCalls(t *testing.T) {
	for _, m := range modes {
		p := &plant{}
		c, out := banking(t, m, p)
		c.OnExhausted, c.Max = toolcall.Clarify, -1
		out = resumed(t, c, p, out.Messages, out.Clarification.Answer("Bob S"), m.reply(made("", "send", `{"a":"hi","to":1}`)))
		require.Equal(t, toolcall.StopValidation, out.Stop)
		require.Len(t, out.Clarification.Executed, 1)
		messages := append(out.Messages, toolcall.Message{Role: toolcall.RoleUser, Content: "Bob S, really"})
		resumed(t, c, p, messages, out.Clarification.Answer("Bob S"), m.reply(send("hi", "Bob S"), made("", "pay", `{"sum":10}`)))
		assert.Len(t, p.calls, 3, "%v", p.names())
	}
}

// A question that was kept as JSON knows nothing of what was executed, but a transcript of structured calls does, as far back as
// the user has spoken.
func TestResumeReadsTheTranscript(t *testing.T) {
	m := modes[1]
	for _, tt := range []struct {
		name  string
		spoke bool
		runs  int
	}{{"the same words", false, 3}, {"other words", true, 4}} {
		t.Run(tt.name, func(t *testing.T) {
			p := &plant{}
			c, out := banking(t, m, p)
			text, err := json.Marshal(out.Messages)
			require.NoError(t, err)
			var messages []toolcall.Message
			require.NoError(t, json.Unmarshal(text, &messages))
			text, err = json.Marshal(out.Clarification)
			require.NoError(t, err)
			var question toolcall.Clarification
			require.NoError(t, json.Unmarshal(text, &question))
			if tt.spoke {
				messages = append(messages, toolcall.Message{Role: toolcall.RoleUser, Content: "Pay once more, and send it to Bob S"})
			}
			again := resumed(t, c, p, messages, question.Answer("Bob S"), m.reply(send("hi", "Bob S"), made("", "pay", `{"sum":10}`)))
			assert.Len(t, p.calls, tt.runs, "%v", p.names())
			assert.Equal(t, `{"success":true,"message":"done","context":{"receipt":`+map[bool]string{false: "2", true: "4"}[tt.spoke]+`},"error":null}`, again.Messages[len(again.Messages)-1].Content)
		})
	}
}

// What failed on the way was not executed as far as anybody knows.
func TestResumeExecutesWhatFailed(t *testing.T) {
	for _, m := range modes {
		p := &plant{}
		c, out := banking(t, m, p, made("", "pay", `{"sum":0}`))
		require.Equal(t, toolcall.StopError, out.Stop)
		model := &scripted{t: t, replies: []toolcall.Reply{m.reply(made("", "pay", `{"sum":0}`))}}
		_, err := c.Resume(t.Context(), out.Messages, out.Clarification.Answer("Bob S"), nil, model.ask, p.execute)
		assert.Error(t, err)
		assert.Len(t, p.calls, 4)
	}
}

// Models that count their calls anew in each answer repeat ids.
func TestResumeMakesNewIDs(t *testing.T) {
	m := modes[1]
	p := &plant{answer: den()}
	numbered := func(id, room string) toolcall.Call { return made(id, "light", `{"room":"`+room+`"}`) }
	out, _ := carried(t, m, p, m.reply(numbered("call_0", "attic")))
	c := m.retry(t)
	c.Tools = commands(t, rooms)
	again := resumed(t, c, p, out.Messages, out.Clarification.Answer("den"), m.reply(numbered("call_0", "den"), numbered("call_1", "den")))
	require.Len(t, again.Executed, 2)
	assert.NotEqual(t, "call_0", again.Executed[0].Call.ID)
	assert.Equal(t, "call_1", again.Executed[1].Call.ID, "a new id stays")
	assert.Equal(t, again.Executed[0].Call.ID, again.Turn.Messages[4].ToolCalls[0].ID)
}
