// Problems: what is wrong with one argument of a call, worded for a model; and coercions, what was not quite right.

package jarvis

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// ProblemKind says which check a value failed.
type ProblemKind uint8

// The kinds of problems, with the names that programs use.
const (
	ProblemMissing ProblemKind = iota + 1 // "missing": required and absent
	ProblemUnknown                        // "unknown": not a declared key
	ProblemType                           // "type": not a value of the declared type
	ProblemEnum                           // "enum": not an allowed value
	ProblemRule                           // "rule": fails a rule, a check or a Validator of the author
	ProblemSyntax                         // "syntax": the arguments are not one acceptable JSON object
)

// String returns the name of the kind; the zero kind gives "".
func (k ProblemKind) String() string {
	names := [...]string{"", "missing", "unknown", "type", "enum", "rule", "syntax"}
	if int(k) < len(names) {
		return names[k]
	}
	return ""
}

// Problem is one thing wrong with the arguments of a call. It is a plain value; every field but Kind may be zero.
type Problem struct {
	Kind       ProblemKind
	Param      string   // the top-level parameter or unknown key; empty for syntax
	Path       string   // the place: Param, or below it such as "rooms[1]" or "address.street"
	Type       Type     // the type wanted there
	Got        string   // what came, as shortened JSON
	Want       string   // what is wanted, in words, where that says more than the type; for syntax and checks the whole sentence
	Rule       string   // the failed rule, such as "lte=5"; empty for a check or Validator of the author
	Allowed    []string // the allowed values, if they are declared or named by a Validator
	Suggestion string   // the declared name or allowed value nearest to what came

	parent string // what stands before the name of an unknown key in Path
	keys   string // the date keys of a list whose instant Got is
}

// Message returns the sentence that names the problem. Other programs read it, so its wording for types and enums is fixed;
// Explain says more.
func (p Problem) Message() string { return string(p.appendMessage(nil)) }

// appendMessage appends Message: a response holds those of all problems in one text.
func (p *Problem) appendMessage(dst []byte) []byte {
	switch p.Kind {
	case ProblemMissing:
		return fill(dst, msgMissing, clip(p.Path), p.Type.String())
	case ProblemUnknown:
		if p.Suggestion != "" {
			return fill(dst, msgUnknownNear, clip(p.Path), clip(p.parent+p.Suggestion))
		}
		return fill(dst, msgUnknown, clip(p.Path))
	case ProblemType:
		return fill(dst, msgMistyped, clip(p.Path), p.Type.String())
	case ProblemEnum:
		return appendListed(fill(dst, msgInvalid, p.bareGot(), clip(p.Path)), p.Allowed)
	case ProblemRule:
		if p.Rule != "" {
			return fill(dst, msgBroken, clip(p.Path), p.Want)
		}
	}
	return append(dst, p.Want...)
}

// listed joins allowed values for a sentence; the schema has all of them.
func listed(values []string) string { return string(appendListed(nil, values)) }

func appendListed(dst []byte, values []string) []byte {
	for i, v := range values[:min(len(values), maxListed)] {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, v...)
	}
	if n := len(values) - maxListed; n > 0 {
		dst = fmt.Appendf(dst, msgMoreListed, n)
	}
	return dst
}

// bareGot is Got without the quotes of a string.
func (p Problem) bareGot() string {
	if n := len(p.Got); n >= 2 && p.Got[0] == '"' && p.Got[n-1] == '"' {
		return p.Got[1 : n-1]
	}
	return p.Got
}

// Explain returns Message with what came, what is wanted and what is near it: all that a model needs to mend the argument.
func (p Problem) Explain() string { return p.explain("") }

// explain is Explain; first is the place whose line has told the same list of allowed values, if there is one.
func (p Problem) explain(first string) string {
	own := p.Kind == ProblemRule && p.Rule == ""
	line := p.Message()
	switch {
	case own:
		line = p.ownSentence()
	case p.Kind == ProblemEnum && first != "":
		line = sprintf(msgInvalidLike, p.bareGot(), clip(p.Path), clip(first))
	}
	switch {
	case p.Got == "" || p.Kind == ProblemEnum:
	case own:
		line += sprintf(msgGotCheck, p.Got)
	default:
		line += sprintf(msgGot, p.Got)
	}
	if p.keys != "" {
		line += sprintf(msgFromKeys, clip(p.keys))
	}
	if p.Want != "" && p.Kind == ProblemType {
		line += sprintf(msgWant, p.Want)
	}
	if len(p.Allowed) > 0 && (own || p.Kind == ProblemType) {
		line += p.explainAllowed(own, first)
	}
	if p.Suggestion != "" && (p.Kind == ProblemEnum || p.Kind == ProblemType || own) && clip(p.Suggestion) == p.Suggestion { // a cut one is none
		line += sprintf(msgEnumNear, p.Suggestion)
	}
	return line
}

// explainAllowed lists the allowed values after another sentence. Those of an author's code may come from outside.
func (p Problem) explainAllowed(own bool, first string) string {
	switch {
	case first != "":
		return sprintf(msgAllowedLike, clip(first))
	case own:
		return sprintf(msgAllowed, clippedList(p.Allowed))
	case p.Type.kind == KindArray:
		return sprintf(msgAllowedEach, listed(p.Allowed))
	}
	return sprintf(msgAllowed, listed(p.Allowed))
}

// clippedList is listed for values of any length.
func clippedList(values []string) string {
	var short []string
	size := 0
	for _, v := range values {
		v = clip(v)
		if size += len(v); size > maxSentences || len(short) == maxListed {
			return strings.Join(short, ", ") + sprintf(msgMoreListed, len(values)-len(short))
		}
		short = append(short, v)
	}
	return strings.Join(short, ", ")
}

// ownSentence is the author's sentence made fit to be gone on with; it need neither be there nor name the parameter.
func (p Problem) ownSentence() string {
	line := clipSentences(p.Want)
	switch {
	case line == "" && p.Path == "":
		line = msgRefusedCall
	case line == "":
		line = sprintf(msgRefused, clip(p.Path))
	case p.Path != "" && !mentions(line, p.Path):
		line = sprintf(msgAbout, clip(p.Path)) + line
	}
	if p.Got != "" || len(p.Allowed) > 0 || p.Suggestion != "" {
		line = strings.TrimSuffix(line, ".")
	}
	return line
}

// mentions reports whether text has name as a word of its own.
func mentions(text, name string) bool {
	inWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		left, _ := utf8.DecodeLastRuneInString(text[:at+i])
		at += i + len(name)
		right, _ := utf8.DecodeRuneInString(text[at:])
		if !inWord(left) && !inWord(right) {
			return true
		}
	}
}

// Coercion reports a value that only Lenient or an absent word accepted.
type Coercion struct {
	Param string // the top-level parameter
	Path  string // the place: Param, or below it
	Got   string // what came, as shortened JSON
	Type  string // the type it was read as; empty if it was taken as absent
	More  int    // on the 1,000th of a call: how many came after it, which are counted but not listed
}

// shorten shortens a JSON value for a message: scalars as they came, the others by name.
func shorten(k scan.Kind, raw []byte) string {
	switch k {
	case scan.ObjectStart, scan.ArrayStart:
		return k.Name()
	case scan.String:
		if len(raw) <= echo.Most && bytes.IndexByte(raw, '\\') < 0 && !bytes.ContainsFunc(raw, echo.Unseen) {
			return string(raw) // quotes and all
		}
		text, _ := scan.Text(raw, nil)
		return quoteText(text)
	}
	return clip(string(raw[:min(len(raw), echo.Most+1)]))
}

// quoteText quotes a decoded text, cut before it is copied.
func quoteText(text []byte) string {
	return `"` + clip(string(text[:min(len(text), (echo.Most+1)*utf8.UTFMax)])) + `"`
}

// shortenValue shortens a bound value for a message.
func shortenValue(v reflect.Value) string {
	if d, ok := v.Interface().(time.Duration); ok && d < 0 {
		return d.String() // it has no ISO 8601 text
	}
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return sprintf(msgItems, v.Len())
	}
	raw, err := canonicalJSON(v, 0)
	if err != nil {
		return v.Kind().String()
	}
	return shorten(firstKind(raw), raw)
}
