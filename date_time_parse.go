// The text forms of date, datetime, time and timedelta: one byte scanner and the parsers made of it.

package jarvis

import (
	"math"
	"strings"
	"time"
)

// textLike is what the binder holds a text as; the parsers take both so that neither is copied.
type textLike interface{ ~string | ~[]byte }

// parseDate reads full-date of RFC 3339. Of this and the parsers below: the value means nothing unless ok.
func parseDate[T textLike](text T) (Date, bool) {
	p := valueScanner[T]{text: text}
	d := p.date()
	return d, p.done()
}

// parseDatetime reads date-time of RFC 3339 without leap seconds; the lenient one also takes a missing second, a space for T,
// and the offsets ±HHMM and ±HH.
func parseDatetime[T textLike](text T) (time.Time, bool)        { return scanDatetime(text, false) }
func parseDatetimeLenient[T textLike](text T) (time.Time, bool) { return scanDatetime(text, true) }

func scanDatetime[T textLike](text T, lenient bool) (time.Time, bool) {
	if t, ok := utcDatetime(text); ok {
		return t, true
	}
	p := valueScanner[T]{text: text}
	d := p.date()
	p.check(p.accept('T') || p.accept('t') || lenient && p.accept(' '))
	t := p.clock(lenient)
	offset := p.offset(lenient)
	if !p.done() {
		return time.Time{}, false
	}
	return unix(d, t.Hour, t.Minute, t.Second-offset, t.Nanosecond).In(zoneAt(offset)), true
}

func unix(d Date, hour, minute, second, nano int) time.Time {
	return time.Unix(d.days()*secondsPerDay+int64((hour*60+minute)*60+second), int64(nano))
}

// utcDatetime reads the one form that most models send, several times as fast as the scanner; it leaves all others to it.
func utcDatetime[T textLike](s T) (time.Time, bool) {
	if len(s) != len("2006-01-02T15:04:05Z") || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != 'Z' {
		return time.Time{}, false
	}
	d := Date{Year: 100*twoDigits(s[0], s[1]) + twoDigits(s[2], s[3]), Month: time.Month(twoDigits(s[5], s[6])), Day: twoDigits(s[8], s[9])}
	hour, minute, second := twoDigits(s[11], s[12]), twoDigits(s[14], s[15]), twoDigits(s[17], s[18])
	if d.Year < 0 || !d.isReal() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return time.Time{}, false
	}
	return unix(d, hour, minute, second, 0).UTC(), true
}

// twoDigits returns a number far below zero if one of the two is no digit.
func twoDigits(tens, ones byte) int {
	if tens -= '0'; tens > 9 {
		return math.MinInt16
	}
	if ones -= '0'; ones > 9 {
		return math.MinInt16
	}
	return 10*int(tens) + int(ones)
}

func parseTimeOfDay[T textLike](text T) (TimeOfDay, bool) {
	p := valueScanner[T]{text: text}
	t := p.clock(true)
	if p.more() {
		t.Offset, t.HasOffset = p.offset(false), true
	}
	return t, p.done()
}

// isReal reports whether the calendar has the day.
func (d Date) isReal() bool {
	if d.Month < 1 || d.Month > 12 || d.Day < 1 {
		return false
	}
	last := 31
	switch d.Month {
	case time.April, time.June, time.September, time.November:
		last = 30
	case time.February:
		if last = 28; d.Year%4 == 0 && (d.Year%100 != 0 || d.Year%400 == 0) {
			last = 29
		}
	}
	return d.Day <= last
}

const (
	day           = 24 * time.Hour
	secondsPerDay = 24 * 60 * 60
)

// days counts from 1970-01-01 to a real day in years 0 to 9999: years begin in March, so that the leap day is the last.
func (d Date) days() int64 {
	y, m := int64(d.Year), int64(d.Month)
	if m < 3 {
		y, m = y-1, m+12
	}
	century := floorDiv(y, 100)
	return 365*y + floorDiv(y, 4) - century + floorDiv(century, 4) + (153*(m-3)+2)/5 + int64(d.Day) - daysToEpoch
}

const daysToEpoch = 719469

func floorDiv(a, b int64) int64 {
	if a < 0 {
		return (a - b + 1) / b
	}
	return a / b
}

// durationUnits holds the units of a duration in their order, each with what it may stand after: units, or the letters P and T.
var durationUnits = [...]struct {
	name  byte
	after string
	size  time.Duration
}{{'W', "P", 7 * day}, {'D', "P", day}, {'H', "T", time.Hour}, {'M', "TH", time.Minute}, {'S', "THM", time.Second}}

// parseDuration reads what ParseDuration documents, in time linear in the text.
func parseDuration[T textLike](text T) (time.Duration, bool) {
	p := valueScanner[T]{text: text}
	p.check(p.accept('P'))
	sum, last := time.Duration(0), byte('P')
	for p.more() {
		if (last == 'P' || last == 'D') && p.accept('T') {
			last = 'T'
			continue
		}
		n := p.number()
		nanos, fraction := p.fraction()
		unit, size := p.unit(last)
		p.check(unit == 'S' || !fraction)
		if p.bad || n > (math.MaxInt64-sum)/size || time.Duration(nanos) > math.MaxInt64-sum-n*size {
			return 0, false
		}
		sum, last = sum+n*size+time.Duration(nanos), unit
	}
	return sum, p.done() && last != 'P' && last != 'T'
}

// parseDurationLenient also takes Go duration text; that form has a sign.
func parseDurationLenient[T textLike](text T) (time.Duration, bool) {
	if d, ok := parseDuration(text); ok {
		return d, true
	}
	d, err := time.ParseDuration(string(text))
	return d, err == nil
}

// valueScanner reads a text byte by byte. A mistake sticks in bad, so that a form is read straight through and judged once.
type valueScanner[T textLike] struct {
	text T
	at   int
	bad  bool
}

func (p *valueScanner[T]) check(ok bool) { p.bad = p.bad || !ok }
func (p *valueScanner[T]) done() bool    { return !p.bad && p.at == len(p.text) }
func (p *valueScanner[T]) more() bool    { return !p.bad && p.at < len(p.text) }

// accept reads c if it comes next.
func (p *valueScanner[T]) accept(c byte) bool {
	ok := p.at < len(p.text) && p.text[p.at] == c
	if ok {
		p.at++
	}
	return ok
}

// digit reads an ASCII digit if one comes next.
func (p *valueScanner[T]) digit() (int, bool) {
	if p.at == len(p.text) || p.text[p.at] < '0' || p.text[p.at] > '9' {
		return 0, false
	}
	p.at++
	return int(p.text[p.at-1] - '0'), true
}

// pair reads a number of two digits up to most.
func (p *valueScanner[T]) pair(most int) int {
	if p.bad || len(p.text)-p.at < 2 {
		p.bad = true
		return 0
	}
	tens, ones := p.text[p.at]-'0', p.text[p.at+1]-'0' // below '0' wraps around
	n := 10*int(tens) + int(ones)
	p.at += 2
	p.bad = tens > 9 || ones > 9 || n > most
	return n
}

// after reads a separator and two digits of a number up to most.
func (p *valueScanner[T]) after(separator byte, most int) int {
	p.check(p.accept(separator))
	return p.pair(most)
}

// number reads digits; beyond 64 bits is a mistake.
func (p *valueScanner[T]) number() time.Duration {
	first, ok := p.digit()
	p.check(ok)
	n := time.Duration(first)
	for d, ok := p.digit(); ok && !p.bad; d, ok = p.digit() {
		p.check(n <= (math.MaxInt64-9)/10)
		n = 10*n + time.Duration(d)
	}
	return n
}

// fraction reads a dot and digits, if there is a dot, as nanoseconds; digits after the ninth have no weight.
func (p *valueScanner[T]) fraction() (nanos int, found bool) {
	if !p.accept('.') {
		return 0, false
	}
	weight := int(time.Second / 10)
	first, ok := p.digit()
	p.check(ok)
	nanos = first * weight
	for d, ok := p.digit(); ok; d, ok = p.digit() {
		weight /= 10
		nanos += d * weight
	}
	return nanos, true
}

// unit reads a unit that may stand after last.
func (p *valueScanner[T]) unit(last byte) (name byte, size time.Duration) {
	for _, u := range durationUnits {
		if strings.IndexByte(u.after, last) >= 0 && p.accept(u.name) {
			return u.name, u.size
		}
	}
	p.bad = true
	return 0, 1
}

func (p *valueScanner[T]) date() Date {
	d := Date{Year: 100*p.pair(99) + p.pair(99), Month: time.Month(p.after('-', 12)), Day: p.after('-', 31)}
	p.check(d.isReal())
	return d
}

// clock reads HH:MM:SS[.fraction], or HH:MM if a short form is fine.
func (p *valueScanner[T]) clock(short bool) TimeOfDay {
	t := TimeOfDay{Hour: p.pair(23), Minute: p.after(':', 59)}
	if short && (p.at == len(p.text) || p.text[p.at] != ':') {
		return t
	}
	t.Second = p.after(':', 59)
	t.Nanosecond, _ = p.fraction()
	return t
}

// offset reads Z or ±HH:MM, in seconds; lenient ones also as ±HHMM and ±HH.
func (p *valueScanner[T]) offset(lenient bool) int {
	if p.accept('Z') || p.accept('z') {
		return 0
	}
	west := p.accept('-')
	p.check(west || p.accept('+'))
	seconds := p.pair(23) * 3600
	if !lenient || p.more() {
		p.check(p.accept(':') || lenient)
		seconds += p.pair(59) * 60
	}
	if west {
		return -seconds
	}
	return seconds
}

// zoneAt returns the location of an offset; time.FixedZone keeps those of whole hours.
func zoneAt(offset int) *time.Location {
	if offset == 0 {
		return time.UTC
	}
	return time.FixedZone("", offset)
}
