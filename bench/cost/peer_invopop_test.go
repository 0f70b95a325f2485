// The peer invopop/jsonschema: schemas from structs with keywords in tags.

package cost

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
)

// invopopList prints the tools by Reflector.ReflectFromType. By default the schema of a named type is a $ref into $defs, below a
// $schema; the types here are made at run time, so a Namer gives them the names that an author would. An author's own type adds
// an $id with the path of its package. Trimmed is what the documentation of Reflector offers: DoNotReference and Anonymous, and
// no Version.
func invopopList(trimmed bool) func(testing.TB, []declared) json.RawMessage {
	return func(t testing.TB, commands []declared) json.RawMessage {
		return openAITools(t, commands, func(d declared) any {
			made := d.structType(invopopTag)
			reflector := jsonschema.Reflector{DoNotReference: trimmed, Anonymous: trimmed, Namer: func(t reflect.Type) string {
				if t == made {
					return camel(d.name)
				}
				return t.Name()
			}}
			return invopopSchema(&reflector, made)
		})
	}
}

func invopopSchema(r *jsonschema.Reflector, arguments reflect.Type) *jsonschema.Schema {
	s := r.ReflectFromType(arguments)
	if r.DoNotReference {
		s.Version = ""
	}
	return s
}

// invopopTag leaves the description to a tag of its own, as commas part the keywords of the other.
func invopopTag(p property) tags {
	var keywords []string
	for _, k := range [][2]string{
		{"format", p.tagFormat()}, {"default", p.tagDefault()},
		{"minimum", number(p.Minimum)}, {"maximum", number(p.Maximum)},
		{"minLength", number(p.MinLength)}, {"maxLength", number(p.MaxLength)},
		{"minItems", number(p.MinItems)}, {"maxItems", number(p.MaxItems)},
	} {
		if k[1] != "" {
			keywords = append(keywords, k[0]+"="+k[1])
		}
	}
	for _, member := range p.Enum {
		keywords = append(keywords, "enum="+member)
	}
	return tags{p.jsonTag(), {"jsonschema", strings.Join(keywords, ",")}, {"jsonschema_description", p.Description}}
}
