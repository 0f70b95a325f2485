// Golden tools: rich commands in every dialect, byte for byte, with their reports.

package dialect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// Kinds has a parameter of each kind, alone and in an array.
type Kinds struct {
	Text     string           `jarvis:"text,required" description:"What to say" validate:"max=60"`
	Count    int              `jarvis:"count" default:"3" validate:"gte=1,lte=10"`
	Ratio    float64          `jarvis:"ratio" validate:"gt=0,lt=1"`
	Loud     bool             `jarvis:"loud" default:"false"`
	Day      jarvis.Date      `jarvis:"day"`
	At       time.Time        `jarvis:"at,required" description:"When to say it."`
	Clock    jarvis.TimeOfDay `jarvis:"clock"`
	Length   time.Duration    `jarvis:"length" default:"PT2H" validate:"lte=24h"`
	Mode     string           `jarvis:"mode" enum:"soft,hard,very hard" default:"soft"`
	Level    int              `jarvis:"level" enum:"1,2,3"`
	Tags     []string         `jarvis:"tags" validate:"max=5,unique,dive,min=2"`
	Levels   []int8           `jarvis:"levels"`
	Days     []jarvis.Date    `jarvis:"days,required" description:"Days to say it on"`
	Code     string           `jarvis:"code" validate:"len=3,uppercase"`
	Anything []any            `jarvis:"anything"`
}

func (*Kinds) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "all_kinds", Description: "Takes a value of every kind.", Effect: jarvis.EffectWrite}
}

func (*Kinds) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// Stop is a nested struct.
type Stop struct {
	Place  string        `jarvis:"place,required" description:"A town" validate:"min=2"`
	Nights int           `jarvis:"nights" validate:"gte=0,lte=30"`
	Sleep  string        `jarvis:"sleep" enum:"hotel,tent"`
	Walk   time.Duration `jarvis:"walk"`
}

// PlanTrip has nested structs, an array of them, a map, and an object of any keys.
type PlanTrip struct {
	From   Stop           `jarvis:"from,required"`
	Stops  []Stop         `jarvis:"stops,required" description:"In the order of the trip." validate:"min=1"`
	Prices map[string]int `jarvis:"prices" description:"Price of each ticket" validate:"max=9,dive,gte=0"`
	Extras map[string]any `jarvis:"extras"`
	Home   *Stop          `jarvis:"home" description:"If it is not the start"`
}

func (*PlanTrip) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "plan_trip", Description: "Plans a trip.", Effect: jarvis.EffectRead}
}

func (*PlanTrip) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// ownSchemaOf makes the schema of an own type from JSON with a type.
func ownSchemaOf(text string) *jsonschema.Schema {
	var members map[string]any
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		panic(err)
	}
	s := &jsonschema.Schema{Type: members["type"].(string), Extras: map[string]any{}}
	delete(members, "type")
	var raw map[string]json.RawMessage
	_ = json.Unmarshal([]byte(text), &raw)
	for name := range members {
		s.Extras[name] = raw[name]
	}
	return s
}

// Color is an own type: a text of a pattern, or one of some names.
type Color struct{ raw json.RawMessage }

func (c *Color) UnmarshalJSON(raw []byte) error {
	c.raw = bytes.Clone(raw)
	return nil
}

func (Color) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"string","title":"A color","anyOf":[{"enum":["red","blue"]},{"pattern":"^#[0-9a-f]{6}$"}],"not":{"const":"#000000"}}`)
}

// Target is an own type: one of two objects.
type Target struct{ raw json.RawMessage }

func (t *Target) UnmarshalJSON(raw []byte) error {
	t.raw = bytes.Clone(raw)
	return nil
}

func (Target) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"object","oneOf":[
		{"type":"object","properties":{"room":{"type":"string","minLength":1},"side":{"const":"left"}},"required":["room"],"additionalProperties":false},
		{"type":"object","properties":{"group":{"type":["integer","null"],"exclusiveMinimum":0}},"required":["group"],"additionalProperties":false}]}`)
}

// SetLight has parameters of own types.
type SetLight struct {
	Color  Color  `jarvis:"color,required" description:"The color to show"`
	Target Target `jarvis:"target"`
}

func (*SetLight) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "set_light", Description: "Sets a light.", Effect: jarvis.EffectWrite}
}

func (*SetLight) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// importedDef makes a definition of parameters read from a schema.
func importedDef(t testing.TB, spec jarvis.Spec, schema string) *jarvis.Definition {
	t.Helper()
	params, err := jarvis.ParametersFromSchema(json.RawMessage(schema))
	require.NoError(t, err)
	cmd, err := jarvis.Func(spec, params, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, nil })
	require.NoError(t, err)
	return jarvis.MustDefine(cmd)
}

// oddNames are names that vendors do not take, or take for one another.
const oddNames = `{"type":"object","properties":{
	"größe":{"type":"object","properties":{"a b":{"type":"integer","exclusiveMinimum":2},"a_b":{"type":"string"}},"required":["a b"]},
	"gr__e":{"type":"string","pattern":"^[a-z]+$"},
	"1st":{"type":"array","items":{"type":"object","properties":{"x/y":{"type":"number","exclusiveMaximum":0.5}}}},
	"a_very_long_name_of_a_parameter_that_no_vendor_would_take_as_it_is_written_here":{"type":"boolean"},
	"<b>&\"":{"type":"string","format":"date"}
},"required":["größe","<b>&\""]}`

func goldenDefinitions(t testing.TB) map[string]*jarvis.Definition {
	return map[string]*jarvis.Definition{
		"all_kinds": jarvis.MustDefine(&Kinds{}),
		"plan_trip": jarvis.MustDefine(&PlanTrip{}),
		"set_light": jarvis.MustDefine(&SetLight{}),
		"odd_names": importedDef(t, jarvis.Spec{Name: "spiele:größte/musik", Effect: jarvis.EffectDestructive}, oddNames),
		"nothing":   importedDef(t, jarvis.Spec{Name: "ring_bell", Description: "Rings the bell."}, `{"type":"object","properties":{}}`),
	}
}

func TestGoldenTools(t *testing.T) {
	for name, def := range goldenDefinitions(t) {
		for _, d := range dialect.All() {
			t.Run(string(d)+"/"+name, func(t *testing.T) {
				tool, err := d.Tool(def)
				require.NoError(t, err)
				var shown bytes.Buffer
				require.NoError(t, json.Indent(&shown, tool.JSON(), "", "  "))
				sameAsGolden(t, string(d)+"/"+name+".json", shown.String()+"\n")
				sameAsGolden(t, string(d)+"/"+name+".report.txt", tool.Report().String())
			})
		}
	}
}

// sameAsGolden compares with a file under testdata; JARVIS_UPDATE=1 writes it.
func sameAsGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes golden files")
	assert.Equal(t, string(want), got, path)
}
