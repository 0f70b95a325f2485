// What is secret: the forms of the key and of headers that are looked for in outside texts.

package llm

import (
	"encoding/base64"
	"net/http"
	"strings"
	"unicode"
)

const (
	gramLength  = 12 // so many bytes of a secret in a row are a part of it; fewer can be a word such as "required"
	longSecret  = 16 // bytes of a header's value that is secret whatever the name, and of which parts are secret too
	leastSecret = 8  // bytes; a shorter one is hidden as a word only, since it may be one, such as "none"
	leastWord   = 4  // bytes; a shorter one is hidden behind "Bearer" only
)

// redactor knows all secrets, in lower case: who echoes them may change the case.
type redactor struct {
	whole []string            // looked for as they are
	words []string            // those so short that they count only as words of their own
	grams map[string]struct{} // every run of gramLength bytes of long secrets and of their base64
	heads []string            // secrets of which a cut text can end with a part
	mask  string
}

func newRedactor(key string, headers http.Header) *redactor {
	r := &redactor{grams: map[string]struct{}{}}
	if key != "" {
		r.add(key, true)
	}
	for name, values := range headers {
		for _, v := range values {
			r.addHeader(name, strings.TrimSpace(v))
		}
	}
	for _, r.mask = range []string{"[secret]", "***", ""} {
		if !r.found(r.mask) {
			break
		}
	}
	return r
}

// addHeader takes the value of a header if its name says that it is secret, or if it is long and no text of words. Of a cookie the
// values count and the names do not.
func (r *redactor) addHeader(name, value string) {
	switch {
	case !isSecretName(name) && (len(value) < longSecret || isWords(value)):
		return
	case strings.Contains(lower(name), "cookie"):
		for pair := range strings.SplitSeq(value, ";") {
			if _, v, ok := strings.Cut(pair, "="); ok {
				r.addValue(strings.Trim(strings.TrimSpace(v), `"`))
			}
		}
	default:
		r.addValue(value)
	}
}

// addValue takes the value of a header and what it is put together of.
func (r *redactor) addValue(value string) {
	if len(value) < leastWord {
		return
	}
	fields := strings.Fields(value)
	r.add(value, len(value) >= longSecret && !isWords(value))
	for _, f := range fields {
		if len(fields) > 1 && len(f) >= leastSecret {
			r.add(f, len(f) >= longSecret)
		}
	}
	if len(fields) == 2 && strings.EqualFold(fields[0], "Basic") {
		plain, _ := base64.StdEncoding.DecodeString(fields[1])
		if _, password, _ := strings.Cut(string(plain), ":"); len(password) >= leastWord {
			r.add(password, len(password) >= longSecret)
		}
	}
}

// isWords reports whether a text is of words such as a title: of letters, and none of them long.
func isWords(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" -_.,:!?'", r) }) {
		if len(word) > longSecret || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return false
		}
	}
	return true
}

// add takes a secret, what it is with all that looks like escapes resolved, and its base64 at each of the three places that it can
// have in a longer text. parts says that parts of it are secret too. A short one is a secret only as it is, and as a word.
func (r *redactor) add(secret string, parts bool) {
	if len(secret) < leastSecret {
		r.words = append(r.words, lower(secret))
		return
	}
	forms := []string{secret}
	for shift := range 3 {
		text := append(make([]byte, shift), secret...)
		from, to := (shift*8+5)/6, len(text)*8/6
		forms = append(forms, base64.RawStdEncoding.EncodeToString(text)[from:to], base64.RawURLEncoding.EncodeToString(text)[from:to])
	}
	if plain := normal(secret); plain != secret && len(plain) >= leastWord {
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
