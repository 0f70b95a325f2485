// The judge by hand, and where it learns Go types from.

package jarvistest

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// judgedCommand is a command that implements the interface itself.
type judgedCommand struct {
	Must   string            `jarvis:"must,required" validate:"max=3,ne=off"`
	N      int               `jarvis:"n" absent:"none"`
	Small  *int8             `jarvis:"small" validate:"gt=0"`
	Ratio  *float32          `jarvis:"ratio" enum:"0.1,2"`
	At     *time.Time        `jarvis:"at"`
	Clock  *jarvis.TimeOfDay `jarvis:"clock" enum:"05:00"`
	Span   *time.Duration    `jarvis:"span" validate:"lte=1h"`
	Unread string            `jarvis:"unread" validate:"email"`
	Any    map[string]any    `jarvis:"any"`
	Secret string            `secret:"KEY,public"`
	Other  int
}

func (judgedCommand) Spec() jarvis.Spec { return jarvis.Spec{Name: "judged"} }

func (judgedCommand) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

func TestJudge(t *testing.T) {
	s, err := newSubject(judgedCommand{})
	require.NoError(t, err)
	for text, want := range map[string]class{
		``: fault, `null`: fault, `{}`: fault, `[]`: fault, `{"must":"a"`: fault, `{"must":"a"}`: 0, `{"must":"abcd"}`: fault, `{"must":"off"}`: refusesRule,
		`{"must":"a","n":5.0}`: 0, `{"must":"a","n":null}`: takesNull, `{"must":null}`: fault, `{"must":"a","n":"NONE"}`: takesWord, `{"must":"a","n":"no"}`: fault,
		`{"must":"a","n":9223372036854775808}`: refusesRange, `{"must":"a","small":128}`: fault, `{"must":"a","small":0}`: fault,
		`{"must":"a","ratio":0.1}`: 0, `{"must":"a","ratio":0.100000001}`: fault, `{"must":"a","ratio":0.2}`: fault, `{"must":"a","ratio":1e-1}`: 0, `{"must":"a","ratio":2e0}`: 0,
		`{"must":"a","at":"2016-12-31T23:59:60Z"}`: refusesLeap, `{"must":"a","at":"2016-12-31T22:59:60Z"}`: fault, `{"must":"a","at":"2016-12-31T+2:59:60Z"}`: fault | quirk,
		`{"must":"a","clock":"05:00"}`: 0, `{"must":"a","clock":"05:00:00"}`: takesSpelling, `{"must":"a","clock":"06:00"}`: fault,
		`{"must":"a","span":"PT0.5S"}`: takesFraction, `{"must":"a","span":"P1Y"}`: refusesDuration, `{"must":"a","span":"PT61M"}`: refusesRule,
		`{"must":"a","must":"a"}`: refusesText, `{"must":"\ud83d"}`: refusesText, "{\"must\":\"\xff\"}": refusesText, `{"must":"a","any":{"k":{"x":1,"x":1}}}`: refusesText,
		`{"must":"a","Other":1}`: fault, `{"must":"a","key":"x"}`: fault,
		`{"must":"a","any":{"k":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}}`: refusesLimit,
	} {
		doc, notJSON := jsonschema.UnmarshalJSON(strings.NewReader(text))
		j := judge(s.fields, []byte(text), doc, notJSON)
		assert.Equal(t, want, j.found, "%s: want %v, got %v", text, want, j.found)
		assert.Nil(t, j.open, text)
		_, found := s.check(sample{text: []byte(text)})
		assert.Empty(t, found, text)
	}
	doc := map[string]any{"must": "a", "unread": "x"}
	j := judge(s.fields, []byte(`{"must":"a","unread":"x"}`), doc, nil)
	assert.Equal(t, []string{"unread"}, j.open)
	assert.Equal(t, unknown, j.binder())
	j = judge(s.fields, []byte(`{"must":"a","any":{"k":1e999999999}}`), map[string]any{"must": "a", "any": map[string]any{"k": json.Number("1e999999999")}}, nil)
	assert.NotEmpty(t, j.unasked, "nobody computes with this")
}

func TestInputType(t *testing.T) {
	run := func(context.Context, *jarvis.Request, judgedCommand) (*jarvis.Response, error) { return nil, nil }
	byNew, err := jarvis.New(jarvis.Spec{Name: "n"}, run)
	require.NoError(t, err)
	want := reflect.TypeFor[judgedCommand]()
	for name, cmd := range map[string]jarvis.Command{"value": judgedCommand{}, "pointer": &judgedCommand{}, "New": byNew} {
		assert.Equal(t, want, inputType(cmd), name)
		s, err := newSubject(cmd)
		require.NoError(t, err)
		for _, f := range s.fields {
			assert.True(t, f.tagged && f.goType != nil, "%s: %s", name, f.name)
		}
	}
	assert.Nil(t, inputType(fuzzCommand(fuzzParameters)))

	// Without a struct the types of bound values tell.
	s, err := newSubject(fuzzCommand(jarvis.MustDefine(judgedCommand{}).Parameters()))
	require.NoError(t, err)
	assert.Equal(t, reflect.TypeFor[float32](), s.field("ratio").goType)
	assert.Equal(t, reflect.TypeFor[int8](), s.field("small").goType)
	assert.False(t, s.field("small").tagged)
}
