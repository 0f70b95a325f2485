// Limits of strict schemas: one command, or all of a request.

package dialect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// declared makes a command of an object schema.
func declared(t testing.TB, name, schema string) *command {
	t.Helper()
	params, err := jarvis.ParametersFromSchema(json.RawMessage(schema))
	require.NoError(t, err)
	cmd, err := jarvis.Func(jarvis.Spec{Name: name}, params, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, nil })
	require.NoError(t, err)
	return newCommand(t, cmd)
}

// closedObject declares n properties of the same schema.
func closedObject(n int, name, schema string, required bool) string {
	props, names := make([]string, n), make([]string, n)
	for i := range n {
		names[i] = quote(fmt.Sprint(name, i))
		props[i] = names[i] + ":" + schema
	}
	if !required {
		names = nil
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}`, strings.Join(props, ","), strings.Join(names, ","))
}

// nested declares so many objects in each other.
func nested(levels int) string {
	schema := `{"type":"string"}`
	for range levels {
		schema = closedObject(1, "p", schema, true)
	}
	return schema
}

// enumOf declares an enum of n texts of a length.
func enumOf(n, length int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = quote(fmt.Sprintf("%0*d", length, i))
	}
	return `{"type":"string","enum":[` + strings.Join(members, ",") + `]}`
}

func TestStrictLimits(t *testing.T) {
	for _, tt := range []struct {
		name, schema string
		strict       bool
	}{
		{"10 levels", nested(10), true},
		{"11 levels", nested(11), false},
		{"5000 properties", closedObject(5000, "p", `{"type":"boolean"}`, true), true},
		{"5001 properties", closedObject(5001, "p", `{"type":"boolean"}`, true), false},
		{"1000 enum values", closedObject(4, "p", enumOf(250, 5), true), true},
		{"1001 enum values", closedObject(7, "p", enumOf(143, 5), true), false},
		{"250 long enum values", closedObject(1, "p", enumOf(250, 80), true), true},
		{"251 long enum values", closedObject(1, "p", enumOf(251, 80), true), false},
		{"120000 characters of names", closedObject(1000, strings.Repeat("n", 115), `{"type":"boolean"}`, true), true},
		{"more characters of names", closedObject(1000, strings.Repeat("n", 125), `{"type":"boolean"}`, true), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := declared(t, "limits", tt.schema)
			tool, err := dialect.OpenAIStrict.Tool(c.def)
			require.NoError(t, err)
			assert.Equal(t, tt.strict, tool.Report().Strict, "%v", tool.Report().Obstacles)
			assert.Equal(t, tt.strict, len(tool.Report().Obstacles) == 0)
			assert.Empty(t, refusals(dialect.OpenAIStrict, tool, c.def))
		})
	}
}

// TestStrictSetLimits: what a vendor takes of all tools of a request together.
func TestStrictSetLimits(t *testing.T) {
	for _, tt := range []struct {
		name, schema string
		tools        int
		within       bool
	}{
		{"20 tools", closedObject(1, "p", `{"type":"string"}`, true), 20, true},
		{"21 tools", closedObject(1, "p", `{"type":"string"}`, true), 21, false},
		{"24 optional parameters", closedObject(12, "p", `{"type":"string"}`, false), 2, true},
		{"25 optional parameters", closedObject(5, "p", `{"type":"string"}`, false), 5, false},
		{"optional ones inside", closedObject(5, "p", closedObject(1, "q", `{"type":"string"}`, false), true), 5, false},
		{"tools that are not strict", closedObject(1, "p", `{"type":"object"}`, false), 30, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var commands []*command
			for i := range tt.tools {
				commands = append(commands, declared(t, fmt.Sprint("c", i), tt.schema))
			}
			set, err := dialect.AnthropicStrict.Set(definitions(commands))
			require.NoError(t, err)
			reports := set.Reports()
			last := reports[len(reports)-1]
			assert.Equal(t, tt.within, last.Command != "", "%v", last)
			assert.Equal(t, tt.within, len(reports) == tt.tools)
			if !tt.within {
				assert.NotEmpty(t, last.Obstacles)
			}
			plain, err := dialect.Anthropic.Set(definitions(commands))
			require.NoError(t, err)
			assert.Len(t, slices.Collect(plain.All()), tt.tools)
			assert.Len(t, plain.Reports(), tt.tools, "the plain form has no such limits")
		})
	}
}
