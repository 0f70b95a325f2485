// Sentences: what keywords mean, for a model that is not told them in the schema.

package dialect

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// sentence says what a keyword means; "" if that is nothing to a model.
func (s *schema) sentence(name string, v *doc) string {
	if format := counted[name]; format != "" {
		return countedSentence(format, v)
	}
	switch name {
	case "pattern":
		if !v.is(scan.String) {
			break
		}
		return fmt.Sprintf(msgPattern, v.text())
	case "format":
		return formatSentence(v.text())
	case "enum":
		return fmt.Sprintf(msgOneOf, valueList(v.list))
	case "const":
		return fmt.Sprintf(msgConst, valueText(v))
	case "default":
		return fmt.Sprintf(msgDefault, valueText(v))
	case "examples":
		return fmt.Sprintf(msgExamples, valueList(v.list))
	case "example":
		return fmt.Sprintf(msgExamples, valueText(v))
	case "title":
		return titleSentence(v.text(), s.get("description").text())
	case "deprecated", "uniqueItems":
		return flagSentence(name, v)
	case "contentEncoding":
		return fmt.Sprintf(msgEncoding, v.text())
	case "contentMediaType":
		return fmt.Sprintf(msgMediaType, v.text())
	}
	return s.structureSentence(name, v)
}

// structureSentence says what a keyword with schemas means.
func (s *schema) structureSentence(name string, v *doc) string {
	switch {
	case silent[name] || strings.HasPrefix(name, "x-") || strings.HasPrefix(name, "_"):
		return ""
	case name == "not" && v.is(scan.ObjectStart) && len(v.members) == 0:
		return msgNever
	case name == "not" && v.get("enum") != nil && len(v.members) == 1:
		return fmt.Sprintf(msgNot, valueList(v.get("enum").list))
	case name == "not" && v.get("const") != nil && len(v.members) == 1:
		return fmt.Sprintf(msgNot, valueText(v.get("const")))
	case name == "unevaluatedProperties" && v.is(scan.False):
		return msgNoKeys
	case name == "unevaluatedItems" && v.is(scan.False):
		return msgNoItems
	case roles[name] == restSchema && v.isBool(), name == "unevaluatedItems" && v.isBool(), !known[name] && roles[name] == noSchema:
		return ""
	case name == "anyOf" && onlyRequired(v) != nil:
		names := onlyRequired(v)
		for i := range names {
			names[i] = s.at.shownName(names[i])
		}
		return fmt.Sprintf(msgAnyRequired, strings.Join(names, ", "))
	}
	return s.schemaSentence([]string{name})
}

// known are the keywords, besides those with schemas, that limit values and have no sentence of their own.
var known = map[string]bool{
	"pattern": true, "dependentRequired": true, "dependencies": true, "additionalItems": true,
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

func flagSentence(name string, v *doc) string {
	switch {
	case !v.is(scan.True):
		return ""
	case name == "deprecated":
		return msgDeprecated
	}
	return msgUnique
}

func titleSentence(title, description string) string {
	if title == "" || strings.Contains(strings.ToLower(description), strings.ToLower(title)) {
		return ""
	}
	return asSentence(title)
}

// asSentence ends a text as a sentence, if it does not end as one.
func asSentence(t string) string {
	if t = strings.TrimRight(t, " \t\r\n"); t != "" && !endsSentence(t) {
		t += "."
	}
	return t
}

func formatSentence(format string) string {
	if text := formatSentences[format]; text != "" {
		return text
	}
	return fmt.Sprintf(msgFormat, format)
}

// valueList writes values with commas between them.
func valueList(list []*doc) string {
	var out []string
	for _, d := range list {
		out = append(out, valueText(d))
	}
	return strings.Join(out, ", ")
}

// valueText writes a value for a sentence: a string as it is where that can be read, everything else as JSON.
func valueText(d *doc) string {
	t := d.text()
	plain := func(c rune) bool { return unicode.IsPrint(c) && c != ',' && c != '"' }
	ambiguous := t == "" || strings.TrimSpace(t) != t || strings.ContainsFunc(t, func(c rune) bool { return !plain(c) }) || looksTyped(t)
	if d.is(scan.String) && !ambiguous {
		return t
	}
	return string(d.json())
}

// looksTyped reports whether a text could be taken for another JSON value.
func looksTyped(t string) bool {
	return !wellFormed([]byte(`"`+t+`"`), scan.String) || wellFormed([]byte(t), scan.Null)
}

// endsSentence reports whether a text ends as a sentence does, quotes and brackets after the mark included.
func endsSentence(t string) bool {
	t = strings.TrimRight(t, `"'”’»)]`)
	last, _ := utf8.DecodeLastRuneInString(t)
	return strings.ContainsRune(".!?…。！？", last)
}

// says reports whether a description has the sentence already, in whatever case, as the beginning or end of a longer one too.
func says(description, sentence string) bool {
	text, want := strings.ToLower(description), strings.ToLower(strings.TrimSuffix(sentence, "."))
	for from := 0; ; {
		i := strings.Index(text[from:], want)
		if i < 0 {
			return false
		}
		i += from
		if wordEnds(text[:i], text[i+len(want):]) {
			return true
		}
		from = i + 1
	}
}

// wordEnds reports whether what stands before and after a text does not make it part of another word or number.
func wordEnds(before, after string) bool {
	first, _ := utf8.DecodeLastRuneInString(before)
	next, size := utf8.DecodeRuneInString(after)
	if isWordRune(first) || isWordRune(next) {
		return false
	}
	beyond, _ := utf8.DecodeRuneInString(after[size:])
	return !slices.Contains([]rune{'.', ','}, next) || !unicode.IsDigit(beyond)
}

func isWordRune(c rune) bool {
	return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c))
}
