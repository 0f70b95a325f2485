// Hostile texts in the place of what a model sends in a dialect, and of schemas that authors write themselves.

package dialect_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

// hostileEntries turn back arguments in dialects that change none, all, and some of them, and let a registry judge what comes of it: Decode itself refuses nothing.
func hostileEntries(t testing.TB) []hostile.Entry {
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(SetHeating{}, SaveScene{}))
	const heating, scene = `{"mode":"heat","target":21,"rooms":["hall"]}`, `{"name":"dinner","levels":{"lamp":5}}`
	var entries []hostile.Entry
	for _, d := range []dialect.Dialect{dialect.OpenAI, dialect.OpenAIStrict, dialect.Gemini} {
		for command, sound := range map[string]string{"set_heating": heating, "scene.save": scene} {
			def, ok := registry.Lookup(command)
			require.True(t, ok)
			tool, err := d.Tool(def)
			require.NoError(t, err)
			decode := func(text []byte) hostile.Outcome {
				resp, err := registry.Call(context.Background(), nil, jarvis.Call{Name: command, Arguments: tool.Decode(text)})
				require.NoError(t, err)
				o := hostile.Outcome{Accepted: resp.Success}
				if !resp.Success {
					o.Told = resp.Report()
				}
				return o
			}
			entries = append(entries, hostile.Entry{
				Name: "Tool.Decode, " + string(d) + ", " + command, Read: decode, Sound: []string{sound}, Cut: sound, Factor: 60, Plus: 256 << 10,
				Frames: []hostile.Frame{hostile.Between("arguments", "", ""), hostile.Between("rooms", `{"mode":"heat","rooms":`, "}"),
					hostile.Between("levels", `{"name":"x","levels":`, "}"), hostile.Between("mode", `{"mode":`, "}"), {Name: "in a string", Wrap: quoted},
					hostile.Between("levels as a text", `{"name":"x","levels":"`, `"}`)},
				Raised: func(text []byte) { tool.Decode(text) },
			})
		}
	}
	return entries
}

func quoted(text string) string {
	out := []byte{'"'}
	for i := range len(text) {
		if c := text[i]; c == '"' || c == '\\' {
			out = append(out, '\\')
		}
		out = append(out, text[i])
	}
	return string(append(out, '"'))
}

func TestHostile(t *testing.T) {
	for _, e := range hostileEntries(t) {
		e.Test(t)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, e := range hostileEntries(b) {
		e.Benchmark(b)
	}
}
