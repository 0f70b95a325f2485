// Types that bring their own JSON Schema: invopop's JSONSchema method beside UnmarshalJSON.

package jarvis

import (
	"reflect"
	"regexp"

	"github.com/invopop/jsonschema"
)

// foreignSchema is the schema that a type declares for itself.
type foreignSchema struct{ doc jsonschema.Schema }

// copy returns the schema for one place; what is set there is not shared.
func (f *foreignSchema) copy() *jsonschema.Schema {
	doc := f.doc
	doc.Extras = nil
	for name, value := range f.doc.Extras {
		extra(&doc, name, value)
	}
	return &doc
}

// ownSchema is invopop's interface for a type that declares its schema.
type ownSchema interface{ JSONSchema() *jsonschema.Schema }

func hasOwnSchema(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[ownSchema]()) && p.Implements(typeUnmarshaler)
}

// foreignSchemaOf asks a type for its schema and finds the parameter type it amounts to. The method is the author's: a panic
// in it is a mistake of the declaration.
func foreignSchemaOf(t reflect.Type) (f *foreignSchema, typ Type, mistakes []string) {
	defer func() {
		if r := recover(); r != nil {
			mistakes = []string{sprintf(msgOwnSchemaPanic, t, r)}
		}
	}()
	reflector := jsonschema.Reflector{Anonymous: true, DoNotReference: true}
	doc := reflector.ReflectFromType(t)
	if doc == nil {
		return nil, typ, []string{sprintf(msgOwnSchemaType, t)}
	}
	if raw, err := plainJSON(doc); err != nil || schemaReference.Match(raw) {
		return nil, typ, []string{sprintf(msgOwnSchemaRef, t)}
	}
	doc.Version, doc.ID = "", ""
	if typ = schemaType(doc); typ.kind == 0 {
		return nil, typ, []string{sprintf(msgOwnSchemaType, t)}
	}
	return &foreignSchema{doc: *doc}, typ, nil
}

// schemaReference finds the keywords that point elsewhere. Inside a text the quote before $ would be escaped.
var schemaReference = regexp.MustCompile(`(^|[^\\])"\$(ref|dynamicRef|defs|anchor|dynamicAnchor)":`)

// schemaType is the parameter type that values of a schema have.
func schemaType(doc *jsonschema.Schema) Type {
	switch doc.Type {
	case "string":
		if kind := kindOfFormat(doc.Format); kind != 0 {
			return Type{kind: kind}
		}
		return Type{kind: KindString}
	case "integer":
		return Type{kind: KindInt}
	case "number":
		return Type{kind: KindFloat}
	case "boolean":
		return Type{kind: KindBool}
	case "object":
		return Type{kind: KindDict}
	case "array":
		if doc.Items != nil {
			if elem := schemaType(doc.Items); elem.kind != 0 && elem.kind != KindArray {
				return Type{kind: KindArray, elem: elem.kind}
			}
		}
		return Type{kind: KindArray}
	}
	return Type{}
}
