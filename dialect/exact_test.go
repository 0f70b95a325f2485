// Schemas of own types that are exact: those of older drafts, repaired, and those that would say something else with less in them.

package dialect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// stored are schemas with what becomes of them: of the schema in a dialect, and of its keywords in the report, where "shown" stands for
// the sentence that shows them.
var stored = []struct {
	name, schema string
	dialect      dialect.Dialect
	want         string
	losses       []string
}{
	{"draft 4 bound", `{"type":"number","minimum":0,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false}`, dialect.MCP,
		`{"type":"number","exclusiveMinimum":0,"maximum":9}`,
		[]string{"minimum 0 changed: exclusiveMinimum 0", "exclusiveMinimum true changed: exclusiveMinimum 0", "exclusiveMaximum false changed: the same without it"}},
	{"draft 4 bound closed", `{"type":"integer","maximum":5,"exclusiveMaximum":true}`, dialect.Gemini, `{"type":"INTEGER","maximum":4}`,
		[]string{"maximum 5 changed: exclusiveMaximum 5", "exclusiveMaximum true changed: exclusiveMaximum 5", "exclusiveMaximum true changed: maximum 4"}},
	{"a mark alone", `{"type":"number","exclusiveMinimum":true}`, dialect.Gemini, `{"type":"NUMBER"}`, []string{"exclusiveMinimum true changed: the same without it"}},
	{"a bound that is none", `{"type":"number","exclusiveMinimum":"1"}`, dialect.Gemini,
		`{"type":"NUMBER","description":"Must match the JSON Schema {\"exclusiveMinimum\":\"1\"}."}`,
		[]string{`exclusiveMinimum "1" moved: shown`}},
	{"a null of OpenAPI", `{"type":"string","enum":["a"],"nullable":true}`, dialect.OpenAI, `{"type":["string","null"],"enum":["a",null]}`,
		[]string{`type "string" changed: null too`, `enum ["a"] changed: null too`, "nullable true changed: null too"}},
	{"a null of Gemini", `{"type":"string","enum":["a",null],"nullable":true}`, dialect.Gemini, `{"type":"STRING","nullable":true,"enum":["a"]}`,
		[]string{`enum ["a",null] changed: nullable`}},
	{"no null of OpenAPI", `{"type":"string","nullable":false}`, dialect.GeminiJSON, `{"type":"string"}`, []string{"nullable false changed: the same without it"}},
	{"a null beside alternatives", `{"oneOf":[{"type":"string"},{"type":"integer"}],"nullable":true}`, dialect.MCP, `{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]}`,
		[]string{`oneOf [{"type":"string"},{"type":"integer"}] changed: null too`, "nullable true changed: null too"}},
	{"a null beside one", `{"anyOf":[{"type":"string"},{"type":"null"}],"nullable":true}`, dialect.MCP, `{"anyOf":[{"type":"string"},{"type":"null"}]}`,
		[]string{"nullable true changed: null too"}},
	{"a null beside a value", `{"const":"a","nullable":true}`, dialect.GeminiJSON, `{"type":["string","null"],"description":"One of: a, null."}`,
		[]string{`const "a" changed: enum`, `enum "a" changed: null too`, `enum "a" moved: One of: a, null.`, "nullable true changed: null too"}},
	{"a null of what is merged", `{"allOf":[{"type":"string","maxLength":3}],"nullable":true}`, dialect.Gemini, `{"type":"STRING","nullable":true,"maxLength":3}`,
		[]string{`allOf [{"type":"string","maxLength":3}] changed: said beside it`}},
	{"a null of nothing", `{"description":"Any","nullable":true}`, dialect.MCP, `{"description":"Any. May be null."}`, []string{"nullable true moved: May be null."}},
	{"places of draft 4", `{"type":"array","items":[{"type":"string"}],"additionalItems":{"type":"integer"}}`, dialect.GeminiJSON,
		`{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}}`,
		[]string{`items [{"type":"string"}] changed: prefixItems`, `additionalItems {"type":"integer"} changed: items`}},
	{"no more places", `{"type":"array","items":[{"type":"string","pattern":"(?=x)"}],"additionalItems":false}`, dialect.GeminiJSON,
		`{"type":"array","description":"No other items.","prefixItems":[{"type":"string","description":"Must match the pattern ` + "`(?=x)`" + `."}]}`,
		[]string{`items [{"type":"string","pattern":"(?=x)"}] changed: prefixItems`, "[] pattern \"(?=x)\" moved: Must match the pattern `(?=x)`.",
			"additionalItems false changed: items", "items false moved: No other items."}},
	{"no places", `{"type":"array","items":[],"additionalItems":{"type":"string"}}`, dialect.OpenAI, `{"type":"array","items":{"type":"string"}}`,
		[]string{"items [] changed: the same without it", `additionalItems {"type":"string"} changed: items`}},
	{"two kinds of places", `{"type":"array","items":[true],"prefixItems":[{"type":"string"}]}`, dialect.MCP,
		`{"type":"array","description":"Must match the JSON Schema {\"items\":[true]}.","prefixItems":[{"type":"string"}]}`,
		[]string{`items [true] moved: shown`}},
	{"nothing in a list", `{"type":"array","items":false}`, dialect.GeminiJSON, `{"type":"array","description":"At most 0 items."}`, []string{"items false moved: At most 0 items."}},
	{"nothing", `false`, dialect.GeminiJSON, `{"description":"Must not be given."}`, []string{"schema false moved: Must not be given."}},

	{"an open bound in one of two", `{"type":"number","oneOf":[{"exclusiveMinimum":0},{"maximum":0}]}`, dialect.GeminiJSON,
		`{"type":"number","anyOf":[{"minimum":0,"description":"Must be greater than 0."},{"maximum":0}]}`,
		[]string{`oneOf [{"exclusiveMinimum":0},{"maximum":0}] changed: anyOf`, "exclusiveMinimum 0 changed: minimum 0, and in words: Must be greater than 0."}},
	{"a whole bound in one of two", `{"type":"integer","oneOf":[{"type":"integer","exclusiveMinimum":0},{"maximum":0}]}`, dialect.GeminiJSON,
		`{"type":"integer","oneOf":[{"type":"integer","minimum":1},{"maximum":0}]}`, []string{"exclusiveMinimum 0 changed: minimum 1"}},
	{"a number that may be whole", `{"type":["integer","number"],"exclusiveMaximum":3}`, dialect.GeminiJSON,
		`{"type":["integer","number"],"maximum":3,"description":"Must be less than 3."}`, []string{"exclusiveMaximum 3 changed: maximum 3, and in words: Must be less than 3."}},
	{"some element", `{"type":"array","contains":{"type":"string","pattern":"(?=x)"},"minContains":2}`, dialect.MCP,
		`{"type":"array","description":"Must match the JSON Schema {\"contains\":{\"type\":\"string\",\"pattern\":\"(?=x)\"},\"minContains\":2}."}`,
		[]string{`contains {"type":"string","pattern":"(?=x)"} moved: shown`, "minContains 2 moved: shown"}},
	{"a condition", `{"type":"string","else":{"pattern":"(?=y)"},"if":{"pattern":"(?=x)"},"then":{"maxLength":2}}`, dialect.MCP,
		`{"type":"string","description":"Must match the JSON Schema {\"if\":{\"pattern\":\"(?=x)\"},\"then\":{\"maxLength\":2},\"else\":{\"pattern\":\"(?=y)\"}}."}`,
		[]string{`else {"pattern":"(?=y)"} moved: shown`, `if {"pattern":"(?=x)"} moved: shown`, `then {"maxLength":2} moved: shown`}},
	{"several that are shown", `{"type":"string","not":{"minLength":5,"format":"uuid"},"allOf":[{"minLength":1},{"minLength":2}],"anyOf":[{"maxLength":3},{"pattern":"x"}]}`, dialect.Gemini,
		`{"type":"STRING","description":"Must match the JSON Schema {\"anyOf\":[{\"maxLength\":3},{\"pattern\":\"x\"}],\"not\":{\"minLength\":5,\"format\":\"uuid\"},\"allOf\":[{\"minLength\":1},{\"minLength\":2}]}."}`,
		[]string{`not {"minLength":5,"format":"uuid"} moved: shown`, `allOf [{"minLength":1},{"minLength":2}] moved: shown`, `anyOf [{"maxLength":3},{"pattern":"x"}] moved: shown`}},
	{"names in rules", `{"type":"object","properties":{"a b":{"type":"string"}},"propertyNames":{"maxLength":5},"dependentRequired":{"a b":["c"]},"dependentSchemas":{"c":{"required":["a b"]}},"dependencies":{"a b":["c"]}}`, dialect.Anthropic,
		`{"type":"object","description":"Must match the JSON Schema {\"propertyNames\":{\"maxLength\":5},\"dependentRequired\":{\"a b\":[\"c\"]},\"dependentSchemas\":{\"c\":{\"required\":[\"a b\"]}},\"dependencies\":{\"a b\":[\"c\"]}}.","properties":{"a_b":{"type":"string"}}}`,
		[]string{`["a b"] name "a b" changed: a_b`, `propertyNames {"maxLength":5} moved: shown`, `dependentRequired {"a b":["c"]} moved: shown`,
			`dependentSchemas {"c":{"required":["a b"]}} moved: shown`, `dependencies {"a b":["c"]} moved: shown`}},
	{"texts with marks", `{"type":"string","examples":["a.","b; c","d-e","été d","?",""]}`, dialect.Gemini,
		`{"type":"STRING","description":"Examples: \"a.\", \"b; c\", d-e, été d, \"?\", \"\"."}`,
		[]string{`examples ["a.","b; c","d-e","été d","?",""] moved: Examples: "a.", "b; c", d-e, été d, "?", "".`}},
	{"names in places of draft 4", `{"type":"array","items":[{"type":"object","properties":{"a b":{"type":"string"}}}]}`, dialect.Anthropic,
		`{"type":"array","prefixItems":[{"type":"object","properties":{"a_b":{"type":"string"}}}]}`,
		[]string{`items [{"type":"object","properties":{"a b":{"type":"string"}}}] changed: prefixItems`, `[]["a b"] name "a b" changed: a_b`}},
	{"names inside values", `{"type":"object","properties":{"in":{"type":"object","properties":{"a b":{"type":"string"}}}},"default":{"in":{"a b":"x"}}}`, dialect.Anthropic,
		`{"type":"object","description":"Default: {\"in\":{\"a b\":\"x\"}}.","properties":{"in":{"type":"object","properties":{"a_b":{"type":"string"}}}}}`,
		[]string{`default {"in":{"a b":"x"}} moved: Default: {"in":{"a b":"x"}}.`, `.in["a b"] name "a b" changed: a_b`}},
	{"names in elements of values", `{"type":"array","items":{"type":"object","properties":{"a b":{"type":"string"}}},"default":[{"a b":"x"}]}`, dialect.Anthropic,
		`{"type":"array","description":"Default: [{\"a b\":\"x\"}].","items":{"type":"object","properties":{"a_b":{"type":"string"}}}}`,
		[]string{`default [{"a b":"x"}] moved: Default: [{"a b":"x"}].`, `[]["a b"] name "a b" changed: a_b`}},
	{"a null beside what is no list", `{"type":"string","anyOf":{},"nullable":true}`, dialect.MCP, `{"type":["string","null"],"anyOf":{}}`,
		[]string{`type "string" changed: null too`, "nullable true changed: null too"}},
	{"values without a type", `{"enum":["a",1]}`, dialect.GeminiJSON, `{"type":["string","integer"],"enum":["a",1]}`, nil},
	{"a description without words", `{"description":"Foo","type":"string","allOf":[{"description":"."}]}`, dialect.Gemini,
		`{"type":"STRING","description":"Foo"}`, []string{`allOf [{"description":"."}] changed: said beside it`}},
	{"an alternative without words", `{"description":"Foo","anyOf":[{"type":"string","description":"."},{"type":"integer"}]}`, dialect.Gemini,
		`{"anyOf":[{"type":"STRING","description":"Foo"},{"type":"INTEGER","description":"Foo"}]}`,
		[]string{`description "Foo" changed: said in each alternative`}},
	{"a title without words", `{"type":"string","title":".","description":"Foo"}`, dialect.Gemini, `{"type":"STRING","description":"Foo"}`,
		[]string{`title "." dropped:`}},
	{"a word in passing", `{"type":"string","format":"ipv4","description":"Not an IPv4 address."}`, dialect.Gemini,
		`{"type":"STRING","description":"Not an IPv4 address. IPv4 address."}`, []string{`format "ipv4" moved: IPv4 address.`}},
	{"a word as a sentence", `{"type":"string","format":"ipv4","description":"Host. IPv4 address"}`, dialect.Gemini,
		`{"type":"STRING","description":"Host. IPv4 address"}`, []string{`format "ipv4" moved: IPv4 address.`}},
	{"a flag in passing", `{"type":"string","deprecated":true,"description":"It is not deprecated."}`, dialect.Gemini,
		`{"type":"STRING","description":"It is not deprecated. Deprecated."}`, []string{"deprecated true moved: Deprecated."}},
	{"a flag at the start", `{"type":"string","deprecated":true,"description":"deprecated; use y"}`, dialect.Gemini,
		`{"type":"STRING","description":"deprecated; use y"}`, []string{"deprecated true moved: Deprecated."}},
	{"an allOf beside one alternative", `{"anyOf":[{"type":"string","minLength":1},{"type":"null"}],"allOf":[{"maxLength":3},{"maxLength":4}]}`, dialect.Gemini,
		`{"type":"STRING","nullable":true,"minLength":1,"description":"Must match the JSON Schema {\"allOf\":[{\"maxLength\":3},{\"maxLength\":4}]}."}`,
		[]string{`anyOf [{"type":"string","minLength":1},{"type":"null"}] changed: nullable`, `allOf [{"maxLength":3},{"maxLength":4}] moved: shown`}},
	{"an allOf in one alternative", `{"anyOf":[{"allOf":[{"maxLength":3},{"maxLength":4}],"type":"string"},{"type":"null"}]}`, dialect.Gemini,
		`{"anyOf":[{"type":"STRING","nullable":true,"description":"Must match the JSON Schema {\"allOf\":[{\"maxLength\":3},{\"maxLength\":4}]}."}]}`,
		[]string{`anyOf [{"allOf":[{"maxLength":3},{"maxLength":4}],"type":"string"},{"type":"null"}] changed: nullable`,
			`allOf [{"maxLength":3},{"maxLength":4}] moved: shown`}},
	{"alternatives in one another", `{"description":"Outer","anyOf":[{"type":["string","integer"]},{"type":"boolean"},{"type":"null"}]}`, dialect.Gemini,
		`{"anyOf":[{"type":"STRING","nullable":true,"description":"Outer"},{"type":"INTEGER","nullable":true,"description":"Outer"},{"type":"BOOLEAN","nullable":true,"description":"Outer"}]}`,
		[]string{`description "Outer" changed: said in each alternative`, `type ["string","integer"] changed: anyOf`,
			`anyOf [{"type":["string","integer"]},{"type":"boolean"},{"type":"null"}] changed: nullable`,
			`anyOf [{"type":["string","integer"]},{"type":"boolean"},{"type":"null"}] changed: all alternatives in one list`}},
	{"one of the keys", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, dialect.Gemini,
		`{"type":"OBJECT","properties":{"a":{"type":"STRING"},"b":{"type":"STRING"}},"propertyOrdering":["a","b"],"description":"Exactly one is needed of: a, b."}`,
		[]string{`oneOf [{"required":["a"]},{"required":["b"]}] moved: Exactly one is needed of: a, b.`}},
	{"a oneOf beside a bound", `{"type":"integer","minimum":0,"oneOf":[{"maximum":5},{"minimum":9}]}`, dialect.Gemini,
		`{"type":"INTEGER","minimum":0,"description":"Must match the JSON Schema {\"oneOf\":[{\"maximum\":5},{\"minimum\":9}]}."}`,
		[]string{`oneOf [{"maximum":5},{"minimum":9}] moved: shown`}},
	{"tighter open bounds", `{"type":"integer","minimum":-128,"maximum":127,"exclusiveMinimum":0,"exclusiveMaximum":10}`, dialect.Gemini,
		`{"type":"INTEGER","minimum":1,"maximum":9}`,
		[]string{"minimum -128 changed: the same without it", "maximum 127 changed: the same without it",
			"exclusiveMinimum 0 changed: minimum 1", "exclusiveMaximum 10 changed: maximum 9"}},
	{"looser open bounds", `{"type":"integer","minimum":1,"maximum":9,"exclusiveMinimum":0,"exclusiveMaximum":9.5}`, dialect.GeminiJSON,
		`{"type":"integer","minimum":1,"maximum":9}`,
		[]string{"exclusiveMinimum 0 changed: the same without it", "exclusiveMaximum 9.5 changed: the same without it"}},
	{"equal bounds", `{"type":"number","minimum":0,"exclusiveMinimum":0}`, dialect.Gemini, `{"type":"NUMBER","minimum":0,"description":"Must be greater than 0."}`,
		[]string{"minimum 0 changed: the same without it", "exclusiveMinimum 0 changed: minimum 0, and in words: Must be greater than 0."}},
	{"nothing but null", `{"type":"null"}`, dialect.Gemini, `{"type":"STRING","description":"Must be null."}`, []string{`type "null" changed: JSON text`}},
	{"no values", `{"type":"string","enum":[],"examples":[],"format":"","contentEncoding":""}`, dialect.Gemini,
		`{"type":"STRING","description":"Must not be given."}`,
		[]string{"enum [] moved: Must not be given.", "examples [] dropped:", `format "" dropped:`, `contentEncoding "" dropped:`}},
	{"no alternatives", `{"type":"string","anyOf":[]}`, dialect.Gemini, `{"type":"STRING","description":"Must not be given."}`,
		[]string{"anyOf [] moved: Must not be given."}},
	{"none of no values", `{"type":"string","not":{"enum":[]},"oneOf":[]}`, dialect.GeminiJSON, `{"type":"string","description":"Must not be given."}`,
		[]string{`not {"enum":[]} dropped:`, "oneOf [] moved: Must not be given."}},
	{"a value without a type", `{"const":2}`, dialect.GeminiJSON, `{"type":"integer","enum":[2]}`, []string{"const 2 changed: enum"}},
}

// Attic is an own type: an object with a property for each that is stored.
type Attic struct{}

func (*Attic) UnmarshalJSON([]byte) error { return nil }

func (Attic) JSONSchema() *jsonschema.Schema {
	var list []string
	for i, r := range stored {
		list = append(list, fmt.Sprintf(`"p%d":%s`, i, r.schema))
	}
	return ownSchemaOf(`{"type":"object","additionalProperties":false,"properties":{` + strings.Join(list, ",") + `}}`)
}

func TestExactSchemas(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "keep"}, func(context.Context, *jarvis.Request, struct {
		Attic Attic `jarvis:"attic"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	def := jarvis.MustDefine(cmd)
	for i, r := range stored {
		t.Run(r.name, func(t *testing.T) {
			printed, losses := storedAt(t, toolOf(t, r.dialect, def), i)
			assert.JSONEq(t, r.want, printed)
			assert.ElementsMatch(t, r.losses, losses)
		})
	}
}

// storedAt is what was printed for one of the stored schemas, with its losses.
func storedAt(t *testing.T, tool *dialect.Tool, i int) (printed string, losses []string) {
	t.Helper()
	var schema struct {
		Properties struct {
			Attic struct{ Properties map[string]json.RawMessage }
		}
	}
	require.NoError(t, json.Unmarshal(tool.Schema(), &schema))
	for _, l := range tool.Report().Losses {
		rest, ok := strings.CutPrefix(l.At, fmt.Sprintf("attic.p%d", i))
		if !ok || rest != "" && !slices.Contains([]byte{'.', '['}, rest[0]) {
			continue
		}
		note := l.Note
		if l.Kind == dialect.Moved && strings.HasPrefix(note, "Must match the JSON Schema ") {
			note = "shown"
		}
		line := fmt.Sprintf("%s %s %s: %s", l.Keyword, l.Value, l.Kind, note)
		losses = append(losses, strings.TrimSpace(rest+" "+line))
	}
	return string(schema.Properties.Attic.Properties[fmt.Sprint("p", i)]), losses
}
