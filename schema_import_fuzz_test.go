// Import against itself and against an independent validator: round trips, verdicts of random schemas, and any bytes at all.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
)

// importWide has a field of every Go type that a scalar can have, and rules of every exact keyword.
type importWide struct {
	Int8     int8               `jarvis:"int8"`
	Int16    int16              `jarvis:"int16" validate:"gte=-5"`
	Int32    *int32             `jarvis:"int32" description:"Some \"quoted\" <text> & more"`
	Int64    int64              `jarvis:"int64" default:"-9223372036854775808"`
	Uint     uint               `jarvis:"uint"`
	Uint8    uint8              `jarvis:"uint8" enum:"1,2,255"`
	Uint32   uint32             `jarvis:"uint32" validate:"lt=10"`
	Float32  float32            `jarvis:"float32" validate:"gt=0.5"`
	Float64  float64            `jarvis:"float64" enum:"0.1,1e3"`
	Text     string             `jarvis:"text,required" validate:"min=1,max=5"`
	Word     string             `jarvis:"word" validate:"oneof=a b"`
	Fixed    string             `jarvis:"fixed" validate:"eq=yes"`
	ID       string             `jarvis:"id" validate:"uuid"`
	Size     string             `jarvis:"size" validate:"len=2"`
	Yes      *bool              `jarvis:"yes" default:"true"`
	At       *time.Time         `jarvis:"at"`
	Days     []jarvis.Date      `jarvis:"days" default:"[\"2026-01-18\"]" validate:"max=2"`
	Spans    []time.Duration    `jarvis:"spans"`
	Clock    jarvis.TimeOfDay   `jarvis:"clock"`
	Numbers  []*int16           `jarvis:"numbers" validate:"unique,dive,gte=0"`
	Any      []any              `jarvis:"any" validate:"min=1"`
	Free     map[string]any     `jarvis:"free" validate:"max=1"`
	Levels   map[string]uint8   `jarvis:"levels" validate:"dive,lte=9"`
	Lists    map[string][]int   `jarvis:"lists"`
	Place    *parityAddress     `jarvis:"place"`
	Places   []parityAddress    `jarvis:"places" validate:"min=1"`
	ByName   map[string]*placed `jarvis:"by_name"`
	Embedded placed             `jarvis:"embedded,required"`
}

type placed struct {
	parityAddress
	Floor int `jarvis:"floor" default:"0"`
}

func (*importWide) Spec() jarvis.Spec { return jarvis.Spec{Name: "wide"} }

func (*importWide) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(nil), nil
}

// importWideArguments are good and bad calls of importWide; %s stands between a good beginning and its end.
func importWideArguments() (list []string) {
	values := []string{
		`null`, `0`, `1`, `-1`, `-5`, `-6`, `2`, `5`, `9`, `10`, `127`, `128`, `255`, `256`, `-128`, `-129`, `32768`, `4294967296`, `-9223372036854775808`, `9223372036854775807`,
		`0.1`, `0.5`, `0.6`, `1e3`, `1000.0`, `1.5`, `true`, `false`, `""`, `"a"`, `"b"`, `"ab"`, `"yes"`, `"abcdef"`, `"äöüßé"`,
		`"6ba7b810-9dad-11d1-80b4-00c04fd430c8"`, `"2026-01-18"`, `"2026-01-18T05:00:00Z"`, `"05:00:00Z"`, `"PT5M"`,
		`[]`, `["2026-01-18"]`, `["PT5M"]`, `[1]`, `[1,1]`, `[-1]`, `[null]`, `["a"]`, `["2026-01-18","2026-01-18","2026-01-18"]`,
		`{}`, `{"a":1}`, `{"a":10}`, `{"a":1,"b":2}`, `{"a":[1,2]}`, `{"a":null}`, `{"street":"Main"}`, `{"street":"Main","number":"1"}`, `{"street":"Main","floor":1}`,
		`[{"street":"Main"}]`, `[{}]`, `{"a":{"street":"Main","floor":2}}`, `{"a":{"floor":2}}`,
	}
	names := parameterNames(jarvis.MustDefine(&importWide{}).Parameters())
	for _, name := range append(names, "unknown") {
		for _, value := range values {
			base := []string{`"text":"x"`, `"embedded":{"street":"Main"}`}
			base = slices.DeleteFunc(base, func(s string) bool { return strings.HasPrefix(s, `"`+name+`":`) })
			list = append(list, "{"+strings.Join(append(base, fmt.Sprintf("%q:%s", name, value)), ",")+"}")
		}
	}
	return append(list, ``, `{}`, `[]`, `{"text":"x"}`, `{"text":"x","text":"y"}`)
}

// requireSameVerdicts has two declarations accept and refuse the same arguments.
func requireSameVerdicts(t *testing.T, p, q *jarvis.Parameters, arguments []string) {
	t.Helper()
	accepted := 0
	for _, args := range arguments {
		_, err := p.Validate(json.RawMessage(args))
		_, again := q.Validate(json.RawMessage(args))
		if (err == nil) != (again == nil) {
			assert.Failf(t, "another verdict", "%s\ndeclared: %v\nimported: %v", args, err, again)
		}
		if err == nil {
			accepted++
		}
	}
	assert.True(t, accepted > 0 && accepted < len(arguments), "%d of %d accepted", accepted, len(arguments))
}

func TestImportRoundTrip(t *testing.T) {
	for name, tt := range map[string]struct {
		declared  *jarvis.Parameters
		arguments []string
	}{
		"struct of every type": {jarvis.MustDefine(&importWide{}).Parameters(), importWideArguments()},
		"struct":               {jarvis.MustDefine(&parityStruct{}).Parameters(), slices.DeleteFunc(slices.Clone(parityArguments), needsOwnRules)},
		"builder":              {parityBuilder().MustBuild(), slices.DeleteFunc(slices.Clone(parityArguments), needsOwnRules)},
	} {
		t.Run(name, func(t *testing.T) {
			imported, err := jarvis.ParametersFromSchema(tt.declared.Schema())
			require.NoError(t, err)
			assert.Equal(t, string(tt.declared.Schema()), string(imported.Schema()))
			assert.Equal(t, parameterNames(tt.declared), parameterNames(imported))
			requireSameVerdicts(t, tt.declared, imported, tt.arguments)
		})
	}
}

// needsOwnRules tells arguments whose verdict hangs on an absent word, which no schema says.
func needsOwnRules(args string) bool { return strings.Contains(args, `"None"`) }

// TestImportRoundTripOfBuilderMethods imports what each method of the builder prints.
func TestImportRoundTripOfBuilderMethods(t *testing.T) {
	for _, tt := range append(builderArrays(), builderScalars...) {
		for _, call := range []builderCall{tt.required, tt.optional} {
			p := call(jarvis.NewParameters(), "x", "What x is").MustBuild()
			q, err := jarvis.ParametersFromSchema(p.Schema())
			require.NoError(t, err, tt.name)
			assert.Equal(t, string(p.Schema()), string(q.Schema()), tt.name)
			declared, _ := p.Lookup("x")
			imported, _ := q.Lookup("x")
			assert.Equal(t, declared.Type(), imported.Type(), tt.name)
			requireSameVerdicts(t, p, q, []string{`{"x":` + tt.good + `}`, `{"x":` + tt.bad + `}`, `{}`, `{"x":null}`})
		}
	}
}

// TestImportOfDescribedRules has rules that the schema only describes come back as a description.
func TestImportOfDescribedRules(t *testing.T) {
	p := jarvis.NewParameters().
		RequiredString("mail", "Where to.").Validate("email").
		OptionalInteger("level", "").Validate("omitempty,gte=3").
		OptionalStringArray("links", "Links.").Validate("dive,url").
		MustBuild()
	q, err := jarvis.ParametersFromSchema(p.Schema())
	require.NoError(t, err)
	for param := range q.All() {
		assert.NotEmpty(t, param.Description(), param.Name())
	}
	assert.Equal(t, string(p.Schema()), string(q.Schema()))
	_, err = q.Validate(json.RawMessage(`{"mail":"nobody","level":1,"links":["x"]}`))
	require.NoError(t, err)
}

// TestImportOfOpenAITool imports the parameters of a tool, hints included.
func TestImportOfOpenAITool(t *testing.T) {
	def := jarvis.MustDefine(&parityStruct{})
	var tool struct {
		Function struct{ Parameters json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(def.OpenAITool(), &tool))
	p, err := jarvis.ParametersFromSchema(tool.Function.Parameters)
	require.NoError(t, err)
	assert.Equal(t, string(def.Schema()), string(p.Schema()))
	cmd, err := jarvis.Func(def.Spec(), p, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return jarvis.Final(nil), nil
	})
	require.NoError(t, err)
	assert.Equal(t, string(def.OpenAITool()), string(jarvis.MustDefine(cmd).OpenAITool()))
}

// drawnSchema is a schema in the making.
type drawnSchema map[string]any

// sometimes sets a keyword in one of four cases.
func (s drawnSchema) sometimes(t *rapid.T, keyword string, draw func() any) {
	if rapid.IntRange(0, 3).Draw(t, keyword) == 0 {
		s[keyword] = draw()
	}
}

func (s drawnSchema) lengths(t *rapid.T, keywords ...string) {
	for _, keyword := range keywords {
		s.sometimes(t, keyword, func() any { return rapid.IntRange(0, 2).Draw(t, "length") })
	}
}

func (s drawnSchema) bounds(t *rapid.T) {
	for _, keyword := range []string{"minimum", "exclusiveMaximum", "maximum", "exclusiveMinimum"} {
		s.sometimes(t, keyword, func() any { return rapid.SampledFrom([]any{0, 1, 2, -1, 0.5, 1.5}).Draw(t, "bound") })
	}
}

func (s drawnSchema) choice(t *rapid.T, members ...any) {
	s.sometimes(t, "enum", func() any {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(members), 1, 3, rapid.ID).Draw(t, "members")
	})
}

// items makes the schema of elements, and asks for unique ones where they can be compared.
func (s drawnSchema) items(t *rapid.T) {
	items := drawSchema(t, 0)
	switch items["type"] {
	case "array":
		items = drawnSchema{}
	case "string", "integer":
		s["uniqueItems"] = items["format"] == nil && rapid.Bool().Draw(t, "unique")
	}
	s["items"] = items
}

// drawSchema makes a schema that parameters can express.
func drawSchema(t *rapid.T, depth int) drawnSchema {
	kinds := []string{"string", "date", "integer", "number", "boolean", "array", "map", "object", "objects", "object"}
	if depth <= 0 {
		kinds = kinds[:7]
	}
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	s := drawnSchema{"type": kind}
	switch kind {
	case "string":
		s.lengths(t, "minLength", "maxLength")
		s.choice(t, "a", "bb", "äö", "1")
		s.sometimes(t, "pattern", func() any { return rapid.SampledFrom([]string{"^a", "b+$", "^[^b]*$"}).Draw(t, "pattern") })
	case "date":
		s["type"], s["format"] = "string", kind
	case "integer", "number":
		s.bounds(t)
		s.choice(t, 0, 1, 2, -1)
	case "boolean":
		s.choice(t, true, false)
	case "array":
		s.lengths(t, "minItems", "maxItems")
		s.items(t)
	case "objects":
		s.lengths(t, "minItems", "maxItems")
		s["type"], s["items"] = "array", drawObject(t, depth-1)
	case "map":
		s["type"] = "object"
		s.lengths(t, "minProperties", "maxProperties")
		s.sometimes(t, "additionalProperties", func() any { return drawSchema(t, depth-1) })
	case "object":
		return drawObject(t, depth-1)
	}
	return s
}

// drawObject makes a closed object with declared properties.
func drawObject(t *rapid.T, depth int) drawnSchema {
	properties, required := map[string]drawnSchema{}, []string{}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "long name"}), 0, 3, rapid.ID).Draw(t, "names") {
		properties[name] = drawSchema(t, depth)
		if rapid.Bool().Draw(t, "required") {
			required = append(required, name)
		}
	}
	return drawnSchema{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// drawValue makes a value for a schema, mostly one that has its type.
func drawValue(t *rapid.T, s drawnSchema, depth int) any {
	typ, _ := s["type"].(string)
	if rapid.IntRange(0, 9).Draw(t, "stray") == 0 || typ == "" || depth < 0 {
		return rapid.SampledFrom([]any{0, 1.5, "", "a", true, []any{}, map[string]any{}, []any{nil}, map[string]any{"a": 1}}).Draw(t, "value")
	}
	switch typ {
	case "string":
		return rapid.SampledFrom([]any{"", "a", "b", "bb", "abb", "äö", "1", "2026-01-18", "2026-02-29"}).Draw(t, "text")
	case "integer", "number":
		return rapid.SampledFrom([]any{0, 1, 2, 3, -1, -2, json.Number("1.0"), 0.5, 1.5, json.Number("2e0")}).Draw(t, "number")
	case "boolean":
		return rapid.Bool().Draw(t, "truth")
	case "array":
		items, _ := s["items"].(drawnSchema)
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = drawValue(t, items, depth-1)
		}
		return list
	}
	properties, declared := s["properties"].(map[string]drawnSchema)
	extra, _ := s["additionalProperties"].(drawnSchema)
	object := map[string]any{}
	for _, name := range []string{"a", "b", "long name"} {
		of, known := properties[name]
		if !known {
			of = extra
		}
		if rapid.IntRange(0, 9).Draw(t, "give") < 7 && (known || !declared) || rapid.IntRange(0, 19).Draw(t, "beyond") == 0 {
			object[name] = drawValue(t, of, depth-1)
		}
	}
	return object
}

// compiledSchema is the same schema for the independent validator, formats asserted.
func compiledSchema(t require.TestingT, schema []byte) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	require.NoError(t, c.AddResource("schema.json", doc))
	compiled, err := c.Compile("schema.json")
	require.NoError(t, err)
	return compiled
}

// TestImportAgreesWithTheSchema gives random schemas and arguments to the import and to an independent validator.
func TestImportAgreesWithTheSchema(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := drawObject(t, 2)
		schema, err := json.Marshal(drawn)
		require.NoError(t, err)
		p, err := jarvis.ParametersFromSchema(schema)
		require.NoError(t, err, "%s", schema)
		reference, printed := compiledSchema(t, schema), compiledSchema(t, p.Schema())
		for range 4 {
			args, err := json.Marshal(drawValue(t, drawn, 4))
			require.NoError(t, err)
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(args)))
			require.NoError(t, err)
			_, refused := p.Validate(args)
			want := reference.Validate(value)
			require.Equal(t, want == nil, refused == nil, "schema %s\narguments %s\nvalidator: %v\nbinder: %v", schema, args, want, refused)
			require.Equal(t, want == nil, printed.Validate(value) == nil, "printed %s\narguments %s", p.Schema(), args)
		}
		requireImportStable(t, p)
	})
}

// requireImportStable has a printed schema come back as it is.
func requireImportStable(t require.TestingT, p *jarvis.Parameters) {
	again, err := jarvis.ParametersFromSchema(p.Schema())
	require.NoError(t, err, "%s", p.Schema())
	require.Equal(t, string(p.Schema()), string(again.Schema()))
}

func FuzzImport(f *testing.F) {
	for _, tt := range append(importScalars, importContainers...) {
		f.Add([]byte(`{"type":"object","properties":{"x":` + tt.schema + `},"required":["x"]}`))
		f.Add([]byte(`{"type":"object","properties":{"x":` + tt.schema + `}}`))
	}
	for _, tt := range importMistakes {
		f.Add([]byte(tt.schema))
	}
	for _, p := range []*jarvis.Parameters{jarvis.MustDefine(&importWide{}).Parameters(), parityBuilder().MustBuild()} {
		f.Add([]byte(p.Schema()))
	}
	for _, name := range oddNames {
		quoted, _ := json.Marshal(name)
		f.Add(fmt.Appendf(nil, `{"properties":{%s:{"type":"string","default":%[1]s,"description":%[1]s,"enum":[%[1]s]}},"required":[]}`, quoted))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		p, err := jarvis.ParametersFromSchema(schema)
		if err != nil {
			require.Nil(t, p)
			for _, text := range tagErrorTexts(t, err) {
				require.True(t, strings.HasPrefix(text, "Schema.#"), text)
			}
			return
		}
		require.True(t, json.Valid(p.Schema()), "%s", p.Schema())
		requireImportStable(t, p)
		for _, args := range [][]byte{nil, schema} {
			_, err := p.Validate(args)
			var invalid *jarvis.ValidationError
			require.True(t, err == nil || errors.As(err, &invalid), "%v", err)
		}
	})
}
