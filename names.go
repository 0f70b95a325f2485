// Names of parameters: which are valid, and what a field's name is as one.

package jarvis

import (
	"strings"
	"unicode"
)

// validName reports whether name matches [a-z][a-z0-9_]*.
func validName(name string) bool {
	for i, r := range name {
		digit := r >= '0' && r <= '9' || r == '_'
		if (r < 'a' || r > 'z') && (!digit || i == 0) {
			return false
		}
	}
	return name != ""
}

// snakeCase turns the name of a field into that of a parameter: APIKey into api_key, OAuth2Token into oauth2_token.
// A name with letters beyond ASCII keeps them, and is then no valid name.
func snakeCase(field string) string {
	// Words that Go spells with capitals in two runs.
	text := []rune(strings.NewReplacer("OAuth", "Oauth", "IPv", "Ipv").Replace(field))
	var b strings.Builder
	for i, r := range text {
		if i > 0 && opensWord(text, i) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// opensWord reports whether a word begins at i: at a capital after a small letter or digit, and at the last capital of
// a run if small letters follow it, but not the s of a plural (UserIDs).
func opensWord(text []rune, i int) bool {
	switch {
	case !unicode.IsUpper(text[i]) || text[i-1] == '_':
		return false
	case !unicode.IsUpper(text[i-1]):
		return true
	case i+1 == len(text) || !unicode.IsLower(text[i+1]):
		return false
	}
	plural := text[i+1] == 's' && (i+2 == len(text) || !unicode.IsLower(text[i+2]))
	return !plural
}
