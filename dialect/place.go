// Places: where values stand in the arguments. Several schemas can speak of one place, and all use its names.

package dialect

import (
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// place is the arguments themselves, a property, the elements of an array, or the values of undeclared keys.
type place struct {
	at      string
	props   []*property // in order of appearance
	elems   *place
	rest    *place
	encoded scan.Kind // the dialect takes JSON text here: of an object, an array, or anything ('n'); 0 for no
	byName  map[string]*property

	renamed      bool // a property has another name in the dialect
	renamedBelow bool // or one of a place below has
}

// property is a name that schemas of a place declare.
type property struct {
	*place
	name  string
	shown string // what the dialect calls it
	named string // the sentence that says the declared name, if the other one says less
	omit  bool   // null stands for leaving it out
	null  bool   // a schema of the place takes null for it, or leaves that open
}

func (p *place) property(name string) *property {
	q := p.byName[name]
	if q == nil {
		q = &property{place: &place{at: join(p.at, name)}, name: name, shown: name}
		if p.props = append(p.props, q); p.byName == nil {
			p.byName = map[string]*property{}
		}
		p.byName[name] = q
	}
	return q
}

func (p *place) elements() *place {
	if p.elems == nil {
		p.elems = &place{at: p.at + "[]"}
	}
	return p.elems
}

func (p *place) others() *place {
	if p.rest == nil {
		p.rest = &place{at: strings.TrimPrefix(p.at+".*", ".")}
	}
	return p.rest
}

// join appends a property to a path. Names that could be misread are quoted.
func join(at, name string) string {
	if !plainName(name) {
		return at + "[" + string(scan.AppendQuoted(nil, name)) + "]"
	}
	if at == "" {
		return name
	}
	return at + "." + name
}

func plainName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool { return !isLetter(c) && !isDigit(c) && c != '_' && c != '-' })
}

// shownName returns what the dialect calls a property.
func (p *place) shownName(name string) string {
	if q := p.byName[name]; q != nil {
		return q.shown
	}
	return name
}

// role says of what a keyword's schemas speak.
type role uint8

const (
	noSchema     role = iota
	sameSchema        // a schema of the same value
	sameSchemas       // a list of them
	sameMap           // an object of them
	elemSchema        // a schema of elements
	elemSchemas       // a list of them
	restSchema        // a schema of the values of keys that are not declared
	restMap           // an object of them, by pattern
	nameSchema        // a schema of the keys themselves
	propertiesOf      // an object of schemas, by property
)

// roles are the keywords of JSON Schema 2020-12 that hold schemas, and the one of older drafts that becomes one of them.
var roles = map[string]role{
	"not": sameSchema, "if": sameSchema, "then": sameSchema, "else": sameSchema,
	"allOf": sameSchemas, "anyOf": sameSchemas, "oneOf": sameSchemas, "dependentSchemas": sameMap,
	"items": elemSchema, "contains": elemSchema, "unevaluatedItems": elemSchema, "prefixItems": elemSchemas, "additionalItems": elemSchema,
	"additionalProperties": restSchema, "unevaluatedProperties": restSchema, "patternProperties": restMap,
	"propertyNames": nameSchema, "properties": propertiesOf,
}

// schemasOf yields the schemas that a keyword holds with the place that each speaks of; nil is no place, that of keys.
func (p *place) schemasOf(m member, yield func(at *place, schema *doc)) {
	each := func(at *place, list ...*doc) {
		for _, d := range list {
			yield(at, d)
		}
	}
	switch roles[m.name] {
	case sameSchema:
		each(p, m.value)
	case sameSchemas:
		each(p, m.value.list...)
	case sameMap:
		for _, dep := range m.value.members {
			each(p, dep.value)
		}
	case elemSchema:
		each(p.elements(), m.value)
		each(p.elements(), m.value.list...) // in older drafts
	case elemSchemas:
		each(p.elements(), m.value.list...)
	case restSchema:
		if !m.value.isBool() {
			each(p.others(), m.value)
		}
	case restMap:
		for _, sub := range m.value.members {
			each(p.others(), sub.value)
		}
	case propertiesOf:
		for _, sub := range m.value.members {
			each(p.property(sub.name).place, sub.value)
		}
	}
}

// survey finds all places below p that the schema n of p speaks of.
func (p *place) survey(n *doc) {
	for _, m := range n.members {
		p.schemasOf(m, func(at *place, schema *doc) { at.survey(schema) })
		if m.name == "properties" {
			for _, sub := range m.value.members {
				q := p.property(sub.name)
				q.null = q.null || takesNull(sub.value)
			}
		}
	}
}

// nameAll gives the properties of p and of all places below it the names that the dialect takes.
func (p *place) nameAll(rule nameRule) {
	names := make([]string, len(p.props))
	for i, q := range p.props {
		names[i] = q.name
	}
	for i, shown := range rule.assign(names) {
		q := p.props[i]
		q.shown, q.named = shown, rule.standsFor(q.name, shown)
		p.renamed = p.renamed || shown != q.name
		q.nameAll(rule)
		p.renamedBelow = p.renamedBelow || p.renamed || q.renamedBelow
	}
	for _, below := range []*place{p.elems, p.rest} {
		if below != nil {
			below.nameAll(rule)
			p.renamedBelow = p.renamedBelow || below.renamedBelow
		}
	}
}

// takesNull reports whether a schema may take null. It may say yes for one that does not, never no for one that does.
func takesNull(n *doc) bool {
	if n.isBool() {
		return n.is(scan.True)
	}
	if n.get("nullable").is(scan.True) {
		return true
	}
	if types := n.get("type"); types != nil && !slices.Contains(types.texts(), "null") {
		return false
	}
	if c := n.get("const"); c != nil && !c.is(scan.Null) {
		return false
	}
	isNull := func(d *doc) bool { return d.is(scan.Null) }
	if e := n.get("enum"); e != nil && !slices.ContainsFunc(e.list, isNull) {
		return false
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if union := n.get(name); union != nil && !slices.ContainsFunc(union.list, takesNull) {
			return false
		}
	}
	if all := n.get("allOf"); all != nil {
		return !slices.ContainsFunc(all.list, func(d *doc) bool { return !takesNull(d) })
	}
	return true
}
