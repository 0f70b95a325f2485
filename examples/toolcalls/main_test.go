// Tests of the program: its whole output, its exit codes, and sources that are odd or broken.

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/examples/home/commands"
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
	return code, out.String(), errs.String()
}

func TestOwnAnswers(t *testing.T) {
	for name, args := range map[string][]string{"answers.txt": nil, "answers_auto_repair.txt": {"--auto", "--repair"}} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := runFixed(t.Context(), strings.NewReader(""), args...)
			assert.Equal(t, exitOK, code)
			assert.Empty(t, stderr)
			path := filepath.Join("testdata", name)
			if os.Getenv("JARVIS_UPDATE") == "1" {
				require.NoError(t, os.WriteFile(path, []byte(stdout), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err, "JARVIS_UPDATE=1 writes the file")
			assert.Equal(t, string(want), stdout)
		})
	}
}

func TestOddLines(t *testing.T) {
	input := strings.Join([]string{
		"# a comment", "",
		"no JSON",
		`{"model": "m", "answer": "x"}`,
		`{"model": "m", "format": "hermes", "said": "x", "answers": []}`,
		`{"model": "m", "format": "hermse", "said": "x", "answers": ["x"]}`,
		`{"model": "m", "said": "x", "answers": ["bell \u0007"]}`,
	}, "\n")
	code, stdout, stderr := runFixed(t.Context(), strings.NewReader(input), "-")
	assert.Equal(t, exitOK, code)
	assert.Empty(t, stderr)
	for _, want := range []string{
		"line 3 is no answer", "line 4 is no answer", `line 5 is no answer: "answers" is missing or empty`,
		`unknown format "hermse", did you mean "hermes"?`, "says      bell \uFFFD",
	} {
		assert.Contains(t, stdout, want)
	}
}

func TestExitCodes(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		stdin  io.Reader
		args   []string
		code   int
		stderr string
	}{
		{"help", t.Context(), nil, []string{"--help"}, exitOK, ""},
		{"unknown flag", t.Context(), nil, []string{"--fast"}, exitUsage, "usage:"},
		{"two files", t.Context(), nil, []string{"a", "b"}, exitUsage, "one file at most, got 2"},
		{"no such file", t.Context(), nil, []string{"nothing.jsonl"}, exitFailed, "nothing.jsonl"},
		{"source that breaks", t.Context(), iotest.ErrReader(errors.New("pulled out")), []string{"-"}, exitFailed, "pulled out"},
		{"line that is too long", t.Context(), strings.NewReader(strings.Repeat("x", maxLine+1)), []string{"-"}, exitFailed, "line 1 is longer than 4 MiB"},
		{"interrupted", ended, nil, nil, exitFailed, "context canceled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := runFixed(c.ctx, c.stdin, c.args...)
			assert.Equal(t, c.code, code)
			assert.Contains(t, stderr, c.stderr)
			if c.code == exitOK {
				assert.Contains(t, stdout, "deepseek_v31")
				assert.Empty(t, stderr)
			}
		})
	}
}

func TestOutputThatBreaks(t *testing.T) {
	var errs bytes.Buffer
	p := program{stdin: strings.NewReader(""), stdout: broken{}, stderr: &errs}
	assert.Equal(t, exitFailed, p.run(t.Context(), nil))
	assert.Equal(t, exitFailed, p.run(t.Context(), []string{"--help"}))
	assert.Contains(t, errs.String(), "no room")
}

// broken is an output that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no room") }
