// Misuse: what is missing makes an error, not a panic.

package llmtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestChatWithoutARequest(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("Hello"))
	for name, client := range map[string]llm.Client{"a script": script, "a model": fullModel(), "a nil model": llmtest.Model(nil)} {
		reply, err := client.Chat(t.Context(), nil)
		require.Error(t, err, name)
		assert.Nil(t, reply, name)
	}
	assert.Equal(t, 1, script.Left())
	assert.Empty(t, script.Requests())
}

func TestDoWithoutAFunction(t *testing.T) {
	reply, err := llmtest.NewScript(llmtest.Do(nil)).Chat(t.Context(), asks("Hello"))
	require.Error(t, err)
	assert.Nil(t, reply)
}

func TestDeveloper(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("Hello"))
	w := post(llmtest.Handler(script), `{"messages":[{"role":"developer","content":"Be brief."},{"role":"user","content":"Hi"}]}`)
	require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	assert.Equal(t, toolcall.Message{Role: "developer", Content: "Be brief."}, script.Requests()[0].Messages[0])
}
