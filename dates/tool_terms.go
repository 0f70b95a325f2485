// Calls of the tool: reading its arguments, what a term resolves to, and what is said about one that does not.

package dates

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

const (
	errInvalid    = "invalid_arguments"
	errUnresolved = "unresolved_relative_date"

	msgNoObject   = "The arguments must be one JSON object such as {\"relative_term\":\"tomorrow\"}."
	msgNotText    = "The argument '%s' must be a string."
	msgNoTerm     = "The argument 'relative_term' is required: give a relative date such as \"tomorrow\", \"next_monday\" or \"in_2_hours\"."
	msgZone       = "The argument 'timezone' names no known time zone: give an IANA name such as \"Europe/Berlin\" or an offset such as \"UTC+5:30\", or leave it out for UTC."
	msgNoArgument = "There is no argument '%s'. The arguments are 'relative_term', which is required, and 'timezone'."
	msgTwice      = "The argument '%s' is given twice."
	msgFar        = "The term is too far away: its time lies outside the years 1 to 9999."
	msgKnown      = "The term is not a known relative date. Try terms such as today, tomorrow, next_monday, this_weekend, in_2_hours or at_7_30pm, or ask the user for the date."
	msgNear       = "The term is not a known relative date. Nearest known terms: "
)

const maxArguments = 1 << 16 // bytes

type toolArguments struct{ Term, Timezone string }

// readArguments returns what is wrong with the arguments as a sentence for the model, if anything is.
func readArguments(args json.RawMessage) (given toolArguments, mistake string) {
	if len(args) > maxArguments {
		return given, msgNoObject
	}
	switch text := strings.TrimSpace(string(args)); {
	case text == "" || text == "null":
	case text[0] != '{':
		return given, msgNoObject
	default:
		mistake = given.read(args)
	}
	if mistake == "" && strings.TrimSpace(given.Term) == "" {
		mistake = msgNoTerm
	}
	return given, mistake
}

// read reads the members of an object. json.Unmarshal would take other spellings of a name for it, the last of two, and text that
// is no Unicode. What is no JSON is told before what is wrong with a member.
func (a *toolArguments) read(args []byte) (mistake string) {
	var members scan.Reader
	members.ResetUnkeyed(args, scan.MostDepth)
	if members.Enter() != nil {
		return msgNoObject
	}
	seen := map[string]bool{}
	for members.Kind() != scan.ObjectEnd {
		quoted, err := members.Scalar()
		if err != nil {
			return msgNoObject
		}
		name, _ := scan.Text(quoted, nil)
		kind := members.Kind()
		value, err := members.Value(kind)
		if err != nil {
			return msgNoObject
		}
		if mistake == "" {
			mistake = a.take(string(name), kind, value, seen)
		}
	}
	if members.Leave() != nil || members.End() != nil {
		return msgNoObject
	}
	return mistake
}

// take takes a member and says what is wrong with it, if anything is.
func (a *toolArguments) take(name string, kind scan.Kind, value []byte, seen map[string]bool) (mistake string) {
	text := ""
	if kind == scan.String {
		decoded, _ := scan.Text(value, nil)
		text = string(decoded)
	}
	switch {
	case name != "relative_term" && name != "timezone":
		return fmt.Sprintf(msgNoArgument, echo.Clip(name))
	case seen[name]:
		return fmt.Sprintf(msgTwice, name)
	case kind != scan.String && kind != scan.Null:
		return fmt.Sprintf(msgNotText, name)
	case name == "timezone":
		a.Timezone = text
	default:
		a.Term = text
	}
	seen[name] = true
	return ""
}

func invalid(message string) Outcome { return Outcome{Error: errInvalid, Message: message} }

// outcome resolves a term, which may be several keys one after the other, such as "tomorrow at 7:30pm".
func (m *moment) outcome(term string) Outcome {
	shown := cutTerm(term)
	keys := termKeys(term)
	found := m.resolve(keys, false)
	switch {
	case len(keys) == 0:
		candidates := append([]string{}, Near(term)...)
		return Outcome{Term: shown, Candidates: candidates, Message: unknownMessage(candidates)}
	case len(found.Instants) == 0:
		return Outcome{Term: shown, Candidates: []string{}, Message: msgFar}
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
func cutTerm(term string) string {
	if utf8.RuneCountInString(term) <= maxTerm {
		return term
	}
	return string([]rune(term)[:maxTerm])
}

func unknownMessage(candidates []string) string {
	if len(candidates) == 0 {
		return msgKnown
	}
	return msgNear + strings.Join(candidates, ", ") + "."
}
