// Decode: the way back, case by case and on random text.

package dialect_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

func toolOf(t testing.TB, d dialect.Dialect, def *jarvis.Definition) *dialect.Tool {
	t.Helper()
	tool, err := d.Tool(def)
	require.NoError(t, err)
	return tool
}

func TestDecodeLeavesOutNull(t *testing.T) {
	tool := toolOf(t, dialect.OpenAIStrict, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","required":["a"],"properties":{
		"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"boolean"},
		"d":{"type":"object","properties":{"e":{"type":"string"}}},
		"f":{"type":"array","items":{"type":"object","properties":{"g":{"type":"string"},"h":{"type":"string"}},"required":["h"]}}}}`))
	for name, tt := range map[string]struct{ from, to string }{
		"the first":             {`{"b":null,"a":"x"}`, `{"a":"x"}`},
		"the last":              {`{"a":"x","b":null}`, `{"a":"x"}`},
		"in between":            {`{"a":"x","b":null,"c":true}`, `{"a":"x","c":true}`},
		"several at first":      {`{ "b" : null , "c" : null , "a" : "x" }`, `{ "a" : "x" }`},
		"several at last":       {`{ "a" : "x" , "b" : null , "c" : null }`, `{ "a" : "x" }`},
		"before and after":      {`{"b":null,"a":"x","c":null}`, `{"a":"x"}`},
		"all":                   {`{"b":null,"c":null}`, `{}`},
		"all, with space":       {`{ "b": null,` + "\n" + ` "c": null }`, `{  }`},
		"a required one":        {`{"a":null,"b":1}`, `{"a":null,"b":1}`},
		"an unknown one":        {`{"a":"x","z":null}`, `{"a":"x","z":null}`},
		"in an object":          {`{"a":"x","d":{"e":null}}`, `{"a":"x","d":{}}`},
		"an object":             {`{"a":"x","d":null}`, `{"a":"x"}`},
		"in elements":           {`{"a":"x","f":[{"g":null,"h":"1"},{"h":"2","g":"3"}, {"h":null,"g":null}]}`, `{"a":"x","f":[{"h":"1"},{"h":"2","g":"3"}, {"h":null}]}`},
		"a key with an escape":  {`{"a":"x","\u0062":null}`, `{"a":"x"}`},
		"text that looks so":    {`{"a":"\"b\":null","c":false}`, `{"a":"\"b\":null","c":false}`},
		"another type":          {`{"a":"x","f":{"g":null},"d":[{"e":null}]}`, `{"a":"x","f":{"g":null},"d":[{"e":null}]}`},
		"space around the text": {" {\"b\":null,\"a\":1.50} \n", " {\"a\":1.50} \n"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.to, string(tool.Decode(json.RawMessage(tt.from))))
		})
	}
}

func TestDecodeGivesNamesBack(t *testing.T) {
	tool := toolOf(t, dialect.Anthropic, importedDef(t, jarvis.Spec{Name: "test"}, oddNames))
	for name, tt := range map[string]struct{ from, to string }{
		"in all depths":              {`{"gr__e_2":{"a_b":"1","a_b_2":3},"gr__e":"x"}`, `{"größe":{"a_b":"1","a b":3},"gr__e":"x"}`},
		"in elements":                {`{"1st":[{"x_y":0.25},{},{"x_y":0}]}`, `{"1st":[{"x/y":0.25},{},{"x/y":0}]}`},
		"in JSON":                    {`{"_b___":"2026-01-01"}`, `{"<b>&\"":"2026-01-01"}`},
		"null stays":                 {`{"gr__e_2":null}`, `{"größe":null}`},
		"an escaped one":             {`{"gr__e\u005f2":{}}`, `{"größe":{}}`},
		"beside the declared one":    {`{"gr__e_2":{"a_b_2":1},"größe":1}`, `{"gr__e_2":{"a b":1},"größe":1}`},
		"beside the declared one, 2": {`{"größe":1,"gr__e_2":{"a_b_2":1}}`, `{"größe":1,"gr__e_2":{"a b":1}}`},
		"the declared one":           {`{"größe":{"a b":3}}`, `{"größe":{"a b":3}}`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.to, string(tool.Decode(json.RawMessage(tt.from))))
		})
	}
}

func TestDecodeReadsJSONText(t *testing.T) {
	tool := toolOf(t, dialect.Gemini, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{
		"any":{"type":"object"},"list":{"type":"array"},"map":{"type":"object","additionalProperties":{"type":"integer"}}}}`))
	for name, tt := range map[string]struct{ from, to string }{
		"an object":                 {`{"any":"{\"k\": [1.50, null]}"}`, `{"any":{"k": [1.50, null]}}`},
		"a map":                     {`{"map":" {\"\\u00e9\":1} "}`, `{"map": {"\u00e9":1} }`},
		"elements":                  {`{"list":["1","\"1\"","{}","null"]}`, `{"list":[1,"1",{},null]}`},
		"an element that is a text": {`{"list":["plain"]}`, `{"list":["plain"]}`},
		"an object that is none":    {`{"any":"[1]"}`, `{"any":"[1]"}`},
		"broken text":               {`{"any":"{\"k\":"}`, `{"any":"{\"k\":"}`},
		"a key twice":               {`{"any":"{\"k\":1,\"k\":2}"}`, `{"any":"{\"k\":1,\"k\":2}"}`},
		"half a surrogate pair":     {`{"any":"{\"k\":\"\\ud800\"}"}`, `{"any":"{\"k\":\"\\ud800\"}"}`},
		"an object as it is":        {`{"any":{"k":"{}"}}`, `{"any":{"k":"{}"}}`},
		"null":                      {`{"any":null}`, `{"any":null}`},
		"empty text":                {`{"any":""}`, `{"any":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.to, string(tool.Decode(json.RawMessage(tt.from))))
		})
	}
}

func TestDecodeLeavesTheRest(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":               ``,
		"null":                  `null`,
		"an array":              `[{"b":null}]`,
		"a text with no object": `"[{\"b\":null}]"`,
		"a text, nothing to do": `"{\"a\":\"x\"}"`,
		"a text in a text":      `"\"{\\\"b\\\":null}\""`,
		"a broken text":         `"{\"b\":null`,
		"a text that is broken": `"{\"b\":null"`,
		"a text and more":       `"{\"b\":null}" {}`,
		"broken":                `{"b":null`,
		"a key twice":           `{"b":null,"b":null}`,
		"a key twice, escaped":  `{"b":null,"\u0062":1}`,
		"invalid UTF-8":         "{\"b\":null,\"a\":\"\xff\"}",
		"more after it":         `{"b":null}{}`,
		"too deep":              `{"b":null,"x":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`,
		"a comma too much":      `{"b":null,}`,
		"a number with a zero":  `{"b":null,"a":01}`,
		"nothing to do":         `{"a":"x","b":1}`,
		"half a surrogate pair": `{"b":null,"a":"\ud800"}`,
	} {
		t.Run(name, func(t *testing.T) {
			tool := toolOf(t, dialect.OpenAIStrict, importedDef(t, jarvis.Spec{Name: "test"},
				`{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`))
			raw := json.RawMessage(text)
			got := tool.Decode(raw)
			assert.Equal(t, text, string(got))
			if len(raw) > 0 {
				assert.Same(t, &raw[0], &got[0], "the text itself comes back")
			}
		})
	}
}

// TestDecodeReadsArgumentsInAString: Registry.Call takes them, so names and nulls in them have to go their way too.
func TestDecodeReadsArgumentsInAString(t *testing.T) {
	def := importedDef(t, jarvis.Spec{Name: "test"},
		`{"type":"object","properties":{"o p":{"type":"string"},"n":{"type":"integer","minimum":1},"m":{"type":"object","additionalProperties":{"type":"integer"}}}}`)
	for name, tt := range map[string]struct {
		dialect  dialect.Dialect
		from, to string
	}{
		"a name":          {dialect.Anthropic, `"{\"o_p\":\"x\"}"`, `{"o p":"x"}`},
		"a name in MCP":   {dialect.MCP, `"{\"o_p\":\"x\"}"`, `{"o p":"x"}`},
		"null":            {dialect.AnthropicStrict, `"{\"n\":null,\"o_p\":\"x\"}"`, `{"n":null,"o p":"x"}`},
		"text in text":    {dialect.Gemini, `"{\"m\":\"{\\\"a\\\":1}\"}"`, `{"m":{"a":1}}`},
		"space around it": {dialect.Anthropic, " \"{\\\"o_p\\\":\\\"\\u00e9\\\"}\"\n", `{"o p":"é"}`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.to, string(toolOf(t, tt.dialect, def).Decode(json.RawMessage(tt.from))))
		})
	}
	strict := toolOf(t, dialect.OpenAIStrict, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"n":{"type":"integer"}}}`))
	assert.Equal(t, `{}`, string(strict.Decode(json.RawMessage(`"{\"n\":null}"`))))
}

// Ward is an own type with a declared property beside others of any name.
type Ward struct{}

func (*Ward) UnmarshalJSON([]byte) error { return nil }

func (Ward) JSONSchema() *jsonschema.Schema {
	return ownSchemaOf(`{"type":"object","properties":{"a":{"type":"object"}},
		"additionalProperties":{"type":"object","properties":{"x y":{"type":"string"}}}}`)
}

func TestDecodeBesideOtherKeys(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		W Ward `jarvis:"w"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	tool := toolOf(t, dialect.Anthropic, jarvis.MustDefine(cmd))
	assert.Equal(t, `{"w":{"a":{"x_y":1},"b":{"x y":"2"}}}`, string(tool.Decode(json.RawMessage(`{"w":{"a":{"x_y":1},"b":{"x_y":"2"}}}`))))
}

// changes reports whether a tool has something to give back, by its report.
func changes(tool *dialect.Tool) bool {
	return slices.ContainsFunc(tool.Report().Losses, func(l dialect.Loss) bool {
		return l.Keyword == "name" && l.At != "" || strings.HasPrefix(l.Note, "null stands for leaving it out") || l.Note == "JSON text"
	})
}

// FuzzDecode looks for text that makes Decode panic, change what it should not, or make broken JSON of good.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"a":"x","b":null}`, `{"gr__e_2":{"a_b":1},"größe":1}`, `{"any":"{\"k\":[]}","list":["1"]}`, `{"b":null,"c":null}`, `{"1st":[{"x_y":1}]}`, `[`, ``, `{"a":`,
		`"{\"gr__e_2\":{\"a_b\":1}}"`, ` "{\"b\":null}" `, `"\"{}\""`, `{"x":{"y":"z"}}`, ` {}`,
	} {
		f.Add(seed)
	}
	var tools []*dialect.Tool
	for _, def := range goldenDefinitions(f) {
		for _, d := range dialect.All() {
			tools = append(tools, toolOf(f, d, def))
		}
	}
	require.True(f, slices.ContainsFunc(tools, changes))
	require.True(f, slices.ContainsFunc(tools, func(tool *dialect.Tool) bool { return !changes(tool) }))
	dict := toolOf(f, dialect.Gemini, importedDef(f, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"x":{"type":"object"}}}`))
	f.Fuzz(func(t *testing.T, text string) {
		for _, tool := range tools {
			raw := json.RawMessage(text)
			got := tool.Decode(raw)
			require.Equal(t, json.Valid(raw), json.Valid(got), "%s made %s", tool.Report().Dialect, got)
			require.Equal(t, text, string(raw), "what was given stays")
			require.Equal(t, string(got), string(tool.Decode(raw)), "the same again")
			if !changes(tool) && len(raw) > 0 {
				require.Len(t, got, len(raw), tool.Report())
				require.Same(t, &raw[0], &got[0], tool.Report())
			}
		}
		if !utf8.ValidString(text) {
			return
		}
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		sent, held := `{"x":`+string(quoted)+`}`, `{"x":`+text+`}`
		got := string(dict.Decode(json.RawMessage(sent)))
		if doc, err := readDoc([]byte(text)); err == nil && !strings.Contains(text, `\u`) && strings.Count(text, "{")+strings.Count(text, "[") < 1000 {
			if _, is := doc.(*object); is {
				require.Equal(t, held, got)
				return
			}
		}
		require.Contains(t, []string{sent, held}, got)
	})
}
