// Tools: commands as the SDK takes them.

package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// tool is a command in the dialect of the protocol.
type tool struct {
	*dialect.Tool
	def *jarvis.Definition
	sdk *mcp.Tool
}

// toolset are the tools of the first so many commands of the registry. Names are kept apart among all of them, so that a filter
// does not change any, and a name once served keeps its command.
type toolset struct {
	commands int
	list     []*tool
}

// readTools makes tools of all commands. Those that cannot be one are left out and told as an error. It is called with mu held, or
// before there is anybody else.
func (s *Server) readTools() (*toolset, error) {
	all := slices.Collect(s.cfg.Registry.All())
	set := &toolset{commands: len(all)}
	defs, errs := printable(all)
	printed, taken := s.print(defs)
	errs = append(errs, taken...)
	for _, t := range printed {
		var err error
		if t.sdk, err = sdkTool(t.Tool); err == nil {
			err = accepted(s.bare, t.sdk)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf(msgNoTool, t.Command(), err))
			continue
		}
		set.list = append(set.list, t)
	}
	return set, errors.Join(errs...)
}

// print prints commands, without those that came later and would take the name of a tool that is served: the dialect gives a name
// that fits to the command that has it, and moves the other.
func (s *Server) print(defs []*jarvis.Definition) (list []*tool, errs []error) {
	served, of := map[string]bool{}, map[*jarvis.Definition]bool{}
	if s.tools != nil {
		for _, t := range s.tools.list {
			served[t.Name()], of[t.def] = true, true
		}
	}
	for {
		printed, err := dialect.MCP.Set(slices.Values(defs))
		if err != nil {
			return nil, append(errs, err)
		}
		var rest []*jarvis.Definition
		list = nil
		for one := range printed.All() {
			def := defs[len(list)]
			list = append(list, &tool{Tool: one, def: def})
			if served[one.Name()] && !of[def] {
				errs = append(errs, fmt.Errorf(msgTaken, def.Name(), one.Name()))
				continue
			}
			rest = append(rest, def)
		}
		if len(rest) == len(defs) {
			return list, errs
		}
		defs = rest
	}
}

// printable are the commands that the dialect takes one by one, and what it has against the others: of a set with one of those it
// prints none.
func printable(all []*jarvis.Definition) (defs []*jarvis.Definition, errs []error) {
	for _, def := range all {
		if _, err := dialect.MCP.Tool(def); err != nil {
			errs = append(errs, fmt.Errorf(msgNoTool, def.Name(), err))
			continue
		}
		defs = append(defs, def)
	}
	return defs, errs
}

// sdkTool reads what the dialect has printed. The hints of an effect are all there, since one that is not there means the worst.
// The SDK adds idempotentHint, as false, which is its default.
func sdkTool(printed *dialect.Tool) (*mcp.Tool, error) {
	var about struct {
		Description string               `json:"description"`
		Annotations *mcp.ToolAnnotations `json:"annotations"`
	}
	if err := json.Unmarshal(printed.JSON(), &about); err != nil {
		return nil, err
	}
	return &mcp.Tool{Name: printed.Name(), Description: about.Description, InputSchema: printed.Schema(), Annotations: about.Annotations}, nil
}

// accepted reports what the SDK has against a tool; it says so by a panic.
func accepted(server *mcp.Server, t *mcp.Tool) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	server.AddTool(t, nil)
	server.RemoveTools(t.Name)
	return nil
}
