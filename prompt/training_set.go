// Training set: the examples of commands as lines of chat messages.

package prompt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// WriteTrainingSet writes the examples of commands for fine-tuning, one JSON object a line, and returns how many lines were
// written in full:
//
//	{"messages":[{"role":"system","content":…},{"role":"user","content":…},{"role":"assistant","content":…}]}
//
// The system message is TrainingSystemPrompt of the provider, the user's the utterance of the example as it stands, without the
// suffix that the provider has put behind it when it asks, the assistant's TrainingCompletion of a call of the command. The
// arguments stand in the order of the declaration, keys that are not declared after them; date keys stay date keys.
//
// Examples are Spec.AdapterExamples; of commands that have none, Spec.Examples. They come in their order. The error is a
// *TrainingError for an example that cannot be written, that of w as it is, or one that says that there is no provider or
// definition; the lines before it are written. Source: the training methods of the original.
func WriteTrainingSet(w io.Writer, p Provider, defs ...*jarvis.Definition) (int, error) {
	if isNil(p) {
		return 0, errors.New(msgTrainingNoProvider)
	}
	set := trainingSet{provider: WithDefaults(p)}
	set.system = set.provider.TrainingSystemPrompt()
	written := 0
	for i, d := range defs {
		if d == nil {
			return written, fmt.Errorf(msgTrainingNil, i)
		}
		for j, e := range trainingExamples(d) {
			line, err := set.line(d, e)
			if err != nil {
				return written, &TrainingError{Command: d.Name(), Index: j, Utterance: e.Utterance, Err: err}
			}
			if _, err := w.Write(line); err != nil {
				return written, err
			}
			written++
		}
	}
	return written, nil
}

// TrainingError reports an example that cannot be written as training data.
type TrainingError struct {
	Command   string // the name of the tool
	Index     int    // of the example in its list
	Utterance string // of the example
	Err       error  // such as a *CompletionError
}

// Error names the command and the example and returns the text of the wrapped error.
func (e *TrainingError) Error() string {
	return fmt.Sprintf(msgTraining, e.Command, e.Index, echo.Cut(e.Utterance), e.Err)
}

// Unwrap returns what is wrong.
func (e *TrainingError) Unwrap() error { return e.Err }

func trainingExamples(d *jarvis.Definition) []jarvis.Example {
	spec := d.Spec()
	if len(spec.AdapterExamples) > 0 {
		return spec.AdapterExamples
	}
	return spec.Examples
}

// trainingSet is what all lines have in common.
type trainingSet struct {
	provider Complete
	system   string
}

type trainingLine struct {
	Messages [3]trainingMessage `json:"messages"`
}

type trainingMessage struct {
	Role    toolcall.Role `json:"role"`
	Content string        `json:"content"`
}

func (s trainingSet) line(d *jarvis.Definition, e jarvis.Example) ([]byte, error) {
	if !utf8.ValidString(e.Utterance) {
		return nil, errors.New(msgTrainingUTF8)
	}
	arguments, err := declaredOrder(d.Parameters(), e.Arguments)
	if err != nil {
		return nil, err
	}
	completion, err := s.provider.TrainingCompletion(toolcall.Call{Call: jarvis.Call{Name: d.Name(), Arguments: arguments}})
	if err != nil {
		return nil, err
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err = enc.Encode(trainingLine{[3]trainingMessage{
		{toolcall.RoleSystem, s.system}, {toolcall.RoleUser, e.Utterance}, {toolcall.RoleAssistant, completion},
	}})
	return line.Bytes(), err
}

// declaredOrder writes arguments in the order of their declaration, at every level that declares properties.
func declaredOrder(p *jarvis.Parameters, args jarvis.Args) (json.RawMessage, error) {
	raw, err := args.JSON()
	if err != nil {
		return nil, err
	}
	return orderObject(p, raw)
}

// orderObject orders the members of an object as p declares them; those that it does not declare follow in their order.
func orderObject(p *jarvis.Parameters, raw json.RawMessage) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return raw, err
	}
	out := json.RawMessage{'{'}
	member := func(name string, value json.RawMessage) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		key, _ := json.Marshal(name) // a string always encodes
		out = append(append(append(out, key...), ':'), value...)
		delete(members, name)
	}
	for param := range p.All() {
		value, given := members[param.Name()]
		if !given {
			continue
		}
		value, err := orderValue(param.Fields(), value)
		if err != nil {
			return nil, err
		}
		member(param.Name(), value)
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member(name, members[name])
	}
	return append(out, '}'), nil
}

// orderValue orders a dict, or each of an array of them.
func orderValue(fields *jarvis.Parameters, raw json.RawMessage) (json.RawMessage, error) {
	if fields == nil || len(raw) == 0 || raw[0] != '{' && raw[0] != '[' {
		return raw, nil
	}
	if raw[0] == '{' {
		return orderObject(fields, raw)
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		return nil, err
	}
	for i := range elements {
		ordered, err := orderValue(fields, elements[i])
		if err != nil {
			return nil, err
		}
		elements[i] = ordered
	}
	return json.Marshal(elements)
}
