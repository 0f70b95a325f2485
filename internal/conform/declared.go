// Declared parameters, which several suites have, and the builder call that each is made into.

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
