// The contract of prompt and binder: what a prompt asks for in the place of dates is what calls are accepted with.

package prompt_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestProviderDatesAreAccepted(t *testing.T) {
	for _, p := range prompt.Builtin() {
		c := prompt.WithDefaults(p)
		t.Run(p.Name()+"/iso", func(t *testing.T) {
			acceptISO(t, datesBlock(t, c, prompt.Input{Tools: append(datedTools(), resolver())}))
		})
		t.Run(p.Name()+"/keys", func(t *testing.T) {
			in := prompt.Input{Tools: append(datedTools(), resolver()), DateKeys: dates.Keys()}
			block := datesBlock(t, c, in)
			acceptKeys(t, block)
			said := strings.Replace(c.SystemPrompt(in), block, "", 1)
			assert.NotRegexp(t, `date-time|datetime`, said)
			assert.NotRegexp(t, "resolve_relative_date", block)
		})
		t.Run(p.Name()+"/durations", func(t *testing.T) {
			text := c.SystemPrompt(prompt.Input{Tools: datedTools()})
			for _, m := range regexp.MustCompile(`duration(?: such as |\()(\w+)`).FindAllStringSubmatch(text, -1) {
				accepts(t, `{"lasts":`+quoted(m[1])+`}`)
			}
			if !c.SupportsNativeTools() && !strings.Contains(text, `"format"`) {
				assert.Regexp(t, `duration(?: such as |\()PT`, text, "texts have to say the form")
			}
		})
	}
}

// datesBlock is what a prompt says of dates.
func datesBlock(t *testing.T, c prompt.Complete, in prompt.Input) string {
	t.Helper()
	for _, b := range c.Blocks(in) {
		if b.Name == "dates" {
			require.Contains(t, c.SystemPrompt(in), b.Text)
			return b.Text
		}
	}
	require.Fail(t, "the prompt has no block of dates")
	return ""
}

// places are arguments of plan_event with a value of a format in them, for each form that a parameter of the format can have.
func places(format string) []string {
	return map[string][]string{
		"date-time": {`{"starts":%}`, `{"repeats":[%]}`, `{"repeats":[%,%]}`, `{"ends":%}`, `{"travel":{"leave":%,"night":"2026-10-07"}}`},
		"date":      {`{"birthday":%}`, `{"holidays":[%,%]}`, `{"travel":{"leave":"2026-10-07T10:00:00Z","night":%}}`},
		"time":      {`{"wake":%}`},
	}[format]
}

// acceptISO reads the forms as a model does: each is for the format named last.
func acceptISO(t *testing.T, block string) {
	forms := formsIn(t, block)
	assert.Len(t, forms["date-time"], 2, "a moment and a whole day")
	assert.Len(t, forms["date"], 1)
	assert.Len(t, forms["time"], 1)
	for format, list := range forms {
		for _, form := range list {
			for _, place := range places(format) {
				accepts(t, strings.ReplaceAll(place, "%", quoted(form)))
			}
		}
	}
	for _, place := range places("date-time") {
		refuses(t, strings.ReplaceAll(place, "%", quoted(forms["date"][0])))
	}
	assert.Regexp(t, `utc_start_of_day or datetime for format date-time, and date for format date\b`, block)
}

// formsIn are the forms in a text by the formats they are for, filled with a day and a time.
func formsIn(t *testing.T, text string) map[string][]string {
	filled := strings.NewReplacer("YYYY", "2026", "MM-DD", "10-07", "hh:mm:ss", "19:30:05", "hh:mm", "02:00", "HH:MM", "19:30")
	forms, format := map[string][]string{}, ""
	for _, found := range regexp.MustCompile(`format (date-time|date|time)\b|YYYY-MM-DD(?:T[\w:+]*\w)?|HH:MM`).FindAllStringSubmatch(text, -1) {
		if found[1] != "" {
			format = found[1]
			continue
		}
		require.NotEmpty(t, format, "%s is for no format", found[0])
		forms[format] = append(forms[format], filled.Replace(found[0]))
	}
	return forms
}

// acceptKeys reads the lists and the single values that the text shows.
func acceptKeys(t *testing.T, block string) {
	lists := regexp.MustCompile(`\[[^\]]*\]`).FindAllString(block, -1)
	require.Contains(t, lists, `["today"]`)
	keyed := jarvis.WithDateKeys(dates.New(dates.Config{Clock: func() time.Time { return time.Date(2026, 10, 6, 10, 0, 0, 0, time.UTC) }}))
	for _, list := range lists {
		block = strings.Replace(block, list, "", 1)
		accepts(t, `{"repeats":`+list+`}`, keyed)
		refuses(t, `{"starts":`+list+`}`, keyed)
	}
	line, use, _ := strings.Cut(block, "\n")
	single := strings.Split(strings.TrimPrefix(line, "Date keys: "), "|")
	require.ElementsMatch(t, dates.Keys(), single)
	for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(use, -1) {
		single = append(single, m[1])
	}
	require.Contains(t, single, "tomorrow at_7_30pm")
	require.Contains(t, single[len(dates.Keys()):], "today")
	for _, key := range single {
		for _, place := range places("date-time") {
			accepts(t, strings.ReplaceAll(place, "%", quoted(key)), keyed)
		}
	}
	forms := formsIn(t, use)
	assert.Len(t, forms["date"], 1)
	assert.Len(t, forms["time"], 1)
	for format, list := range forms {
		for _, place := range places(format) {
			accepts(t, strings.ReplaceAll(place, "%", quoted(list[0])), keyed)
			refuses(t, strings.ReplaceAll(place, "%", `"today"`), keyed)
		}
	}
}

func quoted(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

// accepts checks arguments of plan_event as a loop does; starts is there if they do not have it.
func accepts(t *testing.T, arguments string, opts ...jarvis.Option) {
	t.Helper()
	assert.NoError(t, validate(t, arguments, opts), arguments)
}

func refuses(t *testing.T, arguments string, opts ...jarvis.Option) {
	t.Helper()
	assert.Error(t, validate(t, arguments, opts), arguments)
}

func validate(t *testing.T, arguments string, opts []jarvis.Option) error {
	t.Helper()
	params, err := jarvis.ParametersFromSchema(datedTools()[0].Parameters)
	require.NoError(t, err)
	if !strings.Contains(arguments, `"starts"`) {
		arguments = `{"starts":"2026-10-07T10:00:00Z",` + arguments[1:]
	}
	_, err = params.Validate(json.RawMessage(arguments), opts...)
	return err
}
