// What several suites declare: parameters, secrets and the results of checks, each with the library's value made of it.

package main

import "github.com/jarvis-sdk/jarvis"

// declaredParam is one parameter of a line.
type declaredParam struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Required    bool     `json:"required"`
	Description string   `json:"description"`
	Enum        []string `json:"enum"`
	Default     *string  `json:"default"`
	Refinable   bool     `json:"refinable"`
}

// build declares the parameters in their order, all by their texts.
func build(params []declaredParam) (*jarvis.Parameters, error) {
	b := jarvis.NewParameters()
	for _, p := range params {
		b.Add(jarvis.ParameterSpec{Name: p.Name, Type: p.Type, Required: p.Required, Description: p.Description,
			Default: p.Default, Enum: p.Enum, Refinable: p.Refinable})
	}
	return b.Build()
}

// declaredSecret is a secret; one is required and sensitive unless it says otherwise.
type declaredSecret struct {
	Key         string   `json:"key"`
	Scope       string   `json:"scope"`
	Type        string   `json:"value_type"`
	Required    *bool    `json:"required"`
	Sensitive   *bool    `json:"is_sensitive"`
	Description string   `json:"description"`
	Label       string   `json:"friendly_name"`
	Enum        []string `json:"enum_values"` // of a settings form
}

func (s declaredSecret) secret() jarvis.Secret {
	return jarvis.Secret{Key: s.Key, Description: s.Description, Label: s.Label, Scope: jarvis.Scope(s.Scope),
		Type: jarvis.SecretType(s.Type), Optional: s.Required != nil && !*s.Required, Public: s.Sensitive != nil && !*s.Sensitive,
		Enum: s.Enum}
}

// declaredResult is the result of one check.
type declaredResult struct {
	Success        bool      `json:"success"`
	ParamName      string    `json:"param_name"`
	CommandName    string    `json:"command_name"`
	Message        *string   `json:"message"`
	SuggestedValue jsonValue `json:"suggested_value"`
	ValidValues    []string  `json:"valid_values"`
}

func (d declaredResult) result() jarvis.ValidationResult {
	return jarvis.ValidationResult{Success: d.Success, ParamName: d.ParamName, CommandName: d.CommandName,
		Message: orEmpty(d.Message), SuggestedValue: toGo(d.SuggestedValue.v), ValidValues: d.ValidValues}
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
