// How the tests of a module that declares commands begin. The package documentation shows them.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// SwitchLight switches the light of a room.
type SwitchLight struct {
	Room string `jarvis:"room,required" description:"Where"`
	On   bool   `jarvis:"on" default:"true" description:"Off if false"`

	Token jarvis.SecretString `secret:"HUB_TOKEN" description:"Of the hub"`
}

func (*SwitchLight) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "switch_light",
		Description: "Switches the light of a room.",
		Examples: []jarvis.Example{
			{Utterance: "Light in the kitchen", Arguments: jarvis.Args{"room": "kitchen"}, Primary: true},
		},
	}
}

func (c *SwitchLight) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"room": c.Room, "on": c.On}), nil
}

func model(context.Context, string) (*jarvistest.Answer, error) {
	return &jarvistest.Answer{Calls: []jarvis.Call{{Name: "switch_light", Arguments: json.RawMessage(`{"room":"kitchen"}`)}}}, nil
}

func lights() []jarvis.Command { return []jarvis.Command{&SwitchLight{}} }

func TestLightsGolden(t *testing.T)   { jarvistest.Golden(t, lights()...) }
func TestLightsExamples(t *testing.T) { jarvistest.Examples(t, lights()...) }
func TestLightsAgree(t *testing.T)    { jarvistest.Agree(t, lights()...) }
func TestLightsNoLeak(t *testing.T)   { jarvistest.NoLeak(t, lights()...) }

func FuzzSwitchLight(f *testing.F) { jarvistest.Fuzz(f, &SwitchLight{}) }

func TestLightsParsing(t *testing.T) {
	jarvistest.Run(t, jarvistest.ParserFunc(model), lights(), []jarvistest.Case{
		{VoiceCommand: "Light in the kitchen", ExpectedCommand: "switch_light", ExpectedParams: jarvis.Args{"room": "kitchen"}},
	}, jarvistest.Config{})
}

// TestLights is enough to begin with.
func TestLights(t *testing.T) {
	commands := []jarvis.Command{&SwitchLight{}}
	jarvistest.Golden(t, commands...)   // models are told what they were told
	jarvistest.Examples(t, commands...) // what examples teach is right
	jarvistest.Agree(t, commands...)    // calls are checked by what models are told
	jarvistest.NoLeak(t, commands...)   // no secret comes out
}

// A command that talks to a service gets a fake for it; what the fake was sent is looked at too.
func ExampleLeakTest_Run() {
	var t *testing.T // of the test function
	var wire strings.Builder
	jarvistest.LeakTest{
		Calls: []jarvis.Call{{Name: "switch_light", Arguments: json.RawMessage(`{"room":"attic"}`)}},
		Seen:  map[string]func() string{"the wire": wire.String},
	}.Run(t, &SwitchLight{})
}

// A golden file as Golden writes it.
func Example() {
	text, err := os.ReadFile("testdata/golden/switch_light.json")
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(string(text[:strings.Index(string(text), `  "openai_tool"`)]))
	// Output:
	// {
	//   "command": "switch_light",
	//   "schema": {
	//     "type": "object",
	//     "properties": {
	//       "room": {
	//         "type": "string",
	//         "description": "Where"
	//       },
	//       "on": {
	//         "type": "boolean",
	//         "description": "Off if false",
	//         "default": true
	//       }
	//     },
	//     "additionalProperties": false,
	//     "required": [
	//       "room"
	//     ]
	//   },
}

// The tests in the package documentation are those above.
func TestPackageDocumentation(t *testing.T) {
	code, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	doc, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	shown := 0
	for line := range strings.Lines(string(doc)) {
		if line, ok := strings.CutPrefix(line, "//\t"); ok {
			assert.Contains(t, string(code), "\n"+line)
			shown++
		}
	}
	assert.Positive(t, shown)
}
