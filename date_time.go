// Date, TimeOfDay and duration text: the exported values of the date and time kinds.

package jarvis

import (
	"cmp"
	"strings"
	"time"
)

// FormatError is the error of a text not in the form of its kind, and of a value without such a text. Its zero value says nothing.
type FormatError struct {
	Kind Kind   // the form that was wanted: KindDate, KindDatetime, KindTime or KindTimedelta
	Text string // what came, cut to 120 characters and "…"
}

// Error says what came and the wanted form. A longer Text that another package made is cut too.
func (e *FormatError) Error() string {
	return sprintf(msgFormat, cut(e.Text), e.Kind, wantedForms[e.Kind])
}

// inForm makes an error of what parse refuses.
func inForm[V any](kind Kind, text string, parse func(string) (V, bool)) (V, error) {
	if v, ok := parse(text); ok {
		return v, nil
	}
	return *new(V), &FormatError{Kind: kind, Text: cut(text)}
}

// unmarshalValue keeps what is there if the text is refused.
func unmarshalValue[V any](to *V, text []byte, parse func(string) (V, error)) error {
	v, err := parse(string(text))
	if err == nil {
		*to = v
	}
	return err
}

// Date is a day of the proleptic Gregorian calendar without a zone, the value of a parameter of type date. Dates are plain
// values, comparable with == and safe for concurrent use. The zero Date is no real day: IsZero tells it, and it has no text.
type Date struct {
	Year  int        // 0 to 9999 in a text
	Month time.Month // 1 to 12
	Day   int        // 1 to the days of the month
}

// DateOf returns the day that t shows in its own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: year, Month: month, Day: day}
}

// ParseDate reads a day as YYYY-MM-DD (full-date of RFC 3339 section 5.6): ASCII digits, a real day, nothing around it.
// The error is a *FormatError, the Date then zero.
func ParseDate(text string) (Date, error) { return inForm(KindDate, text, parseDate) }

// String returns the day as YYYY-MM-DD, the zero Date as 0000-00-00. ParseDate reads it back if MarshalText gives no error.
func (d Date) String() string { return sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day) }

// IsZero reports whether d is the zero Date, which stands for none; a json tag "omitzero" leaves it out.
func (d Date) IsZero() bool { return d == Date{} }

// MarshalText returns String, and a *FormatError for a day that is not real (the zero Date too) or outside the years 0 to 9999.
func (d Date) MarshalText() ([]byte, error) {
	text := d.String()
	if _, err := ParseDate(text); err != nil {
		return nil, err
	}
	return []byte(text), nil
}

// UnmarshalText reads what ParseDate reads; on an error d keeps its value.
func (d *Date) UnmarshalText(text []byte) error { return unmarshalValue(d, text, ParseDate) }

// In returns midnight of the day in loc, UTC if nil. Where a change of the clock skips midnight it is the first instant
// after the gap, where the clock shows midnight twice the first of them. A day that is not real is carried over as by time.Date.
func (d Date) In(loc *time.Location) time.Time { return TimeOfDay{}.On(d, loc) }

// Compare returns -1 if d is before other, 1 if it is after, and 0 if they are the same day.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.Year, other.Year), cmp.Compare(d.Month, other.Month), cmp.Compare(d.Day, other.Day))
}

// AddDays returns the day n days later, earlier for a negative n. The result has no text outside the years 0 to 9999.
func (d Date) AddDays(n int) Date {
	return DateOf(time.Date(d.Year, d.Month, d.Day+n, 0, 0, 0, 0, time.UTC))
}

// TimeOfDay is a reading of the clock, the value of a parameter of type time. It is a plain value, comparable with == (the same
// reading and offset, not the same instant) and safe for concurrent use. The zero TimeOfDay is midnight without an offset.
type TimeOfDay struct {
	Hour       int  // 0 to 23
	Minute     int  // 0 to 59
	Second     int  // 0 to 59; there are no leap seconds
	Nanosecond int  // 0 to 999999999
	Offset     int  // seconds east of UTC, whole minutes below 24 hours either way; zero without HasOffset
	HasOffset  bool // the offset is known; a known offset of zero is Z
}

// ParseTimeOfDay reads HH:MM or HH:MM:SS[.fraction], then an optional Z, z or ±HH:MM (RFC 3339 section 5.6, but there
// seconds and offset are required). Fraction digits after the ninth are cut. The error is a *FormatError, the TimeOfDay then zero.
func ParseTimeOfDay(text string) (TimeOfDay, error) { return inForm(KindTime, text, parseTimeOfDay) }

// String returns HH:MM:SS[.fraction][offset]: no trailing zeros, Z for an offset of zero, no offset if none is known.
func (t TimeOfDay) String() string {
	text := sprintf("%02d:%02d:%02d%s", t.Hour, t.Minute, t.Second, fractionText(t.Nanosecond))
	if t.HasOffset {
		text += time.Unix(0, 0).In(time.FixedZone("", t.Offset)).Format("Z07:00")
	}
	return text
}

// MarshalText returns String, and a *FormatError for a field out of its range or an Offset without HasOffset.
func (t TimeOfDay) MarshalText() ([]byte, error) {
	text := t.String()
	if back, ok := parseTimeOfDay(text); !ok || back != t {
		return nil, &FormatError{Kind: KindTime, Text: sprintf("%#v", t)} // String may hide what is wrong
	}
	return []byte(text), nil
}

// UnmarshalText reads what ParseTimeOfDay reads; on an error t keeps its value.
func (t *TimeOfDay) UnmarshalText(text []byte) error { return unmarshalValue(t, text, ParseTimeOfDay) }

// On returns the instant of t on the day d: by its own offset if it has one, else on the clock of loc, UTC if nil. A reading
// that the clock of loc skips moves forward by the gap, one that it shows twice is the first.
func (t TimeOfDay) On(d Date, loc *time.Location) time.Time {
	loc = cmp.Or(loc, time.UTC)
	if t.HasOffset {
		loc = time.FixedZone("", t.Offset)
	}
	wall, at := instant(d, t, time.UTC), instant(d, t, loc)
	// Around a change of the clock time.Date leaves open which reading it takes: the one by the offset of the day before is wanted.
	before := at.Add(-day)
	early := wall.Add(before.Sub(wallOf(before))).In(loc)
	if wallOf(at).Equal(wall) && !wallOf(early).Equal(wall) {
		return at
	}
	return early
}

func instant(d Date, t TimeOfDay, loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, t.Hour, t.Minute, t.Second, t.Nanosecond, loc)
}

// wallOf returns the time at which the clock of UTC shows what that of t's location shows at t.
func wallOf(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.Add(time.Duration(offset) * time.Second)
}

// ParseDuration reads an ISO 8601 duration (RFC 3339 appendix A, which lists no fractions): weeks as P2W, or days and time
// as P1DT2H30M0.5S, where any part but one may be missing and only the seconds have a fraction, cut after nine digits.
// A day is 24 hours. The error is a *FormatError: for a sign, years, months, and all that does not fit 64 bits of nanoseconds.
func ParseDuration(text string) (time.Duration, error) {
	return inForm(KindTimedelta, text, parseDuration)
}

// FormatDuration returns the canonical ISO 8601 text of d, such as "PT1H30M", "P1DT2H", "PT0.5S", and "PT0S" for zero; a day
// is 24 hours, weeks are not used. ParseDuration reads exactly d back. A negative d gives a *FormatError: the form has no sign.
func FormatDuration(d time.Duration) (string, error) {
	if d < 0 {
		return "", &FormatError{Kind: KindTimedelta, Text: d.String()}
	}
	if d == 0 {
		return "PT0S", nil
	}
	text := "P" + unitText(d/day, "D")
	if d %= day; d > 0 {
		text += "T" + unitText(d/time.Hour, "H") + unitText(d%time.Hour/time.Minute, "M")
	}
	if d %= time.Minute; d > 0 {
		text += sprintf("%d%sS", d/time.Second, fractionText(int(d%time.Second)))
	}
	return text, nil
}

func unitText(n time.Duration, unit string) string {
	if n == 0 {
		return ""
	}
	return sprintf("%d%s", n, unit)
}

func fractionText(nanos int) string {
	return strings.TrimRight(strings.TrimRight(sprintf(".%09d", nanos), "0"), ".")
}
