// Declarations that are made to hurt: what is told of their mistakes stays short, and what an import takes grows with it and no faster.

package jarvis_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	outside "github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

// filled is before, units made of their number up to so many bytes, and after.
func filled(size int, before, unit, after string) hostile.Frame {
	return hostile.Frame{Name: before + unit, Wrap: func(string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strings.ReplaceAll(unit, "#", strconv.Itoa(i)))
		}
		return before + b.String() + after
	}}
}

// importedHostile are schemas of 200 KiB of which most are refused for one thing again and again.
func importedHostile() map[string]hostile.Frame {
	const size, object, x = 200 << 10, `{"type":"object","properties":{`, `{"type":"object","properties":{"x":`
	pattern := func(text string) hostile.Frame {
		return filled(size, object, `"a#":{"type":"string","pattern":`+strconv.Quote(text)+`}`, "}}")
	}
	return map[string]hostile.Frame{
		"one enum value again":        filled(size, x+`{"type":"string","enum":[`, `"x"`, `]}}}`),
		"enum values of another type": filled(size, x+`{"type":"integer","enum":[`, `1.5`, `]}}}`),
		"default of a long enum":      filled(size, x+`{"type":"string","default":"no","enum":[`, `"v#"`, `]}}}`),
		"default of long values":      filled(size, x+`{"type":"string","default":"no","enum":[`, `"v#`+strings.Repeat("v", 9000)+`"`, `]}}}`),
		"undeclared required":         filled(size, `{"type":"object","properties":{},"required":[`, `"#"`, `]}`),
		"undeclared required inside":  filled(size, x+`{"type":"object","required":[`, `"#"`, `]}}}`),
		"unknown keywords":            filled(size, `{"type":"object","properties":{},`, `"#":1`, `}`),
		"unknown keywords inside":     filled(size, x+`{"type":"string",`, `"#":1`, `}}}`),
		"a long unknown keyword":      filled(size, x+`{"type":"string",`, `"`+strings.Repeat(`\u202e`, size/6)+`":1`, `}}}`),
		"no schemas":                  filled(size, object, `"#":1`, `}}`),
		"a long name":                 filled(size, object, `"`+strings.Repeat(`\u0000`, size/6)+`":1`, `}}`),
		"long names in depth":         filled(size, strings.Repeat(object+`"`+strings.Repeat("é", 500)+`":`, 5)+object, `"#":1`, strings.Repeat("}}", 6)),
		"a long member":               filled(size, x+`{"type":"string","enum":[[`, "\"\u202e\"", `]]}}}`),
		"a long pattern":              pattern(strings.Repeat("(?i)x?", size/6)),
		"patterns that repeat":        pattern("x{1000}"),
		"patterns of classes":         pattern(strings.Repeat(`\pL`, 1300)),
		"broken patterns":             pattern(strings.Repeat(`\pL`, 1300) + "("),
	}
}

func TestImportHostile(t *testing.T) {
	for name, frame := range importedHostile() {
		e := hostile.Entry{
			Name: name, Frames: []hostile.Frame{frame}, Tolerant: true, Factor: 380, Plus: 64 << 10, MostTold: 64 << 10, Mentions: []string{"Schema."}, NoLarge: true,
			Read: func(text []byte) hostile.Outcome {
				_, err := jarvis.ParametersFromSchema(text)
				return hostile.Refused(err)
			},
			Skip: allButOne(),
		}
		if strings.Contains(name, "pattern") {
			e.Factor, e.Plus = 120, 50<<20 // what is compiled until there is too much of it, and the parsing of one that is too large
		}
		e.Test(t)
		_, err := jarvis.ParametersFromSchema(json.RawMessage(frame.Wrap("")))
		assertBounded(t, err, "Schema", "#")
	}
}

// allButOne leaves one value: the frames hold all.
func allButOne() (names []string) {
	for _, v := range hostile.Values()[1:] {
		names = append(names, v.Name)
	}
	return names
}

// assertBounded checks an error of many mistakes: a hundred of them are told and how many there are besides, each fit to be read.
func assertBounded(t *testing.T, err error, owner, place string) {
	t.Helper()
	list := tagErrorsOf(t, err)
	assert.LessOrEqual(t, len(list), 101)
	for i, e := range list {
		assert.LessOrEqual(t, len(e.Field), 503)
		assert.LessOrEqual(t, len(e.Message), 2100)
		assert.True(t, utf8.ValidString(e.Error()))
		assert.False(t, strings.ContainsFunc(e.Error(), outside.Unseen), "%.200q", e.Error())
		if i == 100 {
			assert.Equal(t, owner, e.Type)
			assert.Equal(t, place, e.Field)
			assert.Regexp(t, `^and (one more mistake|[0-9]+ more mistakes)$`, e.Message)
		}
	}
}

func tagErrorsOf(t *testing.T, err error) (list []*jarvis.TagError) {
	t.Helper()
	var joined interface{ Unwrap() []error }
	require.ErrorAs(t, err, &joined)
	for _, e := range joined.Unwrap() {
		mistake, ok := e.(*jarvis.TagError)
		require.True(t, ok, "%T", e)
		list = append(list, mistake)
	}
	return list
}

func TestMistakesCounted(t *testing.T) {
	for _, c := range []struct {
		n    int
		last string
	}{
		{99, `Parameters.p98: unknown type "?"`},
		{100, `Parameters.p99: unknown type "?"`},
		{101, "Parameters.…: and one more mistake"},
		{5000, "Parameters.…: and 4900 more mistakes"},
	} {
		t.Run(strconv.Itoa(c.n), func(t *testing.T) {
			b := jarvis.NewParameters()
			required := make([]string, c.n)
			for i := range c.n {
				b.Add(jarvis.ParameterSpec{Name: "p" + strconv.Itoa(i), Type: "?"})
				required[i] = strconv.Itoa(i)
			}
			_, err := b.Build()
			assertBounded(t, err, "Parameters", "…")
			list := tagErrorsOf(t, err)
			require.Len(t, list, min(c.n, 101))
			assert.True(t, strings.HasPrefix(list[len(list)-1].Error(), c.last), list[len(list)-1].Error())

			text, _ := json.Marshal(map[string]any{"type": "object", "properties": map[string]any{}, "required": required})
			_, err = jarvis.ParametersFromSchema(text)
			imported := tagErrorsOf(t, err)
			require.Len(t, imported, len(list))
			if c.n > 100 {
				assert.Equal(t, list[100].Message, imported[100].Message)
				assert.Equal(t, "#", imported[100].Field)
			}
		})
	}
}

func TestBuildHostile(t *testing.T) {
	name := "a\x00\u202e" + strings.Repeat("é", 4000)
	b := jarvis.NewParameters()
	for range 500 {
		b.Add(jarvis.ParameterSpec{Name: name, Type: "int", Default: &name})
	}
	_, err := b.Build()
	assertBounded(t, err, "Parameters", "…")
	assert.Equal(t, `a\x00\u202eééé`, string([]rune(tagErrorsOf(t, err)[0].Field)[:14]))
}

type overdone struct{}

func (overdone) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "overdone", Antipatterns: make([]jarvis.Antipattern, 5000)}
}

func (overdone) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

func TestDefineHostile(t *testing.T) {
	_, err := jarvis.Define(overdone{})
	assertBounded(t, err, "overdone", "…")
	assert.Equal(t, "overdone.…: and 4900 more mistakes", tagErrorsOf(t, err)[100].Error())
}

func TestImportPatternLimits(t *testing.T) {
	of := func(patterns ...string) error {
		properties := map[string]any{}
		for i, p := range patterns {
			properties["p"+strconv.Itoa(i)] = map[string]any{"type": "string", "pattern": p}
		}
		text, err := json.Marshal(map[string]any{"type": "object", "properties": properties})
		require.NoError(t, err)
		_, err = jarvis.ParametersFromSchema(text)
		return err
	}
	times := func(n int, pattern string) []string {
		return strings.Split(strings.Repeat(pattern+"\n", n-1)+pattern, "\n")
	}
	const tooMuch = "Schema.#/properties/p%: cannot be expressed: pattern: the patterns of the schema take too much memory; repeat less in them, or leave some out"
	for _, c := range []struct {
		name     string
		patterns []string
		want     string
	}{
		{"as long as it may be", []string{strings.Repeat("x", 4096)}, ""},
		{"longer", []string{strings.Repeat("x", 4097)}, "Schema.#/properties/p0: cannot be expressed: pattern: it has 4097 bytes; at most 4096 are taken"},
		{"many of usual size", times(200, `^[a-z][a-z0-9_]{0,63}$`), ""},
		{"many letters of all scripts", times(200, `^[\p{L}\p{N} .'-]+$`), ""},
		{"a text of a thousand", times(30, `^.{1,1000}$`), ""},
		{"one that repeats", []string{strings.Repeat("x{1000}", 66)}, strings.ReplaceAll(tooMuch, "%", "0")},
		{"one that repeats in depth", []string{strings.Repeat("(?:(?:x{10}){10}){10}", 66)}, strings.ReplaceAll(tooMuch, "%", "0")},
		{"one that repeats without end", []string{strings.Repeat("x{1000,}", 66)}, strings.ReplaceAll(tooMuch, "%", "0")},
		{"one of classes", []string{strings.Repeat(`\pL`, 1200)}, strings.ReplaceAll(tooMuch, "%", "0")},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := of(c.patterns...)
			if c.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, c.want)
		})
	}
}

// What an error holds of a text from outside is what it shows.
func TestErrorsHoldLittle(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	want := strings.Repeat("é", 120) + "…"
	var format *jarvis.FormatError
	_, err := jarvis.ParseDate(long)
	require.ErrorAs(t, err, &format)
	assert.Equal(t, want, format.Text)
	var unknown *jarvis.UnknownCommandError
	_, err = jarvis.NewRegistry().Find(long)
	require.ErrorAs(t, err, &unknown)
	assert.Equal(t, want, unknown.Name)
	assert.Equal(t, "Unknown command '"+want+"'.", unknown.Error())
}
