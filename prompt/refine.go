// Refinement: the parameters that are filled in by a second question, once the tool is chosen.

package prompt

import (
	"bytes"
	"encoding/json"
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
	maxRefineBraces   = 256     // places where an object may begin
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
// what they are, what is set, up to 5 examples of the tool, and the utterance. Ask with temperature 0, and give the answer to
// MergeRefined. It is not ok if there is nothing to ask for, or the arguments of the call cannot be read.
func RefinePrompt(t Tool, call toolcall.Call, utterance string) (text string, ok bool) {
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
	lines = append(lines, "", toolf(msgRefineRequest, line(utterance)))
	return strings.Join(lines, "\n"), true
}

// plainText writes a text as JSON.
func plainText(text string) []byte { return scan.AppendQuoted(nil, text) }

// callArguments reads the arguments of a call.
func callArguments(call toolcall.Call) (members []jsonMember, ok bool) {
	raw := bytes.TrimSpace(call.Arguments)
	if jsonKind(raw) == scan.String { // a text that holds them
		var r scan.Reader
		r.Reset(raw, 1)
		quoted, err := r.Scalar()
		if err != nil || r.End() != nil {
			return nil, false
		}
		raw = bytes.TrimSpace([]byte(jsonText(quoted)))
	}
	if len(raw) == 0 || string(raw) == "null" {
		return nil, true
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
	typ := p.typ
	if p.format != "" {
		typ += ", " + p.format
	}
	line := toolf(msgRefineParameter, p.name, typ)
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
// what was added, in the order of the schema. It takes the first JSON object of the reply, whatever stands around it: thinking,
// fences, prose. Only refinable parameters are taken, and of those only the ones that the call does not have and whose value is
// right by itself, as jarvis.Parameters.Validate with the options sees it; null, an empty text and the text "null" are no
// values. A parameter whose schema cannot be checked is not taken.
//
// Nothing is ever overwritten or taken away. If nothing is added, for whatever reason, the call comes back as it was.
func MergeRefined(t Tool, call toolcall.Call, reply string, opts ...jarvis.Option) (toolcall.Call, []string) {
	arguments, ok := callArguments(call)
	if !ok || len(reply) > maxRefineReply {
		return call, nil
	}
	answered := membersByName(firstObject(withoutThinking(reply)))
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

// firstObject reads the first sound JSON object that has members. It looks at so many braces only that a hostile text costs
// little.
func firstObject(text string) []jsonMember {
	raw := []byte(text)
	for range maxRefineBraces {
		i := bytes.IndexByte(raw, '{')
		if i < 0 {
			return nil
		}
		raw = raw[i:]
		members, rest, ok := leadingObject(raw)
		switch {
		case ok && len(members) > 0:
			return members
		case ok:
			raw = rest
		default:
			raw = raw[1:]
		}
	}
	return nil
}

// leadingObject reads the object that a text begins with, and returns what follows it.
func leadingObject(raw []byte) (members []jsonMember, rest []byte, ok bool) {
	var r scan.Reader
	r.Reset(raw, maxSchemaDepth)
	object, err := r.Value(scan.ObjectStart)
	if err != nil {
		return nil, nil, false
	}
	members, ok = jsonMembers(object)
	return members, raw[len(object):], ok
}

// Marks of thinking.
const (
	openThink  = "<think>"
	closeThink = "</think>"
)

// withoutThinking drops thinking. The opening mark may be in the prompt, the closing one may be missing.
func withoutThinking(reply string) string {
	if end := strings.Index(reply, closeThink); end >= 0 && !strings.Contains(reply[:end], openThink) {
		reply = reply[end+len(closeThink):]
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(reply, openThink)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, reply, _ = strings.Cut(after, closeThink)
	}
}
