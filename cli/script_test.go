// Scripts: every verb as a person or a program runs it, under testdata/script.

package cli_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
)

// TestMain makes programs of the test binary, which scripts run as processes of their own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"home":  func() { home().Main() },
		"messy": func() { messy().Main() },
		"empty": func() { cli.App{Registry: jarvis.NewRegistry(), Name: "empty"}.Main() },
		"none":  func() { cli.App{Name: "none"}.Main() },
		"own":   func() { own().Main() },
	})
}

// TestScripts runs the scripts. Beside the commands of testscript there is "code N program args…", which wants that exit code.
// JARVIS_UPDATE=1 writes what cmp compares with.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		UpdateScripts:      os.Getenv("JARVIS_UPDATE") == "1",
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else each process waits a second for late races
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": wantCode},
	})
}

// wantCode runs a program that has to end with the exit code that comes first.
func wantCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N program args…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case err == nil && want == 0:
	case err == nil:
		ts.Fatalf("exit code 0, want %d", want)
	case !errors.As(err, &exit):
		ts.Check(err)
	case exit.ExitCode() != want:
		ts.Fatalf("exit code %d, want %d", exit.ExitCode(), want)
	}
}

// home is the small home of the examples, with a clock that stands, dice that show 1, 2, 3 and so on, and no network.
func home() cli.App {
	registry := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: withoutTime}))))
	registry.MustRegister(commands.All(homeConfig())...)
	return cli.App{Registry: registry, Name: "home", About: "The commands of a small home.", Version: "1.2.3"}
}

func homeConfig() commands.Config {
	next := -1
	return commands.Config{
		Clock:   func() time.Time { return time.Date(2026, time.January, 18, 12, 4, 5, 0, time.UTC) },
		Random:  func(n int) int { next++; return next % n },
		Weather: &commands.WeatherAPI{Client: &http.Client{Transport: offline{}}},
	}
}

// offline is a network without anything on it.
type offline struct{}

func (offline) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no network") }

// withoutTime keeps log lines the same at every run.
func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// command declares a command that does nothing.
func command[In any](spec jarvis.Spec) jarvis.Command {
	return jarvis.MustNew(spec, func(context.Context, *jarvis.Request, In) (*jarvis.Response, error) {
		return jarvis.Success(nil), nil
	})
}
