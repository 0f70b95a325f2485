// Running without a process: what a script cannot do.

package main

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInterruptedWhileTidying(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, said bytes.Buffer
	code := run(ctx, []string{"new", "hello", "--replace", checkout(t)}, streams{&out, &said})
	assert.Equal(t, exitFailed, code)
	assert.Empty(t, out.String())
	assert.Contains(t, said.String(), "jarvis: interrupted: the module is written, but its go.mod is not complete; run: cd hello && go mod tidy\n")
	require.FileExists(t, "hello/main.go")
}

func TestNobodyReads(t *testing.T) {
	t.Chdir(t.TempDir())
	var said bytes.Buffer
	code := run(t.Context(), []string{"new", "hello", "--no-tidy", "--replace", checkout(t)}, streams{broken{}, &said})
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "jarvis: broken\n", said.String())
	for _, args := range [][]string{{"--help"}, {}, {"help", "new"}, {"new", "--help"}, {"version"}, {"--version"}, {"completion", "bash"}} {
		said.Reset()
		assert.Equal(t, exitFailed, run(t.Context(), args, streams{broken{}, &said}), "%q", args)
		assert.Equal(t, "jarvis: broken\n", said.String(), "%q", args)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }
