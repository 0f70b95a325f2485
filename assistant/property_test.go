// Random conversations: whatever models, commands and callers do, the transcript stays valid, nothing panics, and no call is lost.

package assistant_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// chaos is a model, commands and a caller that do anything.
type chaos struct {
	*rand.Rand
	mode    mode
	h       *home
	n       int     // calls so far, so that each can be told from the others
	answers []reply // of the turn
	first   string  // what its first request says
	all     string  // what all of them say
}

// reply is an answer of the model.
type reply struct {
	keys []string // of its calls
	pick bool     // the model was asked for one call again
	next string   // the last message of the next request
}

func (c *chaos) chance(percent int) bool { return c.IntN(100) < percent }

func pickOf[T any](c *chaos, list ...T) T { return list[c.IntN(len(list))] }

// words are an answer in words.
func (c *chaos) words() string {
	var b strings.Builder
	for range c.IntN(5) {
		b.WriteString(pickOf(c, "It is sunny. ", "Zürich ", "🌧 ", "<think>hm, {\"a\": 1}</think>", "<|im_end|>", "<tool", " ", "\n\n", "[1] ", "</s>", "`x` ", "<think>never closed",
			"<exchange_complete/>", "<message>Hi</message>", "One, two.", "<tool_call>{}</tool_call>"))
	}
	switch c.IntN(20) {
	case 0:
		b.WriteString("<not_for_me/>")
	case 1, 2:
		b.WriteString(pickOf(c, "{", "{\"a\": 1}", "[1, 2]", "{\"name\": \"light\""))
	}
	return b.String()
}

// call is one call, right or wrong.
func (c *chaos) call() toolcall.Call {
	c.n++
	key := fmt.Sprintf("v%d", c.n)
	if c.chance(10) {
		key = "den" // the same again
	}
	made := made(pickOf(c, "light", "lock", "recall", "tv", "tv"), "")
	param := map[string]string{"light": "room", "lock": "door", "recall": "topic", "tv": "channel"}[made.Name]
	args := fmt.Sprintf(`{"%s":"%s"}`, param, key)
	switch c.IntN(16) {
	case 0:
		args = `{}`
	case 1:
		args = fmt.Sprintf(`{"%s":["%s"]}`, param, key)
	case 2:
		args = fmt.Sprintf(`{"%s":"%s","more":1}`, param, key)
	case 3:
		made.Name = pickOf(c, "lihgt", "nothing", "light ")
	case 4:
		made.Name, args = "request_validation", fmt.Sprintf(`{"question":"Which, %s?","parameter_name":"%s"}`, key, param)
	case 5:
		args = pickOf(c, `{"a":`, `[]`, `nul`, `""`)
	}
	made.Arguments = []byte(args)
	if c.chance(10) {
		made.FailureMessage = "That went wrong."
	}
	if c.mode.native && c.chance(10) {
		made.ID = pickOf(c, "call_1", "same", "same")
	}
	return made
}

// chat answers a request.
func (c *chaos) chat(req *llm.Request) (*llm.Reply, error) {
	last := req.Messages[len(req.Messages)-1].Content
	for _, m := range req.Messages[1:] {
		c.all += m.Content
		for _, call := range m.ToolCalls {
			c.all += string(call.Arguments)
		}
	}
	if c.first == "" {
		c.first = c.all
	}
	if len(c.answers) > 0 {
		c.answers[len(c.answers)-1].next = last
	}
	if c.chance(4) {
		return nil, errDown
	}
	answer := reply{pick: strings.Contains(last, "Make this one call again")}
	var calls []toolcall.Call
	switch {
	case answer.pick && c.chance(70):
		calls = append(calls, c.picked(last))
	case c.chance(60):
		for range 1 + c.IntN(3) {
			calls = append(calls, c.call())
		}
	}
	for _, call := range calls {
		answer.keys = append(answer.keys, keyOf(call))
	}
	c.answers = append(c.answers, answer)
	r := &llm.Reply{Content: c.words(), Calls: calls, Finish: pickOf(c, llm.FinishStop, llm.FinishLength)}
	if c.chance(20) {
		r.Reasoning = "beside"
	}
	if !c.mode.native {
		r.Calls = nil
		if r.Content = c.words(); len(calls) > 0 { // what is open or looks like a call takes in those behind it
			r.Content = pickOf(c, "", "It is sunny. ", "Zürich 🌧", "<|im_end|>")
		}
		if len(calls) > 0 || c.mode.format == toolcall.Jarvis && c.chance(50) {
			r.Content = pickOf(c, "", "<think>so</think>", "<think>it</think>") + c.mode.text(r.Content, calls...)
		}
	}
	return r, nil
}

// picked is the refused call with an allowed value, or nearly.
func (c *chaos) picked(told string) toolcall.Call {
	name := "light"
	if strings.Contains(told, "The refused call is tv") {
		name = "tv"
	}
	param := map[string]string{"light": "room", "tv": "channel"}[name]
	return made(name, fmt.Sprintf(`{"%s":"%s"}`, param, pickOf(c, "den", "hall", "attic")))
}

// keyOf tells a call from others.
func keyOf(c toolcall.Call) string { return c.Name + string(c.Arguments) }

// response is what a tool answers.
func (c *chaos) response(param string) *jarvis.Response {
	switch c.IntN(10) {
	case 0:
		return jarvis.Success(map[string]any{"message": "And now?"})
	case 1:
		return jarvis.Success(map[string]any{"state": 1})
	case 2:
		return jarvis.Failure(pickOf(c, "It is broken.", ""))
	case 3:
		return jarvis.Invalid(jarvis.ValidationResult{ParamName: param, Message: "no", ValidValues: []string{"den", "hall"}})
	case 4:
		return jarvis.Invalid(jarvis.ValidationResult{ParamName: param, Message: "no"})
	case 5:
		return jarvis.Final(map[string]any{"query": "why?"})
	case 6:
		if c.chance(20) {
			return jarvis.Final(map[string]any{"message": "Gone."}, jarvis.WithClearHistory())
		}
	case 7:
		return &jarvis.Response{Success: true, ContextData: map[string]any{"f": func() {}}}
	}
	return message("Done.")
}

// results are what the caller says of the pending calls: all of them as a rule.
func (c *chaos) results(calls []toolcall.Call) []toolcall.Executed {
	var list []toolcall.Executed
	for _, call := range calls {
		list = append(list, resultOf(call, c.response("channel")))
	}
	switch c.IntN(12) {
	case 0:
		return list[1:]
	case 1:
		return append(list, list[0])
	case 2:
		list[0].Response = nil
	}
	c.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestRandomConversations holds 1000 turns in each mode.
func TestRandomConversations(t *testing.T) {
	for _, m := range modes {
		for seed := range uint64(4) {
			t.Run(fmt.Sprintf("%s %d", m.name, seed), func(t *testing.T) {
				c := &chaos{Rand: rand.New(rand.NewPCG(seed, 1)), mode: m}
				c.h = newHome(t, m, c.change)
				c.run(t, 250)
			})
		}
	}
}

// change makes the home one in which anything may happen.
func (c *chaos) change(h *home, config *assistant.Config, _ *assistant.Start) {
	config.Client = cutter{c.Rand, c.chat}
	config.NotForMe, config.ExchangeComplete, config.SpeakResults = c.chance(50), c.chance(50), c.chance(50)
	config.OnExhausted = pickOf(c, toolcall.Return, toolcall.Fail, toolcall.Clarify)
	config.MaxRounds, config.MaxTurns, config.Retries = c.IntN(5), 1+c.IntN(6), c.IntN(4)-1
	if c.chance(50) {
		config.Guard = func(assistant.Draft) string { return pickOf(c, "", "Make a call.") }
	}
	for name, param := range map[string]string{"light": "room", "lock": "door", "recall": "topic"} {
		h.answers[name] = func(*jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
			switch c.IntN(20) {
			case 0:
				panic("boom")
			case 1:
				return nil, errDown
			}
			if name != "light" && c.chance(50) {
				return message("Done."), nil
			}
			return c.response(param), nil
		}
	}
}

func (c *chaos) run(t *testing.T, turns int) {
	var pending []toolcall.Call
	var untold []string
	for turn := range turns {
		c.answers, c.first, c.all = nil, "", ""
		fresh := true
		ran := len(c.h.ran)
		var res *assistant.Result
		var err error
		wrong := (*toolcall.ResultsError)(nil)
		if len(pending) > 0 && c.chance(85) {
			fresh = false
			res, err = c.h.tryResume(c.results(pending)...)
		} else {
			res, err = c.h.try(fmt.Sprintf("Say %d", turn))
		}
		if fresh && c.first != "" { // results may be told of it in a later request
			for _, key := range untold {
				assert.Contains(t, c.first, key, "what was executed in a turn that ended with an error is told in the next")
			}
		}
		untold = slices.DeleteFunc(untold, func(key string) bool { return strings.Contains(c.all, key) })
		if err != nil {
			for _, call := range c.h.ran[ran:] {
				_, args, _ := strings.Cut(call, "{")
				untold = append(untold, args)
			}
		}
		switch {
		case errors.As(err, &wrong):
			assert.Empty(t, c.answers)
		case err == nil:
			c.nothingLost(t, res)
			if res.Stop != assistant.StopNotForMe {
				pending = res.Calls
			}
		default:
			require.True(t, errors.Is(err, errDown) || errors.As(err, new(*toolcall.ExhaustedError)), "%v", err)
		}
		if t.Failed() {
			t.Logf("turn %d: %+v", turn, c.answers)
			for _, m := range c.h.conv.Messages() {
				t.Logf("%+v", m)
			}
			return
		}
	}
}

// nothingLost checks that each call was executed, is pending, or was refused, which somebody was told.
func (c *chaos) nothingLost(t *testing.T, res *assistant.Result) {
	found := map[string]bool{}
	for _, e := range res.Executed {
		found[keyOf(e.Call)] = true
	}
	for _, call := range res.Calls {
		found[keyOf(call)] = true
	}
	for i, answer := range c.answers {
		last := i == len(c.answers)-1
		retried := strings.HasPrefix(answer.next, "[INVALID_PARAM_RETRY")
		ended := last && (len(res.Refused) > 0 || res.Code != assistant.CodeNone || res.Stop == toolcall.StopValidation)
		if answer.pick || retried || ended {
			continue
		}
		for _, key := range answer.keys {
			assert.True(t, found[key] || strings.HasPrefix(key, "request_validation"), "%s of answer %d is lost: %+v", key, i, res)
		}
	}
}
