// Refusals: what a response says that a command refuses, and whether a new pick is allowed.

package toolcall

import (
	"encoding/json"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// refusal is one entry of a validation error.
type refusal struct {
	param   string
	message string
	values  []string // the allowed ones, if they are named
}

func (r refusal) hasValues() bool { return len(r.values) > 0 }

// fragment says what is refused.
func (r refusal) fragment(tool string) string {
	at := tool
	if r.param != "" {
		at += "." + clip(r.param)
	}
	switch {
	case r.hasValues():
		return sprintf(msgOneOf, at, clippedList(r.values))
	case r.message != "":
		return at + ": " + clip(sentence(r.message))
	}
	return sprintf(msgRefused, at)
}

const maxRefusals = 128

// refusalsOf reads the errors of a response that is a validation error: as jarvis.Invalid makes it, or as it comes from JSON.
func refusalsOf(resp *jarvis.Response) []refusal {
	if flag, _ := resp.ContextData["_validation_error"].(bool); !flag || resp.Success {
		return nil
	}
	var list []refusal
	for _, entry := range entries(resp.ContextData["errors"]) {
		var r refusal
		r.param, _ = entry["param"].(string)
		r.message, _ = entry["message"].(string)
		r.values = texts(entry["valid_values"])
		if list = append(list, r); len(list) == maxRefusals {
			break
		}
	}
	if list == nil {
		list = []refusal{{message: resp.ErrorDetails}} // refused all the same
	}
	return list
}

// entries returns the objects of a list.
func entries(v any) []map[string]any {
	if list, ok := v.([]map[string]any); ok {
		return list
	}
	list, _ := v.([]any)
	var found []map[string]any
	for _, e := range list {
		if entry, ok := e.(map[string]any); ok {
			found = append(found, entry)
		}
	}
	return found
}

// texts returns the texts of a list.
func texts(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	list, _ := v.([]any)
	var found []string
	for _, e := range list {
		if text, ok := e.(string); ok {
			found = append(found, text)
		}
	}
	return found
}

// allowed reports whether arguments have an allowed value wherever some are named. Of a list all elements count.
func allowed(args json.RawMessage, refused []refusal) bool {
	var given map[string]json.RawMessage
	if json.Unmarshal(plainArguments(args), &given) != nil {
		return false
	}
	for _, r := range refused {
		if r.hasValues() && !picks(given[r.param], r.values) {
			return false
		}
	}
	return true
}

// picks reports whether a value is one of those named, or a list of such.
func picks(raw json.RawMessage, values []string) bool {
	switch kindOf(raw) {
	case 0, 'n', '{':
		return false
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
			return false
		}
		return !slices.ContainsFunc(list, func(e json.RawMessage) bool { return kindOf(e) == '[' || !picks(e, values) })
	}
	return slices.Contains(values, literal(raw))
}
