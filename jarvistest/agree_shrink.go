// Shrinking: the shortest arguments that still show a finding.

package jarvistest

import (
	"encoding/json"
	"slices"
	"strings"
)

const mostShrinks = 400 // texts tried for one finding

// shrink looks for shorter arguments with the same finding. Of these nothing is known by how they were made, so a finding that needs
// such knowledge keeps its arguments.
func (s *subject) shrink(f failure) sample {
	best, left := f.sample, mostShrinks
	wrong := func(text string) bool {
		left--
		_, found := s.check(sample{text: []byte(text)})
		return slices.ContainsFunc(found, func(other finding) bool { return other.symptom == f.symptom })
	}
	if !wrong(string(best.text)) {
		return best
	}
	text := string(best.text)
	for changed := true; changed && left > 0; {
		changed = false
		for _, shorter := range reductions(text) {
			if left > 0 && len(shorter) < len(text) && wrong(shorter) {
				text, changed = shorter, true
				break
			}
		}
	}
	return sample{text: []byte(text)}
}

// reductions lists simpler texts, those that leave out most first.
func reductions(text string) (list []string) {
	if !json.Valid([]byte(text)) {
		return chunks(text)
	}
	trimmed := strings.Trim(text, " \t\r\n")
	if trimmed != text {
		list = append(list, trimmed)
	}
	return append(list, reductionsOf(json.RawMessage(trimmed))...)
}

// reductionsOf simplifies one JSON value: an object or array without one of its parts, or with a simpler one, and shorter scalars.
func reductionsOf(raw json.RawMessage) (list []string) {
	switch {
	case len(raw) == 0:
	case raw[0] == '{':
		keys, values := pairs(raw)
		for i := range keys {
			list = append(list, joinPairs(slices.Delete(slices.Clone(keys), i, i+1), slices.Delete(slices.Clone(values), i, i+1)))
		}
		for i := range values {
			for _, simpler := range reductionsOf(values[i]) {
				other := slices.Clone(values)
				other[i] = json.RawMessage(simpler)
				list = append(list, joinPairs(keys, other))
			}
		}
		list = append(list, joinPairs(keys, values))
	case raw[0] == '[':
		var parts []json.RawMessage
		_ = json.Unmarshal(raw, &parts) // it is valid
		for i := range parts {
			list = append(list, joinParts(slices.Delete(slices.Clone(parts), i, i+1)))
		}
		for i := range parts {
			for _, simpler := range reductionsOf(parts[i]) {
				other := slices.Clone(parts)
				other[i] = json.RawMessage(simpler)
				list = append(list, joinParts(other))
			}
		}
	case raw[0] == '"' && len(raw) > 2:
		list = append(list, `""`, `"a"`)
		var text string
		if json.Unmarshal(raw, &text) == nil {
			runes := []rune(text)
			for n := len(runes) / 2; n > 0; n /= 2 {
				list = append(list, quote(nil, string(runes[n:])), quote(nil, string(runes[:len(runes)-n])))
			}
		}
	case len(raw) > 1 && raw[0] != 't' && raw[0] != 'f' && raw[0] != 'n':
		list = append(list, "0", "1", "-1")
	}
	return list
}

// pairs splits an object with its repeated keys.
func pairs(raw json.RawMessage) (keys []string, values []json.RawMessage) {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	_, _ = dec.Token() // the brace
	for dec.More() {
		tok, _ := dec.Token()
		key, _ := tok.(string)
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil, nil
		}
		keys, values = append(keys, key), append(values, value)
	}
	return keys, values
}

func joinPairs(keys []string, values []json.RawMessage) string {
	parts := make([]string, len(keys))
	for i := range keys {
		parts[i] = quote(nil, keys[i]) + ":" + string(values[i])
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func joinParts(parts []json.RawMessage) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = string(part)
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// chunks lists a text without one of its pieces, from halves down to bytes.
func chunks(text string) (list []string) {
	for size := len(text) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(text); at += size {
			list = append(list, text[:at]+text[at+size:])
		}
	}
	return list
}
