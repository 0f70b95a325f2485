// The lists of answers, read one element at a time: a list of millions of nothings must not become millions of values.

package llm

import (
	"encoding/json"
	"errors"
	"iter"
	"strings"
)

// maxChoices bounds the choices of an answer. One is asked for; no server gives more than this if asked for many.
const maxChoices = 128

var (
	errManyChoices = tooMany(sprintf(msgManyChoices, maxChoices))
	errManyCalls   = tooMany(sprintf(msgManyCalls, maxCalls))
	errContent     = errors.New(msgShapeContent)
)

// tooMany is the error of a list that is too long.
type tooMany string

func (e tooMany) Error() string { return string(e) }
func (e tooMany) Unwrap() error { return ErrTooLarge }

// elements returns the elements of a valid JSON list without copying them.
func elements(list []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		depth, begin, quoted := 0, -1, false
		for i := 0; i < len(list); i++ {
			c := list[i]
			switch {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '[' || c == '{':
				depth++
			case (c == ',' || c == ']') && depth == 1:
				if begin >= 0 && !yield(trimSpace(list[begin:i])) {
					return
				}
				begin = -1
				continue
			case c == ']' || c == '}':
				depth--
			}
			if begin < 0 && i > 0 && !isSpace(c) {
				begin = i
			}
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// trimSpace takes the white space of JSON away from the end of a text that begins with none.
func trimSpace(text []byte) []byte {
	for len(text) > 0 && isSpace(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// notList returns the error of a value that should be a list.
func notList(raw []byte) error { return json.Unmarshal(raw, new([]struct{})) }

// wireChoices are the choices of an answer.
type wireChoices []wireChoice

// UnmarshalJSON reads a list of at most maxChoices.
func (l *wireChoices) UnmarshalJSON(raw []byte) error {
	*l = nil
	if raw[0] != '[' {
		return notList(raw)
	}
	for element := range elements(raw) {
		if len(*l) == maxChoices {
			return errManyChoices
		}
		*l = append(*l, wireChoice{})
		if err := json.Unmarshal(element, &(*l)[len(*l)-1]); err != nil {
			return err
		}
	}
	return nil
}

// wireCalls are the calls of a turn.
type wireCalls []wireCall

// UnmarshalJSON reads a list of at most maxCalls, without those that are null. An empty object or text is none, as from servers
// whose templates have no lists.
func (l *wireCalls) UnmarshalJSON(raw []byte) error {
	*l = nil
	if raw[0] != '[' {
		if text := strings.Join(strings.Fields(string(raw[:min(len(raw), maxCode)])), ""); text == "{}" || text == `""` {
			return nil
		}
		return notList(raw)
	}
	n := 0
	for element := range elements(raw) {
		if n++; n > maxCalls {
			return errManyCalls
		}
		if element[0] == 'n' {
			continue
		}
		*l = append(*l, wireCall{})
		if err := json.Unmarshal(element, &(*l)[len(*l)-1]); err != nil {
			return err
		}
	}
	return nil
}

// wireContent is what is said and what is thought: a string, null, or a list of parts.
type wireContent struct{ said, thought string }

// UnmarshalJSON reads any of these.
func (c *wireContent) UnmarshalJSON(raw []byte) error {
	*c = wireContent{}
	switch raw[0] {
	case 'n':
		return nil
	case '"':
		return json.Unmarshal(raw, &c.said)
	case '[':
		var said, thought strings.Builder
		for part := range elements(raw) {
			readPart(part, &said, &thought)
		}
		*c = wireContent{said.String(), thought.String()}
		return nil
	}
	return errContent
}

// wirePart is one element of a content that is a list.
type wirePart struct {
	Type     lenientText  `json:"type"`
	Text     lenientText  `json:"text"`
	Refusal  lenientText  `json:"refusal"`
	Thinking wireThinking `json:"thinking"`
}

// readPart reads an element of a list: a text, a refusal, a thought, or a bare string. Others, such as images, are left out.
func readPart(raw []byte, said, thought *strings.Builder) {
	switch raw[0] {
	case '"':
		var plain string
		_ = json.Unmarshal(raw, &plain)
		said.WriteString(plain)
	case '{':
		var p wirePart
		_ = json.Unmarshal(raw, &p)
		switch p.Type {
		case "text", "output_text", "":
			said.WriteString(string(p.Text))
		case "refusal":
			said.WriteString(string(p.Refusal))
		case "thinking":
			thought.WriteString(string(p.Thinking))
		}
	}
}

// wireThinking is the text of a list of thoughts, as Mistral has them.
type wireThinking string

// UnmarshalJSON reads a list and leaves all else alone.
func (t *wireThinking) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		return nil
	}
	var text strings.Builder
	for element := range elements(raw) {
		var p struct {
			Text lenientText `json:"text"`
		}
		_ = json.Unmarshal(element, &p)
		text.WriteString(string(p.Text))
	}
	*t = wireThinking(text.String())
	return nil
}
