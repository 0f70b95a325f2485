// Tests of the suites on the cases in testdata: those that have to pass, and those that have to fail with the texts in about.

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSuites(t *testing.T) {
	for _, s := range suites {
		t.Run(s.name, func(t *testing.T) {
			for _, line := range linesOf(t, "testdata/"+s.name+".pass.jsonl") {
				shown, counts := judged(t, s, line)
				assert.Equal(t, 1, counts.passed, shown)
			}
			for _, line := range linesOf(t, "testdata/"+s.name+".fail.jsonl") {
				failsAs(t, s, line)
			}
		})
	}
}

// failsAs checks that a line fails and that every text of its about is printed.
func failsAs(t *testing.T, s suite, line []byte) {
	var about struct {
		ID    string   `json:"id"`
		About []string `json:"about"`
	}
	require.NoError(t, json.Unmarshal(line, &about))
	require.NotEmpty(t, about.About, about.ID)
	shown, counts := judged(t, s, line)
	assert.Equal(t, 1, counts.failed, about.ID)
	assert.True(t, strings.HasPrefix(shown, about.ID+": "), shown)
	for _, part := range about.About {
		assert.Contains(t, shown, part)
	}
}

func judged(t *testing.T, s suite, line []byte) (shown string, counts *tally) {
	var out bytes.Buffer
	counts = &tally{suite: s, out: &out}
	require.NoError(t, counts.lines("testdata", bytes.NewReader(line)))
	return out.String(), counts
}

func linesOf(t *testing.T, path string) (lines [][]byte) {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { assert.NoError(t, f.Close()) }()
	in := bufio.NewScanner(f)
	for in.Scan() {
		lines = append(lines, bytes.Clone(in.Bytes()))
	}
	require.NoError(t, in.Err())
	require.NotEmpty(t, lines)
	return lines
}
