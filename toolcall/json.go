// Strict JSON found in the middle of text: where a value ends, or where it stops being JSON.

package toolcall

// Reasons for which something meant as a call is none.
const (
	reasonNotJSON      = "not JSON"
	reasonCut          = "ends before it is complete"
	reasonTooDeep      = "nested deeper than the limit"
	reasonTooManyCalls = "more calls than the limit"
	reasonNoName       = "a call without a name"
	reasonNoCall       = "JSON, but not a call"
	reasonArguments    = "arguments that are not an object"
)

// jsonScan finds the end of JSON values. It is the grammar of RFC 8259 byte by byte, so that a value can be followed while it
// comes in; it judges neither UTF-8 nor repeated keys, which whoever binds the arguments does.
type jsonScan struct {
	*source
	depth int  // levels allowed
	hash  bool // # begins a comment up to the end of the line (the original's parser)
	stack []byte
}

// value returns the end of the JSON value that begins at offset i, after white space. If there is none, end is where it stops
// being JSON and reason says how.
func (s *jsonScan) value(i int) (end int, reason string) {
	s.stack = s.stack[:0]
	for {
		if i, reason = s.open(i); reason != "" {
			return i, reason
		}
		// A value has ended at i: close and go on to the next.
		for {
			if len(s.stack) == 0 {
				return i, ""
			}
			top := s.stack[len(s.stack)-1]
			i = s.blank(i)
			c := s.at(i)
			if c == top { // the stack holds closing brackets
				s.stack = s.stack[:len(s.stack)-1]
				i++
				continue
			}
			if c != ',' {
				return i, s.wrong(i)
			}
			i++
			if top == '}' {
				if i, reason = s.key(s.blank(i)); reason != "" {
					return i, reason
				}
			}
			break
		}
	}
}

// open goes into the value at i as far as its first scalar or empty container, and returns where that ends.
func (s *jsonScan) open(i int) (int, string) {
	for {
		i = s.blank(i)
		c := s.at(i)
		if c != '{' && c != '[' {
			return s.scalar(i, c)
		}
		if len(s.stack) >= s.depth {
			return i, reasonTooDeep
		}
		shut := c + 2 // } follows { by two in ASCII, as ] follows [
		i = s.blank(i + 1)
		if s.at(i) == shut {
			return i + 1, ""
		}
		s.stack = append(s.stack, shut)
		if c == '{' {
			var reason string
			if i, reason = s.key(i); reason != "" {
				return i, reason
			}
		}
	}
}

// key reads a key and its colon.
func (s *jsonScan) key(i int) (int, string) {
	if s.at(i) != '"' {
		return i, s.wrong(i)
	}
	i, reason := s.text(i)
	if reason != "" {
		return i, reason
	}
	i = s.blank(i)
	if s.at(i) != ':' {
		return i, s.wrong(i)
	}
	return i + 1, ""
}

func (s *jsonScan) scalar(i int, c byte) (int, string) {
	switch {
	case c == '"':
		return s.text(i)
	case c == '-' || c >= '0' && c <= '9':
		return s.number(i)
	case c == 't':
		return s.word(i, "true")
	case c == 'f':
		return s.word(i, "false")
	case c == 'n':
		return s.word(i, "null")
	}
	return i, s.wrong(i)
}

func (s *jsonScan) word(i int, word string) (int, string) {
	for k := range len(word) {
		if s.at(i+k) != word[k] {
			return i + k, s.wrong(i + k)
		}
	}
	return i + len(word), ""
}

// text reads the string that begins at i.
func (s *jsonScan) text(i int) (int, string) {
	for i++; ; i++ {
		for i < len(s.buf) && plain[s.buf[i]] {
			i++
		}
		switch c := s.at(i); {
		case c == '"':
			return i + 1, ""
		case c == '\\':
			i++
			if s.at(i) == 'u' {
				for range 4 {
					if i++; !isHex(s.at(i)) {
						return i, s.wrong(i)
					}
				}
			} else if !isEscape(s.at(i)) {
				return i, s.wrong(i)
			}
		case c < ' ':
			return i, s.wrong(i)
		}
	}
}

// plain are the bytes that a string may hold as they are.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return t
}()

func isEscape(c byte) bool {
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func (s *jsonScan) number(i int) (int, string) {
	if s.at(i) == '-' {
		i++
	}
	switch {
	case s.at(i) == '0':
		i++
	case isDigit(s.at(i)):
		i = s.digits(i)
	default:
		return i, s.wrong(i)
	}
	if s.at(i) == '.' {
		if i++; !isDigit(s.at(i)) {
			return i, s.wrong(i)
		}
		i = s.digits(i)
	}
	if s.at(i)|0x20 == 'e' {
		if i++; s.at(i) == '+' || s.at(i) == '-' {
			i++
		}
		if !isDigit(s.at(i)) {
			return i, s.wrong(i)
		}
		i = s.digits(i)
	}
	return i, ""
}

func (s *jsonScan) digits(i int) int {
	for isDigit(s.at(i)) {
		i++
	}
	return i
}

// blank skips what may stand between tokens.
func (s *jsonScan) blank(i int) int {
	for {
		switch c := s.at(i); {
		case isSpace(c):
			i++
		case c == '#' && s.hash:
			for !s.done(i) && s.buf[i] != '\n' {
				i++
			}
		default:
			return i
		}
	}
}

// wrong is the reason for a byte that may not stand at i.
func (s *jsonScan) wrong(i int) string { return s.unless(i, reasonNotJSON) }
