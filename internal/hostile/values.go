// Package hostile holds texts that are made to hurt who reads them, and says what reading one may cost. The tests of all packages
// share it, so that every entry point that takes outside text meets the same ones; no program imports it.
//
// A package lists its entry points as Entry values, calls Test in a test, Benchmark in a benchmark, and CheckPage for the section
// of docs/hostile.md that says what comes of it.
package hostile

import (
	"strconv"
	"strings"
)

// Fault says what keeps a value from being strict JSON.
type Fault uint8

// The faults. A reader of strict JSON refuses all but None.
const (
	None     Fault = iota
	Syntax         // not JSON
	Repeated       // a key twice in one object
	Unicode        // invalid UTF-8 or half a surrogate pair
)

// Value is one hostile JSON value, or what is to pass for one.
type Value struct {
	Name  string
	Fault Fault
	make  func(size int) string
}

// Text makes the value about so many bytes long; some are short whatever the size.
func (v Value) Text(size int) string { return v.make(size) }

// Values returns all of them, in the order in which tables list them.
func Values() []Value {
	var all []Value
	for _, list := range [][]Value{deep(), texts(), numbers(), objects(), lists(), spaces(), broken()} {
		all = append(all, list...)
	}
	return all
}

// around repeats a unit between a beginning and an end.
func around(begin, unit, end string) func(int) string {
	return func(size int) string {
		return begin + strings.Repeat(unit, max(size-len(begin)-len(end), 0)/len(unit)) + end
	}
}

// nested repeats an opening around an inner text, with as many closings.
func nested(open, inner, shut string) func(int) string {
	return func(size int) string {
		n := max(size-len(inner), 0) / (len(open) + len(shut))
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
}

func fixed(text string) func(int) string { return func(int) string { return text } }

// numbered joins elements that are made of their number.
func numbered(begin, end string, element func(i int) string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		b.WriteString(begin)
		for i := 0; i == 0 || b.Len() < size-len(end); i++ {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(element(i))
		}
		b.WriteString(end)
		return b.String()
	}
}

func deep() []Value {
	return []Value{
		{"deep lists", None, nested("[", "", "]")},
		{"deep objects", None, nested(`{"a":`, "1", "}")},
		{"deep objects in lists", None, nested(`[{"a":`, "[]", "}]")},
		{"deep lists, open", Syntax, around("", "[", "")},
		{"deep objects, open", Syntax, around("", `{"a":`, "")},
		{"deep braces", Syntax, around("", "{", "")},
		{"closings", Syntax, around("[", "]", "")},
	}
}

func texts() []Value {
	return []Value{
		{"long text", None, around(`"`, "x", `"`)},
		{"long text of words", None, around(`"`, "tomorrow at 7 ", `"`)},
		{"long text, open", Syntax, around(`"`, "x", "")},
		{"wide characters", None, around(`"`, "\U0001f600", `"`)},
		{"accents on one letter", None, around("\"e", "\u0301", `"`)},
		{"directions turned", None, around(`"`, "\u202e", `"`)},
		{"escaped NULs", None, around(`"`, `\u0000`, `"`)},
		{"escaped quotes", None, around(`"`, `\"`, `"`)},
		{"escaped pairs", None, around(`"`, `\ud83d\ude00`, `"`)},
		{"half a pair", Unicode, fixed(`"\ud800"`)},
		{"half pairs", Unicode, around(`"`, `\ud800`, `"`)},
		{"half a pair at the end", Unicode, around(`"`, "x", `\udc00"`)},
		{"invalid UTF-8", Unicode, around(`"`, "\xff", `"`)},
		{"invalid UTF-8 at the end", Unicode, around(`"`, "x", "\xc3\"")},
		{"NULs", Syntax, around(`"`, "\x00", `"`)},
		{"line breaks in a text", Syntax, around(`"`, "\r\n", `"`)},
		{"backslashes, open", Syntax, around(`"`, `\\`, "")},
		{"unknown escapes", Syntax, around(`"`, `\x`, `"`)},
	}
}

func numbers() []Value {
	return []Value{
		{"huge exponent", None, fixed("1e999999999")},
		{"huge negative exponent", None, fixed("-1e-999999999")},
		{"exponent beyond 64 bits", None, fixed("1e99999999999999999999")},
		{"long exponent", None, around("1e", "9", "")},
		{"long exponent of zeros", None, around("1e", "0", "1")},
		{"long whole number", None, around("", "7", "")},
		{"long negative number", None, around("-", "7", "")},
		{"long fraction", None, around("0.", "3", "")},
		{"long fraction of zeros", None, around("1.", "0", "")},
		{"many zeros, huge exponent", None, around("0.", "0", "1e999999999")},
		{"minus signs", Syntax, around("", "-", "")},
		{"zeros", Syntax, around("", "0", "")},
	}
}

func objects() []Value {
	key := func(i int) string { return `"k` + strconv.Itoa(i) + `":` }
	return []Value{
		{"many keys", None, numbered("{", "}", func(i int) string { return key(i) + "0" })},
		{"many keys, escaped", None, numbered("{", "}", func(i int) string { return `"\u006b` + strconv.Itoa(i) + `":0` })},
		{"many keys, the first again", Repeated, numbered("{", `,"k0":0}`, func(i int) string { return key(i) + "0" })},
		{"one key, again and again", Repeated, around(`{"a":1`, `,"a":1`, "}")},
		{"one key, again in depth", Repeated, around(`[[[[[{"a":1`, `,"a":1`, "}]]]]]")},
		{"one key, again in another spelling", Repeated, around(`{"a":1`, `,"\u0061":1`, "}")},
		{"objects, each with a key twice", Repeated, around("[0", `,{"a":1,"a":1}`, "]")},
		{"long key", None, around(`{"`, "k", `":0}`)},
		{"long key, escaped", None, around(`{"`, `\u0000`, `":0}`)},
		{"long key, twice", Repeated, func(size int) string {
			k := `"` + strings.Repeat("k", size/2) + `":0`
			return "{" + k + "," + k + "}"
		}},
		{"long key, invalid UTF-8", Unicode, around(`{"`, "\xff", `":0}`)},
		{"empty keys in depth", None, nested(`{"":`, "0", "}")},
		{"colons", Syntax, around(`{"a"`, ":", "1}")},
	}
}

func lists() []Value {
	return []Value{
		{"list of texts", None, around(`["x"`, `,"x"`, "]")},
		{"list of numbers", None, around("[1", ",1", "]")},
		{"list of fractions", None, around("[1.5", ",1.5", "]")},
		{"list of nulls", None, around("[null", ",null", "]")},
		{"list of lists", None, around("[[]", ",[]", "]")},
		{"list of objects", None, around("[{}", ",{}", "]")},
		{"list of objects, wrong inside", None, around(`[{"n":"x","x":1}`, `,{"n":"x","x":1}`, "]")},
		{"list, open", Syntax, around("[1", ",1", "")},
		{"commas", Syntax, around("[", ",", "]")},
	}
}

func spaces() []Value {
	return []Value{
		{"spaces before", None, around("", " ", "{}")},
		{"spaces after", None, around("{}", " ", "")},
		{"spaces within", None, around("{", " ", "}")},
		{"CRLF within", None, around("{", "\r\n", "}")},
		{"CRLF between", None, around("[1", "\r\n,\t1", "]")},
		{"only spaces", Syntax, around("", " ", "")},
		{"other spaces", Syntax, around("", "\u00a0", "{}")},
	}
}

func broken() []Value {
	return []Value{
		{"byte order mark", Syntax, fixed("\ufeff{}")},
		{"byte order marks", Syntax, around("", "\ufeff", "{}")},
		{"two values", Syntax, around("{}", "{}", "")},
		{"quotes", Syntax, around("", `"`, `"{`)},
		{"comments", Syntax, around("{", "/**/", "}")},
		{"open comment", Syntax, around("{/*", "*", "")},
		{"raw NULs", Syntax, around("", "\x00", "")},
		{"raw bytes", Syntax, around("", "\xff\xfe", "")},
		{"literal cut short", Syntax, fixed("tru")},
		{"letters", Syntax, around("", "n", "")},
		{"tags", Syntax, around("", "<a>", "")},
	}
}
