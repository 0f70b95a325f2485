// The vocabulary: one table of the static keys, from which the lists, the resolution and the modifiers come.

package dates

import "time"

// span says which days a static key stands for.
type span uint8

const (
	spanClock   span = iota // no day of its own: a time of day for other keys
	spanDay                 // one day, shift days from today
	spanWeekday             // a named day of the week that is shift weeks from this one
	spanWeek
	spanWeekend
	spanMonth
	spanYear
)

// entry is a static key. The shift counts days, weeks, months or years, as the span has it.
type entry struct {
	key       string
	span      span
	shift     int
	weekday   time.Weekday
	clock     int // seconds after midnight
	published bool
}

const (
	oneMinute = 60
	oneHour   = 60 * oneMinute
	oneDay    = 24 * oneHour
)

// vocabulary holds every static key. Some words have two times (afternoon, evening, night): the one alone and the one in
// a combined key. The original has it so, and commands rely on both.
var vocabulary = [...]entry{
	{key: "today", span: spanDay, published: true},
	{key: "tomorrow", span: spanDay, shift: 1, published: true},
	{key: "yesterday", span: spanDay, shift: -1, published: true},
	{key: "day_after_tomorrow", span: spanDay, shift: 2, published: true},
	{key: "day_before_yesterday", span: spanDay, shift: -2},

	{key: "this_morning", span: spanDay, clock: 7 * oneHour},
	{key: "this_afternoon", span: spanDay, clock: 14 * oneHour},
	{key: "this_evening", span: spanDay, clock: 19 * oneHour},
	{key: "tonight", span: spanDay, clock: 20 * oneHour, published: true},
	{key: "tomorrow_morning", span: spanDay, shift: 1, clock: 7 * oneHour, published: true},
	{key: "tomorrow_afternoon", span: spanDay, shift: 1, clock: 14 * oneHour, published: true},
	{key: "tomorrow_evening", span: spanDay, shift: 1, clock: 19 * oneHour, published: true},
	{key: "tomorrow_night", span: spanDay, shift: 1, clock: 20 * oneHour, published: true},
	{key: "yesterday_morning", span: spanDay, shift: -1, clock: 7 * oneHour, published: true},
	{key: "yesterday_afternoon", span: spanDay, shift: -1, clock: 14 * oneHour, published: true},
	{key: "yesterday_evening", span: spanDay, shift: -1, clock: 19 * oneHour, published: true},
	{key: "last_night", span: spanDay, shift: -1, clock: 20 * oneHour, published: true},

	{key: "morning", clock: 7 * oneHour, published: true},
	{key: "afternoon", clock: 13 * oneHour},
	{key: "evening", clock: 18 * oneHour},
	{key: "night", clock: 21 * oneHour},
	{key: "noon", clock: 12 * oneHour},
	{key: "midnight"},
	{key: "at_noon", clock: 12 * oneHour},
	{key: "at_midnight"},

	{key: "at_breakfast", clock: 8 * oneHour},
	{key: "during_breakfast", clock: 8 * oneHour},
	{key: "during_lunch", clock: 12 * oneHour},
	{key: "at_dinner", clock: 18 * oneHour},
	{key: "during_dinner", clock: 18 * oneHour},
	{key: "after_dinner", clock: 19 * oneHour},

	{key: "this_monday", span: spanWeekday, weekday: time.Monday},
	{key: "this_tuesday", span: spanWeekday, weekday: time.Tuesday},
	{key: "this_wednesday", span: spanWeekday, weekday: time.Wednesday},
	{key: "this_thursday", span: spanWeekday, weekday: time.Thursday},
	{key: "this_friday", span: spanWeekday, weekday: time.Friday},
	{key: "this_saturday", span: spanWeekday, weekday: time.Saturday},
	{key: "this_sunday", span: spanWeekday, weekday: time.Sunday},
	{key: "next_monday", span: spanWeekday, shift: 1, weekday: time.Monday, published: true},
	{key: "next_tuesday", span: spanWeekday, shift: 1, weekday: time.Tuesday, published: true},
	{key: "next_wednesday", span: spanWeekday, shift: 1, weekday: time.Wednesday, published: true},
	{key: "next_thursday", span: spanWeekday, shift: 1, weekday: time.Thursday, published: true},
	{key: "next_friday", span: spanWeekday, shift: 1, weekday: time.Friday, published: true},
	{key: "next_saturday", span: spanWeekday, shift: 1, weekday: time.Saturday, published: true},
	{key: "next_sunday", span: spanWeekday, shift: 1, weekday: time.Sunday, published: true},
	{key: "last_monday", span: spanWeekday, shift: -1, weekday: time.Monday},
	{key: "last_tuesday", span: spanWeekday, shift: -1, weekday: time.Tuesday},
	{key: "last_wednesday", span: spanWeekday, shift: -1, weekday: time.Wednesday},
	{key: "last_thursday", span: spanWeekday, shift: -1, weekday: time.Thursday},
	{key: "last_friday", span: spanWeekday, shift: -1, weekday: time.Friday},
	{key: "last_saturday", span: spanWeekday, shift: -1, weekday: time.Saturday},
	{key: "last_sunday", span: spanWeekday, shift: -1, weekday: time.Sunday},

	{key: "this_week", span: spanWeek},
	{key: "next_week", span: spanWeek, shift: 1, published: true},
	{key: "last_week", span: spanWeek, shift: -1},
	{key: "this_weekend", span: spanWeekend, published: true},
	{key: "next_weekend", span: spanWeekend, shift: 1},
	{key: "last_weekend", span: spanWeekend, shift: -1, published: true},
	{key: "this_month", span: spanMonth},
	{key: "next_month", span: spanMonth, shift: 1},
	{key: "last_month", span: spanMonth, shift: -1},
	{key: "this_year", span: spanYear},
	{key: "next_year", span: spanYear, shift: 1},
	{key: "last_year", span: spanYear, shift: -1},
}

// byKey finds an entry by its key.
var byKey = indexed()

func indexed() map[string]*entry {
	index := make(map[string]*entry, len(vocabulary))
	for i := range vocabulary {
		index[vocabulary[i].key] = &vocabulary[i]
	}
	return index
}

// Keys returns the static vocabulary, 64 keys, grouped by meaning: days, days with a time, times of day, meals, weekdays and
// periods. The slice is the caller's. Dynamic keys (in_2_hours, at_7_30pm) are described at [Resolver.Resolve].
func Keys() []string {
	keys := make([]string, len(vocabulary))
	for i := range vocabulary {
		keys[i] = vocabulary[i].key
	}
	return keys
}

// CommandKeys returns the 24 static keys that the original publishes as constants to the authors of commands, in the order
// of [Keys]. The slice is the caller's.
func CommandKeys() []string {
	var keys []string
	for i := range vocabulary {
		if vocabulary[i].published {
			keys = append(keys, vocabulary[i].key)
		}
	}
	return keys
}

// Valid reports whether a text is a static or dynamic key once it is normalised. A valid key can still stay unresolved
// where its instant lies outside the years 1 to 9999.
func Valid(key string) bool {
	_, ok := parseKey(Normalize(key))
	return ok
}
