// Tests of the scripted model: lights and timers in words, and of their commands.

package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestUnderstand(t *testing.T) {
	known := transcript{rooms: []string{"kitchen", "living_room", "hall"}}
	for _, c := range []struct{ words, call, missing string }{
		{"Turn on the kitchen light", `set_light {"room":"kitchen","on":true}`, ""},
		{"lights off in the living room", `set_light {"room":"living_room","on":false}`, ""},
		{"Dim the HALL to 20 %", `set_light {"room":"hall","on":true,"level":"20%"}`, ""},
		{"Dim the hall light to 1,000 percent", `set_light {"room":"hall","on":true,"level":"1,000%"}`, ""},
		{"Would you please turn on the light?", `set_light {"on":true}`, "room"},
		{"turn the lights in the living-room off, thanks", `set_light {"room":"living_room","on":false}`, ""},
		{"Switch on the hall light at 30%", `set_light {"room":"hall","on":true,"level":"30%"}`, ""},
		{"kitchen light on", `set_light {"room":"kitchen","on":true}`, ""},
		{"dim the light to 5 percent", `set_light {"on":true,"level":"5%"}`, "room"},
		{"Set a timer for 5 minutes", `set_timer {"duration":"PT5M"}`, ""},
		{"egg timer, 1 hour and 30 min", `set_timer {"duration":"PT1H30M","label":"egg"}`, ""},
		{"start a 10-second timer called tea", `set_timer {"duration":"PT10S","label":"tea"}`, ""},
		{"Set a timer for 1.5 hours", `set_timer {"duration":"PT1H30M"}`, ""},
		{"Set a timer for half an hour", `set_timer {"duration":"PT30M"}`, ""},
		{"Set a timer for ten minutes", `set_timer {"duration":"PT10M"}`, ""},
		{"Set a timer for a minute and 2.5 seconds", `set_timer {"duration":"PT1M2.5S"}`, ""},
		{"Set a timer for 0 seconds", `set_timer {"duration":"PT0S"}`, ""},
		{"timer for 1000 hours", `set_timer {"duration":"PT1000H"}`, ""},
		{"start the pasta timer", `set_timer {"label":"pasta"}`, "duration"},
		{"Set a timer", `set_timer {}`, "duration"},
	} {
		t.Run(c.words, func(t *testing.T) {
			p := understand(known, c.words)
			assert.Equal(t, c.call, p.call+" "+object(p.args))
			assert.Equal(t, c.missing, p.missing)
		})
	}
}

// A part of each of these is a request, and the whole is another or none.
func TestWhatIsNotUnderstood(t *testing.T) {
	known := transcript{rooms: []string{"kitchen", "bedroom", "living_room", "hall"}, number: "126"}
	for _, words := range []string{
		"Is the kitchen light on?", "Is kitchen light on?", "The kitchen light is on", "Kitchen light on?", "Lights off in the kitchen?", "Was the light on",
		"Who turned off the kitchen light?", "Did you turn on the kitchen light?", "When did I turn off the kitchen light?",
		"Don't turn on the kitchen light", "Do not turn on the kitchen light", "Never turn on the kitchen light", "Let there be light", "Hello", "",
		"turn on all lights except the kitchen light", "turn on all lights but the kitchen light", "turn on the kitchen and the bedroom light",
		"turn on the kitchen light and the bedroom light", "turn on the kitchen light in the bedroom", "turn on the kitchen light or not",
		"turn off the kitchen light in 10 minutes", "turn off the kitchen light in ten minutes", "turn off the kitchen light in a minute",
		"turn off the kitchen light at 10 percent", "turn off the kitchen light to 10 percent", "turn on off the kitchen light",
		"turn on the kitchen light at 10", "dim the kitchen light by 10 percent", "dim the kitchen light", "dim the kitchen light to 10 percent off",
		"cancel the timer for 5 minutes", "Cancel timer", "stop timer for 5 minutes", "the timer for 5 minutes", "my timer",
		"How much of the timer of 5 minutes is left?", "How long is the timer", "Is there a timer for 5 minutes?", "Don't set a timer for 5 minutes",
		"Set a timer for 5 minutes and turn on the kitchen light", "turn on the kitchen light and set a timer for 5 minutes",
		"Set no timer for 5 minutes", "Set the last timer for 5 minutes", "Set a timer for 5 minutes and 1 hour", "Set a timer for -5 minutes",
		"Set a timer for 5 minutes or 6 minutes", "Set a timer for 5 or 6 minutes", "Set a timer for 5 minutes less", "Set a 5 minute timer for 6 minutes",
		"Set a timer for 99999999999999 hours", "Set a pasta timer called tea for 5 minutes", "Set two timers for 5 minutes", "Set a timer for 5 minutes tomorrow",
		"Set a timer for 1 minute 1 minute",
	} {
		t.Run(words, func(t *testing.T) { assert.Equal(t, plan{say: sayNothingKnown}, understand(known, words)) })
	}
	for _, words := range []string{"turn on the attic light", "turn on every light", "dim the kitchens to 10 percent", "turn off the light in a minute"} {
		t.Run(words, func(t *testing.T) {
			assert.Equal(t, plan{say: "I do not know that room. The rooms are: kitchen, bedroom, living room, hall. Please ask again with one of them."}, understand(known, words))
		})
	}
}

func TestAnswers(t *testing.T) {
	noRoom := transcript{rooms: []string{"kitchen", "living_room"}}.noSuchRoom()
	for _, c := range []struct{ words, answer, does string }{
		{"Turn on the light", "kitchen", `set_light {"room":"kitchen","on":true}`},
		{"Turn on the light", "In the Living-Room, please.", `set_light {"room":"living_room","on":true}`},
		{"Dim the light to 40%", "the kitchen light", `set_light {"room":"kitchen","on":true,"level":"40%"}`},
		{"Turn on the light", "kitchen, no, the living room", noRoom},
		{"Turn on the light", "not the kitchen", noRoom},
		{"Turn on the light", "kitchen and living room", noRoom},
		{"Turn on the light", "attic", noRoom},
		{"Turn on the light", "5 minutes", noRoom},
		{"Turn on the light", "Never mind.", sayDropped},
		{"Turn on the light", "Turn off the kitchen light", `set_light {"room":"kitchen","on":false}`},
		{"Turn on the light", "What's 2 plus 2?", `calculate {"operation":"add","a":2,"b":2}`},
		{"Set a pasta timer", "half an hour", `set_timer {"duration":"PT30M","label":"pasta"}`},
		{"Set a timer", "for 1.5 hours", `set_timer {"duration":"PT1H30M"}`},
		{"Set a timer", "90 seconds", `set_timer {"duration":"PT1M30S"}`},
		{"Set a timer", "not 5 minutes", sayNoDuration},
		{"Set a timer", "a while", sayNoDuration},
		{"Set a timer", "1 minute 1 hour", sayNoDuration},
		{"Set a timer", "forget it", sayDropped},
		{"Hello", "kitchen", sayNothingKnown},
	} {
		t.Run(c.words+": "+c.answer, func(t *testing.T) {
			p := intend(transcript{words: c.words, answer: c.answer, rooms: []string{"kitchen", "living_room"}})
			if p.call == "" {
				assert.Equal(t, c.does, p.say)
				return
			}
			assert.True(t, p.done())
			assert.Equal(t, c.does, p.call+" "+object(p.args))
		})
	}
}

// The model knows the rooms from the tools alone.
func TestAllowed(t *testing.T) {
	const tool = `{"type":"function","function":{"name":"set_light","parameters":{"type":"object","properties":{"room":{"enum":["attic","cellar"]}}}}}`
	for name, req := range map[string]*llm.Request{
		"tools of the request": {Tools: json.RawMessage("[" + tool + "]")},
		"tools in the prompt":  {Messages: []toolcall.Message{{Role: toolcall.RoleSystem, Content: "Tools: {\n<tools>\n" + tool + "\n</tools>"}}},
		"signatures":           {Messages: []toolcall.Message{{Role: toolcall.RoleSystem, Content: "- set_light(on:bool, room:attic/cellar, level?:int): Light."}}},
		"lines":                {Messages: []toolcall.Message{{Role: toolcall.RoleSystem, Content: "Tool: set_light\nDescription: Light.\nParameters:\n  - room (string) [REQUIRED]: Whose. One of: attic, cellar.\n"}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []string{"attic", "cellar"}, allowed(req, "set_light", "room"))
			assert.Empty(t, allowed(req, "set_light", "color"))
			assert.Empty(t, allowed(req, "set_lamp", "room"))
			req.Messages = append(req.Messages, toolcall.Message{Role: toolcall.RoleUser, Content: "Turn on the cellar light"})
			assert.Equal(t, "Turn on the cellar light", read(req).words)
			assert.Equal(t, `{"room":"cellar","on":true}`, object(intend(read(req)).args))
		})
	}
	assert.Empty(t, allowed(&llm.Request{}, "set_light", "room"))
}

func TestLights(t *testing.T) {
	registry, err := newCommands(newHome(nil, nil), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	for _, step := range []struct {
		args  string
		on    bool
		level int
	}{
		{`{"room":"hall","on":true}`, true, 100},
		{`{"room":"hall","on":true,"level":40}`, true, 40},
		{`{"room":"hall","on":false}`, false, 40},
		{`{"room":"kitchen","on":true}`, true, 100},
		{`{"room":"hall","on":true}`, true, 40},
		{`{"room":"hall","on":false,"level":0}`, false, 0},
		{`{"room":"hall","on":true}`, true, 100},
	} {
		resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "set_light", Arguments: json.RawMessage(step.args)})
		require.NoError(t, err)
		require.True(t, resp.Success, resp.ErrorDetails)
		assert.Equal(t, step.on, resp.ContextData["on"], step.args)
		assert.Equal(t, step.level, resp.ContextData["level"], step.args)
	}
	for _, args := range []string{`{"room":"attic","on":true}`, `{"room":"hall","on":true,"level":101}`, `{"room":"hall","on":true,"level":-1}`, `{"on":true}`} {
		resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "set_light", Arguments: json.RawMessage(args)})
		require.NoError(t, err)
		assert.False(t, resp.Success, args)
	}
}

func TestTimers(t *testing.T) {
	var mu sync.Mutex
	var ends []func()
	rang := 0
	after := func(_ time.Duration, f func()) { mu.Lock(); defer mu.Unlock(); ends = append(ends, f) }
	registry, err := newCommands(newHome(after, func(string) { rang++ }), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	set := func(args string) *jarvis.Response {
		resp, err := registry.Call(context.Background(), nil, jarvis.Call{Name: "set_timer", Arguments: json.RawMessage(args)})
		require.NoError(t, err)
		return resp
	}
	resp := set(`{"duration":"PT5M"}`)
	assert.Equal(t, "Timer set for 5 minutes.", resp.ContextData["message"])
	assert.False(t, resp.WaitForInput)
	var all sync.WaitGroup
	for range maxTimers - 1 {
		all.Go(func() { assert.True(t, set(`{"duration":"PT1H0.5S","label":"tea"}`).Success) })
	}
	all.Wait()
	assert.Contains(t, set(`{"duration":"PT5M"}`).ErrorDetails, "100 timers are running")
	ends[0]()
	assert.Equal(t, 1, rang)
	assert.Equal(t, `Timer "tea" set for 1 hour 0.5 seconds.`, set(`{"duration":"PT1H0.5S","label":"tea"}`).ContextData["message"])
	for _, args := range []string{`{}`, `{"duration":"PT0S"}`, `{"duration":"PT25H"}`, `{"duration":"5 minutes"}`} {
		assert.False(t, set(args).Success, args)
	}
}
