// Offers: the tools of a conversation, who executes them, and what the model is told of them.

package assistant

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// executor says who executes a tool.
type executor uint8

const (
	byCommands executor = iota + 1 // Config.Commands
	byServer                       // Config.ServerTools and the engine's own
	byCaller                       // whoever has started the conversation
)

// offer is a list of tools. It is not changed once it is complete.
type offer struct {
	tools    []prompt.Tool
	checks   *toolcall.Tools
	by       map[string]owner
	mistakes []error

	system  string          // the first message
	request json.RawMessage // the tools of a request, in native mode
	stage   *toolcall.Tools // what calls are checked against before they are refined; nil without refining
}

// owner is who executes a tool; the registry is nil for a client's.
type owner struct {
	kind     executor
	registry *jarvis.Registry
}

// addRegistry offers the commands of a registry, which may be nil.
func (o *offer) addRegistry(r *jarvis.Registry, kind executor) {
	if r == nil {
		return
	}
	defs := slices.Collect(r.All())
	tools := prompt.ToolsFromDefinitions(defs...)
	checks, err := toolcall.ToolsFromDefinitions(defs...)
	if err != nil {
		o.mistakes = append(o.mistakes, err)
		return
	}
	for i := range tools {
		tools[i].Server = kind == byServer
	}
	o.add(tools, checks, owner{kind, r})
}

const fieldClientTool = "ClientTools[%d]"

// addClient offers tools that are executed elsewhere.
func (o *offer) addClient(tools []prompt.Tool) {
	for i, t := range tools {
		if t.Name == "" {
			o.mistakes = append(o.mistakes, &ConfigError{sprintf(fieldClientTool, i), msgNameless})
		}
		if !isObjectSchema(t.Parameters) {
			o.mistakes = append(o.mistakes, &ConfigError{sprintf(fieldClientTool, i), sprintf(msgSchema, echo.Cut(t.Name))})
		}
	}
	list := prompt.OpenAITools(tools)
	checks, err := toolcall.ToolsFromOpenAI(list)
	if err != nil {
		o.mistakes = append(o.mistakes, err)
		for _, t := range tools {
			o.taken(t.Name)
		}
		return
	}
	o.add(tools, checks, owner{kind: byCaller})
}

// isObjectSchema reports whether a schema, which may be absent, is one of objects.
func isObjectSchema(schema json.RawMessage) bool {
	if len(schema) == 0 {
		return true
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(schema, &members) != nil || members == nil {
		return false
	}
	typ, said := members["type"]
	return !said || string(typ) == `"object"`
}

func (o *offer) add(tools []prompt.Tool, checks *toolcall.Tools, by owner) {
	if o.by == nil {
		o.by = map[string]owner{}
	}
	for _, t := range tools {
		if !checks.Has(t.Name) {
			continue // it has no name
		}
		if o.taken(t.Name) {
			continue
		}
		o.by[t.Name] = by
		o.tools = append(o.tools, t)
	}
	joined, err := toolcall.JoinTools(o.checks, checks)
	if err == nil {
		o.checks = joined
	} // else a name is declared twice, which is told above
}

// taken reports whether another tool has a name, which is a mistake.
func (o *offer) taken(name string) bool {
	_, twice := o.by[name]
	if twice {
		o.mistakes = append(o.mistakes, &ConfigError{"tools:", sprintf(msgTwice, echo.Cut(name))})
	}
	return twice
}

func (o *offer) check() error { return errors.Join(o.mistakes...) }

// clone returns a copy to add to.
func (o *offer) clone() *offer {
	c := &offer{tools: slices.Clone(o.tools), checks: o.checks, by: make(map[string]owner, len(o.by))}
	for name, by := range o.by {
		c.by[name] = by
	}
	return c
}

// only returns the offer narrowed to the server tools and the named ones, or as it is if none of the names is known.
func (o *offer) only(names []string) *offer {
	known := false
	narrowed := &offer{by: map[string]owner{}}
	for _, t := range o.tools {
		named := slices.Contains(names, t.Name)
		known = known || named
		if by := o.by[t.Name]; named || by.kind == byServer {
			narrowed.tools = append(narrowed.tools, t)
			narrowed.by[t.Name] = by
		}
	}
	if !known {
		return o
	}
	kept := make([]string, len(narrowed.tools))
	for i, t := range narrowed.tools {
		kept[i] = t.Name
	}
	narrowed.checks = o.checks.Only(kept...)
	return narrowed
}
