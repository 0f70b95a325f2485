// The built-in providers: a turn with each, in the form in which its model writes calls.

package assistant_test

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Every built-in provider holds a conversation: a refused call, the right one, words, and a second turn.
func TestBuiltinProviders(t *testing.T) {
	for _, p := range prompt.Builtin() {
		t.Run(p.Name(), func(t *testing.T) {
			complete := prompt.WithDefaults(p)
			m := mode{p.Name(), complete.SupportsNativeTools(), complete.Parser().Format}
			call := func(args string) llmtest.Step {
				if m.native {
					return llmtest.Call("light", args)
				}
				text, err := complete.TrainingCompletion(made("light", args))
				require.NoError(t, err)
				return llmtest.Say(text)
			}
			change := func(_ *home, c *assistant.Config, _ *assistant.Start) { c.Provider = p }
			h := newHome(t, m, change, call(`{"rom":"den"}`), call(`{"room":"attic"}`), call(`{"room":"den"}`), llmtest.Say("It is on."), call(`{"room":"hall"}`), llmtest.Say("Also on."))
			h.checks["light"] = refusedRoom("den", "hall")
			res := h.say("Light on")
			assert.Equal(t, "It is on.", res.Text)
			assert.Equal(t, 2, res.Retries)
			assert.Equal(t, "Also on.", h.say("The hall too").Text)
			assert.Equal(t, []string{`light{"room":"den"}`, `light{"room":"hall"}`}, h.ran)
			h.script.Check(t)
		})
	}
}

// rewriting is a provider whose model writes calls in a form of its own, which only it can read.
type rewriting struct {
	prompt.Complete
	panics bool
}

func (p rewriting) ParseResponse(raw string) (string, bool) {
	if p.panics {
		panic("boom")
	}
	if raw == "light den" {
		return `{"message":"","tool_calls":[{"name":"light","arguments":{"room":"den"}}]}`, true
	}
	return raw, true
}

func TestParseResponse(t *testing.T) {
	for _, m := range []mode{modes[0], modes[2]} {
		t.Run(m.name, func(t *testing.T) {
			change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
				c.Provider = rewriting{prompt.New(m.model()), m.native} // native mode never asks it
			}
			first := llmtest.Say("light den")
			if m.native {
				first = m.calls(made("light", `{"room":"den"}`))
			}
			h := newHome(t, m, change, first, llmtest.Say("It is on."))
			assert.Equal(t, "It is on.", h.say("Light on").Text)
			assert.Equal(t, []string{`light{"room":"den"}`}, h.ran)
		})
	}
	t.Run("panics", func(t *testing.T) {
		h := newHome(t, modes[2], func(_ *home, c *assistant.Config, _ *assistant.Start) {
			c.Provider = rewriting{prompt.New(modes[2].model()), true}
		}, llmtest.Say("Hello."))
		_, err := h.try("Hello")
		var panicked *jarvis.PanicError
		require.ErrorAs(t, err, &panicked)
	})
}

// A whole conversation over HTTP, with answers that stream.
func TestOverHTTP(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		script := llmtest.NewScript(m.calls(made("light", `{"room":"den"}`)), m.say("It is on."), llmtest.Fail(&llm.StatusError{Status: 400, Message: "no"}), m.say("Bye."))
		server, err := llmtest.Start(script)
		require.NoError(t, err)
		t.Cleanup(func() { _ = server.Close() })
		client, err := llm.NewOpenAI(llm.Config{BaseURL: server.URL()})
		require.NoError(t, err)
		h := newHome(t, m, func(_ *home, c *assistant.Config, _ *assistant.Start) { c.Client, c.Model = client, "small" })
		assert.Equal(t, "It is on.", h.say("Light on").Text)
		_, err = h.try("And now?")
		var status *llm.StatusError
		require.ErrorAs(t, err, &status)
		assert.Equal(t, "Bye.", h.say("Bye").Text)
	})
}

// A model whose template takes one system message gets no other over the wire, whatever is told to it: retries, results, what
// was executed before an error, a nudge of the guard, and what is known of the moment.
func TestOneSystemMessageOverHTTP(t *testing.T) {
	p, err := prompt.BuiltinRegistry().Lookup("Mistral7bMediumUntrained")
	require.NoError(t, err)
	complete := prompt.WithDefaults(p)
	require.True(t, complete.SystemOnce())
	call := func(name, args string) llmtest.Step {
		text, err := complete.TrainingCompletion(made(name, args))
		require.NoError(t, err)
		return llmtest.Say(text)
	}
	script := llmtest.NewScript(
		call("light", `{"rom":"den"}`), call("light", `{"room":"attic"}`), call("light", `{"room":"den"}`), llmtest.Say("It is on."),
		call("tv", `{"channel":"1"}`), llmtest.Say("The TV is on."),
		call("lock", `{"door":"front"}`), llmtest.Fail(&llm.StatusError{Status: 400, Message: "no"}),
		llmtest.Say("Sure."), llmtest.Say("Hello."),
		call("light", `{"room":"loft"}`), call("light", `{"room":"hall"}`), llmtest.Say("Done."))
	server := httptest.NewServer(llmtest.Handler(script))
	t.Cleanup(server.Close)
	client, err := llm.NewOpenAI(llm.Config{BaseURL: server.URL + "/v1"})
	require.NoError(t, err)
	change := func(_ *home, c *assistant.Config, _ *assistant.Start) {
		c.Provider, c.Client, c.Model = p, client, "small"
		c.Guard = func(d assistant.Draft) string {
			if d.Text == "Sure." {
				return "Make the call."
			}
			return ""
		}
	}
	h := newHome(t, mode{p.Name(), false, complete.Parser().Format}, change)
	h.script = script
	h.checks["light"] = refusedRoom("den", "hall")
	assert.Equal(t, "It is on.", h.say("Light on").Text)
	res := h.say("TV on")
	assert.Equal(t, "The TV is on.", h.resume(resultOf(res.Calls[0], message("on"))).Text)
	_, err = h.try("Lock the door")
	require.Error(t, err)
	assert.Equal(t, "Hello.", h.say("Hello").Text)
	h.checks["light"] = refusedRoom()
	require.NotNil(t, h.say("Light on").Question)
	assert.Equal(t, "Done.", h.say("the hall").Text)
	script.Check(t)
	for n := range script.Requests() {
		var last toolcall.Role
		for i, msg := range h.request(n).Messages {
			assert.Equal(t, i == 0, msg.Role == toolcall.RoleSystem, "request %d message %d", n, i)
			assert.NotEqual(t, last, msg.Role, "request %d message %d", n, i)
			assert.NotEmpty(t, msg.Content)
			last = msg.Role
		}
		assert.Equal(t, toolcall.RoleUser, last, "request %d", n)
	}
	for n, text := range map[int]string{1: "INVALID_PARAM_RETRY", 2: "must be one of", 3: `"state":"ok"`, 8: `lock {"door": "front"}: {"success":true`, 9: "Make the call.", 11: "the hall"} {
		assert.Contains(t, h.told(n), text)
	}
}
