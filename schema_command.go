// The two forms of the seeds: the OpenAI function tool and the Jarvis command schema.

package jarvis

import (
	"encoding/json"
)

// OpenAITool returns the function tool of the seeds (to_openai_tool_schema): the parameters as JSON Schema, with
// "_refinable": true on refinable ones. The bytes are computed once and must not be changed.
func (d *Definition) OpenAITool() json.RawMessage {
	d.toolOnce.Do(func() {
		type function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		}
		d.tool = marshalForm(struct {
			Type     string   `json:"type"`
			Function function `json:"function"`
		}{"function", function{d.spec.Name, d.spec.Description, marshalSchema(objectSchema(d.params, schemaTool))}})
	})
	return d.tool
}

// CommandSchema returns the entry of the command in available_commands, as the Jarvis node sends it: types, defaults and
// enums as declared texts. The bytes are computed once and must not be changed.
func (d *Definition) CommandSchema() json.RawMessage {
	d.commandOnce.Do(func() {
		s := commandSchema{Name: d.spec.Name, Description: d.spec.Description, AllowDirectAnswer: d.spec.AllowDirectAnswer,
			Examples: []exampleSchema{}, Keywords: append([]string{}, d.spec.Keywords...), Parameters: []parameterSchema{},
			Rules: d.spec.Rules, CriticalRules: d.spec.CriticalRules}
		for i, e := range d.spec.Examples {
			s.Examples = append(s.Examples, exampleSchema{e.Utterance, d.examples[i], e.Primary})
		}
		for i := range d.params.list {
			s.Parameters = append(s.Parameters, d.params.list[i].commandSchema())
		}
		for _, a := range d.spec.Antipatterns {
			s.Antipatterns = append(s.Antipatterns, antipatternSchema(a))
		}
		d.command = marshalForm(s)
	})
	return d.command
}

type commandSchema struct {
	Name              string              `json:"command_name"`
	Description       string              `json:"description"`
	AllowDirectAnswer bool                `json:"allow_direct_answer"`
	Examples          []exampleSchema     `json:"examples"`
	Keywords          []string            `json:"keywords"`
	Parameters        []parameterSchema   `json:"parameters"`
	Rules             []string            `json:"rules,omitempty"`
	CriticalRules     []string            `json:"critical_rules,omitempty"`
	Antipatterns      []antipatternSchema `json:"antipatterns,omitempty"`
}

type exampleSchema struct {
	VoiceCommand string          `json:"voice_command"`
	Expected     json.RawMessage `json:"expected_parameters"`
	Primary      bool            `json:"is_primary"`
}

type antipatternSchema struct {
	Command     string `json:"command_name"`
	Description string `json:"description"`
}

type parameterSchema struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Description *string  `json:"description"`
	Required    bool     `json:"required"`
	Default     *string  `json:"default_value"`
	Enum        []string `json:"enum_values"`
	Refinable   bool     `json:"refinable,omitempty"`
}

func (p *param) commandSchema() parameterSchema {
	s := parameterSchema{Name: p.name, Type: p.typeText, Required: p.required, Default: p.def, Enum: p.enumTexts(), Refinable: p.refinable}
	if text := p.fullDescription(); text != "" {
		s.Description = &text
	}
	return s
}
