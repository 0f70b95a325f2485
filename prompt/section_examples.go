// Worked examples: what a user says, and the call that a model is to make of it.

package prompt

import (
	"encoding/json"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// maxExample is the length of a worked example in bytes, beyond which it is no example any more.
const maxExample = 1000

// ExamplesSection shows the primary example, or else the first, of each of the first n tools that have one, with the call as
// completion writes it, its arguments in the order of the declaration as in [WriteTrainingSet]. Examples with dates are left out,
// as their form depends on Input.DateKeys, and so are those of server tools. Without examples it is empty: one that is made up would be called.
// A nil completion means [EnvelopeCompletion].
func ExamplesSection(n int, completion func(toolcall.Call) (string, error)) Section {
	if completion == nil {
		completion = EnvelopeCompletion
	}
	return Section{"examples", func(in Input) string {
		var shown []string
		for _, t := range in.Tools {
			if len(shown) >= n {
				break
			}
			if text := workedExample(t, completion); text != "" {
				shown = append(shown, text)
			}
		}
		if len(shown) == 0 {
			return ""
		}
		heading := headingExamples
		if len(shown) == 1 {
			heading = headingExample
		}
		return heading + "\n" + strings.Join(shown, "\n")
	}}
}

// workedExample is the first example of a tool that can be shown, primary ones before others.
func workedExample(t Tool, completion func(toolcall.Call) (string, error)) string {
	if t.Name == "" || t.Server {
		return ""
	}
	dated := datedParameters(t.Parameters)
	for _, e := range primaryFirst(t.Examples) {
		if text := t.writtenExample(e, dated, completion); text != "" {
			return text
		}
	}
	return ""
}

// writtenExample is empty if the example has no words, has dates, or cannot be written in a few lines.
func (t Tool) writtenExample(e jarvis.Example, dated map[string]bool, completion func(toolcall.Call) (string, error)) string {
	said := line(e.Utterance)
	if said == "" || len(said) > maxExample {
		return ""
	}
	for parameter := range e.Arguments {
		if dated[parameter] {
			return ""
		}
	}
	arguments, err := declaredOrder(t.declared(), e.Arguments)
	if err != nil {
		return ""
	}
	call, err := completion(toolcall.Call{Call: jarvis.Call{Name: t.Name, Arguments: arguments}})
	if err != nil || len(call) > maxExample {
		return ""
	}
	return exampleUser + said + "\n" + exampleModel + strings.TrimSpace(call)
}

// datedParameters are the parameters of a schema that hold dates, DateParameter among them.
func datedParameters(schema json.RawMessage) map[string]bool {
	dated := map[string]bool{DateParameter: true}
	for _, p := range toolParams(schema) {
		if hasFormat(p.schema, formatDate, formatDatetime) {
			dated[p.key] = true
		}
	}
	return dated
}

// declared are the parameters of a tool in their order: as its schema has them or, if that says what parameters cannot, by their
// names alone.
func (t Tool) declared() *jarvis.Parameters {
	plain, _ := plainSchema(t.Parameters)
	if p, err := jarvis.ParametersFromSchema(plain); err == nil {
		return p
	}
	var names []jsonMember
	for _, p := range toolParams(t.Parameters) {
		if p.key != "" {
			names = append(names, jsonMember{p.key, json.RawMessage(`{"type":"string"}`)})
		}
	}
	p, err := jarvis.ParametersFromSchema(objectOf([]jsonMember{{"properties", objectOf(names)}}))
	if err != nil {
		return &jarvis.Parameters{}
	}
	return p
}
