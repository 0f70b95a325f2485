// The subcommand schema: the commands as OpenAI tools.

package main

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/jarvis-sdk/jarvis"
)

// printSchemas prints the tools of the named commands, or of all, as an indented JSON array.
func (p program) printSchemas(registry *jarvis.Registry, names []string) int {
	tools, err := findTools(registry, names)
	if err != nil {
		return p.failed(err)
	}
	var out bytes.Buffer
	_ = json.Indent(&out, append(append([]byte{'['}, bytes.Join(tools, []byte{','})...), ']'), "", "  ") // of valid schemas
	out.WriteByte('\n')
	return p.print(out.String())
}

// findTools returns one tool a name, all if there is no name. The error tells of every unknown name.
func findTools(registry *jarvis.Registry, names []string) (tools [][]byte, err error) {
	if len(names) == 0 {
		for d := range registry.All() {
			tools = append(tools, d.OpenAITool())
		}
	}
	var unknown []error
	for _, name := range names {
		if d, err := registry.Find(name); err != nil {
			unknown = append(unknown, err)
		} else {
			tools = append(tools, d.OpenAITool())
		}
	}
	return tools, errors.Join(unknown...)
}
