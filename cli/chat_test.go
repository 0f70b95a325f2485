// Conversations with a scripted model behind a real server.

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
)

const chatKey = "sk-hush-hush-hush"

// say runs chat with what is said.
func say(t *testing.T, script *llmtest.Script, said string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	server, err := llmtest.Start(script, llmtest.RequireKey(jarvis.NewSecretString(chatKey)))
	require.NoError(t, err)
	defer server.Close()
	vars := map[string]string{"OPENAI_BASE_URL": server.URL(), "OPENAI_API_KEY": chatKey, "JARVIS_MODEL_INTERFACE": "ChatGPTOpenAI"}
	var out, errs bytes.Buffer
	code = lit().Run(t.Context(), append([]string{"chat"}, args...), cli.Stdio{
		In: strings.NewReader(said), Out: &out, Err: &errs, Getenv: func(name string) string { return vars[name] },
	})
	assert.NotContains(t, out.String()+errs.String(), chatKey)
	return code, out.String(), errs.String()
}

// A call, and how it is shown.
const (
	bright = `{"level":3}`
	called = "calls     set_lamp " + bright + "\nresult    {\"done\":true}\n"
)

// lit is a home with a lamp, whose answer is for the model alone.
func lit() cli.App {
	app := home()
	type lamp struct {
		Level int `jarvis:"level,required"`
	}
	app.Registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "set_lamp", Description: "Sets the lamp."},
		func(_ context.Context, req *jarvis.Request, _ lamp) (*jarvis.Response, error) {
			data := map[string]any{"done": true}
			if req.User != "" {
				data["for"] = req.User
			}
			return jarvis.Success(data), nil
		}))
	return app
}

func TestChat(t *testing.T) {
	refused := llmtest.Fail(&llm.StatusError{Status: 400, Message: "no such model"})
	brighter := []llmtest.Step{llmtest.Call("set_lamp", bright), llmtest.Say("It is bright.\x1b[2J")}
	wrong := llmtest.Call("set_lamp", `{"level":"high"}`)
	for _, tt := range []struct {
		name           string
		steps          []llmtest.Step
		said           string
		args           []string
		code           int
		stdout, stderr string
	}{
		{name: "words alone", steps: brighter, said: "Make it bright\n", stdout: "It is bright.\\x1b[2J\n"},
		{name: "calls too", steps: brighter, said: "Make it bright", args: []string{"-v"},
			stdout: called + "It is bright.\\x1b[2J\n"},
		{name: "wrong calls", steps: append([]llmtest.Step{wrong}, brighter...), said: "Make it bright", args: []string{"--verbose"},
			stdout: "told      [INVALID_PARAM_RETRY 1/2] set_lamp.level expected int. Make the call again with this mended and nothing else changed. Values are written so: int is a whole number without quotes.\n" +
				called + "It is bright.\\x1b[2J\n"},
		{name: "several turns, blank lines, line breaks of Windows", steps: []llmtest.Step{llmtest.Say("One."), llmtest.Say("Two.\nAnd three.")},
			said: "\uFEFFHello\r\n\r\n  \nAgain", stdout: "One.\nTwo.\nAnd three.\n"},
		{name: "the model refuses", steps: []llmtest.Step{refused, llmtest.Say("Here.")}, said: "Hello\nAgain\n", code: 1,
			stdout: "Sorry, I cannot think right now. Please try again in a moment.\nHere.\n", stderr: "home: the model's server answers 400 Bad Request: no such model\n"},
		{name: "a line that is too long", steps: []llmtest.Step{llmtest.Say("Here.")}, said: strings.Repeat("x", 64<<10+1) + "\nHello", code: 1,
			stdout: "Here.\n", stderr: "home: a line is longer than 64 KiB; it was not said\n"},
		{name: "a question", steps: []llmtest.Step{
			llmtest.Call("request_validation", `{"question":"Which one?","parameter_name":"entity_id","options":["light.office","light.hall"]}`), llmtest.Say("Done."),
		}, said: "Turn it on\nThe hall\n", stdout: "Which one?\noptions   light.office, light.hall\nDone.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := llmtest.NewScript(tt.steps...)
			code, stdout, stderr := say(t, script, tt.said, tt.args...)
			script.Check(t)
			assert.Equal(t, tt.code, code)
			assert.Equal(t, tt.stdout, stdout)
			if tt.stderr == "" {
				assert.Empty(t, stderr)
			}
			assert.Contains(t, stderr, tt.stderr)
		})
	}
}

func TestChatJSON(t *testing.T) {
	script := llmtest.NewScript(llmtest.Call("set_lamp", bright), llmtest.Say("One <b>\n\x1b."), llmtest.Fail(&llm.StatusError{Status: 403, Message: "no"}))
	code, stdout, stderr := say(t, script, "Roll\nAgain\n", "--json", "-v")
	script.Check(t)
	assert.Equal(t, 1, code)
	assert.Contains(t, stderr, called, "beside the JSON")
	var turns []map[string]any
	for line := range strings.Lines(stdout) {
		var turn map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &turn), line)
		turns = append(turns, turn)
	}
	require.Len(t, turns, 2)
	assert.Equal(t, "One <b>\n\x1b.", turns[0]["assistant_message"])
	assert.Equal(t, "complete", turns[0]["stop_reason"])
	assert.Equal(t, "llm_error", turns[1]["error"])
}

// What a command prints, and what a model says, never breaks the JSON or is obeyed by a terminal.
func TestChatJSONIsAlone(t *testing.T) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "chatter", Description: "Prints."},
		func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			fmt.Println("chatter on standard output")
			return jarvis.Success(nil), nil
		}))
	const said = "Hidden \u009b2J\u202e\x7f."
	script := llmtest.NewScript(llmtest.Call("chatter", "{}"), llmtest.Say(said))
	server, err := llmtest.Start(script)
	require.NoError(t, err)
	defer server.Close()
	read, write, err := os.Pipe()
	require.NoError(t, err)
	none, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer none.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = write, none
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	vars := map[string]string{"OPENAI_BASE_URL": server.URL()}
	code := cli.Run(t.Context(), registry, []string{"chat", "--json", "--provider", "ChatGPTOpenAI"},
		cli.Stdio{In: strings.NewReader("Hello\n"), Out: write, Getenv: func(name string) string { return vars[name] }})
	assert.Equal(t, 0, code)
	assert.Same(t, write, os.Stdout, "given back")
	require.NoError(t, write.Close())
	text, err := io.ReadAll(read)
	require.NoError(t, err)
	var turn map[string]any
	require.NoError(t, json.Unmarshal(text, &turn), string(text))
	assert.Equal(t, said, turn["assistant_message"])
	assert.NotContains(t, strings.TrimSuffix(string(text), "\n"), "\u009b")
	assert.False(t, strings.ContainsFunc(strings.TrimSuffix(string(text), "\n"), echo.Unseen), "%q", text)
}

// Retries are told where the program tells of errors, not where the log of the process goes.
func TestChatLogs(t *testing.T) {
	var elsewhere bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&elsewhere, nil)))
	defer slog.SetDefault(before)
	script := llmtest.NewScript(llmtest.Fail(&llm.StatusError{Status: 503}), llmtest.Say("Here."))
	code, stdout, stderr := say(t, script, "Hello\n")
	script.Check(t)
	assert.Equal(t, 0, code)
	assert.Equal(t, "Here.\n", stdout)
	assert.Contains(t, stderr, "asking again")
	assert.Empty(t, elsewhere.String())
}

// What the flags say reaches the model, and the commands.
func TestChatTellsOfTheHome(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("Hello."))
	code, _, stderr := say(t, script, "\uFEFFHello", "--room", "cellar", "--user", "Ann", "--timezone", "Asia/Tokyo", "--date-keys", "--provider", "Qwen25MediumUntrained")
	require.Equal(t, 0, code, stderr)
	messages := script.Requests()[0].Messages
	assert.Contains(t, messages[0].Content, "room=cellar")
	assert.Contains(t, messages[0].Content, "Date keys: ")
	var all strings.Builder
	for _, m := range messages {
		all.WriteString(m.Content)
	}
	assert.Contains(t, all.String(), "The speaker is Ann.")
	assert.Contains(t, all.String(), "Asia/Tokyo")
	assert.NotContains(t, all.String(), "\uFEFF")
}

func TestChatTellsCommandsWhoSpeaks(t *testing.T) {
	script := llmtest.NewScript(llmtest.Call("set_lamp", bright), llmtest.Say("Done."))
	_, stdout, _ := say(t, script, "Brighter", "-v", "--user", "Ann")
	assert.Contains(t, stdout, `result    {"done":true,"for":"Ann"}`)
}

func TestChatEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, write := io.Pipe()
	defer write.Close()
	cancel()
	var errs bytes.Buffer
	code := home().Run(ctx, []string{"chat"}, cli.Stdio{In: in, Err: &errs, Getenv: func(string) string { return "http://127.0.0.1:9" }})
	assert.Equal(t, 2, code, "the variables are all the same, and that is no provider")
	vars := map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
	errs.Reset()
	code = home().Run(ctx, []string{"chat"}, cli.Stdio{In: in, Err: &errs, Getenv: func(name string) string { return vars[name] }})
	assert.Equal(t, 1, code)
	assert.Contains(t, errs.String(), "home: stopped: context canceled\n")
}

// fullDisk is an output that nobody reads.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestChatStopsWhereNobodyListens(t *testing.T) {
	script := llmtest.NewScript(llmtest.Say("One."))
	server, err := llmtest.Start(script)
	require.NoError(t, err)
	defer server.Close()
	vars := map[string]string{"OPENAI_BASE_URL": server.URL()}
	var errs bytes.Buffer
	code := home().Run(t.Context(), []string{"chat"}, cli.Stdio{
		In: strings.NewReader("Hello\nAgain\n"), Out: fullDisk{}, Err: &errs, Getenv: func(name string) string { return vars[name] },
	})
	assert.Equal(t, 1, code)
	assert.Contains(t, errs.String(), "home: no space left\n")
	assert.Equal(t, 1, server.Requests(), "nothing more is said")
}
