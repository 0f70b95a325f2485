// Import: a foreign JSON Schema read as parameters, as far as the type grammar can say the same.

package jarvis

import (
	"encoding/json"
	"errors"
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
// What it cannot express it does not guess: the error joins one *TagError for each place, with the JSON pointer as its Field.
func ParametersFromSchema(schema json.RawMessage) (*Parameters, error) {
	im := &importer{}
	members, ok := im.object("", schema)
	if !ok {
		return nil, errors.Join(im.errs...)
	}
	switch typ, given := members.text("type"); {
	case given && typ != "object", !given && members.raw("properties") == nil:
		im.mistake("", msgImportObject)
		return nil, errors.Join(im.errs...)
	}
	p := im.properties("", members)
	if len(im.errs) > 0 {
		return nil, errors.Join(im.errs...)
	}
	return p, nil
}

// importer collects what a schema says that parameters cannot.
type importer struct{ errs []error }

func (im *importer) mistake(at, format string, args ...any) {
	im.errs = append(im.errs, &TagError{Type: "Schema", Field: "#" + at, Message: sprintf(format, args...)})
}

// object reads the members of an object.
func (im *importer) object(at string, raw json.RawMessage) (members schemaMembers, ok bool) {
	members, err := objectMembers(raw)
	var other notObject
	switch {
	case errors.As(err, &other):
		im.mistake(at, msgImportNoObject)
	case err != nil:
		im.mistake(at, "%s", syntaxText(err, defaultMaxDepth))
	}
	return members, err == nil
}

// annotations say nothing about which values are right.
const annotations = " $schema $id $comment title description examples deprecated readOnly writeOnly "

func isAnnotation(name string) bool {
	return strings.HasPrefix(name, "x-") || strings.Contains(annotations, " "+name+" ")
}

// properties reads an object schema with declared properties.
func (im *importer) properties(at string, members schemaMembers) *Parameters {
	var required []string
	if raw := members.raw("required"); raw != nil && json.Unmarshal(raw, &required) != nil {
		im.mistake(at+"/required", msgImportRequired)
	}
	var list []param
	if raw := members.raw("properties"); raw != nil {
		props, _ := im.object(at+"/properties", raw)
		for _, prop := range props {
			place := at + "/properties/" + pointerEscaper.Replace(prop.Name)
			list = append(list, im.parameter(place, prop, slices.Contains(required, prop.Name)))
		}
	}
	for _, name := range required {
		if !slices.ContainsFunc(list, func(p param) bool { return p.name == name }) {
			im.mistake(at+"/required", msgImportUndeclared, name)
		}
	}
	if raw := members.raw("additionalProperties"); raw != nil && string(raw) != "false" {
		im.mistake(at+"/additionalProperties", msgImportAdditional)
	}
	for _, k := range members {
		switch k.Name {
		case "type", "properties", "required", "additionalProperties", "default", "enum":
		default:
			if !isAnnotation(k.Name) {
				im.mistake(at+"/"+k.Name, msgImportKeyword, k.Name)
			}
		}
	}
	return newParameters(list)
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901

// parameter reads one property.
func (im *importer) parameter(at string, prop schemaKeyword, required bool) param {
	p := param{name: prop.Name, required: required, owner: "Schema.#" + at}
	if prop.Name == "" {
		im.mistake(at, msgBuilderName)
	}
	members, ok := im.object(at, prop.Value)
	if !ok {
		return p
	}
	p.slot = im.slot(at, members, !required)
	if p.slot.typ.kind == 0 {
		return p
	}
	p.typeText = p.typ.String()
	p.description = im.describe(members)
	p.refinable = string(members.raw("_refinable")) == "true"
	if raw := members.raw("default"); raw != nil && string(raw) != "null" && !required {
		text := literalText(raw)
		p.def = &text
	}
	enum := im.enum(at, members)
	if p.elem != nil && p.typ.kind == KindArray {
		if items, ok := im.object(at+"/items", members.raw("items")); ok && enum == nil {
			enum = im.enum(at+"/items", items)
		}
	}
	for _, m := range p.finish(enum, "") {
		im.mistake(at, "%s", m)
	}
	return p
}

// describe is the description, or the title, and a format that no type stands for.
func (im *importer) describe(members schemaMembers) string {
	text, _ := members.text("description")
	if text == "" {
		text, _ = members.text("title")
	}
	if format, _ := members.text("format"); format != "" && kindOfFormat(format) == 0 {
		text = strings.TrimSpace(text + " " + sprintf(msgImportFormat, format))
	}
	return text
}

// enum returns the texts of an enum, nil if there is none.
func (im *importer) enum(at string, members schemaMembers) []string {
	raw := members.raw("enum")
	if raw == nil {
		return nil
	}
	var values []json.RawMessage
	if json.Unmarshal(raw, &values) != nil {
		im.mistake(at+"/enum", msgImportEnum)
		return nil
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = literalText(v)
	}
	return texts
}

// literalText is the text of a declared value: the string itself, or the JSON.
func literalText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && firstKind(raw) == scan.String {
		return text
	}
	return string(compactJSON(raw))
}

// slot reads the schema of a value.
func (im *importer) slot(at string, members schemaMembers, nullable bool) (s slot) {
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
		im.constrain(at, &s, members)
	}
	return s
}

// typeOf reads type and format.
func (im *importer) typeOf(at string, members schemaMembers, nullable bool) (typ Type, ok bool) {
	raw := members.raw("type")
	var name string
	if json.Unmarshal(raw, &name) != nil {
		var union []string
		if json.Unmarshal(raw, &union) != nil {
			im.mistake(at, msgImportType)
			return typ, false
		}
		union = slices.DeleteFunc(union, func(t string) bool { return t == "null" && nullable })
		if len(union) != 1 {
			im.mistake(at+"/type", msgImportUnion)
			return typ, false
		}
		name = union[0]
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

func kindOfFormat(format string) Kind {
	for kind, name := range formats {
		if name == format {
			return kind
		}
	}
	return 0
}

func (im *importer) arraySlot(at string, members schemaMembers) slot {
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

func (im *importer) dictSlot(at string, members schemaMembers) slot {
	free := dynamicSlot(Type{kind: KindDict}, nil)
	extra := members.raw("additionalProperties")
	switch {
	case members.raw("properties") != nil || string(extra) == "false":
		return dynamicSlot(Type{kind: KindDict}, im.properties(at, members))
	case extra == nil || string(extra) == "true" || string(compactJSON(extra)) == "{}":
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

// handled are the keywords that slot and parameter read themselves.
const handled = " type format enum default items properties required additionalProperties _refinable "

// constrain turns the remaining keywords into rules.
func (im *importer) constrain(at string, s *slot, members schemaMembers) {
	if s.store == storeValues {
		return // properties has looked at them
	}
	keywords := map[string]json.RawMessage{}
	for _, k := range members {
		if !isAnnotation(k.Name) && !strings.Contains(handled, " "+k.Name+" ") {
			keywords[k.Name] = k.Value
		}
	}
	rules, unsupported := constraintsFromSchema(s.goType, s.typ, keywords)
	for _, text := range unsupported {
		im.mistake(at, msgImportConstraint, text)
	}
	s.rules = rules
}
