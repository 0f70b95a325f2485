// Reading tools: from commands of this process, from the tools of an OpenAI request, from the commands of a node.

package prompt

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// ToolsFromDefinitions makes tools of commands, in their order; nil definitions are skipped. The tools share nothing with the
// definitions: the arguments of examples are plain JSON values, with json.Number for numbers. Antipatterns without a description
// are dropped: they tell a model nothing.
func ToolsFromDefinitions(defs ...*jarvis.Definition) []Tool {
	var tools []Tool
	for _, d := range defs {
		if d == nil {
			continue
		}
		members, _ := jsonMembers(d.OpenAITool())
		function, _ := jsonMembers(memberOf(members, "function"))
		spec := d.Spec()
		t := Tool{
			Name: spec.Name, Description: spec.Description, Parameters: slices.Clone(memberOf(function, "parameters")),
			AllowDirectAnswer: spec.AllowDirectAnswer, Keywords: present(spec.Keywords), Rules: present(spec.Rules),
			CriticalRules: present(spec.CriticalRules),
		}
		for _, a := range spec.Antipatterns {
			if strings.TrimSpace(a.Description) != "" {
				t.Antipatterns = append(t.Antipatterns, a)
			}
		}
		for _, e := range spec.Examples {
			raw, _ := e.Arguments.JSON() // an error would be a mistake that Define has seen
			e.Arguments = argsOf(raw)
			t.Examples = append(t.Examples, e)
		}
		tools = append(tools, t)
	}
	return tools
}

// ToolsFromOpenAI reads the tools of an OpenAI chat request as toolcall.ToolsFromOpenAI does, in both forms and with the same
// limits and errors, and beside the function the extensions of jarvis: allow_direct_answer, is_server_tool, keywords,
// examples, antipatterns, rules, critical_rules and included_system_prompt_text. Other members are left alone, null is absent.
// An antipattern without a tool or without a description is dropped. No tools give nil.
//
// The error joins all mistakes, each a *jarvis.TagError that names the tool; then there are no tools.
// Source: https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools, client_tools of the original.
func ToolsFromOpenAI(list json.RawMessage) ([]Tool, error) {
	_, err := toolcall.ToolsFromOpenAI(list)
	return readTools(list, err, (*toolReader).function)
}

// ToolsFromCommands reads available_commands of a node as toolcall.ToolsFromCommands does, with the same limits and errors, and
// makes the schemas of the parameters, with the hint "_refinable". The extensions are those of ToolsFromOpenAI, but
// for is_server_tool: what a node declares runs on it. No commands give nil. Source: the registration payload of the original's
// node.
func ToolsFromCommands(list json.RawMessage) ([]Tool, error) {
	declared, err := toolcall.ToolsFromCommands(list)
	return readTools(list, err, func(r *toolReader, members []jsonMember) Tool { return r.command(members, declared) })
}

// readTools reads each tool of a list, of which err says what is wrong besides the extensions.
func readTools(list json.RawMessage, err error, one func(r *toolReader, members []jsonMember) Tool) ([]Tool, error) {
	r := &toolReader{}
	var tools []Tool
	for i, raw := range listElements(list, err) {
		if members, ok := jsonMembers(raw); ok { // else err says that it is no object
			r.at = "[" + strconv.Itoa(i) + "]"
			t := one(r, members)
			if err == nil && r.mistakes == nil { // else there will be none
				tools = append(tools, t)
			}
		}
	}
	if r.more > 0 {
		r.mistakes = append(r.mistakes, errors.New(toolf(msgToolMoreFaults, r.more)))
	}
	if err := errors.Join(append([]error{err}, r.mistakes...)...); err != nil {
		return nil, err
	}
	return tools, nil
}

// listElements returns the elements of a list that is sound and not too large; err says so if it is not.
func listElements(list json.RawMessage, err error) []json.RawMessage {
	const maxBytes = 16 << 20 // that of package toolcall
	if err != nil && len(list) > maxBytes {
		return nil
	}
	elements, ok := jsonElements(bytes.Trim(list, " \t\r\n"))
	if !ok {
		return nil
	}
	return elements
}

// maxToolMistakes bounds an error, which outside text must not decide the length of.
const maxToolMistakes = 1000

// toolReader reads the extensions of tools and collects mistakes.
type toolReader struct {
	at       string // the tool that is being read
	mistakes []error
	more     int
}

func (r *toolReader) mistake(format string, args ...any) {
	if len(r.mistakes) == maxToolMistakes {
		r.more++
		return
	}
	r.mistakes = append(r.mistakes, &jarvis.TagError{Type: "Tools", Field: r.at, Message: toolf(format, args...)})
}

// function reads an entry of an OpenAI list.
func (r *toolReader) function(members []jsonMember) Tool {
	function := members
	if raw := memberOf(members, "function"); raw != nil {
		function, _ = jsonMembers(raw)
	}
	t := Tool{Name: textOf(memberOf(function, "name"))}
	r.named(t.Name)
	t.Description = r.text(function, "description")
	if params := memberOf(function, "parameters"); jsonKind(params) == scan.ObjectStart {
		t.Parameters = slices.Clone(params)
	}
	t.Server = r.flag(members, "is_server_tool")
	r.extensions(&t, members)
	return t
}

// command reads an entry of available_commands.
func (r *toolReader) command(members []jsonMember, declared *toolcall.Tools) Tool {
	t := Tool{Name: textOf(memberOf(members, "command_name"))}
	r.named(t.Name)
	t.Description = r.text(members, "description")
	if params := declared.Parameters(t.Name); params != nil {
		t.Parameters = withRefinable(params)
	}
	r.extensions(&t, members)
	return t
}

// named makes the name the place of mistakes.
func (r *toolReader) named(name string) {
	if name != "" {
		r.at = echo.Clip(name)
	}
}

// withRefinable is the schema of parameters with the hints that a tool has.
func withRefinable(params *jarvis.Parameters) json.RawMessage {
	schema := params.Schema()
	refinable := map[string]bool{}
	for p := range params.All() {
		if p.Refinable() {
			refinable[p.Name()] = true
		}
	}
	if len(refinable) == 0 {
		return slices.Clone(schema)
	}
	members, _ := jsonMembers(schema)
	properties, _ := jsonMembers(memberOf(members, "properties"))
	hinted := []byte{'{'}
	for _, p := range properties {
		if own, ok := jsonMembers(p.value); ok && refinable[p.name] {
			p.value = objectOf(append(own, jsonMember{"_refinable", json.RawMessage("true")}))
		}
		hinted = appendMember(hinted, p.name, p.value)
	}
	for i := range members {
		if members[i].name == "properties" {
			members[i].value = append(hinted, '}')
		}
	}
	return objectOf(members)
}

// objectOf writes an object.
func objectOf(members []jsonMember) json.RawMessage {
	out := []byte{'{'}
	for _, m := range members {
		out = appendMember(out, m.name, m.value)
	}
	return append(out, '}')
}

// extensions reads what only jarvis knows.
func (r *toolReader) extensions(t *Tool, members []jsonMember) {
	t.AllowDirectAnswer = r.flag(members, "allow_direct_answer")
	t.Keywords = r.texts(members, "keywords")
	t.Rules = r.texts(members, "rules")
	t.CriticalRules = r.texts(members, "critical_rules")
	t.Guidance = r.text(members, "included_system_prompt_text")
	for _, m := range r.objects(members, "antipatterns") {
		a := jarvis.Antipattern{Command: r.text(m, "command_name"), Description: r.text(m, "description")}
		if a.Command != "" && strings.TrimSpace(a.Description) != "" {
			t.Antipatterns = append(t.Antipatterns, a)
		}
	}
	primary := 0
	for _, m := range r.objects(members, "examples") {
		e := jarvis.Example{Utterance: r.text(m, "voice_command"), Primary: r.flag(m, "is_primary")}
		switch expected := r.member(m, "expected_parameters"); jsonKind(expected) {
		case 0:
		case scan.ObjectStart:
			e.Arguments = argsOf(expected)
		default:
			r.mistake(msgToolArguments)
		}
		if e.Primary {
			primary++
		}
		t.Examples = append(t.Examples, e)
	}
	if primary > 1 {
		r.mistake(msgToolPrimary)
	}
}

// member returns the value of a member, nil if it is absent or null.
func (r *toolReader) member(members []jsonMember, name string) json.RawMessage {
	if raw := memberOf(members, name); jsonKind(raw) != scan.Null {
		return raw
	}
	return nil
}

func (r *toolReader) text(members []jsonMember, name string) string {
	raw := r.member(members, name)
	if raw != nil && jsonKind(raw) != scan.String {
		r.mistake(msgToolText, name)
	}
	return textOf(raw)
}

func (r *toolReader) flag(members []jsonMember, name string) bool {
	switch string(r.member(members, name)) {
	case "true":
		return true
	case "false", "":
		return false
	}
	r.mistake(msgToolFlag, name)
	return false
}

func (r *toolReader) texts(members []jsonMember, name string) []string {
	raw := r.member(members, name)
	if raw == nil {
		return nil
	}
	elements, _ := jsonElements(raw)
	texts := textsOf(raw)
	if jsonKind(raw) != scan.ArrayStart || len(texts) != len(elements) {
		r.mistake(msgToolTexts, name)
	}
	return texts
}

func (r *toolReader) objects(members []jsonMember, name string) (objects [][]jsonMember) {
	raw := r.member(members, name)
	if raw == nil {
		return nil
	}
	elements, _ := jsonElements(raw)
	for _, e := range elements {
		if object, ok := jsonMembers(e); ok {
			objects = append(objects, object)
		}
	}
	if jsonKind(raw) != scan.ArrayStart || len(objects) != len(elements) {
		r.mistake(msgToolObjects, name)
	}
	return objects
}

// present is nil for a list without elements, and else a copy.
func present(list []string) []string { return append([]string(nil), list...) }

// argsOf reads a sound object as plain values; nil if it is empty.
func argsOf(raw json.RawMessage) jarvis.Args {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var args jarvis.Args
	if dec.Decode(&args) != nil || len(args) == 0 {
		return nil
	}
	return args
}
