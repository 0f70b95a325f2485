// Rewriting: one pass over a schema that keeps what a table allows and says or drops the rest.

package dialect

import (
	"cmp"
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// writer rewrites one schema.
type writer struct {
	rules     *rules
	declared  []*doc // the values of the declared schema, by their numbers
	losses    []placedLoss
	obstacles []string
	encoded   int           // places that take JSON text
	relaxing  map[*doc]bool // of keywords in exact, whether their schemas would take more
}

func newWriter(r *rules, declared []*doc) *writer {
	return &writer{rules: r, declared: declared, relaxing: map[*doc]bool{}}
}

type placedLoss struct {
	Loss
	pos int
}

func (w *writer) lose(pos int, loss Loss) { w.losses = append(w.losses, placedLoss{loss, pos}) }

// node rewrites the schema n of a place.
func (w *writer) node(at *place, n *doc) *doc {
	before := w.mark()
	s := &schema{writer: w, at: at, source: n, pos: n.pos, members: slices.Clone(n.members)}
	if n.isBool() {
		s.boolean()
	}
	s.keepNames()
	for _, step := range w.rules.steps {
		step(s)
	}
	if w.rules.encode != nil {
		if kind := w.rules.encode(s); kind != 0 {
			w.reset(before)
			return s.encodeAs(kind)
		}
	}
	s.allow()
	s.descend()
	if w.encoded > before.encoded && s.get("anyOf") != nil {
		// The alternatives could not be told apart on the way back: the whole of them is JSON text.
		w.reset(before)
		return s.encodeAs(scan.Null)
	}
	if w.relaxed(before) {
		s.move("unevaluatedProperties", "unevaluatedItems") // which look at all that was said beside them
	}
	s.describe()
	for _, step := range w.rules.shape {
		step(s)
	}
	return object(s.pos, s.members...)
}

// mark is a state of a writer to go back to.
type mark struct{ losses, obstacles, encoded int }

func (w *writer) mark() mark { return mark{len(w.losses), len(w.obstacles), w.encoded} }

func (w *writer) reset(m mark) {
	w.losses, w.obstacles, w.encoded = w.losses[:m.losses], w.obstacles[:m.obstacles], m.encoded
}

// relaxed reports whether more is taken than was declared, by what has happened since a mark.
func (w *writer) relaxed(since mark) bool {
	return slices.ContainsFunc(w.losses[since.losses:], func(l placedLoss) bool {
		return l.Kind != Changed && !annotations[l.Keyword]
	})
}

// keepNames takes out what speaks of properties by names that they do not have in the dialect.
func (s *schema) keepNames() {
	if s.at.renamed {
		s.move("patternProperties", "propertyNames", "dependentRequired", "dependentSchemas", "dependencies")
	}
	if s.at.renamedBelow() {
		for _, name := range []string{"const", "enum", "default", "examples"} {
			if v := s.get(name); v != nil && !scalars(s, v) {
				s.move(name)
			}
		}
	}
}

// boolean rewrites a schema that is true or false: strict hosts refuse those as properties and items.
func (s *schema) boolean() {
	note := "{}"
	if s.source.is(scan.False) {
		note = `{"not":{}}`
		s.members = []member{{"not", object(made)}}
	}
	s.lose(s.pos, Loss{At: s.at.at, Keyword: msgWhole, Value: s.source.json(), Kind: Changed, Note: note})
}

// allow applies the table.
func (s *schema) allow() {
	if s.rules.keep == nil {
		return
	}
	names := make([]string, len(s.members))
	for i, m := range s.members {
		names[i] = m.name
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(sayingOrder[a], sayingOrder[b]) })
	for _, name := range names {
		v := s.get(name)
		if name == "description" || v == nil {
			continue
		}
		if holds, known := s.rules.keep[name]; !known || holds != nil && !holds(s, v) {
			s.move(name)
		}
	}
}

// descend rewrites the schemas in what is left.
func (s *schema) descend() {
	for _, m := range slices.Clone(s.members) {
		if s.get(m.name) == nil {
			continue // went with another one
		}
		if exact[m.name] {
			s.descendExactly(m)
			continue
		}
		s.set(m.name, s.inside(m))
	}
}

// exact are the keywords that say something else, not less, when a schema in them says less.
var exact = map[string]bool{"not": true, "if": true, "oneOf": true, "contains": true}

// descendExactly rewrites a keyword whose schemas must not take more. If they do, the keyword goes. What was found is remembered,
// so that keywords in one another are not tried again and again.
func (s *schema) descendExactly(m member) {
	if !s.relaxing[m.value] {
		before := s.mark()
		value := s.inside(m)
		if !s.relaxed(before) {
			s.set(m.name, value)
			return
		}
		s.reset(before)
		s.relaxing[m.value] = true
	}
	if m.name == "oneOf" && s.get("anyOf") == nil {
		s.rename("oneOf", "anyOf")
		s.set("anyOf", s.inside(m))
		return
	}
	s.move(m.name)
}

// inside rewrites the value of a keyword that holds schemas or names of properties.
func (s *schema) inside(m member) *doc {
	v := m.value
	switch r := roles[m.name]; r {
	case sameSchema:
		return s.sub(s.at, v)
	case elemSchema:
		return s.sub(s.at.elements(), v)
	case restSchema:
		if v.isBool() {
			return v
		}
		return s.sub(s.at.others(), v)
	case nameSchema:
		return s.sub(&place{at: s.at.at + msgKeys}, v)
	case sameSchemas, elemSchemas:
		at := s.at
		if r == elemSchemas {
			at = s.at.elements()
		}
		if v.is(scan.ArrayStart) {
			return s.subs(at, v)
		}
	case sameMap, restMap, propertiesOf:
		if v.is(scan.ObjectStart) {
			return s.subMap(m)
		}
	}
	if m.name == "required" && v.is(scan.ArrayStart) {
		return s.shownNames(v)
	}
	return v
}

// sub rewrites a schema; what is none stays.
func (s *schema) sub(at *place, v *doc) *doc {
	if !v.isSchema() {
		return v
	}
	return s.node(at, v)
}

func (s *schema) subs(at *place, v *doc) *doc {
	out := array(v.pos)
	for _, d := range v.list {
		out.list = append(out.list, s.sub(at, d))
	}
	return out
}

func (s *schema) subMap(m member) *doc {
	out := object(m.value.pos)
	for _, sub := range m.value.members {
		name, at := sub.name, s.at
		switch roles[m.name] {
		case restMap:
			at = s.at.others()
		case propertiesOf:
			q := s.at.property(sub.name)
			at, name = q.place, q.shown
			if name != sub.name {
				s.lose(sub.value.pos, Loss{At: at.at, Keyword: "name", Value: text(made, sub.name).json(), Kind: Changed, Note: name})
			}
		}
		out.members = append(out.members, member{name, s.sub(at, sub.value)})
	}
	return out
}

func (s *schema) shownNames(v *doc) *doc {
	out := array(v.pos)
	for _, d := range v.list {
		out.list = append(out.list, text(d.pos, s.at.shownName(d.text())))
	}
	return out
}
