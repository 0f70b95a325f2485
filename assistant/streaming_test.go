// Long answers in small pieces: what listening to them costs.

package assistant_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/prompt"
)

// streams is a model that says a text in pieces of 4 bytes.
func streams(text string) llm.Client {
	return llm.Func(func(_ context.Context, req *llm.Request) (*llm.Reply, error) {
		for rest := text; rest != "" && req.OnDelta != nil; {
			n := min(4, len(rest))
			if err := req.OnDelta(llm.Delta{Content: rest[:n]}); err != nil {
				return nil, err
			}
			rest = rest[n:]
		}
		return &llm.Reply{Content: text}, nil
	})
}

// cost is how many bytes and objects a turn with a streamed answer allocates.
func cost(t *testing.T, m mode, text string) (bytes, objects uint64) {
	t.Helper()
	e, err := assistant.New(assistant.Config{Provider: prompt.New(m.model()), Client: streams(text)})
	require.NoError(t, err)
	told := 0
	conv, err := e.Start(assistant.Start{Listener: assistant.Listener{Speech: func(text string) { told += len(text) }}})
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	res, err := conv.Say(t.Context(), assistant.Utterance{Text: "Tell me"})
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Equal(t, len(res.Text), told)
	return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
}

// Four times the answer costs about four times as much, also where it begins like JSON and nothing can be told before its end.
func TestStreamingIsLinear(t *testing.T) {
	const length = 256 << 10
	eachMode(t, func(t *testing.T, m mode) {
		for name, piece := range map[string]string{"an object": `{"a": 1, `, "brackets": "{[<", "tags": "{<tool_call", "words": "{so it is "} {
			t.Run(name, func(t *testing.T) {
				text := "{" + strings.Repeat(piece, length/len(piece))
				bytes, objects := cost(t, m, text[:length/4])
				require.Less(t, bytes, uint64(400*length/4), "bytes for each of the answer")
				more, moreObjects := cost(t, m, text)
				assert.Less(t, more, 8*bytes, "bytes")
				assert.Less(t, moreObjects, 8*objects+1000, "objects")
			})
		}
	})
}
