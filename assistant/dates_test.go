// Dates: keys or ISO values, in the zone of the conversation, by the clock of the engine.

package assistant_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// remind has a command with a datetime, in New York on Tuesday 2026-10-06 at 10:00.
func remind(keys bool) setup {
	return func(h *home, c *assistant.Config, s *assistant.Start) {
		c.DateKeys = keys
		c.Commands = registry(h.t, h.command("remind", jarvis.NewParameters().RequiredDatetime("at", "When").MustBuild()))
		s.ClientTools = nil
		s.Context.Timezone = "America/New_York"
	}
}

// remindElsewhere offers a tool with dates that is executed by the caller.
func remindElsewhere(_ *home, _ *assistant.Config, s *assistant.Start) {
	s.ClientTools = []prompt.Tool{clientTool("remind", jarvis.NewParameters().OptionalArray("on", "date", "").MustBuild())}
}

// With keys the prompt lists them and the binder takes them; without, it asks for ISO values and offers the tool.
func TestDateKeys(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		t.Run("on", func(t *testing.T) {
			h := newHome(t, m, remind(true), m.calls(made("remind", `{"at":"tomorrow_morning"}`)), m.say("I will."))
			res := h.say("Remind me tomorrow morning")
			assert.Equal(t, "I will.", res.Text)
			assert.Zero(t, res.Retries)
			assert.Equal(t, []string{`remind{"at":"2026-10-07T11:00:00Z"}`}, h.ran, "in the zone of the conversation")
			assert.Contains(t, h.conv.SystemPrompt(), "during_breakfast")
			assert.NotContains(t, shownTools(t, m, h.request(0)), "resolve_relative_date")
			assert.NotContains(t, string(h.request(0).Tools), "date-time", "servers that hold calls to a format would refuse keys")
		})
		t.Run("on, with an ISO value", func(t *testing.T) {
			h := newHome(t, m, remind(true), m.calls(made("remind", `{"at":"2026-10-07T08:00:00-04:00"}`)), m.say("I will."))
			assert.Zero(t, h.say("Remind me at eight").Retries)
			require.Len(t, h.ran, 1)
		})
		t.Run("off", func(t *testing.T) {
			h := newHome(t, m, remind(false), m.calls(made("remind", `{"at":"tomorrow_morning"}`)), m.calls(made("resolve_relative_date", `{"relative_term":"tomorrow morning"}`)), m.calls(made("remind", `{"at":"2026-10-07T11:00:00Z"}`)), m.say("I will."))
			res := h.say("Remind me tomorrow morning")
			assert.Equal(t, 1, res.Retries, "a key is refused")
			assert.Equal(t, []string{`remind{"at":"2026-10-07T11:00:00Z"}`}, h.ran)
			assert.NotContains(t, h.conv.SystemPrompt(), "during_breakfast")
			assert.Contains(t, shownTools(t, m, h.request(0)), "resolve_relative_date")
			assert.Contains(t, h.told(2), "2026-10-07T11:00:00Z", "what the tool has found")
		})
		t.Run("off, unknown words", func(t *testing.T) {
			h := newHome(t, m, remind(false), m.calls(made("resolve_relative_date", `{"relative_term":"whenever"}`)), m.say("When?"))
			res := h.say("Remind me whenever")
			assert.Equal(t, "When?", res.Text)
			assert.Contains(t, h.told(1), "unresolved_relative_date")
			require.Len(t, res.Executed, 1)
		})
		t.Run("off, the zone of the conversation wins", func(t *testing.T) {
			h := newHome(t, m, remind(false), m.calls(made("resolve_relative_date", `{"relative_term":"today","timezone":"Asia/Tokyo"}`)), m.say("Today."))
			h.say("What day is it?")
			assert.Contains(t, h.told(1), "2026-10-06T04:00:00Z")
		})
		t.Run("no dates", func(t *testing.T) {
			h := newHome(t, m, nil, m.say("Hello."))
			h.say("Hello")
			assert.NotContains(t, shownTools(t, m, h.request(0)), "resolve_relative_date")
		})
		t.Run("of a client tool", func(t *testing.T) {
			h := newHome(t, m, remindElsewhere, m.say("Hello."))
			h.say("Hello")
			assert.Contains(t, shownTools(t, m, h.request(0)), "resolve_relative_date")
		})
		t.Run("the tool of the host", func(t *testing.T) {
			change := func(h *home, c *assistant.Config, s *assistant.Start) {
				remind(false)(h, c, s)
				c.ServerTools = registry(h.t, h.command("resolve_relative_date", params("term")))
			}
			h := newHome(t, m, change, m.calls(made("resolve_relative_date", `{"term":"x"}`)), m.say("Hello."))
			h.say("Hello")
			assert.Equal(t, []string{`resolve_relative_date{"term":"x"}`}, h.ran)
		})
	})
}

// The tool says the local day of dates, which in the east of Greenwich is not the day that its beginning has in UTC.
func TestResolvedDaysAreLocal(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		change := func(h *home, c *assistant.Config, s *assistant.Start) {
			c.Commands = registry(h.t, h.command("plan", jarvis.NewParameters().RequiredDate("on", "The day").MustBuild()))
			c.Clock = func() time.Time { return time.Date(2026, 10, 6, 10, 0, 0, 0, time.UTC) }
			s.ClientTools, s.Context.Timezone = nil, "Europe/Berlin"
		}
		resolve := func(term string) llmtest.Step {
			return m.calls(made("resolve_relative_date", `{"relative_term":"`+term+`"}`))
		}
		for _, tt := range []struct {
			term string
			has  []string
		}{
			{"tomorrow", []string{`"date":"2026-10-07"`, `"utc_start_of_day":"2026-10-06T22:00:00Z"`}},
			{"this_weekend", []string{`"date":"2026-10-10"`, `"date":"2026-10-11"`}},
			{"in_2_hours", []string{`"datetime":"2026-10-06T12:00:00Z"`}},
			{"at the feast", []string{"unresolved_relative_date"}},
			{"", []string{"invalid_arguments"}},
		} {
			t.Run(tt.term, func(t *testing.T) {
				h := newHome(t, m, change, resolve(tt.term), m.calls(made("plan", `{"on":"2026-10-07"}`)), m.say("Planned."))
				res := h.say("Plan it")
				assert.Equal(t, "Planned.", res.Text)
				for _, text := range tt.has {
					assert.Contains(t, h.told(1), text)
				}
				assert.Equal(t, []string{`plan{"on":"2026-10-07"}`}, h.ran)
				require.Len(t, res.Executed, 2)
				assert.Equal(t, tt.term == "tomorrow", res.Executed[0].Response.ContextData["date"] == "2026-10-07")
			})
		}
	})
}

// Clock and week are those of the configuration, and each conversation has its own zone.
func TestZonesAndClock(t *testing.T) {
	m := modes[0]
	now := time.Date(2026, 10, 6, 14, 7, 0, 0, time.UTC)
	change := func(h *home, c *assistant.Config, s *assistant.Start) {
		remind(true)(h, c, s)
		c.Clock, c.WeekStart = func() time.Time { return now }, time.Monday
	}
	h := newHome(t, m, change, m.calls(made("remind", `{"at":"this_sunday"}`)), m.say("I will."), m.calls(made("remind", `{"at":"tomorrow"}`)), m.say("I will."), m.calls(made("remind", `{"at":"today"}`)), m.say("I will."))
	h.say("Remind me on Sunday")
	assert.Contains(t, h.told(0), "10:00 on Tuesday, 2026-10-06 (America/New_York")
	now = now.AddDate(0, 0, 1)
	h.say("Remind me tomorrow")
	tokyo, err := h.engine.Start(assistant.Start{Context: prompt.Context{Timezone: "Asia/Tokyo"}})
	require.NoError(t, err)
	_, err = tokyo.Say(t.Context(), assistant.Utterance{Text: "Remind me today"})
	require.NoError(t, err)
	assert.Equal(t, []string{`remind{"at":"2026-10-11T04:00:00Z"}`, `remind{"at":"2026-10-08T04:00:00Z"}`, `remind{"at":"2026-10-06T15:00:00Z"}`}, h.ran)
}
