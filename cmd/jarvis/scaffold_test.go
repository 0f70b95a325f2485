// The files of a new module: formatted, complete, and in place whole or not at all.

package main

import (
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRenderedGoIsFormatted(t *testing.T) {
	for _, name := range []string{"a", "hello", "a-name-of-many-words-that-is-as-long-as-a-tool-name-can-be"} {
		n, err := namesOf(name, "")
		require.NoError(t, err)
		files, err := render(n, library{version: "v1.2.3"})
		require.NoError(t, err)
		for _, f := range files {
			assert.NotContains(t, string(f.text), "<no value>", f.name)
			assert.True(t, strings.HasSuffix(string(f.text), "\n") && !strings.HasSuffix(string(f.text), "\n\n"), f.name)
			if strings.HasSuffix(f.name, ".go") {
				formatted, err := format.Source(f.text)
				require.NoError(t, err, f.name)
				assert.Equal(t, string(formatted), string(f.text), f.name)
			}
		}
	}
}

func TestReleaseIsRequired(t *testing.T) {
	n, err := namesOf("hello", "example.com/hello")
	require.NoError(t, err)
	files, err := render(n, library{version: "v1.2.3"})
	require.NoError(t, err)
	texts := map[string]string{}
	for _, f := range files {
		texts[f.name] = string(f.text)
	}
	assert.Equal(t, "module example.com/hello\n\ngo "+goVersion+"\n\nrequire github.com/jarvis-sdk/jarvis v1.2.3\n", texts["go.mod"])
	assert.NotContains(t, texts["README.md"], "replace")
	assert.NotContains(t, texts, "go.sum")
}

func TestGoVersionIsThatOfTheLibrary(t *testing.T) {
	text, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	assert.Contains(t, string(text), "\ngo "+goVersion+"\n")
}

// impossible are files of which the second cannot be written.
var impossible = []file{{"a", []byte("a")}, {"a/b", []byte("b")}}

func TestNothingIsLeftOfAFailure(t *testing.T) {
	t.Run("a new directory", func(t *testing.T) {
		dir := t.TempDir()
		require.Error(t, place(filepath.Join(dir, "new"), impossible))
		assertEmpty(t, dir)
	})
	t.Run("an empty directory", func(t *testing.T) {
		dir := t.TempDir()
		require.Error(t, place(dir, impossible))
		assertEmpty(t, dir)
	})
	t.Run("a move", func(t *testing.T) {
		dir, from := t.TempDir(), t.TempDir()
		require.NoError(t, write(from, []file{{"a", nil}, {"b/c", nil}, {"d", nil}}))
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "d", "taken"), 0o777))
		require.Error(t, moveInto(dir, from))
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1)
		assert.Equal(t, "d", entries[0].Name())
	})
}

// What failed on the way is told of the directory that the user knows.
func TestNotWritten(t *testing.T) {
	here, err := os.Getwd()
	require.NoError(t, err)
	hidden := &os.PathError{Op: "mkdir", Path: "lights/.jarvis-new-123", Err: fs.ErrPermission}
	renamed := &os.LinkError{Op: "rename", Old: "lights/.jarvis-new-123/module", New: "lights/hello", Err: fs.ErrPermission}
	for _, cause := range []error{hidden, renamed} {
		got := notWritten("lights", cause)
		assert.ErrorIs(t, got, fs.ErrPermission)
		assert.EqualError(t, got, `nothing was written: directory "lights" cannot be written to: permission denied`)
		assert.ErrorContains(t, notWritten("./", cause), here)
	}
	assert.NoError(t, notWritten("lights", nil))
}

func assertEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
}
