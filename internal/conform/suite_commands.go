// Suite commands: declarations of commands, and the function tool and command schema made of them.

package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jarvis-sdk/jarvis"
)

// commandLine is the declaration of a command with its two forms.
type commandLine struct {
	header
	Declaration   *declaration `json:"declaration"`
	OpenAITool    *jsonValue   `json:"openai_tool"`                 // without additionalProperties of the parameters
	NoAdditional  *bool        `json:"additional_properties_false"` // whether they say additionalProperties: false
	CommandSchema *jsonValue   `json:"command_schema"`
}

// declaration is a command as its author declares it.
type declaration struct {
	Name              string                `json:"name"`
	Description       string                `json:"description"`
	Parameters        []declaredParam       `json:"parameters"`
	Keywords          []string              `json:"keywords"`
	Rules             []string              `json:"rules"`
	CriticalRules     []string              `json:"critical_rules"`
	Antipatterns      []declaredAntipattern `json:"antipatterns"`
	AllowDirectAnswer bool                  `json:"allow_direct_answer"`
	Examples          []declaredExample     `json:"examples"`
	Secrets           []declaredSecret      `json:"secrets"`
}

type declaredAntipattern struct {
	Command     string `json:"command_name"`
	Description string `json:"description"`
}

type declaredExample struct {
	Utterance string     `json:"voice_command"`
	Arguments *jsonValue `json:"expected_parameters"`
	Primary   bool       `json:"is_primary"`
}

func (l *commandLine) check(r *report) {
	if l.Declaration == nil {
		r.broken("needs declaration")
		return
	}
	if l.NoAdditional != nil && l.OpenAITool == nil {
		r.broken("additional_properties_false needs openai_tool")
		return
	}
	d, err := l.Declaration.define()
	if err != nil {
		r.fail("declaration", "no error", err.Error())
		return
	}
	if l.OpenAITool != nil {
		l.checkTool(r, d.OpenAITool())
	}
	if l.CommandSchema != nil {
		schema, err := parseJSON(d.CommandSchema())
		if err != nil {
			r.fail("command_schema", "JSON", err.Error())
			return
		}
		r.sameJSON("command_schema", l.CommandSchema.v, schema)
	}
}

// checkTool compares the function tool and the order of its properties. A line says in a field of its own whether the
// parameters object forbids further properties, and leaves that out of the tool.
func (l *commandLine) checkTool(r *report, raw []byte) {
	tool, err := parseJSON(raw)
	if err != nil {
		r.fail("openai_tool", "JSON", err.Error())
		return
	}
	root, _ := tool.(*object)
	params := root.member("function").member("parameters")
	additional, ok := params.take("additionalProperties")
	if forbids := ok && additional == false; l.NoAdditional != nil && *l.NoAdditional != forbids {
		r.fail("additionalProperties is false", strconv.FormatBool(*l.NoAdditional), strconv.FormatBool(forbids))
	}
	r.sameJSON("openai_tool", l.OpenAITool.v, tool)
	if params == nil {
		return // the comparison has said so
	}
	names, required := []any{}, []any{}
	for _, p := range l.Declaration.Parameters {
		names = append(names, p.Name)
		if p.Required {
			required = append(required, p.Name)
		}
	}
	properties := []any{}
	if o := params.member("properties"); o != nil {
		properties = untyped(o.names)
	}
	r.sameJSON("order of properties", names, properties)
	r.sameJSON("order of required", required, params.members["required"])
}

// define makes the command through the builder and Func.
func (d *declaration) define() (*jarvis.Definition, error) {
	params, err := build(d.Parameters)
	if err != nil {
		return nil, err
	}
	spec := jarvis.Spec{Name: d.Name, Description: d.Description, Keywords: d.Keywords, Rules: d.Rules,
		CriticalRules: d.CriticalRules, AllowDirectAnswer: d.AllowDirectAnswer}
	for _, a := range d.Antipatterns {
		spec.Antipatterns = append(spec.Antipatterns, jarvis.Antipattern{Command: a.Command, Description: a.Description})
	}
	for _, s := range d.Secrets {
		spec.Secrets = append(spec.Secrets, s.secret())
	}
	for _, e := range d.Examples {
		example, err := e.example()
		if err != nil {
			return nil, err
		}
		spec.Examples = append(spec.Examples, example)
	}
	cmd, err := jarvis.Func(spec, params, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	return jarvis.Define(cmd)
}

// example hands the arguments over as raw JSON, so that no number is rounded on the way into the library.
func (e declaredExample) example() (jarvis.Example, error) {
	example := jarvis.Example{Utterance: e.Utterance, Primary: e.Primary, Arguments: jarvis.Args{}}
	if e.Arguments == nil {
		return example, nil
	}
	o, ok := e.Arguments.v.(*object)
	if !ok {
		return example, fmt.Errorf("expected_parameters of %q is no object", e.Utterance)
	}
	for name, v := range o.members {
		example.Arguments[name] = rawJSON(v)
	}
	return example, nil
}
