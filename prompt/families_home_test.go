// A small home for the tests of providers: tools, devices, rooms, and what a user says.

package prompt_test

import (
	"encoding/json"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// homeTools are a weather service, timers, lights and a calculator. Their parameters have names that no prose has.
func homeTools() []prompt.Tool {
	return []prompt.Tool{
		{
			Name:        "get_weather",
			Description: "Weather now or in the next days, in °C or °F. Use for all questions about the weather.",
			Parameters: json.RawMessage(`{"type":"object","properties":{` +
				`"place_name":{"type":"string","description":"City, such as Zürich; leave out for the home"},` +
				`"unit_system":{"type":"string","enum":["metric","imperial"],"description":"Celsius or Fahrenheit","_refinable":true},` +
				`"resolved_datetimes":{"type":"array","items":{"type":"string","format":"date-time"},"description":"The days to report"}},` +
				`"required":["resolved_datetimes"]}`),
			Keywords: []string{"weather", "rain"},
			Examples: []jarvis.Example{
				{Utterance: "What's the weather in Chicago?", Arguments: jarvis.Args{"place_name": "Chicago", "resolved_datetimes": []string{"today"}}, Primary: true},
				{Utterance: "Do I need an umbrella tomorrow?", Arguments: jarvis.Args{"resolved_datetimes": []string{"tomorrow"}}},
			},
			Antipatterns:  []jarvis.Antipattern{{Command: "calculate", Description: "Converting a given temperature, as in 'What is 70 Fahrenheit in Celsius?'"}},
			Rules:         []string{"Several days go into one call."},
			CriticalRules: []string{"Never guess a city that the user did not name."},
		},
		{
			Name:        "set_timer",
			Description: "Starts a countdown timer of up to 24 hours.",
			Parameters: json.RawMessage(`{"type":"object","properties":{` +
				`"length_minutes":{"type":"integer","description":"How long from now, in minutes"},` +
				`"timer_label":{"type":"string","description":"What the timer is for, such as pasta"}},` +
				`"required":["length_minutes"]}`),
			Examples: []jarvis.Example{
				{Utterance: "Set a timer for ten minutes", Arguments: jarvis.Args{"length_minutes": 10}, Primary: true},
			},
			Rules: []string{"A timer without a length: ask how long it should run."},
		},
		{
			Name:        "control_light",
			Description: "Turns lights on or off.",
			Parameters: json.RawMessage(`{"type":"object","properties":{` +
				`"lamp_id":{"type":"string","description":"Entity id of the light","options_source":"devices"},` +
				`"lamp_action":{"type":"string","enum":["turn_on","turn_off"]}},` +
				`"required":["lamp_id","lamp_action"]}`),
			Examples: []jarvis.Example{
				{Utterance: "Turn on the light in the office", Arguments: jarvis.Args{"lamp_id": "light.office", "lamp_action": "turn_on"}, Primary: true},
			},
			Guidance: "\"Everything off\" means all lights, one call after the other.",
		},
		{
			Name:              "calculate",
			Description:       "Arithmetic and units.",
			Parameters:        json.RawMessage(`{"type":"object","properties":{"expression_text":{"type":"string"}},"required":["expression_text"]}`),
			AllowDirectAnswer: true,
			Examples: []jarvis.Example{
				{Utterance: "What is 15 % of 80?", Arguments: jarvis.Args{"expression_text": "80 * 0.15"}, Primary: true},
			},
		},
	}
}

// parameterNames are those of homeTools.
func parameterNames() []string {
	return []string{"place_name", "unit_system", "resolved_datetimes", "length_minutes", "timer_label", "lamp_id", "lamp_action", "expression_text"}
}

// resolver is the tool of the server that turns words into dates.
func resolver() prompt.Tool {
	return prompt.Tool{
		Name:        "resolve_relative_date",
		Description: "Turns words such as next friday into dates.",
		Parameters:  json.RawMessage(`{"type":"object","properties":{"relative_term":{"type":"string"}},"required":["relative_term"]}`),
		Server:      true,
	}
}

// datedTools is a calendar: every form that a day or a time can have.
func datedTools() []prompt.Tool {
	return []prompt.Tool{{
		Name:        "plan_event",
		Description: "Puts an event into the calendar.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"starts":{"type":"string","format":"date-time","description":"When it begins"},` +
			`"repeats":{"type":"array","items":{"type":"string","format":"date-time"}},` +
			`"birthday":{"type":"string","format":"date"},` +
			`"holidays":{"type":"array","items":{"type":"string","format":"date"}},` +
			`"wake":{"type":"string","format":"time"},` +
			`"lasts":{"type":"string","format":"duration"},` +
			`"ends":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]},` +
			`"travel":{"type":"object","properties":{"leave":{"type":"string","format":"date-time"},"night":{"type":"string","format":"date"}},"required":["leave","night"]}},` +
			`"required":["starts"]}`),
	}}
}

// homeContext is a flat with three devices. Reversed fills its maps in another order.
func homeContext(reversed bool) prompt.Context {
	c := prompt.Context{
		Room: "kitchen", User: "ana", Speaker: "Ana", VoiceMode: "friendly", Memories: "Ana likes jazz.",
		Persona: "Dry wit, few words.", Timezone: "Europe/Zurich",
		Agents: map[string]prompt.Agent{}, Rooms: map[string][]string{}, Extra: map[string]any{},
	}
	rooms := []struct {
		name   string
		inside []string
	}{{"Flat", []string{"kitchen", "office"}}, {"office", []string{"desk"}}, {"Garten", []string{"Gewächshaus"}}}
	agents := []string{"home_assistant", "device_agent", "other"}
	if reversed {
		slices.Reverse(rooms)
		slices.Reverse(agents)
	}
	for _, r := range rooms {
		c.Rooms[r.name] = r.inside
	}
	for _, name := range agents {
		c.Agents[name] = prompt.Agent{
			Devices: []prompt.Device{
				{EntityID: "light.office", Name: "Desk lamp", Area: "office"},
				{EntityID: "light.kitchen", Name: "Küchenlicht", Area: "kitchen"},
				{EntityID: "lock.front", Name: "Front door"},
			},
			Floors: map[string][]string{"ground": {"kitchen", "office"}},
		}
		c.Extra[name] = "unknown to providers"
	}
	return c
}

// isoHome is the home with ISO dates, keysHome that with date keys.
func isoHome() prompt.Input {
	return prompt.Input{Context: homeContext(false), Tools: append(homeTools(), resolver())}
}

func keysHome() prompt.Input {
	return prompt.Input{Context: homeContext(false), Tools: homeTools(), DateKeys: someKeys()}
}

func someKeys() []string { return []string{"tomorrow", "today", "this_weekend", "tonight"} }

// trainingCalls are calls that every provider has to write and read back.
func trainingCalls() map[string]toolcall.Call {
	call := func(name, arguments, failure string) toolcall.Call {
		return toolcall.Call{Call: jarvis.Call{Name: name, Arguments: json.RawMessage(arguments)}, FailureMessage: failure}
	}
	return map[string]toolcall.Call{
		"plain":      call("set_timer", `{"length_minutes": 10}`, "The timer could not be set."),
		"dates":      call("get_weather", `{"place_name": "Zürich", "resolved_datetimes": ["tomorrow", "morning"]}`, ""),
		"empty":      call("list_timers", `{}`, "No."),
		"no object":  call("list_timers", ``, ""),
		"nested":     call("run", `{"steps": [{"n": 1, "ok": true}, {"n": 2.5, "ok": null}], "o": {"k": {}}}`, ""),
		"quotes":     call("note", `{"text": "she said \"a < b\" \\ and left\nsoon", "emoji": "🌦"}`, "\"Quoted\" \\ failure"),
		"brackets":   call("note", `{"text": "[1] {2} ]} <b>"}`, ""),
		"end of tag": call("note", `{"text": "</tool_call> </function> [/TOOL_CALLS]", "more": 1}`, ""),
		"big number": call("count", `{"n": 123456789012345678901234567890}`, ""),
	}
}
