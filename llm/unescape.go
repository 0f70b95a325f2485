// Escapes: a text without the escapes of JSON, URLs and HTML, which knows for each of its bytes where that came from.

package llm

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// view is a text made of another one.
type view struct {
	text string
	at   []int // where each byte begins in the first text, and the end of that; nil if this is the first text
	cut  bool  // the first text was longer
}

func (v view) place(i int) int {
	if v.at == nil {
		return i
	}
	return v.at[i]
}

// unescape resolves one level of escapes, of a backslash all levels: it is dropped where it is no part of a code. Of a text that was
// cut, an escape that its end has cut is left out.
func (v view) unescape() view {
	if !strings.ContainsAny(v.text, `%\&`) {
		return v
	}
	out := make([]byte, 0, len(v.text))
	at := make([]int, 0, len(v.text)+1)
	for i := 0; i < len(v.text); {
		rest := v.text[i:]
		text, size := unescapeOne(rest)
		if v.cut && isHalfEscape(rest) {
			break
		}
		for range len(text) {
			at = append(at, v.place(i))
		}
		out = append(out, text...)
		i += size
	}
	return view{string(out), append(at, v.place(len(v.text))), v.cut}
}

// normal resolves all escapes of a text. What stands for it, escaped by whatever, becomes the same by some rounds of unescape; but
// a part of it that looks like an escape does not stay as it is, so texts can be found only in this form.
func normal(text string) string {
	for range mostRounds {
		next := view{text: text}.unescape().text
		if len(next) == len(text) {
			break
		}
		text = next
	}
	return text
}

// unescapeOne resolves the escape that a text begins with, or returns its first byte.
func unescapeOne(text string) (plain string, size int) {
	switch text[0] {
	case '%':
		plain, size = unescapeHex(text, 1, 2)
	case '&':
		plain, size = unescapeEntity(text)
	case '\\':
		if digits := codeDigits(text); digits > 0 {
			plain, size = unescapeHex(text, 2, digits)
		}
		if size == 0 {
			return "", 1
		}
	}
	if size == 0 {
		return text[:1], 1
	}
	return plain, size
}

// codeDigits is how many digits a code behind a backslash has; 0 if none begins there.
func codeDigits(text string) int {
	if len(text) > 1 {
		switch text[1] | 0x20 {
		case 'u':
			return 4
		case 'x':
			return 2
		}
	}
	return 0
}

// unescapeHex resolves an escape of so many digits behind a prefix. Two digits are a byte, four a code point. The size is 0 if there
// is none.
func unescapeHex(text string, prefix, digits int) (string, int) {
	if len(text) < prefix+digits {
		return "", 0
	}
	n, err := strconv.ParseUint(text[prefix:prefix+digits], 16, 32)
	switch {
	case err != nil:
		return "", 0
	case digits == 2:
		return string([]byte{byte(n)}), prefix + digits
	}
	return string(utf8.AppendRune(nil, rune(n))), prefix + digits
}

const maxEntity = 10 // bytes of an entity with its marks

// unescapeEntity resolves an entity of HTML that can stand for a character of a key.
func unescapeEntity(text string) (string, int) {
	end := strings.IndexByte(text[:min(len(text), maxEntity)], ';')
	if end < 0 {
		return "", 0
	}
	name := strings.ToLower(text[1:end])
	if plain := map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}[name]; plain != "" {
		return plain, end + 1
	}
	base, number := 10, strings.TrimPrefix(name, "#")
	if strings.HasPrefix(number, "x") {
		base, number = 16, number[1:]
	}
	n, err := strconv.ParseUint(number, base, 21)
	if err != nil || !strings.HasPrefix(name, "#") {
		return "", 0
	}
	return string(utf8.AppendRune(nil, rune(n))), end + 1
}

// isHalfEscape reports whether a text is the beginning of an escape.
func isHalfEscape(text string) bool {
	switch text[0] {
	case '%':
		return len(text) < 3
	case '\\':
		return len(text) == 1 || codeDigits(text) > 0 && len(text) < 2+codeDigits(text)
	case '&':
		return len(text) < maxEntity && !strings.Contains(text, ";")
	}
	return false
}
