// Tests of the rules: what passes strictly, what leniently, and what a matcher changes.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// anything is a command with a parameter of each kind that rules know.
type anything struct {
	Count int            `jarvis:"count"`
	Text  string         `jarvis:"text"`
	Query string         `jarvis:"query"`
	Team  string         `jarvis:"team_name"`
	List  []string       `jarvis:"list"`
	Dict  map[string]any `jarvis:"dict"`
	Flag  bool           `jarvis:"flag"`
	Day   jarvis.Date    `jarvis:"day"`
	At    time.Time      `jarvis:"at"`
	Days  []time.Time    `jarvis:"resolved_datetimes"`
	Level int            `jarvis:"level" default:"3"`
	Mode  string         `jarvis:"mode" default:"warm"`
}

func (*anything) Spec() jarvis.Spec { return jarvis.Spec{Name: "anything"} }

func (*anything) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	panic("the harness executes nothing")
}

// calling is a parser that makes one call.
func calling(name, args string) jarvistest.ParserFunc {
	return func(context.Context, string) (*jarvistest.Answer, error) {
		return &jarvistest.Answer{Calls: []jarvis.Call{{Name: name, Arguments: json.RawMessage(args)}}}, nil
	}
}

// judged is what comes of one call of anything.
func judged(t require.TestingT, rules jarvistest.Rules, expected, actual string) jarvistest.Result {
	cases, err := jarvistest.ReadCases(strings.NewReader(`{"voice_command":"say","expected_command":"anything","expected_params":` + expected + `}`))
	require.NoError(t, err)
	report, err := jarvistest.Measure(context.Background(), calling("anything", actual), []jarvis.Command{&anything{}}, cases, jarvistest.Config{Rules: rules})
	require.NoError(t, err)
	return report.Results[0]
}

// keys resolves a few date keys; the zone is two hours east, so that instants of late evenings are the next day.
type keys map[string]time.Time

func (k keys) ResolveDates(list []string) (instants []time.Time, unresolved []string) {
	for _, key := range list {
		if t, ok := k[key]; ok {
			instants = append(instants, t)
		} else {
			unresolved = append(unresolved, key)
		}
	}
	return instants, unresolved
}

func lenientWithDates() jarvistest.Rules {
	rules := jarvistest.Lenient()
	rules.Zone = time.FixedZone("east", 2*60*60)
	day := func(d int) time.Time { return time.Date(2026, 10, d, 22, 30, 0, 0, time.UTC) }
	rules.Dates = keys{"today": day(5), "tomorrow": day(6), "saturday": day(9), "sunday": day(10)}
	return rules
}

func TestRules(t *testing.T) {
	for name, tt := range map[string]struct {
		expected, actual string
		strict, lenient  bool
	}{
		"equal":                    {`{"count":5,"text":"a"}`, `{"text":"a","count":5}`, true, true},
		"nothing expected":         {`{}`, `{"count":5}`, true, true},
		"nothing at all":           {`null`, ``, true, true},
		"subset":                   {`{"count":5}`, `{"count":5,"text":"a"}`, true, true},
		"missing":                  {`{"count":5,"text":"a"}`, `{"count":5}`, false, false},
		"null is missing":          {`{"text":"a"}`, `{"text":null}`, false, false},
		"expected null, missing":   {`{"text":null}`, `{}`, true, true},
		"expected null, null":      {`{"text":null}`, `{"text":null}`, true, true},
		"expected null, given":     {`{"text":null}`, `{"text":""}`, false, false},
		"other value":              {`{"count":5}`, `{"count":6}`, false, false},
		"fraction of zero":         {`{"count":5}`, `{"count":5.0}`, true, true},
		"exponent":                 {`{"count":500}`, `{"count":5e2}`, true, true},
		"negative exponent":        {`{"count":0.05}`, `{"count":5E-2}`, true, true},
		"zeros":                    {`{"count":0}`, `{"count":-0.00e7}`, true, true},
		"sign":                     {`{"count":5}`, `{"count":-5}`, false, false},
		"beyond float64":           {`{"count":9007199254740993}`, `{"count":9007199254740992}`, false, false},
		"beyond any number":        {`{"count":1e999999999999}`, `{"count":1e999999999999}`, true, true},
		"beyond any number, other": {`{"count":1e999999999999}`, `{"count":2e999999999999}`, false, false},
		"number as text":           {`{"count":5}`, `{"count":"5.0"}`, false, true},
		"text as number":           {`{"text":" 5 "}`, `{"text":5}`, false, true},
		"text is no number":        {`{"count":5}`, `{"count":"five"}`, false, false},
		"two texts of a number":    {`{"text":"5"}`, `{"text":"5.0"}`, false, false},
		"number in a list":         {`{"dict":{"a":[1,2]}}`, `{"dict":{"a":[1.0,"2"]}}`, false, true},
		"numbers in a list":        {`{"dict":{"a":[1,2]}}`, `{"dict":{"a":[1.0,20e-1]}}`, true, true},
		"case of a text":           {`{"text":"Kitchen"}`, `{"text":"kitchen"}`, false, false},
		"case of a query":          {`{"query":"Weather in Oslo?"}`, `{"query":"weather  in oslo"}`, false, true},
		"two fifths of a query":    {`{"query":"a big red balloon flying"}`, `{"query":"balloons fly"}`, false, true},
		"less of a query":          {`{"query":"some big red balloon flying"}`, `{"query":"balloons"}`, false, false},
		"none of a query":          {`{"query":"?!"}`, `{"query":"x"}`, false, false},
		"team":                     {`{"team_name":"Bruins"}`, `{"team_name":"boston bruins"}`, false, true},
		"team turned round":        {`{"team_name":"Boston Bruins"}`, `{"team_name":"bruins"}`, false, true},
		"other team":               {`{"team_name":"Bruins"}`, `{"team_name":"Leafs"}`, false, false},
		"no team":                  {`{"team_name":"Bruins"}`, `{"team_name":""}`, false, false},
		"flag":                     {`{"flag":true}`, `{"flag":true}`, true, true},
		"flag as text":             {`{"flag":true}`, `{"flag":"true"}`, false, false},
		"flag as number":           {`{"flag":true}`, `{"flag":1}`, false, false},
		"list":                     {`{"list":["a","b"]}`, `{"list":["a","b"]}`, true, true},
		"order of a list":          {`{"list":["a","b"]}`, `{"list":["b","a"]}`, false, false},
		"longer list":              {`{"list":["a"]}`, `{"list":["a","b"]}`, false, false},
		"list in a text":           {`{"list":["a","5"]}`, `{"list":" [\"a\",5] "}`, false, true},
		"list in the expectation":  {`{"text":"[1,2]"}`, `{"text":[1,2]}`, false, true},
		"text that is no list":     {`{"list":["a"]}`, `{"list":"a"}`, false, false},
		"text with more":           {`{"list":["a"]}`, `{"list":"[\"a\"] x"}`, false, false},
		"object":                   {`{"dict":{"a":1,"b":{"c":null}}}`, `{"dict":{"b":{"c":null},"a":1}}`, true, true},
		"object with more":         {`{"dict":{"a":1}}`, `{"dict":{"a":1,"b":2}}`, false, false},
		"object for a list":        {`{"dict":{"a":1}}`, `{"dict":[1]}`, false, false},
		"object for a text":        {`{"text":"a"}`, `{"text":{"a":1}}`, false, false},
		"date":                     {`{"day":"2026-10-07"}`, `{"day":"2026-10-07"}`, true, true},
		"date as key":              {`{"day":"2026-10-07"}`, `{"day":"tomorrow"}`, false, true},
		"key as date":              {`{"day":"tomorrow"}`, `{"day":"2026-10-07"}`, false, true},
		"other day":                {`{"day":"tomorrow"}`, `{"day":"2026-10-08"}`, false, false},
		"unknown key":              {`{"day":"someday"}`, `{"day":"Someday"}`, false, true},
		"two unknown keys":         {`{"day":"someday"}`, `{"day":"one_day"}`, false, false},
		"datetime as day":          {`{"at":"tomorrow"}`, `{"at":"2026-10-06T22:15:00Z"}`, false, true},
		"offset":                   {`{"at":"2026-10-07"}`, `{"at":"2026-10-06T20:15:00-04:00"}`, false, true},
		"day of the zone":          {`{"at":"2026-10-06"}`, `{"at":"2026-10-06T22:15:00Z"}`, false, false},
		"datetime without offset":  {`{"at":"2026-10-07"}`, `{"at":"2026-10-07T23:30:00"}`, false, true},
		"list of days":             {`{"resolved_datetimes":["saturday","sunday"]}`, `{"resolved_datetimes":["2026-10-10","2026-10-11"]}`, false, true},
		"one of two days":          {`{"resolved_datetimes":["saturday","sunday"]}`, `{"resolved_datetimes":["saturday"]}`, false, true},
		"more days":                {`{"resolved_datetimes":["saturday"]}`, `{"resolved_datetimes":["saturday","sunday","today"]}`, false, true},
		"half of the days":         {`{"resolved_datetimes":["saturday","today"]}`, `{"resolved_datetimes":["saturday","sunday"]}`, false, true},
		"a third of the days":      {`{"resolved_datetimes":["saturday","today","tomorrow"]}`, `{"resolved_datetimes":["saturday","sunday"]}`, false, false},
		"one of three days":        {`{"resolved_datetimes":["saturday","sunday","today"]}`, `{"resolved_datetimes":["sunday"]}`, false, true},
		"no days":                  {`{"resolved_datetimes":["saturday"]}`, `{"resolved_datetimes":[]}`, false, false},
		"days in a text":           {`{"resolved_datetimes":["saturday"]}`, `{"resolved_datetimes":"[\"saturday\"]"}`, false, true},
		"day without a list":       {`{"resolved_datetimes":["saturday"]}`, `{"resolved_datetimes":"saturday"}`, false, true},
		"today may be missing":     {`{"resolved_datetimes":["today"]}`, `{}`, false, true},
		"today as a text":          {`{"at":"today"}`, `{}`, false, true},
		"tomorrow may not":         {`{"resolved_datetimes":["tomorrow"]}`, `{}`, false, false},
		"today beside another":     {`{"resolved_datetimes":["today","tomorrow"]}`, `{}`, false, false},
		"today is a date alone":    {`{"text":"today"}`, `{}`, false, false},
		"numbers are no days":      {`{"resolved_datetimes":[1]}`, `{"resolved_datetimes":["1"]}`, false, true},
		"arguments in a text":      {`{"count":5}`, `"{\"count\":5}"`, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			strict := judged(t, jarvistest.Rules{}, tt.expected, tt.actual)
			assert.Equal(t, tt.strict, strict.Passed, "strict: %s", strict.FailureReason)
			lenient := judged(t, lenientWithDates(), tt.expected, tt.actual)
			assert.Equal(t, tt.lenient, lenient.Passed, "lenient: %s", lenient.FailureReason)
		})
	}
}

func TestIssues(t *testing.T) {
	number := func(text string) json.Number { return json.Number(text) }
	got := judged(t, jarvistest.Rules{}, `{"count":5,"text":"a","day":"2026-10-07","flag":true}`, `{"flag":true,"text":"b","query":"q","level":3.0,"mode":"warm","list":null,"dict":{},"other":1}`)
	assert.Equal(t, []jarvistest.Issue{
		{Param: "count", Kind: jarvistest.IssueMissing, Expected: number("5")},
		{Param: "day", Kind: jarvistest.IssueMissing, Expected: "2026-10-07"},
		{Param: "text", Kind: jarvistest.IssueWrong, Expected: "a", Actual: "b"},
		{Param: "dict", Kind: jarvistest.IssueExtra, Actual: map[string]any{}},
		{Param: "other", Kind: jarvistest.IssueExtra, Actual: number("1")},
		{Param: "query", Kind: jarvistest.IssueExtra, Actual: "q"},
	}, got.Issues, "defaults that are spelt out are no issue")
	assert.Equal(t, jarvistest.FailureParams, got.Failure)
	assert.Equal(t, `anything has no count, expected 5; no day, expected "2026-10-07"; text = "b", expected "a"`, got.FailureReason)

	got = judged(t, jarvistest.Rules{}, `{"count":5}`, `{"level":4,"mode":"cold"}`)
	assert.Equal(t, jarvistest.FailureMissing, got.Failure)
	assert.Len(t, got.Issues, 3, "other values than the default are extra")
	got = judged(t, jarvistest.Rules{}, `{"count":5}`, `{"count":5,"text":"x"}`)
	assert.True(t, got.Passed, "extra parameters fail no case")
	assert.Equal(t, []jarvistest.Issue{{Param: "text", Kind: jarvistest.IssueExtra, Actual: "x"}}, got.Issues)
}

func TestMatchersAndAliases(t *testing.T) {
	never := func(any, any) bool { return false }
	always := func(any, any) bool { return true }
	passes := func(r jarvistest.Rules, expected, actual string) bool { return judged(t, r, expected, actual).Passed }
	both := jarvistest.Rules{Matchers: map[string]jarvistest.Matcher{"anything.text": always, "text": never, "count": never}}
	assert.True(t, passes(both, `{"text":"a"}`, `{"text":"b"}`), "that of the command goes before")
	assert.False(t, passes(both, `{"count":5}`, `{"count":5}`), "a matcher holds in place of equality")
	assert.False(t, passes(both, `{"text":"a"}`, `{}`), "what is missing is not asked about")

	for _, rules := range []jarvistest.Rules{{}, {Lenient: true}} {
		rules.Aliases = map[string]string{"open_cover": "open", "open": "closed"}
		assert.True(t, passes(rules, `{"text":"open_cover"}`, `{"text":"open_cover"}`))
		assert.False(t, passes(rules, `{"text":"open_cover"}`, `{"text":"open"}`), "replaced once")
		assert.True(t, passes(rules, `{"text":"closed"}`, `{"text":"open"}`))
		assert.True(t, passes(rules, `{"list":["closed","x"],"dict":{"a":"open"}}`, `{"list":["open","x"],"dict":{"a":"closed"}}`))
	}
	assert.False(t, jarvistest.FoldedText([]any{"a"}, []any{"a"}), "only texts are texts")
	assert.False(t, jarvistest.ContainedText(nil, ""))
	assert.True(t, jarvistest.FoldedText("the cat's the cat", "the cats the cat"))
	assert.True(t, jarvistest.FoldedText("the the the the end", "end"), "a word counts once")
	assert.False(t, jarvistest.FoldedText("the end of it", "the"))
	assert.False(t, passes(jarvistest.Rules{Lenient: true}, `{"query":"A"}`, `{"query":"a"}`), "matchers come with Lenient() only")
	assert.True(t, passes(jarvistest.Rules{Lenient: true}, `{"day":"Today"}`, `{"day":"today"}`), "keys without a resolver are texts")
}

// What passes strictly passes leniently, a value equals itself, and both directions of equality agree but for days.
func TestRulesProperty(t *testing.T) {
	scalars := rapid.SampledFrom([]string{`1`, `1.0`, `"1"`, `-1`, `10e-1`, `"a"`, `"A"`, `true`, `"true"`, `[]`, `"[]"`, `[1]`, `["1"]`, `"[1]"`, `{"a":1}`, `{"a":"1"}`, `""`, `" "`, `[[1]]`, `"1 "`})
	rapid.Check(t, func(t *rapid.T) {
		a, b := scalars.Draw(t, "a"), scalars.Draw(t, "b")
		passes := func(r jarvistest.Rules, e, a string) bool {
			return judged(t, r, `{"dict":`+e+`}`, `{"dict":`+a+`}`).Passed
		}
		strict, lenient := passes(jarvistest.Rules{}, a, b), passes(jarvistest.Lenient(), a, b)
		assert.True(t, passes(jarvistest.Rules{}, a, a))
		assert.Equal(t, strict, passes(jarvistest.Rules{}, b, a))
		assert.Equal(t, lenient, passes(jarvistest.Lenient(), b, a))
		assert.True(t, !strict || lenient)
	})
}
