// Tests of the program as a whole: what scripts cannot reach.

package cli_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// run runs an App without input and environment.
func run(t *testing.T, app cli.App, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = app.Run(t.Context(), args, cli.Stdio{Out: &out, Err: &errs})
	return code, out.String(), errs.String()
}

func TestRunWithoutArguments(t *testing.T) {
	defer func(args []string) { os.Args = args }(os.Args)
	os.Args = []string{"/usr/bin/thing.exe", "list", "--nonsense"}
	var out bytes.Buffer
	assert.Equal(t, 0, cli.Run(t.Context(), home().Registry, nil, cli.Stdio{Out: &out}), "the arguments of the process are not its own")
	assert.Contains(t, out.String(), "usage: thing VERB")
}

func TestRunWithoutStdio(t *testing.T) {
	for _, args := range [][]string{nil, {"list"}, {"--help"}, {"check"}, {"nothing"}, {"completion", "bash"}} {
		assert.NotPanics(t, func() { cli.Run(t.Context(), home().Registry, args, cli.Stdio{}) }, "%q", args)
	}
	assert.Equal(t, 1, cli.Run(t.Context(), nil, nil, cli.Stdio{}))
}

// broken is a writer that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestOutputThatFails(t *testing.T) {
	disk := errors.New("disk full")
	for _, args := range [][]string{nil, {"--version"}, {"list"}, {"list", "--json"}, {"list", "--help"}, {"schema"}, {"schema", "--losses"}, {"check"}, {"completion", "bash"}, {"help", "check"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			var errs bytes.Buffer
			assert.Equal(t, 1, home().Run(t.Context(), args, cli.Stdio{Out: broken{disk}, Err: &errs}))
			assert.Equal(t, "home: disk full\n", errs.String())
			errs.Reset()
			for _, closed := range []error{syscall.EPIPE, io.ErrClosedPipe, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}} {
				assert.Equal(t, 1, home().Run(t.Context(), args, cli.Stdio{Out: broken{closed}, Err: &errs}))
				assert.Empty(t, errs.String(), "nobody reads on: nothing to tell")
			}
		})
	}
	code := messy().Run(t.Context(), []string{"check"}, cli.Stdio{Out: broken{disk}})
	assert.Equal(t, 1, code, "findings that have not arrived are a failure")
}

func TestRunsAtOnce(t *testing.T) {
	app := home()
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for _, args := range [][]string{{"list"}, {"check"}, {"--help"}, {"schema", "--dialect", "gemini"}, {"nope"}} {
				app.Run(t.Context(), args, cli.Stdio{Out: io.Discard, Err: io.Discard})
			}
		})
	}
	wait.Wait()
}

func TestOwnVerbsThatAreNone(t *testing.T) {
	app := home()
	app.Verbs = []cli.Verb{{Name: "quiet"}, {Name: "", Run: nil}, {Name: "help", Summary: "Own help"}}
	code, _, stderr := run(t, app, "quiet")
	assert.Equal(t, 2, code)
	assert.Contains(t, stderr, `there is no "quiet"`)
	code, stdout, _ := run(t, app, "--help")
	assert.Equal(t, 0, code)
	assert.NotContains(t, stdout, "Own help")
}

func TestTerminal(t *testing.T) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(
		command[struct {
			City string `jarvis:"city,required"`
		}](jarvis.Spec{Name: "get_weather", Effect: jarvis.EffectRead,
			Description: "Weather conditions or forecast.\r\n\x1b]0;title\aUse for all questions about the weather. 天気予報を教えてください Donaudampfschifffahrtsgesellschaftskapitän"}),
		command[struct{}](jarvis.Spec{Name: "wait", Description: "e\u0301 Waits."}),
	)
	app := cli.App{Registry: registry, Name: "home"}
	for _, width := range []int{0, 1, 30, 60, 80, 1000} {
		var out bytes.Buffer
		require.Equal(t, 0, cli.RunOnTerminal(t.Context(), app, []string{"list"}, cli.Stdio{Out: &out}, width))
		text := out.String()
		assert.Contains(t, text, "\x1b[1mNAME\x1b[0m", "heads are bold")
		assert.Equal(t, strings.Count(text, "\x1b[1m"), strings.Count(text, "\x1b[0m"))
		text = strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(text)
		for _, r := range text {
			require.False(t, r < ' ' && r != '\n' || r == 0x7f, "control character %q", r)
		}
		for line := range strings.Lines(text) {
			assert.Equal(t, strings.TrimRight(line, " \n")+"\n", line, "no space at the end")
			if width >= 60 {
				assert.LessOrEqual(t, utf8.RuneCountInString(line)-1, width, line)
			}
		}
		if width == 0 || width == 1000 {
			assert.Contains(t, text, `forecast. \x1b]0;title\aUse for`)
		}
	}
}

func TestTerminalKeepsEveryWord(t *testing.T) {
	words := "Turns lights and fans on or off, and locks or unlocks doors."
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct{}](jarvis.Spec{Name: "x", Description: words}))
	var out bytes.Buffer
	require.Equal(t, 0, cli.RunOnTerminal(t.Context(), cli.App{Registry: registry, Name: "home"}, []string{"list"}, cli.Stdio{Out: &out}, 50))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Greater(t, len(lines), 2)
	var read []string
	for _, line := range lines[1:] {
		assert.LessOrEqual(t, len(line), 50)
		read = append(read, strings.Fields(line)...)
	}
	assert.Equal(t, "x - - "+words, strings.Join(read, " "))
}

func TestLongCellsAreCut(t *testing.T) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct{}](jarvis.Spec{Name: "x", Description: strings.Repeat("é", 1<<20)}))
	code, stdout, _ := run(t, cli.App{Registry: registry, Name: "home"}, "list")
	assert.Equal(t, 0, code)
	assert.Less(t, len(stdout), 16<<10)
	assert.Contains(t, stdout, "é…\n")
}

func TestHelpListsVerbsInOrder(t *testing.T) {
	_, stdout, _ := run(t, home(), "help")
	at := -1
	for _, verb := range []string{"list", "schema", "call", "check", "parse", "prompt", "chat", "init", "serve", "help", "completion"} {
		next := strings.Index(stdout, "\n  "+verb+" ")
		assert.Greater(t, next, at, verb)
		at = next
	}
}

func TestHelpFitsTerminals(t *testing.T) {
	for _, verb := range []string{"list", "schema", "check", "help", ""} {
		code, stdout, _ := run(t, home(), strings.Fields("help "+verb)...)
		require.Equal(t, 0, code)
		for line := range strings.Lines(stdout) {
			assert.LessOrEqual(t, utf8.RuneCountInString(line)-1, 80, "%s: %s", verb, line)
		}
	}
}
