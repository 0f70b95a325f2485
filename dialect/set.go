// Set: commands in one dialect, as the tools of one request.

package dialect

import (
	"encoding/json"
	"errors"
	"iter"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Set are commands in one dialect whose names differ. It is immutable and safe for concurrent use.
type Set struct {
	dialect Dialect
	tools   []*Tool
	byName  map[string]*Tool
}

// Set prints commands as the tools of one request, and keeps their names apart. Errors are those of Tool, of every command.
func (d Dialect) Set(defs iter.Seq[*jarvis.Definition]) (*Set, error) {
	r, err := d.rules()
	if err != nil {
		return nil, err
	}
	var list []*jarvis.Definition
	var names []string
	var errs []error
	if defs != nil {
		for def := range defs {
			if def == nil {
				errs = append(errs, errors.New(msgNil))
				continue
			}
			list, names = append(list, def), append(names, def.Name())
		}
	}
	s := &Set{dialect: d, byName: map[string]*Tool{}}
	for i, name := range r.tool.assign(names) {
		t, err := d.print(r, list[i], name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		s.tools, s.byName[name] = append(s.tools, t), t
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
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

// Reports tells what the dialect lost, by tool, with the limits of the vendor on a whole request in the last one, which has no
// command, if any is exceeded.
func (s *Set) Reports() (list []Report) {
	for _, t := range s.tools {
		list = append(list, t.report)
	}
	if r, err := s.dialect.rules(); err == nil && r.request != nil {
		if over := r.request(s.tools); over != nil {
			list = append(list, Report{Dialect: s.dialect, Obstacles: over})
		}
	}
	return list
}

// Call turns a call as the model sends it into that of a command. A name that no tool has stays, so that Registry.Call answers
// with the nearest ones.
func (s *Set) Call(call jarvis.Call) jarvis.Call {
	if t, ok := s.byName[call.Name]; ok {
		call.Name, call.Arguments = t.command, t.Decode(call.Arguments)
	}
	return call
}
