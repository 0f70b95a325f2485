// Names of running timers: how a user tells them apart, and which of them a label means.

package commands

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// namedTimer is a running timer and a name that no other one has.
type namedTimer struct {
	Timer
	base, name string
}

const nameless = "timer" // the name of a timer without a label

var numbered = regexp.MustCompile(`#[0-9]+$`)

// named names each timer by its label. Those that share a label get their IDs as well: "pasta #1" and "pasta #3". A label that
// looks as if it had an ID gets one too, so that a name is never two timers'.
func named(timers []Timer) []namedTimer {
	list, sharing := make([]namedTimer, len(timers)), map[string]int{}
	for i, t := range timers {
		list[i] = namedTimer{Timer: t, base: cmp.Or(strings.TrimSpace(t.Label), nameless)}
		sharing[folded(list[i].base)]++
	}
	for i := range list {
		t := &list[i]
		t.name = t.base
		if sharing[folded(t.base)] > 1 || numbered.MatchString(t.base) {
			t.name = fmt.Sprintf("%s #%d", t.base, t.ID)
		}
	}
	return list
}

// left is what remains of the timer, in whole seconds: a timer that runs has at least one.
func (t namedTimer) left(now time.Time) time.Duration {
	return (t.Ends.Sub(now) + time.Second - 1).Truncate(time.Second)
}

// spoken is the timer in a sentence.
func (t namedTimer) spoken() string {
	switch {
	case t.base != nameless:
		return fmt.Sprintf("the timer %q", t.name)
	case t.name == nameless:
		return "the timer"
	default:
		return t.name
	}
}

// data is the timer in context data.
func (t namedTimer) data(now time.Time) map[string]any {
	return map[string]any{
		"timer_id":     t.ID,
		"name":         t.name,
		"ends_at":      t.Ends.UTC().Format(time.RFC3339),
		"seconds_left": int(t.left(now) / time.Second),
	}
}

func names(timers []namedTimer) []string {
	list := make([]string, len(timers))
	for i, t := range timers {
		list[i] = t.name
	}
	return list
}

// spokenList is what runs in a sentence: the timer "pasta" with 5 minutes left, timer #2 with 1 hour left.
func spokenList(timers []namedTimer, now time.Time) string {
	parts := make([]string, len(timers))
	for i, t := range timers {
		parts[i] = t.spoken() + " with " + spokenDuration(t.left(now)) + " left"
	}
	return strings.Join(parts, ", ")
}

// meant returns the timers that a label can mean: the one of that name; else those whose name or label it is but for case and
// the word timer; else those whose name is nearly the same.
func meant(label string, running []namedTimer) []namedTimer {
	folding := folded(label)
	for _, same := range []func(namedTimer) bool{
		func(t namedTimer) bool { return t.name == label },
		func(t namedTimer) bool { return folded(t.name) == folding },
		func(t namedTimer) bool { return folded(t.base) == folding },
		func(t namedTimer) bool { return near(folded(t.name), folding) },
	} {
		if found := slices.DeleteFunc(slices.Clone(running), func(t namedTimer) bool { return !same(t) }); len(found) > 0 {
			return found
		}
	}
	return nil
}

// folded drops what speech does not tell apart: case, white space, and the word timer after a label.
func folded(name string) string {
	return strings.TrimSuffix(strings.ToLower(strings.Join(strings.Fields(name), " ")), " "+nameless)
}

// near reports whether one name can be a slip for the other. Short words, such as tea and pea, and numbers never are: a wrong
// guess would cancel another timer.
func near(a, b string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s)
	}
	from, to := []rune(a), []rune(b)
	slips := min(len(from), len(to)) / 4
	return slips > 0 && digits(a) == digits(b) && distance(from, to) <= min(slips, 2)
}

// distance is the Levenshtein distance.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			change := diagonal
			if x != y {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
