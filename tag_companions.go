// What one field's tags say together.

package jarvis

import (
	"cmp"
	"slices"
	"strings"
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
