// OpenAI: function tools of Chat Completions, and what plain ones take.

package dialect

import (
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// openAINames are the names of functions.
var openAINames = nameRule{more: "-", most: 64}

// openAI takes any JSON Schema of an object without anyOf, oneOf, allOf, not or enum at the top, where a command has none. Beyond
// that the API wants arrays with items, compiles patterns as Python does, and takes descriptions of functions up to 1,024
// characters: newer models take longer ones, but not all do.
//
// Sources: https://platform.openai.com/docs/api-reference/chat/create (tools),
// https://platform.openai.com/docs/guides/function-calling and the errors of the API.
var openAI = rules{
	tool:        openAINames,
	description: 1024,
	steps:       []func(*schema){older, portable},
	shape:       []func(*schema){elementsNeeded, noEmptyRequired},
	form:        openAIForm,
	tools:       128,
}

func openAIForm(f form) *doc {
	function := object(made, append(f.head(), member{"parameters", f.schema})...)
	if f.strict != nil {
		function.members = append(function.members, member{"strict", f.strict})
	}
	return object(made, member{"type", text(made, "function")}, member{"function", function})
}

// elementsNeeded writes the items that an array may have left out: any.
func elementsNeeded(s *schema) {
	if s.hasType("array") && s.get("items") == nil {
		s.set("items", object(s.pos))
	}
}

// noEmptyRequired leaves out a list that says nothing, costs a model tokens, and is not allowed in older drafts.
func noEmptyRequired(s *schema) {
	if v := s.get("required"); v.is(scan.ArrayStart) && len(v.list) == 0 {
		s.remove("required")
	}
}

// cutText cuts a text to so many characters, at the end of a sentence in its second half, else of a word.
func cutText(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	short := string(runes[:most])
	for i := len(short) - 2; i > len(short)/2; i-- {
		if strings.IndexByte(".!?", short[i]) >= 0 && strings.IndexByte(" \n\t", short[i+1]) >= 0 {
			return short[:i+1]
		}
	}
	short = string(runes[:most-1])
	if i := strings.LastIndexAny(short, " \n\t"); i > len(short)/2 {
		short = short[:i]
	}
	return strings.TrimRight(short, " \n\t,;:") + "…"
}
