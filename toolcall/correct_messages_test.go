// Transcripts of what was executed: what a model can read of it, and how it goes on.

package toolcall_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// In text mode too the model sees what was executed before the user was asked.
func TestResumeTellsWhatWasExecuted(t *testing.T) {
	m := modes[0]
	p := &plant{answer: den()}
	out, _ := carried(t, m, p, m.reply(stop, light("attic")))
	require.NotNil(t, out.Clarification)
	assert.Equal(t, toolcall.Message{Role: toolcall.RoleSystem, Content: "What became of the calls above; do not make those again that were executed:\n" +
		`stop {}: {"success":true,"message":"done in ","context":{},"error":null}` + "\n" + `light {"room":"attic"}: waits for an answer of the user`}, out.Messages[3])
	c := m.retry(t)
	c.Tools = commands(t, rooms)
	again, err := c.Resume(t.Context(), out.Messages, out.Clarification.Answer("the den"), nil, func(_ context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
		for _, msg := range messages { // a model that reads
			if strings.Contains(msg.Content, "stop {}: {\"success\":true") {
				return m.reply(light("den")), nil
			}
		}
		return m.reply(stop, light("den")), nil
	}, p.execute)
	require.NoError(t, err)
	assert.Equal(t, toolcall.StopComplete, again.Stop)
	assert.Equal(t, []string{`stop{}`, `light{"room":"attic"}`, `light{"room":"den"}`}, p.names(), "stop is not repeated")
}

// Hosts put into the transcript what they have said.
func TestResumeAfterASpokenQuestion(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			p := &plant{answer: den()}
			out, _ := carried(t, m, p, m.reply(light("attic"), stop))
			require.NotNil(t, out.Clarification)
			spoken := append(out.Messages, toolcall.Message{Role: toolcall.RoleAssistant, Content: out.Clarification.Question})
			before := fmt.Sprint(spoken)
			c := m.retry(t)
			c.Tools = commands(t, rooms)
			model := &scripted{t: t, replies: []toolcall.Reply{m.reply(light("den"))}}
			again, err := c.Resume(t.Context(), spoken, out.Clarification.Answer("the den"), nil, model.ask, p.execute)
			require.NoError(t, err)
			assert.Equal(t, toolcall.StopComplete, again.Stop)
			assert.Equal(t, before, fmt.Sprint(spoken))
			seen := model.seen[0]
			assert.Equal(t, toolcall.RoleUser, seen[len(seen)-1].Role, "the model does not go on with its own words")
			assert.Contains(t, seen[len(seen)-1].Content, "the den")
			answers := 0
			for i, msg := range seen {
				if msg.Role != toolcall.RoleTool {
					continue
				}
				answers++
				assert.Contains(t, []toolcall.Role{toolcall.RoleTool, toolcall.RoleAssistant}, seen[i-1].Role)
				assert.NotEqual(t, out.Clarification.Question, seen[i-1].Content)
			}
			if m.native {
				assert.Equal(t, 2, answers)
			}
		})
	}
	// An older call of the same id is not meant.
	id := func(text string) []toolcall.Message {
		return []toolcall.Message{{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{made("1", "stop", `{}`)}}, {Role: toolcall.RoleTool, ToolCallID: "1", Content: text}}
	}
	model := &scripted{t: t, replies: []toolcall.Reply{{Content: "Done."}}}
	_, err := modes[1].retry(t).Resume(t.Context(), append(id("old"), id("")[0]), toolcall.Clarification{ToolCallID: "1"}.Answer("x"), nil, model.ask, nil)
	require.NoError(t, err)
	assert.Len(t, model.seen[0], 4)
	assert.Equal(t, toolcall.RoleTool, model.seen[0][3].Role)
}

// Of a call that failed on the way nobody knows what it has done.
func TestExecuteErrorLeavesTheOutcomeOpen(t *testing.T) {
	const unknown = "the outcome is unknown: executing the call failed on the way; find out what it did before you make it again"
	down := errors.New("the connection was lost behind the door")
	for _, m := range modes {
		for _, tt := range []struct {
			name   string
			resp   *jarvis.Response
			err    error
			want   string
			cancel bool
			kept   int
		}{
			{"error", nil, down, unknown, false, 1},
			{"no response", nil, nil, unknown, false, 1},
			{"refused, and asking fails", jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", ValidValues: []string{"den"}}), nil,
				`{"success":false,"context":{"_validation_error":true,"errors":[{"message":"","param":"room","valid_values":["den"]}]},"error":""}`, false, 2},
			{"cancelled between", jarvis.Final(nil), nil, "", true, 2},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				c := m.retry(t)
				c.Tools = commands(t, rooms)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				turn, err := c.Run(ctx, nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(stop, light("attic"), light("hall"))}}).ask)
				require.NoError(t, err)
				out, err := c.Execute(ctx, turn, nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) { return toolcall.Reply{}, down },
					func(_ context.Context, call toolcall.Call, _ *jarvis.Request) (*jarvis.Response, error) {
						if call.Name == "stop" {
							return jarvis.Final(nil), nil
						}
						if tt.cancel {
							cancel()
						}
						return tt.resp, tt.err
					})
				require.Error(t, err)
				assert.Equal(t, toolcall.StopError, out.Stop)
				assert.Len(t, out.Executed, tt.kept)
				if m.native {
					require.Len(t, out.Messages, 4)
					assert.Equal(t, "not executed", out.Messages[3].Content)
					if tt.want != "" {
						assert.Equal(t, tt.want, out.Messages[2].Content)
					}
					return
				}
				lines := strings.Split(out.Messages[1].Content, "\n")
				require.Len(t, lines, 4)
				assert.Equal(t, `light {"room":"hall"}: not executed`, lines[3])
				if tt.want != "" {
					assert.Equal(t, `light {"room":"attic"}: `+tt.want, lines[2])
				}
			})
		}
	}
}
