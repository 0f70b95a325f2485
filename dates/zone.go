// Zones: what a user's zone text means, and what becomes of a text that means none.

package dates

import (
	"strings"
	"time"
)

// Zone is a zone as it was asked for and as it is used.
type Zone struct {
	Asked    string         // the text of [Config].Zone
	Location *time.Location // never nil
	FellBack bool           // Asked names no zone, so Location is UTC
}

// String returns the name of the location used, such as "Europe/Berlin", "UTC+05:30" or "UTC".
func (z Zone) String() string { return z.Location.String() }

// parseZone never fails. An empty or unknown text is UTC and never the zone of the machine, which says nothing about a user.
func parseZone(text string) Zone {
	if location := location(strings.TrimSpace(text)); location != nil {
		return Zone{Asked: text, Location: location}
	}
	return Zone{Asked: text, Location: time.UTC, FellBack: true}
}

// maxZone is more than the longest IANA name has bytes.
const maxZone = 64

// location returns nil for no zone.
func location(text string) *time.Location {
	if text == "" || len(text) > maxZone {
		return nil
	}
	if len(text) >= len("UTC") && strings.EqualFold(text[:len("UTC")], "UTC") {
		return utcOffset(text[len("UTC"):])
	}
	if !isZoneName(text) {
		return nil
	}
	location, err := time.LoadLocation(text)
	if err != nil {
		return nil
	}
	return location
}

// isZoneName reports whether a text may be looked up: every IANA name begins with an upper-case letter, while the files that
// lie beside the zones (localtime, posixrules, right/…) do not. What could be a path elsewhere is none, and of the ways to
// write a path only the one without empty parts is a name.
func isZoneName(text string) bool {
	if text[0] < 'A' || text[0] > 'Z' || strings.EqualFold(text, "Local") || strings.EqualFold(text, "localtime") {
		return false
	}
	if strings.Contains(text, "//") || text[len(text)-1] == '/' {
		return false
	}
	for i := range len(text) {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-', c == '+', c == '/':
		default:
			return false
		}
	}
	return true
}

// isZoneShaped reports whether a text that may name a zone looks like one: Area/City in two or three parts, each with a capital
// letter first, or an offset, with UTC before it or not.
func isZoneShaped(text string) bool {
	if at := strings.IndexAny(text, "+-"); at == 0 || at == len("UTC") && strings.EqualFold(text[:at], "UTC") {
		hours, minutes, colon := strings.Cut(text[at+1:], ":")
		return len(hours) <= 2 && isDigits(hours) && (!colon || len(minutes) <= 2 && isDigits(minutes))
	}
	parts := strings.Split(text, "/")
	for _, part := range parts {
		if part == "" || part[0] < 'A' || part[0] > 'Z' || !isZoneName(part) {
			return false
		}
	}
	return len(parts) == 2 || len(parts) == 3
}

// The offsets that civil time uses.
const (
	leastOffset = -12 * oneHour
	mostOffset  = 14 * oneHour
)

// utcOffset reads what stands behind UTC: nothing, or a sign, one or two digits of hours and perhaps a colon and two digits
// of minutes.
func utcOffset(text string) *time.Location {
	if text == "" {
		return time.UTC
	}
	hours, minutes, colon := strings.Cut(text[1:], ":")
	if text[0] != '+' && text[0] != '-' || len(hours) > 2 || !isDigits(hours) || colon && (len(minutes) != 2 || !isDigits(minutes)) {
		return nil
	}
	if number(minutes) > 59 {
		return nil
	}
	offset := int(number(hours)*oneHour + number(minutes)*oneMinute)
	if text[0] == '-' {
		offset = -offset
	}
	switch {
	case offset < leastOffset || offset > mostOffset:
		return nil
	case offset == 0:
		return time.UTC
	}
	return time.FixedZone(offsetName(offset), offset)
}

// offsetName writes UTC±HH:MM.
func offsetName(offset int) string {
	name := time.Unix(0, 0).In(time.FixedZone("", offset)).Format("-07:00")
	return "UTC" + name
}
