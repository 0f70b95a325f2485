// ValidationError: all that is wrong with one call, worded for the model so that it can mend the call in one round trip.

package jarvis

import (
	"slices"
	"strings"
)

// ValidationError holds every problem of one call's arguments. Its text is made for the model that sent them: one round trip
// is enough to mend all. Source: Pikuri::Tool::Parameters::ValidationError.
type ValidationError struct {
	Command  string    // empty when parameters are validated without a command
	Problems []Problem // in order of declaration, the unknown keys of an object after its declared ones
	Omitted  int       // problems beyond the length limit of a report

	params *Parameters
}

// Missing returns the required top-level parameters that did not come, in order of declaration.
func (e *ValidationError) Missing() []string {
	var names []string
	for _, p := range e.Problems {
		if p.Kind == ProblemMissing && p.Path == p.Param {
			names = append(names, p.Param)
		}
	}
	return names
}

// Results returns the problems as the seed's validation results.
func (e *ValidationError) Results() []ValidationResult {
	results := make([]ValidationResult, len(e.Problems))
	for i, p := range e.Problems {
		results[i] = ValidationResult{ParamName: p.Param, CommandName: e.Command, Message: p.Message(), ValidValues: slices.Clone(p.Allowed)}
		if p.Suggestion != "" && p.Kind != ProblemUnknown { // there it is a name
			results[i].SuggestedValue = p.Suggestion
		}
	}
	return results
}

// Response returns what Invalid makes of the results, with the error itself as its Validation.
func (e *ValidationError) Response() *Response {
	text, spans := make([]byte, 0, 256), make([][2]int, 0, 4) // on the stack
	for i := range e.Problems {
		end := len(text)
		if end > 0 {
			text = append(text, '\n')
		}
		start := len(text)
		if text = e.Problems[i].appendMessage(text); len(text) == start {
			text, start = text[:end], end // no message, no line
		}
		spans = append(spans, [2]int{start, len(text)})
	}
	details := string(text)
	list := make([]RefusedArgument, len(e.Problems))
	for i, span := range spans {
		p := &e.Problems[i]
		list[i] = RefusedArgument{Message: details[span[0]:span[1]], Param: p.Param, ValidValues: p.Allowed}
	}
	r := refusal(details, list)
	r.Validation = e
	return r
}

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
