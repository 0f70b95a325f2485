// Templates: sentences with places for arguments, as the files of commands have them.

package commands

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// template is a sentence in pieces.
type template []piece

// piece is a text that stays, or the place of a parameter.
type piece struct{ text, param string }

// parseTemplate reads a sentence in which {name} is a place and {{ and }} are braces.
func parseTemplate(text string) (t template, mistakes []error) {
	if strings.TrimSpace(text) == "" {
		return nil, []error{errors.New("say: it is empty")}
	}
	for text != "" {
		at := strings.IndexAny(text, "{}")
		if at < 0 {
			return append(t, piece{text: text}), mistakes
		}
		t = append(t, piece{text: text[:at]})
		brace, rest := text[at:at+1], text[at+1:]
		name, after, closed := strings.Cut(rest, "}")
		switch {
		case strings.HasPrefix(rest, brace):
			t, text = append(t, piece{text: brace}), rest[1:]
			continue
		case brace == "}":
			mistakes = append(mistakes, fmt.Errorf("say: a } closes nothing after %q; write }} for a brace", text[:at]))
			text = rest
			continue
		case !closed:
			return nil, append(mistakes, fmt.Errorf("say: {%s is not closed; write {{ for a brace", rest))
		case name == "":
			mistakes = append(mistakes, errors.New("say: {} names no parameter"))
		}
		t, text = append(t, piece{param: name}), after
	}
	return t, mistakes
}

// check reports the places that could not be filled in at every call.
func (t template) check(params *jarvis.Parameters) (mistakes []error) {
	for _, p := range t {
		if p.param == "" {
			continue
		}
		var declared jarvis.Parameter
		known := false
		if params != nil {
			declared, known = params.Lookup(p.param)
		}
		_, hasDefault := declared.Default()
		switch typ := declared.Type().String(); {
		case !known:
			mistakes = append(mistakes, fmt.Errorf("say: there is no parameter for {%s}", p.param))
		case strings.HasPrefix(typ, "array") && typ != "array<string>" || typ == "dict":
			mistakes = append(mistakes, fmt.Errorf("say: {%s} is of type %s, which cannot be spoken", p.param, typ))
		case !declared.Required() && !hasDefault:
			mistakes = append(mistakes, fmt.Errorf("say: {%s} may be left out of a call; make it required or give it a default", p.param))
		}
	}
	return mistakes
}

// fill puts the arguments into their places. What they hold is not looked at for further places.
func (t template) fill(args jarvis.Values) string {
	var out strings.Builder
	for _, p := range t {
		out.WriteString(p.text)
		if value, ok := args.Lookup(p.param); ok {
			out.WriteString(spokenValue(value))
		}
	}
	return out.String()
}

// spokenValue writes an argument for a sentence.
func spokenValue(value any) string {
	switch v := value.(type) {
	case float64:
		return number(v)
	case time.Duration:
		if v == 0 {
			return "0 seconds"
		}
		return spokenDuration(v)
	case time.Time:
		return v.Format("15:04 on Monday, January 2")
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(value) // a string, int, bool, Date or TimeOfDay
}
