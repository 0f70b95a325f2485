// Where the library is: by how the program was built, and what go.mod files say.

package main

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLibraryOf(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module "+libraryPath+"\n"), 0o666))
	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "go.mod"), []byte("module example.com/other\n"), 0o666))
	in := func(dir string) string { return filepath.Join(dir, "cmd", "jarvis", "library.go") }
	sums := filepath.Join(root, "go.sum")
	const trimmed = libraryPath + "/cmd/jarvis/library.go"
	const commit = "v0.0.0-20260118120405-0123456789ab"
	own := func(version, sum string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Path: libraryPath, Version: version, Sum: sum}}
	}
	tool := func(replace *debug.Module) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Path: "example.com/mine", Version: "v7.0.0"}}
		info.Deps = []*debug.Module{{Path: "example.com/a", Version: "v1.0.0", Sum: "h1:a"}, {Path: libraryPath, Version: "v1.4.0", Sum: "h1:b", Replace: replace}}
		return info
	}
	for name, tt := range map[string]struct {
		info *debug.BuildInfo
		file string
		want library
	}{
		"a checkout":                    {own("(devel)", ""), in(root), library{"(devel)", anyVersion, root, sums}},
		"a checkout at a release":       {own("v1.2.3", ""), in(root), library{"v1.2.3", anyVersion, root, sums}},
		"a release":                     {own("v1.2.3", "h1:x"), in(root), library{"v1.2.3", "v1.2.3", "", sums}},
		"a release without paths":       {own("v1.2.3", "h1:x"), trimmed, library{"v1.2.3", "v1.2.3", "", ""}},
		"a commit with a checksum":      {own(commit, "h1:x"), trimmed, library{commit, commit, "", ""}},
		"a checkout without paths":      {own("(devel)", ""), trimmed, library{"(devel)", "", "", ""}},
		"a commit without paths":        {own(commit, ""), trimmed, library{commit, "", "", ""}},
		"changed without paths":         {own("v1.2.3+dirty", ""), trimmed, library{"v1.2.3+dirty", "", "", ""}},
		"at a release without paths":    {own("v1.2.3", ""), trimmed, library{"v1.2.3", "v1.2.3", "", ""}},
		"a checkout that was removed":   {own("(devel)", ""), in(filepath.Join(root, "gone")), library{"(devel)", "", "", ""}},
		"another module in its place":   {own("(devel)", ""), in(other), library{"(devel)", "", "", ""}},
		"a tool of another module":      {tool(nil), trimmed, library{"v1.4.0", "v1.4.0", "", ""}},
		"a tool that is replaced":       {tool(&debug.Module{Path: "../jarvis"}), in(root), library{"", anyVersion, root, sums}},
		"replaced, without paths":       {tool(&debug.Module{Path: "../jarvis"}), trimmed, library{}},
		"nothing known of the build":    {nil, trimmed, library{}},
		"nothing known but the sources": {nil, in(root), library{"", anyVersion, root, sums}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, libraryOf(tt.info, tt.file)) })
	}
}

func TestLibraryFor(t *testing.T) {
	_, err := libraryFor("", library{built: "(devel)"})
	require.ErrorAs(t, err, new(usageError))
	assert.Contains(t, err.Error(), "--replace DIR")

	built := library{version: "v1.2.3"}
	lib, err := libraryFor("", built)
	require.NoError(t, err)
	assert.Equal(t, built, lib)

	root := checkout(t)
	lib, err = libraryFor("../..", built)
	require.NoError(t, err)
	assert.Equal(t, library{version: anyVersion, dir: root, sums: filepath.Join(root, "go.sum")}, lib)
}

func TestModulePath(t *testing.T) {
	for text, want := range map[string]string{
		"module a.b/c":                  "a.b/c",
		"// module x\n\nmodule a //b\n": "a",
		"\tmodule \"a.b/c\"\r\ngo 1.26": "a.b/c",
		"module `a`":                    "a",
		"go 1.26\n":                     "",
		"module":                        "",
		"modules a\nrequire module v1":  "",
		"":                              "",
	} {
		assert.Equal(t, want, modulePath(text), "%q", text)
	}
}

func FuzzModulePath(f *testing.F) {
	for _, text := range []string{"module a.b/c // x\n", "module \"a\"\r\n", "go 1.26\nmodule\tx", "module ("} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := modulePath(text)
		assert.Contains(t, text, path)
		assert.False(t, strings.ContainsFunc(path, unicode.IsSpace), "%q", path)
	})
}

func TestQuoted(t *testing.T) {
	for path, want := range map[string]string{
		"":                 "",
		"/home/me/jarvis":  "/home/me/jarvis",
		"/home/größe/1.0~": "/home/größe/1.0~",
		"/my lib":          `"/my lib"`,
		"/a//b":            `"/a//b"`,
		"/a,b":             `"/a,b"`,
		"/a\"b":            `"/a\"b"`,
		"/a\nb":            `"/a\nb"`,
		"/a(b)":            `"/a(b)"`,
	} {
		assert.Equal(t, want, quoted(path), "%q", path)
	}
}
