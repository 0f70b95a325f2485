// Retry: zero to three refused answers, in text and with structured calls, with the transcript that the model sees each time.

package toolcall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// scripted is a model that says one thing after the other. It checks every transcript that it is shown.
type scripted struct {
	t       *testing.T
	replies []toolcall.Reply
	seen    [][]toolcall.Message
}

func (s *scripted) ask(_ context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
	require.Less(s.t, len(s.seen), len(s.replies), "asked more often than expected")
	assert.Empty(s.t, toolcall.Unanswered(messages), "calls without answers are shown")
	reply := s.replies[len(s.seen)]
	shown := slices.Clone(messages)
	for i := range shown {
		shown[i].ToolCalls = slices.Clone(shown[i].ToolCalls)
	}
	s.seen = append(s.seen, shown)
	for i := range messages { // they are its own
		for j := range messages[i].ToolCalls {
			messages[i].ToolCalls[j].Name = "scribbled"
		}
		messages[i].Content = "scribbled"
	}
	return reply, nil
}

// mode makes replies of calls for one of the two modes.
type mode struct {
	name   string
	native bool
}

var modes = []mode{{"text", false}, {"native", true}}

func (m mode) reply(calls ...toolcall.Call) toolcall.Reply {
	if m.native {
		return toolcall.Reply{Calls: calls}
	}
	list := []map[string]any{}
	for _, c := range calls {
		list = append(list, map[string]any{"name": c.Name, "arguments": c.Arguments})
	}
	text, err := json.Marshal(map[string]any{"message": "", "tool_calls": list})
	if err != nil {
		panic(err)
	}
	return toolcall.Reply{Content: string(text)}
}

func (m mode) retry(t *testing.T) toolcall.Retry {
	return toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Jarvis}, Tools: commands(t, house), Native: m.native}
}

var (
	goodSet = made("", "set", `{"room":"den","on":true}`)
	badSet  = made("", "set", `{"room":"attic","on":true}`)
	worse   = made("", "set", `{"room":"cellar","on":"yes"}`)
	stop    = made("", "stop", `{}`)
)

// asked are the messages that turns begin with. The copy shows that they stay as they are.
func asked() (messages, before []toolcall.Message) {
	messages = slices.Grow([]toolcall.Message{{Role: toolcall.RoleSystem, Content: "You are Jarvis."}, {Role: toolcall.RoleUser, Content: "Light in the den"}}, 50)
	return messages, slices.Clone(messages)
}

func untouched(t *testing.T, messages, before []toolcall.Message) {
	t.Helper()
	assert.Equal(t, before, messages)
	for _, m := range messages[:cap(messages)][len(messages):] {
		require.Empty(t, m, "written behind the end of the slice")
	}
}

func TestRunCountsRetries(t *testing.T) {
	for _, m := range modes {
		for invalid := range 4 {
			t.Run(fmt.Sprintf("%s with %d refused", m.name, invalid), func(t *testing.T) {
				model := &scripted{t: t}
				for range min(invalid, 3) {
					model.replies = append(model.replies, m.reply(badSet))
				}
				if invalid < 3 {
					model.replies = append(model.replies, m.reply(goodSet))
				}
				messages, before := asked()
				turn, err := m.retry(t).Run(t.Context(), messages, model.ask)
				require.NoError(t, err)
				untouched(t, messages, before)
				assert.Len(t, model.seen, min(invalid, 2)+1)
				assert.Equal(t, min(invalid, 2), turn.Retries)
				require.Len(t, turn.Messages, 3, "nothing of the retries is left")
				assert.Equal(t, before, turn.Messages[:2])
				assert.NotContains(t, fmt.Sprint(turn.Messages), "INVALID_PARAM_RETRY")
				if invalid == 3 {
					assert.Equal(t, toolcall.StopError, turn.Stop)
					assert.Empty(t, turn.Calls, "refused calls are not to be executed")
					require.Len(t, turn.Refused, 1)
					assert.JSONEq(t, string(badSet.Arguments), string(turn.Refused[0].Arguments))
					require.Len(t, turn.Errors, 1)
					assert.Equal(t, []string{"set.room must be one of: den, hall"}, turn.Errors[0].Fragments())
					return
				}
				assert.Equal(t, toolcall.StopToolCalls, turn.Stop)
				assert.Empty(t, turn.Refused)
				assert.Empty(t, turn.Errors)
				require.Len(t, turn.Calls, 1)
				assert.JSONEq(t, string(goodSet.Arguments), string(turn.Calls[0].Arguments))
				if m.native {
					assert.Equal(t, []string{turn.Calls[0].ID}, toolcall.Unanswered(turn.Messages), "only what is to be executed now")
				}
			})
		}
	}
}

func TestRunShowsTextRetries(t *testing.T) {
	m := modes[0]
	model := &scripted{t: t, replies: []toolcall.Reply{m.reply(badSet), m.reply(worse), m.reply(goodSet)}}
	messages, before := asked()
	_, err := m.retry(t).Run(t.Context(), messages, model.ask)
	require.NoError(t, err)
	require.Len(t, model.seen, 3)
	assert.Equal(t, before, model.seen[0])
	first := toolcall.Message{Role: toolcall.RoleSystem, Content: "[INVALID_PARAM_RETRY 1/2] set.room must be one of: den, hall. Make the call again with this mended and nothing else changed."}
	assert.Equal(t, append(slices.Clone(before), first), model.seen[1], "the refused answer is taken out")
	second := toolcall.Message{Role: toolcall.RoleSystem, Content: "[INVALID_PARAM_RETRY 2/2] set.room must be one of: den, hall, set.on expected bool. " +
		"Make the call again with this mended and nothing else changed. Values are written so: bool is true or false, without quotes. This takes the place of what retry 1 asked for."}
	assert.Equal(t, append(slices.Clone(before), first, second), model.seen[2])
}

func TestRunShowsNativeRetries(t *testing.T) {
	m := modes[1]
	bad, fine := made("call_1", "set", `{"rom":"den","on":true}`), made("call_2", "stop", `{}`)
	model := &scripted{t: t, replies: []toolcall.Reply{{Content: "Sure.", Calls: []toolcall.Call{bad, fine}}, m.reply(goodSet, stop)}}
	messages, before := asked()
	turn, err := m.retry(t).Run(t.Context(), messages, model.ask)
	require.NoError(t, err)
	require.Len(t, turn.Calls, 2)
	require.Len(t, model.seen, 2)
	const wrong = "set.room is required, expected string, set.room must be one of: den, hall, set.rom is not a parameter, did you mean room?"
	assert.Equal(t, append(slices.Clone(before),
		toolcall.Message{Role: toolcall.RoleAssistant, Content: "Sure.", ToolCalls: []toolcall.Call{bad, fine}},
		toolcall.Message{Role: toolcall.RoleTool, ToolCallID: "call_1", Name: "set", Content: wrong},
		toolcall.Message{Role: toolcall.RoleTool, ToolCallID: "call_2", Name: "stop", Content: "not executed: another call of the same answer was refused; make all again"},
		toolcall.Message{Role: toolcall.RoleSystem, Content: "[INVALID_PARAM_RETRY 1/2] " + wrong + " Make all of the calls again with this mended and nothing else changed."},
	), model.seen[1])
}

func TestRunMixedBatches(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			model := &scripted{t: t, replies: []toolcall.Reply{m.reply(stop, badSet, stop), m.reply(stop, made("", "halt", `{}`)), m.reply(goodSet, stop, stop)}}
			messages, before := asked()
			turn, err := m.retry(t).Run(t.Context(), messages, model.ask)
			require.NoError(t, err)
			untouched(t, messages, before)
			assert.Len(t, turn.Calls, 3)
			assert.Equal(t, 2, turn.Retries)
			last := model.seen[2][len(model.seen[2])-1].Content
			assert.Contains(t, last, "[INVALID_PARAM_RETRY 2/2] halt is not a tool")
		})
	}
}

func TestRunRetriesBrokenText(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"not JSON", `<tool_call>{"name": "stop", oops}</tool_call>`, "[INVALID_PARAM_RETRY 1/2] call 1 could not be read: "},
		{"beside a good call", `<tool_call>{"name": "stop", "arguments": {}}</tool_call><tool_call>{"name": </tool_call>`, "[INVALID_PARAM_RETRY 1/2] call 2 could not be read: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Hermes}, Tools: commands(t, house)}
			model := &scripted{t: t, replies: []toolcall.Reply{{Content: tt.text}, {Content: `<tool_call>{"name": "stop", "arguments": {}}</tool_call>`}}}
			messages, _ := asked()
			turn, err := c.Run(t.Context(), messages, model.ask)
			require.NoError(t, err)
			assert.Len(t, turn.Calls, 1)
			assert.Nil(t, turn.Syntax)
			last := model.seen[1][len(model.seen[1])-1]
			assert.Equal(t, toolcall.RoleSystem, last.Role)
			assert.True(t, strings.HasPrefix(last.Content, tt.want), last.Content)
			assert.Contains(t, last.Content, "complete and as sound JSON or markup")
			assert.NotContains(t, last.Content, "byte")

			model = &scripted{t: t, replies: []toolcall.Reply{{Content: tt.text}, {Content: tt.text}, {Content: tt.text}}}
			turn, err = c.Run(t.Context(), messages, model.ask)
			require.NoError(t, err)
			assert.Equal(t, toolcall.StopError, turn.Stop)
			assert.NotNil(t, turn.Syntax)
			assert.Empty(t, turn.Calls)
			assert.Empty(t, turn.Content, "what is broken is not spoken")
		})
	}
}

func TestRunWithoutCalls(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			model := &scripted{t: t, replies: []toolcall.Reply{{Content: " It is noon. "}}}
			messages, before := asked()
			turn, err := m.retry(t).Run(t.Context(), messages, model.ask)
			require.NoError(t, err)
			assert.Equal(t, toolcall.StopComplete, turn.Stop)
			assert.Equal(t, "It is noon.", strings.TrimSpace(turn.Content))
			assert.Empty(t, turn.Calls)
			assert.Equal(t, m.native, turn.Result == nil)
			assert.Equal(t, append(before, toolcall.Message{Role: toolcall.RoleAssistant, Content: " It is noon. "}), turn.Messages)
		})
	}
}

func TestRunMax(t *testing.T) {
	for _, tt := range []struct{ max, asks int }{{-1, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 3}, {100, 3}} {
		for _, m := range modes {
			model := &scripted{t: t, replies: []toolcall.Reply{m.reply(badSet), m.reply(badSet), m.reply(badSet)}}
			c := m.retry(t)
			c.Max = tt.max
			messages, _ := asked()
			turn, err := c.Run(t.Context(), messages, model.ask)
			require.NoError(t, err)
			assert.Len(t, model.seen, tt.asks, "Max %d", tt.max)
			assert.Equal(t, tt.asks-1, turn.Retries)
			assert.Len(t, turn.Refused, 1)
		}
	}
}

func TestRunErrors(t *testing.T) {
	down := errors.New("the server is down")
	for _, m := range modes {
		for fail := range 3 {
			model := &scripted{t: t, replies: []toolcall.Reply{m.reply(badSet), m.reply(badSet), m.reply(goodSet)}}
			messages, before := asked()
			turn, err := m.retry(t).Run(t.Context(), messages, func(ctx context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
				if len(model.seen) == fail {
					return toolcall.Reply{}, down
				}
				return model.ask(ctx, messages)
			})
			assert.Nil(t, turn)
			assert.ErrorIs(t, err, down)
			assert.Equal(t, "toolcall: ask: the server is down", err.Error())
			untouched(t, messages, before)

			ctx, cancel := context.WithCancel(t.Context())
			model.seen = nil
			turn, err = m.retry(t).Run(ctx, messages, func(ctx context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
				reply, err := model.ask(ctx, messages)
				if len(model.seen) == fail {
					cancel()
				}
				return reply, err
			})
			if fail > 0 {
				assert.Nil(t, turn)
				assert.ErrorIs(t, err, context.Canceled)
				assert.Len(t, model.seen, fail, "nobody is asked once the context has ended")
			}
			cancel()
			untouched(t, messages, before)
		}
	}
	_, err := toolcall.Retry{Parser: toolcall.Parser{Format: "hermess"}}.Run(t.Context(), nil, nil)
	var unknown *toolcall.UnknownFormatError
	assert.ErrorAs(t, err, &unknown)
}

// Structured calls need ids of their own for their answers.
func TestRunMakesIDs(t *testing.T) {
	n := 0
	c := toolcall.Retry{Native: true, Tools: commands(t, house), Parser: toolcall.Parser{NewID: func() string { n++; return "id" }}}
	calls := []toolcall.Call{stop, made("x", "stop", `{}`), made("x", "stop", `{}`), stop}
	turn, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		return toolcall.Reply{Calls: calls}, nil
	})
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, call := range turn.Calls {
		assert.NotEmpty(t, call.ID)
		assert.False(t, seen[call.ID], call.ID)
		seen[call.ID] = true
	}
	assert.Equal(t, []string{"id", "x"}, []string{turn.Calls[0].ID, turn.Calls[1].ID})
	assert.Regexp(t, `^call_[0-9a-f]{12}$`, turn.Calls[3].ID)
	assert.Empty(t, calls[0].ID, "the reply stays as it is")
	assert.Equal(t, 3, n)
}

func TestRunWithOptions(t *testing.T) {
	for _, m := range modes {
		c := m.retry(t)
		c.Tools = typed(t, "datetime")
		c.Options = []jarvis.Option{jarvis.WithDateKeys(tomorrows{})}
		model := &scripted{t: t, replies: []toolcall.Reply{m.reply(made("", "t", `{"p":"tomorrow"}`))}}
		turn, err := c.Run(t.Context(), nil, model.ask)
		require.NoError(t, err)
		require.Len(t, turn.Calls, 1)
		assert.JSONEq(t, `{"p":"tomorrow"}`, string(turn.Calls[0].Arguments), "no value is changed")
	}
}

// The parser gets the tools, which say how values that are text are read.
func TestRunGivesTheParserTools(t *testing.T) {
	c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Qwen3XML}, Tools: commands(t, house), Max: -1}
	turn, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		return toolcall.Reply{Content: "<tool_call>\n<function=set>\n<parameter=room>\nden\n</parameter>\n<parameter=on>\ntrue\n</parameter>\n" +
			"<parameter=level>\n2\n</parameter>\n</function>\n</tool_call>"}, nil
	})
	require.NoError(t, err)
	require.Len(t, turn.Calls, 1)
	assert.JSONEq(t, `{"room":"den","on":true,"level":2}`, string(turn.Calls[0].Arguments))
}

// A call that is mended on demand is checked with the options of the turn.
func TestRunMends(t *testing.T) {
	c := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Hermes, Repair: true}, Tools: typed(t, "datetime"), Max: -1}
	ask := func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		return toolcall.Reply{Content: `<tool_call>{'name': 't', 'arguments': {'p': 'tomorrow'}}</tool_call>`}, nil
	}
	turn, err := c.Run(t.Context(), nil, ask)
	require.NoError(t, err)
	assert.NotNil(t, turn.Syntax)
	c.Options = []jarvis.Option{jarvis.WithDateKeys(tomorrows{})}
	turn, err = c.Run(t.Context(), nil, ask)
	require.NoError(t, err)
	require.Len(t, turn.Calls, 1)
	assert.Equal(t, []string{"replaced single quotes"}, turn.Calls[0].Repaired)
}

func TestRunBoundsWhatItTells(t *testing.T) {
	for _, m := range modes {
		calls := make([]toolcall.Call, 127)
		for i := range calls {
			calls[i] = made("", "set", fmt.Sprintf(`{"key_%d":1,"key_x%[1]d":1,"room":%[2]q}`, i, strings.Repeat("x", 5000)))
		}
		model := &scripted{t: t, replies: []toolcall.Reply{m.reply(calls...), m.reply(stop)}}
		_, err := m.retry(t).Run(t.Context(), nil, model.ask)
		require.NoError(t, err)
		told := model.seen[1][len(model.seen[1])-1].Content
		assert.LessOrEqual(t, len(told), 4096)
		assert.Contains(t, told, " more problems")
	}
}

func TestRunConcurrently(t *testing.T) {
	messages, before := asked()
	var wg sync.WaitGroup
	for _, m := range modes {
		c := m.retry(t)
		for i := range 8 {
			wg.Go(func() {
				model := &scripted{t: t, replies: []toolcall.Reply{m.reply(badSet), m.reply(worse), m.reply(goodSet)}}
				model.replies = model.replies[i%3:]
				turn, err := c.Run(t.Context(), messages, model.ask)
				if assert.NoError(t, err) {
					assert.Len(t, turn.Calls, 1)
					assert.Equal(t, 2-i%3, turn.Retries)
				}
			})
		}
	}
	wg.Wait()
	untouched(t, messages, before)
}
