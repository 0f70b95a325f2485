// Commands with right declarations of every sort, on which nothing may be found.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"github.com/jarvis-sdk/jarvis"
)

// nothing is the Run of commands that are never run.
func nothing[In any](context.Context, *jarvis.Request, In) (*jarvis.Response, error) {
	panic("the command was run")
}

func made[In any](examples ...jarvis.Example) jarvis.Command {
	return jarvis.MustNew(jarvis.Spec{Name: "made", Examples: examples}, nothing[In])
}

func dynamic(params *jarvis.Parameters, examples ...jarvis.Example) jarvis.Command {
	return jarvis.MustFunc(jarvis.Spec{Name: "dynamic", Examples: examples}, params, nothing[jarvis.Values])
}

// shade is a text that only takes #rrggbb.
type shade string

func (s *shade) UnmarshalText(text []byte) error {
	if len(text) != 7 || text[0] != '#' || strings.Trim(string(text[1:]), "0123456789abcdefABCDEF") != "" {
		return errors.New("not a shade")
	}
	*s = shade(text)
	return nil
}

// level brings its own schema, of texts.
type level struct{ n int }

var levels = []any{"low", "middle", "high"}

func (level) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: levels}
}

func (l *level) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	for l.n = range levels {
		if levels[l.n] == text {
			return nil
		}
	}
	return errors.New("no such level")
}

// spot brings its own schema, of objects that encoding/json reads.
type spot struct {
	X, Y int
	Name string
}

func (spot) JSONSchema() *jsonschema.Schema {
	schema := jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"x", "y"}, AdditionalProperties: jsonschema.FalseSchema}
	schema.Properties.Set("x", &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "100"})
	schema.Properties.Set("y", &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "100"})
	schema.Properties.Set("name", &jsonschema.Schema{Type: "string"})
	return &schema
}

func (s *spot) UnmarshalJSON(raw []byte) error {
	var read struct {
		X, Y *int
		Name string
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&read); err != nil {
		return err
	}
	if read.X == nil || read.Y == nil || min(*read.X, *read.Y) < 0 || max(*read.X, *read.Y) > 100 {
		return errors.New("not on the map")
	}
	*s = spot{*read.X, *read.Y, read.Name}
	return nil
}

type (
	room    string
	celsius float64
	grade   uint8
	quota   map[string]int16
)

type scalars struct {
	S  string            `jarvis:"s,required"`
	I  int               `jarvis:"i,required"`
	F  float64           `jarvis:"f,required"`
	B  bool              `jarvis:"b,required"`
	D  jarvis.Date       `jarvis:"d,required"`
	At time.Time         `jarvis:"at,required"`
	T  *jarvis.TimeOfDay `jarvis:"t"`
	Td *time.Duration    `jarvis:"td"`
	R  room              `jarvis:"r" absent:"none,null" default:"hall"`
	N  *int              `jarvis:"n" absent:"default"`
}

type narrow struct {
	A int8      `jarvis:"a,required" validate:"min=-5,max=100"`
	B uint16    `jarvis:"b"`
	C *uint32   `jarvis:"c"`
	D uint64    `jarvis:"d" validate:"gt=9223372036854775807"`
	E []int16   `jarvis:"e" enum:"1,-32768"`
	F quota     `jarvis:"f" validate:"max=2,dive,keys,min=2,endkeys,gte=5"`
	G float32   `jarvis:"g" validate:"gt=0.1,lte=2.5"`
	H []float32 `jarvis:"h" validate:"unique,dive,lt=3"`
	I *grade    `jarvis:"i" validate:"oneof=1 2 255"`
	J celsius   `jarvis:"j" enum:"0.5,36.60,0.1" default:"0.5"`
}

type texts struct {
	A string     `jarvis:"a,required" validate:"min=2,max=5"`
	B string     `jarvis:"b" validate:"uuid4"`
	C string     `jarvis:"c" validate:"uuid,uuid4"`
	D string     `jarvis:"d" validate:"oneof=on 'of f' up"`
	E string     `jarvis:"e" validate:"eq=a|len=3"`
	F string     `jarvis:"f" validate:"omitempty,min=3,ne=off"`
	G string     `jarvis:"g,type=date" enum:"2026-01-18,2024-02-29"`
	H string     `jarvis:"h,type=timedelta" validate:"min=4"`
	I string     `jarvis:"i" enum:"on,off,größe,a\\,b" default:"on"`
	J room       `jarvis:"j,type=time"`
	K string     `jarvis:"k" validate:"startswith=#a,excludes=z"`
	L []string   `jarvis:"l" validate:"min=1,unique,dive,noneof=x y"`
	M *time.Time `jarvis:"m" enum:"2026-01-18T05:00:00Z"`
	N string     `jarvis:"n" validate:"eq=0x2C"`
}

type spans struct {
	A time.Duration   `jarvis:"a,required" validate:"gt=0,lte=24h"`
	B []time.Duration `jarvis:"b" enum:"PT1H,P1D"`
	C []time.Duration `jarvis:"c" validate:"max=3,dive,lt=90s"`
	D time.Duration   `jarvis:"d" validate:"omitempty,gte=30m" default:"PT30M0.5S"`
}

type unread struct {
	Mail  string    `jarvis:"mail,required" validate:"email"`
	Phone string    `jarvis:"phone" validate:"omitempty,e164"`
	Host  []string  `jarvis:"host" validate:"dive,hostname_rfc1123|ip"`
	Soon  time.Time `jarvis:"soon" validate:"gt"`
	Color shade     `jarvis:"color" validate:"startswith=#a"`
	Or    string    `jarvis:"or" validate:"eq=a|hexcolor"`
}

type own struct {
	Level  level            `jarvis:"level,required"`
	Levels []level          `jarvis:"levels" validate:"max=2"`
	Spot   *spot            `jarvis:"spot"`
	Spots  map[string]spot  `jarvis:"spots"`
	Shade  shade            `jarvis:"shade" enum:"#00ff00,#0000ff"`
	Shades []shade          `jarvis:"shades" validate:"unique"`
	Addr   netip.Addr       `jarvis:"addr"`
	Worn   map[string]shade `jarvis:"worn"`
}

type leaf struct {
	Must string `jarvis:"must,required" validate:"min=1"`
	May  *uint8 `jarvis:"may"`
	Else int    `jarvis:"else" default:"4" absent:"none"`
}

type shared struct {
	Hops uint16 `jarvis:"hops" validate:"lte=300"`
}

type nested struct {
	shared
	A leaf            `jarvis:"a,required"`
	B *leaf           `jarvis:"b"`
	C []leaf          `jarvis:"c" validate:"max=2"`
	D map[string]leaf `jarvis:"d"`
	E leaf            `jarvis:"e" default:"{\"must\":\"x\"}"`
	F []any           `jarvis:"f"`
	G map[string]any  `jarvis:"g" validate:"min=1"`
	H map[string][]int
	I map[string][]int `jarvis:"i"`
	J []map[string]any `jarvis:"j"`
}

// picky implements every hook, none of which is to be called.
type picky struct {
	Level int `jarvis:"level,required" validate:"gte=1,lte=3"`
}

func (picky) Spec() jarvis.Spec { return jarvis.Spec{Name: "picky"} }

func (picky) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	panic("the command was run")
}

func (picky) Validate(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error) {
	panic("Validate was called")
}

func (picky) PostProcess(context.Context, *jarvis.Request, jarvis.Args) error {
	panic("PostProcess was called")
}

func (picky) RequiredSecrets() []string { panic("RequiredSecrets was called") }

// built has what only a builder can declare.
func built() *jarvis.Parameters {
	inner := jarvis.NewParameters().RequiredString("name", "").OptionalInteger("n", "").Default("7").OptionalDict("free", "").
		OptionalString("even", "").Check(func(v any) bool { return len(v.(string))%2 == 0 }, "even").MustBuild()
	return jarvis.NewParameters().
		RequiredInteger("prime", "").Check(func(v any) bool { n := v.(int64); return n == 2 || n == 3 || n == 5 || n == 7 }, "a prime below ten").
		OptionalNumber("ratio", "").Validate("gt=0,lt=1").
		OptionalStringArray("list", "").Enum("x", "y").Default(`["x"]`).
		OptionalString("word", "Says more.").Validate("ne=off,max=9").Absent("none", "null").
		OptionalDatetime("two words", "").OptionalTime(`"q"`, "").Enum("05:00", "17:30:00Z").
		OptionalObject("object", "", inner).OptionalObjects("objects", "", inner).OptionalArray("any", "", "").
		OptionalArray("dicts", "dict", "").Validate("min=1,dive,max=2").MustBuild()
}

func imported(t testing.TB) *jarvis.Parameters {
	params, err := jarvis.ParametersFromSchema(json.RawMessage(`{"type":"object","required":["id"],"properties":{
		"id":{"type":"string","pattern":"^[a-z]{2}[0-9]+$"},"n":{"type":"integer","exclusiveMinimum":0.5,"maximum":10},
		"c":{"const":2.5,"type":"number"},"many":{"type":"array","items":{"type":"string","format":"date"},"maxItems":3},
		"map":{"type":"object","additionalProperties":{"type":"string","enum":["a","b"]}},"maybe":{"anyOf":[{"type":"integer"},{"type":"null"}]},
		"inner":{"type":"object","properties":{"at":{"type":"string","format":"date-time"}},"required":["at"]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	return params
}

// declarations are commands whose declarations are right.
func declarations(t testing.TB) map[string]jarvis.Command {
	structs := jarvis.MustDefine(made[narrow]()).Parameters()
	return map[string]jarvis.Command{
		"none": dynamic(nil), "scalars": made[scalars](), "narrow": made[narrow](), "texts": made[texts](), "spans": made[spans](),
		"unread": made[unread](), "own": made[own](), "nested": made[nested](), "hooks": picky{}, "pointer": &picky{Level: 9},
		"builder": dynamic(built()), "builder with example": dynamic(built(), jarvis.Example{Utterance: "u", Arguments: jarvis.Args{"prime": 7, "word": "x"}}),
		"parameters of a struct": dynamic(structs), "own parameters": dynamic(jarvis.MustDefine(made[own]()).Parameters()),
		"import": dynamic(imported(t)),
	}
}

// singles are declarations of one parameter: every kind with every sort of rule that goes with it.
func singles(t testing.TB) map[string]jarvis.Command {
	all := map[string]jarvis.Command{}
	add := func(spec jarvis.ParameterSpec, rules string) {
		for _, required := range []bool{true, false} {
			spec.Name, spec.Required = "p", required
			if required && (spec.Default != nil || spec.Absent != nil) {
				continue
			}
			b := jarvis.NewParameters().Add(spec)
			if rules != "" {
				b.Validate(rules)
			}
			params, err := b.Build()
			if err != nil {
				t.Fatalf("%+v %s: %v", spec, rules, err)
			}
			all[fmt.Sprint(spec.Type, spec.Required, spec.Enum, spec.Absent, spec.Default != nil, rules)] = dynamic(params)
		}
	}
	kinds := map[string][]string{ // with members of an enum
		"string": {"on", "größe", `<"&\`}, "int": {"1", "-3", "9007199254740993"}, "float": {"0.5", "1e3", "0.1"}, "bool": {"true"}, "date": {"2026-01-18"},
		"datetime": {"2026-01-18T05:00:00Z"}, "time": {"05:00", "17:30:00Z"}, "timedelta": {"PT1H", "PT0.5S"}, "array": nil, "dict": nil,
	}
	for kind, enum := range kinds {
		add(jarvis.ParameterSpec{Type: kind}, "")
		add(jarvis.ParameterSpec{Type: kind, Absent: []string{"none", "n/a"}}, "")
		if kind != "array" {
			add(jarvis.ParameterSpec{Type: "array<" + kind + ">"}, "min=1,max=3")
		}
		if enum == nil {
			add(jarvis.ParameterSpec{Type: kind}, "max=2")
			continue
		}
		add(jarvis.ParameterSpec{Type: kind, Enum: enum, Default: &enum[0]}, "")
		add(jarvis.ParameterSpec{Type: "array<" + kind + ">", Enum: enum}, "")
	}
	for kind, chains := range map[string][]string{
		"string": {"min=2", "max=5", "len=3", "gt=1,lt=6", "uuid", "uuid4", "eq=on", "oneof=on off", "ne=off", "noneof=on off", "omitempty,min=3", "eq=a|len=3", "email"},
		"int":    {"min=-5,max=5", "gt=0,lt=100", "eq=7", "ne=3", "oneof=1 2 -3", "omitempty,min=3", "gte=0x10,lt=0x20", "max=9223372036854775806"},
		"float":  {"min=0.5,max=2.5", "gt=0,lt=1", "eq=0.1", "ne=1.5", "omitempty,gt=1", "lte=1e21"},
		"bool":   {"eq=true", "ne=true"}, "timedelta": {"min=1h,max=24h", "lt=90s", "ne=1h"},
		"array<int>": {"unique", "len=2", "min=1,dive,gt=3"}, "array<string>": {"unique,dive,max=3"}, "dict": {"len=1", "dive,keys,min=2,endkeys"},
	} {
		for _, rules := range chains {
			add(jarvis.ParameterSpec{Type: kind}, rules)
		}
	}
	return all
}
