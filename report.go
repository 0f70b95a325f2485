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
	listed := map[string]string{} // where a list of allowed values was told, by the list
	for _, p := range e.Problems {
		if p.Kind == ProblemMissing && p.Path == p.Param {
			continue
		}
		first := ""
		if len(p.Allowed) > fewAllowed {
			list := strings.Join(p.Allowed, "\x00")
			if first = listed[list]; first == "" {
				listed[list] = p.Path
			}
		}
		lines = append(lines, p.explain(first))
	}
	if e.Omitted > 0 {
		lines = append(lines, sprintf(msgOmitted, e.Omitted))
	}
	if e.guessing() {
		lines = append(lines, sprintf(msgDeclared, strings.Join(e.params.names[:min(len(e.params.names), maxDeclared)], ", ")))
	}
	if schema := e.affected(); schema != nil {
		lines = append(lines, sprintf(msgAffected, schema))
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

// affected returns the schemas of the declared parameters that have a problem, without what their lines say; nil if nothing is
// left.
func (e *ValidationError) affected() []byte {
	if e.params == nil {
		return nil
	}
	var list []param
	for i := range e.params.list {
		p := e.params.list[i]
		if about := e.about(&p); about.open {
			list = append(list, p.without(about))
		}
	}
	if len(list) == 0 {
		return nil
	}
	w := schemaWriter{}
	w.properties(objectSchema(newParameters(list), schemaPlain))
	return w
}

// lineContent is what the lines of a report say about one parameter.
type lineContent struct {
	open  bool // they leave something open that its schema says
	found bool // the model has found the parameter, and needs no description
	list  bool // they list its enum
}

// about returns what the lines say about a parameter.
func (e *ValidationError) about(p *param) lineContent {
	about := lineContent{found: true}
	for _, problem := range e.Problems {
		top := problem.Path == problem.Param
		switch {
		case problem.Kind == ProblemUnknown && top:
			about.open = about.open || problem.Suggestion == p.name
			continue
		case problem.Param != p.name || problem.Kind == ProblemSyntax:
			continue
		case problem.Kind == ProblemMissing || !top && p.typ.kind == KindDict:
			about.found = false
		}
		inside := strings.Contains(problem.Path, ".") // of an object: the list is that of a property
		whole := len(problem.Allowed) > 0 && len(problem.Allowed) <= maxListed && !inside
		about.list = about.list || whole && problem.Kind != ProblemRule
		// A value out of a list needs no more than the list; any other may have to keep further rules, and so has an array.
		about.open = about.open || !whole || problem.Kind == ProblemType || p.typ.kind == KindArray
	}
	return about
}

// without is a parameter for a schema that leaves out what the lines say, and what does not help to mend a value.
func (p param) without(about lineContent) param {
	p.defRaw = nil
	if about.found {
		p.description = ""
	}
	if about.list {
		p.enum = nil
		if p.elem != nil && p.elem.enum != nil {
			elem := *p.elem
			elem.enum, p.elem = nil, &elem
		}
	}
	return p
}

// Explain returns Message with what came, what is wanted and what is near it: all that a model needs to mend the argument.
func (p Problem) Explain() string { return p.explain("") }

// explain is Explain; first is the place whose line has told the same list of allowed values, if there is one.
func (p Problem) explain(first string) string {
	own := p.Kind == ProblemRule && p.Rule == ""
	line := p.Message()
	switch {
	case own:
		line = p.ownSentence()
	case p.Kind == ProblemEnum && first != "":
		line = sprintf(msgInvalidLike, p.bareGot(), clip(p.Path), clip(first))
	}
	switch {
	case p.Got == "" || p.Kind == ProblemEnum:
	case own:
		line += sprintf(msgGotCheck, p.Got)
	default:
		line += sprintf(msgGot, p.Got)
	}
	if p.keys != "" {
		line += sprintf(msgFromKeys, clip(p.keys))
	}
	if p.Want != "" && p.Kind == ProblemType {
		line += sprintf(msgWant, p.Want)
	}
	if len(p.Allowed) > 0 && (own || p.Kind == ProblemType) {
		line += p.explainAllowed(own, first)
	}
	if p.Suggestion != "" && (p.Kind == ProblemEnum || p.Kind == ProblemType || own) && clip(p.Suggestion) == p.Suggestion { // a cut one is none
		line += sprintf(msgEnumNear, p.Suggestion)
	}
	return line
}

// explainAllowed lists the allowed values after another sentence. Those of an author's code may come from outside.
func (p Problem) explainAllowed(own bool, first string) string {
	switch {
	case first != "":
		return sprintf(msgAllowedLike, clip(first))
	case own:
		return sprintf(msgAllowed, clippedList(p.Allowed))
	case p.Type.kind == KindArray:
		return sprintf(msgAllowedEach, listed(p.Allowed))
	}
	return sprintf(msgAllowed, listed(p.Allowed))
}

// clippedList is listed for values of any length.
func clippedList(values []string) string {
	var short []string
	size := 0
	for _, v := range values {
		v = clip(v)
		if size += len(v); size > maxSentences || len(short) == maxListed {
			return strings.Join(short, ", ") + sprintf(msgMoreListed, len(values)-len(short))
		}
		short = append(short, v)
	}
	return strings.Join(short, ", ")
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
