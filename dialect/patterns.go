// Patterns: regular expressions that mean the same wherever a schema is read.

package dialect

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// portable takes out the patterns that not every reader of a schema compiles: hosts read them as expressions of ECMAScript, of
// Python (re) or of RE2, and refuse the whole tool for one that they do not know.
func portable(s *schema) { s.patterns(func(*pattern) bool { return true }) }

// simple takes out the patterns that a grammar is not made of, too: assertions of word boundaries, and long repetitions.
func simple(s *schema) {
	s.patterns(func(p *pattern) bool { return !p.boundary && p.repeat <= maxRepeat })
}

// maxRepeat is the highest count of a repetition in a simple pattern.
const maxRepeat = 100

func (s *schema) patterns(takes func(*pattern) bool) {
	good := func(text string) bool {
		p := readPattern(text)
		return p != nil && takes(p)
	}
	if v := s.get("pattern"); v != nil && (!v.is(scan.String) || !good(v.text())) {
		s.move("pattern")
	}
	if v := s.get("patternProperties"); v != nil && slices.ContainsFunc(v.members, func(m member) bool { return !good(m.name) }) {
		s.move("patternProperties")
	}
}

// pattern is what was found in a regular expression.
type pattern struct {
	text     string
	i        int
	atom     bool // something that can be repeated stands before
	boundary bool // \b or \B
	repeat   int  // the highest count of a repetition
}

// readPattern reads an expression that means the same in ECMAScript (with its u flag), Python and RE2; nil for any other.
func readPattern(text string) *pattern {
	if _, err := regexp.Compile(text); err != nil {
		return nil
	}
	p := &pattern{text: text}
	for p.i < len(p.text) {
		if !p.next() {
			return nil
		}
	}
	return p
}

// take consumes a prefix of the rest.
func (p *pattern) take(prefix string) bool {
	if !strings.HasPrefix(p.text[p.i:], prefix) {
		return false
	}
	p.i += len(prefix)
	return true
}

// next reads one element and reports whether all readers take it.
func (p *pattern) next() bool {
	c := p.text[p.i]
	p.i++
	switch c {
	case '(':
		p.atom = false
		return p.take("?:") || !strings.HasPrefix(p.text[p.i:], "?")
	case '|', '^', '$':
		p.atom = false
		return true
	case '*', '+', '?':
		return p.repeated()
	case '{':
		return p.counted() && p.repeated()
	case '}', ']':
		return false // literals here to some readers only
	case '\\':
		return p.escape(`^$\.*+?()[]{}|/`)
	case '[':
		return p.class()
	}
	p.atom = true
	return true
}

// repeated ends a repetition, which may be lazy.
func (p *pattern) repeated() bool {
	ok := p.atom
	p.take("?")
	p.atom = false
	return ok
}

var countForm = regexp.MustCompile(`^(\d+)(,(\d*))?\}`)

// counted reads the counts of a repetition.
func (p *pattern) counted() bool {
	m := countForm.FindStringSubmatch(p.text[p.i:])
	if m == nil {
		return false
	}
	p.i += len(m[0])
	for _, digits := range []string{m[1], m[3]} {
		if n, err := strconv.Atoi(digits); err == nil {
			p.repeat = max(p.repeat, n)
		}
	}
	return true
}

var hexForm = regexp.MustCompile(`^x[0-9a-fA-F]{2}`)

// escape reads what follows a backslash: a class, a control character, a character by its number, or one of the literals.
func (p *pattern) escape(literals string) bool {
	if p.i == len(p.text) {
		return false
	}
	p.atom = true
	if hexForm.MatchString(p.text[p.i:]) {
		p.i += 3
		return true
	}
	c := p.text[p.i]
	p.i++
	if c == 'b' || c == 'B' {
		p.boundary, p.atom = true, false
		return true
	}
	return strings.IndexByte("dDwWsStnrfv", c) >= 0 || strings.IndexByte(literals, c) >= 0
}

// class reads a class of characters.
func (p *pattern) class() bool {
	p.take("^")
	for first := true; ; first = false {
		rest := p.text[p.i:]
		if rest == "" || rest[0] == '[' || first && rest[0] == ']' {
			return false
		}
		p.i++
		switch c := rest[0]; {
		case c == ']':
			p.atom = true
			return true
		case c == '\\':
			boundary := p.boundary
			if !p.escape(`^$\.*+?()[]{}|/-`) || p.boundary != boundary { // \b is a backspace here
				return false
			}
			if strings.IndexByte("dDwWsS", rest[1]) >= 0 && p.i+1 < len(p.text) && p.text[p.i] == '-' && p.text[p.i+1] != ']' {
				return false
			}
		case len(rest) > 1 && rest[1] == c && strings.IndexByte("&-|~", c) >= 0:
			return false // operators of sets to some readers
		}
	}
}
