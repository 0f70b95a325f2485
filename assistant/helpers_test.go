// What all tests of the package need: a home with commands, a model that answers by script, and the checks after each turn.

package assistant_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// mode is a way in which models make calls.
type mode struct {
	name   string
	native bool
	format toolcall.Format
}

// modes are the structured calls of native mode, and two forms of text: tags and the envelope.
var modes = []mode{{"native", true, ""}, {"tags", false, toolcall.Hermes}, {"envelope", false, toolcall.Jarvis}}

// eachMode runs a test in all modes.
func eachMode(t *testing.T, test func(t *testing.T, m mode)) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) { test(t, m) })
	}
}

func (m mode) model() prompt.Model {
	sections := []prompt.Section{prompt.TextSection("who", "You are Jarvis."), prompt.DatesSection()}
	if !m.native {
		sections = append(sections, prompt.ToolsTagSection(prompt.ToolOptions{}))
	}
	model := prompt.Model{Name: "Test", Sections: sections, Native: m.native, Format: m.format}
	if m.format == toolcall.Jarvis {
		model.ResponseFormat = prompt.EnvelopeFormat()
	}
	return model
}

// made is a call.
func made(name, args string) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{Name: name, Arguments: json.RawMessage(args)}}
}

// failing is a call with the model's words for its failure. Native mode has no place for them.
func failing(name, args, message string) toolcall.Call {
	c := made(name, args)
	c.FailureMessage = message
	return c
}

// calls is an answer that makes calls.
func (m mode) calls(calls ...toolcall.Call) llmtest.Step { return m.answer("", calls...) }

// say is an answer in words.
func (m mode) say(text string) llmtest.Step { return m.answer(text) }

// answer is an answer with words and calls, written as models of the mode write it.
func (m mode) answer(text string, calls ...toolcall.Call) llmtest.Step {
	if m.native {
		return llmtest.SayAndCall(text, calls...)
	}
	return llmtest.Say(m.text(text, calls...))
}

// think is an answer with thinking before it.
func (m mode) think(thought, text string, calls ...toolcall.Call) llmtest.Step {
	thought = "<think>" + thought + "</think>\n"
	if m.native {
		return llmtest.SayAndCall(thought+text, calls...)
	}
	return llmtest.Say(thought + m.text(text, calls...))
}

func (m mode) text(text string, calls ...toolcall.Call) string {
	list := make([]string, len(calls))
	for i, c := range calls {
		list[i] = fmt.Sprintf(`{"name": %q, "arguments": %s`, c.Name, c.Arguments)
		if c.FailureMessage != "" {
			list[i] += fmt.Sprintf(`, "failure_message": %q`, c.FailureMessage)
		}
		list[i] += "}"
	}
	if m.name == "envelope" {
		said, _ := json.Marshal(text)
		return fmt.Sprintf(`{"message": %s, "tool_calls": [%s], "error": null}`, said, strings.Join(list, ", "))
	}
	for i := range list {
		list[i] = "<tool_call>\n" + list[i] + "\n</tool_call>"
	}
	return strings.TrimSpace(text + "\n" + strings.Join(list, "\n"))
}

// home is a conversation with what belongs to it.
type home struct {
	t      *testing.T
	mode   mode
	script *llmtest.Script
	engine *assistant.Engine
	conv   *assistant.Conversation
	log    *bytes.Buffer
	start  assistant.Start

	answers  map[string]func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) // of commands and server tools
	ran      []string                                                                  // name and arguments
	requests []jarvis.Request                                                          // that they got
	checks   map[string][]jarvis.ValidationResult                                      // what the validation of a command says

	spoken   string // since the last Retract
	events   []string
	sent     []llm.Request // that nobody has looked at
	narrowed bool          // the system prompt may differ from turn to turn
}

// params has required texts of these names.
func params(names ...string) *jarvis.Parameters {
	b := jarvis.NewParameters()
	for _, name := range names {
		b.RequiredString(name, "The "+name)
	}
	return b.MustBuild()
}

// command is a command of the home.
func (h *home) command(name string, params *jarvis.Parameters, hooks ...jarvis.Hooks[jarvis.Values]) jarvis.Command {
	if len(hooks) == 0 {
		hooks = []jarvis.Hooks[jarvis.Values]{{Validate: func(context.Context, *jarvis.Request, jarvis.Values) ([]jarvis.ValidationResult, error) {
			results := h.checks[name]
			if len(results) > 0 {
				h.checks[name] = results[1:]
				return results[:1], nil
			}
			return nil, nil
		}}}
	}
	return jarvis.MustFunc(jarvis.Spec{Name: name, Description: "Does " + name + "."}, params, func(_ context.Context, req *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		text, err := json.Marshal(args)
		require.NoError(h.t, err)
		h.ran, h.requests = append(h.ran, name+string(text)), append(h.requests, *req)
		if answer := h.answers[name]; answer != nil {
			return answer(req, args)
		}
		return jarvis.Final(map[string]any{"state": "ok"}), nil
	}, hooks...)
}

// registry holds commands.
func registry(t *testing.T, commands ...jarvis.Command) *jarvis.Registry {
	r := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.DiscardHandler)))
	for _, c := range commands {
		require.NoError(t, r.Register(c))
	}
	return r
}

// clientTool is a tool that the caller executes.
func clientTool(name string, params *jarvis.Parameters) prompt.Tool {
	return prompt.Tool{Name: name, Description: "Does " + name + " elsewhere.", Parameters: params.Schema()}
}

// setup changes what a home is made of.
type setup func(h *home, c *assistant.Config, s *assistant.Start)

// newHome starts a conversation: light(room) and lock(door) are commands, recall(topic) is a server tool, tv(channel) is the
// caller's.
func newHome(t *testing.T, m mode, change setup, steps ...llmtest.Step) *home {
	t.Helper()
	h := &home{
		t: t, mode: m, script: llmtest.NewScript(steps...), log: &bytes.Buffer{},
		answers: map[string]func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error){}, checks: map[string][]jarvis.ValidationResult{},
	}
	config := assistant.Config{
		Provider: prompt.New(m.model()), Client: h.script, Logger: slog.New(slog.NewTextHandler(h.log, nil)),
		Commands:    registry(t, h.command("light", params("room")), h.command("lock", params("door"))),
		ServerTools: registry(t, h.command("recall", params("topic"))),
		Clock:       func() time.Time { return time.Date(2026, 10, 6, 14, 0, 0, 0, time.UTC) },
	}
	h.start = assistant.Start{ID: "c1", ClientTools: []prompt.Tool{clientTool("tv", params("channel"))}}
	if change != nil {
		change(h, &config, &h.start)
	}
	h.start.Listener = h.listener()
	config.Client = recorder{h, config.Client}
	var err error
	h.engine, err = assistant.New(config)
	require.NoError(t, err)
	h.conv, err = h.engine.Start(h.start)
	require.NoError(t, err)
	return h
}

func (h *home) listener() assistant.Listener {
	return assistant.Listener{
		Speech: func(text string) {
			assert.NotEmpty(h.t, text)
			h.spoken += text
			for _, mark := range unspeakable {
				assert.NotContains(h.t, h.spoken, mark, "nobody is told such, not even to take it back")
			}
		},
		Retract:  func() { h.spoken = ""; h.events = append(h.events, "retract") },
		Retrying: func(told string) { h.events = append(h.events, "retrying "+told) },
		Calling:  func(c toolcall.Call) { h.events = append(h.events, "calling "+c.Name+string(c.Arguments)) },
		Called: func(e toolcall.Executed) {
			h.events = append(h.events, fmt.Sprintf("called %s %t", e.Call.Name, e.Response.Success))
		},
	}
}

// say holds a turn that has to go well.
func (h *home) say(text string) *assistant.Result {
	h.t.Helper()
	res, err := h.try(text)
	require.NoError(h.t, err)
	return res
}

// try holds a turn.
func (h *home) try(text string) (*assistant.Result, error) {
	h.t.Helper()
	return h.turn(func() (*assistant.Result, error) {
		return h.conv.Say(h.t.Context(), assistant.Utterance{Text: text})
	})
}

// resume goes on with a result for each of the calls.
func (h *home) resume(results ...toolcall.Executed) *assistant.Result {
	h.t.Helper()
	res, err := h.tryResume(results...)
	require.NoError(h.t, err)
	return res
}

func (h *home) tryResume(results ...toolcall.Executed) (*assistant.Result, error) {
	h.t.Helper()
	return h.turn(func() (*assistant.Result, error) { return h.conv.Continue(h.t.Context(), results...) })
}

// resultOf is what a caller says of a call.
func resultOf(c toolcall.Call, resp *jarvis.Response) toolcall.Executed {
	return toolcall.Executed{Call: c, Response: resp}
}

// turn holds a turn and checks all that is always so after one.
func (h *home) turn(do func() (*assistant.Result, error)) (*assistant.Result, error) {
	h.t.Helper()
	before, question := h.conv.Messages(), h.conv.Question()
	h.spoken = ""
	res, err := do()
	require.NotNil(h.t, res)
	for _, req := range h.sent {
		h.checkRequest(req)
	}
	h.sent = nil
	messages := h.conv.Messages()
	if err != nil {
		assert.Equal(h.t, toolcall.StopError, res.Stop)
		assert.NotEmpty(h.t, res.Code)
		canceled := errors.Is(err, context.Canceled)
		misused := errors.Is(err, assistant.ErrEmpty) || errors.Is(err, assistant.ErrNotPending)
		assert.Equal(h.t, canceled || misused, res.Text == "", "there are words for the user, unless nobody waits for them")
		assert.Equal(h.t, canceled, res.Code == assistant.CodeCanceled)
		assert.Empty(h.t, h.spoken)
		assert.Equal(h.t, before, messages, "an error changes nothing")
		assert.Equal(h.t, question, h.conv.Question(), "an error changes nothing")
		return res, err
	}
	assert.Equal(h.t, res.Text, h.spoken, "what was spoken")
	h.checkMessages(res, messages)
	return res, nil
}

// recorder keeps the requests for the checks after a turn.
type recorder struct {
	h     *home
	asked llm.Client
}

func (r recorder) Chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	kept := *req
	kept.Messages = slices.Clone(req.Messages)
	r.h.sent = append(r.h.sent, kept)
	return r.asked.Chat(ctx, req)
}

// request returns the nth request of the script, from 0.
func (h *home) request(n int) llm.Request {
	h.t.Helper()
	all := h.script.Requests()
	require.Greater(h.t, len(all), n, "requests")
	return all[n]
}

// told is all that the nth request says behind the system prompt, a line for each message.
func (h *home) told(n int) string {
	h.t.Helper()
	var b strings.Builder
	for _, m := range h.request(n).Messages[1:] {
		fmt.Fprintf(&b, "%s%s: %s\n", m.Role, m.ToolCallID, m.Content)
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "call %s: %s%s\n", c.ID, c.Name, c.Arguments)
		}
	}
	return b.String()
}

// answer sets what a command answers.
func (h *home) answer(name string, resp *jarvis.Response) {
	h.answers[name] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return resp, nil }
}

// message is a response with words of its own.
func message(text string) *jarvis.Response { return jarvis.Final(map[string]any{"message": text}) }

// toolNames are the names of tools in their order.
func toolNames(tools []prompt.Tool) string {
	list := make([]string, len(tools))
	for i, t := range tools {
		list[i] = t.Name
	}
	return strings.Join(list, " ")
}
