// The subcommand schema: the commands as OpenAI tools.

package main

import (
	"bytes"
	"context"
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
	if _, err := p.stdout.Write(out.Bytes()); err != nil {
		return p.failed(err)
	}
	return exitOK
}

// findTools returns one tool a name. The error names every unknown command with the nearest ones.
func findTools(registry *jarvis.Registry, names []string) (tools [][]byte, err error) {
	if len(names) == 0 {
		for d := range registry.All() {
			tools = append(tools, d.OpenAITool())
		}
		return tools, nil
	}
	var unknown []error
	for _, name := range names {
		if d, ok := registry.Lookup(name); ok {
			tools = append(tools, d.OpenAITool())
			continue
		}
		_, err := registry.Execute(context.Background(), name, nil, nil) // an *UnknownCommandError, which knows the nearest names
		unknown = append(unknown, err)
	}
	return tools, errors.Join(unknown...)
}
