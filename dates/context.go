// The date context: what a model or another program may want to know about now, as one object.

package dates

import (
	"strings"
	"time"
)

// Context is one moment in the zone of a user, with the days and times that the keys mean then. Its JSON has the names of the
// original's date-context endpoint, and the same moment gives the same bytes. Dates, times and weekdays are local; what is named
// datetime or utc_start_of_day is an instant: UTC, RFC 3339, whole seconds, Z. In the maps the names are keys of the vocabulary.
// The texts of a clock outside the years 1 to 9999 are not RFC 3339.
type Context struct {
	Current       ContextNow       `json:"current"`
	RelativeDates ContextRelative  `json:"relative_dates"`
	Weekend       map[string][]Day `json:"weekend"`  // this_weekend, next_weekend, last_weekend: Saturday and Sunday
	Weeks         map[string][]Day `json:"weeks"`    // this_week, next_week, last_week: seven days
	Months        map[string][]Day `json:"months"`   // this_month, next_month, last_month: the first and the last day
	Years         map[string][]Day `json:"years"`    // this_year, next_year, last_year: the first and the last day
	Weekdays      map[string]Day   `json:"weekdays"` // next_monday to next_sunday, last_monday to last_sunday
	Timezone      ContextZone      `json:"timezone"`
	// TimeExpressions are times of today, such as "at 7am" or "at 7:30pm". The names have spaces, as the original has it;
	// [Normalize] makes keys of them.
	TimeExpressions map[string]ContextTime `json:"time_expressions"`
}

// ContextNow is the moment itself.
type ContextNow struct {
	Date          string `json:"date"`             // YYYY-MM-DD
	DateISO       string `json:"date_iso"`         // the same
	Time          string `json:"time"`             // HH:MM:SS
	Datetime      string `json:"datetime"`         // the instant
	Weekday       string `json:"weekday"`          // in English
	WeekdayNumber int    `json:"weekday_number"`   // Monday is 0, Sunday 6
	UTCStartOfDay string `json:"utc_start_of_day"` // the instant at which the local day begins
}

// ContextRelative holds the days around today.
type ContextRelative struct {
	Tomorrow           Day          `json:"tomorrow"`
	Yesterday          Day          `json:"yesterday"`
	LastNight          ContextNight `json:"last_night"`
	DayAfterTomorrow   Day          `json:"day_after_tomorrow"`
	DayBeforeYesterday Day          `json:"day_before_yesterday"`
}

// ContextNight is a time on a day.
type ContextNight struct {
	Date     string `json:"date"`     // YYYY-MM-DD
	Time     string `json:"time"`     // HH:MM:SS
	Datetime string `json:"datetime"` // the instant
}

// ContextTime is a time of today.
type ContextTime struct {
	Time     string `json:"time"`     // HH:MM:SS
	Datetime string `json:"datetime"` // the instant
}

// ContextZone names the zone. Its texts are never empty. The two can differ without a fallback, since an offset has several
// spellings, and be the same after one, since only what looks like a zone is repeated; FellBack alone tells.
type ContextZone struct {
	UserTimezone    string `json:"user_timezone"`       // the zone asked for; "UTC" if none was or if the text does not look like one
	CurrentTimezone string `json:"current_timezone"`    // the location used
	FellBack        bool   `json:"fell_back,omitempty"` // no zone was asked for or the text names none, so UTC is used; see [Zone]
	IsDST           bool   `json:"is_dst"`              // daylight saving time is in force
}

// Day is one civil day.
type Day struct {
	Day           string `json:"day"`              // the weekday; in a [Context] with "Next " or "Last " where the key has it
	Date          string `json:"date"`             // YYYY-MM-DD
	UTCStartOfDay string `json:"utc_start_of_day"` // the instant at which the local day begins
}

// Context returns the date context of now.
func (r *Resolver) Context() Context {
	m := r.moment()
	c := Context{
		Current: m.contextNow(),
		RelativeDates: ContextRelative{
			Tomorrow:           m.only("tomorrow"),
			Yesterday:          m.only("yesterday"),
			LastNight:          m.night(),
			DayAfterTomorrow:   m.only("day_after_tomorrow"),
			DayBeforeYesterday: m.only("day_before_yesterday"),
		},
		Weekend: map[string][]Day{}, Weeks: map[string][]Day{}, Months: map[string][]Day{}, Years: map[string][]Day{},
		Weekdays: map[string]Day{},
		Timezone: ContextZone{
			UserTimezone:    r.Zone().shown(),
			CurrentTimezone: r.Zone().String(),
			FellBack:        r.Zone().FellBack,
			IsDST:           m.now.IsDST(),
		},
		TimeExpressions: m.timeExpressions(),
	}
	m.periods(&c)
	return c
}

// shown is the text asked for if it may stand in a prompt: it comes from outside, and only the form of a name is harmless.
func (z Zone) shown() string {
	asked := strings.TrimSpace(z.Asked)
	if asked == "" || len(asked) > maxZone || z.FellBack && !isZoneShaped(asked) {
		return "UTC"
	}
	return asked
}

func (m *moment) contextNow() ContextNow {
	date := m.today.String()
	return ContextNow{
		Date: date, DateISO: date,
		Time:          m.now.Format(time.TimeOnly),
		Datetime:      instantText(m.now),
		Weekday:       m.today.weekday().String(),
		WeekdayNumber: int(m.today.weekday()+6) % 7,
		UTCStartOfDay: m.instantOf(m.today, 0),
	}
}

// periods fills the maps from the vocabulary, so that both have the same keys and days.
func (m *moment) periods(c *Context) {
	for i := range vocabulary {
		e := &vocabulary[i]
		switch e.span {
		case spanWeekend:
			c.Weekend[e.key] = m.labelled(e)
		case spanWeek:
			c.Weeks[e.key] = m.labelled(e)
		case spanMonth:
			c.Months[e.key] = m.labelled(e)
		case spanYear:
			c.Years[e.key] = m.labelled(e)
		case spanWeekday:
			if e.shift != 0 {
				c.Weekdays[e.key] = m.labelled(e)[0]
			}
		}
	}
}

// labelled returns the days of a key, with its direction before the weekdays.
func (m *moment) labelled(e *entry) []Day {
	label := [...]string{"Last ", "", "Next "}[e.shift+1]
	days := m.entries(e)
	for i := range days {
		days[i].Day = label + days[i].Day
	}
	return days
}

// entries returns the days of a key.
func (m *moment) entries(e *entry) []Day {
	civil := m.days(e, nil)
	days := make([]Day, len(civil))
	for i, d := range civil {
		days[i] = Day{Day: d.weekday().String(), Date: d.String(), UTCStartOfDay: m.instantOf(d, 0)}
	}
	return days
}

// only returns the day of a key with one day.
func (m *moment) only(key string) Day { return m.entries(byKey[key])[0] }

func (m *moment) night() ContextNight {
	e := byKey["last_night"]
	day := m.days(e, nil)[0]
	return ContextNight{Date: day.String(), Time: clockText(e.clock), Datetime: m.instantOf(day, e.clock)}
}

// timeExpressions lists the times that people name: every hour and half hour, and the quarters of the six hours that the
// original has them for.
func (m *moment) timeExpressions() map[string]ContextTime {
	times := make(map[string]ContextTime, 60)
	for clock := 0; clock < oneDay; clock += 15 * oneMinute {
		hour := hour12(clock)
		quarter := clock / oneMinute % 30
		if quarter != 0 && !(hour >= 9 && hour <= 11 || hour >= 1 && hour <= 3) {
			continue
		}
		times["at "+time.Unix(int64(clock), 0).UTC().Format(clockLayout(clock))] = ContextTime{clockText(clock), m.instantOf(m.today, clock)}
	}
	return times
}

// hour12 is the hour on a dial.
func hour12(clock int) int { return (clock/oneHour+11)%12 + 1 }

// clockLayout is for a time in the 12-hour form; whole hours have no minutes.
func clockLayout(clock int) string {
	if clock%oneHour == 0 {
		return "3pm"
	}
	return "3:04pm"
}

func clockText(clock int) string { return time.Unix(int64(clock), 0).UTC().Format(time.TimeOnly) }

func (m *moment) instantOf(day civilDay, clock int) string {
	return instantText(day.at(clock, m.now.Location()))
}

func instantText(t time.Time) string { return t.UTC().Format(time.RFC3339) }
