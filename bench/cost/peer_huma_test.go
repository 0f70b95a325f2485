// The peer danielgtaylor/huma: schemas for OpenAPI 3.1 from structs with a tag for each keyword.

package cost

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// humaList prints the tools by Registry.Schema, as the schema that a $ref leads to. Trimmed turns off what tags turn off:
// arrays that may be null. No option turns off the formats int64 and double of numbers.
func humaList(trimmed bool) func(testing.TB, []declared) json.RawMessage {
	return func(t testing.TB, commands []declared) json.RawMessage {
		return openAITools(t, commands, func(d declared) any {
			return humaSchema(d.structType(func(p property) tags { return humaTag(p, trimmed) }), camel(d.name))
		})
	}
}

func humaSchema(arguments reflect.Type, name string) *huma.Schema {
	return huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer).Schema(arguments, false, name)
}

func humaTag(p property, trimmed bool) tags {
	list := tags{
		p.jsonTag(), {"doc", p.Description}, {"enum", strings.Join(p.Enum, ",")},
		{"format", p.tagFormat()}, {"default", p.tagDefault()},
		{"minimum", number(p.Minimum)}, {"maximum", number(p.Maximum)},
		{"minLength", number(p.MinLength)}, {"maxLength", number(p.MaxLength)},
		{"minItems", number(p.MinItems)}, {"maxItems", number(p.MaxItems)},
	}
	if trimmed && p.Type == "array" {
		list = append(list, [2]string{"nullable", "false"})
	}
	return list
}
