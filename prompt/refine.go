// Refinement: the parameters that are filled in by a second question, once the tool is chosen.

package prompt

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Limits of refinement.
const (
	maxRefineExamples = 5
	maxRefineReply    = 1 << 20 // bytes
	maxRefineWork     = 1 << 24 // bytes that are read of objects that turn out to be broken
)

// Refinable reports whether a tool has refinable parameters, which a schema marks with "_refinable": true. In a fill of two
// stages they are left out of the first question (ToolOptions.ExcludeRefinable), which makes it shorter, and asked for by
// RefinePrompt once the tool is chosen. Source: the two-stage fill of the original.
func Refinable(t Tool) bool { return len(refinableOf(t)) > 0 }

// refinableOf are the refinable parameters of a tool.
func refinableOf(t Tool) (params []toolParam) {
	for _, p := range toolParams(t.Parameters) {
		if p.refinable {
			params = append(params, p)
		}
	}
	return params
}

// RefinePrompt writes the one message, of the user, that asks a model for the refinable parameters that a call does not have:
// what they are, what is set, up to 5 examples of the tool, the notes, and the utterance. Ask with temperature 0, and give the
// answer to MergeRefined. It is not ok if there is nothing to ask for, or the arguments of the call cannot be read.
//
// Notes are paragraphs, of which empty ones are left out. The question knows neither how dates are written nor what time it is,
// so for parameters with dates give it Dates(keys, false) and what Trailing says of the time. If the keys are not empty, give it
// the tool as BuildTools with NoDatetimeFormats makes it; MergeRefined takes the tool with its formats.
func RefinePrompt(t Tool, call toolcall.Call, utterance string, notes ...string) (text string, ok bool) {
	arguments, readable := callArguments(call)
	given := notNull(arguments)
	open := openParams(t, given)
	if !readable || len(open) == 0 {
		return "", false
	}
	lines := []string{toolf(msgRefineTask, line(t.Name))}
	var names []string
	for _, p := range open {
		lines = append(lines, p.refineLine())
		names = append(names, string(plainText(p.key)))
	}
	if len(given) > 0 {
		lines = append(lines, "", toolf(msgRefineGiven, plainJSON(objectOf(given))))
	}
	lines = append(lines, "", toolf(msgRefineAnswer, strings.Join(names, ", ")))
	if examples := refineExamples(t.Examples, open); examples != nil {
		lines = append(append(lines, "", msgRefineExamples), examples...)
	}
	for _, n := range notes {
		if n = paragraph(n); n != "" {
			lines = append(lines, "", n)
		}
	}
	lines = append(lines, "", toolf(msgRefineRequest, line(utterance)))
	return strings.Join(lines, "\n"), true
}

// plainText writes a text as JSON.
func plainText(text string) []byte { return scan.AppendQuoted(nil, text) }

// callArguments reads the arguments of a call.
func callArguments(call toolcall.Call) (members []jsonMember, ok bool) {
	raw, err := givenArguments(call.Arguments)
	if err != nil || len(raw) == 0 {
		return nil, err == nil
	}
	return jsonMembers(raw)
}

// notNull are the members that have a value.
func notNull(members []jsonMember) []jsonMember {
	return slices.DeleteFunc(slices.Clone(members), func(m jsonMember) bool { return jsonKind(m.value) == scan.Null })
}

// membersByName makes members quick to find, for objects and schemas of any size.
func membersByName(members []jsonMember) map[string]json.RawMessage {
	byName := make(map[string]json.RawMessage, len(members))
	for _, m := range members {
		byName[m.name] = m.value
	}
	return byName
}

// openParams are the refinable parameters that are not given.
func openParams(t Tool, given []jsonMember) (open []toolParam) {
	set := make(map[string]bool, len(given))
	for _, m := range given {
		set[m.name] = true
	}
	for _, p := range refinableOf(t) {
		if !set[p.key] {
			open = append(open, p)
		}
	}
	return open
}

// refineLine describes a parameter: by the values it allows, else by its description.
func (p toolParam) refineLine() string {
	line := toolf(msgRefineParameter, p.name, p.typeText(true))
	said := p.allowedText()
	if said == "" {
		said = p.description
	}
	if said != "" {
		line += ": " + said
	}
	return line
}

// refineExamples are utterances with the values that the parameters have in them.
func refineExamples(examples []jarvis.Example, params []toolParam) (lines []string) {
	for _, e := range primaryFirst(examples) {
		raw, err := e.Arguments.JSON()
		utterance := line(e.Utterance)
		if err != nil || utterance == "" {
			continue
		}
		if len(lines) == maxRefineExamples {
			break
		}
		members, _ := jsonMembers(raw)
		set := membersByName(members)
		values := make([]jsonMember, len(params))
		for i, p := range params {
			values[i] = jsonMember{p.key, json.RawMessage("null")}
			if value := set[p.key]; value != nil {
				values[i].value = value
			}
		}
		lines = append(lines, toolf(msgRefineExample, utterance, plainJSON(objectOf(values))))
	}
	return lines
}

// MergeRefined puts what a model has answered to RefinePrompt into the arguments of a call, and returns the call and the names of
// what was added, in the order of the schema. It takes the last complete JSON object of the reply that names a refinable
// parameter, whatever stands around it: fences, prose, and thinking of any kind, which comes before the answer. If the reply or
// the object is nothing but thinking as Cleaner sees it, there is no answer. Only refinable parameters are taken, and of those only the ones that the call does not have and whose value is
// right by itself, as jarvis.Parameters.Validate with the options sees it; null, an empty text and the text "null" are no
// values. A parameter whose schema cannot be checked is not taken.
//
// Nothing is ever overwritten or taken away. If nothing is added, for whatever reason, the call comes back as it was.
func MergeRefined(t Tool, call toolcall.Call, reply string, opts ...jarvis.Option) (toolcall.Call, []string) {
	arguments, ok := callArguments(call)
	if !ok || len(reply) > maxRefineReply {
		return call, nil
	}
	answered := membersByName(answerIn(reply, refinableOf(t)))
	values := map[string]json.RawMessage{}
	var merged []string
	for _, p := range openParams(t, notNull(arguments)) {
		if value := answered[p.key]; value != nil && p.accepts(value, opts) {
			values[p.key] = value
			merged = append(merged, p.key)
		}
	}
	if merged == nil {
		return call, nil
	}
	out := slices.DeleteFunc(slices.Clone(arguments), func(m jsonMember) bool { return values[m.name] != nil }) // they were null
	for _, name := range merged {
		out = append(out, jsonMember{name, values[name]})
	}
	call.Arguments = objectOf(out)
	return call, merged
}

// accepts reports whether a value may be put into a call.
func (p toolParam) accepts(value json.RawMessage, opts []jarvis.Option) bool {
	if jsonKind(value) == scan.String && len(p.allowed) == 0 {
		if text := strings.TrimSpace(jsonText(value)); text == "" || strings.EqualFold(text, "null") {
			return false
		}
	}
	if jsonKind(value) == scan.Null {
		return false
	}
	plain, ok := plainSchema(p.schema)
	if !ok {
		return false
	}
	schema := []jsonMember{
		{"type", json.RawMessage(`"object"`)},
		{"properties", objectOf([]jsonMember{{p.key, plain}})},
	}
	params, err := jarvis.ParametersFromSchema(objectOf(schema))
	if err != nil {
		return false
	}
	_, err = params.Validate(objectOf([]jsonMember{{p.key, value}}), opts...)
	return err == nil
}

// answerIn returns the members of the object that is the answer, or nil.
func answerIn(reply string, params []toolParam) []jsonMember {
	var c Cleaner
	said := c.Write(reply)
	said += c.Close()
	thought := c.Reasoning()
	if said == "" && thought != "" {
		return nil
	}
	text, members := lastObject(reply, params)
	if text != "" && strings.Contains(thought, text) && !strings.Contains(said, text) {
		return nil // it stands in thinking alone
	}
	return members
}

// lastObject finds the last sound JSON object, in no other sound one, that has one of the parameters. It gives up once it has read
// so much of broken ones that a hostile text would cost too much; an object that is cut off is the end.
func lastObject(reply string, params []toolParam) (text string, last []jsonMember) {
	wanted := make(map[string]bool, len(params))
	for _, p := range params {
		wanted[p.key] = true
	}
	var r, inside scan.Reader
	raw := []byte(reply)
	for work := 0; work <= maxRefineWork; {
		i := bytes.IndexByte(raw, '{')
		if i < 0 {
			break
		}
		raw = raw[i:]
		object, fault := leadingObject(&r, raw)
		if fault != nil {
			if fault.Fault == scan.Truncated {
				break
			}
			work += int(fault.Offset)
			raw = raw[1:]
			continue
		}
		members, _ := readMembers(&inside, object)
		if slices.ContainsFunc(members, func(m jsonMember) bool { return wanted[m.name] }) {
			text, last = string(object), members
		}
		raw = raw[len(object):]
	}
	return text, last
}

// leadingObject reads the object that a text begins with.
func leadingObject(r *scan.Reader, raw []byte) ([]byte, *scan.Error) {
	if next := bytes.TrimLeft(raw[1:], " \t\r\n"); len(next) > 0 && next[0] != '"' && next[0] != '}' {
		return nil, &scan.Error{} // a brace in prose
	}
	r.Reset(raw, maxSchemaDepth)
	object, err := r.Value(scan.ObjectStart)
	var fault *scan.Error
	if errors.As(err, &fault) {
		return nil, fault
	}
	return object, nil
}
