// The forms that are measured: the dialects of ours, and the peers.

package cost

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/stretchr/testify/require"
)

// form is one row of the table: a way to print a tool list.
type form struct {
	name   string
	family dialect.Dialect // the dialect that it is compared with; of ours, the dialect itself
	peer   bool
	list   func(testing.TB, work) json.RawMessage
}

// forms returns the rows of the table.
func forms() []form {
	var list []form
	for _, d := range dialect.All() {
		list = append(list, form{name: "jarvis, " + string(d), family: d, list: func(t testing.TB, w work) json.RawMessage {
			set, err := d.Set(slices.Values(w.defs))
			require.NoError(t, err)
			return set.JSON()
		}})
	}
	peer := func(name string, family dialect.Dialect, print func(testing.TB, []declared) json.RawMessage) {
		list = append(list, form{name, family, true, func(t testing.TB, w work) json.RawMessage { return print(t, w.declared(t)) }})
	}
	peer("invopop", dialect.OpenAI, invopopList(false))
	peer("invopop, trimmed", dialect.OpenAI, invopopList(true))
	peer("huma", dialect.OpenAI, humaList(false))
	peer("huma, trimmed", dialect.OpenAI, humaList(true))
	peer("go-sdk", dialect.MCP, sdkList)
	peer("go-sdk, trimmed", dialect.MCP, sdkTrimmedList)
	peer("mcp-go", dialect.MCP, mcpGoList(false))
	peer("mcp-go, trimmed", dialect.MCP, mcpGoList(true))
	return list
}

// openAITools wraps the schemas of a peer that makes nothing else as the function tools of Chat Completions.
func openAITools(t testing.TB, commands []declared, parameters func(declared) any) json.RawMessage {
	type function struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Parameters  any    `json:"parameters"`
	}
	type tool struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	list := make([]tool, len(commands))
	for i, c := range commands {
		list[i] = tool{"function", function{c.name, c.description, parameters(c)}}
	}
	return marshal(t, list)
}

// toolsOf is the list inside the result of tools/list, its bytes as they were.
func toolsOf(t testing.TB, result json.RawMessage) json.RawMessage {
	t.Helper()
	var page struct {
		Tools      json.RawMessage `json:"tools"`
		NextCursor string          `json:"nextCursor"`
	}
	require.NoError(t, json.Unmarshal(result, &page))
	require.Empty(t, page.NextCursor, "the list has more pages")
	return page.Tools
}

// entry is a tool of either family.
type entry struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Annotations struct {
		ReadOnly    *bool `json:"readOnlyHint"`
		Destructive *bool `json:"destructiveHint"`
	} `json:"annotations"`
	Function *entry `json:"function"`
}

// entries reads a list by the names of its tools.
func entries(t testing.TB, list json.RawMessage) map[string]entry {
	t.Helper()
	var tools []entry
	require.NoError(t, json.Unmarshal(list, &tools))
	named := map[string]entry{}
	for _, e := range tools {
		if e.Function != nil {
			e = *e.Function
		}
		if e.Parameters == nil {
			e.Parameters = e.InputSchema
		}
		named[e.Name] = e
	}
	require.Len(t, named, len(tools), "names differ")
	return named
}

// marshal prints a value as json.Marshal does, but for the escapes that only HTML needs.
func marshal(t testing.TB, v any) json.RawMessage {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	require.NoError(t, encoder.Encode(v))
	return bytes.TrimSpace(out.Bytes())
}
