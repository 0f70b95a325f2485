// Replies and transcripts: what belongs to whom, replies of the wrong mode, repeated ids, functions that panic or are missing.

package toolcall_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Nothing that is given out shares bytes with the caller's messages, the reply or one another.
func TestRunSharesNothing(t *testing.T) {
	scribble := func(calls []toolcall.Call) {
		for i := range calls {
			calls[i].Name = "scribbled"
			for j := range calls[i].Arguments {
				calls[i].Arguments[j] = 'X'
			}
		}
	}
	c := toolcall.Retry{Native: true, Tools: commands(t, rooms)}
	given := []toolcall.Message{{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{made("0", "stop", `{}`)}}, {Role: toolcall.RoleTool, ToolCallID: "0"}}
	reply := toolcall.Reply{Calls: []toolcall.Call{made("1", "light", `{"room":"den"}`)}}
	turn, err := c.Run(t.Context(), given, func(_ context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
		scribble(messages[0].ToolCalls)
		return reply, nil
	})
	require.NoError(t, err)
	assert.Equal(t, made("0", "stop", `{}`), given[0].ToolCalls[0])
	scribble(reply.Calls)
	assert.Equal(t, `{"room":"den"}`, string(turn.Calls[0].Arguments))

	out, err := c.Execute(t.Context(), turn, nil, nil, func(_ context.Context, call toolcall.Call, _ *jarvis.Request) (*jarvis.Response, error) {
		scribble([]toolcall.Call{call})
		return jarvis.Final(nil), nil
	})
	require.NoError(t, err)
	scribble(turn.Calls)
	want := made("1", "light", `{"room":"den"}`)
	assert.Equal(t, want, turn.Messages[2].ToolCalls[0])
	assert.Equal(t, want, out.Executed[0].Call)
	scribble(turn.Messages[2].ToolCalls)
	scribble(turn.Messages[0].ToolCalls)
	assert.Equal(t, want, out.Messages[2].ToolCalls[0])
	assert.Equal(t, made("0", "stop", `{}`), given[0].ToolCalls[0])
}

// Structured calls that only Native would read are not lost without a word.
func TestRunStructuredInTextMode(t *testing.T) {
	c := toolcall.Retry{Tools: commands(t, rooms), Parser: toolcall.Parser{Format: toolcall.Jarvis}}
	run := func(reply toolcall.Reply) (*toolcall.Turn, error) {
		return c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) { return reply, nil })
	}
	for _, content := range []string{"", " \n", "Sure."} {
		turn, err := run(toolcall.Reply{Content: content, Calls: []toolcall.Call{light("den")}})
		assert.Nil(t, turn)
		assert.EqualError(t, err, "toolcall: the reply has structured calls that its text does not have; set Retry.Native, or give the assistant a provider with native tools")
	}
	both := modes[0].reply(light("den"))
	both.Calls = []toolcall.Call{light("den")}
	turn, err := run(both)
	require.NoError(t, err)
	assert.Len(t, turn.Calls, 1)
	turn, err = run(toolcall.Reply{})
	require.NoError(t, err)
	assert.Equal(t, toolcall.StopComplete, turn.Stop)
}

func TestRunTextIDs(t *testing.T) {
	const one = `<|tool_call_begin|>functions.light:0<|tool_call_argument_begin|>{"room":"den"}<|tool_call_end|>`
	c := toolcall.Retry{Tools: commands(t, rooms), Parser: toolcall.Parser{Format: toolcall.KimiK2}}
	turn, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) {
		return toolcall.Reply{Content: `<|tool_calls_section_begin|>` + one + one + `<|tool_calls_section_end|>`}, nil
	})
	require.NoError(t, err)
	require.Len(t, turn.Calls, 2)
	assert.Equal(t, "functions.light:0", turn.Calls[0].ID)
	assert.NotEqual(t, turn.Calls[0].ID, turn.Calls[1].ID)
}

func TestMissingFunctions(t *testing.T) {
	fine := func(context.Context, toolcall.Call, *jarvis.Request) (*jarvis.Response, error) {
		return jarvis.Final(nil), nil
	}
	refuse := func(context.Context, toolcall.Call, *jarvis.Request) (*jarvis.Response, error) {
		return jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", ValidValues: []string{"den"}}), nil
	}
	for _, m := range modes {
		c := m.retry(t)
		c.Tools = commands(t, rooms)
		_, err := c.Run(t.Context(), nil, nil)
		assert.EqualError(t, err, "toolcall: ask is nil")

		for _, none := range []*toolcall.Turn{nil, {Stop: toolcall.StopToolCalls}} {
			out, err := c.Execute(t.Context(), none, nil, nil, fine)
			assert.EqualError(t, err, "toolcall: the turn is none that Run has returned")
			require.NotNil(t, out)
			assert.Equal(t, toolcall.StopError, out.Stop)
		}

		turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(light("attic"))}}).ask)
		require.NoError(t, err)
		out, err := c.Execute(t.Context(), turn, nil, nil, nil)
		assert.EqualError(t, err, "toolcall: execute is nil")
		assert.Equal(t, toolcall.StopError, out.Stop)
		assert.NotContains(t, out.Messages[len(out.Messages)-1].Content, "unknown", "nothing has begun")
		_, err = c.Execute(t.Context(), turn, nil, nil, fine)
		assert.NoError(t, err, "nobody has to be asked")
		_, err = c.Execute(t.Context(), turn, nil, nil, refuse)
		assert.EqualError(t, err, "toolcall: ask is nil")
	}
	result := toolcall.Executed{Call: made("1", "f", "")}.Result()
	assert.Equal(t, jarvis.ToolError("1", "There is no result."), result)
}

func TestPanics(t *testing.T) {
	cause := errors.New("boom")
	for _, m := range modes {
		c := m.retry(t)
		c.Tools = commands(t, rooms)
		var panicked *jarvis.PanicError
		_, err := c.Run(t.Context(), nil, func(context.Context, []toolcall.Message) (toolcall.Reply, error) { panic(cause) })
		assert.EqualError(t, err, "toolcall: ask: the model's function panicked: boom")
		assert.ErrorIs(t, err, cause)
		require.ErrorAs(t, err, &panicked)
		assert.NotEmpty(t, panicked.Stack)

		turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(stop, light("den"), stop)}}).ask)
		require.NoError(t, err)
		out, err := c.Execute(t.Context(), turn, nil, nil, func(_ context.Context, call toolcall.Call, _ *jarvis.Request) (*jarvis.Response, error) {
			if call.Name == "light" {
				panic(cause)
			}
			return jarvis.Final(nil), nil
		})
		assert.EqualError(t, err, `toolcall: execute "light": command "light" panicked: boom`)
		assert.ErrorIs(t, err, cause)
		require.ErrorAs(t, err, &panicked)
		assert.Equal(t, "light", panicked.Command)
		assert.Len(t, out.Executed, 1)
		assert.Equal(t, toolcall.StopError, out.Stop)
		assert.Empty(t, toolcall.Unanswered(out.Messages))
	}
}
