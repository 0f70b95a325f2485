// Redaction: takes the key and the headers out of whatever text goes into an error, in every form that a server may echo them.

package llm

import (
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const (
	maxExcerpt  = 500      // code points of an outside text in an error
	maxErrBody  = 64 << 10 // bytes that are looked at for it
	gramLength  = 12       // so many bytes of the key in a row are a part of it; fewer can be a word such as "required"
	leastHeader = 4        // a shorter value of a header is no secret
	leastPart   = 4        // bytes of a secret that the end of a text has cut; fewer can be anything
	leastField  = 8        // of a header's value between white space
	mostRounds  = 5        // of escapes within escapes
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
	text := err.Error()
	if clean := h(text, false); clean != text {
		return &hiddenError{clean, func(target error) bool { return errors.Is(err, target) }}
	}
	return err
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

// redactor knows all secrets, in lower case: who echoes them may change the case.
type redactor struct {
	whole []string            // looked for as they are
	grams map[string]struct{} // every run of gramLength bytes of the key and of its base64
	heads []string            // secrets of which a cut text can end with a part
	mask  string
}

func newRedactor(key string, headers http.Header) *redactor {
	r := &redactor{grams: map[string]struct{}{}}
	if key != "" {
		r.add(key, true)
	}
	for _, values := range headers {
		for _, v := range values {
			r.addHeader(v)
		}
	}
	for _, r.mask = range []string{"[secret]", "***", ""} {
		if !r.found(r.mask) {
			break
		}
	}
	return r
}

func (r *redactor) addHeader(value string) {
	value = strings.TrimSpace(value)
	if len(value) < leastHeader {
		return
	}
	r.add(value, false)
	fields := strings.Fields(value)
	for _, f := range fields {
		if len(fields) > 1 && len(f) >= leastField {
			r.add(f, false)
		}
	}
	if len(fields) == 2 && strings.EqualFold(fields[0], "Basic") {
		plain, _ := base64.StdEncoding.DecodeString(fields[1])
		if _, password, _ := strings.Cut(string(plain), ":"); len(password) >= leastHeader {
			r.add(password, false)
		}
	}
}

// add takes a secret, without what looks like escapes too, and its base64 at each of the three places that it can have in a
// longer text. parts says that parts of it are
// secret too.
func (r *redactor) add(secret string, parts bool) {
	forms := []string{secret}
	for shift := range 3 {
		text := append(make([]byte, shift), secret...)
		from, to := (shift*8+5)/6, len(text)*8/6
		if to-from >= leastHeader {
			forms = append(forms, base64.RawStdEncoding.EncodeToString(text)[from:to], base64.RawURLEncoding.EncodeToString(text)[from:to])
		}
	}
	if plain := normal(secret); plain != secret && len(plain) >= leastHeader {
		forms = append(forms, plain)
	}
	for _, f := range forms {
		f = lower(f)
		r.heads = append(r.heads, f)
		if !parts || len(f) < gramLength {
			r.whole = append(r.whole, f)
			continue
		}
		for i := range len(f) - gramLength + 1 {
			r.grams[f[i:i+gramLength]] = struct{}{}
		}
	}
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
		for from := 0; ; {
			i := strings.Index(text[from:], w)
			if i < 0 {
				break
			}
			from += i + len(w)
			m.set(v.place(from-len(w)), v.place(from))
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
