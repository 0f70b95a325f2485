// Refusals: what a response says that a command refuses, and whether a new pick is allowed.

package toolcall

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// refusal is one entry of a validation error.
type refusal struct {
	param   string
	message string
	values  []string // the allowed ones, if they are named
}

func (r refusal) hasValues() bool { return len(r.values) > 0 }

// isOpen reports whether nothing says what would be allowed.
func (r refusal) isOpen() bool { return !r.hasValues() }

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
		r.values = valueTexts(entry["valid_values"])
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
	var found []map[string]any
	switch list := v.(type) {
	case []jarvis.RefusedArgument:
		for _, e := range list {
			found = append(found, map[string]any{"param": e.Param, "message": e.Message, "valid_values": e.ValidValues})
		}
		return found
	case []map[string]any:
		return list
	}
	list, _ := v.([]any)
	for _, e := range list {
		if entry, ok := e.(map[string]any); ok {
			found = append(found, entry)
		}
	}
	return found
}

// valueTexts returns the texts of a list, and numbers and booleans as their JSON text. What has no such text is left out.
func valueTexts(v any) []string {
	if list, ok := v.([]string); ok {
		return list
	}
	raw, err := plainJSON(v)
	var list []json.RawMessage
	if err != nil || json.Unmarshal(raw, &list) != nil {
		return nil
	}
	var found []string
	for _, e := range list {
		switch kindOf(e) {
		case 'n', '[', '{':
		default:
			found = append(found, literal(e))
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
	text := literal(raw)
	return slices.ContainsFunc(values, func(v string) bool { return v == text || kindOf(raw) != '"' && sameNumber(v, text) })
}

// argumentsOf decodes the arguments of a call. Members that are null are absent.
func argumentsOf(c Call) map[string]any {
	args := map[string]any{}
	dec := json.NewDecoder(bytes.NewReader(plainArguments(c.Arguments)))
	dec.UseNumber()
	_ = dec.Decode(&args) // the check has accepted them
	maps.DeleteFunc(args, func(_ string, v any) bool { return v == nil })
	return args
}

// exceptRefused returns arguments without the refused ones.
func exceptRefused(args map[string]any, refused []refusal) map[string]any {
	args = maps.Clone(args)
	for _, r := range refused {
		delete(args, r.param)
	}
	return args
}

// sameJSON reports whether two decoded values are the same, numbers by their value.
func sameJSON(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || sameNumber(string(a), string(b)))
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, sameJSON)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, sameJSON)
	}
	return a == b
}

// sameNumber reports whether two texts are JSON numbers of the same value.
func sameNumber(a, b string) bool {
	x, ok := decimalOf(a)
	y, ok2 := decimalOf(b)
	return ok && ok2 && x == y
}

// decimal is a number as its digits without zeros around them, and the exponent of the last one.
type decimal struct {
	minus    bool
	digits   string
	exponent int
}

// decimalOf takes a JSON number apart. It is not ok for anything else or an exponent beyond all sense.
func decimalOf(text string) (d decimal, ok bool) {
	if !json.Valid([]byte(text)) || !strings.Contains("-0123456789", text[:1]) {
		return d, false
	}
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		n, err := strconv.Atoi(text[i+1:])
		if err != nil || n > maxExponent || n < -maxExponent {
			return d, false
		}
		d.exponent = n
	}
	mantissa, d.minus = strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exponent -= len(fraction)
	d.digits = strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(d.digits, "0")
	d.exponent += len(d.digits) - len(short)
	if d.digits = short; short == "" {
		return decimal{}, true
	}
	return d, true
}

const maxExponent = 1 << 30
