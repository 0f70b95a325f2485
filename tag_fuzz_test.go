// Fuzz and property tests of the tag scanner against reflect.StructTag: nothing of ours is lost in silence.

package jarvis

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func FuzzTag(f *testing.F) {
	for _, raw := range []string{
		`jarvis:"unit_system,refinable" enum:"metric,imperial" default:"metric"`, `secret:"KEY,optional" label:"\u00e9\x41"`,
		`json:"a b:"c" enum:"d`, `jarvis: "a"` + "\n\t" + `enum:"1\,5"`, `"jarvis":'x' description=text`, `pattern:"\d" jarvis:"a" jarvis:"b"`,
		`:"" "x" , jarvis :"\"`, `a:"\\" enum:"\`, "jarvis:\"\xff\" label:\"a\nb\"", `=enum:"b" x\": y`,
	} {
		f.Add(raw)
	}
	f.Fuzz(checkTag)
}

// visibleKey matches one of our keys with a value in text that reflect.StructTag does not read.
var visibleKey = regexp.MustCompile(`(?:^|\s)(?:` + strings.Join(allTagKeys(), "|") + `)[:=]`)

func allTagKeys() []string {
	keys := tagKeys
	return keys[:]
}

func checkTag(t *testing.T, raw string) {
	tag := reflect.StructTag(raw)
	s := scanTag(raw)
	_, mistakes := parseFieldTag(tag)
	_, again := parseFieldTag(tag)
	require.Equal(t, mistakes, again)
	rest := unread(raw)
	require.Equal(t, rest == "", s.faults.list == nil, "a fault is where reflect.StructTag stops: %q", rest)
	for _, m := range mistakes {
		require.True(t, strings.Contains(raw, "%") || !strings.Contains(m, "%!"), "badly filled in: %s", m)
		require.True(t, utf8.ValidString(m), "%q", m)
	}
	if mistakes != nil {
		return
	}
	require.NotRegexp(t, visibleKey, rest, "lost in silence")
	for _, key := range tagKeys {
		want, ok := tag.Lookup(key)
		i := slices.IndexFunc(s.pairs, func(p tagPair) bool { return p.key == key })
		require.Equal(t, ok, i >= 0, key)
		if ok {
			require.Equal(t, want, s.pairs[i].value, key)
		}
	}
}

// unread returns what is left of a tag where reflect.StructTag stops, less white space: its loop, written down again.
func unread(raw string) string {
	pair := regexp.MustCompile(`^ *[^\x00-\x20:"\x7f]+:"(?:[^"\\]|\\(?s:.))*"`)
	for {
		// Byte-wise, as reflect does it: every byte beyond ASCII stands for itself.
		latin := []rune{}
		for _, c := range []byte(raw) {
			latin = append(latin, rune(c))
		}
		match := pair.FindString(string(latin))
		if match == "" {
			return strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f })
		}
		raw = raw[utf8.RuneCountInString(match):]
	}
}

// One slip in a good tag never loses a value of ours in silence.
func TestTagSlips(t *testing.T) {
	good := []string{
		`jarvis:"unit_system,refinable"`, `enum:"metric,imperial"`, `description:"Which units, if any."`, `default:"metric"`, `json:"unit,omitempty"`,
		`label:"Unit"`, `absent:"none"`, `validate:"len=6"`,
	}
	slips := []string{"", `"`, ":", "=", " ", "\t", "\n", ",", "'", `\`, "x", "é", `""`, ` "`}
	rapid.Check(t, func(t *rapid.T) {
		pairs := rapid.Permutation(good).Draw(t, "pairs")
		raw := strings.Join(pairs, " ")
		_, mistakes := parseFieldTag(reflect.StructTag(raw))
		require.Empty(t, mistakes)

		at, gone := rapid.IntRange(0, len(raw)-1).Draw(t, "at"), rapid.IntRange(0, 1).Draw(t, "gone")
		slip := raw[:at] + rapid.SampledFrom(slips).Draw(t, "slip") + raw[at+gone:]
		_, mistakes = parseFieldTag(reflect.StructTag(slip))
		for _, key := range tagKeys {
			_, had := reflect.StructTag(raw).Lookup(key)
			if _, has := reflect.StructTag(slip).Lookup(key); had && !has {
				assert.NotEmpty(t, mistakes, "%s is lost: %s", key, slip)
			}
		}
	})
}

// Long tags that open and close what they should not are read to their end.
func TestTagHostile(t *testing.T) {
	for _, part := range []string{
		`a "`, `"a:"`, `x\": `, `jarvis:`, `jarvis:"a,`, `a:"x b:"y`, `=`, `:`, `\`, "\t\"", `jarvis:"a" `, `enum:",a" `, `,a`, `a b="`, ` `, `:"" "`,
	} {
		for _, lead := range []string{``, `jarvis:"`, `jarvis:"a" enum:"`, `jarvis:"a" `} {
			raw := lead + strings.Repeat(part, 200_000/len(part))
			parseFieldTag(reflect.StructTag(raw)) // quadratic work would not end
		}
	}
}
