// Formats of datetimes, days, times and durations: what the forms of tools show of them, and where they are left out.

package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// withoutDatetimes is what is left of a schema where dates are keys.
func withoutDatetimes(schema string) string {
	tools := []prompt.Tool{{Name: "a", Parameters: json.RawMessage(schema)}}
	return string(prompt.BuildTools(tools, prompt.ToolOptions{NoDatetimeFormats: true})[0].Parameters)
}

func TestFormatDatetimesAreLeftOutEverywhere(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"scalar":        {`{"properties":{"a":{"type":"string","format":"date-time"}}}`, `{"properties":{"a":{"type":"string"}}}`},
		"first":         {`{"properties":{"a":{"format":"date-time","type":"string"}}}`, `{"properties":{"a":{"type":"string"}}}`},
		"alone":         {`{"properties":{"a":{"format":"date-time"}}}`, `{"properties":{"a":{}}}`},
		"between":       {`{"properties":{"a":{"type":"string","format":"date-time","x":1}}}`, `{"properties":{"a":{"type":"string","x":1}}}`},
		"white space":   {"{ \"properties\" : {\n \"a\" : { \"format\" : \"date-time\" ,\n \"type\" : \"string\" } } }", "{ \"properties\" : {\n \"a\" : { \"type\" : \"string\" } } }"},
		"space between": {`{"properties":{"a":{"x": 1 , "format" : "date-time" , "y": 2 }}}`, `{"properties":{"a":{"x": 1 , "y": 2 }}}`},
		"escapes":       {`{"properties":{"a":{"f\u006frmat":"date\u002dtime","d":"\u00e4"}}}`, `{"properties":{"a":{"d":"\u00e4"}}}`},
		"items":         {`{"properties":{"a":{"items":{"format":"date-time","type":"string"}}}}`, `{"properties":{"a":{"items":{"type":"string"}}}}`},
		"anyOf":         {`{"properties":{"a":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}}}`, `{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`},
		"oneOf":         {`{"properties":{"a":{"oneOf":[{"items":{"format":"date-time"}}]}}}`, `{"properties":{"a":{"oneOf":[{"items":{}}]}}}`},
		"nested":        {`{"properties":{"a":{"properties":{"b":{"format":"date-time","x":1}}}}}`, `{"properties":{"a":{"properties":{"b":{"x":1}}}}}`},
		"list of objects": {`{"properties":{"a":{"items":{"properties":{"b":{"items":{"format":"date-time"}}}}}}}`,
			`{"properties":{"a":{"items":{"properties":{"b":{"items":{}}}}}}}`},
		"definitions": {`{"$defs":{"d":{"format":"date-time"}},"properties":{"a":{"$ref":"#/$defs/d"}}}`, `{"$defs":{"d":{}},"properties":{"a":{"$ref":"#/$defs/d"}}}`},
		"more values": {`{"properties":{"a":{"additionalProperties":{"format":"date-time"}}}}`, `{"properties":{"a":{"additionalProperties":{}}}}`},
		"several": {`{"properties":{"a":{"format":"date-time"},"b":{"x":1,"format":"date-time"},"c":{"format":"date-time","x":1}}}`,
			`{"properties":{"a":{},"b":{"x":1},"c":{"x":1}}}`},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, withoutDatetimes(c.schema)) })
	}
	for name, schema := range map[string]string{
		"others":            `{"properties":{"a":{"format":"date"},"b":{"format":"time"},"c":{"items":{"format":"duration"}},"d":{"format":7}}}`,
		"default":           `{"properties":{"a":{"default":{"format":"date-time"}}}}`,
		"const":             `{"properties":{"a":{"const":{"format":"date-time"}}}}`,
		"enum":              `{"properties":{"a":{"enum":[{"format":"date-time"},"date-time"]}}}`,
		"examples":          `{"properties":{"a":{"examples":[{"items":{"format":"date-time"}}]}}}`,
		"extension":         `{"properties":{"a":{"x-y":{"format":"date-time"}}}}`,
		"a property":        `{"properties":{"format":{"type":"string"}}}`,
		"a property's name": `{"properties":{"format":{"const":"date-time"}}}`,
		"broken":            `{"properties":{"a":{"format":"date-time"}}`,
		"trailing":          `{"properties":{"a":{"format":"date-time"}}} x`,
		"no object":         `[{"format":"date-time"}]`,
		"too deep":          strings.Repeat(`{"not":`, 64) + `{"format":"date-time"}` + strings.Repeat("}", 64),
		"white space":       " { \"properties\" :\n{} } ",
		"empty":             ``,
	} {
		t.Run("stays: "+name, func(t *testing.T) { assert.Equal(t, schema, withoutDatetimes(schema)) })
	}
}

// TestFormatPropertyLeavesTheRest: what is taken out is no more than the members, wherever they stand and however it is spaced.
func TestFormatPropertyLeavesTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var schema func(depth int) (with, without string)
		schema = func(depth int) (with, without string) {
			var all, kept []string
			space := rapid.SampledFrom([]string{"", " ", "\n\t"}).Draw(t, "space")
			dated := rapid.IntRange(-1, 3).Draw(t, "place of the format")
			keywords := []string{"type", "not", "items", "default"}
			for i, keyword := range keywords[:rapid.IntRange(0, 4).Draw(t, "members")] {
				if i == dated {
					all = append(all, `"format":`+space+`"date-time"`)
				}
				a, b := `"string"`, `"string"`
				switch {
				case keyword == "default":
					a, b = `{"format":"date-time"}`, `{"format":"date-time"}`
				case keyword != "type" && depth > 0:
					a, b = schema(depth - 1)
				case keyword != "type":
					a, b = "true", "true"
				}
				all, kept = append(all, `"`+keyword+`":`+space+a), append(kept, `"`+keyword+`":`+space+b)
			}
			return "{" + strings.Join(all, ",") + "}", "{" + strings.Join(kept, ",") + "}"
		}
		with, without := schema(3)
		require.Equal(t, without, withoutDatetimes(with))
	})
}

func TestFormatInTypes(t *testing.T) {
	for property, want := range map[string]struct{ text, plain, signature string }{
		`{"type":"string","format":"date-time"}`:                              {"string, date-time", "string", "p?:datetime"},
		`{"type":"string","format":"date"}`:                                   {"string, date YYYY-MM-DD", "string", "p?:date"},
		`{"type":"string","format":"time"}`:                                   {"string, time HH:MM", "string", "p?:time(HH:MM)"},
		`{"type":"string","format":"duration"}`:                               {"string, duration such as PT10M", "string", "p?:duration(PT10M)"},
		`{"type":"string","format":"email"}`:                                  {"string, email", "string", "p?:string(email)"},
		`{"type":"integer","format":"int64"}`:                                 {"integer", "integer", "p?:int"},
		`{"format":"date"}`:                                                   {"any, date YYYY-MM-DD", "any", "p?:date"},
		`{"type":["string","null"],"format":"time"}`:                          {"string, time HH:MM", "string", "p?:time(HH:MM)"},
		`{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]}`:  {"string, date-time", "string", "p?:datetime"},
		`{"type":"array","items":{"type":"string","format":"date-time"}}`:     {"array of string, date-time", "array of string", "p?:datetime[]"},
		`{"type":"array","items":{"type":"string","format":"duration"}}`:      {"array of string, duration such as PT10M", "array of string", "p?:duration(PT10M)[]"},
		`{"type":"array","items":{"format":"date"}}`:                          {"array, date YYYY-MM-DD", "array", "p?:date[]"},
		`{"type":"array","format":"date","items":{"type":"string"}}`:          {"array of string", "array of string", "p?:string[]"},
		`{"type":"string","format":"a\nb"}`:                                   {"string, a b", "string", "p?:string(a b)"},
		`{"type":"object"}`:                                                   {"object", "object", "p?:object"},
		`{"type":"object","properties":{"a":{}}}`:                             {"object", "object", "p?:object"},
		`{"type":"object","properties":{"a":{},"b":{}},"required":["b","a"]}`: {"object with b, a", "object with b, a", "p?:object(b, a)"},
		`{"type":"object","properties":{"a":{"type":"string","format":"date-time"},"b":{}},"required":["a","b",""]}`: {"object with a (date-time), b", "object with a, b", "p?:object(a:datetime, b)"},
		`{"type":"array","items":{"type":"object","required":["a"]}}`:                                                {"array of object with a", "array of object with a", "p?:object(a)[]"},
	} {
		if strings.Contains(property, "a\nb") {
			property = strings.ReplaceAll(property, "\n", `\n`)
		}
		one := prompt.Tool{Name: "a", Description: "Does it", Parameters: json.RawMessage(`{"properties":{"p":` + property + `}}`)}
		assert.Equal(t, "  - p ("+want.text+")", parameterLine(t, property, false, prompt.TextOptions{}))
		assert.Equal(t, "  - p ("+want.plain+")", parameterLine(t, property, false, prompt.TextOptions{NoFormatHints: true}))
		assert.Equal(t, "- a("+want.signature+"): Does it.", prompt.ToolSignatures([]prompt.Tool{one}))
	}
	many := `"` + strings.Join(strings.Split(strings.Repeat("k", 25), ""), `","`) + `"`
	assert.Contains(t, parameterLine(t, `{"type":"object","required":[`+many+`]}`, false, prompt.TextOptions{}), "k, k and 5 more)")
	whole := prompt.Tool{Name: "a", Parameters: json.RawMessage(`{"properties":{"p":{"type":"array","items":{"type":"integer"},"enum":[[1],[2]]}}}`)}
	assert.Equal(t, "- a(p?:[1]/[2]): No description", prompt.ToolSignatures([]prompt.Tool{whole}), "no array of arrays")
}

// TestFormatSections: with date keys nothing says that a datetime has a format, and the other formats are told.
func TestFormatSections(t *testing.T) {
	tools := datedTools()
	for name, s := range map[string]prompt.Section{
		"tag":        prompt.ToolsTagSection(prompt.ToolOptions{}),
		"array":      prompt.ToolsArraySection("", "", "  ", prompt.ToolOptions{}),
		"text":       prompt.ToolsTextSection(prompt.TextOptions{}),
		"signatures": prompt.ToolSignaturesSection(),
	} {
		t.Run(name, func(t *testing.T) {
			iso := s.Text(prompt.Input{Tools: tools})
			keyed := s.Text(prompt.Input{Tools: tools, DateKeys: someKeys()})
			assert.Regexp(t, `date-?time`, iso)
			assert.NotRegexp(t, `date-?time`, keyed)
			for _, format := range []string{"duration", "time", "date"} {
				assert.Contains(t, keyed, format)
			}
			assert.Equal(t, iso, s.Text(prompt.Input{Tools: tools, DateKeys: []string{"", "\n"}}), "no keys at all")
		})
	}
	assert.Equal(t, datedTools(), tools)
}

func TestFormatSaidBesideKeys(t *testing.T) {
	const sentence = "Parameters with format date or time take no keys: for format date write YYYY-MM-DD, for format time HH:MM."
	plain := prompt.Dates(someKeys(), false)
	for name, c := range map[string]struct {
		schema string
		said   bool
	}{
		"day":          {`{"properties":{"a":{"type":"string","format":"date"}}}`, true},
		"time":         {`{"properties":{"a":{"type":"string","format":"time"}}}`, true},
		"days":         {`{"properties":{"a":{"type":"array","items":{"format":"date"}}}}`, true},
		"optional":     {`{"properties":{"a":{"anyOf":[{"format":"time"},{"type":"null"}]}}}`, true},
		"nested":       {`{"properties":{"a":{"items":{"properties":{"b":{"format":"date"}}}}}}`, true},
		"definition":   {`{"$defs":{"a":{"format":"date"}}}`, true},
		"datetime":     {`{"properties":{"a":{"format":"date-time"}}}`, false},
		"duration":     {`{"properties":{"a":{"format":"duration"}}}`, false},
		"a value":      {`{"properties":{"a":{"default":{"format":"date"}}}}`, false},
		"no parameter": {``, false},
	} {
		t.Run(name, func(t *testing.T) {
			in := prompt.Input{DateKeys: someKeys(), Tools: []prompt.Tool{{Name: "a", Parameters: json.RawMessage(c.schema)}, resolver()}}
			want := plain
			if c.said {
				want += " " + sentence
			}
			assert.Equal(t, want, prompt.DatesSection().Text(in), "and nothing of resolve_relative_date")
			in.DateKeys = nil
			assert.Equal(t, prompt.Dates(nil, true), prompt.DatesSection().Text(in))
			in.Tools[0].Name, in.DateKeys = "", someKeys()
			assert.Equal(t, plain, prompt.DatesSection().Text(in))
		})
	}
}
