// Names: what a vendor takes as the name of a tool or property, and how others are mapped to one.

package dialect

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// nameRule says which names a vendor takes: letters and digits of ASCII, the characters in more, and at most so many of them.
// The zero rule takes every name.
type nameRule struct {
	more   string // besides letters, digits and _
	most   int
	letter bool // the first is a letter or _
}

func (r nameRule) takes(name string) bool {
	return r.most == 0 || name != "" && len(name) <= r.most && r.mapped(name) == name
}

// char reports whether a character may stand in a name.
func (r nameRule) char(c rune) bool {
	return isLetter(c) || isDigit(c) || c == '_' || strings.ContainsRune(r.more, c) && c < utf8.RuneSelf
}

func isLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// mapped replaces what may not stand in a name, whatever its length.
func (r nameRule) mapped(name string) string {
	var b strings.Builder
	for i, c := range name {
		if i == 0 && r.letter && !isLetter(c) && c != '_' {
			b.WriteByte('_')
		}
		if !r.char(c) {
			c = '_'
		}
		b.WriteRune(c)
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}

// fit maps a name and cuts it, if it is too long, to a start of it and a number made of the whole.
func (r nameRule) fit(name string) string {
	if r.takes(name) {
		return name
	}
	short := r.mapped(name)
	if len(short) <= r.most {
		return short
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return cutName(short, fmt.Sprintf("_%08x", h.Sum32()), r.most)
}

// blurs reports whether a name that the vendor takes says less than the one it was made of: letters, digits or signs are gone, it
// was cut, or it was numbered. Punctuation and white space say little.
func (r nameRule) blurs(name, shown string) bool {
	if shown == name {
		return false
	}
	return shown != r.mapped(name) || strings.ContainsFunc(name, func(c rune) bool {
		return !r.char(c) && !unicode.IsPunct(c) && !unicode.IsSpace(c)
	})
}

// standsFor is the sentence that tells a model the declared name; "" if the name that it is told says as much.
func (r nameRule) standsFor(name, shown string) string {
	if !r.blurs(name, shown) {
		return ""
	}
	return fmt.Sprintf(msgStandsFor, scan.AppendQuoted(nil, echo.Cut(name)))
}

func cutName(name, suffix string, most int) string {
	return name[:min(len(name), most-len(suffix))] + suffix
}

// assign gives each name one that the vendor takes, all different: names that it takes keep theirs, and of equal ones the later
// get _2, _3 and so on, in their order.
func (r nameRule) assign(names []string) []string {
	out := make([]string, len(names))
	used := map[string]bool{}
	for i, name := range names {
		if r.takes(name) && !used[name] {
			out[i], used[name] = name, true
		}
	}
	next := map[string]int{}
	for i, name := range names {
		if out[i] != "" || name == "" && r.most == 0 {
			continue
		}
		base := r.fit(name)
		candidate := base
		for n := max(next[base], 2); used[candidate]; n++ {
			candidate = base + "_" + strconv.Itoa(n)
			if r.most > 0 && len(candidate) > r.most {
				candidate = cutName(base, "_"+strconv.Itoa(n), r.most)
			}
			next[base] = n + 1
		}
		out[i], used[candidate] = candidate, true
	}
	return out
}
