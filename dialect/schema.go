// Schema: one schema while it is rewritten, with what is said of it in words.

package dialect

import (
	"fmt"
	"slices"
)

// schema is one schema while it is rewritten.
type schema struct {
	*writer
	at      *place
	source  *doc
	pos     int
	members []member
	said    []string

	nullable bool // null is taken, which the dialect says in a keyword of its own
}

// obstacle notes why a strict dialect cannot hold a place.
func (s *schema) obstacle(message string) {
	at := s.at.at
	if at == "" {
		at = msgArguments
	}
	if note := at + ": " + message; !slices.Contains(s.obstacles, note) {
		s.obstacles = append(s.obstacles, note)
	}
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
		s.lose(v.pos, Loss{At: s.at.at, Keyword: name, Value: s.declared[v.pos].json(), Kind: kind, Note: note})
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
		sentence := s.sentence(name, v)
		together := []string{name}
		if with := s.present(companions[name]); len(with) > 0 {
			together = append(together, with...)
			sentence = s.schemaSentence(together)
		}
		kind := Moved
		if sentence == "" {
			kind = Dropped
		} else {
			s.say(sentence)
		}
		for _, name := range together {
			s.lost(name, kind, sentence)
			s.remove(name)
		}
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

// schemaSentence says what keywords mean by showing them.
func (s *schema) schemaSentence(names []string) string {
	shown := object(s.pos)
	for _, name := range names {
		shown.members = append(shown.members, member{name, s.get(name)})
	}
	return fmtSchema(shown)
}

func fmtSchema(shown *doc) string { return fmt.Sprintf(msgSchema, shown.json()) }

// say adds a sentence to the description.
func (s *schema) say(sentence string) { s.said = append(s.said, sentence) }

// describe writes the description with what has been said.
func (s *schema) describe() {
	old := s.get("description")
	description := joinSentences(old.text(), s.said)
	switch {
	case len(s.said) == 0 || description == old.text():
	case old == nil:
		i := indexMember(s.members, "type") + 1
		s.members = slices.Insert(s.members, i, member{"description", text(s.pos, description)})
	default:
		s.set("description", text(old.pos, description))
	}
}

// joinSentences appends sentences to a description that does not say them yet.
func joinSentences(description string, said []string) string {
	for _, sentence := range said {
		if sentence == "" || says(description, sentence) {
			continue
		}
		if description = asSentence(description); description != "" {
			description += " "
		}
		description += sentence
	}
	return description
}
