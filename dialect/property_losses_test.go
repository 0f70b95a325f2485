// Nothing is lost in silence: every keyword of the neutral schema stands at the same place of the tool, or in the report.

package dialect_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/dialect"
)

// account holds a report against the two schemas.
type account struct {
	dialect dialect.Dialect
	losses  []dialect.Loss
	found   map[string]dialect.LossKind // of losses, by all that says what was lost
	silent  []string
}

func lossKey(at, keyword string, value any) string { return at + "\n" + keyword + "\n" + write(value) }

// unaccounted lists the keywords that are neither kept nor reported.
func unaccounted(c *command, tool *dialect.Tool) []string {
	a := &account{dialect: tool.Report().Dialect, losses: tool.Report().Losses}
	a.said(tool)
	if a.dialect == dialect.Jarvis {
		return a.silent // has no schema; what it says of parameters is compared with the command schema
	}
	var told *object
	if tool.Schema() != nil {
		doc, _ := readDoc(tool.Schema())
		told, _ = doc.(*object)
	} else if len(keysOf(c.neutral.object("properties"))) == 0 {
		return a.silent // no parameters are said by saying nothing
	}
	a.node("", c.neutral, told)
	return a.silent
}

// meaningless reports whether a model needs not be told: what is not about its arguments, and that no others are taken.
func meaningless(loss dialect.Loss) bool {
	switch loss.Keyword {
	case "effect", "$comment", "deprecated", "readOnly":
		return true
	case "additionalProperties", "unevaluatedProperties":
		return string(loss.Value) == "false" || string(loss.Value) == "true"
	}
	return string(loss.Value) == "0" && strings.HasPrefix(loss.Keyword, "min")
}

// said checks that what is said to have moved into a description stands in one.
func (a *account) said(tool *dialect.Tool) {
	whole, _ := readDoc(tool.JSON())
	var texts []string
	collectTexts(whole, &texts)
	for _, loss := range a.losses {
		note := loss.Note
		if loss.Keyword == "description" { // moved to another place
			doc, _ := readDoc(loss.Value)
			note, _ = doc.(string)
		}
		if loosened(loss) { // the bound itself is taken now, which no keyword can refuse
			_, note, _ = strings.Cut(loss.Note, " in words: ")
		} else if loss.Kind != dialect.Moved {
			continue
		}
		if note == "" || !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, note) }) {
			a.silent = append(a.silent, fmt.Sprintf("%q %s %s is not said as %q", loss.At, loss.Keyword, loss.Value, note))
		}
	}
}

// loosened reports whether an exclusive bound became an inclusive one of the same number.
func loosened(loss dialect.Loss) bool {
	return loss.Kind == dialect.Changed && strings.HasPrefix(loss.Keyword, "exclusive") && slices.Contains(strings.FieldsFunc(loss.Note, func(c rune) bool { return c == ' ' || c == ',' }), string(loss.Value))
}

// collectTexts collects the descriptions anywhere in a value.
func collectTexts(v any, texts *[]string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			collectTexts(e, texts)
		}
	case *object:
		for _, key := range v.keys {
			if text, is := v.vals[key].(string); is && key == "description" {
				*texts = append(*texts, text)
			}
			collectTexts(v.vals[key], texts)
		}
	}
}

// canBeStrict reports whether nothing of a schema is open: then a strict dialect has to hold it.
func canBeStrict(schema any) bool {
	doc, _ := schema.(*object)
	for _, key := range keysOf(doc) {
		if !slices.Contains(plainKeywords, key) {
			return false
		}
	}
	switch doc.text("type") {
	case "object":
		props := doc.object("properties")
		for _, name := range keysOf(props) {
			if !canBeStrict(props.vals[name]) {
				return false
			}
		}
		return props != nil && doc.get("additionalProperties") == false
	case "array":
		return canBeStrict(doc.get("items"))
	}
	return doc.text("type") != ""
}

// plainKeywords are those of schemas that the library prints itself.
var plainKeywords = []string{
	"type", "description", "default", "enum", "const", "properties", "required", "additionalProperties", "items", "format", "pattern", "uniqueItems",
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
}

// reported finds a loss of a keyword. whole is whether nothing stands in its place, so that what is inside need not be looked at.
func (a *account) reported(at, keyword string, value any) (found, whole bool) {
	if a.found == nil {
		a.found = map[string]dialect.LossKind{}
		for _, loss := range a.losses {
			if doc, err := readDoc(loss.Value); err == nil {
				a.found[lossKey(loss.At, loss.Keyword, doc)] = loss.Kind
			}
		}
	}
	kind, found := a.found[lossKey(cmp.Or(at, "(arguments)"), keyword, value)]
	return found, found && kind != dialect.Changed || a.flattened(at, keyword, value)
}

// flattened reports whether the alternatives stand elsewhere: among those that one of them had itself.
func (a *account) flattened(at, keyword string, value any) bool {
	return slices.ContainsFunc(a.losses, func(loss dialect.Loss) bool {
		doc, err := readDoc(loss.Value)
		return err == nil && loss.At == at && loss.Keyword == keyword && loss.Note == "all alternatives in one list" && write(doc) == write(value)
	})
}

// node compares one schema with what became of it.
func (a *account) node(at string, neutral any, told any) {
	from, ok := neutral.(*object)
	to, _ := told.(*object)
	if !ok {
		a.boolean(at, neutral, told)
		return
	}
	if inner := withoutNull(to); inner != nil && !from.has("anyOf") && !from.has("oneOf") {
		to = inner // null beside it says that it can be left out
	}
	for _, keyword := range from.keys {
		if found, _ := a.reported(at, keyword, from.vals[keyword]); !saysText(to) || onlyText(from) || !found {
			a.keyword(at, keyword, from, to) // else it is JSON text, and all inside with it
		}
	}
}

// boolean compares true and false, which a dialect may write as {} and {"not":{}}.
func (a *account) boolean(at string, neutral, told any) {
	same := write(neutral) == write(told) || write(told) == map[bool]string{true: "{}", false: `{"not":{}}`}[neutral == true]
	if !same && !slices.ContainsFunc(a.losses, func(loss dialect.Loss) bool { return loss.At == at }) {
		a.silent = append(a.silent, fmt.Sprintf("%q: %v, now %s", at, neutral, write(told)))
	}
}

func (a *account) keyword(at, keyword string, from, to *object) {
	value := from.vals[keyword]
	found, whole := a.reported(at, keyword, value)
	if whole {
		return
	}
	if !found && !kept(keyword, from, to) {
		a.silent = append(a.silent, fmt.Sprintf("%q %s %s", at, keyword, write(value)))
		return
	}
	a.inside(at, keyword, from, to)
}

// kept reports whether a keyword stands where it stood. What is inside the schemas that it holds is looked at elsewhere.
func kept(keyword string, from, to *object) bool {
	value, now := from.vals[keyword], to.get(keyword)
	switch keyword {
	case "properties":
		return len(keysOf(from.object(keyword))) == len(keysOf(to.object(keyword))) && to.has(keyword)
	case "items", "not", "if", "then", "else", "contains", "propertyNames":
		return to.has(keyword)
	case "additionalProperties", "unevaluatedProperties":
		_, isBool := value.(bool)
		return to.has(keyword) && (!isBool || now == value)
	case "dependentSchemas", "patternProperties":
		return to.has(keyword) && slices.Equal(keysOf(from.object(keyword)), keysOf(to.object(keyword)))
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return len(from.list(keyword)) == len(to.list(keyword))
	case "required":
		return sameNames(from, to)
	case "description":
		return strings.Contains(to.text(keyword), strings.TrimRight(from.text(keyword), " \n"))
	case "type":
		return sameTypes(from, to)
	case "enum":
		return write(value) == write(now)
	}
	return to.has(keyword) && write(now) == write(value)
}

// sameTypes compares types, which one vendor writes in capitals and with null beside them.
func sameTypes(from, to *object) bool {
	want, now := slices.Sorted(slices.Values(from.types())), to.types()
	if to.get("nullable") == true {
		now = append(now, "null")
	}
	now = slices.Sorted(slices.Values(now))
	return strings.EqualFold(strings.Join(want, " "), strings.ToLower(strings.Join(now, " ")))
}

// sameNames compares what is required, by the place of properties.
func sameNames(from, to *object) bool {
	own, told := keysOf(from.object("properties")), keysOf(to.object("properties"))
	var want []string
	for _, name := range from.texts("required") {
		if i := slices.Index(own, name); i >= 0 && i < len(told) {
			name = told[i]
		}
		want = append(want, name)
	}
	return slices.Equal(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(to.texts("required"))))
}

// inside goes on to the schemas that a keyword holds.
func (a *account) inside(at, keyword string, from, to *object) {
	switch keyword {
	case "properties":
		own, told := from.object(keyword), to.object(keyword)
		for i, name := range keysOf(own) {
			place := pathTo(at, name)
			if i < len(keysOf(told)) {
				if shown := told.keys[i]; shown != name && !a.renamed(place, name) {
					a.silent = append(a.silent, fmt.Sprintf("%q is called %q", place, shown))
				}
				a.node(place, own.vals[name], told.vals[told.keys[i]])
			}
		}
	case "items", "contains":
		a.node(at+"[]", from.vals[keyword], to.get(keyword))
	case "patternProperties":
		for _, name := range keysOf(from.object(keyword)) {
			a.node(strings.TrimPrefix(at+".*", "."), from.object(keyword).vals[name], to.object(keyword).get(name))
		}
	case "additionalProperties":
		if _, isBool := from.vals[keyword].(bool); !isBool {
			a.node(strings.TrimPrefix(at+".*", "."), from.vals[keyword], to.get(keyword))
		}
	case "dependentSchemas":
		for _, name := range keysOf(from.object(keyword)) {
			a.node(at, from.object(keyword).vals[name], to.object(keyword).get(name))
		}
	case "not", "if", "then", "else":
		a.node(at, from.vals[keyword], to.get(keyword))
	case "anyOf", "oneOf", "allOf", "prefixItems":
		branches := to.list(keyword)
		if keyword == "oneOf" && branches == nil {
			branches = to.list("anyOf")
		}
		place := at
		if keyword == "prefixItems" {
			place += "[]"
		}
		for i, branch := range from.list(keyword) {
			if i < len(branches) {
				a.node(place, branch, branches[i])
			}
		}
	}
}

func (a *account) renamed(at, name string) bool {
	return slices.ContainsFunc(a.losses, func(loss dialect.Loss) bool {
		var text string
		return loss.At == at && loss.Keyword == "name" && json.Unmarshal(loss.Value, &text) == nil && text == name
	})
}

// pathTo writes the place of a property as reports do.
func pathTo(at, name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	switch {
	case name == "" || strings.Trim(name, plain) != "":
		return at + "[" + quote(name) + "]"
	case at == "":
		return name
	}
	return at + "." + name
}

// withoutNull is the other branch of an anyOf with null, which is how a dialect may write that something can be left out.
func withoutNull(to *object) *object {
	list := to.list("anyOf")
	if len(list) != 2 {
		return nil
	}
	for i, branch := range list {
		other, _ := list[1-i].(*object)
		if null, _ := branch.(*object); null.text("type") == "null" && other != nil {
			return other
		}
	}
	return nil
}

// saysText reports whether a schema takes texts alone, null aside.
func saysText(doc *object) bool {
	types := strings.ToLower(strings.Join(doc.types(), " "))
	return types == "string" || types == "string null" || types == "null string"
}

// onlyText is saysText of a neutral schema, whose enum or const may say so without a type.
func onlyText(from *object) bool {
	if from == nil || from.types() != nil {
		return from != nil && saysText(from)
	}
	isText := func(v any) bool { _, is := v.(string); return is }
	switch {
	case from.has("const"):
		return isText(from.get("const"))
	case from.has("enum"):
		return !slices.ContainsFunc(from.list("enum"), func(v any) bool { return v != nil && !isText(v) })
	}
	return false
}
