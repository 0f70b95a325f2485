// The structs that are made at run time print what structs written by hand do.

package cost

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	invopop "github.com/invopop/jsonschema"
	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type (
	invopopMedia struct {
		Action      string    `json:"action" jsonschema:"enum=play,enum=pause,enum=resume,enum=stop,enum=next,enum=previous" jsonschema_description:"What to do"`
		Query       string    `json:"query,omitempty" jsonschema_description:"What to play"`
		Volume      int       `json:"volume,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Volume in percent"`
		Shuffle     bool      `json:"shuffle,omitempty" jsonschema_description:"Shuffle the queue"`
		Rate        float64   `json:"rate,omitempty" jsonschema_description:"Playback rate"`
		QueueOption string    `json:"queue_option,omitempty" jsonschema:"enum=now,enum=next,enum=last" jsonschema_description:"Where to queue"`
		Rooms       []string  `json:"rooms,omitempty" jsonschema_description:"Rooms to play in"`
		StartAt     time.Time `json:"start_at,omitempty" jsonschema_description:"When to start"`
	}
	humaMedia struct {
		Action      string    `json:"action" enum:"play,pause,resume,stop,next,previous" doc:"What to do"`
		Query       string    `json:"query,omitempty" doc:"What to play"`
		Volume      int       `json:"volume,omitempty" minimum:"0" maximum:"100" doc:"Volume in percent"`
		Shuffle     bool      `json:"shuffle,omitempty" doc:"Shuffle the queue"`
		Rate        float64   `json:"rate,omitempty" doc:"Playback rate"`
		QueueOption string    `json:"queue_option,omitempty" enum:"now,next,last" doc:"Where to queue"`
		Rooms       []string  `json:"rooms,omitempty" doc:"Rooms to play in"`
		StartAt     time.Time `json:"start_at,omitempty" doc:"When to start"`
	}
	sdkMedia struct {
		Action      string    `json:"action" jsonschema:"What to do"`
		Query       string    `json:"query,omitempty" jsonschema:"What to play"`
		Volume      int       `json:"volume,omitempty" jsonschema:"Volume in percent"`
		Shuffle     bool      `json:"shuffle,omitempty" jsonschema:"Shuffle the queue"`
		Rate        float64   `json:"rate,omitempty" jsonschema:"Playback rate"`
		QueueOption string    `json:"queue_option,omitempty" jsonschema:"Where to queue"`
		Rooms       []string  `json:"rooms,omitempty" jsonschema:"Rooms to play in"`
		StartAt     time.Time `json:"start_at,omitempty" jsonschema:"When to start"`
	}
)

func TestStructsByHand(t *testing.T) {
	media := workNamed(t, "W8")
	parameters := func(form string) string {
		for _, f := range forms() {
			if f.name == form {
				return string(entries(t, f.list(t, media))["control_media"].Parameters)
			}
		}
		return ""
	}
	byInvopop := &invopop.Reflector{DoNotReference: true, Anonymous: true}
	assert.Equal(t, parameters("invopop, trimmed"), string(marshal(t, invopopSchema(byInvopop, reflect.TypeFor[invopopMedia]()))))
	assert.Equal(t, parameters("huma"), string(marshal(t, humaSchema(reflect.TypeFor[humaMedia](), ""))))

	inferred, err := jsonschema.For[sdkMedia](nil)
	require.NoError(t, err)
	for name, s := range inferred.Properties {
		switch name {
		case "action":
			s.Enum = []any{"play", "pause", "resume", "stop", "next", "previous"}
		case "volume":
			s.Minimum, s.Maximum = jsonschema.Ptr(0.0), jsonschema.Ptr(100.0)
		case "queue_option":
			s.Enum = []any{"now", "next", "last"}
		case "start_at":
			s.Format = "date-time"
		}
	}
	assert.Equal(t, parameters("go-sdk"), string(marshal(t, inferred)))
}

// The default of invopop has no $id here: with a named type it would have one more, which the row does not count.
func TestInvopopLeavesOutTheID(t *testing.T) {
	var named, counted map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(marshal(t, invopop.Reflect(&invopopMedia{})), &named))
	for _, f := range forms() {
		if f.name == "invopop" {
			tool := entries(t, f.list(t, workNamed(t, "W8")))["control_media"]
			require.NoError(t, json.Unmarshal(tool.Parameters, &counted))
		}
	}
	assert.Contains(t, named, "$id")
	delete(named, "$id")
	assert.Len(t, counted, len(named))
	assert.Contains(t, counted, "$defs")
}

// The dialects that peers are compared with say the whole schema: nothing of a command is left out of them but the effect,
// for which the form of OpenAI has no place.
func TestOursSayEverything(t *testing.T) {
	for _, d := range []dialect.Dialect{dialect.OpenAI, dialect.MCP} {
		for _, w := range works(t) {
			for _, def := range w.defs {
				tool, err := d.Tool(def)
				require.NoError(t, err)
				for _, loss := range tool.Report().Losses {
					assert.Equal(t, "effect", loss.Keyword, "%s: %s", tool.Name(), loss)
				}
			}
		}
	}
}
