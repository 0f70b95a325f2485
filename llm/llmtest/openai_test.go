// The client of package llm gets from the server what the model says.

package llmtest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
)

func TestOpenAIClientGetsTheSame(t *testing.T) {
	key := jarvis.NewSecretString("sk-test")
	want, err := fullModel().Chat(t.Context(), &llm.Request{Model: "small"})
	require.NoError(t, err)
	want.Calls[1].ID = "call_1"
	for name, streamed := range map[string]bool{"whole": false, "streamed": true} {
		t.Run(name, func(t *testing.T) {
			server, _ := start(t, fullModel(), llmtest.RequireKey(key), llmtest.Models("small"))
			client, err := llm.NewOpenAI(llm.Config{BaseURL: server.URL(), Key: key, Model: "small"})
			require.NoError(t, err)
			var told strings.Builder
			req := asks("How is the weather?")
			if streamed {
				req.OnDelta = func(d llm.Delta) error { told.WriteString(d.Content); return nil }
			}
			got, err := client.Chat(t.Context(), req)
			require.NoError(t, err)
			require.Len(t, got.Calls, 2)
			assert.Equal(t, string(want.Calls[1].Arguments), string(got.Calls[1].Arguments))
			got.Calls[1].Arguments = want.Calls[1].Arguments // nil or empty
			assert.Equal(t, want, got)
			assert.Equal(t, streamed, told.String() == want.Content)
		})
	}
}

func TestOpenAIClientGetsTheStatus(t *testing.T) {
	server, _ := start(t, llmtest.NewScript(llmtest.Fail(&llm.StatusError{Status: http.StatusTeapot, Message: "I am a teapot"})))
	client, err := llm.NewOpenAI(llm.Config{BaseURL: server.URL(), Model: "small", Retries: -1})
	require.NoError(t, err)
	_, err = client.Chat(t.Context(), asks("Coffee, please"))
	var status *llm.StatusError
	require.ErrorAs(t, err, &status)
	assert.Equal(t, http.StatusTeapot, status.Status)
	assert.Equal(t, "I am a teapot", status.Message)
}
