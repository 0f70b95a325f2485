// Date keys in calls: what the option accepts, what it binds, what it reports, and that without it nothing changes.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// dayWords knows the days from the 18th of January on, and one word that moves them to the morning.
type dayWords struct{ asked *[][]string }

func (w dayWords) ResolveDates(keys []string) (instants []time.Time, unresolved []string) {
	if w.asked != nil {
		*w.asked = append(*w.asked, slices.Clone(keys))
	}
	hour := 0
	for _, key := range keys {
		switch key {
		case "today":
			instants = append(instants, onDay(18))
		case "tomorrow":
			instants = append(instants, onDay(19))
		case "this_weekend":
			instants = append(instants, onDay(24), onDay(25))
		case "morning":
			hour = 7
		default:
			unresolved = append(unresolved, key)
		}
	}
	if hour > 0 && instants == nil {
		instants = []time.Time{onDay(18)}
	}
	for i := range instants {
		instants[i] = instants[i].Add(time.Duration(hour) * time.Hour)
	}
	for i := range keys {
		keys[i] = "scribbled over"
	}
	return instants, unresolved
}

func onDay(day int) time.Time { return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC) }

// resolverFunc is a resolver for one test.
type resolverFunc func(keys []string) (instants []time.Time, unresolved []string)

func (f resolverFunc) ResolveDates(keys []string) ([]time.Time, []string) { return f(keys) }

type agenda struct {
	At    time.Time            `jarvis:"at"`
	Late  *time.Time           `jarvis:"late" absent:"none"`
	Text  string               `jarvis:"text,type=datetime"`
	Named namedText            `jarvis:"named,type=datetime"`
	Days  []time.Time          `jarvis:"days"`
	Ptrs  []*time.Time         `jarvis:"ptrs"`
	Few   []time.Time          `jarvis:"few" validate:"min=2,max=3,unique"`
	After []time.Time          `jarvis:"after" validate:"dive,gt"`
	On    time.Time            `jarvis:"on" enum:"2026-01-18T00:00:00Z,2026-01-19T00:00:00Z"`
	Ons   []time.Time          `jarvis:"ons" enum:"2026-01-24T01:00:00+01:00,2026-01-25T00:00:00Z"`
	Picks []time.Time          `jarvis:"picks" enum:"2026-01-24T00:00:00Z" validate:"min=2"`
	Later []time.Time          `jarvis:"later" validate:"min=2,unique,dive,gt"`
	Word  string               `jarvis:"word,type=datetime" enum:"2026-01-18T00:00:00Z"`
	Marks map[string]time.Time `jarvis:"marks"`
	Stops []agendaStop         `jarvis:"stops"`
	Date  jarvis.Date          `jarvis:"date"`
	Clock jarvis.TimeOfDay     `jarvis:"clock"`
	Free  []any                `jarvis:"free"`
	Words []string             `jarvis:"words"`
}

type agendaStop struct {
	At   *time.Time  `jarvis:"at,required"`
	Days []time.Time `jarvis:"days" validate:"max=2"`
	Late []time.Time `jarvis:"late" validate:"dive,gt"`
}

var keysOn = jarvis.WithDateKeys(dayWords{})

// Keys are bound as the instants that stand for them would be, into every Go form of a datetime, strictly and leniently.
func TestDateKeysAreBound(t *testing.T) {
	for name, tt := range map[string]struct{ keys, instants string }{
		"a datetime":          {`{"at":"tomorrow"}`, `{"at":"2026-01-19T00:00:00Z"}`},
		"the first of two":    {`{"at":"this_weekend"}`, `{"at":"2026-01-24T00:00:00Z"}`},
		"an escaped text":     {`{"at":"t\u006fmorrow"}`, `{"at":"2026-01-19T00:00:00Z"}`},
		"a pointer":           {`{"late":"today"}`, `{"late":"2026-01-18T00:00:00Z"}`},
		"an absent word":      {`{"late":"none"}`, `{"late":"none"}`},
		"a narrowed text":     {`{"text":"morning","named":"tomorrow"}`, `{"text":"2026-01-18T07:00:00Z","named":"2026-01-19T00:00:00Z"}`},
		"a list":              {`{"days":["today","tomorrow"]}`, `{"days":["2026-01-18T00:00:00Z","2026-01-19T00:00:00Z"]}`},
		"one set of keys":     {`{"days":["tomorrow","morning"]}`, `{"days":["2026-01-19T07:00:00Z"]}`},
		"a key for two":       {`{"days":["this_weekend"]}`, `{"days":["2026-01-24T00:00:00Z","2026-01-25T00:00:00Z"]}`},
		"keys among instants": {`{"days":["2026-03-01T00:00:00Z","this_weekend","2026-02-01T00:00:00+01:00","morning"]}`, `{"days":["2026-03-01T00:00:00Z","2026-01-24T07:00:00Z","2026-01-25T07:00:00Z","2026-02-01T00:00:00+01:00"]}`},
		"keys at the end":     {`{"days":["2026-03-01T00:00:00Z","today"]}`, `{"days":["2026-03-01T00:00:00Z","2026-01-18T00:00:00Z"]}`},
		"no elements":         {`{"days":[],"ptrs":[]}`, `{"days":[],"ptrs":[]}`},
		"pointers":            {`{"ptrs":["tomorrow","2026-03-01T00:00:00Z","today"]}`, `{"ptrs":["2026-01-19T00:00:00Z","2026-01-18T00:00:00Z","2026-03-01T00:00:00Z"]}`},
		"a list under rules":  {`{"few":["this_weekend"]}`, `{"few":["2026-01-24T00:00:00Z","2026-01-25T00:00:00Z"]}`},
		"enums":               {`{"on":"tomorrow","ons":["this_weekend"],"word":"today"}`, `{"on":"2026-01-19T00:00:00Z","ons":["2026-01-24T00:00:00Z","2026-01-25T00:00:00Z"],"word":"2026-01-18T00:00:00Z"}`},
		"a map":               {`{"marks":{"a":"today","b":"2026-03-01T00:00:00Z"}}`, `{"marks":{"a":"2026-01-18T00:00:00Z","b":"2026-03-01T00:00:00Z"}}`},
		"nested objects":      {`{"stops":[{"at":"today","days":["tomorrow","morning"]},{"at":"tomorrow"}]}`, `{"stops":[{"at":"2026-01-18T00:00:00Z","days":["2026-01-19T07:00:00Z"]},{"at":"2026-01-19T00:00:00Z"}]}`},
		"no datetimes":        {`{"free":["tomorrow"],"words":["tomorrow"]}`, `{"free":["tomorrow"],"words":["tomorrow"]}`},
	} {
		for _, mode := range []jarvis.Option{jarvis.Strict(), jarvis.Lenient()} {
			got, want := bindTo[agenda](t, tt.keys, keysOn, mode), bindTo[agenda](t, tt.instants, mode)
			require.Empty(t, got.problems(), name)
			require.Empty(t, want.problems(), name)
			assert.Equal(t, want.in, got.in, name)
			assert.Equal(t, want.values.Map(), got.values.Map(), name)
			assert.Equal(t, want.notes, got.notes, "a key is no coercion: %s", name)
		}
	}
}

// What is no key is reported in its place, and what depends on it is not checked.
func TestDateKeysThatAreNone(t *testing.T) {
	for args, want := range map[string][]string{
		`{"at":"someday"}`:                                                          {"type at"},
		`{"at":""}`:                                                                 {"type at"},
		`{"at":"2026-01-18"}`:                                                       {"type at"},
		`{"at":5,"late":["today"],"text":true}`:                                     {"type at", "type late", "type text"},
		`{"at":{"key":"today"}}`:                                                    {"type at"},
		`{"text":"someday","on":"someday"}`:                                         {"type text", "type on"},
		`{"days":"today"}`:                                                          {"type days"},
		`{"days":["someday","tomorrow"]}`:                                           {"type days[0]"},
		`{"days":[5,"someday","today",null,"never",[]]}`:                            {"type days[0]", "type days[1]", "type days[3]", "type days[4]", "type days[5]"},
		`{"days":["2026-01-18T00:00:00Z","2026-02-30"]}`:                            {"type days[1]"},
		`{"after":["today","tomorrow","this_weekend"]}`:                             {"rule after"},
		`{"after":[5,"2020-01-01T00:00:00Z","today","tomorrow","x"]}`:               {"type after[0]", "rule after[1]", "type after[4]"},
		`{"after":[5,"2020-01-01T00:00:00Z","today","2020-01-01T00:00:00Z"]}`:       {"type after[0]", "rule after[1]", "rule after", "rule after[3]"},
		`{"ons":["this_weekend","today","tomorrow","2026-01-01T00:00:00Z"]}`:        {"enum ons", "enum ons[3]"},
		`{"picks":["today"]}`:                                                       {"enum picks"},
		`{"later":["today"]}`:                                                       {"rule later", "rule later"},
		`{"later":["today","tomorrow","this_weekend"]}`:                             {"rule later"},
		`{"picks":["today","tomorrow"]}`:                                            {"enum picks"},
		`{"stops":[{"at":"today","late":["today","tomorrow"]}]}`:                    {"rule stops[0].late"},
		`{"few":["someday"]}`:                                                       {"type few[0]"},
		`{"few":["tomorrow"]}`:                                                      {"rule few"},
		`{"few":["this_weekend","today","tomorrow"]}`:                               {"rule few"},
		`{"few":["2026-01-19T00:00:00Z","tomorrow"]}`:                               {"rule few"},
		`{"after":["2999-01-01T00:00:00Z","today"]}`:                                {"rule after"},
		`{"on":"this_weekend"}`:                                                     {"enum on"},
		`{"ons":["2026-01-24T00:00:00Z","this_weekend"]}`:                           nil,
		`{"ons":["2026-01-24T00:00:00Z","today",5]}`:                                {"enum ons", "type ons[2]"},
		`{"marks":{"a":"someday"}}`:                                                 {"type marks.a"},
		`{"stops":[{"days":["today","someday"]}]}`:                                  {"type stops[0].days[1]", "missing stops[0].at"},
		`{"stops":[{"at":"today","days":["this_weekend","2026-01-18T00:00:00Z"]}]}`: {"rule stops[0].days"},
		`{"date":"tomorrow","clock":"morning"}`:                                     {"type date", "type clock"},
	} {
		got := bindTo[agenda](t, args, keysOn).problems()
		if strings.HasPrefix(args, `{"stops":[{"days"`) { // in order of declaration
			slices.Sort(got)
			slices.Sort(want)
		}
		assert.Equal(t, want, got, args)
	}
}

// The sentences for the model, whole.
func TestDateKeyMessages(t *testing.T) {
	const form = "; want RFC 3339 with a zone, as 2026-01-18T05:00:00Z, or a date key such as tomorrow, next_monday or in_2_hours"
	for args, want := range map[string]string{
		`{"at":"tomorow"}`:                    `Parameter 'at' must be of type datetime, got "tomorow"` + form + `; did you mean 'tomorrow'?`,
		`{"at":"Next Monday"}`:                `Parameter 'at' must be of type datetime, got "Next Monday"` + form + `; did you mean 'next_monday'?`,
		`{"at":"Tomorow Morning"}`:            `Parameter 'at' must be of type datetime, got "Tomorow Morning"` + form + `; did you mean 'tomorrow_morning'?`,
		`{"days":["today","xmas"]}`:           `Parameter 'days[1]' must be of type datetime, got "xmas"` + form,
		`{"days":["today",20260118]}`:         `Parameter 'days[1]' must be of type datetime, got 20260118` + form,
		`{"on":"this_weekend"}`:               `Invalid value 'this_weekend' for 'on'. Must be one of: 2026-01-18T00:00:00Z, 2026-01-19T00:00:00Z`,
		`{"after":["morning"]}`:               `Parameter 'after' must be in the future, got "2026-01-18T07:00:00Z"; it comes from the date keys morning`,
		`{"ons":["this_weekend","tomorrow"]}`: `Invalid value '2026-01-19T00:00:00Z' for 'ons'. Must be one of: 2026-01-24T01:00:00+01:00, 2026-01-25T00:00:00Z; it comes from the date keys this_weekend, tomorrow`,
		`{"at":"next_mon"}`:                   `Parameter 'at' must be of type datetime, got "next_mon"` + form + `; did you mean 'next_monday'?`,
		`{"at":"friday"}`:                     `Parameter 'at' must be of type datetime, got "friday"` + form + `; did you mean 'this_friday'?`,
		`{"at":"friday at 5pm"}`:              `Parameter 'at' must be of type datetime, got "friday at 5pm"` + form + `; did you mean 'this_friday at_5pm'?`,
		`{"at":"soon"}`:                       `Parameter 'at' must be of type datetime, got "soon"` + form,
		`{"at":"In_9999999999_days"}`: `Parameter 'at' must be of type datetime, got "In_9999999999_days"; want RFC 3339 with a zone, as 2026-01-18T05:00:00Z, ` +
			`or a date key with its instant in the years 1 to 9999; did you mean 'in_9999999999_days'?`,
		`{"days":[` + strings.Repeat(`"today",`, 70) + `5]}`: `Parameter 'days[64]' must be of type datetime, got "today"; want at most 64 date keys in one list`,
	} {
		failed := bindTo[agenda](t, args, keysOn).failed
		require.NotNil(t, failed, args)
		assert.Equal(t, want, failed.Problems[0].Explain(), args)
		assert.True(t, strings.HasPrefix(failed.Error(), want), failed.Error())
	}
	failed := bindTo[agenda](t, `{"at":"tomorow"}`, keysOn).failed
	assert.Equal(t, "tomorrow", failed.Results()[0].SuggestedValue)
	assert.Equal(t, "Parameter 'at' must be of type datetime", failed.Results()[0].Message, "other programs read it")
	assert.Equal(t, `Parameter 'at' must be of type datetime, got "tomorow"; want RFC 3339 with a zone, as 2026-01-18T05:00:00Z`,
		bindTo[agenda](t, `{"at":"tomorow"}`).failed.Problems[0].Explain(), "without the option no key is wanted")
}

// A value asks once, whatever is in it, and only for texts that are no datetimes; a text of broken JSON asks for nothing more.
func TestDateKeysAreAskedForOnce(t *testing.T) {
	for name, tt := range map[string]struct {
		args string
		want [][]string
	}{
		"nothing":            {`{}`, nil},
		"instants":           {`{"at":"2026-01-18T00:00:00Z","days":["2026-01-18T00:00:00+01:00"],"late":null}`, nil},
		"no texts":           {`{"at":5,"days":[5,null,{}],"ptrs":{}}`, nil},
		"a key":              {`{"at":"today"}`, [][]string{{"today"}}},
		"a set":              {`{"days":["today",5,"2026-01-18T00:00:00Z","Morning ","today"]}`, [][]string{{"today", "Morning ", "today"}}},
		"two parameters":     {`{"at":"today","days":["tomorrow"]}`, [][]string{{"today"}, {"tomorrow"}}},
		"an absent word":     {`{"late":"NONE"}`, nil},
		"as many as can be":  {`{"days":["a"` + strings.Repeat(`,"a"`, 63) + `]}`, [][]string{slices.Repeat([]string{"a"}, 64)}},
		"too many":           {`{"days":["a"` + strings.Repeat(`,"a"`, 64) + `]}`, nil},
		"looser datetimes":   {`{"at":"2026-01-18 05:00Z","days":["2026-01-18 05:00Z","today"]}`, [][]string{{"today"}}},
		"a list that breaks": {`{"days":["today","tomorrow`, nil},
		"a repeated member":  {`{"days":["today",{"a":1,"a":2}]}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var asked [][]string
			p := defineInput[agenda](t, jarvis.Spec{}).Parameters()
			_, _ = p.Validate(json.RawMessage(tt.args), jarvis.WithDateKeys(dayWords{&asked}), jarvis.Lenient())
			assert.Equal(t, tt.want, asked)
		})
	}
}

// A resolver that breaks its word binds nothing.
func TestDateResolverThatIsWrong(t *testing.T) {
	none := []time.Time(nil)
	for name, resolve := range map[string]resolverFunc{
		"nothing at all":         func([]string) ([]time.Time, []string) { return none, nil },
		"another key unresolved": func([]string) ([]time.Time, []string) { return []time.Time{onDay(18)}, []string{"other"} },
		"the zero instant":       func([]string) ([]time.Time, []string) { return []time.Time{onDay(18), {}}, nil },
		"a year without a text":  func([]string) ([]time.Time, []string) { return []time.Time{onDay(18).AddDate(9000, 0, 0)}, nil },
		"both":                   func(keys []string) ([]time.Time, []string) { return []time.Time{onDay(18)}, keys },
	} {
		t.Run(name, func(t *testing.T) {
			b := bindTo[agenda](t, `{"at":"today","text":"today","days":["today","2026-01-18T00:00:00Z","tomorrow"],"few":["today"]}`, jarvis.WithDateKeys(resolve))
			assert.Equal(t, []string{"type at", "type text", "type days[0]", "type days[2]", "type few[0]"}, b.problems())
		})
	}
}

// What is bound can be compared and written like an instant that came as text.
func TestDateKeysBindPlainInstants(t *testing.T) {
	zone := time.FixedZone("", 3600)
	odd := time.FixedZone("LMT", 12345)
	now := time.Now()
	for name, tt := range map[string]struct {
		at   time.Time
		text string
	}{
		"a clock reading":   {now, now.Format(time.RFC3339Nano)},
		"an offset":         {onDay(18).In(zone), "2026-01-18T01:00:00+01:00"},
		"an odd offset":     {onDay(18).In(odd), "2026-01-18T00:00:00Z"},
		"part of a second":  {onDay(18).Add(time.Millisecond), "2026-01-18T00:00:00.001Z"},
		"the first instant": {time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), "0000-01-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			b := bindTo[agenda](t, `{"at":"now","text":"now","days":["now"]}`, jarvis.WithDateKeys(resolverFunc(func([]string) ([]time.Time, []string) {
				return []time.Time{tt.at}, nil
			})))
			require.Empty(t, b.problems())
			assert.Equal(t, tt.at.Round(0), b.in.At)
			assert.Equal(t, []time.Time{tt.at.Round(0)}, b.in.Days)
			assert.Equal(t, tt.text, b.in.Text)
			raw, err := json.Marshal(b.values)
			require.NoError(t, err)
			assert.JSONEq(t, fmt.Sprintf(`{"at":%q,"text":%q,"days":[%q]}`, tt.text, tt.text, tt.text), string(raw))
		})
	}
}

// Declared, built and imported parameters take keys alike.
func TestDateKeysOfParameters(t *testing.T) {
	inner := jarvis.NewParameters().RequiredDatetime("at", "").MustBuild()
	built := jarvis.NewParameters().
		RequiredDatetime("at", "").OptionalArray("days", "datetime", "").Validate("max=2").OptionalObject("inner", "", inner).MustBuild()
	imported, err := jarvis.ParametersFromSchema(json.RawMessage(`{"type":"object","required":["at"],"properties":{
		"at":{"type":"string","format":"date-time"},"days":{"type":"array","items":{"type":"string","format":"date-time"},"maxItems":2},
		"inner":{"type":"object","properties":{"at":{"type":"string","format":"date-time"}},"required":["at"],"additionalProperties":false}}}`))
	require.NoError(t, err)
	for name, p := range map[string]*jarvis.Parameters{"built": built, "imported": imported} {
		t.Run(name, func(t *testing.T) {
			v, err := p.Validate(json.RawMessage(`{"at":"today","days":["tomorrow","morning"],"inner":{"at":"tomorrow"}}`), keysOn)
			require.NoError(t, err)
			at, _ := v.Datetime("at")
			days, _ := jarvis.Get[[]time.Time](v, "days")
			object, _ := v.Object("inner")
			within, _ := object.Datetime("at")
			assert.Equal(t, []time.Time{onDay(18), onDay(19).Add(7 * time.Hour), onDay(19)}, append(append([]time.Time{at}, days...), within))

			_, err = p.Validate(json.RawMessage(`{"days":["this_weekend","today"]}`), keysOn)
			assert.ErrorContains(t, err, "Missing required params: at")
			assert.ErrorContains(t, err, "got 3 items")
			_, err = p.Validate(json.RawMessage(`{"at":"today"}`))
			assert.ErrorContains(t, err, "Parameter 'at' must be of type datetime")
		})
	}
}

// Every way to run a command honours the option, for all calls of a registry or for one.
func TestDateKeysInEveryCall(t *testing.T) {
	args := json.RawMessage(`{"at":"tomorrow"}`)
	ran := 0
	cmd := mustNew(t, "demo", func(_ context.Context, _ *jarvis.Request, in agenda) (*jarvis.Response, error) {
		ran++
		assert.Equal(t, onDay(19), in.At)
		return jarvis.Success(nil), nil
	})
	with, without := jarvis.NewRegistry(keysOn), jarvis.NewRegistry()
	with.MustRegister(cmd)
	without.MustRegister(cmd)
	call := jarvis.Call{Name: "demo", Arguments: args}
	for name, run := range map[string]func(opts ...jarvis.Option) (*jarvis.Response, error){
		"Execute of the registry": func(opts ...jarvis.Option) (*jarvis.Response, error) {
			return with.Execute(t.Context(), "demo", nil, args, opts...)
		},
		"Call of the registry": func(opts ...jarvis.Option) (*jarvis.Response, error) {
			return with.Call(t.Context(), nil, call, opts...)
		},
		"Execute of one call": func(opts ...jarvis.Option) (*jarvis.Response, error) {
			return without.Execute(t.Context(), "demo", nil, args, append([]jarvis.Option{keysOn}, opts...)...)
		},
		"Call of one call": func(opts ...jarvis.Option) (*jarvis.Response, error) {
			return without.Call(t.Context(), nil, call, append([]jarvis.Option{keysOn}, opts...)...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := run()
			require.NoError(t, err)
			assert.True(t, resp.Success, resp.ErrorDetails)
			resp, err = run(jarvis.WithDateKeys(nil))
			require.NoError(t, err)
			assert.False(t, resp.Success, "nil undoes it")
			resp, err = run(jarvis.WithDateKeys((*dayWords)(nil)))
			require.NoError(t, err)
			assert.False(t, resp.Success, "so does a nil pointer")
		})
	}
	assert.Equal(t, 4, ran)
	resp, err := jarvis.Execute[benchWeather](t.Context(), nil, json.RawMessage(`{"dates":["tomorrow","morning"]}`), keysOn)
	require.NoError(t, err)
	assert.True(t, resp.Success)
}

// A panic of the resolver ends the call like one of the command's own code.
func TestDateResolverPanics(t *testing.T) {
	boom := jarvis.WithDateKeys(resolverFunc(func([]string) ([]time.Time, []string) { panic("boom") }))
	reg := registered(mustNew(t, "demo", runNothing[agenda]))
	for _, args := range []string{`{"at":"today"}`, `{"days":["today"]}`, `{"stops":[{"at":"today"}]}`} {
		var panicked *jarvis.PanicError
		_, err := defineInput[agenda](t, jarvis.Spec{}).Parameters().Validate(json.RawMessage(args), boom)
		require.ErrorAs(t, err, &panicked, args)
		assert.Equal(t, "boom", panicked.Value)
		_, err = reg.Execute(t.Context(), "demo", nil, json.RawMessage(args), boom)
		require.ErrorAs(t, err, &panicked, args)
		assert.Equal(t, "demo", panicked.Command)
		resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(args)}, boom)
		require.NoError(t, err)
		assert.Equal(t, "The command 'demo' failed.", resp.ErrorDetails)
		assert.Empty(t, bindTo[agenda](t, `{"days":["today","2026-01-18T00:00:00Z"]}`, keysOn).problems(), "nothing of it is left")
	}
}

// A value that Validate suggests takes the way of an argument, keys included.
func TestSuggestedDateKeys(t *testing.T) {
	var seen any
	suggesting := func(value any) jarvis.Command {
		p := jarvis.NewParameters().OptionalDatetime("at", "").OptionalArray("days", "datetime", "").MustBuild()
		name := "at"
		if _, single := value.(string); !single {
			name = "days"
		}
		return jarvis.MustFunc(demo, p, func(_ context.Context, _ *jarvis.Request, in jarvis.Values) (*jarvis.Response, error) {
			seen, _ = in.Lookup(name)
			return jarvis.Success(nil), nil
		}, valuesHooks{Validate: func(context.Context, *jarvis.Request, jarvis.Values) ([]jarvis.ValidationResult, error) {
			return []jarvis.ValidationResult{{Success: true, ParamName: name, SuggestedValue: value}}, nil
		}})
	}
	_, err := executed(t, suggesting("tomorrow"), `{}`, keysOn)
	require.NoError(t, err)
	assert.Equal(t, onDay(19), seen)
	_, err = executed(t, suggesting([]string{"tomorrow", "morning"}), `{}`, keysOn, jarvis.Lenient())
	require.NoError(t, err)
	assert.Equal(t, []time.Time{onDay(19).Add(7 * time.Hour)}, seen)
	_, err = executed(t, suggesting("someday"), `{}`, keysOn)
	assert.ErrorAs(t, err, new(*jarvis.SuggestionError))
	_, err = executed(t, suggesting("tomorrow"), `{}`)
	assert.ErrorAs(t, err, new(*jarvis.SuggestionError), "not without the option")
}
