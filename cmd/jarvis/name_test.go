// Names: what is made of good ones, what is proposed for bad ones, and that the lists of Go's own are whole.

package main

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]names{
		"hello":                 {"hello", "hello", "Hello", "hello"},
		"my-lights":             {"my-lights", "my_lights", "MyLights", "my-lights"},
		"my_lights":             {"my_lights", "my_lights", "MyLights", "my_lights"},
		"a":                     {"a", "a", "A", "a"},
		"x-3d-b2":               {"x-3d-b2", "x_3d_b2", "X3dB2", "x-3d-b2"},
		"on-linux":              {"on-linux", "on_linux", "OnLinux", "on-linux"}, // no file is named after it, which could be one of an operating system
		"unit-test":             {"unit-test", "unit_test", "UnitTest", "unit-test"},
		strings.Repeat("a", 64): {strings.Repeat("a", 64), strings.Repeat("a", 64), "A" + strings.Repeat("a", 63), strings.Repeat("a", 64)},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := namesOf(name, "")
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

func TestBadNames(t *testing.T) {
	for name, want := range map[string]string{
		"":                       "such as hello",
		"Hello":                  `did you mean "hello"?`,
		"MyLights":               `did you mean "my-lights"?`,
		"my lights!":             `did you mean "my-lights"?`,
		"my--lights":             `did you mean "my-lights"?`,
		"-v":                     `did you mean "v"?`,
		"hello_":                 `did you mean "hello"?`,
		"größe":                  "write letters a to z",
		"Func":                   `did you mean "my-func"?`,
		"3d":                     `did you mean "my-3d"?`,
		"...":                    "a letter first",
		"日本":                     "a letter first",
		"a\x1b[31mb\nc":          `"a\x1b[31mb\nc" cannot be the NAME`,
		"a\xff":                  "write letters a to z",
		strings.Repeat("a", 65):  "65 characters",
		strings.Repeat("A", 999): "a letter first",
		"main":                   "such as my-main",
		"test":                   "such as my-test",
		"internal":               "such as my-internal",
		"con":                    "such as my-con",
		"range":                  "keyword of Go; take another, such as my-range",
		"fmt":                    "--module example.com/fmt",
		"toolchain":              "such as my-toolchain, or a module path, such as --module example.com/toolchain",
		"/":                      `jarvis new hello --dir /`,
		"/tmp/My Lights":         `jarvis new my-lights --dir '/tmp/My Lights'`,
		"/tmp/größe":             `jarvis new hello --dir /tmp/größe`,
		"-a/b":                   `jarvis new b --dir ./-a/b`,
		`c:\lights`:              `jarvis new lights --dir 'c:\lights'`,
		"a/main":                 `jarvis new hello --dir a/main`,
		"example.com/a/b":        "jarvis new b --module example.com/a/b",
		"example.com/":           `--dir example.com/`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := namesOf(name, "")
			require.ErrorAs(t, err, new(usageError))
			assert.Contains(t, err.Error(), want)
		})
	}
}

func TestModulePaths(t *testing.T) {
	for path, want := range map[string]string{ // empty: it can be
		"hello":                     "",
		"github.com/me/Hello.go":    "",
		"example.com/x/v2":          "",
		"example.com/~me/a_b":       "",
		"test/hello":                "",
		"example.com/time":          "",
		"time":                      `paths under "time"`,
		"net/lights":                "such as example.com/net/lights",
		"cmd/hello":                 `"cmd" means something else to the go tool; put a domain before it, such as example.com/cmd/hello`,
		"vendor":                    "such as example.com/vendor",
		"toolchain":                 `paths under "toolchain"`,
		"example.com/a.b~1":         "",
		"example.com/a~1b":          "",
		"example.com/a~1":           `such as "a~1"`,
		"example.com/a~12.x/y":      `such as "a~12.x"`,
		"~1":                        `"~1" is no part`,
		"~me/y":                     `"~me" is no part`,
		"example.com/x/v1":          "leave the end out: --module example.com/x",
		"example.com/x/v0":          "leave the end out: --module example.com/x",
		"Example.com/x":             "no domain in lower case",
		"https://example.com/x":     `"https:" is no part`,
		"example.com//x":            `"" is no part`,
		"example.com/x/":            `"" is no part`,
		"/x":                        `"" is no part`,
		"example.com/.x":            `".x" is no part`,
		"example.com/x.":            `"x." is no part`,
		"example.com/../x":          `".." is no part`,
		"example.com/aux.txt":       `"aux.txt" is no part`,
		"-x/y":                      `"-x" is no part`,
		"example.com/a b":           `"a b" is no part`,
		"example.com/ü":             `"ü" is no part`,
		"example.com/a\n\nreplace":  "is no part",
		libraryPath:                 "that of the library",
		libraryPath + "/cmd/jarvis": "that of the library",
		libraryPath + "-hello":      "",
	} {
		t.Run(path, func(t *testing.T) {
			_, err := namesOf("hello", path)
			if want == "" {
				assert.NoError(t, err)
				return
			}
			require.ErrorAs(t, err, new(usageError))
			assert.Contains(t, err.Error(), want)
		})
	}
}

func TestStandardLibraryIsKnown(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	require.NoError(t, err)
	for pkg := range strings.FieldsSeq(string(out)) {
		assert.Error(t, checkModule(pkg), pkg)
	}
}

// What is taken here the go tool takes too.
func TestModulePathsOfGo(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go tool")
	}
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("main.go", []byte("package main\n\nfunc main() {}\n"), 0o666))
	for path, taken := range map[string]bool{
		"hello": true, "vendored": true, "example.com/~me/a.b~1": true, "x-y/a~1b": true, "_/x": true, "example.com/v2": true,
		"toolchain": false, "go": false, "example.com/a~1": false, "a~1.b": false, "~me/x": false, "all": false, "example.com/con": false,
	} {
		assert.Equal(t, taken, checkModule(path) == nil, path)
		require.NoError(t, os.WriteFile("go.mod", []byte("module "+path+"\n\ngo 1.26\n"), 0o666))
		vet := exec.Command("go", "vet", ".")
		vet.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := vet.CombinedOutput()
		assert.Equal(t, taken, err == nil, "%s: %s", path, out)
	}
}

// What is proposed can be, and no text makes a name that is no Go.
func TestAnyName(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-z0-9_./ -]{0,80}`))
	rapid.Check(t, func(t *rapid.T) {
		name := text.Draw(t, "name")
		n, err := namesOf(name, "example.com/x")
		if err == nil {
			_, err := parser.ParseFile(token.NewFileSet(), "", "package main; type "+n.Type+" struct{}", 0)
			require.NoError(t, err)
			require.True(t, goodName.MatchString(n.Command))
			return
		}
		if _, proposed, ok := strings.Cut(err.Error(), "; did you mean \""); ok {
			require.NoError(t, checkName(strings.TrimSuffix(proposed, `"?`)))
		}
	})
}
