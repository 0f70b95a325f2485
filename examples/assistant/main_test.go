// Tests of the program: its whole output, its exit codes, servers that answer and servers that do not, and odd input.

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
)

var noEnv = env(nil)

func env(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

var port = regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)

// runWith runs the program. Timers never end, and ports are PORT.
func runWith(ctx context.Context, getenv func(string) string, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := program{getenv: getenv, stdin: stdin, stdout: &out, stderr: &errs, after: func(time.Duration, func()) {}}
	code = p.run(ctx, args)
	return code, port.ReplaceAllString(out.String(), "127.0.0.1:PORT"), errs.String()
}

// say runs the program with lines to be said to the scripted model.
func say(t *testing.T, lines string, args ...string) string {
	t.Helper()
	code, stdout, stderr := runWith(t.Context(), noEnv, strings.NewReader(lines), args...)
	require.Equal(t, exitOK, code, stderr)
	assert.Empty(t, stderr)
	return stdout
}

// spokenIn returns what the assistant has said, a line for each.
func spokenIn(stdout string) (list []string) {
	for line := range strings.Lines(stdout) {
		if strings.HasPrefix(line, "  ") && !entryLine.MatchString(line) {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

var entryLine = regexp.MustCompile(`^  (calls|result|refused|because|told|failed|options|skipped|rings|prompt|tools|system|user|model|tool) +`)

func TestTranscript(t *testing.T) {
	said, err := os.ReadFile("testdata/said.txt")
	require.NoError(t, err)
	for name, args := range map[string][]string{
		"native.txt":  nil,
		"text.txt":    {"-provider", "Qwen25MediumUntrained"},
		"verbose.txt": {"-v", "-room", "office", "-date-keys", "-provider", "HermesMediumTrained"},
	} {
		t.Run(name, func(t *testing.T) {
			got := promptEntry.ReplaceAllString(say(t, string(said), args...), "  prompt   ...\n")
			got = timeEntry.ReplaceAllString(got, "  system   It is about ...\n")
			path := filepath.Join("testdata", name)
			if os.Getenv("JARVIS_UPDATE") == "1" {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "JARVIS_UPDATE=1 writes the file")
			assert.Equal(t, string(want), got)
		})
	}
}

// promptEntry is the system prompt, whose wording is not this program's.
var promptEntry = regexp.MustCompile(`(?m)^  prompt   .*\n(?:(?: {11}.*)?\n)+`)

// timeEntry is the time, with what goes with it.
var timeEntry = regexp.MustCompile(`(?m)^  system   It is about .*\n`)

// With -v each message of a request is shown once, and the list of tools.
func TestVerboseShowsTheRequests(t *testing.T) {
	script := llmtest.NewScript(
		llmtest.Call("calculate", `{"operation":"add","a":2,"b":2}`), llmtest.Say("4"),
		llmtest.Say("Hello!"), llmtest.Say("Hello again!"),
	)
	server, err := llmtest.Start(script)
	require.NoError(t, err)
	defer server.Close()
	vars := env(map[string]string{"OPENAI_BASE_URL": server.URL()})
	_, stdout, _ := runWith(t.Context(), vars, strings.NewReader("2+2\nHi\nHi\n"), "-v")
	script.Check(t)
	assert.Equal(t, 1, strings.Count(stdout, "\n  tools    [{"))
	assert.Equal(t, 1, strings.Count(stdout, "\n  tool     {\"success\":true,"), "the result as it is sent")
	assert.Equal(t, 1, strings.Count(stdout, "\n  model    calculate {"))
	assert.Equal(t, 2, strings.Count(stdout, "\n  user     Hi\n"), "what is said twice is told twice")
	assert.Equal(t, 3, strings.Count(stdout, "\n  system   The speaker is unknown."), "in each turn, not in each request")
	assert.Equal(t, 3, len(timeEntry.FindAllString(stdout, -1)))
	first := script.Requests()[0].Messages
	assert.Equal(t, 1, strings.Count(stdout, strings.TrimSpace(strings.SplitN(first[0].Content, "\n", 2)[0])), "the system prompt")

	stdout = say(t, "2+2\n", "-v", "-provider", "Qwen3_8B_Compressed")
	assert.NotContains(t, stdout, "  tools    ")
	assert.Contains(t, stdout, "\n  user     2+2\n           /no_think\n", "with the suffix")
}

// The calls that are refused for the last time are shown like those before, and why.
func TestLastRefusal(t *testing.T) {
	call := func(level string) llmtest.Step {
		return llmtest.Call("set_light", `{"room":"hall","on":true,"level":`+level+`}`)
	}
	script := llmtest.NewScript(call("101"), call("102"), call("103"))
	server, err := llmtest.Start(script)
	require.NoError(t, err)
	defer server.Close()
	_, stdout, _ := runWith(t.Context(), env(map[string]string{"OPENAI_BASE_URL": server.URL()}), strings.NewReader("dim the hall"))
	script.Check(t)
	for _, level := range []string{"101", "102", "103"} {
		assert.Equal(t, 1, strings.Count(stdout, `  refused  set_light {"room":"hall","on":true,"level":`+level+"}\n"), level)
	}
	assert.Equal(t, 2, strings.Count(stdout, "  told     "))
	assert.Regexp(t, `"level":103}\n  because  set_light.level must be at most 100\n  .+\n$`, stdout)
}

func TestVerboseShowsThePrompt(t *testing.T) {
	stdout := say(t, "", "-v", "-room", "office", "-date-keys")
	assert.Contains(t, stdout, "office")
	assert.Contains(t, stdout, "day_after_tomorrow")
	assert.NotContains(t, say(t, "", "-v"), "day_after_tomorrow")
	assert.NotContains(t, say(t, "", "-room", "office"), "office", "only with -v")
}

// However a model is told to make its calls, what is said is the same.
func TestAllProvidersSayTheSame(t *testing.T) {
	said, err := os.ReadFile("testdata/said.txt")
	require.NoError(t, err)
	want := spokenIn(say(t, string(said)))
	require.Contains(t, want, "42 times 3 is 126.")
	for provider := range prompt.BuiltinRegistry().All() {
		t.Run(provider.Name(), func(t *testing.T) {
			t.Parallel()
			got := say(t, string(said), "-provider", provider.Name())
			assert.Equal(t, want, spokenIn(got))
			assert.Contains(t, got, "  options  kitchen, bedroom, living_room, hall\n")
			assert.Contains(t, got, "  told     [INVALID_PARAM_RETRY 1/2] set_light.level expected int.")
		})
	}
}

func TestReadmeTranscript(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, block, ok := strings.Cut(string(readme), "<!-- output of the program -->\n```text\n")
	require.True(t, ok)
	block, _, ok = strings.Cut(block, "```")
	require.True(t, ok)
	for _, shown := range []string{" is 42.\n", "[INVALID_PARAM_RETRY", "  options  "} {
		assert.Contains(t, block, shown)
	}
	var said strings.Builder
	for line := range strings.Lines(block) {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			said.WriteString(text)
		}
	}
	first, rest, _ := strings.Cut(say(t, said.String()), "\n")
	assert.Equal(t, rest, block)
	assert.Contains(t, string(readme), "\n> "+first+"\n", "the first line of the output is quoted")
}

func TestExitCodes(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name           string
		ctx            context.Context
		env            map[string]string
		stdin          io.Reader
		args           []string
		code           int
		stdout, stderr string // parts of them
	}{
		{name: "help", args: []string{"--help"}, stdout: "usage: assistant"},
		{name: "unknown flag", args: []string{"-fast"}, code: exitUsage, stderr: "usage: assistant"},
		{name: "an argument", args: []string{"hello"}, code: exitUsage, stderr: `it takes no arguments, got "hello"`},
		{name: "unknown provider", args: []string{"-provider", "Qwen25MediumUntraind"}, code: exitFailed, stderr: "ChatGPTOpenAI, "},
		{name: "provider of the environment", env: map[string]string{"JARVIS_MODEL_INTERFACE": "qwen25mediumuntrained"}, args: []string{"-v"}, stdout: "<tools>"},
		{name: "unknown provider of the environment", env: map[string]string{"JARVIS_MODEL_INTERFACE": "nobody"}, code: exitFailed, stderr: `nobody`},
		{name: "the flag goes first", env: map[string]string{"JARVIS_MODEL_INTERFACE": "nobody"}, args: []string{"-provider", "ChatGPTOpenAI"}},
		{name: "no such URL", env: map[string]string{"OPENAI_BASE_URL": "ftp://example.com"}, code: exitFailed, stderr: "BaseURL"},
		{name: "input that breaks", stdin: iotest.ErrReader(errors.New("pulled out")), code: exitFailed, stderr: "line 1: pulled out"},
		{name: "interrupted", ctx: ended, stdin: strings.NewReader("What's 1 plus 1?\n")},
		{name: "no input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.ctx == nil {
				c.ctx = t.Context()
			}
			if c.stdin == nil {
				c.stdin = strings.NewReader("")
			}
			code, stdout, stderr := runWith(c.ctx, env(c.env), c.stdin, c.args...)
			assert.Equal(t, c.code, code)
			assert.Contains(t, stdout, c.stdout)
			assert.Contains(t, stderr, c.stderr)
			assert.Equal(t, c.stderr == "", stderr == "", stderr)
			assert.NotContains(t, stdout, "1 plus 1")
		})
	}
}

// Ctrl-C ends the program while it waits for input, and while it waits for the model.
func TestInterrupted(t *testing.T) {
	reads, writes := io.Pipe()
	defer writes.Close()
	ctx, cancel := context.WithCancel(t.Context())
	server, err := llmtest.Start(llmtest.Model(func(ctx context.Context, _ *llm.Request) (*llm.Reply, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	require.NoError(t, err)
	defer server.Close()
	go func() { _, _ = io.WriteString(writes, "hello\n") }()
	code, stdout, _ := runWith(ctx, env(map[string]string{"OPENAI_BASE_URL": server.URL()}), reads)
	assert.Equal(t, exitOK, code)
	assert.Equal(t, "> hello\n", stdout)
	assert.Equal(t, 1, server.Requests())

	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	code, _, _ = runWith(ctx, noEnv, reads)
	assert.Equal(t, exitOK, code)
}

func TestServer(t *testing.T) {
	key := jarvis.NewSecretString("sk-test")
	script := llmtest.NewScript(
		llmtest.Say("Hello!\nHow are you?"),
		llmtest.Fail(&llm.StatusError{Status: 400, Message: "too \x1b[31mlong"}),
		llmtest.Call("calculate", `{"operation":"add","a":2,"b":2}`),
		llmtest.Say("That makes 4."),
	)
	server, err := llmtest.Start(script, llmtest.RequireKey(key), llmtest.Models("small"))
	require.NoError(t, err)
	defer server.Close()
	vars := map[string]string{"OPENAI_BASE_URL": server.URL(), "OPENAI_API_KEY": "sk-test", "OPENAI_MODEL": "small"}
	code, stdout, _ := runWith(t.Context(), env(vars), strings.NewReader("Hi\nHi again\n2+2"), "-room", "office")
	assert.Equal(t, exitOK, code)
	said := strings.Split(stdout, "> ")
	require.Len(t, said, 4)
	assert.Equal(t, "Hi\n  Hello!\n  How are you?\n", said[1])
	assert.Regexp(t, `^Hi again\n  failed   .*400 Bad Request: too .*long\n  Sorry, I cannot think right now. .*\n$`, said[2])
	assert.NotContains(t, stdout, "\x1b")
	assert.Equal(t, `2+2
  calls    calculate {"operation":"add","a":2,"b":2}
  result   {"a":"2","b":"2","exact":true,"operation":"add","result":"4"}
  That makes 4.
`, said[3])
	script.Check(t)
	first := script.Requests()[0]
	assert.Equal(t, "small", first.Model)
	assert.Contains(t, first.Messages[0].Content, "office")

	vars["OPENAI_API_KEY"] = "sk-wrong"
	code, stdout, stderr := runWith(t.Context(), env(vars), strings.NewReader("Hi"))
	assert.Equal(t, exitOK, code)
	assert.Contains(t, stdout, "  failed   ")
	assert.Contains(t, stdout, "401")
	assert.NotContains(t, stdout+stderr, "sk-wrong")
}

func TestServerIsDown(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	code, stdout, _ := runWith(t.Context(), env(map[string]string{"OPENAI_BASE_URL": "http://" + address}), strings.NewReader("hello"))
	assert.Equal(t, exitOK, code)
	assert.Contains(t, stdout, "  failed   ")
	assert.Contains(t, stdout, "refused")
	assert.Contains(t, stdout, "  Sorry, I cannot think right now.")
}

func TestOddInput(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	stdout := say(t, "\uFEFFWhat's 1 plus 1?\r\n\n  \t\nring \a\x1b[31m \xff now\n"+long+"\n"+long[1:]+"\nminus 4")
	assert.NotContains(t, stdout, "\uFEFF")
	assert.Contains(t, stdout, "\n> What's 1 plus 1?\n")
	assert.Contains(t, stdout, "\n> ring \\a\\x1b[31m \uFFFD now\n  "+sayNothingKnown+"\n")
	assert.Contains(t, stdout, "\n  skipped  line 5 is longer than 64 KiB\n> xxx")
	assert.True(t, strings.HasSuffix(stdout, "\n  2 minus 4 is -2.\n"), "a last line without a line break counts")
	assert.Equal(t, 4, strings.Count(stdout, "\n> "), "blank lines are passed over")
}

func TestTerminal(t *testing.T) {
	var out bytes.Buffer
	p := program{getenv: noEnv, stdin: strings.NewReader("What's 1 plus 1?\n"), stdout: &out, stderr: io.Discard, terminal: true}
	assert.Equal(t, exitOK, p.run(t.Context(), nil))
	_, rest, _ := strings.Cut(out.String(), "\n")
	assert.True(t, strings.HasPrefix(rest, "> "), rest)
	assert.NotContains(t, rest, "What's", "the terminal has shown it")
	assert.True(t, strings.HasSuffix(rest, "  1 plus 1 is 2.\n> \n"), rest)
	file, err := os.Open("main.go")
	require.NoError(t, err)
	defer file.Close()
	assert.False(t, isTerminal(file))
}

func TestOutputThatBreaks(t *testing.T) {
	for _, args := range [][]string{nil, {"-help"}} {
		var errs bytes.Buffer
		p := program{getenv: noEnv, stdin: strings.NewReader("hello\nhello\n"), stdout: broken{}, stderr: &errs}
		assert.Equal(t, exitFailed, p.run(t.Context(), args))
		assert.Contains(t, errs.String(), "no room")
	}
}

// broken is an output that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestTimersRing(t *testing.T) {
	var out bytes.Buffer
	var lengths []time.Duration
	p := program{getenv: noEnv, stdin: strings.NewReader("Set a timer called eggs for 90 seconds\nSet a timer for 24 hours\n"), stdout: &out, stderr: io.Discard,
		after: func(d time.Duration, f func()) { lengths = append(lengths, d); f() }}
	assert.Equal(t, exitOK, p.run(t.Context(), nil))
	assert.Equal(t, []time.Duration{90 * time.Second, 24 * time.Hour}, lengths)
	assert.Contains(t, out.String(), "  rings    The timer \"eggs\" has ended.\n")
	assert.Contains(t, out.String(), "  Timer \"eggs\" set for 1 minute 30 seconds.\n")
	assert.Contains(t, out.String(), "  rings    The timer has ended.\n")
}

// A command that speaks itself costs one answer of the model, not two.
func TestTimerSpeaksItself(t *testing.T) {
	script := llmtest.NewScript(llmtest.Call("set_timer", `{"duration":"PT5M"}`))
	server, err := llmtest.Start(script)
	require.NoError(t, err)
	defer server.Close()
	_, stdout, _ := runWith(t.Context(), env(map[string]string{"OPENAI_BASE_URL": server.URL()}), strings.NewReader("five minutes"))
	assert.Equal(t, []string{"Timer set for 5 minutes."}, spokenIn(stdout))
	script.Check(t)
}
