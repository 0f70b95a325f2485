// Compatibility: each kind of change, its words and its label.

package jarvistest_test

import (
	"strings"
	"testing"

	invopop "github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// builder declares the parameters of the command "c".
type builder = func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder

func command(t testing.TB, spec jarvis.Spec, declare builder) jarvis.Command {
	params, err := declare(jarvis.NewParameters()).Build()
	require.NoError(t, err)
	spec.Name = "c"
	cmd, err := jarvis.Func(spec, params, answersNothing[jarvis.Values])
	require.NoError(t, err)
	return cmd
}

// changes returns the lines of Golden's report about a declaration that became another.
func changes(t *testing.T, before, after jarvis.Command) string {
	written(t, before)
	text := golden(t, after).text()
	if text == "" {
		return ""
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "  "); ok {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// The declarations that the tables below are made of: one parameter p.

func none(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return b }

func required(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
	return b.RequiredString("p", "")
}

func str(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return b.OptionalString("p", "") }

func integer(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
	return b.OptionalInteger("p", "")
}

func refinable(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return str(b).Refinable() }

func other(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return b.OptionalString("q", "") }

func typed(typ string) builder {
	return func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
		return b.Add(jarvis.ParameterSpec{Name: "p", Type: typ})
	}
}

func rule(base builder, rules string) builder {
	return func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return base(b).Validate(rules) }
}

func def(base builder, text string) builder {
	return func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return base(b).Default(text) }
}

func absent(base builder, words ...string) builder {
	return func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return base(b).Absent(words...) }
}

func members(base builder, values ...string) builder {
	return func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return base(b).Enum(values...) }
}

func enum(values ...string) builder { return members(str, values...) }

// declarationChange is a row of the tables below.
type declarationChange struct {
	name          string
	before, after builder
	want          string
}

func checkChanges(t *testing.T, table []declarationChange) {
	for _, tt := range table {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, changes(t, command(t, jarvis.Spec{}, tt.before), command(t, jarvis.Spec{}, tt.after)))
		})
	}
}

func TestChangesOfParameters(t *testing.T) {
	checkChanges(t, []declarationChange{
		{"nothing", str, str, ""},
		{"removed", str, none, "breaking    p: parameter removed"},
		{"renamed", str, other,
			"breaking    p: parameter removed (q is what it was)\ncompatible  q: optional parameter added"},
		{"optional added", none, def(str, "x"), "compatible  p: optional parameter added"},
		{"added with a rule and absent words", none, absent(rule(str, "email"), "none"), "compatible  p: optional parameter added"},
		{"removed with a rule and absent words", absent(rule(str, "email"), "none"), none, "breaking    p: parameter removed"},
		{"required added", none, required, "breaking    p: required parameter added"},
		{"required now", str, required, "breaking    p: required now"},
		{"no longer required", required, str, "compatible  p: no longer required"},
		{"no longer required, with a default", required, def(str, "x"), "compatible  p: no longer required\ncompatible  p: default added: \"x\""},
		{"default added", str, def(str, "x"), `breaking    p: default added: "x"`},
		{"default dropped", def(str, "x"), str, `breaking    p: default dropped: "x"`},
		{"default changed", def(str, "x"), def(str, "y"), `breaking    p: default changed: "x" → "y"`},
		{"default written differently", def(integer, "1"), def(typed("float"), "1.0"), "compatible  p: type changed: integer → number\ncompatible  p: default in the command schema changed: \"1\" → \"1.0\""},
	})
}

func TestChangesOfTypes(t *testing.T) {
	checkChanges(t, []declarationChange{
		{"int to string", integer, str, "breaking    p: type changed: integer → string"},
		{"int to float", integer, typed("float"), "compatible  p: type changed: integer → number"},
		{"float to int", typed("float"), integer, "breaking    p: type changed: number → integer"},
		{"ints to floats", typed("array<int>"), typed("array<float>"), "compatible  p[]: type changed: integer → number\ncompatible  p: type changed: array<int> → array<float>"},
		{"array of anything", typed("array<int>"), typed("array"), "compatible  p[]: type changed: integer → nothing\ncompatible  p: type changed: array<int> → array"},
		{"array of something", typed("array"), typed("array<int>"), "breaking    p[]: type changed: nothing → integer\nbreaking    p: type changed: array → array<int>"},
		{"date to text", typed("date"), str, "compatible  p: format dropped: \"date\"\ncompatible  p: type changed: date → string"},
		{"text to date", str, typed("date"), "breaking    p: format added: \"date\"\nbreaking    p: type changed: string → date"},
		{"date to datetime", typed("date"), typed("datetime"), "breaking    p: format changed: \"date\" → \"date-time\"\nbreaking    p: type changed: date → datetime"},
		{"dates of an enum to text", members(typed("date"), "2030-01-01"), members(str, "2030-01-01"), "breaking    p: type changed: date → string"},
	})
}

func TestChangesOfEnums(t *testing.T) {
	checkChanges(t, []declarationChange{
		{"enum added", str, enum("a", "b"), `breaking    p: only some values are allowed now: "a", "b"`},
		{"enum dropped", enum("a", "b"), str, `compatible  p: no longer limited to "a", "b"`},
		{"enum grown", enum("a", "b"), enum("a", "c", "b"), `compatible  p: now allowed: "c"`},
		{"enum shrunk", enum("a", "b"), enum("a"), `breaking    p: no longer allowed: "b"`},
		{"enum changed", enum("a", "b"), enum("a", "c"), "breaking    p: no longer allowed: \"b\"\ncompatible  p: now allowed: \"c\""},
		{"enum in another order", enum("a", "b"), enum("b", "a"), "compatible  p: order or form of the allowed values changed"},
		{"enum of dates dropped", members(typed("date"), "2030-01-01"), typed("date"), "compatible  p: no longer limited to \"2030-01-01\"\ncompatible  p: format added: \"date\""},
		{"enum of dates added", typed("date"), members(typed("date"), "2030-01-01"), "breaking    p: only some values are allowed now: \"2030-01-01\"\ncompatible  p: format dropped: \"date\""},
	})
}

func TestChangesOfBounds(t *testing.T) {
	checkChanges(t, []declarationChange{
		{"bound added", integer, rule(integer, "gte=1"), "breaking    p: lower bound tighter: none → 1"},
		{"bound dropped", rule(integer, "gte=1"), integer, "compatible  p: lower bound looser: 1 → none"},
		{"bounds tighter", rule(integer, "gte=1,lte=9"), rule(integer, "gte=2,lte=8"), "breaking    p: lower bound tighter: 1 → 2\nbreaking    p: upper bound tighter: 9 → 8"},
		{"bounds looser", rule(integer, "gte=1,lte=9"), rule(integer, "gte=-1,lte=10"), "compatible  p: lower bound looser: 1 → -1\ncompatible  p: upper bound looser: 9 → 10"},
		{"bound of whole numbers in other words", rule(integer, "gt=0,lt=10"), rule(integer, "gte=1,lte=9"), "compatible  p: lower bound written differently: 1 → 1\ncompatible  p: upper bound written differently: 9 → 9"},
		{"bounds that are excluded", rule(integer, "gte=1,lte=9"), rule(integer, "gt=1,lt=9"), "breaking    p: lower bound tighter: 1 → 2\nbreaking    p: upper bound tighter: 9 → 8"},
		{"bound of fractions", rule(typed("float"), "gte=0.5"), rule(typed("float"), "gt=0.5"), "breaking    p: lower bound tighter: 0.5 → 0.5 (itself excluded)"},
		{"length", rule(str, "max=5"), rule(str, "min=1,max=9"), "breaking    p: least length tighter: none → 1\ncompatible  p: greatest length looser: 5 → 9"},
		{"items", rule(typed("array<int>"), "min=1"), rule(typed("array<int>"), "max=3"), "breaking    p: greatest number of items tighter: none → 3\ncompatible  p: least number of items looser: 1 → none"},
		{"unique", typed("array<int>"), rule(typed("array<int>"), "unique"), "breaking    p: uniqueItems added: true"},
		{"not unique", rule(typed("array<int>"), "unique"), typed("array<int>"), "compatible  p: uniqueItems dropped: true"},
	})
}

func TestChangesOfRules(t *testing.T) {
	checkChanges(t, []declarationChange{
		{"rule in words added", str, rule(str, "email"), `breaking    p: rule added: "Must be an email address."`},
		{"rule in words dropped", rule(str, "email"), str, `compatible  p: rule dropped: "Must be an email address."`},
		{"rule in words changed", rule(str, "email"), rule(str, "url"), `breaking    p: rule changed: "Must be an email address." → "Must be a URL."`},
		{"rule of elements added", typed("array<string>"), rule(typed("array<string>"), "dive,email"), `breaking    p: rule added: "Each element: Must be an email address."`},
		{"absent word added to a text", str, absent(str, "none"), `breaking    p: now counts as left out: "none"`},
		{"absent word added to a number", integer, absent(integer, "none"), `compatible  p: now counts as left out: "none"`},
		{"absent word added to an enum", enum("a"), absent(enum("a"), "none"), `compatible  p: now counts as left out: "none"`},
		{"absent word dropped", absent(integer, "none", "null"), absent(integer, "null"), `breaking    p: no longer counts as left out: "none"`},
		{"refinable", str, refinable, "compatible  p: refinable changed: false → true"},
	})
}

func TestChangesInsideParameters(t *testing.T) {
	object := func(inner builder) builder {
		return func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
			return b.OptionalObjects("list", "", inner(jarvis.NewParameters()).MustBuild()).RequiredObject("one", "", inner(jarvis.NewParameters()).MustBuild())
		}
	}
	inner := func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
		return b.RequiredString("a", "What").OptionalInteger("b c", "").Default("1")
	}
	for _, tt := range []struct {
		name          string
		before, after builder
		want          string
	}{
		{"added", object(inner), object(func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return inner(b).OptionalString("d", "") }),
			"compatible  list[].d: optional parameter added\ncompatible  one.d: optional parameter added"},
		{"removed and default", object(inner), object(func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
			return b.OptionalInteger("b c", "").Default("2")
		}),
			"breaking    list[].a: parameter removed\nbreaking    list[].\"b c\": default changed: 1 → 2\nbreaking    one.a: parameter removed\nbreaking    one.\"b c\": default changed: 1 → 2"},
		{"rule and description", object(inner), object(func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
			return b.RequiredString("a", "Who").Validate("email").OptionalInteger("b c", "").Default("1")
		}), "breaking    list[].a: rule added: \"Must be an email address.\"\nbreaking    one.a: rule added: \"Must be an email address.\"\n" +
			"compatible  list[].a: description changed: \"What\" → \"Who\"\ncompatible  one.a: description changed: \"What\" → \"Who\""},
		{"open", func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return b.RequiredDict("one", "") }, func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
			return b.RequiredObject("one", "", jarvis.NewParameters().OptionalString("a", "").MustBuild())
		}, "breaking    one.a: optional parameter added where any key was taken\nbreaking    one: further keys are no longer taken"},
		{"opened", func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
			return b.RequiredObject("one", "", jarvis.NewParameters().OptionalString("a", "").MustBuild())
		}, func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return b.RequiredDict("one", "") },
			"breaking    one.a: parameter removed\ncompatible  one: further keys are taken now"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, changes(t, command(t, jarvis.Spec{}, tt.before), command(t, jarvis.Spec{}, tt.after)))
		})
	}
}

// What stands in a map or in a type of its own cannot be told from a rule.
func TestChangesOfDescriptionsThatMayBeRules(t *testing.T) {
	type place struct {
		Street string `jarvis:"street" description:"One"`
	}
	type before struct {
		Places map[string]place `jarvis:"places" description:"Where"`
	}
	type otherPlace struct {
		Street string `jarvis:"street" description:"Two"`
	}
	type after struct {
		Places map[string]otherPlace `jarvis:"places" description:"Where to"`
	}
	a, err := jarvis.New(jarvis.Spec{Name: "c"}, answersNothing[before])
	require.NoError(t, err)
	b, err := jarvis.New(jarvis.Spec{Name: "c"}, answersNothing[after])
	require.NoError(t, err)
	assert.Equal(t, "breaking    places.*.street: description changed, which may state rules: \"One\" → \"Two\"\n"+
		"compatible  places: description changed: \"Where\" → \"Where to\"", changes(t, a, b))
}

// code is a type with a schema of its own, in which one keyword may depend on another.
type code struct{}

func (c *code) UnmarshalJSON([]byte) error { return nil }

type (
	codeBefore struct{ code }
	codeAfter  struct{ code }
)

func (codeBefore) JSONSchema() *invopop.Schema {
	return &invopop.Schema{Type: "string", Title: "A", MinLength: new(uint64(2)), Not: &invopop.Schema{Const: "xx"}}
}

func (codeAfter) JSONSchema() *invopop.Schema {
	return &invopop.Schema{Type: "string", Title: "B", Not: &invopop.Schema{Const: "yy"}}
}

// What is not understood makes everything beside it breaking, even a bound that is gone.
func TestChangesThatAreNotUnderstood(t *testing.T) {
	a, err := jarvis.New(jarvis.Spec{Name: "c"}, answersNothing[struct {
		P codeBefore `jarvis:"p"`
	}])
	require.NoError(t, err)
	b, err := jarvis.New(jarvis.Spec{Name: "c"}, answersNothing[struct {
		P codeAfter `jarvis:"p"`
	}])
	require.NoError(t, err)
	assert.Equal(t, "breaking    p: least length looser: 2 → none\nbreaking    p: title changed: \"A\" → \"B\"\n"+
		"breaking    p: not is not understood: {\"const\":\"xx\"} → {\"const\":\"yy\"}", changes(t, a, b))
}

func TestChangesOfCommands(t *testing.T) {
	params := func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
		return b.OptionalString("a", "").OptionalString("b", "")
	}
	swapped := func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
		return b.OptionalString("b", "").OptionalString("a", "")
	}
	say := func(text string, args jarvis.Args) jarvis.Spec {
		return jarvis.Spec{Examples: []jarvis.Example{{Utterance: text, Arguments: args}}}
	}
	long := strings.Repeat("word ", 40)
	for _, tt := range []struct {
		name          string
		before, after jarvis.Spec
		params        builder
		want          string
	}{
		{"description", jarvis.Spec{Description: "One."}, jarvis.Spec{Description: "Two."}, params, `compatible  description changed: "One." → "Two."`},
		{"end of a long description", jarvis.Spec{Description: long + "One."}, jarvis.Spec{Description: long + "Two."}, params,
			`compatible  description changed: …word word word word word word One." → …word word word word word word Two."`},
		{"keywords", jarvis.Spec{Keywords: []string{"a", "b"}}, jarvis.Spec{Keywords: []string{"b", "c"}}, params, `compatible  keywords changed: gone "a"; added "c"`},
		{"order of keywords", jarvis.Spec{Keywords: []string{"a", "b"}}, jarvis.Spec{Keywords: []string{"b", "a"}}, params, "compatible  keywords changed: their order or number"},
		{"rules", jarvis.Spec{}, jarvis.Spec{Rules: []string{"R"}, CriticalRules: []string{"C"}}, params, "compatible  rules changed: added \"R\"\ncompatible  critical_rules changed: added \"C\""},
		{"antipatterns", jarvis.Spec{}, jarvis.Spec{Antipatterns: []jarvis.Antipattern{{Command: "d", Description: "No"}}}, params,
			`compatible  antipatterns changed: added {"command_name":"d","description":"No"}`},
		{"direct answers", jarvis.Spec{}, jarvis.Spec{AllowDirectAnswer: true}, params, "compatible  allow_direct_answer changed: false → true"},
		{"examples", say("One", nil), say("Two", nil), params, `compatible  examples changed: gone "One"; added "Two"`},
		{"arguments of examples", say("One", nil), say("One", jarvis.Args{"a": "x"}), params, "compatible  examples changed: their arguments"},
		{"order of parameters", jarvis.Spec{}, jarvis.Spec{}, swapped, "compatible  order of the parameters changed"},
		{"what no file holds", jarvis.Spec{}, jarvis.Spec{Effect: jarvis.EffectRead, Service: "S"}, params, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, changes(t, command(t, tt.before, params), command(t, tt.after, tt.params)))
		})
	}
}
