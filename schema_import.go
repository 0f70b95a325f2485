// Import: a foreign JSON Schema read as parameters, as far as the type grammar can say the same.

package jarvis

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// ParametersFromSchema reads a JSON Schema of an object, such as the parameters of an OpenAI tool, as parameters. It takes the
// kinds that the grammar can express: strings with the formats date, date-time, time and duration, integers, numbers, booleans,
// arrays of those and of objects, nested objects, objects whose values have one type; enum, default, and the constraints of
// validation that ParametersBuilder.Validate could express too. An absent required list means that nothing is required.
// Properties that are not listed are refused, as everywhere, and a default of a required property is dropped.
//
// What it cannot express it does not guess: the error joins one *TagError for each place, with the JSON pointer as its Field, the
// first hundred of them. A schema may come from outside, so a pattern has at most 4,096 bytes, and all of one schema together
// compile to at most 65,536 instructions of package regexp; character classes count by their size.
func ParametersFromSchema(schema json.RawMessage) (*Parameters, error) {
	im := &importer{patterns: maxPatterns}
	p := im.schema(schema)
	if err := joinMistakes(im.errs, im.more, "Schema", "#"); err != nil {
		return nil, err
	}
	return p, nil
}

// importer collects what a schema says that parameters cannot.
type importer struct {
	errs     []error
	more     int // mistakes beyond maxMistakes
	patterns int // what further patterns may take; see patternSize
}

func (im *importer) mistake(at, format string, args ...any) {
	if len(im.errs) == maxMistakes {
		im.more++
		return
	}
	im.errs = append(im.errs, &TagError{Type: "Schema", Field: "#" + at, Message: sprintf(format, args...)})
}

// schema reads the whole schema; nil if it is not of an object.
func (im *importer) schema(raw json.RawMessage) *Parameters {
	members, ok := im.object("", raw)
	if !ok {
		return nil
	}
	switch typ, given := members.text("type"); {
	case given && typ != "object", !given && members.raw("properties") == nil:
		im.mistake("", msgImportObject)
		return nil
	}
	return im.properties("", members)
}

// object reads the members of a schema, or of the properties in one.
func (im *importer) object(at string, raw json.RawMessage) (members jsonMembers, ok bool) {
	members, err := objectMembers(raw)
	var other notObject
	switch {
	case errors.As(err, &other):
		im.mistake(at, msgImportNoObject, scan.Kind(other).Name())
	case err != nil:
		im.mistake(at, "%s", syntaxText(msgImportSchema, err, defaultMaxDepth))
	}
	return members, err == nil
}

// isAnnotation reports whether a keyword says nothing about which values are right.
func isAnnotation(name string) bool {
	switch name {
	case "$schema", "$id", "$comment", "title", "description", "examples", "deprecated", "readOnly", "writeOnly", "_refinable":
		return true
	}
	return strings.HasPrefix(name, "x-")
}

// properties reads an object schema with declared properties.
func (im *importer) properties(at string, members jsonMembers) *Parameters {
	required := im.required(at, members)
	var list []param
	if raw := members.raw("properties"); raw != nil {
		inside := at + "/properties"
		props, _ := im.object(inside, raw)
		list = make([]param, 0, len(props))
		for _, prop := range props {
			place := placeOf(inside, prop.Name)
			_, needed := required[prop.Name]
			delete(required, prop.Name)
			list = append(list, im.parameter(place, prop, needed))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		im.mistake(at+"/required", msgImportUndeclared, cut(name))
	}
	if raw := members.raw("additionalProperties"); raw != nil && string(raw) != "false" {
		im.mistake(at+"/additionalProperties", msgImportAdditional)
	}
	for _, k := range members {
		switch k.Name {
		case "type", "properties", "required", "additionalProperties", "default":
		default:
			if !isAnnotation(k.Name) {
				im.mistake(placeOf(at, k.Name), msgImportKeyword, clip(k.Name))
			}
		}
	}
	return newParameters(list)
}

// required reads the names of required properties.
func (im *importer) required(at string, members jsonMembers) map[string]bool {
	raw := members.raw("required")
	if raw == nil {
		return nil
	}
	var names []string
	if json.Unmarshal(raw, &names) != nil {
		im.mistake(at+"/required", msgImportRequired)
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901

// placeOf is the place of a name in another place. It is cut here already, as what is inside has it too, mistaken or not.
func placeOf(at, name string) string {
	if len(at) > maxPlace {
		return at
	}
	return at + "/" + pointerEscaper.Replace(clip(name))
}

// parameter reads one property.
func (im *importer) parameter(at string, prop jsonMember, required bool) param {
	p := param{name: prop.Name, required: required}
	if prop.Name == "" {
		im.mistake(at, msgBuilderName)
	}
	members, ok := im.object(at, prop.Value)
	if !ok {
		return p
	}
	members = nullable(members)
	p.slot = im.slot(at, members, !required)
	if p.slot.typ.kind == 0 {
		return p
	}
	p.typeText = p.typ.String()
	p.description = describeMembers(members)
	p.refinable = string(members.raw("_refinable")) == "true"
	if raw := members.raw("default"); raw != nil && string(raw) != "null" && !required {
		text := literalText(raw)
		p.def = &text
		for _, m := range p.finish(nil, "") {
			im.mistake(at+"/default", "%s", m)
		}
	}
	return p
}

// nullable turns anyOf or oneOf of one schema and null, as some generators write an optional value, into that schema.
func nullable(members jsonMembers) jsonMembers {
	for _, union := range []string{"anyOf", "oneOf"} {
		var parts []json.RawMessage
		if json.Unmarshal(members.raw(union), &parts) != nil || len(parts) != 2 || members.raw("type") != nil {
			continue
		}
		for i, part := range parts {
			null, err := objectMembers(part)
			inner, err2 := objectMembers(parts[1-i])
			if typ, _ := null.text("type"); err != nil || err2 != nil || typ != "null" || len(null) != 1 {
				continue
			}
			for _, k := range members {
				if k.Name != union && inner.raw(k.Name) == nil {
					inner = append(inner, k)
				}
			}
			for j, k := range inner {
				if typ, ok := inner.text("type"); ok && k.Name == "type" {
					inner[j].Value = json.RawMessage("[" + string(quoteJSON(typ)) + `,"null"]`)
				}
			}
			return inner
		}
	}
	return members
}

// describeMembers is the description, or the title, and a format that no type stands for.
func describeMembers(members jsonMembers) string {
	text, _ := members.text("description")
	if text == "" {
		text, _ = members.text("title")
	}
	if format, _ := members.text("format"); format != "" && kindOfFormat(format) == 0 {
		text = strings.TrimSpace(text + " " + sprintf(msgImportFormat, format))
	}
	return text
}

// enum types the enum of a slot.
func (im *importer) enum(at string, s *slot, members jsonMembers, nullable bool) {
	raw := members.raw("enum")
	if raw == nil {
		return
	}
	var values []json.RawMessage
	if json.Unmarshal(raw, &values) != nil {
		im.mistake(at+"/enum", msgImportEnum)
		return
	}
	texts := make([]string, 0, len(values))
	for _, v := range values {
		k := firstKind(v)
		switch {
		case k == scan.Null && nullable:
			continue // null is absent anyway
		case s.typ.kind.isText() != (k == scan.String):
			im.mistake(at+"/enum", msgImportMember, clipBytes(v), s.typ)
			return
		}
		texts = append(texts, literalText(v))
	}
	set, mistakes := compileEnum(s, texts)
	s.enum = set
	for _, m := range mistakes {
		im.mistake(at+"/enum", "%s", m)
	}
}

// slot reads the schema of a value.
func (im *importer) slot(at string, members jsonMembers, nullable bool) (s slot) {
	typ, ok := im.typeOf(at, members, nullable)
	if !ok {
		return s
	}
	switch typ.kind {
	case KindArray:
		s = im.arraySlot(at, members)
	case KindDict:
		s = im.dictSlot(at, members)
	default:
		s = dynamicSlot(typ, nil)
	}
	if s.typ.kind != 0 {
		im.enum(at, &s, members, nullable)
		im.constrain(at, &s, members) // after the enum: both may be redundant beside each other
	}
	return s
}

// typeOf reads type and format.
func (im *importer) typeOf(at string, members jsonMembers, nullable bool) (typ Type, ok bool) {
	name, ok := im.typeName(at, members, nullable)
	if !ok {
		return typ, false
	}
	switch name {
	case "string":
		format, _ := members.text("format")
		if typ.kind = kindOfFormat(format); typ.kind == 0 {
			typ.kind = KindString
		}
	case "integer", "number", "boolean", "array":
		typ.kind = kindOf(name)
	case "object":
		typ.kind = KindDict
	default:
		im.mistake(at+"/type", msgImportType)
	}
	return typ, typ.kind != 0
}

// typeName reads the one type of a schema; "null" beside it says no more than optional does.
func (im *importer) typeName(at string, members jsonMembers, nullable bool) (name string, ok bool) {
	raw := members.raw("type")
	if json.Unmarshal(raw, &name) == nil {
		return name, true
	}
	var union []string
	if json.Unmarshal(raw, &union) == nil {
		union = slices.DeleteFunc(union, func(t string) bool { return t == "null" && nullable })
		if len(union) == 1 {
			return union[0], true
		}
		im.mistake(at+"/type", msgImportUnion)
		return "", false
	}
	for _, k := range members {
		switch k.Name {
		case "anyOf", "oneOf", "allOf", "not", "$ref", "if":
			im.mistake(at+"/"+k.Name, msgImportInstead, k.Name)
			return "", false
		}
	}
	im.mistake(at, msgImportType)
	return "", false
}

func kindOfFormat(format string) Kind {
	for kind, name := range formats {
		if name == format {
			return kind
		}
	}
	return 0
}

func (im *importer) arraySlot(at string, members jsonMembers) slot {
	items := members.raw("items")
	if items == nil || string(items) == "true" || string(compactJSON(items)) == "{}" {
		return dynamicSlot(Type{kind: KindArray}, nil)
	}
	inner, ok := im.object(at+"/items", items)
	if !ok {
		return slot{}
	}
	elem := im.slot(at+"/items", inner, false)
	switch elem.typ.kind {
	case 0:
		return slot{}
	case KindArray:
		im.mistake(at+"/items", msgImportNested)
		return slot{}
	}
	return sliceOf(elem)
}

func (im *importer) dictSlot(at string, members jsonMembers) slot {
	extra := members.raw("additionalProperties")
	if members.raw("properties") != nil || string(extra) == "false" {
		return dynamicSlot(Type{kind: KindDict}, im.properties(at, members))
	}
	for _, name := range slices.Sorted(maps.Keys(im.required(at, members))) {
		im.mistake(at+"/required", msgImportUndeclared, cut(name))
	}
	free := dynamicSlot(Type{kind: KindDict}, nil)
	if extra == nil || string(extra) == "true" || string(compactJSON(extra)) == "{}" {
		return free
	}
	inner, ok := im.object(at+"/additionalProperties", extra)
	if !ok {
		return slot{}
	}
	elem := im.slot(at+"/additionalProperties", inner, false)
	if elem.typ.kind == 0 {
		return slot{}
	}
	free.goType, free.store, free.elem = reflect.MapOf(reflect.TypeFor[string](), elem.goType), storeMap, &elem
	return free
}

// isHandled reports whether a keyword of a value of that kind is read elsewhere.
func isHandled(name string, kind Kind) bool {
	switch name {
	case "type", "format", "enum", "default":
		return true
	case "items":
		return kind == KindArray
	case "properties", "additionalProperties", "required":
		return kind == KindDict
	}
	return false
}

// constrain turns the remaining keywords into rules.
func (im *importer) constrain(at string, s *slot, members jsonMembers) {
	if s.store == storeValues {
		return // properties has looked at them
	}
	keywords := map[string]json.RawMessage{}
	for _, k := range members {
		switch {
		case isAnnotation(k.Name) || isHandled(k.Name, s.typ.kind):
		case k.Name == "pattern" && im.isTooLarge(at, k.Value):
		default:
			keywords[clip(k.Name)] = k.Value // of a name that is cut all that matters is that no rule has it
		}
	}
	rules, unsupported := constraintsFromSchema(s.goType, s.typ, keywords)
	for _, text := range unsupported {
		im.mistake(at, msgImportConstraint, text)
	}
	s.setRules(rules)
}
