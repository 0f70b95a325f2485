// Terms of the tool: reading its arguments, what a term resolves to, and what is said about one that does not.

package dates

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

const (
	errInvalid    = "invalid_arguments"
	errUnresolved = "unresolved_relative_date"

	msgNoObject = "The arguments must be one JSON object such as {\"relative_term\":\"tomorrow\"}."
	msgNotText  = "The argument '%s' must be a string."
	msgNoTerm   = "The argument 'relative_term' is required: give a relative date such as \"tomorrow\", \"next_monday\" or \"in_2_hours\"."
	msgZone     = "The argument 'timezone' names no known time zone: give an IANA name such as \"Europe/Berlin\" or an offset such as \"UTC+5:30\", or leave it out for UTC."
	msgKnown    = "The term is not a known relative date. Try terms such as today, tomorrow, next_monday, this_weekend, in_2_hours or at_7_30pm, or ask the user for the date."
	msgNear     = "The term is not a known relative date. Nearest known terms: "
)

const (
	maxArguments = 1 << 16 // bytes
	maxTerm      = 128     // code points
)

type toolArguments struct {
	Term     string `json:"relative_term"`
	Timezone string `json:"timezone"`
}

// readArguments returns what is wrong with the arguments as a sentence for the model, if anything is.
func readArguments(args json.RawMessage) (given toolArguments, mistake string) {
	if len(args) > maxArguments {
		return given, msgNoObject
	}
	if text := strings.TrimSpace(string(args)); text != "" {
		var wrong *json.UnmarshalTypeError
		switch err := json.Unmarshal([]byte(text), &given); {
		case errors.As(err, &wrong) && wrong.Field != "":
			return given, strings.ReplaceAll(msgNotText, "%s", wrong.Field)
		case err != nil:
			return given, msgNoObject
		}
	}
	if strings.TrimSpace(given.Term) == "" {
		return given, msgNoTerm
	}
	return given, ""
}

func invalid(message string) Outcome { return Outcome{Error: errInvalid, Message: message} }

// outcome resolves a term. A term that is no key may be several one after the other, such as "tomorrow at 7:30pm".
func (m *moment) outcome(term string) Outcome {
	shown, short := cutTerm(term)
	keys := []string(nil)
	if short {
		keys = termKeys(Normalize(term))
	}
	found := m.resolve(keys)
	if len(found.Instants) == 0 {
		candidates := []string{}
		if short {
			candidates = termCandidates(Normalize(term))
		}
		return Outcome{Term: shown, Candidates: candidates, Message: unknownMessage(candidates)}
	}
	if days := m.wholeDays(keys); len(days) > 1 {
		return Outcome{Term: shown, Dates: days}
	} else if len(days) == 1 {
		return Outcome{Term: shown, Date: days[0].Date, StartOfDay: days[0].UTCStartOfDay}
	}
	if len(found.Instants) > 1 {
		return Outcome{Term: shown, Datetimes: found.Instants}
	}
	return Outcome{Term: shown, Datetime: found.Instants[0].Format(time.RFC3339)}
}

// wholeDays returns the days of a single key that has no time of day; otherwise nil.
func (m *moment) wholeDays(keys []string) []Day {
	if len(keys) != 1 {
		return nil
	}
	e := byKey[keys[0]]
	if e == nil || e.span == spanClock || e.clock != 0 {
		return nil
	}
	return m.entries(e)
}

// cutTerm bounds what is repeated of a term.
func cutTerm(term string) (shown string, short bool) {
	if utf8.RuneCountInString(term) <= maxTerm {
		return term, true
	}
	return string([]rune(term)[:maxTerm]), false
}

// maxWords is the number of words of a term that are tried as keys, and longestKey that of the longest key in words.
const (
	maxWords   = 16
	longestKey = 5
)

// termKeys takes a normalised term apart into keys without leaving a word over: one key, or one with days and times for
// them. It returns nil if that does not work out. An in_ key stands alone, since a list would ignore a time beside it.
func termKeys(term string) []string {
	if _, ok := parseKey(term); ok {
		return []string{term}
	}
	words := strings.FieldsFunc(term, func(r rune) bool { return r == '_' || r == ',' })
	if len(words) > maxWords {
		return nil
	}
	keys := splitKeys(words)
	days := 0
	for _, key := range keys {
		switch it, _ := parseKey(key); it.kind {
		case kindDated:
			days++
		case kindOffset:
			return nil
		}
	}
	if days > 1 {
		return nil
	}
	return keys
}

// splitKeys finds the way through the words that takes the longest keys first. The work is bounded: what follows a word is
// computed once.
func splitKeys(words []string) []string {
	next := make([]int, len(words)+1) // where the key that begins there ends; 0 if there is no way on
	next[len(words)] = len(words)
	for from := len(words) - 1; from >= 0; from-- {
		for to := min(from+longestKey, len(words)); to > from; to-- {
			if _, ok := parseKey(strings.Join(words[from:to], "_")); ok && next[to] != 0 {
				next[from] = to
				break
			}
		}
	}
	var keys []string
	for at := 0; at < len(words) && next[at] != 0; at = next[at] {
		keys = append(keys, strings.Join(words[at:next[at]], "_"))
	}
	return keys
}

// maxCandidates bounds an answer.
const maxCandidates = 5

// termCandidates returns keys that the term may have meant: those that are spelled like it, then those that share a word with it,
// such as this_friday, next_friday and last_friday for friday.
func termCandidates(term string) []string {
	candidates := append([]string{}, suggest.Near(term, slices.Values(Keys()), maxCandidates)...)
	words := strings.Split(term, "_")
	for i := range vocabulary {
		e := &vocabulary[i]
		name := e.key[strings.LastIndexByte(e.key, '_')+1:]
		if slices.Contains(words, name) && !slices.Contains(candidates, e.key) {
			candidates = append(candidates, e.key)
		}
	}
	return candidates[:min(len(candidates), maxCandidates)]
}

func unknownMessage(candidates []string) string {
	if len(candidates) == 0 {
		return msgKnown
	}
	return msgNear + strings.Join(candidates, ", ") + "."
}
