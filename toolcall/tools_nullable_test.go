// Nullable properties of foreign schemas.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestToolsNullable(t *testing.T) {
	for _, tt := range []struct {
		name, params string
		good, bad    []string
	}{
		{"type list", `{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}`, []string{`{"a":null}`, `{}`, `{"a":"x"}`}, []string{`{"a":5}`}},
		{"required first", `{"required":["a","b"],"type":"object","properties":{"a":{"type":["null","integer"]},"b":{"type":"string"}}}`, []string{`{"a":null,"b":""}`, `{"b":""}`}, []string{`{"a":1}`, `{"a":"x","b":""}`}},
		{"anyOf", `{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["a"]}`, []string{`{"a":null}`, `{"a":"x"}`}, []string{`{"a":5}`}},
		{"oneOf", `{"type":"object","properties":{"a":{"oneOf":[{"type":"null"},{"type":"integer"}]}},"required":["a"]}`, []string{`{"a":null}`, `{"a":1}`}, []string{`{"a":"x"}`}},
		{"enum", `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]}},"required":["a"]}`, []string{`{"a":null}`, `{"a":"x"}`}, []string{`{"a":"y"}`}},
		{"inside", `{"type":"object","properties":{"o":{"type":"object","properties":{"a":{"type":["integer","null"]}},"required":["a"]}},"required":["o"]}`, []string{`{"o":{"a":null}}`, `{"o":{}}`}, []string{`{"o":{"a":"x"}}`, `{}`}},
		{"in a list", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"a":{"type":["integer","null"]}},"required":["a"]}}}}`, []string{`{"l":[{"a":null}]}`}, []string{`{"l":[{"a":"x"}]}`}},
		{"names like keywords", `{"type":"object","properties":{"required":{"type":["integer","null"]},"properties":{"type":"string"},"items":{"type":"string"}},"required":["required","properties"]}`,
			[]string{`{"properties":"x"}`}, []string{`{"required":1}`, `{"required":"x","properties":"x"}`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list := json.RawMessage(`[{"type":"function","function":{"name":"f","strict":true,"parameters":` + tt.params + `}}]`)
			before := string(list)
			tools, err := toolcall.ToolsFromOpenAI(list)
			require.NoError(t, err)
			assert.Equal(t, before, string(list))
			require.Empty(t, tools.Unchecked())
			for _, good := range tt.good {
				assert.Nil(t, tools.Check(call("f", good)), good)
			}
			for _, bad := range tt.bad {
				assert.NotNil(t, tools.Check(call("f", bad)), bad)
			}
		})
	}
	for _, params := range []string{ // still more than one type
		`{"type":"object","properties":{"a":{"type":["string","integer","null"]}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"integer"}]}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":["null"]}},"required":["a"]}`,
		`{"type":"object","properties":{"a":{"type":["string","null"]}},"required":"a"}`,
		`{"type":"object","properties":[],"required":["a"]}`,
		`{"type":"object","properties":{"a":[]},"required":["a"]}`,
	} {
		tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name":"f","parameters":` + params + `}]`))
		require.NoError(t, err)
		assert.Len(t, tools.Unchecked(), 1, params)
	}
}

// Many nullable properties are read in one pass.
func TestToolsNullableMany(t *testing.T) {
	var properties, required []string
	for i := range 20_000 {
		properties = append(properties, fmt.Sprintf(`"p%d":{"type":["string","null"]}`, i))
		required = append(required, fmt.Sprintf(`"p%d"`, i))
	}
	tools, err := toolcall.ToolsFromOpenAI(json.RawMessage(`[{"name":"f","parameters":{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":[` + strings.Join(required, ",") + `]}}]`))
	require.NoError(t, err)
	assert.Nil(t, tools.Check(call("f", `{}`)))
}
