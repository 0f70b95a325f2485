// Mistakes of those who build parameters: all are reported, and what was built stays as it is.

package jarvis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// tagErrorTexts returns the texts of joined mistakes, each of which has to be a *TagError.
func tagErrorTexts(t *testing.T, err error) (texts []string) {
	t.Helper()
	require.Error(t, err)
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, e := range list {
		mistake, ok := e.(*jarvis.TagError)
		require.True(t, ok, "%T: %v", e, e)
		texts = append(texts, mistake.Error())
	}
	return texts
}

// builderMistakes has declarations, each with everything that is wrong with it.
var builderMistakes = []struct {
	name  string
	build func(b *jarvis.ParametersBuilder)
	want  []string
}{
	{"no name", func(b *jarvis.ParametersBuilder) { b.RequiredString("", "") }, []string{
		"Parameters.: a parameter has no name"}},
	{"name and description not UTF-8", func(b *jarvis.ParametersBuilder) { b.RequiredString("a\xff", "\xfe") }, []string{
		`Parameters.a\xff: the name "a\xff" is not valid UTF-8`,
		`Parameters.a\xff: the description is not valid UTF-8`}},
	{"declared three times", func(b *jarvis.ParametersBuilder) {
		b.RequiredString("a", "").OptionalInteger("a", "").RequiredDict("a", "")
	}, []string{
		"Parameters.a: the parameter is declared twice",
		"Parameters.a: the parameter is declared twice"}},
	{"unknown type", func(b *jarvis.ParametersBuilder) { b.Add(jarvis.ParameterSpec{Name: "a", Type: "text"}) }, []string{
		`Parameters.a: unknown type "text"; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
	{"no type", func(b *jarvis.ParametersBuilder) { b.Add(jarvis.ParameterSpec{Name: "a"}) }, []string{
		`Parameters.a: unknown type ""; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
	{"array of arrays", func(b *jarvis.ParametersBuilder) { b.Add(jarvis.ParameterSpec{Name: "a", Type: "int[][]"}) }, []string{
		`Parameters.a: type "int[][]" is an array of arrays, which is not supported; use array<dict>, or flatten it`}},
	{"enum without values", func(b *jarvis.ParametersBuilder) { b.RequiredEnum("a", "") }, []string{
		"Parameters.a: an enum needs at least one value"}},
	{"enum of the wrong type", func(b *jarvis.ParametersBuilder) {
		b.RequiredInteger("a", "").Enum("1", "", "x", "01", "1.5", "1.0")
	}, []string{
		"Parameters.a: an enum value is empty",
		`Parameters.a: enum value "x" is not a valid int`,
		`Parameters.a: enum value "01" is not a valid int`,
		`Parameters.a: enum value "1.5" is not a valid int`,
		`Parameters.a: enum value "1.0" is the same as "1"`}},
	{"enum on a dict", func(b *jarvis.ParametersBuilder) { b.RequiredDict("a", "").Enum("x") }, []string{
		"Parameters.a: an enum on dict means nothing; it goes with string, int, float, bool, date, datetime, time, timedelta and arrays of them"}},
	{"enum on an untyped array", func(b *jarvis.ParametersBuilder) { b.RequiredArray("a", "", "").Enum("x") }, []string{
		"Parameters.a: an enum on array means nothing; it goes with string, int, float, bool, date, datetime, time, timedelta and arrays of them"}},
	{"default of a required one", func(b *jarvis.ParametersBuilder) { b.RequiredInteger("a", "").Default("1") }, []string{
		"Parameters.a: a required parameter has no use for a default; drop one of the two"}},
	{"default of the wrong type", func(b *jarvis.ParametersBuilder) {
		b.OptionalInteger("a", "").Default("x").OptionalBoolean("b", "").Default("null").OptionalStringArray("c", "").Default("x")
	}, []string{
		`Parameters.a: default "x" is not a valid int`,
		`Parameters.b: default "null" is not a valid bool`,
		`Parameters.c: default "x" is not a valid array<string>`}},
	{"default outside the enum", func(b *jarvis.ParametersBuilder) { b.OptionalEnum("a", "", "x", "y").Default("z") }, []string{
		`Parameters.a: default "z" is not one of: x, y`}},
	{"default that a rule refuses", func(b *jarvis.ParametersBuilder) {
		b.OptionalInteger("a", "").Default("0").Validate("gte=1")
	}, []string{
		`Parameters.a: default "0" is refused: Parameter 'a' must be at least 1`}},
	{"default that a check refuses", func(b *jarvis.ParametersBuilder) {
		b.OptionalInteger("a", "").Default("0").Check(func(any) bool { return false }, "Never.")
	}, []string{
		`Parameters.a: default "0" is refused: Never.`}},
	{"absent words", func(b *jarvis.ParametersBuilder) {
		b.RequiredString("a", "").Absent("none").OptionalEnum("b", "", "None", "x").Absent("", "NONE")
	}, []string{
		"Parameters.a: absent words make sense for optional parameters only",
		"Parameters.b: an absent word is empty",
		`Parameters.b: "NONE" is both an absent word and an enum value`}},
	{"set twice", func(b *jarvis.ParametersBuilder) {
		b.OptionalEnum("a", "", "x").Enum("y").Default("y").Default("y").Validate("len=1").Validate("len=1").
			Add(jarvis.ParameterSpec{Name: "b", Type: "int", Default: new("1"), Enum: []string{"1"}}).Enum("1").Default("1")
	}, []string{
		"Parameters.a: Enum is set twice", "Parameters.a: Default is set twice", "Parameters.a: Validate is set twice",
		"Parameters.b: Enum is set twice", "Parameters.b: Default is set twice"}},
	{"texts set twice", func(b *jarvis.ParametersBuilder) {
		b.OptionalString("a", "").Label("x").Label("x").Options("x").Options("y").Absent("x").Absent("y").
			Add(jarvis.ParameterSpec{Name: "b", Type: "int", Label: "x", Options: "x", Absent: []string{"x"}, Validate: "gte=1"}).
			Label("y").Options("y").Absent("y").Validate("gte=1").Refinable().Refinable()
	}, []string{
		"Parameters.a: Label is set twice", "Parameters.a: Options is set twice", "Parameters.a: Absent is set twice",
		"Parameters.b: Label is set twice", "Parameters.b: Options is set twice", "Parameters.b: Absent is set twice",
		"Parameters.b: Validate is set twice"}},
	{"bad rule", func(b *jarvis.ParametersBuilder) { b.RequiredInteger("a", "").Validate("gte=x,unknown") }, []string{
		`Parameters.a: rule "gte=x" has a bad parameter: "x" is not a whole number of 64 bits`,
		`Parameters.a: unknown rule "unknown"`}},
	{"bad rule of Add", func(b *jarvis.ParametersBuilder) {
		b.Add(jarvis.ParameterSpec{Name: "a", Type: "int", Validate: "unknown"}).Add(jarvis.ParameterSpec{Name: "b", Type: "int", Validate: "\xff"})
	}, []string{`Parameters.a: unknown rule "unknown"`, "Parameters.b: the validate tag is not valid UTF-8"}},
	{"bad check", func(b *jarvis.ParametersBuilder) {
		b.RequiredInteger("a", "").Check(nil, "x").Check(func(any) bool { return true }, "").Check(nil, "")
	}, []string{
		"Parameters.a: the check function is nil", "Parameters.a: a check needs a message for the model", "Parameters.a: the check function is nil"}},
	{"object without fields", func(b *jarvis.ParametersBuilder) { b.RequiredObject("a", "", nil).OptionalObjects("b", "", nil) }, []string{
		"Parameters.a: an object needs its declared properties, got nil", "Parameters.b: an object needs its declared properties, got nil"}},
	{"modifiers before any parameter", func(b *jarvis.ParametersBuilder) {
		b.Enum("x").Default("x").Refinable().Label("x").Options("x").Absent("x").Validate("x")
	}, []string{
		"Parameters.Enum: Enum comes before any parameter; call it after the parameter it is for",
		"Parameters.Default: Default comes before any parameter; call it after the parameter it is for",
		"Parameters.Refinable: Refinable comes before any parameter; call it after the parameter it is for",
		"Parameters.Label: Label comes before any parameter; call it after the parameter it is for",
		"Parameters.Options: Options comes before any parameter; call it after the parameter it is for",
		"Parameters.Absent: Absent comes before any parameter; call it after the parameter it is for",
		"Parameters.Validate: Validate comes before any parameter; call it after the parameter it is for"}},
	{"check before any parameter", func(b *jarvis.ParametersBuilder) { b.Check(func(any) bool { return true }, "no") }, []string{
		"Parameters.Check: Check comes before any parameter; call it after the parameter it is for"}},
}

func TestBuilderMistakes(t *testing.T) {
	for _, tt := range builderMistakes {
		t.Run(tt.name, func(t *testing.T) {
			b := jarvis.NewParameters()
			tt.build(b)
			p, err := b.Build()
			assert.Nil(t, p)
			assert.Equal(t, tt.want, tagErrorTexts(t, err))
			assert.PanicsWithError(t, err.Error(), func() { b.MustBuild() })
		})
	}
}

func TestBuilderElementMistakes(t *testing.T) {
	const types = "the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array"
	for elem, want := range map[string]string{
		"text":  `unknown type "array<text>"; ` + types,
		" ":     `unknown type "array< >"; ` + types,
		"int>":  `unknown type "array<int>>"; ` + types,
		"list":  `type "array<list>" is an array of arrays, which is not supported; use array<dict>, or flatten it`,
		"int[]": `type "array<int[]>" is an array of arrays, which is not supported; use array<dict>, or flatten it`,
	} {
		_, err := jarvis.NewParameters().RequiredArray("a", elem, "").Build()
		assert.Equal(t, []string{"Parameters.a: " + want}, tagErrorTexts(t, err))
	}
}

// TestBuilderRefusesTextsThatAreNotUTF8 is about texts that would be in the schema in another form than the binder compares.
func TestBuilderRefusesTextsThatAreNotUTF8(t *testing.T) {
	bad := "\xff"
	for name, b := range map[string]*jarvis.ParametersBuilder{
		"enum":        jarvis.NewParameters().RequiredEnum("a", "", "x", bad),
		"default":     jarvis.NewParameters().OptionalString("a", "").Default(bad),
		"enum of Add": jarvis.NewParameters().Add(jarvis.ParameterSpec{Name: "a", Type: "string", Enum: []string{bad}}),
	} {
		_, err := b.Build()
		assert.Error(t, err, name)
	}
}

func TestBuilderReportsEverythingAtOnce(t *testing.T) {
	b := jarvis.NewParameters().Refinable().
		RequiredString("", "").RequiredArray("days", "date", "").Enum("today", "2026-01-18").
		OptionalInteger("n", "").Default("x").Absent("").RequiredObject("o", "", nil)
	_, err := b.Build()
	want := []string{
		"Parameters.Refinable: Refinable comes before any parameter; call it after the parameter it is for",
		"Parameters.o: an object needs its declared properties, got nil",
		"Parameters.: a parameter has no name",
		`Parameters.days: enum value "today" is not a valid date; want a real day as YYYY-MM-DD`,
		"Parameters.n: an absent word is empty",
		`Parameters.n: default "x" is not a valid int`,
	}
	assert.Equal(t, want, tagErrorTexts(t, err))
	_, again := b.Build()
	assert.EqualError(t, again, err.Error(), "mistakes stay with the builder")
}
