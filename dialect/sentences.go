// Sentences: what keywords mean, for a model that is not told them in the schema.

package dialect

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/prose"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// annotations are the keywords that say nothing about which values are right.
var annotations = map[string]bool{
	"title": true, "description": true, "default": true, "examples": true, "example": true, "deprecated": true, "readOnly": true, "writeOnly": true,
	"$comment": true, "$schema": true, "$id": true, "$anchor": true, "contentEncoding": true, "contentMediaType": true, "contentSchema": true,
}

// counted are the sentences of bounds, with %s for the number.
var counted = map[string]string{
	"minimum": msgMinimum, "maximum": msgMaximum, "exclusiveMinimum": msgExclusiveMinimum, "exclusiveMaximum": msgExclusiveMaximum,
	"multipleOf": msgMultipleOf, "minLength": msgMinLength, "maxLength": msgMaxLength, "minItems": msgMinItems, "maxItems": msgMaxItems,
	"minProperties": msgMinProperties, "maxProperties": msgMaxProperties,
}

// sayingOrder is the order of sentences where it is not that of the keywords: lower bounds come before upper ones.
var sayingOrder = map[string]int{
	"maximum": 1, "exclusiveMaximum": 1, "maxLength": 1, "maxItems": 1, "maxProperties": 1, "uniqueItems": 2, "multipleOf": 2, "pattern": 2,
	"default": 3, "examples": 3, "example": 3,
	"then": 4, "else": 4, "minContains": 4, "maxContains": 4, "items": 4, "additionalProperties": 4, // after what they belong to
	"unevaluatedProperties": 5, "unevaluatedItems": 5,
}

// silent are the keywords of which a model need not know when they cannot be said.
var silent = map[string]bool{
	"type": true, "readOnly": true, "writeOnly": true, "$comment": true, "$schema": true, "$id": true, "$anchor": true, "required": true,
	"propertyOrdering": true, "contentSchema": true,
	"then": true, "else": true, "minContains": true, "maxContains": true, // without what they belong to
}

// sentence says what a keyword means; "" if that is nothing to a model. worded is false if no sentence can: the keyword has to be
// shown as it is.
func (s *schema) sentence(name string, v *doc) (text string, worded bool) {
	switch {
	case silent[name] || strings.HasPrefix(name, "x-") || strings.HasPrefix(name, "_"):
		return "", true
	case counted[name] != "":
		return s.countedKeys(name, countedSentence(counted[name], v)), v.is(scan.Number)
	case name == "pattern":
		return fmt.Sprintf(msgPattern, patternText(v.text())), v.is(scan.String)
	case name == "not":
		return notSentence(v)
	case name == "anyOf":
		return s.requiredSentence(msgAnyRequired, v)
	case name == "oneOf":
		return s.requiredSentence(msgOneRequired, v)
	case name == "items" && v.is(scan.False) && s.get("prefixItems") == nil:
		return fmt.Sprintf(msgMaxItems, "0"), true
	case noMore[name] != "" && v.is(scan.False):
		return noMore[name], true
	case noMore[name] != "" && v.is(scan.True), name == "additionalProperties" && v.isBool():
		return "", true
	case roles[name] != noSchema || limiting[name]:
		return "", false
	}
	return s.noteSentence(name, v), true
}

// noMore are the sentences of keywords that are false: nothing is taken beside what is declared.
var noMore = map[string]string{"unevaluatedProperties": msgNoKeys, "unevaluatedItems": msgNoItems, "items": msgNoItems}

// limiting are the keywords, besides those with schemas, that limit values and have no sentence of their own.
var limiting = map[string]bool{"dependentRequired": true, "dependencies": true}

// noteSentence says what a keyword means that lists values or tells about them; "" for one that is not known.
func (s *schema) noteSentence(name string, v *doc) string {
	switch name {
	case "format":
		return formatSentence(v.text())
	case "enum":
		return listSentence(msgOneOf, msgNever, v.list)
	case "const":
		return fmt.Sprintf(msgConst, valueText(v))
	case "default":
		return fmt.Sprintf(msgDefault, valueText(v))
	case "examples":
		return listSentence(msgExamples, "", v.list)
	case "example":
		return fmt.Sprintf(msgExamples, valueText(v))
	case "title":
		return titleSentence(v.text(), s.get("description").text())
	case "deprecated", "uniqueItems", "nullable":
		if v.is(scan.True) {
			return flags[name]
		}
	case "contentEncoding":
		return textSentence(msgEncoding, v.text())
	case "contentMediaType":
		return textSentence(msgMediaType, v.text())
	}
	return ""
}

// flags are the sentences of keywords that are true.
var flags = map[string]string{"deprecated": msgDeprecated, "uniqueItems": msgUnique, "nullable": msgNullable}

// notSentence says which values are wrong, if they are listed.
func notSentence(v *doc) (text string, worded bool) {
	switch {
	case v.is(scan.ObjectStart) && len(v.members) == 0:
		return msgNever, true
	case v.get("enum") != nil && len(v.members) == 1:
		return listSentence(msgNot, "", v.get("enum").list), true
	case v.get("const") != nil && len(v.members) == 1:
		return fmt.Sprintf(msgNot, valueText(v.get("const"))), true
	}
	return "", false
}

// requiredSentence says of which properties one is needed, if alternatives say no more.
func (s *schema) requiredSentence(format string, v *doc) (text string, worded bool) {
	if v.is(scan.ArrayStart) && len(v.list) == 0 {
		return msgNever, true
	}
	names := onlyRequired(v)
	if names == nil {
		return "", false
	}
	for i := range names {
		names[i] = s.at.shownName(names[i])
	}
	return fmt.Sprintf(format, strings.Join(names, ", ")), true
}

// onlyRequired returns the names if every alternative does no more than require one.
func onlyRequired(union *doc) (names []string) {
	for _, d := range union.list {
		required := d.get("required").texts()
		if len(d.members) != 1 || len(required) != 1 {
			return nil
		}
		names = append(names, required[0])
	}
	return names
}

func countedSentence(format string, v *doc) string {
	n := string(v.json())
	if n == "1" {
		format = strings.NewReplacer("characters", "character", "items", "item", "keys", "key").Replace(format)
	}
	if n == "0" && (format == msgMinLength || format == msgMinItems || format == msgMinProperties) {
		return ""
	}
	return fmt.Sprintf(format, n)
}

// countedKeys is the sentence of a number of keys where those with null are none.
func (s *schema) countedKeys(name, sentence string) string {
	if sentence == "" || !s.rules.nullOut || name != "minProperties" && name != "maxProperties" {
		return sentence
	}
	if one, ok := strings.CutSuffix(sentence, " key."); ok {
		return one + msgKeyNotNull
	}
	return strings.TrimSuffix(sentence, ".") + msgNotNull
}

func titleSentence(title, description string) string {
	if !hasWord(title) || strings.Contains(strings.ToLower(description), strings.ToLower(title)) {
		return ""
	}
	return prose.End(title)
}

func formatSentence(format string) string {
	if text := formatSentences[format]; text != "" {
		return text
	}
	return textSentence(msgFormat, format)
}

// textSentence is a sentence with a text in it; "" if there is none.
func textSentence(format, t string) string {
	if t == "" {
		return ""
	}
	return fmt.Sprintf(format, t)
}

// listSentence is a sentence with values in it, or the one for none.
func listSentence(format, none string, list []*doc) string {
	if len(list) == 0 {
		return none
	}
	return fmt.Sprintf(format, valueList(list))
}

// valueList writes values with commas between them.
func valueList(list []*doc) string {
	var out []string
	for _, d := range list {
		out = append(out, valueText(d))
	}
	return strings.Join(out, ", ")
}

// valueText writes a value for a sentence: plain words as they are, everything else as JSON.
func valueText(d *doc) string {
	if t := d.text(); plainWords.MatchString(t) && !looksTyped(t) {
		return t
	}
	return string(d.json())
}

// plainWords matches texts that end where they seem to in a sentence: words between single spaces, and in them marks such as those
// of times, paths and addresses.
var plainWords = regexp.MustCompile(`^[\pL\pM\pN_-]+(?:[ .:/@+]?[\pL\pM\pN_-]+)*$`)

// patternText writes a regular expression between backquotes, which need no escapes, or as JSON if it has one itself.
func patternText(pattern string) string {
	if strings.ContainsFunc(pattern, func(c rune) bool { return c == '`' || !unicode.IsPrint(c) }) || pattern == "" {
		return string(scan.AppendQuoted(nil, pattern))
	}
	return "`" + pattern + "`"
}

// looksTyped reports whether a text could be taken for another JSON value.
func looksTyped(t string) bool {
	return !wellFormed([]byte(`"`+t+`"`), scan.String) || wellFormed([]byte(t), scan.Null)
}

// says reports whether a description has the sentence already, as the end of a longer one too. Where a sentence begins there may be
// a small letter; the rest is compared as it is, since values differ by case. What has no word says nothing, wherever it stands.
func says(description, sentence string) bool {
	if !hasWord(sentence) {
		return true
	}
	if description == "" {
		return false // most often, and the sentence may be long
	}
	want := strings.TrimSuffix(sentence, ".")
	first, size := utf8.DecodeRuneInString(want)
	lower, rest := unicode.ToLower(first), want[size:]
	brief := isBrief(want)
	for from := 0; ; {
		i := strings.Index(description[from:], rest)
		if i < 0 {
			return false
		}
		i += from
		c, n := utf8.DecodeLastRuneInString(description[:i])
		before := description[:i-n]
		if n > 0 && unicode.ToLower(c) == lower && wordEnds(before, description[i+len(rest):]) && (!brief || startsSentence(before)) {
			return true
		}
		if from = i + 1; from > len(description) {
			return false
		}
	}
}

func hasWord(t string) bool { return strings.ContainsFunc(t, isWordRune) }

// lowerFirst writes a sentence as it goes on after a colon.
func lowerFirst(sentence string) string {
	first, size := utf8.DecodeRuneInString(sentence)
	return string(unicode.ToLower(first)) + sentence[size:]
}

// isBrief reports whether a sentence is one or two words, which a longer one may have in passing: "Not deprecated."
func isBrief(sentence string) bool {
	return strings.Count(sentence, " ") < 2 && !strings.Contains(sentence, ": ")
}

// startsSentence reports whether a sentence, or a part of one that stands for itself, can begin after the text.
func startsSentence(before string) bool {
	t := strings.TrimRight(before, " \t\"'“‘«")
	last, _ := utf8.DecodeLastRuneInString(t)
	return t == "" || prose.Ends(t) || prose.Announces(t) || strings.ContainsRune(";；([\r\n", last)
}

// wordEnds reports whether a text between others begins with a word and ends with a sentence, or with a part of one.
func wordEnds(before, after string) bool {
	if first, _ := utf8.DecodeLastRuneInString(before); isWordRune(first) {
		return false
	}
	return sentenceEnd.MatchString(after)
}

// sentenceEnd matches what may follow the last word of a sentence, or of a part of one that stands for itself.
var sentenceEnd = regexp.MustCompile(`^["'”’»]*(?:$|[\r\n)\]]|[.!?;]["'”’»)\]]*(?:\s|$)|[。！？；])`)

func isWordRune(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c))
}
