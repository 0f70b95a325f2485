// Compatibility of the command schema: what it says of the command, and the declared types of parameters.

package jarvistest

import (
	"slices"
	"strings"
)

// command compares command schemas. What they have in common with the schema was judged there.
func (c *comparison) command(x, y any) {
	a, b := asObject(x), asObject(y)
	c.texts("", "description", a.get("description"), b.get("description"))
	if !sameTree(a.get("command_name"), b.get("command_name")) {
		c.add("", "command", true, "command renamed: %s", fromTo(a.get("command_name"), b.get("command_name")))
	}
	if from, to := a.get("examples"), b.get("examples"); !sameTree(from, to) {
		c.examples(from, to)
	}
	for _, name := range []string{"keywords", "rules", "critical_rules", "antipatterns"} {
		c.entries(name, a.get(name), b.get(name))
	}
	if from, to := a.get("allow_direct_answer"), b.get("allow_direct_answer"); !sameTree(from, to) {
		c.add("", "allow_direct_answer", false, "allow_direct_answer changed: %s", fromTo(from, to))
	}
	c.commandParameters(byName(a.get("parameters")), byName(b.get("parameters")))
	for _, name := range onlyIn(a, b, "command_name", "description", "examples", "keywords", "rules", "critical_rules", "antipatterns",
		"allow_direct_answer", "parameters") {
		c.add("", name, true, "%s of the command schema is not understood: %s", name, fromTo(a.get(name), b.get(name)))
	}
}

// entries compares lists of texts for the model.
func (c *comparison) entries(name string, x, y any) {
	from, _ := x.([]any)
	to, _ := y.([]any)
	gone, added := notAmong(from, to), notAmong(to, from)
	var parts []string
	if gone != nil {
		parts = append(parts, "gone "+shortList(gone))
	}
	if added != nil {
		parts = append(parts, "added "+shortList(added))
	}
	switch {
	case parts != nil:
		c.add("", name, false, "%s changed: %s", name, strings.Join(parts, "; "))
	case !sameTree(x, y):
		c.add("", name, false, "%s changed: their order or number", name)
	}
}

// examples compares examples by their utterances.
func (c *comparison) examples(x, y any) {
	said := func(v any) (list []any) {
		examples, _ := v.([]any)
		for _, e := range examples {
			list = append(list, asObject(e).get("voice_command"))
		}
		return list
	}
	from, to := said(x), said(y)
	c.entries("examples", from, to)
	if !c.has("", "examples") {
		c.add("", "examples", false, "examples changed: their arguments")
	}
}

// byName turns the list of parameters into an object.
func byName(v any) *object {
	list, _ := v.([]any)
	o := &object{values: map[string]any{}}
	for _, e := range list {
		name, _ := asObject(e).get("name").(string)
		o.names = append(o.names, name)
		o.values[name] = e
	}
	return o
}

// commandParameters compares what the command schema says of parameters that both declarations have.
func (c *comparison) commandParameters(from, to *object) {
	for _, name := range sharedNames(from, to) {
		a, b, at := asObject(from.get(name)), asObject(to.get(name)), joinPath("", name)
		for _, key := range onlyIn(a, b) {
			was, is := a.get(key), b.get(key)
			switch key {
			case "type":
				c.add(at, "type", !widened(a, was, is), "type changed: %s", strings.ReplaceAll(fromTo(was, is), `"`, ""))
			case "refinable":
				c.add(at, "refinable", false, "refinable changed: %s", fromTo(was == true, is == true))
			case "required", "description", "default_value", "enum_values":
				c.written(at, key, was, is)
			default:
				c.add(at, key, true, "%s in the command schema is not understood: %s", key, fromTo(was, is))
			}
		}
	}
	for _, name := range slices.Concat(from.keys(), to.keys()) {
		if at := joinPath("", name); from.has(name) != to.has(name) && !c.has(at, "parameter") {
			c.add(at, "parameter", true, "only in one of the two command schemas")
		}
	}
}

// written reports what the command schema says in another way where the schema, which is what decides, says the same.
func (c *comparison) written(at, key string, was, is any) {
	aspect := strings.TrimSuffix(key, "_values")
	aspect = strings.TrimSuffix(aspect, "_value")
	known := c.has(at, aspect) || c.has(at, aspect+" added") || aspect == "description" && c.has(at, "rules")
	if !known {
		c.add(at, aspect, aspect == "required", "%s in the command schema changed: %s", aspect, fromTo(was, is))
	}
}

// widened reports whether everything that was sent as one declared type can be sent as another, and means the same. Members of an
// enum have several spellings where they are dates or times, and one where they are text.
func widened(param *object, was, is any) bool {
	from, _ := was.(string)
	to, _ := is.(string)
	if inner, ok := strings.CutPrefix(from, "array<"); ok {
		if to == "array" {
			return true
		}
		from = strings.TrimSuffix(inner, ">")
		inner, ok = strings.CutPrefix(to, "array<")
		if to = strings.TrimSuffix(inner, ">"); !ok {
			return false
		}
	}
	switch from {
	case "int":
		return to == "float"
	case "date", "datetime", "time", "timedelta":
		return to == "string" && param.get("enum_values") == nil
	}
	return false
}
