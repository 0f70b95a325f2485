// Forms of keys: normalising what people and models write, and reading the dynamic keys.

package dates

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Normalize brings a text into the form of keys: white space around it goes, letters become lower case, and each run of
// white space, each colon, hyphen and full stop between two digits becomes an underscore. "Next  Monday" is next_monday, "at 7:30pm" and
// "at 7.30pm" are at_7_30pm. A text that has the form already comes back as it is, so normalising twice is normalising once.
func Normalize(text string) string {
	text = strings.TrimSpace(text)
	if isNormal(text) {
		return text
	}
	var sb strings.Builder
	sb.Grow(len(text))
	inSpace := false
	for i, r := range text {
		space := unicode.IsSpace(r)
		switch {
		case space && inSpace:
		case space, r == ':', r == '-', r == '.' && isPoint(text, i):
			sb.WriteByte('_')
		default:
			sb.WriteRune(unicode.ToLower(r))
		}
		inSpace = space
	}
	return sb.String()
}

// isPoint reports whether the sign at i stands between two digits.
func isPoint(text string, i int) bool {
	return i > 0 && i+1 < len(text) && isDigits(text[i-1:i]) && isDigits(text[i+1:i+2])
}

// isNormal reports whether Normalize changes nothing. Texts beyond ASCII are not worth the test.
func isNormal(text string) bool {
	for i := range len(text) {
		c := text[i]
		if c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' || c <= ' ' || c == ':' || c == '-' || c == '.' {
			return false
		}
	}
	return true
}

// ParseTime reads a time of day as it stands behind "at_" in a key, after normalising it: the 12-hour forms 9am, 3_45pm,
// 7:30pm, 7.30pm and 730pm (12am is midnight, 12pm noon; an underscore may stand before am and pm), and the 24-hour form of
// two digits each, 1930 or 19:30. Everything else is no time, a bare hour too, for it does not say which half of the day is
// meant.
func ParseTime(text string) (hour, minute int, ok bool) {
	return parseTime(Normalize(text))
}

func parseTime(text string) (hour, minute int, ok bool) {
	body, pm := strings.CutSuffix(text, "pm")
	am := false
	if !pm {
		body, am = strings.CutSuffix(text, "am")
	}
	if am || pm {
		body = strings.TrimSuffix(body, "_")
	}
	hours, minutes, ok := splitTime(body)
	if !ok {
		return 0, 0, false
	}
	hour, minute = int(number(hours)), int(number(minutes))
	if am || pm {
		ok = hour >= 1 && hour <= 12
		hour %= 12
	} else {
		ok = len(hours) == 2 && minutes != "" && hour <= 23
	}
	if !ok || minute > 59 {
		return 0, 0, false
	}
	if pm {
		hour += 12
	}
	return hour, minute, true
}

// splitTime takes H, HH, HMM, HHMM or the latter two with a separator apart.
func splitTime(text string) (hours, minutes string, ok bool) {
	at := strings.IndexByte(text, '_')
	switch {
	case at >= 0:
		hours, minutes = text[:at], text[at+1:]
		ok = len(minutes) == 2
	case len(text) > 2:
		hours, minutes = text[:len(text)-2], text[len(text)-2:]
		ok = true
	default:
		hours, ok = text, true
	}
	return hours, minutes, ok && (len(hours) == 1 || len(hours) == 2) && isDigits(hours) && (minutes == "" || isDigits(minutes))
}

// item is a key that was understood.
type item struct {
	kind   kind
	entry  *entry // of kindDated
	clock  int    // of kindClock: seconds after midnight
	amount int64  // of kindOffset: how many
	unit   int64  // of kindOffset: seconds, oneDay for civil days
	extra  int64  // of kindOffset: minutes added after that
}

type kind uint8

const (
	kindNone   kind = iota
	kindDated       // has days of its own
	kindClock       // sets the time of day of others
	kindOffset      // counts from now
	kindTerm        // a text that comes to several keys
)

// parseKey understands a normalised key.
func parseKey(key string) (item, bool) {
	if e := byKey[key]; e != nil {
		if e.span == spanClock {
			return item{kind: kindClock, clock: e.clock}, true
		}
		return item{kind: kindDated, entry: e}, true
	}
	if text, ok := strings.CutPrefix(key, "at_"); ok {
		hour, minute, ok := parseTime(text)
		return item{kind: kindClock, clock: hour*oneHour + minute*oneMinute}, ok
	}
	if text, ok := strings.CutPrefix(key, "in_"); ok {
		return parseOffset(text)
	}
	return item{}, false
}

// parseOffset reads what stands behind "in_": N_unit or N_unit_M_minutes.
func parseOffset(text string) (item, bool) {
	amount, rest, _ := strings.Cut(text, "_")
	unit, rest, compound := strings.Cut(rest, "_")
	it := item{kind: kindOffset, unit: unitSize(unit)}
	if it.unit == 0 || !isAmount(amount) {
		return item{}, false
	}
	it.amount = number(amount)
	if compound {
		extra, unit, _ := strings.Cut(rest, "_")
		if unitSize(unit) != oneMinute || !isAmount(extra) {
			return item{}, false
		}
		it.extra = number(extra)
	}
	return it, true
}

func unitSize(unit string) int64 {
	switch unit {
	case "minutes", "minute":
		return oneMinute
	case "hours", "hour":
		return oneHour
	case "days", "day":
		return oneDay
	}
	return 0
}

// maxDigits keeps amounts so small that seconds of any unit fit 64 bits, and so large that the years 1 to 9999 are in reach.
const maxDigits = 10

func isAmount(text string) bool { return len(text) <= maxDigits && isDigits(text) }

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// number is the value of up to maxDigits digits; 0 of none.
func number(digits string) int64 {
	n := int64(0)
	for i := range len(digits) {
		n = 10*n + int64(digits[i]-'0')
	}
	return n
}
