// Compatibility judged by others: what Golden calls compatible, a validator of JSON Schema and the binder find to be so.

package jarvistest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

const (
	schemaPairs   = 800
	textsPerPair  = 45
	leastLabelled = 100 // pairs of each label
)

// drawing makes schemas, edits of them and texts to try them on.
type drawing struct{ *rand.Rand }

type node = map[string]any

func choose[T any](g *drawing, list ...T) T { return list[g.IntN(len(list))] }

func (g *drawing) chance(p float64) bool { return g.Float64() < p }

// schema draws what one parameter takes.
func (g *drawing) schema(depth int) node {
	kinds := []string{"string", "integer", "number", "boolean", "date", "date-time", "time", "duration"}
	if depth > 0 {
		kinds = append(kinds, "array", "array", "object", "object", "map")
	}
	n := node{}
	switch kind := choose(g, kinds...); kind {
	case "date", "date-time", "time", "duration":
		n["type"], n["format"] = "string", kind
	case "object":
		n = g.object(depth - 1)
	case "map":
		n["type"], n["additionalProperties"] = "object", g.schema(0)
	case "array":
		n["type"], n["items"] = kind, g.schema(depth-1)
	default:
		n["type"] = kind
	}
	for range g.IntN(3) {
		g.keyword(n)
	}
	return n
}

func (g *drawing) object(depth int) node {
	properties, required := node{}, []string{}
	for range 1 + g.IntN(3) {
		name := choose(g, "a", "b", "c")
		if properties[name] == nil && g.chance(0.4) {
			required = append(required, name)
		}
		properties[name] = g.schema(depth)
	}
	return node{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// keyword sets or drops a keyword that suits the type.
func (g *drawing) keyword(n node) {
	var names []string
	switch n["type"] {
	case "string":
		names = []string{"minLength", "maxLength", "pattern", "enum", "default", "description", "const"}
	case "integer", "number":
		names = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "default", "const"}
	case "boolean":
		names = []string{"default", "description", "enum"}
	case "array":
		names = []string{"minItems", "maxItems", "uniqueItems", "description"}
	case "object":
		names = []string{"minProperties", "maxProperties", "description"}
	}
	name := choose(g, names...)
	if g.chance(0.3) {
		delete(n, name)
		return
	}
	n[name] = g.keywordValue(n, name)
}

func (g *drawing) keywordValue(n node, name string) any {
	switch name {
	case "description":
		return choose(g, "One", "Two.")
	case "pattern":
		return choose(g, "^a", "b$")
	case "uniqueItems":
		return g.chance(0.5)
	case "enum":
		var list []any
		for range 1 + g.IntN(4) {
			if v := g.scalar(n); !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
		return list
	case "default", "const":
		if members, ok := n["enum"].([]any); ok {
			return choose(g, members...)
		}
		return g.scalar(n)
	case "multipleOf":
		return choose(g, 1, 2, 3)
	}
	return g.IntN(4)
}

// scalar draws a value of a scalar schema, near its edges.
func (g *drawing) scalar(n node) any {
	switch n["type"] {
	case "integer":
		return float64(g.IntN(7) - 2)
	case "number":
		return choose(g, -1.0, 0, 0.5, 1, 1.5, 2, 3, 4)
	case "boolean":
		return g.chance(0.5)
	}
	switch n["format"] {
	case "date":
		return choose(g, "2030-01-01", "2030-01-02")
	case "date-time":
		return choose(g, "2030-01-01T10:00:00Z", "2030-01-01T10:00:00.5+01:00")
	case "time":
		return choose(g, "10:00:00Z", "11:30:00+01:00")
	case "duration":
		return choose(g, "PT1H", "P1D", "P2W")
	}
	return choose(g, "", "a", "b", "ab", "abb", "aaaab", "2030-01-01", "PT1H")
}

// edit changes one thing of a schema, here or further inside.
func (g *drawing) edit(n node, depth int) {
	properties, _ := n["properties"].(node)
	names := slices.Sorted(maps.Keys(properties))
	inner, hasInner := n["items"].(node)
	switch {
	case properties != nil && len(names) > 0 && g.chance(0.6):
		g.edit(properties[choose(g, names...)].(node), depth-1)
	case properties != nil:
		g.editObject(n, properties, names, depth)
	case hasInner && g.chance(0.5):
		g.edit(inner, depth-1)
	case g.chance(0.15):
		other := g.schema(max(depth, 0))
		clear(n)
		maps.Copy(n, other)
	case n["type"] == "integer" && g.chance(0.2):
		n["type"] = "number"
	case n["format"] != nil && g.chance(0.2):
		delete(n, "format")
	case n["type"] == "string" && n["format"] == nil && g.chance(0.2):
		n["format"] = choose(g, "date", "date-time", "time", "duration")
	default:
		g.keyword(n)
	}
}

func (g *drawing) editObject(n, properties node, names []string, depth int) {
	required := slices.Clone(n["required"].([]string))
	name := choose(g, "a", "b", "c", "d", "e")
	switch at := slices.Index(required, name); {
	case at >= 0:
		required = slices.Delete(required, at, at+1)
	case properties[name] == nil:
		properties[name] = g.schema(depth - 1)
	case g.chance(0.3):
		delete(properties, name)
	default:
		required = append(required, name)
	}
	n["required"] = required
}

// value draws what may be sent for a schema.
func (g *drawing) value(n node) any {
	if list, ok := n["enum"].([]any); ok && g.chance(0.7) {
		return choose(g, list...)
	}
	switch n["type"] {
	case "array":
		list := []any{}
		for range g.IntN(4) {
			items, _ := n["items"].(node)
			list = append(list, g.value(items))
		}
		return list
	case "object":
		object := node{}
		properties, _ := n["properties"].(node)
		required, _ := n["required"].([]string)
		for name, p := range properties {
			if slices.Contains(required, name) || g.chance(0.6) {
				object[name] = g.value(p.(node))
			}
		}
		if more, ok := n["additionalProperties"].(node); ok {
			for range g.IntN(4) {
				object[choose(g, "a", "b", "k")] = g.value(more)
			}
		}
		return object
	}
	return g.scalar(n)
}

func clone(t testing.TB, n node) node {
	raw, err := json.Marshal(n)
	require.NoError(t, err)
	var shallow func(v any) any
	shallow = func(v any) any {
		m, ok := v.(map[string]any)
		if !ok {
			return v
		}
		for k, inner := range m {
			m[k] = shallow(inner)
		}
		if list, ok := m["required"].([]any); ok {
			names := make([]string, len(list))
			for i, name := range list {
				names[i] = name.(string)
			}
			m["required"] = names
		}
		return m
	}
	var copied any
	require.NoError(t, json.Unmarshal(raw, &copied))
	return shallow(copied).(node)
}

// side is one of two declarations.
type side struct {
	cmd    jarvis.Command
	params *jarvis.Parameters
	schema *jsonschema.Schema
}

// declared makes a command of a schema, if parameters can say it.
func declared(t testing.TB, n node) *side {
	raw, err := json.Marshal(n)
	require.NoError(t, err)
	params, err := jarvis.ParametersFromSchema(raw)
	if err != nil {
		return nil
	}
	cmd, err := jarvis.Func(jarvis.Spec{Name: "c"}, params, answersNothing[jarvis.Values])
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(params.Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("mem:///s", doc))
	schema, err := c.Compile("mem:///s")
	require.NoError(t, err)
	return &side{cmd, params, schema}
}

func (s *side) accepts(t testing.TB, raw []byte) (schema, binder bool) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	_, err = s.params.Validate(raw)
	return s.schema.Validate(doc) == nil, err == nil
}

// TestCompatibleIsTrue runs the same pairs every time; JARVIS_SEED, a number or "random", sets others.
func TestCompatibleIsTrue(t *testing.T) {
	seed := uint64(20261121)
	if text := os.Getenv("JARVIS_SEED"); text == "random" {
		seed = rand.Uint64()
	} else if text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, "JARVIS_SEED")
	}
	t.Logf("JARVIS_SEED=%d", seed)
	g := &drawing{rand.New(rand.NewPCG(seed, 1))}
	t.Chdir(t.TempDir())
	compatible, breaking, proven, texts := 0, 0, 0, 0
	for compatible+breaking < schemaPairs {
		old := g.object(2)
		changed := clone(t, old)
		for range 1 + g.IntN(2) {
			g.edit(changed, 2)
		}
		before, after := declared(t, old), declared(t, changed)
		if before == nil || after == nil {
			continue
		}
		require.NoError(t, os.RemoveAll("testdata"))
		update(t, before.cmd)
		report := golden(t, after.cmd).text()
		if report == "" {
			assert.Equal(t, string(before.params.Schema()), string(after.params.Schema()))
			continue
		}
		require.Contains(t, report, "is not what", "a change is named")
		witness := g.witness(t, old, changed, before, after, &texts)
		if strings.Contains(report, "\n  breaking") {
			breaking++
			proven += len(witness[:min(len(witness), 1)])
			continue
		}
		compatible++
		require.Empty(t, witness, "%s\nseed %d\n%s\n%s", report, seed, before.params.Schema(), after.params.Schema())
	}
	t.Logf("%d compatible pairs, %d breaking ones, %d of them proven, %d texts", compatible, breaking, proven, texts)
	assert.GreaterOrEqual(t, compatible, leastLabelled)
	assert.GreaterOrEqual(t, proven, leastLabelled)
}

// witness returns texts that are accepted before and refused after.
func (g *drawing) witness(t testing.TB, old, changed node, before, after *side, texts *int) (list []string) {
	for i := range textsPerPair {
		from := old
		if i%3 == 2 {
			from = changed
		}
		raw, err := json.Marshal(g.value(from))
		require.NoError(t, err)
		schema, binder := before.accepts(t, raw)
		nowSchema, nowBinder := after.accepts(t, raw)
		*texts++
		if schema && !nowSchema || schema && binder && !nowBinder {
			list = append(list, fmt.Sprintf("%s %v %v", raw, nowSchema, nowBinder))
		}
	}
	return list
}
