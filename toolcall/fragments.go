// Fragments: what is wrong with a call in the short form that the original's server sends to models.

package toolcall

import (
	"errors"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Limits of what is said about one call or batch. The declared lists that are repeated are the author's.
const (
	maxFragments = 64  // of one call
	maxListed    = 100 // allowed values of one fragment
	maxTakes     = 40  // parameters that a fragment lists
	maxOwners    = 8   // objects inside the arguments whose parameters are listed
)

// Fragments says in short what is wrong with the call, each problem once and in the order of the declaration: "tool.param
// expected TYPE" for a value of another type, "tool.param must be one of: a, b" for one that is not allowed, and the like for
// everything else. Elements count under their array. It is enough to mend all in one go. Source: the original's server.
func (e *CallError) Fragments() []string {
	f := fragments{tool: clip(e.Call.Name), params: e.params}
	var invalid *jarvis.ValidationError
	var unknown *jarvis.UnknownCommandError
	switch {
	case errors.As(e.Err, &invalid):
		for i := range invalid.Problems {
			f.problem(&invalid.Problems[i])
		}
		f.list = append(f.list, f.takes...)
		f.more += invalid.Omitted
	case errors.As(e.Err, &unknown):
		f.add(unknownTool(unknown))
	default:
		f.add(sprintf(msgUncheckable, f.tool))
	}
	if f.more > 0 {
		f.list = append(f.list, sprintf(msgMoreProblems, f.tool, f.more))
	}
	return f.list
}

// unknownTool says that a tool is not offered, and which ones are.
func unknownTool(e *jarvis.UnknownCommandError) string {
	text := sprintf(msgNoTool, clip(e.Name))
	if len(e.Near) > 0 {
		text += sprintf(msgToolsNear, clippedList(e.Near))
	}
	switch list := clippedList(e.Names); {
	case e.More > 0:
		text += sprintf(msgTools, list+sprintf(msgMoreListed, e.More))
	case list != "":
		text += sprintf(msgTools, list)
	case len(e.Near) == 0:
		text += msgNoTools
	}
	return text
}

// fragments collects the fragments of one call.
type fragments struct {
	tool   string
	params *jarvis.Parameters // may be nil
	list   []string
	takes  []string // what the objects with unknown keys take
	more   int      // problems beyond maxFragments
}

func (f *fragments) add(fragment string) {
	switch {
	case slices.Contains(f.list, fragment):
	case len(f.list) == maxFragments:
		f.more++
	default:
		f.list = append(f.list, fragment)
	}
}

// problem adds what says one problem.
func (f *fragments) problem(p *jarvis.Problem) {
	at, typ := f.tool+"."+clip(p.Path), p.Type.String()
	if isElement(p) {
		at, typ = f.tool+"."+clip(p.Param), "array<"+typ+">"
	}
	switch p.Kind {
	case jarvis.ProblemType:
		f.add(sprintf(msgExpected, at, typ))
		f.oneOf(at, p.Allowed)
	case jarvis.ProblemEnum:
		f.oneOf(at, p.Allowed)
	case jarvis.ProblemMissing:
		f.add(sprintf(msgRequired, at, typ))
		if p.Path == p.Param && f.params != nil {
			declared, _ := f.params.Lookup(p.Param)
			f.oneOf(at, declared.Enum())
		}
	case jarvis.ProblemUnknown:
		f.unknown(p, at)
	case jarvis.ProblemRule:
		if p.Rule == "" {
			f.add(at + ": " + sentence(p.Want))
		} else {
			f.add(at + " " + sentence(p.Want))
		}
	default:
		f.add(f.tool + ": " + sentence(p.Want))
	}
}

// isElement reports whether the problem is that of an element of a declared array.
func isElement(p *jarvis.Problem) bool {
	index, ok := strings.CutPrefix(p.Path, p.Param+"[")
	index, closed := strings.CutSuffix(index, "]")
	return ok && closed && index != "" && strings.Trim(index, "0123456789") == ""
}

func (f *fragments) oneOf(at string, allowed []string) {
	if len(allowed) > 0 {
		f.add(sprintf(msgOneOf, at, listed(allowed)))
	}
}

// unknown says that a key is not declared, and once what is.
func (f *fragments) unknown(p *jarvis.Problem, at string) {
	if p.Suggestion != "" {
		f.add(sprintf(msgNotNear, at, clip(p.Suggestion)))
		return
	}
	f.add(sprintf(msgNotParameter, at))
	if f.params == nil {
		return
	}
	owner, fields := ownerOf(f.params, p)
	text := sprintf(msgTakesNone, f.tool+owner)
	if fields.Len() > 0 {
		var names []string
		for declared := range fields.All() {
			names = append(names, clip(declared.Name()))
		}
		text = sprintf(msgTakes, f.tool+owner, listedUpTo(names, maxTakes))
	}
	switch {
	case slices.Contains(f.takes, text):
	case owner == "": // they come last, and must not be lost
		f.takes = slices.Insert(f.takes, 0, text)
	case len(f.takes) < maxOwners:
		f.takes = append(f.takes, text)
	}
}

// ownerOf returns the declared object that has an unknown key, with the path to it such as ".rooms[1]".
func ownerOf(params *jarvis.Parameters, p *jarvis.Problem) (path string, fields *jarvis.Parameters) {
	rest := p.Path
	for {
		next, step := inside(params, rest)
		if next == nil {
			return path, params
		}
		path += "." + clip(rest[:step])
		params, rest = next, rest[step+1:]
	}
}

// inside returns the properties of the declared object, or element of an array of objects, that a path leads into, and the
// length of its first step; nil if it leads no further.
func inside(params *jarvis.Parameters, path string) (fields *jarvis.Parameters, step int) {
	for declared := range params.All() {
		after, ok := strings.CutPrefix(path, declared.Name())
		if strings.HasPrefix(after, "[") {
			_, after, _ = strings.Cut(after, "]")
		}
		if ok && declared.Fields() != nil && strings.HasPrefix(after, ".") {
			return declared.Fields(), len(path) - len(after)
		}
	}
	return nil, 0
}

// sentence makes a sentence fit to stand in a list.
func sentence(text string) string {
	text = echo.CutBytes(text, maxSentence)
	return strings.TrimSuffix(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " "), ".")
}

// maxSentence bounds a sentence of an author, which may repeat what came from outside, in bytes.
const maxSentence = 500

// listed joins the allowed values that a fragment lists.
func listed(values []string) string { return listedUpTo(values, maxListed) }

func listedUpTo(values []string, most int) string {
	if n := len(values) - most; n > 0 {
		return strings.Join(values[:most], ", ") + sprintf(msgMoreListed, n)
	}
	return strings.Join(values, ", ")
}

// clippedList is listed for values that may come from outside.
func clippedList(values []string) string {
	clipped := make([]string, len(values[:min(len(values), maxListed)]))
	for i := range clipped {
		clipped[i] = clip(values[i])
	}
	if n := len(values) - len(clipped); n > 0 {
		return strings.Join(clipped, ", ") + sprintf(msgMoreListed, n)
	}
	return strings.Join(clipped, ", ")
}

// joined is how fragments stand in a message.
func joined(fragments []string) string { return strings.Join(fragments, ", ") }
