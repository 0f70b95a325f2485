// Compatibility of objects: parameters that came or went, what is required, and defaults.

package jarvistest

import "slices"

// properties compares the properties of an object, which of them are required, and what else it takes.
func (c *comparison) properties(path string, a, b *object) {
	from, to := asObject(a.get("properties")), asObject(b.get("properties"))
	was, is := requiredOf(a), requiredOf(b)
	for _, name := range from.keys() {
		at := joinPath(path, name)
		if !to.has(name) {
			c.add(at, "parameter", true, "parameter removed%s", renamed(from, to, name))
			continue
		}
		c.required(at, was[name], is[name])
		c.defaults(at, from.get(name), to.get(name), was[name])
		c.schema(at, from.get(name), to.get(name))
	}
	for _, name := range to.keys() {
		if at := joinPath(path, name); !from.has(name) {
			c.added(at, a, is[name])
		}
	}
	for _, name := range onlyNames(is) {
		if !from.has(name) && !to.has(name) {
			c.required(joinPath(path, name), was[name], true)
		}
	}
	c.others(path, a, b)
	if kept := sharedNames(from, to); !slices.Equal(kept, sharedNames(to, from)) {
		c.add(path, "order", false, "order of the parameters changed")
	}
}

// requiredOf returns the names that an object has to have.
func requiredOf(o *object) map[string]bool {
	names := map[string]bool{}
	list, _ := o.get("required").([]any)
	for _, v := range list {
		if name, ok := v.(string); ok {
			names[name] = true
		}
	}
	return names
}

func onlyNames(set map[string]bool) []string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (c *comparison) required(at string, was, is bool) {
	switch {
	case is && !was:
		c.add(at, "required", true, "required now")
	case was && !is:
		c.add(at, "required", false, "no longer required")
	}
}

// added reports a parameter that is new. Where any key was taken, it may have been sent before.
func (c *comparison) added(at string, old *object, required bool) {
	switch {
	case required:
		c.add(at, "parameter", true, "required parameter added")
	case old.get("additionalProperties") != false:
		c.add(at, "parameter", true, "optional parameter added where any key was taken")
	default:
		c.add(at, "parameter", false, "optional parameter added")
	}
}

// defaults compares what stands for a parameter that is left out, which one that was required never was.
func (c *comparison) defaults(at string, x, y any, required bool) {
	a, b := schemaOf(x), schemaOf(y)
	from, to := a.get("default"), b.get("default")
	switch {
	case a.has("default") == b.has("default") && sameTree(from, to):
	case !b.has("default"):
		c.add(at, "default", !required, "default dropped: %s", shortTree(from))
	case !a.has("default"):
		c.add(at, "default", !required, "default added: %s", shortTree(to))
	default:
		c.add(at, "default", !required, "default changed: %s", fromTo(from, to))
	}
}

// others compares what is taken besides the properties.
func (c *comparison) others(path string, a, b *object) {
	from := orAnything(a, "additionalProperties", a.get("additionalProperties"))
	to := orAnything(b, "additionalProperties", b.get("additionalProperties"))
	switch {
	case sameTree(from, to):
	case from == false:
		c.add(path, "further keys", false, "further keys are taken now")
	case to == false:
		c.add(path, "further keys", true, "further keys are no longer taken")
	default:
		c.defaults(path+".*", from, to, false)
		c.schema(path+".*", from, to)
	}
}

// renamed names the one new property that is all that a removed one was.
func renamed(from, to *object, name string) string {
	for _, other := range to.keys() {
		if !from.has(other) && sameTree(from.get(name), to.get(other)) {
			return " (" + joinPath("", other) + " is what it was)"
		}
	}
	return ""
}

// sharedNames returns the names that a shares with b, in the order of a.
func sharedNames(a, b *object) (names []string) {
	for _, name := range a.keys() {
		if b.has(name) {
			names = append(names, name)
		}
	}
	return names
}
