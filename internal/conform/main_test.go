// Tests of the command as a whole: exit codes, the form of the output, and what is done with lines that cannot be read.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	goodLine = `{"id":"good","type":"int","accepted":true,"canonical":"int"}`
	badLine  = `{"id":"bad","type":"int","accepted":true,"canonical":"integer"}`
	badShown = "bad: ParseType\n  want: integer\n  got:  int\nbad: type of the built parameter\n  want: integer\n  got:  int\n"
)

// corpus writes a file of lines.
func corpus(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corpus.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func runs(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return code, out.String(), err.String()
}

func TestRun(t *testing.T) {
	good, bad := corpus(t, goodLine+"\n"), corpus(t, goodLine+"\n"+badLine) // no newline at the end
	absent := filepath.Join(t.TempDir(), "absent.jsonl")
	for _, tc := range []struct {
		name   string
		args   []string
		code   int
		stdout string
		stderr []string
	}{
		{"all pass", []string{"types", good}, 0, "1 passed, 0 failed, 0 skipped\n", nil},
		{"one fails", []string{"types", bad}, 1, badShown + "1 passed, 1 failed, 0 skipped\n", nil},
		{"files add up, ids may stand in several", []string{"types", good, bad, bad}, 1, badShown + badShown + "3 passed, 2 failed, 0 skipped\n", nil},
		{"empty file", []string{"types", corpus(t, "")}, 0, "0 passed, 0 failed, 0 skipped\n", nil},
		{"nothing", nil, 2, "", []string{"usage", "types, values, commands"}},
		{"no file", []string{"values"}, 2, "", []string{"usage: conform values FILE…"}},
		{"unknown suite", []string{"weather", good}, 2, "", []string{`unknown suite "weather"`, "types, values, commands"}},
		{"unknown suite without a file", []string{"weather"}, 2, "", []string{`unknown suite "weather"`}},
		{"absent file", []string{"types", good, absent}, 2, "", []string{absent}},
		{"directory", []string{"types", t.TempDir()}, 2, "", []string{"directory"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := runs(tc.args...)
			assert.Equal(t, tc.code, code)
			assert.Equal(t, tc.stdout, stdout)
			for _, part := range tc.stderr {
				assert.Contains(t, stderr, part)
			}
			if tc.stderr == nil {
				assert.Empty(t, stderr)
			}
		})
	}
}

func TestOnlyTheFirstFailuresAreShown(t *testing.T) {
	var text strings.Builder
	for i := range 25 {
		fmt.Fprintf(&text, `{"id":"case %d","type":"int","accepted":false}`+"\n", i)
	}
	code, stdout, _ := runs("types", corpus(t, text.String()))
	assert.Equal(t, 1, code)
	assert.Contains(t, stdout, "case 19: ")
	assert.NotContains(t, stdout, "case 20: ")
	assert.True(t, strings.HasSuffix(stdout, "… and 5 more\n0 passed, 25 failed, 0 skipped\n"), stdout)
}

func TestLinesOfAnyLength(t *testing.T) {
	long := strings.Replace(goodLine, `"id"`, `"about":"`+strings.Repeat("é", 3<<20)+`","id"`, 1)
	code, stdout, _ := runs("types", corpus(t, long+"\r\n"+goodLineOf("next")+"\n"))
	assert.Equal(t, 0, code)
	assert.Equal(t, "2 passed, 0 failed, 0 skipped\n", stdout)
}

func goodLineOf(id string) string { return strings.Replace(goodLine, "good", id, 1) }

func TestLinesThatCannotBeRead(t *testing.T) {
	for _, tc := range []struct{ name, line, shown string }{
		{"no JSON", `{"id":"x"`, ":1: the line\n"},
		{"empty", "", ":1: the line\n"},
		{"no object", `["id"]`, ":1: the line\n"},
		{"two objects", goodLine + goodLine, ":1: the line\n"},
		{"repeated key", `{"id":"x","type":"int","type":"int","accepted":true}`, `"type"`},
		{"no id", `{"type":"int","accepted":true}`, ":1: the line\n  want: a case of this suite\n  got:  no id\n"},
		{"id that is no text", `{"id":1,"type":"int","accepted":true}`, ":1: the line\n"},
		{"invalid UTF-8", "{\"id\":\"x\",\"type\":\"\xff\",\"accepted\":false}", "UTF-8"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, _ := runs("types", corpus(t, tc.line+"\n"+goodLine))
			assert.Equal(t, 1, code)
			assert.Contains(t, stdout, tc.shown)
			assert.True(t, strings.HasSuffix(stdout, "\n1 passed, 1 failed, 0 skipped\n"), stdout)
		})
	}
	t.Run("repeated id", func(t *testing.T) {
		code, stdout, _ := runs("types", corpus(t, goodLine+"\n"+goodLine))
		assert.Equal(t, 1, code)
		assert.Contains(t, stdout, "good: the line\n  want: a case of this suite\n  got:  the id stands in this file already\n")
	})
}

// fakeLine stands for a line of a suite that panics or skips.
type fakeLine struct {
	header
	Panic bool `json:"panic"`
	Skip  bool `json:"skip"`
}

func (l *fakeLine) check(r *report) {
	if l.Panic {
		panic("boom")
	}
	if l.Skip {
		r.skip("thing a")
	}
}

func TestPanicsAndSkips(t *testing.T) {
	var out bytes.Buffer
	counts := &tally{suite: suite{"fake", func() corpusLine { return new(fakeLine) }}, out: &out}
	require.NoError(t, counts.lines("fake", strings.NewReader(`{"id":"p","panic":true}`+"\n"+`{"id":"s","skip":true}`+"\n"+`{"id":"g"}`)))
	assert.Equal(t, [3]int{1, 1, 1}, [3]int{counts.passed, counts.failed, counts.skipped})
	assert.Equal(t, "p: the library\n  want: no panic\n  got:  panic: boom\n", out.String())
}

func TestShorten(t *testing.T) {
	assert.Equal(t, `a\nb\rc`, shorten("a\nb\rc"))
	assert.Equal(t, strings.Repeat("x", maxText-1)+"…", shorten(strings.Repeat("x", maxText-1)+"éé"))
}
