// Scripts: the program as a person runs it, under testdata/script.

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

// TestMain makes the program of the test binary, which scripts run as a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"jarvis": func() { os.Exit(process()) }})
}

// goEnv is what the go tool of a script shares with that of the tests, so that it neither downloads nor builds again.
var goEnv = sync.OnceValues(func() (map[string]string, error) {
	out, err := exec.Command("go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOTOOLCHAIN").Output()
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	return env, json.Unmarshal(out, &env)
})

// TestScripts runs the scripts. $CHECKOUT is that of the library, $PROGRAMS the directory of jarvis. Beside the commands of
// testscript there are "code N program args…", which wants that exit code, and "within FILE OTHER", which wants every
// requirement or checksum of a file to be one of the other. JARVIS_UPDATE=1 writes what cmp compares with.
func TestScripts(t *testing.T) {
	shared, err := goEnv()
	require.NoError(t, err)
	library := checkout(t)
	if _, source, _, _ := runtime.Caller(0); !filepath.IsAbs(source) {
		t.Skip("built with -trimpath: the program does not know its checkout")
	}
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		UpdateScripts:      os.Getenv("JARVIS_UPDATE") == "1",
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			for name, value := range shared {
				env.Setenv(name, value)
			}
			programs, _, _ := strings.Cut(env.Getenv("PATH"), string(filepath.ListSeparator))
			env.Setenv("PROGRAMS", programs)
			env.Setenv("CHECKOUT", library)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": wantCode, "within": wantWithin},
	})
}

// found is the checkout of the library; tests may leave its directory.
var found, errFound = filepath.Abs("../..")

func checkout(t *testing.T) string {
	t.Helper()
	require.NoError(t, errFound)
	return found
}

// wantCode runs a program that has to end with the exit code that comes first.
func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N program args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// wantWithin compares the lines of two go.mod or go.sum files that name a module and its version.
func wantWithin(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: within FILE OTHER")
	}
	other := map[string]bool{}
	for _, line := range requirements(ts.ReadFile(args[1])) {
		other[line] = true
	}
	lines := requirements(ts.ReadFile(args[0]))
	if len(lines) == 0 {
		ts.Fatalf("%s has no modules", args[0])
	}
	for _, line := range lines {
		if !other[line] {
			ts.Fatalf("%s has %q, %s does not", args[0], line, args[1])
		}
	}
}

func requirements(text string) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "// indirect"))
		line = strings.TrimPrefix(line, "require ")
		if first, rest, _ := strings.Cut(line, " "); strings.Contains(first, ".") && strings.HasPrefix(rest, "v") && first != libraryPath {
			lines = append(lines, line)
		}
	}
	return lines
}
