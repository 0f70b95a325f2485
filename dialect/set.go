// Set: commands in one dialect, as the tools of one request.

package dialect

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Set are commands in one dialect whose names differ. It is immutable and safe for concurrent use. The zero value has no tools.
type Set struct {
	dialect   Dialect
	tools     []*Tool
	byName    map[string]*Tool
	byCommand map[string]*Tool // nil where several tools are of commands with that name
	limit     string           // of a request, if it is exceeded
}

// Set prints commands as the tools of one request, and keeps their names apart. A definition that comes again is left out; two
// definitions may share a name. Errors are those of Tool, of every command.
//
// Where a vendor limits the strict tools of a request, a tool that would be too much for it is printed in the plain form, with the
// limit as an obstacle, and those after it are strict as long as they fit. More tools than a vendor takes at all, 128 for OpenAI and
// OpenAIStrict, are printed all the same, and Reports says so: which of them to send is not known here.
func (d Dialect) Set(defs iter.Seq[*jarvis.Definition]) (*Set, error) {
	r, err := d.rules()
	if err != nil {
		return nil, err
	}
	list, names, errs := distinct(defs)
	s := &Set{dialect: d, byName: map[string]*Tool{}, byCommand: map[string]*Tool{}}
	request := &counter{}
	for i, name := range r.tool.assign(names) {
		t, err := d.print(r, list[i], name, request)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		s.add(t)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if r.tools > 0 && s.Len() > r.tools {
		s.limit = fmt.Sprintf(msgTools, s.Len(), r.tools)
	}
	return s, nil
}

// distinct lists the definitions, each once, with their names, and an error for each that is nil.
func distinct(defs iter.Seq[*jarvis.Definition]) (list []*jarvis.Definition, names []string, errs []error) {
	if defs == nil {
		return nil, nil, nil
	}
	seen := map[*jarvis.Definition]bool{}
	for def := range defs {
		switch {
		case def == nil:
			errs = append(errs, errors.New(msgNil))
		case !seen[def]:
			seen[def] = true
			list, names = append(list, def), append(names, def.Name())
		}
	}
	return list, names, errs
}

func (s *Set) add(t *Tool) {
	_, taken := s.byCommand[t.command]
	if s.tools, s.byName[t.name], s.byCommand[t.command] = append(s.tools, t), t, t; taken {
		s.byCommand[t.command] = nil
	}
}

// All yields the tools in the order of the commands.
func (s *Set) All() iter.Seq[*Tool] { return slices.Values(s.tools) }

// Len is the number of tools.
func (s *Set) Len() int { return len(s.tools) }

// Lookup returns the tool with the name that the vendor was told.
func (s *Set) Lookup(name string) (*Tool, bool) {
	t, ok := s.byName[name]
	return t, ok
}

// JSON is what a request carries as its tools: an array of them, for Gemini an array of one Tool with functionDeclarations.
// It has all tools, even if they are more than the vendor takes in a request; Reports tells.
func (s *Set) JSON() json.RawMessage {
	list := array(made)
	for _, t := range s.tools {
		list.list = append(list.list, &doc{kind: scan.String, raw: t.text}) // written as it is
	}
	if (s.dialect == Gemini || s.dialect == GeminiJSON) && len(s.tools) > 0 {
		list = array(made, object(made, member{"functionDeclarations", list}))
	}
	return list.json()
}

// Reports tells what the dialect lost, by tool. If the tools are more than the vendor takes in a request, one more report says so,
// which has no command.
func (s *Set) Reports() (list []Report) {
	for _, t := range s.tools {
		list = append(list, t.report)
	}
	if s.limit != "" {
		list = append(list, Report{Dialect: s.dialect, Obstacles: []string{s.limit}})
	}
	return list
}

// Call turns a call as the model sends it into that of a command. A name that no tool has may be that of a command, which the
// model has read elsewhere: if one tool is of a command with that name, the call is for it. Any other name stays, so that
// Registry.Call answers with the nearest ones.
func (s *Set) Call(call jarvis.Call) jarvis.Call {
	t := s.byName[call.Name]
	if t == nil {
		t = s.byCommand[call.Name]
	}
	if t != nil {
		call.Name, call.Arguments = t.command, t.Decode(call.Arguments)
	}
	return call
}
