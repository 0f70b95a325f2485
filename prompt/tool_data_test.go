// Test data: the tools of a small home.

package prompt_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// sampleTools are four tools that show all that a list of tools can have. The schemas are spaced as people write them.
func sampleTools() []prompt.Tool {
	return []prompt.Tool{{
		Name:        "get_weather",
		Description: "Tells the weather. It asks a service on the internet.",
		Parameters: json.RawMessage(`{"type": "object", "properties": {
			"city": {"type": "string", "description": "City, such as K\u00f6ln"},
			"days": {"type": "array", "items": {"type": "string", "format": "date-time"}, "description": "The days to tell about"},
			"unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "description": "Unit of the temperature", "_refinable": true}
		}, "required": ["city", "unit"], "additionalProperties": false}`),
		AllowDirectAnswer: true,
		Antipatterns: []jarvis.Antipattern{
			{Command: "set_timer", Description: "when something is to happen later. Not now."},
			{Command: "unlisted", Description: "never shown"},
		},
		Examples: []jarvis.Example{
			{Utterance: "What is it like outside?"},
			{Utterance: "Weather in Zürich in Fahrenheit", Arguments: jarvis.Args{"city": "Zürich", "unit": "fahrenheit"}, Primary: true},
		},
	}, {
		Name:        "set_timer",
		Description: "Starts a timer",
		Parameters: json.RawMessage(`{"type":"object","properties":{"minutes":{"type":"integer","minimum":1},` +
			`"label":{"type":["string","null"],"description":"Name of the timer","_refinable":true,"options_source":"labels"},` +
			`"sound":{"type":"string","enum":["bell","horn"],"_refinable":true},` +
			`"at":{"type":"string","format":"time","description":"When it ends","_refinable":true}},"required":["minutes"]}`),
		Examples: []jarvis.Example{
			{Utterance: "pasta timer for 8 minutes", Arguments: jarvis.Args{"minutes": 8, "label": "pasta"}},
			{Utterance: "wake me with the horn in half an hour", Arguments: jarvis.Args{"minutes": 30, "sound": "horn"}, Primary: true},
		},
	}, {
		Name: "lights_off",
	}, {
		Name:        "calculate",
		Description: "Calculates with two numbers. 例: 計算する。",
		Parameters: json.RawMessage(`{"type":"object","properties":{"a":{"type":"number"},"b":{"anyOf":[{"type":"number"},{"type":"null"}]},` +
			`"how":{"enum":["+","-",2,null]},"steps":{"type":"array","items":{"type":"integer","enum":[1,2]}},"any":true}}`),
	}}
}

// sampleTool returns the tool of the home with that name.
func sampleTool(t *testing.T, name string) prompt.Tool {
	t.Helper()
	for _, one := range sampleTools() {
		if one.Name == name {
			return one
		}
	}
	require.Fail(t, "no such tool", name)
	return prompt.Tool{}
}

type sampleAlarm struct {
	Hour  int        `jarvis:"hour,required" description:"Hour of the day <24>"`
	Label string     `jarvis:"label,refinable" description:"Name of the alarm"`
	Sound string     `jarvis:"sound,refinable" enum:"bell,horn" default:"bell"`
	Days  []string   `jarvis:"days" enum:"mon,tue"`
	From  *time.Time `jarvis:"from"`
}

func (sampleAlarm) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name: "set_alarm", Description: "Sets an alarm & names it.", Keywords: []string{"alarm", "wake"},
		Rules: []string{"Hours are 0 to 23."}, CriticalRules: []string{"Never guess the hour."}, AllowDirectAnswer: true,
		Antipatterns: []jarvis.Antipattern{{Command: "be_quiet", Description: " "}, {Command: "set_timer", Description: "for a length of time"}},
		Examples: []jarvis.Example{
			{Utterance: "wake me at 7", Arguments: jarvis.Args{"hour": 7, "days": []string{"mon"}}, Primary: true},
			{Utterance: "alarm"},
		},
	}
}

func (sampleAlarm) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

type sampleSilence struct{}

func (sampleSilence) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "be_quiet", Description: "Stops speaking"}
}

func (sampleSilence) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }
