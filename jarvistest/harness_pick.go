// Which call of an answer counts.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// pick returns the call that counts, or nil: the first, if it was not refused; by lenient rules the first of the expected name,
// and one that stands in the text.
func (r *Rules) pick(a *Answer, expected string) *jarvis.Call {
	if r.Lenient {
		for i := range a.Calls {
			if a.Calls[i].Name == expected {
				return &a.Calls[i]
			}
		}
	}
	if len(a.Calls) > 0 {
		return &a.Calls[0]
	}
	if r.Lenient {
		return callInText(a.Text)
	}
	return nil
}

// Limits of the search for a call in a text.
const (
	maxSearched = 64 << 10
	maxTries    = 32
)

// callInText finds the first JSON object of a text that is a call.
func callInText(text string) *jarvis.Call {
	if len(text) > maxSearched {
		return nil
	}
	for range maxTries {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			return nil
		}
		text = text[at:]
		if call := callAt(text); call != nil {
			return call
		}
		text = text[1:]
	}
	return nil
}

func callAt(text string) *jarvis.Call {
	var found struct {
		Name       string          `json:"name"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
	}
	if json.NewDecoder(strings.NewReader(text)).Decode(&found) != nil || found.Name == "" {
		return nil
	}
	for _, args := range []json.RawMessage{found.Arguments, found.Parameters} {
		call := &jarvis.Call{Name: found.Name, Arguments: args}
		if _, ok := argumentsOf(*call); ok && args != nil {
			return call
		}
	}
	return nil
}

// argumentsOf reads the arguments of a call: a JSON object, a text that holds one, or nothing.
func argumentsOf(call jarvis.Call) (args map[string]any, ok bool) {
	raw := bytes.TrimSpace(call.Arguments)
	if len(raw) > 0 && raw[0] == '"' {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return nil, false
		}
		raw = bytes.TrimSpace([]byte(text))
	}
	if len(raw) == 0 || string(raw) == "null" {
		return map[string]any{}, true
	}
	if !json.Valid(raw) {
		return nil, false
	}
	return decodedObject(raw)
}
