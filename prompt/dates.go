// Dates: how a model is to write dates, as keys or as ISO values.

package prompt

import (
	"slices"
	"strings"
)

// Dates says how dates are written. With keys, such as dates.Keys(), it is a line "Date keys: today|tomorrow", sorted bytewise
// and without repeats, and a line on their use: the keys with a number or a time in them, keys that combine, and today where
// none is stated. The resolver of package dates understands all that it names. Without keys it asks for what the format of a
// parameter takes: RFC 3339 for date-time, for a whole day too, and the day or the time alone for date and time. If resolver is
// true, it asks for a call of resolve_relative_date before relative words are used, and says what of the result to take;
// resolver says whether that tool is offered, and with keys does not count. Source: the date keys of the original.
func Dates(keys []string, resolver bool) string {
	if keys = sortedLines(keys); len(keys) > 0 {
		return msgDateKeys + strings.Join(keys, "|") + "\n" + msgKeys
	}
	if resolver {
		return msgISO + "\n" + msgResolver
	}
	return msgISO
}

// keyed reports whether dates are asked for as keys.
func (in Input) keyed() bool { return len(sortedLines(in.DateKeys)) > 0 }

// sortedLines makes each of the texts a line, and sorts them bytewise, without empty ones and repeats.
func sortedLines(texts []string) []string {
	list := lines(texts)
	slices.Sort(list)
	return list
}
