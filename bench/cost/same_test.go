// The proof that every peer was told what our declarations say.

package cost

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// differences are what the peers say otherwise, all of it; the table repeats it.
func differences() map[string][]string {
	return map[string][]string{
		"huma":   {"takes null for an array"},
		"go-sdk": {"takes null for an array"},
	}
}

// The verdicts of the peers' schemas are those of ours, on right arguments and on wrong ones.
func TestSameDeclarations(t *testing.T) {
	for _, f := range forms() {
		if !f.peer {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			found := []string{}
			for _, w := range works(t) {
				ours, err := f.family.Set(slices.Values(w.defs))
				require.NoError(t, err)
				theirs := entries(t, f.list(t, w))
				require.Len(t, theirs, len(w.defs))
				for _, d := range w.declared(t) {
					tool, _ := ours.Lookup(d.name)
					found = append(found, verdicts(t, d, tool, theirs[d.name])...)
				}
			}
			slices.Sort(found)
			assert.ElementsMatch(t, differences()[f.name], slices.Compact(found))
		})
	}
}

// verdicts judges the arguments of a command by both schemas and returns how the peer's differs.
func verdicts(t *testing.T, d declared, ours *dialect.Tool, theirs entry) (found []string) {
	require.NotEmpty(t, theirs.Parameters, d.name)
	mine, other := compile(t, ours.Schema()), compile(t, theirs.Parameters)
	calls := arguments(t, d)
	require.GreaterOrEqual(t, len(calls), fewest, d.name)
	for _, call := range calls {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(call.text)))
		require.NoError(t, err)
		want := mine.Validate(v) == nil
		require.Equal(t, call.edit == "", want, "ours of %s: %s", d.name, call.text)
		switch got := other.Validate(v) == nil; {
		case got && !want:
			found = append(found, "takes "+call.edit)
		case want && !got:
			found = append(found, "refuses "+call.text)
		}
	}
	return found
}

// compile reads a schema as a strict reader would: formats count.
func compile(t testing.TB, raw json.RawMessage) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("tool.json", doc))
	s, err := c.Compile("tool.json")
	require.NoError(t, err)
	return s
}

// What no verdict shows is the same too: names, descriptions, defaults, and the effect where the form has a place for it.
func TestSameWords(t *testing.T) {
	for _, f := range forms() {
		if !f.peer {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			for _, w := range works(t) {
				theirs := entries(t, f.list(t, w))
				for _, d := range w.declared(t) {
					tool := theirs[d.name]
					assert.Equal(t, d.description, tool.Description)
					sameWords(t, d, tool.Parameters)
					if f.family == dialect.MCP {
						sameHints(t, d.effect, tool)
					}
				}
			}
		})
	}
}

func sameWords(t *testing.T, d declared, raw json.RawMessage) {
	type words struct {
		Properties map[string]struct {
			Description string
			Default     json.RawMessage
		}
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	var said words
	require.NoError(t, json.Unmarshal(raw, &said))
	if def, ok := said.Defs[camel(d.name)]; ok {
		require.NoError(t, json.Unmarshal(def, &said))
	}
	require.Len(t, said.Properties, len(d.params), d.name)
	for _, p := range d.params {
		got := said.Properties[p.name]
		assert.Equal(t, p.Description, got.Description, "%s.%s", d.name, p.name)
		assert.Equal(t, string(p.Default), string(got.Default), "%s.%s", d.name, p.name)
	}
}

// sameHints reads annotations as the protocol does: a tool without readOnlyHint may write, and destructiveHint says nothing about
// one that only reads.
func sameHints(t *testing.T, effect jarvis.Effect, tool entry) {
	require.NotEmpty(t, effect)
	readOnly := tool.Annotations.ReadOnly != nil && *tool.Annotations.ReadOnly
	assert.Equal(t, effect == jarvis.EffectRead, readOnly, tool.Name)
	if !readOnly && assert.NotNil(t, tool.Annotations.Destructive, tool.Name) {
		assert.Equal(t, effect == jarvis.EffectDestructive, *tool.Annotations.Destructive, tool.Name)
	}
}
