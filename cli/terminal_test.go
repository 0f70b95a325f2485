// What happens in front of a terminal only: words as they come, interrupts, hints.

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// typed is a conversation with a model in front of a terminal.
type typed struct {
	*chat
	in         *io.PipeWriter
	out, err   bytes.Buffer
	interrupts chan os.Signal
	taken      chan bool // true when interrupts are taken, false when they are released
	script     *llmtest.Script
}

func newTyped(t *testing.T, f chatFlags, asJSON bool, steps ...llmtest.Step) *typed {
	t.Helper()
	c := &typed{interrupts: make(chan os.Signal, 1), taken: make(chan bool, 10), script: llmtest.NewScript(steps...)}
	server, err := llmtest.Start(c.script)
	require.NoError(t, err)
	t.Cleanup(func() { server.Close() })
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "ring", Description: "Rings."},
		func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			return jarvis.Success(map[string]any{"rung": "\x1b[7mtwice"}), nil
		}))
	in, write := io.Pipe()
	c.in = write
	t.Cleanup(func() { write.Close() })
	getenv := func(name string) string { return map[string]string{"OPENAI_BASE_URL": server.URL()}[name] }
	p := newProgram(App{Registry: registry, Name: "home"}.withDefaults(), Stdio{In: in, Out: &c.out, Err: &c.err, Getenv: getenv})
	p.out.terminal, p.json = true, asJSON
	f.provider = "ChatGPTOpenAI"
	c.chat, err = p.newChat(f)
	require.NoError(t, err)
	c.chat.interrupts = c.interrupts
	c.take, c.release = func() { c.taken <- true }, func() { c.taken <- false }
	return c
}

func TestWordsAppearOnATerminal(t *testing.T) {
	c := newTyped(t, chatFlags{verbose: true}, false, llmtest.SayAndCall("I will.", toolcall.Call{Call: jarvis.Call{Name: "ring"}}), llmtest.Say("Rung.\nTwice \x1b[31m…"), llmtest.Say("Good."), llmtest.Say("Good."))
	go func() {
		_, _ = io.WriteString(c.in, "Ring!\nHow is it?\nReally?\n")
		c.in.Close()
	}()
	require.NoError(t, c.talk(t.Context()))
	c.script.Check(t)
	assert.Equal(t, "I will.\ncalls     ring {}\nresult    {\"rung\":\"\\u001b[7mtwice\"}\nRung.\nTwice \\x1b[31m…\nGood.\nGood.\n", c.out.String())
	assert.Equal(t, "> > > > \n", c.err.String())
}

// JSON is for programs, on a terminal too.
func TestJSONOnATerminal(t *testing.T) {
	c := newTyped(t, chatFlags{}, true, llmtest.Say("Here."))
	go func() {
		_, _ = io.WriteString(c.in, "Hello\n")
		c.in.Close()
	}()
	require.NoError(t, c.talk(t.Context()))
	assert.True(t, json.Valid(c.out.Bytes()), c.out.String())
}

func TestInterruptsOfATerminal(t *testing.T) {
	t.Run("in a turn it ends that", func(t *testing.T) {
		asked := make(chan bool)
		c := newTyped(t, chatFlags{}, false, llmtest.Delay(time.Hour, llmtest.Say("Late.")), llmtest.Say("Here."))
		go func() {
			_, _ = io.WriteString(c.in, "Think\n")
			for len(c.script.Requests()) == 0 {
				time.Sleep(time.Millisecond)
			}
			c.interrupts <- os.Interrupt
			assert.False(t, <-c.taken, "the next one ends the program")
			assert.True(t, <-c.taken, "the turn is over")
			_, _ = io.WriteString(c.in, "Are you there?\n")
			c.in.Close()
			close(asked)
		}()
		require.NoError(t, c.talk(t.Context()))
		<-asked
		assert.Equal(t, "Here.\n", c.out.String())
		assert.Contains(t, c.err.String(), "(interrupted)")
	})
	t.Run("between turns it ends the conversation", func(t *testing.T) {
		c := newTyped(t, chatFlags{}, false)
		c.interrupts <- os.Interrupt
		require.NoError(t, c.talk(t.Context()))
		assert.Equal(t, "> \n", c.err.String())
	})
	t.Run("the end of the context is another thing", func(t *testing.T) {
		c := newTyped(t, chatFlags{}, false)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		assert.ErrorIs(t, c.talk(ctx), context.Canceled)
	})
	t.Run("who types sees what failed", func(t *testing.T) {
		c := newTyped(t, chatFlags{}, false, llmtest.Fail(&llm.StatusError{Status: 401, Message: "no \x1b key"}))
		go func() {
			_, _ = io.WriteString(c.in, "Hello\n")
			c.in.Close()
		}()
		require.NoError(t, c.talk(t.Context()))
		assert.Contains(t, c.err.String(), "home: ")
		assert.NotContains(t, c.err.String()+c.out.String(), "\x1b")
	})
}

// However an answer is cut into pieces, what is shown is the same, and nothing of it is obeyed.
func TestSpeechInPieces(t *testing.T) {
	var out bytes.Buffer
	s := speech{out: &output{w: &out}}
	s.say("cut \xe2\x82")
	s.end()
	assert.Equal(t, "cut \\xe2\\x82\n", out.String())
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(rapid.OneOf(rapid.SampledFrom([]string{"\n", "\x1b[2J", "é", "\xe2", "\x82\xac", "\t", "\r\n"}), rapid.String())).Draw(t, "pieces")
		text := strings.Join(pieces, "")
		var whole, pieced bytes.Buffer
		one := speech{out: &output{w: &whole}}
		one.say(text)
		one.end()
		many := speech{out: &output{w: &pieced}}
		for _, piece := range pieces {
			for i := range len(piece) {
				many.say(piece[i : i+1])
			}
		}
		many.end()
		if many.heard() != text {
			t.Fatalf("heard %q, said %q", many.heard(), text)
		}
		if got, want := strings.ReplaceAll(pieced.String(), `\r`, ""), strings.ReplaceAll(whole.String(), `\r`, ""); got != want {
			t.Fatalf("in pieces %q, as a whole %q", got, want)
		}
		if shown := pieced.String(); strings.ContainsAny(shown, "\x1b\r\t") || shown != "" && shown[len(shown)-1] != '\n' {
			t.Fatalf("shown: %q", shown)
		}
	})
}

func TestServeHint(t *testing.T) {
	path, err := os.Executable()
	require.NoError(t, err)
	hint := serveHint("home", serveFlags{only: []string{"ring", "sing"}, readOnly: true})
	assert.Contains(t, hint, `  {"mcpServers":{"home":{"args":["serve","mcp","--only=ring,sing","--read-only"],"command":`+asJSON(path)+`}}}`+"\n")
	assert.Contains(t, serveHint("ho\x1bme", serveFlags{}), `"args":["serve","mcp"],`)
	assert.NotContains(t, serveHint("ho\x1bme", serveFlags{}), "\x1b")
}

// What is printed is an URL that works on this machine.
func TestListening(t *testing.T) {
	for _, tt := range []struct{ asked, at, want string }{
		{":0", "127.0.0.1:80", "listening on http://127.0.0.1:80/mcp\n"},
		{"localhost:80", "[::1]:80", "listening on http://[::1]:80/mcp\n"},
		{"192.0.2.1:80", "192.0.2.1:80", "listening on http://192.0.2.1:80/mcp\n"},
		{"0.0.0.0:0", "0.0.0.0:80", "listening on http://127.0.0.1:80/mcp, and on port 80 of all addresses of this machine\n"},
		{"0.0.0.0:0", "[::]:80", "listening on http://127.0.0.1:80/mcp, and on port 80 of all addresses of this machine\n"},
		{"[::]:0", "[::]:80", "listening on http://[::1]:80/mcp, and on port 80 of all addresses of this machine\n"},
	} {
		addr, err := net.ResolveTCPAddr("tcp", tt.at)
		require.NoError(t, err)
		assert.Equal(t, tt.want, listening(tt.asked, addr), "%s at %s", tt.asked, tt.at)
	}
}

// What is told in a turn follows the clock and the zone; the prompt does not.
func TestPromptOfAMoment(t *testing.T) {
	var out bytes.Buffer
	p := newProgram(App{Registry: jarvis.NewRegistry()}.withDefaults(), Stdio{Out: &out})
	found, err := prompt.BuiltinRegistry().Lookup("Phi4MiniUntrained")
	require.NoError(t, err)
	f, home := promptFlags{turn: true}, prompt.Context{Timezone: "Asia/Tokyo"}
	require.NoError(t, p.prompt(f, prompt.WithDefaults(found), home, time.Date(2026, time.January, 18, 12, 4, 5, 0, time.UTC)))
	assert.True(t, strings.HasSuffix(out.String(), "\n=== system message of a turn ===\n\nIt is about 21:00 on Sunday, 2026-01-18 (Asia/Tokyo, UTC+09:00).\n"), out.String())
	f.turn = false
	var before, later bytes.Buffer
	p.out.w = &before
	require.NoError(t, p.prompt(f, prompt.WithDefaults(found), home, time.Now()))
	p.out.w = &later
	require.NoError(t, p.prompt(f, prompt.WithDefaults(found), home, time.Now().Add(1000*time.Hour)))
	assert.Equal(t, before.String(), later.String())
}

// On a terminal a prompt cannot do anything.
func TestPromptOnATerminal(t *testing.T) {
	var out bytes.Buffer
	p := newProgram(App{}, Stdio{Out: &out})
	p.printText("a\x1b[2J\nb\n")
	assert.Equal(t, "a\x1b[2J\nb\n", out.String(), "as it is elsewhere")
	out.Reset()
	p.out.terminal = true
	p.printText("a\x1b[2J\nb\n")
	assert.Equal(t, "a\\x1b[2J\nb\n", out.String())
}
