// The tool resolve_relative_date: its definition, both forms of every outcome, zones, and arguments that are wrong.

package dates_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/dates"
)

const newYorkNow = "2026-10-06T14:00:00Z" // 10:00 on a Tuesday

func TestToolOutcomes(t *testing.T) {
	const unknown = "The term is not a known relative date. "
	for name, tt := range map[string]struct{ term, raw, compact string }{
		"a day": {"tomorrow", `{"term":"tomorrow","date":"2026-10-07","utc_start_of_day":"2026-10-07T04:00:00Z"}`,
			`{"term":"tomorrow","utc_start_of_day":"2026-10-07T04:00:00Z"}`},
		"a day in words": {" Next Monday", `{"term":" Next Monday","date":"2026-10-12","utc_start_of_day":"2026-10-12T04:00:00Z"}`,
			`{"term":" Next Monday","utc_start_of_day":"2026-10-12T04:00:00Z"}`},
		"days": {"this weekend",
			`{"term":"this weekend","dates":[{"day":"Saturday","date":"2026-10-10","utc_start_of_day":"2026-10-10T04:00:00Z"},` +
				`{"day":"Sunday","date":"2026-10-11","utc_start_of_day":"2026-10-11T04:00:00Z"}]}`,
			`{"term":"this weekend","utc_start_of_day":["2026-10-10T04:00:00Z","2026-10-11T04:00:00Z"]}`},
		"the ends of a month": {"next_month",
			`{"term":"next_month","dates":[{"day":"Sunday","date":"2026-11-01","utc_start_of_day":"2026-11-01T04:00:00Z"},` +
				`{"day":"Monday","date":"2026-11-30","utc_start_of_day":"2026-11-30T05:00:00Z"}]}`,
			`{"term":"next_month","utc_start_of_day":["2026-11-01T04:00:00Z","2026-11-30T05:00:00Z"]}`},
		"an offset":            {"in 2 hours", `{"term":"in 2 hours","datetime":"2026-10-06T16:00:00Z"}`, ""},
		"a day with a time":    {"tonight", `{"term":"tonight","datetime":"2026-10-07T00:00:00Z"}`, ""},
		"a time":               {"midnight", `{"term":"midnight","datetime":"2026-10-06T04:00:00Z"}`, ""},
		"a day and a time":     {"tomorrow at 7:30 PM", `{"term":"tomorrow at 7:30 PM","datetime":"2026-10-07T23:30:00Z"}`, ""},
		"a time and a day":     {"at noon, next_monday", `{"term":"at noon, next_monday","datetime":"2026-10-12T16:00:00Z"}`, ""},
		"days and a time":      {"this weekend at 3pm", `{"term":"this weekend at 3pm","datetimes":["2026-10-10T19:00:00Z","2026-10-11T19:00:00Z"]}`, ""},
		"the longest key wins": {"day after tomorrow morning", `{"term":"day after tomorrow morning","datetime":"2026-10-08T11:00:00Z"}`, ""},
		"a misspelled term": {"tomorow", `{"term":"tomorow","candidates":["tomorrow"],"message":"` + unknown + `Nearest known terms: tomorrow."}`,
			`{"term":"tomorow","error":"unresolved_relative_date","message":"` + unknown + `Nearest known terms: tomorrow."}`},
		"a readable part": {"friday at 5pm",
			`{"term":"friday at 5pm","candidates":["this_friday at_5pm","next_friday at_5pm","last_friday at_5pm"],"message":"` + unknown +
				`Nearest known terms: this_friday at_5pm, next_friday at_5pm, last_friday at_5pm."}`,
			`{"term":"friday at 5pm","error":"unresolved_relative_date","message":"` + unknown +
				`Nearest known terms: this_friday at_5pm, next_friday at_5pm, last_friday at_5pm."}`},
		"too far away": {"in_9999999999_days", `{"term":"in_9999999999_days","candidates":[],"message":"The term is too far away: its time lies outside the years 1 to 9999."}`,
			`{"term":"in_9999999999_days","error":"unresolved_relative_date","message":"The term is too far away: its time lies outside the years 1 to 9999."}`},
		"a bare weekday": {"on friday",
			`{"term":"on friday","candidates":["this_friday","next_friday","last_friday"],"message":"` + unknown + `Nearest known terms: this_friday, next_friday, last_friday."}`,
			`{"term":"on friday","error":"unresolved_relative_date","message":"` + unknown + `Nearest known terms: this_friday, next_friday, last_friday."}`},
	} {
		t.Run(name, func(t *testing.T) {
			tool := at(t, newYorkNow, "America/New_York").Tool()
			args := arguments(t, map[string]any{"relative_term": tt.term})
			assert.Equal(t, tt.raw, string(tool.Call(context.Background(), args)))
			compact := tt.compact
			if compact == "" {
				compact = tt.raw
			}
			assert.Equal(t, compact, string(tool.CallCompact(context.Background(), args)))
			var kept dates.Outcome
			require.NoError(t, json.Unmarshal(tool.Call(context.Background(), args), &kept))
			assert.Equal(t, tool.Resolve(args), kept, "the raw form can be read back")
		})
	}
}

func arguments(t *testing.T, args any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(args)
	require.NoError(t, err)
	return text
}

// What a list would ignore or mix up is no term: a wrong instant is worse than none.
func TestToolUnknownTerms(t *testing.T) {
	tool := at(t, newYorkNow, "America/New_York").Tool()
	for _, term := range []string{"christmas", "at 13pm", "today tomorrow", "in 2 days at 3pm", "tomorrow in 2 hours", "next monday or so", "tomorrow ,x", ",", "_",
		"friday", "friday at 5pm", "the", "at", "in", "from now", "tomorrow at", "in a couple of days", "in couple days", "in thirteen days", "in two", "in 2 hours 3", "in 2 hours 3 days",
		"in 2 hours and minutes", "from now in 2 days", "13pm", "5", "tomorrow 1930", "next friday 5 o clock", strings.Repeat("noon ", 17), strings.Repeat("noon ", 20_000/10)} {
		outcome := tool.Resolve(arguments(t, map[string]any{"relative_term": term}))
		assert.NotNil(t, outcome.Candidates, term)
		assert.Contains(t, outcome.Message, "not a known relative date", term)
		assert.Empty(t, outcome.Datetime+outcome.Date+outcome.StartOfDay, term)
		assert.Empty(t, outcome.Error, term)
		assert.LessOrEqual(t, len(outcome.Term), 128, term)
		compact := outcome.Compact()
		assert.Equal(t, "unresolved_relative_date", compact.Error)
		assert.Equal(t, outcome.Message, compact.Message)
		assert.Nil(t, compact.StartOfDay)
	}
	assert.Contains(t, string(tool.Call(context.Background(), json.RawMessage(`{"relative_term":"christmas"}`))), `"candidates":[]`)
}

// The same meaning in many forms.
func TestToolTerms(t *testing.T) {
	tool := at(t, newYorkNow, "America/New_York").Tool()
	for want, terms := range map[string][]string{
		"2026-10-08T04:00:00Z": {"the day after tomorrow", "day_after_tomorrow", "The Day After Tomorrow.", "on the day after tomorrow"},
		"2026-10-16T21:00:00Z": {"next friday at 5pm", "on next friday at 5 pm.", "next_friday_5pm", "5pm on next friday", "at 5.00pm next friday", "next friday, 5:00 p.m.", "next friday at the 5PM"},
		"2026-10-07T23:00:00Z": {"tomorrow 7pm", "tomorrow at 7pm", "7pm tomorrow"},
		"2026-10-06T21:00:00Z": {"5pm", "5 p.m.", "at 5pm", "at 5:00 pm", "today 5pm"},
		"2026-10-07T04:00:00Z": {"on tomorrow", "the tomorrow."},
		"2026-10-12T04:00:00Z": {"On Next Monday"},
		"2026-10-06T16:00:00Z": {"in two hours", "in 2 hours", "2 hours from now", "two hours from now", "In Two Hours."},
		"2026-10-06T15:00:00Z": {"in an hour", "an hour from now", "in one hour", "in 01 hours", "in 60 minutes"},
		"2026-10-06T16:30:00Z": {"in 2 hours 30 minutes", "in two hours and 30 minutes", "two hours and 30 minutes from now"},
		"2026-10-08T14:00:00Z": {"2 days from now", "in two days"},
		"2026-10-13T14:00:00Z": {"in a week", "a week from now", "in 7 days"},
		"2026-10-20T14:00:00Z": {"in 2 weeks", "in two weeks", "in_14_days"},
		"2026-10-18T14:00:00Z": {"in twelve days"},
	} {
		for _, term := range terms {
			outcome := tool.Resolve(arguments(t, map[string]any{"relative_term": term}))
			assert.Equal(t, want, outcome.Datetime+outcome.StartOfDay, term)
			instants, unresolved := at(t, newYorkNow, "America/New_York").ResolveDates([]string{term})
			assert.Equal(t, []string{want}, texts(instants), term)
			assert.Empty(t, unresolved, term)
		}
	}
	for _, term := range []string{"in 9999999999 weeks", "in_99999999999999999999_minutes", "in 10000000000 hours", "tomorrow in year"} {
		outcome := tool.Resolve(arguments(t, map[string]any{"relative_term": term}))
		assert.Equal(t, strings.HasPrefix(term, "in"), strings.Contains(outcome.Message, "too far away"), term)
	}
}

// What the description shows is what the tool reads.
func TestToolDescriptionIsTrue(t *testing.T) {
	tool := at(t, newYorkNow, "America/New_York").Tool()
	shown := string(tool.Definition())
	for _, term := range []string{"today", "day_after_tomorrow", "tonight", "next_friday", "this_weekend", "next_week", "last_month", "in_3_days", "in_2_hours", "at_7_30pm",
		"the day after tomorrow", "next friday at 5pm", "tomorrow 7pm", "in two weeks", "2 days from now", "tomorrow at 7:30pm"} {
		assert.Contains(t, shown, term)
		assert.Empty(t, tool.Resolve(arguments(t, map[string]any{"relative_term": term})).Message, term)
	}
	assert.NotContains(t, shown, "as the user said it")
}

// The conversation's zone wins; the argument is for conversations without one.
func TestToolZone(t *testing.T) {
	for name, tt := range map[string]struct{ zone, argument, want string }{
		"the conversation's alone":          {"America/New_York", "", "2026-10-07T04:00:00Z"},
		"the conversation's wins":           {"America/New_York", "Asia/Tokyo", "2026-10-07T04:00:00Z"},
		"the conversation's wins, bad text": {"America/New_York", "Not/AZone", "2026-10-07T04:00:00Z"},
		"the conversation's is UTC":         {"UTC", "Asia/Tokyo", "2026-10-07T00:00:00Z"},
		"no conversation's":                 {"", "Asia/Tokyo", "2026-10-06T15:00:00Z"},
		"an unusable conversation's":        {"Not/AZone", "UTC-3", "2026-10-07T03:00:00Z"},
		"none at all":                       {"", "", "2026-10-07T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			r := at(t, newYorkNow, tt.zone)
			outcome := r.Tool().Resolve(arguments(t, map[string]any{"relative_term": "tomorrow", "timezone": tt.argument}))
			assert.Equal(t, tt.want, outcome.StartOfDay)
			assert.Equal(t, tt.zone, r.Zone().Asked, "the resolver stays as it is")
		})
	}
	args := json.RawMessage(`{"relative_term":"tomorrow","timezone":null}`)
	assert.Equal(t, "2026-10-07T00:00:00Z", at(t, newYorkNow, "").Tool().Resolve(args).StartOfDay, "null is absent")
}

func TestToolWrongArguments(t *testing.T) {
	for args, piece := range map[string]string{
		"":                        "'relative_term' is required",
		"null":                    "'relative_term' is required",
		" {} ":                    "'relative_term' is required",
		`{"relative_term":null}`:  "'relative_term' is required",
		`{"relative_term":" \n"}`: "'relative_term' is required",
		`{"term":"tomorrow"}`:     "no argument 'term'. The arguments are 'relative_term', which is required, and 'timezone'",
		`{"relative_term":"today","Timezone":"UTC"}`:          "no argument 'Timezone'",
		`{"Relative_Term":"today"}`:                           "no argument 'Relative_Term'",
		`{"relative_term":"today","a":{"b":[1]}}`:             "no argument 'a'",
		`{"relative_term":"today","relative_term":"tonight"}`: "'relative_term' is given twice",
		`{"relative_term":null,"relative_term":"tonight"}`:    "'relative_term' is given twice",
		`{"timezone":"UTC","relative_term":"x","timezone":1}`: "'timezone' is given twice",
		`{"a\u0000` + strings.Repeat("b", 999) + `":1}`:       `no argument 'a\x00` + strings.Repeat("b", 118) + "…'",
		`5`:                           "one JSON object",
		`{"relative_term":5}`:         "'relative_term' must be a string",
		`{"relative_term":["today"]}`: "'relative_term' must be a string",
		`{"relative_term":"today","timezone":{}}`:   "'timezone' must be a string",
		`{"relative_term":"today","timezone":"x/"}`: "'timezone' names no known time zone",
		`[]`:                          "one JSON object",
		`"tomorrow"`:                  "one JSON object",
		`{"relative_term":"today"`:    "one JSON object",
		`{"relative_term":"today"}{}`: "one JSON object",
		`{"relative_term":"` + strings.Repeat("x", 1<<16) + `"}`: "one JSON object",
	} {
		tool := at(t, newYorkNow, "").Tool()
		outcome := tool.Resolve(json.RawMessage(args))
		assert.Contains(t, outcome.Message, piece)
		assert.Equal(t, dates.Outcome{Error: "invalid_arguments", Message: outcome.Message}, outcome)
		assert.Equal(t, string(tool.Call(context.Background(), json.RawMessage(args))), string(tool.CallCompact(context.Background(), json.RawMessage(args))))
	}
	assert.NotPanics(t, func() { dates.Tool{}.Call(context.Background(), json.RawMessage(`{"relative_term":"today"}`)) }, "the zero value")
}

func TestToolDefinition(t *testing.T) {
	tool := at(t, newYorkNow, "").Tool()
	assert.Equal(t, "resolve_relative_date", tool.Name())
	var definition struct {
		Type     string
		Function struct {
			Name, Description string
			Parameters        struct {
				Type                 string
				Properties           map[string]struct{ Type, Description string }
				Required             []string
				AdditionalProperties *bool
			}
		}
	}
	raw := tool.Definition()
	require.NoError(t, json.Unmarshal(raw, &definition))
	assert.Equal(t, "function", definition.Type)
	assert.Equal(t, tool.Name(), definition.Function.Name)
	assert.Equal(t, tool.Description(), definition.Function.Description)
	parameters := definition.Function.Parameters
	assert.Equal(t, "object", parameters.Type)
	assert.Equal(t, []string{"relative_term"}, parameters.Required)
	require.NotNil(t, parameters.AdditionalProperties)
	assert.False(t, *parameters.AdditionalProperties)
	assert.Len(t, parameters.Properties, 2)
	for _, name := range []string{"relative_term", "timezone"} {
		assert.Equal(t, "string", parameters.Properties[name].Type)
		assert.NotEmpty(t, parameters.Properties[name].Description)
	}
	raw[0] = 'x'
	assert.Equal(t, byte('{'), tool.Definition()[0], "the bytes are the caller's")
}

func FuzzTool(f *testing.F) {
	for _, args := range []string{``, `{}`, `[1]`, `{"relative_term":"tomorow"}`, `{"relative_term":"this weekend at 3pm","timezone":"UTC+3"}`, `{"relative_term":"\ud800"}`} {
		f.Add([]byte(args))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		tool := at(t, newYorkNow, "").Tool()
		raw, compact := tool.Call(context.Background(), args), tool.CallCompact(context.Background(), args)
		assert.True(t, json.Valid(raw))
		assert.True(t, json.Valid(compact))
		assert.LessOrEqual(t, len(raw), 4096)
	})
}
