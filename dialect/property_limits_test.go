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

// lists declares enums in a parameter each.
func lists(schemas ...string) string {
	props, names := make([]string, len(schemas)), make([]string, len(schemas))
	for i, schema := range schemas {
		names[i] = quote(fmt.Sprint("p", i))
		props[i] = names[i] + ":" + schema
	}
	return fmt.Sprintf(`{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}`, strings.Join(props, ","), strings.Join(names, ","))
}

// TestStrictLimits: as much as the vendor takes, and one more.
func TestStrictLimits(t *testing.T) {
	optional := closedObject(1, "q", `{"type":"string"}`, false)
	long := closedObject(999, strings.Repeat("n", 117), `{"type":"boolean"}`, true) // 117 characters and a number of 1 to 3
	const longText = 999*117 + 10 + 90*2 + 899*3
	for _, tt := range []struct {
		name, schema string
		dialect      dialect.Dialect
		obstacle     string
	}{
		{"10 levels", nested(10), dialect.OpenAIStrict, ""},
		{"11 levels", nested(11), dialect.OpenAIStrict, "11 levels of objects, and the vendor takes 10; nest less deeply"},
		{"10 levels in elements", closedObject(1, "p", `{"type":"array","items":`+nested(9)+`}`, true), dialect.OpenAIStrict, ""},
		{"11 levels in elements", closedObject(1, "p", `{"type":"array","items":`+nested(10)+`}`, true), dialect.OpenAIStrict, "11 levels of objects, and the vendor takes 10; nest less deeply"},
		{"5000 properties", closedObject(5000, "p", `{"type":"boolean"}`, true), dialect.OpenAIStrict, ""},
		{"5001 properties", closedObject(5001, "p", `{"type":"boolean"}`, true), dialect.OpenAIStrict, "5001 properties, and the vendor takes 5000; split the command"},
		{"1000 values", lists(enumOf(250, 5), enumOf(250, 5), enumOf(250, 5), enumOf(250, 5)), dialect.OpenAIStrict, ""},
		{"1001 values", lists(enumOf(250, 5), enumOf(250, 5), enumOf(250, 5), enumOf(250, 5), enumOf(1, 5)), dialect.OpenAIStrict, "1001 listed values, and the vendor takes 1000; list fewer"},
		{"250 long values", lists(enumOf(250, 80)), dialect.OpenAIStrict, ""},
		{"15000 characters in a list", lists(enumOf(300, 50)), dialect.OpenAIStrict, ""},
		{"15300 characters in a list", lists(enumOf(300, 51)), dialect.OpenAIStrict, "15300 characters in one list of more than 250 values, and the vendor takes 15000; list fewer"},
		{"251 long values", lists(enumOf(251, 60)), dialect.OpenAIStrict, "15060 characters in one list of more than 250 values, and the vendor takes 15000; list fewer"},
		{"120000 characters", strings.Replace(long, `{"type":"boolean"}`, enumOf(1, 120_000-longText), 1), dialect.OpenAIStrict, ""},
		{"120001 characters", strings.Replace(long, `{"type":"boolean"}`, enumOf(1, 120_001-longText), 1), dialect.OpenAIStrict,
			"120001 characters in names and listed values, and the vendor takes 120000; shorten names and lists"},
		{"24 optional", closedObject(24, "p", `{"type":"string"}`, false), dialect.AnthropicStrict, ""},
		{"25 optional", closedObject(25, "p", `{"type":"string"}`, false), dialect.AnthropicStrict, "25 optional properties, and the vendor takes 24; make some required, or split the command"},
		{"25 optional inside", closedObject(25, "p", optional, true), dialect.AnthropicStrict, "25 optional properties, and the vendor takes 24; make some required, or split the command"},
		{"25 optional elsewhere", closedObject(25, "p", `{"type":"string"}`, false), dialect.OpenAIStrict, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := declared(t, "limits", tt.schema)
			tool, err := tt.dialect.Tool(c.def)
			require.NoError(t, err)
			var want []string
			if tt.obstacle != "" {
				want = []string{tt.obstacle}
			}
			assert.Equal(t, want, tool.Report().Obstacles)
			assert.Equal(t, tt.obstacle == "", tool.Report().Strict)
			assert.Empty(t, refusals(tt.dialect, tool, c.def))
		})
	}
}

// TestStrictSetLimits: a request is never more than the vendor takes, whatever is in it, and what fits is strict.
func TestStrictSetLimits(t *testing.T) {
	text, open := `{"type":"string"}`, `{"type":"object"}`
	for _, tt := range []struct {
		name      string
		schemas   []string
		plain     []int // the tools that are not strict
		obstacles string
	}{
		{"20 tools", slices.Repeat([]string{closedObject(1, "p", text, true)}, 20), nil, ""},
		{"22 tools", slices.Repeat([]string{closedObject(1, "p", text, true)}, 22), []int{20, 21},
			"would make 21 strict tools in the request, and the vendor takes 20; send fewer tools, or this one earlier"},
		{"24 optional", slices.Repeat([]string{closedObject(12, "p", text, false)}, 2), nil, ""},
		{"25 optional", []string{closedObject(12, "p", text, false), closedObject(13, "p", text, false)}, []int{1},
			"would make 25 optional properties in the request, and the vendor takes 24; send fewer tools, or this one earlier"},
		{"the next one fits", []string{closedObject(20, "p", text, false), closedObject(5, "p", text, false), closedObject(4, "p", text, false)}, []int{1},
			"would make 25 optional properties in the request, and the vendor takes 24; send fewer tools, or this one earlier"},
		{"too many in one", []string{closedObject(25, "p", text, false), closedObject(24, "p", text, false)}, []int{0},
			"25 optional properties, and the vendor takes 24; make some required, or split the command"},
		{"tools that are not strict", slices.Repeat([]string{closedObject(1, "p", open, true)}, 3), []int{0, 1, 2},
			"p0: takes any keys, and a strict schema lists them; declare its properties"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var commands []*command
			for i, schema := range tt.schemas {
				commands = append(commands, declared(t, fmt.Sprint("c", i), schema))
			}
			set, err := dialect.AnthropicStrict.Set(definitions(commands))
			require.NoError(t, err)
			require.Len(t, set.Reports(), len(commands))
			var plain []int
			for i, report := range set.Reports() {
				tool, _ := set.Lookup(report.Tool)
				assert.Empty(t, refusals(dialect.AnthropicStrict, tool, commands[i].def))
				if report.Strict {
					continue
				}
				plain = append(plain, i)
				assert.Equal(t, []string{tt.obstacles}, report.Obstacles)
			}
			assert.Equal(t, tt.plain, plain)
			other, err := dialect.OpenAIStrict.Set(definitions(commands))
			require.NoError(t, err)
			for _, report := range other.Reports() {
				assert.Equal(t, tt.name != "tools that are not strict", report.Strict, "there are no such limits elsewhere")
			}
		})
	}
}
