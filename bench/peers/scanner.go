// A scanner of JSON written for speed alone, and the checks that the hand-written decoders and the plan share.

package peers

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// mistakes collects what is wrong; it costs nothing while nothing is.
type mistakes []string

func (m *mistakes) add(format string, args ...any) { *m = append(*m, fmt.Sprintf(format, args...)) }

func (m mistakes) text() string { return "invalid arguments: " + strings.Join(m, "; ") }

type scan struct {
	b    []byte
	i    int
	fail bool // syntax error: nothing after it can be trusted
	bad  mistakes
}

func (s *scan) ws() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

func (s *scan) peek() byte {
	s.ws()
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scan) eat(c byte) bool {
	if s.peek() == c && !s.fail {
		s.i++
		return true
	}
	return false
}

func (s *scan) syntax() {
	if !s.fail {
		s.fail = true
		s.bad.add("not JSON at byte %d", s.i)
	}
	s.i = len(s.b)
}

// quoted returns the contents of a string. Without escapes it aliases the input; with escapes, or bytes above ASCII, it is
// decoded by encoding/json.
func (s *scan) quoted() []byte {
	if !s.eat('"') {
		s.syntax()
		return nil
	}
	start := s.i
	for s.i < len(s.b) {
		c := s.b[s.i]
		if c == '"' {
			out := s.b[start:s.i]
			s.i++
			return out
		}
		if c == '\\' || c < ' ' || c >= 0x80 {
			return s.quotedSlow(start)
		}
		s.i++
	}
	s.syntax()
	return nil
}

func (s *scan) quotedSlow(start int) []byte {
	for s.i < len(s.b) && s.b[s.i] != '"' {
		if s.b[s.i] == '\\' {
			s.i++
		}
		s.i++
	}
	if s.i >= len(s.b) {
		s.syntax()
		return nil
	}
	s.i++
	var out string
	if json.Unmarshal(s.b[start-1:s.i], &out) != nil {
		s.syntax()
		return nil
	}
	return []byte(out)
}

// token returns the bytes of a number or literal.
func (s *scan) token() []byte {
	s.ws()
	start := s.i
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ',', ']', '}', ' ', '\t', '\r', '\n':
			return s.b[start:s.i]
		}
		s.i++
	}
	return s.b[start:s.i]
}

// skip steps over any value and says what it was.
func (s *scan) skip() string {
	switch c := s.peek(); c {
	case '"':
		s.quoted()
		return "string"
	case '{', '[':
		s.i++
		end := c + 2
		for first := true; !s.eat(end); first = false {
			if s.fail || !first && !s.eat(',') {
				s.syntax()
				return ""
			}
			if c == '{' {
				s.quoted()
				if !s.eat(':') {
					s.syntax()
					return ""
				}
			}
			s.skip()
		}
		if c == '{' {
			return "object"
		}
		return "array"
	default:
		t := s.token()
		if !json.Valid(t) {
			s.syntax()
			return ""
		}
		switch t[0] {
		case 't', 'f':
			return "boolean"
		case 'n':
			return "null"
		}
		return "number"
	}
}

func (s *scan) wrong(name, want string) {
	if got := s.skip(); got != "" {
		s.bad.add("%s: want %s, got %s", name, want, got)
	}
}

func (s *scan) str(name string) string {
	if s.peek() != '"' {
		s.wrong(name, "string")
		return ""
	}
	return string(s.quoted())
}

// enum returns the allowed string itself, so it needs no copy.
func (s *scan) enum(name string, allowed []string) string {
	if s.peek() != '"' {
		s.wrong(name, "string")
		return ""
	}
	v := s.quoted()
	for _, a := range allowed {
		if string(v) == a {
			return a
		}
	}
	if !s.fail {
		s.bad.add("%s: %q is not one of %s", name, v, strings.Join(allowed, ", "))
	}
	return ""
}

func (s *scan) time(name string) (t time.Time) {
	if s.peek() != '"' {
		s.wrong(name, "date-time string")
		return
	}
	if v := s.quoted(); t.UnmarshalText(v) != nil && !s.fail {
		s.bad.add("%s: %q is not an RFC 3339 date-time", name, v)
	}
	return
}

func (s *scan) boolean(name string) bool {
	switch s.peek() {
	case 't', 'f':
		switch t := s.token(); string(t) {
		case "true":
			return true
		case "false":
			return false
		}
		s.syntax()
		return false
	}
	s.wrong(name, "boolean")
	return false
}

func (s *scan) float(name string) float64 {
	if c := s.peek(); c != '-' && (c < '0' || c > '9') {
		s.wrong(name, "number")
		return 0
	}
	t := s.token()
	f, err := strconv.ParseFloat(string(t), 64)
	if err != nil {
		s.syntax()
	}
	return f
}

func (s *scan) integer(name string, lo, hi int) int {
	if c := s.peek(); c != '-' && (c < '0' || c > '9') {
		s.wrong(name, "integer")
		return 0
	}
	t := s.token()
	n, err := strconv.Atoi(string(t))
	if err != nil {
		f, err := strconv.ParseFloat(string(t), 64)
		if err != nil {
			s.syntax()
			return 0
		}
		if n = int(f); float64(n) != f {
			s.bad.add("%s: want integer, got %s", name, t)
			return 0
		}
	}
	if n < lo || n > hi {
		s.bad.add("%s: %d is not between %d and %d", name, n, lo, hi)
	}
	return n
}

func (s *scan) times(name string) []time.Time {
	if s.peek() != '[' {
		s.wrong(name, "array")
		return nil
	}
	s.i++
	out := make([]time.Time, 0, 2)
	for first := true; !s.eat(']'); first = false {
		if s.fail || !first && !s.eat(',') {
			s.syntax()
			return nil
		}
		out = append(out, s.time(name))
	}
	return out
}

func (s *scan) strs(name string) []string {
	if s.peek() != '[' {
		s.wrong(name, "array")
		return nil
	}
	s.i++
	out := make([]string, 0, 4)
	for first := true; !s.eat(']'); first = false {
		if s.fail || !first && !s.eat(',') {
			s.syntax()
			return nil
		}
		out = append(out, s.str(name))
	}
	return out
}

// open enters the object of arguments, and more steps to the name of each member in turn. They are no walk with a callback, so
// that nothing escapes.
func (s *scan) open() {
	if s.peek() != '{' {
		s.wrong("arguments", "object")
		s.fail = true
		return
	}
	s.i++
}

func (s *scan) more(first bool) (name []byte, ok bool) {
	if s.fail {
		return nil, false
	}
	if s.eat('}') {
		if s.peek() != 0 {
			s.syntax()
		}
		return nil, false
	}
	if !first && !s.eat(',') {
		s.syntax()
		return nil, false
	}
	name = s.quoted()
	if !s.eat(':') {
		s.syntax()
		return nil, false
	}
	return name, true
}

// mark notes that a parameter was seen, and reports the second time.
func (s *scan) mark(seen *uint, bit uint, name []byte) {
	if *seen&bit != 0 {
		s.bad.add("%s: given twice", name)
	}
	*seen |= bit
}

func (s *scan) unknown(name []byte) {
	s.bad.add("%s: unknown parameter", name)
	s.skip()
}
