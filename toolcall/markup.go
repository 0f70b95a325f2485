// Calls written as elements with values of plain text: <function=f><parameter=k>value</parameter></function> and the like.

package toolcall

import (
	"encoding/json"
	"strings"
)

// Reasons for which such a call is none.
const (
	reasonNoParameter = "text where a parameter should be"
	reasonNoValueEnd  = "a value that is not closed"
	reasonTangled     = "tags that do not match"
)

// markup is one such way of writing calls. Nothing in a value is escaped, so that it may hold the tags themselves as text.
type markup struct {
	call, callEnd   string // the opening tag up to the name, and the closing tag
	value, valueEnd string
	quote           byte     // ends the name in both opening tags; 0 if the value's has none
	next            []string // what may follow a value
	after           []string // what may follow a call
	unclosed        bool     // valueEnd may be missing before the next value or callEnd
	outer           string   // closes what is around the call, and with it the call itself; may be empty

	name  func(r *reader, i int) (name string, after int)            // reads the opening tag; after is negative if it is none
	key   func(r *reader, i int) (key string, exact bool, after int) // reads up to the value; exact asks for text as it stands
	typed func(r *reader, tool, key, text string) json.RawMessage    // the value of a text
	alone func(r *reader, tool, key, text string) json.RawMessage    // all arguments, where a single parameter stands for them; may be nil
	marks *marks                                                     // value, valueEnd, call and callEnd
}

func newMarkup(m markup) *markup {
	m.marks = newMarks(m.value, m.valueEnd, m.call, m.callEnd)
	return &m
}

// markupCall reads the call whose opening tag begins at offset i.
func (r *reader) markupCall(m *markup, i int) (c Call, end int, reason string) {
	name, i := m.name(r, i)
	if i < 0 {
		return c, -i, reasonNoName
	}
	var arguments object
	var alone json.RawMessage
	given := map[string]bool{}
	for {
		i = r.space(i)
		switch {
		case r.has(i, m.callEnd):
			return m.made(name, arguments, alone), i + len(m.callEnd), ""
		case m.outer != "" && r.has(i, m.outer):
			return m.made(name, arguments, alone), i, ""
		}
		key, exact, start := m.key(r, i)
		if start < 0 {
			return c, -start, r.unless(-start, reasonNoParameter)
		}
		given[key] = true
		end, next, reason := r.endOfValue(m, start, func(key string) bool { return !given[key] && r.mayHave(name, key) })
		if reason != "" {
			return c, next, reason
		}
		text := string(r.buf[start:end])
		if exact {
			arguments.add(key, quoted(text))
		} else {
			arguments.add(key, m.typed(r, name, key, text))
		}
		if alone = nil; m.alone != nil && len(given) == 1 {
			alone = m.alone(r, name, key, text)
		}
		i = next
	}
}

func (m *markup) made(name string, arguments object, alone json.RawMessage) Call {
	if alone != nil {
		return named(name, alone)
	}
	return named(name, arguments.done())
}

// mayHave reports whether a tool has such a parameter, as far as is known.
func (r *reader) mayHave(tool, parameter string) bool {
	return !r.parser.Tools.Has(tool) || r.types(tool, parameter) != nil
}

// tagName reads the name at offset i that ends with the byte quote, and returns what is behind that. If there is none, after
// is negative: the offset where it stops being one.
func (r *reader) tagName(i int, quote byte) (name string, after int) {
	for k := i; ; k++ {
		switch c := r.at(k); {
		case c == quote && k > i:
			return string(r.buf[i:k]), k + 1
		case c < ' ' || strings.IndexByte(`<>{}"`, c) >= 0:
			return "", -k
		}
	}
}

// valueSearch is on the way to the end of a value, through tags that belong to its text.
type valueSearch struct {
	*reader
	*markup
	values, calls int // elements open in the text
	before        int // values open where the outermost of the calls began

	// Where the value ends if the tags in it do not match; negative if not seen: at the first tag of a value that the tool
	// has, at the first closing tag, at the closing tag of the call.
	opened, closed, ended int
	mayOpen               func(key string) bool
}

// endOfValue returns where the value at offset i ends and where to read on. It ends with the closing tag that is followed by
// what may follow a value and that belongs to no tag in its text. If there is a reason, next is where it gave up.
func (r *reader) endOfValue(m *markup, i int, mayOpen func(key string) bool) (end, next int, reason string) {
	s := valueSearch{reader: r, markup: m, opened: -1, closed: -1, ended: -1, mayOpen: mayOpen}
	for {
		mark, at := r.upTo(m.marks, i)
		switch mark {
		case m.valueEnd:
			if s.shut(at) {
				return at, at + len(mark), ""
			}
		case m.value:
			s.open(at)
		case m.call:
			if _, after := m.name(r, at); after >= 0 {
				if s.calls == 0 {
					s.before = s.values
				}
				s.calls++
			}
		case m.callEnd:
			if s.calls > 0 {
				if s.calls--; s.calls == 0 {
					s.values = s.before
				}
			} else if s.mayEnd(at) {
				return s.choose(at)
			}
		case "":
			return s.choose(at)
		}
		i = at + len(mark)
	}
}

// open notes the opening tag of a value at offset i.
func (s *valueSearch) open(i int) {
	if s.quote == 0 {
		s.values++
		return
	}
	key, after := s.tagName(i+len(s.markup.value), s.quote)
	if after < 0 {
		return
	}
	s.values++
	if s.calls == 0 && s.opened < 0 && s.mayOpen(key) {
		s.opened = i
	}
}

// shut reports whether the closing tag at offset i ends the value.
func (s *valueSearch) shut(i int) bool {
	k := s.space(i + len(s.valueEnd))
	fits := s.hasAny(k, s.next) != "" || s.done(k)
	if fits && s.closed < 0 {
		s.closed = i
	}
	if s.values > 0 {
		s.values--
		return false
	}
	return fits && s.calls == 0
}

// mayEnd reports whether the closing tag at offset i ends the call, as far as what follows tells.
func (s *valueSearch) mayEnd(i int) bool {
	if s.ended < 0 {
		s.ended = i
	}
	k := s.space(i + len(s.callEnd))
	return s.hasAny(k, s.after) != "" || s.done(k)
}

// choose ends a value whose tags do not match, after a search that went as far as offset at.
func (s *valueSearch) choose(at int) (end, next int, reason string) {
	switch {
	case s.unclosed && s.opened >= 0 && (s.closed < 0 || s.opened < s.closed):
		end, next = s.opened, s.opened
	case s.closed >= 0:
		end, next = s.closed, s.closed+len(s.valueEnd)
	case s.unclosed && s.ended >= 0:
		end, next = s.ended, s.ended
	default:
		return 0, at, s.unless(at, reasonNoValueEnd)
	}
	if s.resume(next, max(next, at)) != next {
		return 0, at, reasonTangled
	}
	return end, next, ""
}
