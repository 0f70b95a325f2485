// Tests of the program: its whole output, its exit codes, and sources that are odd, broken or endless.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/examples/home/internal/golden"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runFixed runs the program with a clock that stands and dice that show 1, 2, 3 and so on.
func runFixed(ctx context.Context, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	next := -1
	var out, errs bytes.Buffer
	p := program{stdin: stdin, stdout: &out, stderr: &errs, config: commands.Config{
		Clock:  func() time.Time { return time.Date(2026, time.January, 18, 12, 4, 5, 0, time.UTC) },
		Random: func(n int) int { next++; return next % n },
	}}
	code = p.run(ctx, args)
	return code, timings.ReplaceAllString(out.String(), "${1}TIME${2}"), errs.String()
}

var timings = regexp.MustCompile(`(\[| in )[0-9.]+(?:ns|µs|ms|s)(\]|\. )`)

func TestOwnCalls(t *testing.T) {
	for name, args := range map[string][]string{"calls.txt": nil, "calls_lenient.txt": {"--lenient"}} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := runFixed(t.Context(), strings.NewReader(""), args...)
			assert.Equal(t, exitOK, code)
			assert.Empty(t, stderr)
			golden.Check(t, "testdata/"+name, []byte(stdout))
		})
	}
}

func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "calls.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(`{"name":"roll_dice"}`), 0o600))
	tests := []struct {
		name           string
		args           []string
		code           int
		stdout, stderr string // parts of them
	}{
		{name: "help", args: []string{"--help"}, stdout: "usage: home"},
		{name: "file", args: []string{file}, stdout: "Calls: 1 in TIME. Answered: 1. Refused: 0.\n"},
		{name: "standard input", args: []string{"-"}, stdout: "Calls: 0 in TIME. Answered: 0. Refused: 0.\n"},
		{name: "schema of one", args: []string{"schema", "roll_dice"}, stdout: `"name": "roll_dice"`},
		{name: "unknown flag", args: []string{"--fast"}, code: exitUsage, stderr: "home: flag provided but not defined: -fast\nusage: home"},
		{name: "two files", args: []string{"a", "b"}, code: exitUsage, stderr: "home: one file at most, got 2"},
		{name: "no file", args: []string{filepath.Join(dir, "none")}, code: exitFailed, stderr: "none: "},
		{name: "directory", args: []string{dir}, code: exitFailed, stderr: "home: line 1: read "},
		{name: "unknown command", args: []string{"schema", "roll_dcie", "sing"}, code: exitFailed,
			stderr: "home: Unknown command 'roll_dcie'. Did you mean: roll_dice?\nUnknown command 'sing'. The commands are: calculate, convert_measurement, get_current_time, roll_dice, set_timer.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := runFixed(t.Context(), strings.NewReader("\n# nothing\n\n"), tt.args...)
			assert.Equal(t, tt.code, code)
			assert.Contains(t, stdout, tt.stdout)
			assert.Contains(t, stderr, tt.stderr)
			assert.Equal(t, tt.stderr == "", stderr == "", stderr)
		})
	}
}

func TestSchemaPrintsEveryTool(t *testing.T) {
	code, stdout, _ := runFixed(t.Context(), nil, "schema")
	require.Equal(t, exitOK, code)
	var tools []struct {
		Type     string
		Function struct{ Name string }
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &tools))
	var names []string
	for _, tool := range tools {
		assert.Equal(t, "function", tool.Type)
		names = append(names, tool.Function.Name)
	}
	assert.Equal(t, []string{"calculate", "convert_measurement", "get_current_time", "roll_dice", "set_timer"}, names)
}

func TestLines(t *testing.T) {
	long := func(size int) string {
		const head, tail = `{"name":"set_timer","arguments":{"duration":"`, `"}}`
		return head + strings.Repeat("P", size-len(head)-len(tail)) + tail
	}
	const roll = `{"name":"roll_dice"}`
	tests := []struct {
		name, input, want string // want is a part of the output
	}{
		{"no line break at the end", roll + "\n" + roll, "Calls: 2 in TIME. Answered: 2. Refused: 0.\n"},
		{"Windows", "\r\n" + roll + "\r\n", "Calls: 1 in TIME. Answered: 1. Refused: 0.\n"},
		{"id", `{"id":"call_1","name":"roll_dice"}`, "  1  roll_dice (no arguments)  id call_1  [TIME]\n"},
		{"longest", long(maxLine) + "\n" + roll, "Calls: 2 in TIME. Answered: 1. Refused: 1.\n"},
		{"too long", long(maxLine+1) + "\r\n" + roll, "  -  line 1 is no call: it has 1048577 bytes, more than the 1048576 that are read\n"},
		{"goes on after too long", long(3*maxLine) + "\n" + roll, "Calls: 1 in TIME. Answered: 1. Refused: 0. Lines that are no call: 1.\n"},
		{"array", "\n[]", "line 2 is no call: want a JSON object, got []\n"},
		{"cut off", `{"name":`, "line 1 is no call: it ends too early: {\"name\":\n"},
		{"arguments under another name", `{"name":"roll_dice","args":{"sides":1}}`, "line 1 is no call: json: unknown field \"args\": "},
		{"two on a line", `{"name":"roll_dice"} {"name":"roll_dice"}`, "line 1 is no call: there is more text after the call: "},
		{"name of another type", `{"name":7}`, "line 1 is no call: name must be a string, got number\n"},
		{"id of another type", `{"name":"x","id":7}`, "line 1 is no call: id must be a string, got number\n"},
		{"no name", `{"arguments":{}}`, "line 1 is no call: it has no name\n"},
		{"text not fit for a terminal", "{\"name\":\"a\u009bb\u202ec\"}", "  1  a\ufffdb\ufffdc (no arguments)  [TIME]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := runFixed(t.Context(), strings.NewReader(tt.input), "-")
			assert.Equal(t, exitOK, code)
			assert.Contains(t, stdout, tt.want)
			assert.Empty(t, stderr)
		})
	}
}

func TestBrokenSource(t *testing.T) {
	source := io.MultiReader(strings.NewReader("{\"name\":\"roll_dice\"}\n"), iotest.ErrReader(errors.New("the disk is gone")))
	code, stdout, stderr := runFixed(t.Context(), source, "-")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stdout, "You rolled 1.")
	assert.Equal(t, "home: line 2: the disk is gone\n", stderr)
}

func TestInterruptedWhileWaitingForInput(t *testing.T) {
	stdin, user := io.Pipe()
	defer user.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		_, _ = io.WriteString(user, "{\"name\":\"roll_dice\"}\n\n")
		stop()
	}()
	code, _, stderr := runFixed(ctx, stdin, "-")
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "home: stopped: context canceled\n", stderr)
}

func TestRunUsesItsStreams(t *testing.T) {
	var out bytes.Buffer
	assert.Equal(t, exitOK, run(t.Context(), []string{"-"}, strings.NewReader(`{"name":"get_current_time","arguments":{"timezone":"Asia/Tokyo"}}`), &out, io.Discard))
	assert.Contains(t, out.String(), "Answered: 1.")
}
