// Gemini with JSON Schema: FunctionDeclaration with parametersJsonSchema.

package dialect

import (
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// geminiJSON takes the keywords of JSON Schema that the vendor lists, and its propertyOrdering. The vendor reads oneOf as anyOf.
//
// Source: https://ai.google.dev/api/generate-content (responseJsonSchema lists the keywords) and
// https://ai.google.dev/api/caching#FunctionDeclaration.
var geminiJSON = rules{
	tool:  geminiNames,
	prop:  geminiKeys,
	steps: []func(*schema){mergeAll, older, typeValues, closedBounds, constEnum},
	keep: map[string]condition{
		"type": nil, "format": nil, "title": nil, "enum": textsAndNumbers, "items": notFalse, "prefixItems": nil, "minItems": nil, "maxItems": nil,
		"minimum": nil, "maximum": nil, "anyOf": filled, "oneOf": filled, "properties": nil, "additionalProperties": nil, "required": nil,
	},
	shape: []func(*schema){ordering, noEmptyRequired},
	form:  geminiForm("parametersJsonSchema"),
}

// notFalse is the condition of a schema other than the one that takes nothing.
func notFalse(_ *schema, v *doc) bool { return !v.is(scan.False) }

// filled is the condition of a list with something in it.
func filled(_ *schema, v *doc) bool { return len(v.list) > 0 }

// textsAndNumbers is the condition of a list of strings and numbers.
func textsAndNumbers(_ *schema, v *doc) bool {
	other := func(d *doc) bool { return !d.is(scan.String) && !d.is(scan.Number) }
	return len(v.list) > 0 && !slices.ContainsFunc(v.list, other)
}
