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
		{"Shall you turn on the light?", `set_light {"on":true}`, "room"},
		{"Don't turn on the kitchen light", "", ""},
		{"Let there be light", "", ""},
		{"Set a timer for 5 minutes", `set_timer {"duration":"PT5M"}`, ""},
		{"egg timer, 1 hour and 30 min", `set_timer {"duration":"PT1H30M","label":"egg"}`, ""},
		{"start a 10-second timer called tea", `set_timer {"duration":"PT10S","label":"tea"}`, ""},
		{"Set a timer for 1.5 hours", `set_timer {}`, "duration"},
		{"Set a timer for 5 minutes and 1 hour", `set_timer {}`, "duration"},
		{"Set a timer for -5 minutes", `set_timer {}`, "duration"},
		{"Hello", "", ""},
	} {
		t.Run(c.words, func(t *testing.T) {
			p := understand(known, c.words)
			if c.call == "" {
				assert.Equal(t, plan{say: sayNothingKnown}, p)
				return
			}
			assert.Equal(t, c.call, p.call+" "+object(p.args))
			assert.Equal(t, c.missing, p.missing)
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
