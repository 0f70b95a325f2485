// Rules: when the arguments of a call are those that were expected.

package jarvistest

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Rules say when the call that was made is the one that was expected. In any case the expected parameters are a subset: others
// that were given are reported and do not fail a case, and an expected null is a parameter that is null or not given.
//
// The zero Rules are strict. The first call of an answer has to have the expected name. Numbers are equal by value (5, 5.0 and
// 5e0), inside lists and objects too. Everything else is equal as JSON is: texts character by character, lists in order,
// objects member by member. So "5" is not 5, and two texts of one instant or duration differ; a Matcher can say otherwise.
//
// [Lenient] rules take the rest from the original's test program.
type Rules struct {
	// Lenient changes five things. Of several calls in an answer one with the expected name counts, and an answer without calls
	// may have one as JSON in its text: an object with name, and arguments or parameters. A number equals a text that says it.
	// A text that is a JSON list equals that list. Parameters of type date or datetime, lists of them and resolved_datetimes are
	// compared as sets of local days: equal, one within the other, or at least half of the expected days are there; and they
	// may be missing where "today" was expected.
	Lenient bool

	// Matchers judge single parameters, by "command.parameter" or by "parameter" for all commands; the first goes before. They
	// hold in place of all else, strict or lenient.
	Matchers map[string]Matcher

	// Aliases give texts that stand for others, such as {"open_cover": "open"}. They are replaced once, in expected and in actual
	// texts, strict or lenient.
	Aliases map[string]string

	Dates jarvis.DateResolver // finds the days of date keys, if Lenient; nil compares keys as texts
	Zone  *time.Location      // whose days are compared; nil is UTC
}

// Matcher reports whether an argument is as good as the expected one. The values are those of JSON: string, json.Number, bool, nil,
// []any and map[string]any. Both are there; a parameter that is missing is never asked about.
type Matcher func(expected, actual any) bool

// Lenient returns the rules of the original's test program: lenient ones, with [FoldedText] for parameters named query and
// [ContainedText] for team_name. The map may be added to. Aliases, Dates and Zone are left to the caller.
func Lenient() Rules {
	return Rules{Lenient: true, Matchers: map[string]Matcher{"query": FoldedText, "team_name": ContainedText}}
}

// IssueKind says what is amiss with one parameter.
type IssueKind string

// The kinds of issues. They stand in reports.
const (
	IssueWrong   IssueKind = "wrong"   // another value than the expected one
	IssueMissing IssueKind = "missing" // expected and not given
	IssueExtra   IssueKind = "extra"   // given and not expected; fails no case
)

// Issue is one parameter that is not as expected. Values are those of JSON, nil where there is none.
type Issue struct {
	Param    string    `json:"param"` // the name of the parameter
	Kind     IssueKind `json:"kind"`
	Expected any       `json:"expected,omitempty"` // by the case
	Actual   any       `json:"actual,omitempty"`   // in the call
}

// compare returns what is amiss with the arguments of a call: what was expected in the order of names, then what else was given.
// Extra arguments that are the declared default are no issue. The definition may be nil, and the error is that of expected
// values without JSON.
func (r *Rules) compare(command string, d *jarvis.Definition, expected jarvis.Args, actual map[string]any) (issues []Issue, _ error) {
	want, err := jsonValues(expected)
	if err != nil {
		return nil, err
	}
	var params *jarvis.Parameters
	if d != nil {
		params = d.Parameters()
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		p := lookup(params, name)
		e, a := want[name], actual[name]
		switch {
		case e == nil && a == nil:
		case a == nil && r.Lenient && isDates(p, name) && isToday(e):
		case a == nil:
			issues = append(issues, Issue{name, IssueMissing, e, nil})
		case !r.same(command, p, name, e, a):
			issues = append(issues, Issue{name, IssueWrong, e, a})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(actual)) {
		if _, expected := want[name]; !expected && actual[name] != nil && !isDefault(lookup(params, name), actual[name]) {
			issues = append(issues, Issue{name, IssueExtra, nil, actual[name]})
		}
	}
	return issues, nil
}

func lookup(params *jarvis.Parameters, name string) (p jarvis.Parameter) {
	if params != nil {
		p, _ = params.Lookup(name)
	}
	return p
}

// isDefault reports whether a value is what leaving the parameter out would mean.
func isDefault(p jarvis.Parameter, value any) bool {
	text, ok := p.Default()
	if !ok {
		return false
	}
	if s, isText := value.(string); isText {
		return s == text
	}
	decoded, ok := decodedValue(text)
	return ok && sameJSON(decoded, value, false)
}

// same judges two values that are there.
func (r *Rules) same(command string, p jarvis.Parameter, name string, expected, actual any) bool {
	for _, key := range []string{command + "." + name, name} {
		if match := r.Matchers[key]; match != nil {
			return match(expected, actual)
		}
	}
	expected, actual = r.aliased(expected), r.aliased(actual)
	if r.Lenient && isDates(p, name) {
		e, isDay := r.days(expected)
		a, areDays := r.days(actual)
		if isDay && areDays {
			return sameDays(e, a)
		}
	}
	return sameJSON(expected, actual, r.Lenient)
}

// aliased replaces texts by what they stand for.
func (r *Rules) aliased(v any) any {
	if len(r.Aliases) == 0 {
		return v
	}
	switch v := v.(type) {
	case string:
		if plain, ok := r.Aliases[v]; ok {
			return plain
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = r.aliased(v[i])
		}
		return list
	case map[string]any:
		dict := make(map[string]any, len(v))
		for key := range v {
			dict[key] = r.aliased(v[key])
		}
		return dict
	}
	return v
}

// sameJSON compares two values of JSON; numbers by their value.
func sameJSON(a, b any, lenient bool) bool {
	if lenient {
		a, b = alike(a, b)
		b, a = alike(b, a)
	}
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(string(a), string(b))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, func(x, y any) bool { return sameJSON(x, y, lenient) })
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, func(x, y any) bool { return sameJSON(x, y, lenient) })
	}
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

// alike turns b, if it is a text, into the number or list that it says where a is one.
func alike(a, b any) (any, any) {
	text, ok := b.(string)
	if !ok {
		return a, b
	}
	switch a.(type) {
	case json.Number:
		if isNumber(text) {
			return a, json.Number(trimSpace(text))
		}
	case []any:
		if decoded, ok := decodedValue(text); ok {
			if list, ok := decoded.([]any); ok {
				return a, list
			}
		}
	}
	return a, b
}

// jsonValues are arguments as JSON has them.
func jsonValues(args jarvis.Args) (map[string]any, error) {
	raw, err := args.JSON()
	if err != nil {
		return nil, err
	}
	dict, _ := decodedObject(raw)
	return dict, nil
}
