// Reports: problems worded for a model, with everything it needs to mend its call in one round trip and little else.

package jarvis

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error returns the report for the model: "Missing required params: a, b" if any, a line for every other problem with what
// came and what is wanted, and the schema of the parameters concerned without what the lines say.
func (e *ValidationError) Error() string {
	var lines []string
	if missing := e.Missing(); len(missing) > 0 {
		lines = append(lines, sprintf(msgMissingParams, strings.Join(missing, ", ")))
	}
	lists := map[string]string{} // the path at which a list of allowed values was told
	for _, p := range e.Problems {
		if p.Kind == ProblemMissing && p.Path == p.Param {
			continue
		}
		list := strings.Join(p.Allowed, "\x00")
		if first, told := lists[list]; told && p.Kind == ProblemEnum && len(p.Allowed) > fewAllowed {
			lines = append(lines, p.explainLike(first))
			continue
		}
		if list != "" && lists[list] == "" {
			lists[list] = p.Path
		}
		lines = append(lines, p.Explain())
	}
	if e.Omitted > 0 {
		lines = append(lines, sprintf(msgOmitted, e.Omitted))
	}
	if e.guessing() {
		lines = append(lines, sprintf(msgDeclared, strings.Join(e.params.names[:min(len(e.params.names), maxDeclared)], ", ")))
	}
	if schema := e.affected(); schema != nil {
		lines = append(lines, sprintf(msgAffected, schema.json()))
	}
	return strings.Join(lines, "\n")
}

const (
	maxDeclared = 40 // names that a report lists for a model that cannot know them
	fewAllowed  = 3  // allowed values that are shorter told twice than referred to
)

// guessing reports whether a top-level key is unknown and near no declared one.
func (e *ValidationError) guessing() bool {
	return e.params != nil && len(e.params.names) > 0 && slices.ContainsFunc(e.Problems, func(p Problem) bool {
		return p.Kind == ProblemUnknown && p.Suggestion == "" && p.Path == p.Param
	})
}

// affected returns the schemas of the declared parameters that have a problem, without what its line says.
func (e *ValidationError) affected() schemaMembers {
	if e.params == nil {
		return nil
	}
	var list []param
	var open []openness
	for i := range e.params.list {
		if o := e.leftOpen(e.params.list[i].name); o != told {
			list, open = append(list, e.params.list[i]), append(open, o)
		}
	}
	if len(list) == 0 {
		return nil
	}
	schema, _ := objectMembers(newParameters(list).Schema())
	properties, _ := objectMembers(schema.raw("properties"))
	var shown schemaMembers
	for i, p := range properties {
		shown = append(shown, schemaKeyword{Name: p.Name, Value: open[i].shorten(p.Value)})
	}
	return shown
}

// openness says how much of the schema of a parameter the lines of a report leave open.
type openness int

const (
	told       openness = iota // the parameter has no problem, or its line says everything
	openRules                  // its type is told, its bounds and the like are not
	openValues                 // the value that came may do: what it is to be, not what it is for
	openAll                    // nothing is told
)

// leftOpen returns what the problems with a parameter leave open.
func (e *ValidationError) leftOpen(name string) (open openness) {
	for _, p := range e.Problems {
		o := told
		switch {
		case p.Kind == ProblemUnknown && p.Path == p.Param && p.Suggestion == name:
			o = openValues
		case p.Param != name || p.Kind == ProblemSyntax || p.Kind == ProblemUnknown && p.Path == p.Param:
		case p.Kind == ProblemEnum || p.Kind == ProblemRule && len(p.Allowed) > 0: // the line lists all there is
		case p.Kind == ProblemMissing || p.Path != p.Param:
			o = openAll
		default:
			o = openRules
		}
		open = max(open, o)
	}
	return open
}

// shorten leaves out of a schema what is told elsewhere or does not help to mend a value.
func (o openness) shorten(schema []byte) []byte {
	members, err := objectMembers(schema)
	if err != nil {
		return schema
	}
	var kept schemaMembers
	for _, m := range members {
		switch {
		case m.Name == "default", m.Name == "description" && o < openAll, m.Name == "enum" && o == openRules:
			continue
		case m.Name == "items":
			m.Value = o.shorten(m.Value)
		}
		kept = append(kept, m)
	}
	return kept.json()
}

// Explain returns Message with what came, what is wanted and what is near it: all that a model needs to mend the argument.
func (p Problem) Explain() string {
	line := p.Message()
	if p.Kind == ProblemRule && p.Rule == "" {
		line = p.ownSentence()
	}
	switch {
	case p.Got == "" || p.Kind == ProblemEnum:
	case p.Kind == ProblemRule && p.Rule == "":
		line += sprintf(msgGotCheck, p.Got) // after a sentence of the author
	default:
		line += sprintf(msgGot, p.Got)
	}
	if p.Want != "" && p.Kind == ProblemType {
		line += sprintf(msgWant, p.Want)
	}
	switch {
	case len(p.Allowed) == 0 || p.Kind != ProblemType && p.Kind != ProblemRule:
	case p.Type.kind == KindArray:
		line += sprintf(msgAllowedEach, listed(p.Allowed))
	default:
		line += sprintf(msgAllowed, listed(p.Allowed))
	}
	if p.Suggestion != "" && (p.Kind == ProblemEnum || p.Kind == ProblemRule) {
		line += sprintf(msgEnumNear, clip(p.Suggestion))
	}
	return line
}

// explainLike is Explain for a value out of a list that the line about another place has told.
func (p Problem) explainLike(first string) string {
	line := sprintf(msgInvalidLike, p.bareGot(), clip(p.Path), clip(first))
	if p.Suggestion != "" {
		line += sprintf(msgEnumNear, p.Suggestion)
	}
	return line
}

// ownSentence is the author's sentence made fit to be gone on with; it need neither be there nor name the parameter.
func (p Problem) ownSentence() string {
	line := clipSentences(p.Want)
	switch {
	case line == "" && p.Path == "":
		line = msgRefusedCall
	case line == "":
		line = sprintf(msgRefused, clip(p.Path))
	case p.Path != "" && !mentions(line, p.Path):
		line = sprintf(msgAbout, clip(p.Path)) + line
	}
	if p.Got != "" || len(p.Allowed) > 0 || p.Suggestion != "" {
		line = strings.TrimSuffix(line, ".")
	}
	return line
}

// mentions reports whether text has name as a word of its own.
func mentions(text, name string) bool {
	inWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		left, _ := utf8.DecodeLastRuneInString(text[:at+i])
		at += i + len(name)
		right, _ := utf8.DecodeRuneInString(text[at:])
		if !inWord(left) && !inWord(right) {
			return true
		}
	}
}
