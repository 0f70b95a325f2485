// Tests of what is written where: standard output kept for JSON, JSON without hidden characters, outputs that fail, and what runs
// leave behind.

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// TestRunsLeaveNothing counts what many runs keep, as cobra does with all completions that it is told of.
func TestRunsLeaveNothing(t *testing.T) {
	heap := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.GC() // what was pooled
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	app := home()
	runs := func() {
		for range 100 {
			run(t, app, "call", "roll_dice")
		}
	}
	runs()
	before := heap()
	runs()
	after := heap()
	assert.Less(t, int64(after)-int64(before), int64(100*2<<10), "less than 2 KiB for a run")
	runtime.KeepAlive(app)
}

// printing is a program whose command prints where it should not.
func printing() cli.App {
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "act"}, func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
		fmt.Println("acting")
		return jarvis.Final(nil), nil
	}, jarvis.Hooks[struct{}]{Initialize: func(context.Context, *jarvis.Request, struct{}) (map[string]any, error) {
		fmt.Println("preparing")
		return nil, nil
	}}))
	return cli.App{Registry: registry, Name: "odd"}
}

func TestCommandsThatPrint(t *testing.T) {
	for _, c := range []struct {
		name, err string
		args      []string
		json      bool
	}{
		{"call", "acting\n", []string{"call", "act", "--json"}, true},
		{"call with the flag before", "acting\n", []string{"--json", "call", "act"}, true},
		{"init", "preparing\n", []string{"init", "act", "--json"}, true},
		{"text is for people", "", []string{"call", "act"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			stdout, stderr := os.Stdout, os.Stderr
			defer func() { os.Stdout, os.Stderr = stdout, stderr }()
			out, errs := tempFile(t, "out"), tempFile(t, "err")
			os.Stdout, os.Stderr = out, errs
			code := printing().Run(t.Context(), c.args, cli.Stdio{Out: os.Stdout, Err: os.Stderr})
			assert.Equal(t, 0, code)
			assert.Same(t, out, os.Stdout, "it is back")
			assert.Equal(t, c.json, json.Valid([]byte(contents(t, out))), contents(t, out))
			assert.Equal(t, c.err, contents(t, errs))
		})
	}
}

func tempFile(t *testing.T, name string) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), name))
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

func contents(t *testing.T, file *os.File) string {
	t.Helper()
	text, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	return string(text)
}

// TestJSONIsVisible holds any text against what JSON of it a terminal gets.
func TestJSONIsVisible(t *testing.T) {
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"\x7f", "\u009b31m", "a\u202eb", "\u2028", "\ufeff", "\U000e0041", "é天🌧<&>", "\ufffd", "\x00\x1b", "\\u202e", `"`}))
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(strings.Join(rapid.SliceOfN(texts, 1, 4).Draw(t, "texts"), ""), "")
		registry := jarvis.NewRegistry()
		registry.MustRegister(jarvis.MustNew(jarvis.Spec{Name: "act", Description: text}, func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			return jarvis.Final(map[string]any{"text": text}), nil
		}))
		var answer struct {
			Data struct{ Text string } `json:"context_data"`
		}
		var list []struct{ Description string }
		var tool struct{ Description string }
		for _, c := range []struct {
			args []string
			to   any
		}{{[]string{"call", "act", "--json"}, &answer}, {[]string{"list", "--json"}, &list}, {[]string{"schema", "act", "--dialect", "mcp"}, &tool}} {
			var out bytes.Buffer
			require.Equal(t, 0, cli.App{Registry: registry, Name: "odd"}.Run(context.Background(), c.args, cli.Stdio{Out: &out}))
			for _, r := range out.String() {
				require.False(t, r != '\n' && echo.Unseen(r), "%q: %q", c.args, r)
			}
			require.NoError(t, json.Unmarshal(out.Bytes(), c.to), out.String())
		}
		require.Equal(t, text, answer.Data.Text)
		require.Equal(t, text, list[0].Description)
		require.Equal(t, strings.TrimSpace(text), strings.TrimSpace(tool.Description))
	})
}

func TestCallOutputThatFails(t *testing.T) {
	for _, args := range [][]string{{"call", "act", "--json"}, {"call", "act"}, {"init", "act", "--json"}, {"init", "act"}} {
		var errs bytes.Buffer
		code := printingNothing().Run(t.Context(), args, cli.Stdio{Out: broken{errors.New("disk full")}, Err: &errs})
		assert.Equal(t, 1, code, "%q", args)
		assert.Equal(t, "odd: disk full\n", errs.String(), "%q", args)
		errs.Reset()
		code = printingNothing().Run(t.Context(), args, cli.Stdio{Out: broken{syscall.EPIPE}, Err: &errs})
		assert.Equal(t, 1, code, "%q", args)
		assert.Empty(t, errs.String(), "%q", args)
	}
}

func printingNothing() cli.App {
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct{}](jarvis.Spec{Name: "act"}))
	return cli.App{Registry: registry, Name: "odd"}
}

// TestNobodyReads has a process whose standard output is a pipe that nobody reads any more.
func TestNobodyReads(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGPIPE")
	}
	path, err := os.Executable()
	require.NoError(t, err)
	read, write, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, read.Close())
	defer write.Close()
	var errs bytes.Buffer
	cmd := &exec.Cmd{Path: path, Args: []string{"home", "list"}, Stdout: write, Stderr: &errs}
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	status, ok := exit.Sys().(syscall.WaitStatus)
	require.True(t, ok)
	assert.Equal(t, syscall.SIGPIPE, status.Signal(), exit)
	assert.Empty(t, errs.String())
}

// TestHelpOfACommandFits has it on terminals, and in a file.
func TestHelpOfACommandFits(t *testing.T) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(command[struct {
		City string `jarvis:"city,required" description:"The city that somebody has named, or else the one that the home is in, which need not be told"`
	}](jarvis.Spec{Name: "act", Description: strings.Repeat("Acts on what it is told. ", 10)}))
	app := cli.App{Registry: registry, Name: "odd"}
	longest := func(text string) (columns int) {
		for line := range strings.Lines(strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(text)) {
			columns = max(columns, utf8.RuneCountInString(line)-1)
		}
		return columns
	}
	for _, width := range []int{1, 20, 60, 72, 80, 200} {
		var out bytes.Buffer
		require.Equal(t, 0, cli.RunOnTerminal(t.Context(), app, []string{"call", "act", "--help"}, cli.Stdio{Out: &out}, width))
		if width >= 60 {
			assert.LessOrEqual(t, longest(out.String()), width, out.String())
		}
		if width > 80 {
			assert.Greater(t, longest(out.String()), 80)
		}
	}
	_, stdout, _ := run(t, app, "call", "act", "--help")
	assert.LessOrEqual(t, longest(stdout), 80, stdout)
}
