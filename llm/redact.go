// Redaction: takes the key and the headers out of whatever text goes into an error, in every form that a server may echo them.

package llm

import (
	"errors"
	"iter"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const (
	maxExcerpt = 500      // code points of an outside text in an error
	maxErrBody = 64 << 10 // bytes that are looked at for it
	leastPart  = 4        // bytes of a secret that the end of a text has cut; fewer can be anything
	mostRounds = 5        // of escapes within escapes
)

// hider makes outside text fit for an error: redacted, at most maxExcerpt code points, control characters escaped. It is a function
// so that no printer that walks structs comes upon the secrets. cut says that the text was longer.
type hider func(text string, cut bool) string

// newHider returns the hider of a key and headers.
func newHider(key jarvis.SecretString, headers http.Header) hider {
	return func(text string, cut bool) string {
		r := newRedactor(key.Reveal(), headers)
		if len(text) > maxErrBody {
			text, cut = text[:maxErrBody], true
		}
		clean := cutTo(echo.Escape(cutTo(r.redact(text, cut), maxExcerpt)), maxExcerpt)
		if r.found(clean) { // put together by what was left
			return r.mask
		}
		return clean
	}
}

// protect returns err, or what stands for it if its text had to be changed.
func (h hider) protect(err error) error {
	clean := h(err.Error(), false)
	if clean == err.Error() {
		return err
	}
	return &hiddenError{
		text: clean,
		is:   func(target error) bool { return errors.Is(err, target) },
		as:   func(target any) bool { return h.as(err, target) },
	}
}

// as is errors.As for the first error within err whose text is without secrets.
func (h hider) as(err error, target any) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		if text := err.Error(); h(text, false) == text {
			return errors.As(err, target)
		}
	}
	return false
}

// cutTo cuts a text to so many code points, the mark of that included.
func cutTo(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	n := 0
	for i := range text {
		if n++; n == most {
			return text[:i] + "…"
		}
	}
	return text
}

// redact puts the mask in the place of every secret.
func (r *redactor) redact(text string, cut bool) string {
	secret := r.find(text, cut)
	if secret == nil {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		from := i
		for hide := secret[from]; i < len(text) && secret[i] == hide; i++ {
			continue
		}
		if secret[from] {
			b.WriteString(r.mask)
		} else {
			b.WriteString(text[from:i])
		}
	}
	return b.String()
}

func (r *redactor) found(text string) bool { return r.find(text, false) != nil }

// find marks the bytes of a text that belong to secrets, whatever escapes they are written in; nil if there are none.
func (r *redactor) find(text string, cut bool) []bool {
	m := marks{size: len(text)}
	m.userinfo(text)
	v := view{text: text, cut: cut}
	for range mostRounds {
		r.mark(&m, v)
		next := v.unescape()
		if len(next.text) == len(v.text) {
			break
		}
		v = next
	}
	return m.secret
}

func (r *redactor) mark(m *marks, v view) {
	text := lower(v.text)
	for _, w := range r.whole {
		for i := range places(text, w) {
			m.set(v.place(i), v.place(i+len(w)))
		}
	}
	for _, w := range r.words {
		for i := range places(text, w) {
			if isWord(text, i, i+len(w)) {
				m.set(v.place(i), v.place(i+len(w)))
			}
		}
	}
	for i := 0; i+gramLength <= len(text) && len(r.grams) > 0; i++ {
		if _, ok := r.grams[text[i:i+gramLength]]; ok {
			m.set(v.place(i), v.place(i+gramLength))
		}
	}
	if !v.cut {
		return
	}
	for _, h := range r.heads {
		for n := min(len(h), len(text)); n >= leastPart; n-- {
			if strings.HasSuffix(text, h[:n]) {
				m.set(v.place(len(text)-n), m.size)
				break
			}
		}
	}
}

// places returns where a text stands in another one.
func places(text, part string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from := 0; ; {
			i := strings.Index(text[from:], part)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i + len(part)
		}
	}
}

// isWord reports whether a part of a text, in lower case, stands there for itself. One too short to be told from an article, a number
// or the like does so only where a key is announced.
func isWord(text string, from, to int) bool {
	before, after := text[:from], text[to:]
	if to-from < leastWord {
		announced := strings.TrimRight(before, " \t")
		return announced != before && strings.HasSuffix(announced, "bearer") && endsWord(after)
	}
	last := strings.TrimRight(before, " \t\r\n\"'`([{<>=,;:")
	return (before == "" || last != before) && endsWord(after)
}

// endsWord reports whether a word can be over before a text.
func endsWord(after string) bool {
	switch {
	case after == "":
		return true
	case after[0] == '.':
		return len(after) == 1 || isSpace(after[1]) || after[1] == '"'
	}
	return strings.IndexByte(" \t\r\n\"'`)]}<>,;:!?&\\", after[0]) >= 0
}

// marks are the bytes of a text that are to be hidden.
type marks struct {
	size   int
	secret []bool
}

func (m *marks) set(from, to int) {
	if m.secret == nil {
		m.secret = make([]bool, m.size)
	}
	for ; from < to; from++ {
		m.secret[from] = true
	}
}

// userinfo marks the user and password of URLs, such as that of a proxy.
func (m *marks) userinfo(text string) {
	for from := 0; ; {
		i := strings.Index(text[from:], "://")
		if i < 0 {
			return
		}
		from += i + len("://")
		end := strings.IndexAny(text[from:], "/?# \t\r\n\"'<>")
		if end < 0 {
			end = len(text) - from
		}
		if at := strings.LastIndexByte(text[from:from+end], '@'); at > 0 {
			m.set(from, from+at+1)
		}
	}
}

// lower is strings.ToLower for ASCII; it keeps the length.
func lower(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
