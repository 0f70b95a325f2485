// Civil days and wall clocks: calendar arithmetic without a zone, and the instant at which a clock in a zone shows a time.

package dates

import "time"

// civilDay is a day of the proleptic Gregorian calendar, counted from 1970-01-01.
type civilDay int64

func civil(year int, month time.Month, day int) civilDay {
	return civilDay(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / oneDay)
}

func civilOf(t time.Time) civilDay { return civil(t.Date()) }

func (d civilDay) date() (int, time.Month, int) { return time.Unix(int64(d)*oneDay, 0).UTC().Date() }

func (d civilDay) weekday() time.Weekday {
	const epoch = civilDay(time.Thursday)
	return time.Weekday(((d+epoch)%7 + 7) % 7)
}

func (d civilDay) String() string { return time.Unix(int64(d)*oneDay, 0).UTC().Format(time.DateOnly) }

// at returns the instant, in UTC, at which the clocks of a zone show a time of the day, in seconds after midnight. A time in
// a gap is read with the offset in force before the gap, so it moves forward by the length of the gap; of a repeated time
// the first is meant. [time.Date] does not promise which of the two offsets it takes in either case, hence the checks.
func (d civilDay) at(clock int, zone *time.Location) time.Time {
	year, month, day := d.date()
	t := time.Date(year, month, day, 0, 0, clock, 0, zone)
	wall := int64(d)*oneDay + int64(clock)
	_, offset := t.Zone()
	if t.Unix()+int64(offset) < wall { // in a gap, read with the offset after it: the instant lies before the gap
		return time.Unix(wall-int64(offset), 0).UTC()
	}
	if start, _ := t.ZoneBounds(); !start.IsZero() {
		_, before := start.Add(-time.Second).Zone()
		if first := wall - int64(before); first < start.Unix() {
			return time.Unix(first, 0).UTC()
		}
	}
	return t.UTC()
}

// The instants that are resolved: the years RFC 3339 can write, but for year 0.
var (
	firstSecond = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	lastSecond  = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix()
)

func inRange(seconds int64) bool { return seconds >= firstSecond && seconds <= lastSecond }

// moment is one reading of the clock, from which all keys of a call are counted.
type moment struct {
	now       time.Time // whole seconds, in the zone
	today     civilDay
	weekStart time.Weekday
}

// days appends the days that a dated key stands for: seven for a week, two for a weekend, the first and the last of a month
// or year, otherwise one.
func (m *moment) days(e *entry, to []civilDay) []civilDay {
	shift := civilDay(e.shift)
	switch e.span {
	case spanDay:
		return append(to, m.today+shift)
	case spanWeekday:
		return append(to, m.week(shift)+civilDay(e.weekday-m.weekStart+7)%7)
	case spanWeek:
		first := m.week(shift)
		for i := range civilDay(7) {
			to = append(to, first+i)
		}
		return to
	case spanWeekend:
		saturday := m.saturday() + 7*shift
		return append(to, saturday, saturday+1)
	}
	year, month, _ := m.today.date()
	if e.span == spanMonth {
		month += time.Month(e.shift)
		return append(to, civil(year, month, 1), civil(year, month+1, 0))
	}
	year += e.shift
	return append(to, civil(year, time.January, 1), civil(year, time.December, 31))
}

// week is the first day of the week that is so many weeks from this one.
func (m *moment) week(shift civilDay) civilDay {
	return m.today - civilDay(m.today.weekday()-m.weekStart+7)%7 + 7*shift
}

// saturday begins this weekend: on a Sunday it was yesterday.
func (m *moment) saturday() civilDay {
	if m.today.weekday() == time.Sunday {
		return m.today - 1
	}
	return m.today + civilDay(time.Saturday-m.today.weekday())
}

// offset is the instant of an in_ key. Minutes and hours are counted in instants, days on the calendar: the same wall clock
// some days later.
func (m *moment) offset(it *item) (seconds int64, ok bool) {
	seconds = m.now.Unix()
	switch {
	case it.unit != oneDay:
		seconds += it.amount * it.unit
	case it.amount > 0: // none is now, also within a repeated hour
		hour, minute, second := m.now.Clock()
		day := m.today + civilDay(it.amount)
		seconds = day.at(hour*oneHour+minute*oneMinute+second, m.now.Location()).Unix()
	}
	seconds += it.extra * oneMinute
	return seconds, inRange(seconds)
}
