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
// completion writes it. Examples with dates are left out, as their form depends on Input.DateKeys, and so are those of server
// tools. Without examples it is empty: one that is made up would be called.
func ExamplesSection(n int, completion func(toolcall.Call) (string, error)) Section {
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
		if text := writtenExample(t.Name, e, dated, completion); text != "" {
			return text
		}
	}
	return ""
}

// writtenExample is empty if the example has no words, has dates, or cannot be written in a few lines.
func writtenExample(name string, e jarvis.Example, dated map[string]bool, completion func(toolcall.Call) (string, error)) string {
	said := line(e.Utterance)
	if said == "" || len(said) > maxExample {
		return ""
	}
	for parameter := range e.Arguments {
		if dated[parameter] {
			return ""
		}
	}
	arguments, err := e.Arguments.JSON()
	if err != nil {
		return ""
	}
	call, err := completion(toolcall.Call{Call: jarvis.Call{Name: name, Arguments: arguments}})
	if err != nil || len(call) > maxExample {
		return ""
	}
	return exampleUser + said + "\n" + exampleModel + strings.TrimSpace(call)
}

// datedParameters are the parameters of a schema that hold dates, DateParameter among them.
func datedParameters(schema json.RawMessage) map[string]bool {
	dated := map[string]bool{DateParameter: true}
	for _, p := range toolParams(schema) {
		own, _ := jsonMembers(p.schema)
		items, _ := jsonMembers(memberOf(oneOfNull(own), "items"))
		if isDate(p.format) || isDate(textOf(memberOf(items, "format"))) {
			dated[p.key] = true
		}
	}
	return dated
}

func isDate(format string) bool { return format == "date" || format == "date-time" }
