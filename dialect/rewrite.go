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
	encoded   int // places that take JSON text so far; one in an alternative makes all of them JSON text, as nothing tells Decode which it was
}

func newWriter(r *rules, declared []*doc) *writer {
	return &writer{rules: r, declared: declared}
}

// placedLoss is a loss before it is written down. What may still change, or is long, is written in the end.
type placedLoss struct {
	Loss
	pos   int
	value *doc    // as declared; nil if the loss has it
	note  *string // nil if the loss has it
	wider bool    // the keyword in its place takes more
}

// lose notes a loss of the arguments or a place in them.
func (w *writer) lose(pos int, loss Loss) {
	w.losses = append(w.losses, placedLoss{Loss: loss, pos: pos})
}

// written is the loss as the report has it.
func (l placedLoss) written() Loss {
	l.At = cmp.Or(l.At, msgArguments)
	if l.value != nil {
		l.Value = l.value.json()
	}
	if l.note != nil {
		l.Note = *l.note
	}
	return l.Loss
}

// node rewrites the schema n of a place. named is the sentence of a property that has another name in the dialect.
func (w *writer) node(at *place, n *doc, named string) *doc {
	before := w.mark()
	s := &schema{writer: w, at: at, source: n, pos: n.pos, members: slices.Clone(n.members), named: named}
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
	s.descend(before)
	if w.encoded > before.encoded && s.get("anyOf") != nil {
		// The alternatives could not be told apart on the way back: the whole of them is JSON text.
		w.reset(before)
		return s.encodeAs(scan.Null)
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

// relaxed reports whether more is taken than was declared, by what has happened since a mark: a keyword went, or one that takes
// more stands in its place. That is right wherever a schema limits values, as the binder judges them too. It is wrong inside the
// keywords of exact, where a schema that takes more makes the one around it take less.
func (w *writer) relaxed(since mark) bool {
	return slices.ContainsFunc(w.losses[since.losses:], func(l placedLoss) bool {
		return l.wider || l.Kind != Changed && !annotations[l.Keyword]
	})
}

// keepNames takes out what speaks of properties by names that they do not have in the dialect: patterns and rules on keys, which
// would hold for the names of the dialect, and objects among values. Names in "required" and below "properties" are changed where
// they stand, and Decode gives all of them back.
func (s *schema) keepNames() {
	if s.at.renamed {
		s.move("patternProperties", "propertyNames", "dependentRequired", "dependentSchemas", "dependencies")
	}
	if s.at.renamedBelow {
		for _, name := range []string{"const", "enum", "default", "examples"} {
			if v := s.get(name); v != nil && !scalars(s, v) {
				s.move(name)
			}
		}
	}
}

// boolean rewrites a schema that is true or false: strict hosts refuse those as properties and items. The one that takes nothing is
// said where the dialect has no word for it.
func (s *schema) boolean() {
	loss := Loss{At: s.at.at, Keyword: msgWhole, Value: s.source.json(), Kind: Changed, Note: "{}"}
	if s.source.is(scan.False) {
		s.members = []member{{"not", object(made)}}
		if loss.Note = `{"not":{}}`; !s.rules.keeps("not") {
			loss.Kind, loss.Note = Moved, msgNever
		}
	}
	s.lose(s.pos, loss)
}

// keeps reports whether a keyword can stand in the dialect at all.
func (r *rules) keeps(name string) bool {
	_, known := r.keep[name]
	return known || r.keep == nil
}

// allow applies the table.
func (s *schema) allow() {
	if s.rules.keep == nil {
		return
	}
	s.joinBounds()
	names := make([]string, len(s.members))
	for i, m := range s.members {
		names[i] = m.name
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(sayingOrder[a], sayingOrder[b]) })
	for _, name := range names {
		if s.refused(name) {
			s.move(name)
		}
	}
}

// refused reports whether a keyword is here that the table does not let stay.
func (s *schema) refused(name string) bool {
	v := s.get(name)
	if name == "description" || v == nil {
		return false
	}
	holds, known := s.rules.keep[name]
	return !known || holds != nil && !holds(s, v)
}

// descend rewrites the schemas in what is left: first those that their keyword may go with, so that keywords which go with it are
// shown as they were declared, and in the end those that look at all that was said beside them since the mark.
func (s *schema) descend(since mark) {
	members := slices.Clone(s.members)
	for _, m := range members {
		if exact[m.name] {
			s.descendExactly(m)
		}
	}
	for _, m := range members {
		if !exact[m.name] && !unevaluated[m.name] && s.get(m.name) == m.value { // else it went with another one
			s.set(m.name, s.inside(m))
		}
	}
	relaxed := s.relaxed(since)
	for _, m := range members {
		switch {
		case !unevaluated[m.name] || s.get(m.name) != m.value:
		case relaxed:
			s.move(m.name)
		default:
			s.set(m.name, s.inside(m))
		}
	}
}

// unevaluated are the keywords that take what no other keyword has spoken of: more, when one of those says less.
var unevaluated = map[string]bool{"unevaluatedProperties": true, "unevaluatedItems": true}

// exact are the keywords that say something else, not less, when a schema in them says less: not {"minimum": 5} with its bound gone
// takes nothing. They stay only if nothing in them takes more than was declared.
var exact = map[string]bool{"not": true, "if": true, "oneOf": true, "contains": true}

// descendExactly rewrites a keyword whose schemas must not take more. If they do, oneOf becomes anyOf, and any other is shown in the
// description as it was declared. No schema is rewritten twice, or those in one another would be again and again.
func (s *schema) descendExactly(m member) {
	before := s.mark()
	value := s.inside(m)
	switch {
	case !s.relaxed(before):
		s.set(m.name, value)
	case m.name == "oneOf" && s.get("anyOf") == nil:
		s.rename("oneOf", "anyOf")
		s.set("anyOf", value)
	default:
		s.reset(before)
		s.move(m.name)
	}
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
	return s.node(at, v, "")
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
		name, at, named := sub.name, s.at, ""
		switch roles[m.name] {
		case restMap:
			at = s.at.others()
		case propertiesOf:
			q := s.at.property(sub.name)
			at, name, named = q.place, q.shown, q.named
			if name != sub.name {
				s.lose(sub.value.pos, Loss{At: at.at, Keyword: "name", Value: text(made, sub.name).json(), Kind: Changed, Note: name})
			}
		}
		value := sub.value
		if value.isSchema() {
			value = s.node(at, value, named)
		}
		out.members = append(out.members, member{name, value})
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
