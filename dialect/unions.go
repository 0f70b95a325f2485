// Unions: oneOf, allOf and lists of types as dialects without them say it.

package dialect

import (
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// anyOneOf turns oneOf into anyOf, which takes a little more.
func anyOneOf(s *schema) {
	switch {
	case s.get("oneOf") == nil:
	case s.get("anyOf") == nil:
		losses := len(s.losses)
		if s.rename("oneOf", "anyOf"); len(s.losses) > losses {
			s.oneOf = len(s.losses)
		}
	default:
		s.move("oneOf")
	}
}

// groups are keywords that look at each other: two sets of them cannot be put together.
var groups = [][]string{
	{"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"},
	{"prefixItems", "items", "contains", "minContains", "maxContains", "unevaluatedItems"},
	{"if", "then", "else"},
}

// mergeAll puts the schemas of allOf into the one around them, if they say different things.
func mergeAll(s *schema) {
	all := s.get("allOf")
	if all == nil {
		return
	}
	rest := &schema{members: slices.Clone(s.members)}
	rest.remove("allOf")
	merged := rest.members
	for _, part := range all.list {
		if !part.is(scan.ObjectStart) {
			return
		}
		for _, m := range part.members {
			i := indexMember(merged, m.name)
			switch {
			case i < 0:
				merged = append(merged, m)
			case m.name == "description" && m.value.is(scan.String):
				merged[i].value = text(merged[i].value.pos, joinSentences(merged[i].value.text(), []string{m.value.text()}))
			case !merged[i].value.equal(m.value):
				return
			}
		}
		if mixes(merged, part.members) {
			return
		}
	}
	s.lost("allOf", Changed, msgMerged)
	s.members = merged
	mergeAll(s) // of a schema that was in there
}

// mixes reports whether the members, of which some came from a part, have more of a group than the part.
func mixes(members, part []member) bool {
	return slices.ContainsFunc(groups, func(group []string) bool {
		count := func(list []member) (n int) {
			for _, m := range list {
				if slices.Contains(group, m.name) {
					n++
				}
			}
			return n
		}
		n := count(part)
		return n > 0 && count(members) > n
	})
}

// aloneAnyOf leaves anyOf only where nothing but annotations stands beside it: a type that every alternative repeats goes, and
// beside anything else the alternatives go, as no alternatives do.
func aloneAnyOf(s *schema) {
	union := s.get("anyOf")
	if union == nil {
		return
	}
	if len(union.list) == 0 {
		s.move("anyOf")
		return
	}
	typed := !slices.ContainsFunc(union.list, func(d *doc) bool { return !isTyped(d) })
	for _, m := range s.members {
		switch {
		case m.name == "anyOf" || annotations[m.name]:
		case m.name == "type" && typed:
		default:
			s.move("anyOf")
			return
		}
	}
	if s.get("type") != nil {
		s.lost("type", Changed, "anyOf")
		s.remove("type")
	}
}

// isTyped reports whether a schema says what type its values have.
func isTyped(d *doc) bool {
	if d.get("type") != nil || d.get("enum") != nil || d.get("const") != nil {
		return true
	}
	union := d.get("anyOf")
	if union == nil {
		union = d.get("oneOf")
	}
	return union != nil && !slices.ContainsFunc(union.list, func(d *doc) bool { return !isTyped(d) })
}
