// The scanner of raw struct tags: it finds every pair, and what reflect.StructTag would silently lose.

package jarvis

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tagPair is one key:"value" of a raw tag.
type tagPair struct {
	key, value string
	at         int    // where it begins in the raw tag
	refused    string // the first part of the value that strconv.Unquote refuses
	torn       bool   // the value has no end, and was not read
}

// tagScan reads the pairs of a raw tag as reflect.StructTag does, and goes on where that stops.
type tagScan struct {
	raw    string
	pos    int
	pairs  []tagPair
	faults tagMistakes
	lost   int // where reflect.StructTag stops; the length of raw if it does not
}

func scanTag(raw string) *tagScan {
	s := &tagScan{raw: raw, lost: len(raw)}
	for odd := false; ; {
		from := s.pos
		s.blank()
		if s.pos == len(raw) {
			return s
		}
		if !odd && strings.Trim(raw[from:s.pos], " ") != "" {
			odd = true // once, for a tag of several lines
			at := s.pos
			s.word()
			s.fault(at, whyTagSeparator)
			s.pos = at
		}
		s.next()
	}
}

// isOurs reports whether the tag has a key of ours or one near it, be it in text that reflect.StructTag does not read.
func (s *tagScan) isOurs() bool {
	ours := func(key string) bool { return isTagKey(key) || nearTagKey(key) != "" }
	for _, pair := range s.pairs {
		if ours(pair.key) {
			return true
		}
	}
	for word := range strings.FieldsSeq(s.raw[s.lost:]) {
		word = strings.TrimLeft(word, ",;")
		if i := strings.IndexAny(word, ":="); i > 0 && ours(word[:i]) || word == "jarvis" {
			return true
		}
	}
	return false
}

// declaring returns the pairs that may declare something: those of a field that is left out are for other readers.
func (s *tagScan) declaring() []tagPair {
	i := slices.IndexFunc(s.pairs, func(p tagPair) bool { return p.key == "jarvis" })
	if i < 0 {
		return s.pairs
	}
	if name, _, _ := strings.Cut(s.pairs[i].value, ","); strings.TrimSpace(name) != "-" {
		return s.pairs
	}
	return slices.DeleteFunc(slices.Clone(s.pairs), func(p tagPair) bool { return p.key != "jarvis" && p.key != "secret" })
}

// fault reports the text from at to the current position.
func (s *tagScan) fault(at int, why string) {
	s.lost = min(s.lost, at)
	s.faults.add(at, msgTagMalformed, cut(strings.TrimSpace(s.raw[at:s.pos])), why)
}

// next reads one pair, or something that was meant to be one. It always moves on.
func (s *tagScan) next() {
	at := s.pos
	key := s.word()
	if s.opens(key) {
		s.pos++
		s.quoted(at, key, "")
		return
	}
	if i := strings.IndexByte(key, '='); i > 0 {
		key, s.pos = key[:i], at+i
	}
	quoted := key == "" && s.raw[at] == '"'
	if quoted {
		s.string()
		key = strings.Trim(s.raw[at:s.pos], `"`)
	}
	s.blank()
	sep := s.accept(":=")
	gap := s.blank()
	value := s.pos < len(s.raw) && s.raw[s.pos] == '"'
	switch {
	case key == "" || quoted && sep == 0 || sep == 0 && !(value && stringEnd(s.raw, s.pos) > 0):
		s.stray(at, value && sep != 0)
	case value:
		s.quoted(at, key, sprintf(whySpoilt(quoted, sep), clip(key)))
	default:
		s.unquoted(at, key, gap)
	}
}

// whySpoilt says what is wrong between a key and the quoted value that follows it.
func whySpoilt(quotedKey bool, sep byte) string {
	switch {
	case quotedKey:
		return whyTagQuotedKey
	case sep == '=':
		return whyTagEquals
	case sep == 0:
		return whyTagNoColon
	}
	return whyTagSpaced
}

// quoted reads the value that opens here. why is what is wrong before it, if anything.
func (s *tagScan) quoted(at int, key, why string) {
	from := s.pos
	closed := s.string()
	inner := 0
	if closed {
		inner = s.swallowed(from)
	}
	if inner > 0 {
		s.pos = inner
	}
	if why != "" {
		s.fault(at, why)
	}
	if !closed || inner > 0 {
		s.fault(at, sprintf(whyTagUnclosed, clip(key)))
	}
	switch {
	case !closed:
		s.pairs = append(s.pairs, tagPair{key: key, at: at, torn: true})
	case inner > 0:
		s.add(at, key, strings.TrimSpace(s.raw[from:inner])+`"`)
	default:
		s.add(at, key, s.raw[from:s.pos])
	}
}

// swallowed finds the key of the next pair in a value from a quote on, 0 if there is none: `a:"x b:"y"` reads as the value
// `x b:` of a, with text right behind it that begins no pair.
func (s *tagScan) swallowed(from int) int {
	value, ok := strings.CutSuffix(s.raw[from:s.pos], `:"`)
	if !ok || s.pos == len(s.raw) || isBlank(s.raw[s.pos]) {
		return 0
	}
	i := strings.LastIndexAny(value, " \t\n") + 1
	foreign := func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	if i == 0 || i == len(value) || strings.ContainsFunc(value[i:], foreign) {
		return 0
	}
	end := s.pos
	isPair := s.opens(s.word())
	s.pos = end
	if isPair {
		return 0
	}
	return from + i
}

// unquoted reads a value without an opening quote.
func (s *tagScan) unquoted(at int, key string, gap bool) {
	from := s.pos
	if !gap {
		s.field()
	}
	s.fields()
	s.fault(at, sprintf(whyTagUnquoted, clip(key)))
	value := strings.Trim(s.raw[from:s.pos], " \t\r\n\"'`“”‘’")
	s.pairs = append(s.pairs, tagPair{key: key, value: value, at: at})
}

// stray passes over text that is no pair.
func (s *tagScan) stray(at int, value bool) {
	if value {
		s.string()
	} else {
		s.fields()
	}
	s.fault(at, whyTagStray)
}

// add appends a pair. A value that Go cannot unquote is read as far as it goes, so that its other mistakes are found too.
func (s *tagScan) add(at int, key, literal string) {
	value, err := strconv.Unquote(literal)
	refused := ""
	if err != nil {
		value, refused = looseUnquote(literal[1 : len(literal)-1])
	}
	s.pairs = append(s.pairs, tagPair{key: key, value: value, at: at, refused: refused})
}

// looseUnquote keeps what is no escape as it stands, and returns the first of it.
func looseUnquote(text string) (value, refused string) {
	var b strings.Builder
	for text != "" {
		r, multibyte, tail, err := strconv.UnquoteChar(text, '"')
		switch {
		case err != nil:
			_, size := utf8.DecodeRuneInString(text[1:])
			refused = cmp.Or(refused, text[:1+size])
			b.WriteByte(text[0])
			tail = text[1:]
		case text[0] == '\n':
			refused = cmp.Or(refused, "\n")
			b.WriteByte('\n')
		case multibyte:
			b.WriteRune(r)
		default:
			b.WriteByte(byte(r))
		}
		text = tail
	}
	return b.String(), refused
}

// blank passes over white space and control characters.
func (s *tagScan) blank() bool {
	from := s.pos
	for s.pos < len(s.raw) && isBlank(s.raw[s.pos]) {
		s.pos++
	}
	return s.pos > from
}

func isBlank(c byte) bool { return c <= ' ' || c == 0x7f }

// word reads what reflect.StructTag takes for a key.
func (s *tagScan) word() string {
	from := s.pos
	for s.pos < len(s.raw) && !isBlank(s.raw[s.pos]) && s.raw[s.pos] != ':' && s.raw[s.pos] != '"' {
		s.pos++
	}
	return s.raw[from:s.pos]
}

// opens reports whether a value opens right behind a key.
func (s *tagScan) opens(key string) bool { return key != "" && strings.HasPrefix(s.raw[s.pos:], `:"`) }

// accept passes over one of the bytes of set and returns it, or 0.
func (s *tagScan) accept(set string) byte {
	if s.pos == len(s.raw) || strings.IndexByte(set, s.raw[s.pos]) < 0 {
		return 0
	}
	s.pos++
	return s.raw[s.pos-1]
}

// string passes over a quoted string, or over everything if it has no end.
func (s *tagScan) string() (closed bool) {
	end := stringEnd(s.raw, s.pos)
	if end < 0 {
		s.pos = len(s.raw)
		return false
	}
	s.pos = end
	return true
}

// stringEnd returns the position behind the string that opens at pos, -1 if it has no end.
func stringEnd(raw string, pos int) int {
	for i := pos + 1; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// field passes over text without white space.
func (s *tagScan) field() {
	for s.pos < len(s.raw) && !isBlank(s.raw[s.pos]) {
		s.pos++
	}
}

// fields passes over texts up to the one that looks like a pair.
func (s *tagScan) fields() {
	text, _, colon := strings.Cut(s.raw[s.pos:], ":")
	text, _, equals := strings.Cut(text, `="`)
	if colon || equals {
		text = text[:1+strings.LastIndexFunc(text, func(r rune) bool { return r < utf8.RuneSelf && isBlank(byte(r)) })]
	}
	s.pos += len(text)
}
