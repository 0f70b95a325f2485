// Suite tools_bfcl: calls to tools that are declared by JSON Schemas, right ones with their values and wrong ones with a problem.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// toolsLine is a list of tools with calls of them.
type toolsLine struct {
	header
	Category  string     `json:"category"`
	Source    string     `json:"source"`
	Functions jsonValue  `json:"functions"`
	Calls     []toolCall `json:"calls"`
	Wrong     []toolCall `json:"wrong"`
}

// toolCall is a call with its verdict. The last five fields are those of a refused one.
type toolCall struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Arguments *string `json:"arguments_json"`
	OK        *bool   `json:"ok"`
	Label     string  `json:"label"`
	Kind      string  `json:"kind"`
	Param     string  `json:"param"`    // empty: several
	Path      string  `json:"path"`     // JSON pointer to the fault
	Intended  string  `json:"intended"` // the name that was misspelt
}

func (l *toolsLine) check(r *report) {
	if len(l.Calls)+len(l.Wrong) == 0 {
		r.broken("needs calls or wrong")
		return
	}
	tools, err := toolcall.ToolsFromOpenAI(rawJSON(l.Functions.v))
	if err != nil {
		r.fail("declaration", "no error", err.Error())
		return
	}
	for _, u := range tools.Unchecked() {
		r.fail("schema of "+strconv.Quote(u.Name), "one that can be checked", u.Reason)
	}
	for i, c := range slices.Concat(l.Calls, l.Wrong) {
		r.within(fmt.Sprintf("call %d %s", i+1, c.ID), func(r *report) { c.check(r, tools, i < len(l.Calls)) })
	}
}

// check judges one call.
func (c *toolCall) check(r *report, tools *toolcall.Tools, good bool) {
	if c.OK == nil || *c.OK != good || c.Arguments == nil || !good && c.Kind == "" {
		r.broken("needs arguments_json, the ok of its list and, if it is wrong, a kind")
		return
	}
	args := json.RawMessage(*c.Arguments)
	var refused *toolcall.CallError
	errors.As(tools.Check(jarvis.Call{Name: c.Name, Arguments: args}), &refused)
	switch {
	case good && refused != nil:
		r.fail("verdict", "accepted", "refused: "+refused.Error())
	case good:
		c.checkValues(r, tools.Parameters(c.Name), args)
	case refused == nil:
		r.fail("verdict", "refused: "+c.Kind+" "+strconv.Quote(c.Param), "accepted")
	default:
		c.checkProblem(r, refused)
	}
}

// checkValues compares what is bound with the arguments: the given parameters are unchanged.
func (c *toolCall) checkValues(r *report, params *jarvis.Parameters, args json.RawMessage) {
	if params == nil {
		return // the report has said so
	}
	values, err := params.Validate(args)
	if err != nil {
		r.fail("Validate", "accepted", err.Error())
		return
	}
	want, err := parseJSON(args)
	given, ok := want.(*object)
	if err != nil || !ok {
		r.broken("arguments_json is no object")
		return
	}
	got, ok := marshalled(r, "values", values).(*object)
	if !ok {
		return
	}
	r.sameJSON("values", withoutNulls(given), withoutDefaults(given, got, params))
}

// withoutNulls leaves out the members that are null, which means absent.
func withoutNulls(o *object) *object {
	kept := &object{members: map[string]any{}}
	for _, name := range o.names {
		if v := o.members[name]; v != nil {
			kept.names, kept.members[name] = append(kept.names, name), v
		}
	}
	return kept
}

// withoutDefaults takes out of bound values what was not given and has a declared default, in objects inside them too.
func withoutDefaults(given, got any, params *jarvis.Parameters) any {
	switch got := got.(type) {
	case []any:
		if given, ok := given.([]any); ok && len(given) == len(got) {
			for i := range got {
				got[i] = withoutDefaults(given[i], got[i], params)
			}
		}
	case *object:
		given, ok := given.(*object)
		if !ok || params == nil {
			return got
		}
		for _, name := range slices.Clone(got.names) {
			declared, _ := params.Lookup(name)
			if v, ok := given.members[name]; ok && v != nil {
				got.members[name] = withoutDefaults(v, got.members[name], declared.Fields())
			} else if _, ok := declared.Default(); ok {
				got.take(name)
			}
		}
	}
	return got
}

// checkProblem looks for the wanted problem among those that are reported.
func (c *toolCall) checkProblem(r *report, refused *toolcall.CallError) {
	var invalid *jarvis.ValidationError
	if !errors.As(refused, &invalid) {
		r.fail("error", "a *jarvis.ValidationError", goText(refused.Err))
		return
	}
	var told []string
	for _, p := range invalid.Problems {
		if p.Kind.String() == c.Kind && (c.Param == "" || p.Param == c.Param) && c.nearest(p) {
			if at := pointer(p.Path); c.Path == "" || at == c.Path || strings.HasPrefix(c.Path, at+"/") {
				c.checkFragments(r, refused)
				return
			}
		}
		told = append(told, fmt.Sprintf("%s %q at %s near %q", p.Kind, p.Param, pointer(p.Path), p.Suggestion))
	}
	r.fail("problems", fmt.Sprintf("%s %q at %s near %q", c.Kind, c.Param, c.Path, c.Intended), strings.Join(told, ", "))
}

// nearest reports whether a misspelt name is told with the one that was meant, unless that is not near.
func (c *toolCall) nearest(p jarvis.Problem) bool {
	if c.Intended == "" || p.Suggestion == c.Intended {
		return true
	}
	return p.Suggestion == "" && !suggest.Within(p.Path[strings.LastIndex(p.Path, ".")+1:], c.Intended, 2)
}

// checkFragments asks for a fragment about the problem that names tool and parameter.
func (c *toolCall) checkFragments(r *report, refused *toolcall.CallError) {
	fragments := refused.Fragments()
	begins := func(f string) bool { return strings.HasPrefix(f, c.Name+"."+c.Param) }
	if c.Param != "" && !slices.ContainsFunc(fragments, begins) {
		r.fail("fragments", "one of "+c.Name+"."+c.Param, strings.Join(fragments, ", "))
	}
}

// pointer turns the path of a problem into a JSON pointer.
func pointer(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(path)
}
