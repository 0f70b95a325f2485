// Repair: what is mended, what is left alone, and what is given up.

package toolcall_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// repairs are broken texts with what is made of them.
var repairs = []struct {
	name, text, fixed string
	changes           []string
}{
	{"True", `{"a": True}`, `{"a": true}`, []string{"wrote True as true"}},
	{"False and None", `[False, None, null, False]`, `[false, null, null, false]`, []string{"wrote False as false", "wrote None as null"}},
	{"single quotes", `{'a': 'b'}`, `{"a": "b"}`, []string{"replaced single quotes"}},
	{"apostrophe in double quotes", `{"a": "it's",}`, `{"a": "it's"}`, []string{"removed a trailing comma"}},
	{"escaped apostrophe", `{'a': 'it\'s'}`, `{"a": "it's"}`, []string{"replaced single quotes", "mended an escape"}},
	{"escaped apostrophe in double quotes", `{"a": "it\'s"}`, `{"a": "it's"}`, []string{"mended an escape"}},
	{"double quote in single quotes", `{'a': 'say "hi"'}`, `{"a": "say \"hi\""}`, []string{"replaced single quotes", "escaped a quote inside a text"}},
	{"escaped double quote in single quotes", `['\"']`, `["\""]`, []string{"replaced single quotes"}},
	{"typographic quotes", `{“a”: ‘b’}`, `{"a": "b"}`, []string{"replaced typographic quotes"}},
	{"typographic opening, plain closing", `{“a": ‘b'}`, `{"a": "b"}`, []string{"replaced typographic quotes"}},
	{"German quotes", `[„a“]`, `["a"]`, []string{"replaced typographic quotes"}},
	{"apostrophe in typographic quotes", `[“it’s”]`, `["it’s"]`, []string{"replaced typographic quotes"}},
	{"typographic quotes in a text", `{"a": "“hi”",}`, `{"a": "“hi”"}`, []string{"removed a trailing comma"}},
	{"trailing comma in an object", "{\"a\": 1 , \n}", "{\"a\": 1  \n}", []string{"removed a trailing comma"}},
	{"trailing commas in arrays", `[[1,],[2,],]`, `[[1],[2]]`, []string{"removed a trailing comma"}},
	{"bare keys", `{a: 1, _b$: 2, c-d: 3, größe: 4}`, `{"a": 1, "_b$": 2, "c-d": 3, "größe": 4}`, []string{"put a bare key into quotes"}},
	{"bare key that is a literal", `{true: True}`, `{"true": true}`, []string{"put a bare key into quotes", "wrote True as true"}},
	{"line comment", "{\"a\": 1, // one\n\"b\": 2}", "{\"a\": 1, \n\"b\": 2}", []string{"removed a comment"}},
	{"hash comment", "# first\n{\"a\": 1}# last", "\n{\"a\": 1}", []string{"removed a comment"}},
	{"block comment", `{/* a */"a"/**/: /***/1}`, `{"a": 1}`, []string{"removed a comment"}},
	{"comment marks in a text", `{"a": "http://x # y /* z */",}`, `{"a": "http://x # y /* z */"}`, []string{"removed a trailing comma"}},
	{"missing brace", `{"a": {"b": 1}`, `{"a": {"b": 1}}`, []string{"added a missing }"}},
	{"missing brackets", `{"a": [1, [2`, `{"a": [1, [2]]}`, []string{"added a missing ]", "added a missing }"}},
	{"missing bracket before a brace", `{"a": [1, 2}`, `{"a": [1, 2]}`, []string{"added a missing ]"}},
	{"missing quote", `{"a": "b c`, `{"a": "b c"}`, []string{"added a missing quote", "added a missing }"}},
	{"missing after a comma", `{"a": 1, `, `{"a": 1 }`, []string{"removed a trailing comma", "added a missing }"}},
	{"missing after a backslash", `["a\`, `["a\\"]`, []string{"mended an escape", "added a missing quote", "added a missing ]"}},
	{"nothing inside", `{`, `{}`, []string{"added a missing }"}},
	{"missing after a comment and its line", "[1 # one\n", "[1 \n]", []string{"removed a comment", "added a missing ]"}},
	{"line breaks in a text", "{\"a\": \"b\nc\r\nd\"}", `{"a": "b\nc\r\nd"}`, []string{"escaped a line break inside a text"}},
	{"tab in a text", "[\"a\tb\"]", `["a\tb"]`, []string{"escaped a tab inside a text"}},
	{"control character in a text", "[\"a\x01\"]", `["a\u0001"]`, []string{"escaped a control character inside a text"}},
	{"Windows path", `{"a": "C:\dir\x"}`, `{"a": "C:\\dir\\x"}`, []string{"mended an escape"}},
	{"regular expression", `["\d+\.\w"]`, `["\\d+\\.\\w"]`, []string{"mended an escape"}},
	{"cut escape of a code point", `["\u12"]`, `["\\u12"]`, []string{"mended an escape"}},
	{"cut behind an escape", `["\u00e9`, `["\u00e9"]`, []string{"added a missing quote", "added a missing ]"}},
	{"sound escapes stay", `['\n\u00e9\/\\']`, `["\n\u00e9\/\\"]`, []string{"replaced single quotes"}},
	{"a text alone", `'a'`, `"a"`, []string{"replaced single quotes"}},
	{"a literal alone", ` None `, ` null `, []string{"wrote None as null"}},
	{"number at the end", `[1.5e3`, `[1.5e3]`, []string{"added a missing ]"}},
	{"everything", "{'city': 'Rome', days: [1, 2,], on: True, // yes\n", "{\"city\": \"Rome\", \"days\": [1, 2], \"on\": true \n}",
		[]string{"replaced single quotes", "put a bare key into quotes", "removed a trailing comma", "wrote True as true", "removed a comment", "added a missing }"}},
}

func TestRepair(t *testing.T) {
	for _, tt := range repairs {
		t.Run(tt.name, func(t *testing.T) {
			fixed, changes, ok := toolcall.Repair(tt.text)
			require.True(t, ok)
			assert.Equal(t, tt.fixed, string(fixed))
			assert.Equal(t, tt.changes, changes)
			assert.True(t, json.Valid(fixed))
			again, changes, ok := toolcall.Repair(string(fixed))
			assert.True(t, ok)
			assert.Equal(t, tt.fixed, string(again))
			assert.Empty(t, changes)
		})
	}
}

func TestRepairLeavesSoundJSON(t *testing.T) {
	for _, text := range []string{`{}`, ` {"a" : [1, 2.50, -0, 1E5, "\u00e9\/", null] } `, "\t\"a\"\n", `"“"`, `5`, `{"a":1,"a":2}`, `["` + strings.Repeat("x", 1<<19) + `"]`,
		strings.Repeat("[", 500) + strings.Repeat("]", 500)} {
		fixed, changes, ok := toolcall.Repair(text)
		assert.True(t, ok)
		assert.Equal(t, text, string(fixed))
		assert.Empty(t, changes)
	}
}

func TestRepairGivesUp(t *testing.T) {
	for _, text := range []string{
		"", " ", "# only", "hello", `[1 # one`, `{"a": 1 // one, "b": 2}`, `[1 /* one`, `{"a": 10#0, "b": 1}`, "[#fff,\n1]", "{\"a\":#fff\n1}", `{"a": }`, `{"a"`, `{"a":`, `{"a": tru`, `{"a": b}`, `{"a" 1}`, `{"a": 1 "b": 2}`, `[1 2]`, `[,]`, `[,1]`, `[1,,2]`, `{,}`,
		`{"a": 1}}`, `{"a": 1} x`, `{"a": 1}{"b": 2}`, `]`, `{]`, `{"a": [1}, "b": 2}`, `[+1]`, `[.5]`, `[5.]`, `[0x10]`, `[NaN]`, `[01]`, `[1-2]`, `{1: 2}`, `{"a": undefined}`,
		"\xff", "{\"a\": \"\xff", `[True False]`, `{a b: 1}`, `(1)`, "```{}```", `{"a": 'it's'}`,
		strings.Repeat("[", 65) + "True" + strings.Repeat("]", 65), `['` + strings.Repeat("x", 1<<20) + `']`, strings.Repeat("[", 1<<20),
	} {
		fixed, changes, ok := toolcall.Repair(text)
		assert.False(t, ok, "%.50q gave %.50q", text, fixed)
		assert.Nil(t, fixed)
		assert.Nil(t, changes)
	}
}

// 64 levels are mended, one more is not.
func TestRepairDepth(t *testing.T) {
	_, _, ok := toolcall.Repair(strings.Repeat("[", 64))
	assert.True(t, ok)
	_, _, ok = toolcall.Repair(strings.Repeat("[", 65))
	assert.False(t, ok)
}

// Every text decodes to what stands between its quotes.
func TestRepairKeepsTexts(t *testing.T) {
	for _, said := range []string{"plain", "two\nlines", "tab\t", "ü “quoted” ‘text’", "back\\slash", "{[,:]}", "True", "// no comment", "# none", "\x00\x1f", "“", "emoji 🌧"} {
		quoted := strings.ReplaceAll(said, `\`, `\\`)
		fixed, _, ok := toolcall.Repair(`['` + strings.ReplaceAll(quoted, `'`, `\'`) + `',]`)
		require.True(t, ok, said)
		var got []string
		require.NoError(t, json.Unmarshal(fixed, &got))
		assert.Equal(t, []string{said}, got)
	}
}

func FuzzRepair(f *testing.F) {
	for _, seed := range []string{`{'a': True, b: [1,], /* c */ "d": "x\d`, `{"a": 1}`, `[“a”, ‘b’`, "{\"a\": \"b\nc\t", `["\u12`, `[[[{{`, `{"a": [1}`, "# x\n[1,//y\n2]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fixed, changes, ok := toolcall.Repair(text)
		if !ok {
			require.False(t, len(text) <= 1<<20 && utf8.ValidString(text) && json.Valid([]byte(text)))
			return
		}
		require.True(t, json.Valid(fixed))
		require.Equal(t, string(fixed) == text, len(changes) == 0)
		if json.Valid([]byte(text)) {
			require.Empty(t, changes)
		}
		again, more, ok := toolcall.Repair(string(fixed))
		require.True(t, ok)
		require.Empty(t, more)
		require.Equal(t, string(fixed), string(again))
	})
}
