// What one field's tags say together, and the names of parameters.

package jarvis

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// companions checks what the pairs say together.
func (p *tagParser) companions() {
	if p.tag.skip {
		p.wrongAt("secret", msgTagSecretSkip)
		return
	}
	meant := map[string]bool{}
	for _, pair := range p.misspelt {
		p.at = pair.at
		near := nearTagKey(pair.key)
		meant[near] = true
		p.wrong(msgTagUnknownKey, pair.key, near)
	}
	_, param := p.seen["jarvis"]
	_, secret := p.seen["secret"]
	switch {
	case param && secret:
		p.at = max(p.seen["jarvis"].at, p.seen["secret"].at)
		p.wrong(msgTagSecretParam)
	case secret:
		for _, key := range []string{"enum", "absent", "default", "validate"} {
			p.wrongAt(key, msgTagSecretBeside, key)
		}
	case param:
		p.conflicts()
	case !meant["jarvis"] && !meant["secret"]:
		p.undeclared()
	}
}

// wrongAt reports a mistake of a key, if the tag has it.
func (p *tagParser) wrongAt(key, format string, args ...any) {
	if pair, ok := p.seen[key]; ok {
		p.at = pair.at
		p.wrong(format, args...)
	}
}

// conflicts checks the tags of a parameter against each other.
func (p *tagParser) conflicts() {
	if p.tag.required {
		p.wrongAt("default", msgTagDefaultForced)
		p.wrongAt("absent", msgTagAbsentForced)
	}
	members := map[string]bool{}
	for _, member := range p.tag.enum {
		members[foldCase(member)] = true
	}
	for _, word := range p.tag.absent {
		if members[foldCase(word)] {
			p.wrongAt("absent", msgTagAbsentInEnum, word)
		}
	}
}

// undeclared reports the tags that wait for a jarvis tag, in one sentence. Rules of validate may be meant for others.
func (p *tagParser) undeclared() {
	var keys []string
	for _, key := range []string{"description", "enum", "default", "absent", "label"} {
		if _, ok := p.seen[key]; ok {
			keys = append(keys, key)
		}
	}
	if keys == nil {
		return
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Compare(p.seen[a].at, p.seen[b].at) })
	p.wrongAt(keys[0], msgTagUndeclared, strings.Join(keys, ", "))
}

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
