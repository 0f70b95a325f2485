// Script and Model in process.

package llmtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

var (
	_ llm.Client = llmtest.Model(nil)
	_ llm.Client = (*llmtest.Script)(nil)
)

// asks is a request with one message of the user.
func asks(text string) *llm.Request {
	return &llm.Request{Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: text}}}
}

// call is a structured call.
func call(id, name, args string) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{ID: id, Name: name, Arguments: json.RawMessage(args)}}
}

func TestScriptAnswersInOrder(t *testing.T) {
	sunny := llm.Reply{Content: "Sunny, 21 °C.", Reasoning: "It is May.", Finish: llm.FinishLength, Model: "own", Usage: llm.Usage{Prompt: 5, Completion: 4, Total: 9}}
	script := llmtest.NewScript(
		llmtest.Say("Good morning!"),
		llmtest.Call("get_weather", `{"city":"Köln"}`),
		llmtest.SayAndCall("One moment.", call("mine", "set_timer", `{"minutes":3}`), call("", "lights_off", "")),
		llmtest.Calls(call("", "broken", `{"city":`)),
		llmtest.Do(func(*llm.Request) (*llm.Reply, error) { return &sunny, nil }),
		llmtest.Step{},
	)
	want := []llm.Reply{
		{Content: "Good morning!", Finish: llm.FinishStop, Model: "scripted"},
		{Calls: []toolcall.Call{call("call_1", "get_weather", `{"city":"Köln"}`)}, Finish: llm.FinishToolCalls, Model: "scripted"},
		{Content: "One moment.", Calls: []toolcall.Call{call("mine", "set_timer", `{"minutes":3}`), call("call_2", "lights_off", "")}, Finish: llm.FinishToolCalls, Model: "scripted"},
		{Calls: []toolcall.Call{call("call_3", "broken", `{"city":`)}, Finish: llm.FinishToolCalls, Model: "scripted"},
		sunny,
		{Finish: llm.FinishStop, Model: "scripted"},
	}
	for i, w := range want {
		assert.Equal(t, len(want)-i, script.Left())
		got, err := script.Chat(t.Context(), asks("Hello"))
		require.NoError(t, err)
		assert.Equal(t, &w, got)
	}
	assert.Zero(t, script.Left())
}

func TestScriptGivesIDsThatTheTranscriptHasNot(t *testing.T) {
	script := llmtest.NewScript(llmtest.Calls(call("", "a", "{}"), call("call_3", "b", "{}"), call("", "c", "{}")))
	req := asks("Go on")
	req.Messages = append(req.Messages, toolcall.Message{Role: toolcall.RoleAssistant, ToolCalls: []toolcall.Call{call("call_1", "a", "{}")}})
	reply, err := script.Chat(t.Context(), req)
	require.NoError(t, err)
	assert.Equal(t, []string{"call_2", "call_3", "call_4"}, ids(reply.Calls))
}

func ids(calls []toolcall.Call) []string {
	var ids []string
	for _, c := range calls {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestStepsCanBeTakenAgain(t *testing.T) {
	given := []toolcall.Call{call("", "a", `{"n":1}`)}
	step := llmtest.Calls(given...)
	given[0].Arguments[0] = '!'
	script := llmtest.NewScript(step, step)
	first, err := script.Chat(t.Context(), asks("Twice"))
	require.NoError(t, err)
	first.Calls[0].Arguments[0] = '?'
	second, err := script.Chat(t.Context(), asks("Twice"))
	require.NoError(t, err)
	assert.Equal(t, call("call_2", "a", `{"n":1}`), second.Calls[0])
}

func TestScriptNamesTheModelOfTheRequest(t *testing.T) {
	req := asks("Who are you?")
	req.Model = "small"
	reply, err := llmtest.NewScript(llmtest.Say("I am small.")).Chat(t.Context(), req)
	require.NoError(t, err)
	assert.Equal(t, "small", reply.Model)
}

func TestScriptOver(t *testing.T) {
	for name, tt := range map[string]struct {
		script *llmtest.Script
		req    *llm.Request
		want   llmtest.ScriptOverError
		text   string
	}{
		"no steps":         {&llmtest.Script{}, asks("Hello"), llmtest.ScriptOverError{LastUser: "Hello"}, `llmtest: the script is over: it has 0 steps, and there is one more request, with the last user message "Hello"`},
		"no user":          {llmtest.NewScript(), &llm.Request{}, llmtest.ScriptOverError{}, "llmtest: the script is over: it has 0 steps, and there is one more request, without a user message"},
		"a long message":   {llmtest.NewScript(), asks(strings.Repeat("é", 200)), llmtest.ScriptOverError{LastUser: strings.Repeat("é", 120) + "…"}, ""},
		"the last of them": {llmtest.NewScript(), &llm.Request{Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "one"}, {Role: toolcall.RoleUser, Content: "two"}, {Role: toolcall.RoleSystem, Content: "three"}}}, llmtest.ScriptOverError{LastUser: "two"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			reply, err := tt.script.Chat(t.Context(), tt.req)
			assert.Nil(t, reply)
			var over *llmtest.ScriptOverError
			require.ErrorAs(t, err, &over)
			assert.Equal(t, tt.want, *over)
			if tt.text != "" {
				assert.EqualError(t, err, tt.text)
			}
			assert.Len(t, tt.script.Requests(), 1)
			assert.Zero(t, tt.script.Left())
		})
	}
}

// spy notes what a test is told.
type spy struct{ helped, failed []string }

func (s *spy) Helper() { s.helped = append(s.helped, "") }
func (s *spy) Errorf(format string, args ...any) {
	s.failed = append(s.failed, fmt.Sprintf(format, args...))
}

func TestScriptCheck(t *testing.T) {
	for name, tt := range map[string]struct {
		asked int
		want  []string
	}{
		"two left":     {0, []string{"llmtest: the script has 2 of its 2 steps left"}},
		"one left":     {1, []string{"llmtest: the script has 1 of its 2 steps left"}},
		"all taken":    {2, nil},
		"one too many": {3, []string{"llmtest: 1 request came after the script was over; it has 2 steps"}},
	} {
		t.Run(name, func(t *testing.T) {
			script := llmtest.NewScript(llmtest.Say("a"), llmtest.Say("b"))
			for range tt.asked {
				_, _ = script.Chat(t.Context(), asks("Hello"))
			}
			var s spy
			script.Check(&s)
			assert.Equal(t, tt.want, s.failed)
			assert.Len(t, s.helped, 1)
		})
	}
	script := llmtest.NewScript()
	script.Check(t) // *testing.T is a TB
}

func TestScriptKeepsCopiesOfRequests(t *testing.T) {
	warm := 0.4
	full := func() *llm.Request {
		return &llm.Request{
			Model: "small", Tools: json.RawMessage(`[1]`), ToolChoice: json.RawMessage(`"auto"`), ResponseFormat: json.RawMessage(`{}`),
			Temperature: new(warm), MaxTokens: 256,
			Messages: []toolcall.Message{{Role: toolcall.RoleAssistant, Content: "a", ToolCalls: []toolcall.Call{call("1", "x", `{}`)}}},
		}
	}
	spoil := func(r *llm.Request) {
		r.Tools[0], r.ToolChoice[0], r.ResponseFormat[0], *r.Temperature = '!', '!', '!', 9
		r.Messages[0].Content, r.Messages[0].ToolCalls[0].Arguments[0] = "!", '!'
	}
	script := llmtest.NewScript(llmtest.Do(func(req *llm.Request) (*llm.Reply, error) {
		assert.Equal(t, full(), req, "and no OnDelta")
		spoil(req)
		return &llm.Reply{}, nil
	}))
	req := full()
	req.OnDelta = func(llm.Delta) error { return nil }
	_, err := script.Chat(t.Context(), req)
	require.NoError(t, err)
	req.OnDelta = nil
	assert.Equal(t, full(), req, "what a step does stays with it")
	spoil(req)
	kept := script.Requests()
	require.Len(t, kept, 1)
	assert.Equal(t, *full(), kept[0])
	spoil(&kept[0])
	assert.Equal(t, *full(), script.Requests()[0])
}

func TestErrorsOfSteps(t *testing.T) {
	broken := errors.New("the model is broken")
	for name, tt := range map[string]struct {
		step llmtest.Step
		want error
	}{
		"Fail":               {llmtest.Fail(broken), broken},
		"Do":                 {llmtest.Do(func(*llm.Request) (*llm.Reply, error) { return nil, broken }), broken},
		"Do with both":       {llmtest.Do(func(*llm.Request) (*llm.Reply, error) { return &llm.Reply{Content: "a"}, broken }), broken},
		"Fail after a Delay": {llmtest.Delay(-1, llmtest.Fail(broken)), broken},
	} {
		t.Run(name, func(t *testing.T) {
			reply, err := llmtest.NewScript(tt.step).Chat(t.Context(), asks("Hello"))
			assert.Nil(t, reply)
			assert.Same(t, tt.want, err)
		})
	}
	nothing := llmtest.Model(func(context.Context, *llm.Request) (*llm.Reply, error) { return nil, nil })
	for name, client := range map[string]llm.Client{"no reply": nothing, "no function": llmtest.Model(nil), "Fail without an error": llmtest.NewScript(llmtest.Fail(nil))} {
		reply, err := client.Chat(t.Context(), asks("Hello"))
		assert.Nil(t, reply, name)
		assert.Error(t, err, name)
	}
}

func TestDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		script := llmtest.NewScript(llmtest.Delay(time.Minute, llmtest.Call("a", "{}")), llmtest.Delay(time.Hour, llmtest.Say("late")))
		reply, err := script.Chat(t.Context(), asks("Hello"))
		require.NoError(t, err)
		assert.Equal(t, []string{"call_1"}, ids(reply.Calls))
		assert.Equal(t, time.Minute, time.Since(start))

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = script.Chat(ctx, asks("Hello"))
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, time.Minute+time.Second, time.Since(start))
		assert.Zero(t, script.Left())
	})
}

func TestEndedContextTakesNoStep(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	script := llmtest.NewScript(llmtest.Say("a"))
	_, err := script.Chat(ctx, asks("Hello"))
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, script.Requests())
	assert.Equal(t, 1, script.Left())

	_, err = llmtest.Model(func(context.Context, *llm.Request) (*llm.Reply, error) { return &llm.Reply{}, nil }).Chat(ctx, asks("Hello"))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestContextThatEndsMeanwhile(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	script := llmtest.NewScript(llmtest.Do(func(*llm.Request) (*llm.Reply, error) {
		cancel()
		return nil, errors.New("of the connection")
	}))
	_, err := script.Chat(ctx, asks("Hello"))
	assert.Equal(t, context.Canceled, err)
}

// deltas asks with OnDelta and returns the pieces, reasoning marked with a >.
func deltas(t *testing.T, client llm.Client) []string {
	t.Helper()
	var told []string
	req := asks("Tell me")
	req.OnDelta = func(d llm.Delta) error {
		if d.Reasoning != "" {
			d.Content += ">" + d.Reasoning
		}
		told = append(told, d.Content)
		return nil
	}
	_, err := client.Chat(t.Context(), req)
	require.NoError(t, err)
	return told
}

func TestPieces(t *testing.T) {
	say := func(piece int, text string) llm.Client {
		script := llmtest.NewScript(llmtest.Say(text))
		script.Piece = piece
		return script
	}
	thought := llmtest.Model(func(context.Context, *llm.Request) (*llm.Reply, error) {
		return &llm.Reply{Reasoning: "Hmm. Well.", Content: "Yes, it is."}, nil
	})
	for name, tt := range map[string]struct {
		client llm.Client
		want   []string
	}{
		"the default":          {say(0, "Lights on."), []string{"Ligh", "ts o", "n."}},
		"below zero":           {say(-1, "Lights"), []string{"Ligh", "ts"}},
		"one by one":           {say(1, "aé世🙂"), []string{"a", "é", "世", "🙂"}},
		"exactly full":         {say(2, "é世🙂!"), []string{"é世", "🙂!"}},
		"longer than all":      {say(99, "aé"), []string{"aé"}},
		"empty":                {say(3, ""), nil},
		"no UTF-8":             {say(2, "a\xff\xfeb\xe4"), []string{"a\xff", "\xfeb", "\xe4"}},
		"reasoning goes first": {thought, []string{">Hmm.", "> Wel", ">l.", "Yes,", " it ", "is."}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, deltas(t, tt.client)) })
	}
}

func FuzzPieces(f *testing.F) {
	for _, seed := range []string{"", "Licht an 💡", "\xff\xc3"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		script := llmtest.NewScript(llmtest.Say(text))
		script.Piece = size
		told := deltas(t, script)
		assert.Equal(t, text, strings.Join(told, ""))
		if size <= 0 {
			size = 4
		}
		for i, piece := range told {
			assert.True(t, !utf8.ValidString(text) || utf8.ValidString(piece))
			if i < len(told)-1 {
				assert.Equal(t, size, utf8.RuneCountInString(piece))
			}
		}
	})
}

func TestOnDeltaEndsTheReply(t *testing.T) {
	enough := errors.New("enough")
	for name, reply := range map[string]llm.Reply{"content": {Content: "one two three"}, "reasoning": {Reasoning: "one two three"}} {
		model := llmtest.Model(func(context.Context, *llm.Request) (*llm.Reply, error) { return &reply, nil })
		told := 0
		req := asks("Count")
		req.OnDelta = func(llm.Delta) error { told++; return enough }
		got, err := model.Chat(t.Context(), req)
		assert.Nil(t, got, name)
		assert.ErrorIs(t, err, enough, name)
		assert.Equal(t, 1, told, name)

		ctx, cancel := context.WithCancel(t.Context())
		req.OnDelta = func(llm.Delta) error { cancel(); return nil }
		_, err = model.Chat(ctx, req)
		assert.Equal(t, context.Canceled, err, name)
	}
}

func TestScriptAtOnce(t *testing.T) {
	const n = 50
	steps := slices.Repeat([]llmtest.Step{llmtest.Delay(time.Microsecond, llmtest.Call("count", "{}"))}, n)
	script := llmtest.NewScript(steps...)
	seen := make(chan string, n)
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			reply, err := script.Chat(t.Context(), asks("Now"))
			if assert.NoError(t, err) {
				seen <- reply.Calls[0].ID
			}
			script.Requests()
			script.Left()
		})
	}
	all.Wait()
	close(seen)
	different := map[string]bool{}
	for id := range seen {
		different[id] = true
	}
	assert.Len(t, different, n)
	script.Check(t)
}
