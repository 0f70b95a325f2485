// Jarvis: available_commands of the Jarvis command center.

package dialect

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/prose"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// jarvisCommand takes every name. What the format says in its own words (types, required, defaults, enums) is no loss; what it
// cannot say goes into the descriptions of the parameters.
//
// Source: the original's get_command_schema, as Definition.CommandSchema prints it.
var jarvisCommand = rules{keep: map[string]condition{}}

// command prints the entry of a command, as CommandSchema does where nothing is lost.
func (w *writer) command(def *jarvis.Definition, name string) json.RawMessage {
	read, err := parse(def.CommandSchema())
	if err != nil {
		return def.CommandSchema() // not reached: it is ours
	}
	entry, props := read[0], w.declared[0].get("properties")
	out := object(made, slices.Clone(entry.members)...)
	params, declared := array(made), map[string]*doc{}
	for _, m := range props.members {
		declared[m.name] = m.value
	}
	for _, p := range entry.get("parameters").list {
		n := p.get("name").text()
		s := &schema{writer: w, at: &place{at: join("", n)}, source: declared[n], members: slices.Clone(declared[n].members)}
		s.parameter(p)
		params.list = append(params.list, s.entry(p))
	}
	if len(w.losses) == 0 && name == def.Name() {
		return def.CommandSchema()
	}
	out.members[indexMember(out.members, "command_name")].value = text(made, name)
	out.members[indexMember(out.members, "parameters")].value = params
	return out.json()
}

// entry is the parameter with what has been said.
func (s *schema) entry(p *doc) *doc {
	if len(s.said) == 0 {
		return p
	}
	out := object(made, slices.Clone(p.members)...)
	i := indexMember(out.members, "description")
	out.members[i].value = text(made, joinSentences(out.members[i].value.text(), s.said))
	return out
}

// parameter moves what the entry p of a parameter does not say.
func (s *schema) parameter(p *doc) {
	written := p.get("type").text()
	for name, said := range map[string]bool{
		"type": true, "description": true, "enum": !p.get("enum_values").is(scan.Null), "default": !p.get("default_value").is(scan.Null),
		"format": saidFormats[written],
	} {
		if said {
			s.remove(name)
		}
	}
	s.olderBounds()
	s.olderItems()
	if s.get("prefixItems") != nil {
		s.show(s.present([]string{"prefixItems", "items"})...)
	}
	items := s.get("items")
	s.remove("items")
	if s.get("properties") != nil {
		s.show(s.present([]string{"properties", "required", "additionalProperties"})...)
	}
	s.allow()
	if items != nil {
		s.elements(items, written, p)
	}
}

// saidFormats are the types that say the format.
var saidFormats = map[string]bool{"date": true, "datetime": true, "time": true, "timedelta": true}

// elements moves what the type of an array does not say about its elements.
func (s *schema) elements(items *doc, written string, p *doc) {
	inner, typed := strings.CutPrefix(strings.TrimSuffix(written, ">"), "array<")
	at := s.at.elements().at
	if !typed || items.get("properties") != nil || !items.is(scan.ObjectStart) {
		if len(items.members) > 0 || items.is(scan.False) {
			s.say(fmt.Sprintf(msgEach, fmtSchema(items)))
			s.lose(items.pos, Loss{At: s.at.at, Keyword: "items", Value: items.json(), Kind: Moved, Note: fmtSchema(items)})
		}
		return
	}
	e := &schema{writer: s.writer, at: &place{at: at}, source: items, members: slices.Clone(items.members)}
	if d := e.get("description"); d != nil {
		e.say(prose.End(d.text()))
		e.lost("description", Moved, d.text())
	}
	e.remove("type")
	if saidFormats[inner] {
		e.remove("format")
	}
	if !p.get("enum_values").is(scan.Null) {
		e.remove("enum")
	}
	e.allow()
	each := ""
	for _, sentence := range e.said {
		description := p.get("description").text()
		if !says(description, fmt.Sprintf(msgEach, sentence)) && !says(description, fmt.Sprintf(msgEach, lowerFirst(sentence))) {
			each = joinSentences(each, []string{sentence})
		}
	}
	if each != "" {
		s.say(fmt.Sprintf(msgEach, each))
	}
}
