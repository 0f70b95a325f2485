// Printing: the document model as bytes for people and models, with the type first and no escapes meant for HTML.

package jarvis

import (
	"encoding/json"
	"slices"

	"github.com/invopop/jsonschema"
)

// marshalSchema writes a schema. All that is in it came from a plan, so it always encodes.
func marshalSchema(s *jsonschema.Schema) json.RawMessage {
	w := make(schemaWriter, 0, 1024)
	w.schema(s)
	return slices.Clone(json.RawMessage(w)) // no longer than it has to be
}

// marshalForm writes a form that holds only texts and finished schemas, which always encodes.
func marshalForm(v any) json.RawMessage {
	raw, _ := plainJSON(v)
	return unescapeHTML(raw)
}

// typeFirst moves the type of a schema, and of those inside it, to the front, where a reader looks for it. Everything else
// keeps its order.
func typeFirst(raw json.RawMessage) json.RawMessage {
	members, err := objectMembers(raw)
	if err != nil {
		return raw // a boolean schema
	}
	for i, m := range members {
		switch m.Name {
		case "properties":
			members[i].Value = mapMembers(m.Value, typeFirst)
		case "items", "additionalProperties":
			members[i].Value = typeFirst(m.Value)
		}
	}
	if i := slices.IndexFunc(members, func(k jsonMember) bool { return k.Name == "type" }); i > 0 {
		typ := members[i]
		members = slices.Insert(slices.Delete(members, i, i+1), 0, typ)
	}
	return members.json()
}
