// Schema: one schema while it is rewritten, with what is said of it in words.

package dialect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/prose"
)

// schema is one schema while it is rewritten.
type schema struct {
	*writer
	at      *place
	source  *doc
	pos     int
	members []member
	named   string   // the sentence of its declared name, said first
	said    []string // sentences for the description

	oneOf    int     // which loss says that oneOf became anyOf, counted from 1; 0 if it did not
	nullable bool    // null is taken, which the dialect says in a keyword of its own
	shown    *doc    // the keywords that are shown as they are, in one sentence
	shownAt  int     // which one that is
	shownIn  *string // and its text, for the report
}

// obstacle notes why a strict dialect cannot hold a place.
func (s *schema) obstacle(message string) {
	s.obstacles = append(s.obstacles, cmp.Or(s.at.at, msgArguments)+": "+message)
}

func (s *schema) get(name string) *doc {
	if i := indexMember(s.members, name); i >= 0 {
		return s.members[i].value
	}
	return nil
}

// set puts a keyword where it stands, or at the end.
func (s *schema) set(name string, value *doc) {
	if i := indexMember(s.members, name); i >= 0 {
		s.members[i].value = value
		return
	}
	s.members = append(s.members, member{name, value})
}

// rename gives a keyword another name in the same place and reports it.
func (s *schema) rename(name, other string) {
	i := indexMember(s.members, name)
	s.lost(name, Changed, other)
	s.members[i].name = other
}

func (s *schema) remove(name string) {
	s.members = slices.DeleteFunc(s.members, func(m member) bool { return m.name == name })
}

// lost reports what became of a keyword that is still there, unless it was never declared.
func (s *schema) lost(name string, kind LossKind, note string) {
	if v := s.get(name); v != nil && v.pos != made {
		loss := placedLoss{Loss: Loss{At: s.at.at, Keyword: name, Kind: kind, Note: note}, pos: v.pos, value: s.declared[v.pos]}
		s.losses = append(s.losses, loss)
	}
}

// lostWider reports a keyword in whose place another one takes more.
func (s *schema) lostWider(name, note string) {
	n := len(s.losses)
	s.lost(name, Changed, note)
	for i := n; i < len(s.losses); i++ {
		s.losses[i].wider = true
	}
}

// companions are the keywords that mean nothing, or something else, without another one.
var companions = map[string][]string{
	"if": {"then", "else"}, "contains": {"minContains", "maxContains"},
	"patternProperties": {"additionalProperties", "unevaluatedProperties"},
}

// move takes keywords out, with their companions, and says in the description what they mean to a model.
func (s *schema) move(names ...string) {
	for _, name := range names {
		v := s.get(name)
		if v == nil {
			continue
		}
		if name == "anyOf" {
			name = s.declaredUnion()
		}
		sentence, worded := s.sentence(name, v)
		if with := s.present(companions[name]); len(with) > 0 || !worded {
			s.show(append([]string{name}, with...)...)
		} else {
			s.moveAs(sentence, name)
		}
	}
}

// declaredUnion makes an anyOf that was oneOf that again, as it is not to stay, and returns its name.
func (s *schema) declaredUnion() string {
	if s.oneOf == 0 {
		return "anyOf"
	}
	s.losses = slices.Delete(s.losses, s.oneOf-1, s.oneOf)
	s.members[indexMember(s.members, "anyOf")].name, s.oneOf = "oneOf", 0
	return "oneOf"
}

// moveAs takes keywords out and says in the description what all of them mean; "" drops them.
func (s *schema) moveAs(sentence string, names ...string) {
	kind := Moved
	if sentence == "" {
		kind = Dropped
	} else {
		s.say(sentence)
	}
	for _, name := range names {
		s.lost(name, kind, sentence)
		s.remove(name)
	}
}

// show takes keywords out and shows them in the description, in one schema with all others that are shown.
func (s *schema) show(names ...string) {
	again := func(name string) bool { return indexMember(s.shown.members, name) >= 0 }
	if s.shown == nil || slices.ContainsFunc(names, again) {
		s.shown, s.shownAt, s.shownIn = object(s.pos), len(s.said), new(string)
		s.say("")
	}
	first := len(s.losses)
	for _, name := range names {
		s.lost(name, Moved, "")
		s.shown.members = append(s.shown.members, member{name, s.get(name)})
		s.remove(name)
	}
	*s.shownIn = fmtSchema(s.shown)
	s.said[s.shownAt] = *s.shownIn
	for i := first; i < len(s.losses); i++ {
		s.losses[i].note = s.shownIn
	}
}

// present returns those of the names that are keywords here.
func (s *schema) present(names []string) (list []string) {
	for _, name := range names {
		if s.get(name) != nil {
			list = append(list, name)
		}
	}
	return list
}

func fmtSchema(shown *doc) string { return fmt.Sprintf(msgSchema, shown.json()) }

// say adds a sentence to the description.
func (s *schema) say(sentence string) { s.said = append(s.said, sentence) }

// describe writes the description with what has been said.
func (s *schema) describe() {
	old := s.get("description")
	description := joinSentences(old.text(), append([]string{s.named}, s.said...))
	switch {
	case description == old.text():
	case old == nil:
		i := indexMember(s.members, "type") + 1
		s.members = slices.Insert(s.members, i, member{"description", text(s.pos, description)})
	default:
		s.set("description", text(old.pos, description))
	}
}

// joinSentences appends sentences to a description that does not say them yet.
func joinSentences(description string, said []string) string {
	var added []string
	for _, sentence := range said {
		if sentence != "" && !says(description, sentence) && !says(strings.Join(added, " "), sentence) {
			added = append(added, sentence)
		}
	}
	return prose.Append(description, added...)
}
