// Date keys with the resolver of package dates, and as the examples of a declaration have them.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
)

var _ jarvis.DateResolver = (*dates.Resolver)(nil)

// tuesday is ten in the morning four hours west of Greenwich.
func tuesday() time.Time { return time.Date(2026, 10, 6, 14, 0, 0, 0, time.UTC) }

func keysOfTuesday() jarvis.Option {
	return jarvis.WithDateKeys(dates.New(dates.Config{Zone: "UTC-4", Clock: tuesday}))
}

func TestDateKeysOfDates(t *testing.T) {
	for name, tt := range map[string]struct{ args, want string }{
		"a scalar":              {`{"at":"tomorrow"}`, `{"at":"2026-10-07T04:00:00Z"}`},
		"the first of a period": {`{"at":"this_month"}`, `{"at":"2026-10-01T04:00:00Z"}`},
		"a moment from now":     {`{"at":"in_2_hours"}`, `{"at":"2026-10-06T16:00:00Z"}`},
		"as it is spoken":       {`{"at":"Next Monday"}`, `{"at":"2026-10-12T04:00:00Z"}`},
		"a day and a time":      {`{"days":["morning","next_tuesday"]}`, `{"days":["2026-10-13T11:00:00Z"]}`},
		"two days and a time":   {`{"days":["this_weekend","morning"]}`, `{"days":["2026-10-10T11:00:00Z","2026-10-11T11:00:00Z"]}`},
		"a time alone":          {`{"days":["at_7_30pm"]}`, `{"days":["2026-10-06T23:30:00Z"]}`},
		"beside instants":       {`{"days":["2026-10-01T00:00:00+02:00","at_7_30pm","2026-10-02T00:00:00Z","tomorrow"]}`, `{"days":["2026-10-01T00:00:00+02:00","2026-10-07T23:30:00Z","2026-10-02T00:00:00Z"]}`},
		"one text":              {`{"at":"tomorrow at 7:30pm"}`, `{"at":"2026-10-07T23:30:00Z"}`},
		"one text, as a key":    {`{"at":"tomorrow_at_7pm"}`, `{"at":"2026-10-07T23:00:00Z"}`},
		"one text of two keys":  {`{"at":"tomorrow_noon"}`, `{"at":"2026-10-07T16:00:00Z"}`},
		"one text in a list":    {`{"days":["today","tomorrow_noon","2026-10-01T00:00:00Z","next_monday"]}`, `{"days":["2026-10-06T04:00:00Z","2026-10-07T16:00:00Z","2026-10-12T04:00:00Z","2026-10-01T00:00:00Z"]}`},
		"one text and a time":   {`{"days":["at_9pm","tomorrow at noon"]}`, `{"days":["2026-10-07T01:00:00Z","2026-10-07T16:00:00Z"]}`},
		"instants and a time":   {`{"days":["2026-10-01T00:00:00Z","at_7pm"]}`, `{"days":["2026-10-01T00:00:00Z","2026-10-06T23:00:00Z"]}`},
		"text":                  {`{"text":"tonight"}`, `{"text":"2026-10-07T00:00:00Z"}`},
	} {
		b := bindTo[agenda](t, tt.args, keysOfTuesday())
		require.Empty(t, b.problems(), name)
		raw, err := json.Marshal(b.values)
		require.NoError(t, err)
		assert.JSONEq(t, tt.want, string(raw), name)
	}
	b := bindTo[agenda](t, `{"at":"at_home","days":["tomorrow","in_2_hour_","today"],"late":"in_9999999999_days"}`, keysOfTuesday())
	assert.Equal(t, []string{"type at", "type late", "type days[1]"}, b.problems())
}

// What is wrong is said of the list and of the instant, for another key may be the one that is right.
func TestDateKeysThatMissAnEnum(t *testing.T) {
	type input struct {
		Enums []time.Time `jarvis:"enums" enum:"2026-10-07T04:00:00Z"`
		After []time.Time `jarvis:"after" validate:"dive,gt"`
	}
	for args, want := range map[string]string{
		`{"enums":["tomorrow","today"]}`: `Invalid value '2026-10-06T04:00:00Z' for 'enums'. Must be one of: 2026-10-07T04:00:00Z; it comes from the date keys tomorrow, today`,
		`{"enums":["this_week"]}`:        `Invalid value '2026-10-04T04:00:00Z' for 'enums'. Must be one of: 2026-10-07T04:00:00Z; it comes from the date keys this_week`,
		`{"after":["last_week"]}`:        `Parameter 'after' must be in the future, got "2026-09-27T04:00:00Z"; it comes from the date keys last_week`,
	} {
		failed := bindTo[input](t, args, keysOfTuesday()).failed
		require.NotNil(t, failed, args)
		require.Len(t, failed.Problems, 1, args)
		assert.Equal(t, want, failed.Problems[0].Explain())
		assert.Empty(t, failed.Problems[0].Suggestion, args)
	}
	assert.Empty(t, bindTo[input](t, `{"enums":["tomorrow"]}`, keysOfTuesday()).problems())
	failed := bindTo[input](t, `{"enums":[5,"today"]}`, keysOfTuesday()).failed
	require.Len(t, failed.Problems, 2)
	assert.NotContains(t, failed.Problems[0].Explain(), "comes from")
	assert.Contains(t, failed.Problems[1].Explain(), "comes from the date keys today")
}

// Every key that package dates knows may stand in an example, in a call with the option, and nowhere else; spelt in another way it
// is the author's mistake, which names it.
func TestEveryDateKey(t *testing.T) {
	on := jarvis.NewParameters().OptionalDatetime("at", "").OptionalArray("days", "datetime", "").MustBuild()
	declare := func(key string) error {
		_, err := jarvis.Func(jarvis.Spec{Name: "demo", Examples: []jarvis.Example{{Arguments: jarvis.Args{"at": key, "days": []string{key}}}}}, on, runNothing[jarvis.Values])
		return err
	}
	for _, key := range append(dates.Keys(), "in_5_minutes", "in_2_hours_30_minutes", "at_7_30pm", "at_1930") {
		args := json.RawMessage(fmt.Sprintf(`{"at":%q,"days":[%[1]q]}`, key))
		require.NoError(t, declare(key), key)
		v, err := on.Validate(args, keysOfTuesday())
		require.NoError(t, err, key)
		days, _ := jarvis.Get[[]time.Time](v, "days")
		at, _ := v.Datetime("at")
		assert.Equal(t, days[0], at, key)
		_, err = on.Validate(args)
		assert.Error(t, err, key)
	}
	for _, key := range dates.Keys() {
		spoken := strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
		assert.ErrorContains(t, declare(spoken), "; did you mean '"+key+"'?", "as it is spoken")
		_, err := on.Validate(json.RawMessage(fmt.Sprintf(`{"at":%q}`, spoken)), keysOfTuesday())
		assert.NoError(t, err, "a model may write %q", spoken)
	}
	for _, word := range []string{"tomorow", "someday", "at_9", "at_25", "in_two_hours", "this_weekend_saturday_9am", "", "Tomorrow", " today"} {
		assert.ErrorContains(t, declare(word), "or a date key such as", word)
	}
	assert.ErrorContains(t, declare("at_7.30pm"), "; did you mean 'at_7_30pm'?", "as at_7:30pm")
	assert.ErrorContains(t, declare("at_7:30pm"), "; did you mean 'at_7_30pm'?")
	assert.NotContains(t, declare("friday at 5pm").Error(), "did you mean", "two keys are no example")
	assert.NotContains(t, declare("soon").Error(), "did you mean")
}

// stamp is a datetime that reads itself.
type stamp struct{ text string }

func (stamp) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Format: "date-time"}
}

func (s *stamp) UnmarshalJSON(raw []byte) error {
	if _, err := time.Parse(`"`+time.RFC3339+`"`, string(raw)); err != nil {
		return err
	}
	return json.Unmarshal(raw, &s.text)
}

// A type that reads itself knows nothing of keys, so none is wanted.
func TestDateKeysAreNotForForeignTypes(t *testing.T) {
	type input struct {
		At   stamp   `jarvis:"at"`
		List []stamp `jarvis:"list"`
	}
	b := bindTo[input](t, `{"at":"2026-01-18T05:00:00Z","list":["2026-01-18T05:00:00Z"]}`, keysOn)
	require.Empty(t, b.problems())
	assert.Equal(t, input{stamp{"2026-01-18T05:00:00Z"}, []stamp{{"2026-01-18T05:00:00Z"}}}, b.in)
	b = bindTo[input](t, `{"at":"today","list":["2026-01-18T05:00:00Z","tomorow"]}`, keysOn)
	require.Equal(t, []string{"type at", "type list[1]"}, b.problems())
	assert.NotContains(t, b.failed.Error(), "tomorrow")
}

// One resolver serves the calls of a registry at the same time.
func TestDateKeysConcurrently(t *testing.T) {
	reg := jarvis.NewRegistry(keysOfTuesday())
	reg.MustRegister(mustNew(t, "demo", func(_ context.Context, _ *jarvis.Request, in agenda) (*jarvis.Response, error) {
		return jarvis.Success(map[string]any{"days": len(in.Days)}), nil
	}))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				resp, err := reg.Call(context.Background(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(`{"at":"tomorrow","days":["next_week","morning"]}`)})
				if assert.NoError(t, err) {
					assert.Equal(t, 7, resp.ContextData["days"])
				}
			}
		})
	}
	group.Wait()
}

// A model may name days in words; the command gets instants.
func ExampleWithDateKeys() {
	params := jarvis.NewParameters().RequiredArray("days", "datetime", "The days to report").MustBuild()
	clock := func() time.Time { return time.Date(2026, 10, 6, 10, 0, 0, 0, time.UTC) }
	keys := jarvis.WithDateKeys(dates.New(dates.Config{Zone: "UTC+2", Clock: clock}))

	values, err := params.Validate(json.RawMessage(`{"days": ["2026-10-06T00:00:00Z", "tomorrow", "morning"]}`), keys)
	fmt.Println(values.Map()["days"], err)
	_, err = params.Validate(json.RawMessage(`{"days": ["tomorow"]}`), keys)
	fmt.Println(strings.Split(err.Error(), "\n")[0])
	// Output:
	// [2026-10-06 00:00:00 +0000 UTC 2026-10-07 05:00:00 +0000 UTC] <nil>
	// Parameter 'days[0]' must be of type datetime, got "tomorow"; want RFC 3339 with a zone, as 2026-01-18T05:00:00Z, or a date key such as tomorrow, next_monday or in_2_hours; did you mean 'tomorrow'?
}
