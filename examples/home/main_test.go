// Tests of the program: its whole output, its exit codes, and sources that are odd, broken or endless.

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/examples/home/internal/golden"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runFixed runs the program with a clock that stands, dice that show 1, 2, 3 and so on, no secrets and no network.
func runFixed(ctx context.Context, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	return runWith(ctx, nil, stdin, args...)
}

func runWith(ctx context.Context, secrets jarvis.SecretSource, stdin io.Reader, args ...string) (code int, stdout, stderr string) {
	next := -1
	var out, errs bytes.Buffer
	p := program{stdio: cli.Stdio{In: stdin, Out: &out, Err: &errs}, secrets: secrets, config: commands.Config{
		Clock:   func() time.Time { return time.Date(2026, time.January, 18, 12, 4, 5, 0, time.UTC) },
		Random:  func(n int) int { next++; return next % n },
		Weather: &commands.WeatherAPI{Client: &http.Client{Transport: offline{}}},
	}}
	code = p.run(ctx, args)
	return code, timings.ReplaceAllString(out.String(), "${1}TIME${2}"), errs.String()
}

// offline is a network without anything on it.
type offline struct{}

func (offline) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no network") }

var timings = regexp.MustCompile(`(\[| in )[0-9.]+(?:ns|µs|ms|s)(\]|\. )`)

func TestOwnCalls(t *testing.T) {
	for name, args := range map[string][]string{"calls.txt": nil, "calls_lenient.txt": {"run", "--lenient"}} {
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
		{name: "help", args: []string{"--help"}, stdout: "--city NAME"},
		{name: "help after a flag", args: []string{"--city", "Oslo", "--help"}, stdout: "--city NAME"},
		{name: "help of the verb", args: []string{"run", "--help"}, stdout: "usage: home run"},
		{name: "file", args: []string{"run", file}, stdout: "Requests: 1 in TIME. Answered: 1. Refused: 0.\n"},
		{name: "standard input", args: []string{"run", "-"}, stdout: "Requests: 0 in TIME. Answered: 0. Refused: 0.\n"},
		{name: "unknown flag", args: []string{"run", "--fast"}, code: exitUsage, stderr: "home: flag provided but not defined: -fast\nSee home --help.\n"},
		{name: "two files", args: []string{"run", "a", "b"}, code: exitUsage, stderr: "home: one file at most, got 2"},
		{name: "no file", args: []string{"run", filepath.Join(dir, "none")}, code: exitFailed, stderr: "none: "},
		{name: "directory", args: []string{"run", dir}, code: exitFailed, stderr: "home: line 1: read "},
		{name: "flag without its value", args: []string{"--city"}, code: exitUsage, stderr: "home: --city needs a value\nSee home --help.\n"},
		{name: "verb of the package", args: []string{"call", "roll_dice"}, stdout: "You rolled 1."},
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

func TestLines(t *testing.T) {
	long := func(size int) string {
		const head, tail = `{"name":"set_timer","arguments":{"duration":"`, `"}}`
		return head + strings.Repeat("P", size-len(head)-len(tail)) + tail
	}
	const roll = `{"name":"roll_dice"}`
	tests := []struct {
		name, input, want string // want is a part of the output
	}{
		{"no line break at the end", roll + "\n" + roll, "Requests: 2 in TIME. Answered: 2. Refused: 0.\n"},
		{"Windows", "\r\n" + roll + "\r\n", "Requests: 1 in TIME. Answered: 1. Refused: 0.\n"},
		{"id", `{"id":"call_1","name":"roll_dice"}`, "  1  roll_dice (no arguments)  id call_1  [TIME]\n"},
		{"longest", long(maxLine) + "\n" + roll, "Requests: 2 in TIME. Answered: 1. Refused: 1.\n"},
		{"too long", long(maxLine+1) + "\r\n" + roll, "  -  line 1 is no request: it has 1048577 bytes, more than the 1048576 that are read\n"},
		{"goes on after too long", long(3*maxLine) + "\n" + roll, "Requests: 1 in TIME. Answered: 1. Refused: 0. Lines that are no request: 1.\n"},
		{"array", "\n[]", "line 2 is no request: want a JSON object, got []\n"},
		{"cut off", `{"name":`, "line 1 is no request: it ends too early: {\"name\":\n"},
		{"arguments under another name", `{"name":"roll_dice","args":{"sides":1}}`, "line 1 is no request: json: unknown field \"args\": "},
		{"two on a line", `{"name":"roll_dice"} {"name":"roll_dice"}`, "line 1 is no request: there is more text after the object: "},
		{"bracket after the object", roll + "}", "line 1 is no request: there is more text after the object: "},
		{"end of an array after the object", roll + " ]", "line 1 is no request: there is more text after the object: "},
		{"comma after the object", roll + ",", "line 1 is no request: there is more text after the object: "},
		{"byte order mark", "\ufeff" + roll + "\n" + roll, "Requests: 2 in TIME. Answered: 2. Refused: 0.\n"},
		{"byte order mark before a comment", "\ufeff# rolls\r\n" + roll, "Requests: 1 in TIME. Answered: 1. Refused: 0.\n"},
		{"byte order mark alone", "\ufeff", "Requests: 0 in TIME. Answered: 0. Refused: 0.\n"},
		{"longest after a byte order mark", "\ufeff" + long(maxLine), "Requests: 1 in TIME. Answered: 0. Refused: 1.\n"},
		{"byte order mark in a later line", roll + "\n\ufeff" + roll, "line 2 is no request: want a JSON object, got \ufffd{"},
		{"two byte order marks", "\ufeff\ufeff" + roll, "line 1 is no request: want a JSON object, got \ufffd{"},
		{"name of another type", `{"name":7}`, "line 1 is no request: name must be a string, got number\n"},
		{"id of another type", `{"name":"x","id":7}`, "line 1 is no request: id must be a string, got number\n"},
		{"no name", `{"arguments":{}}`, "line 1 is no request: it has no name, no utterance and no action\n"},
		{"call and tap", `{"name":"x","action":"y","command":"z"}`, "line 1 is no request: it has a name and an action; a call has a name, a tap an action\n"},
		{"tap without a command", `{"action":"send_click","data":{}}`, "line 1 is no request: it has an action but no command that showed the button\n"},
		{"tap with arguments", `{"action":"x","command":"y","arguments":{}}`, "line 1 is no request: arguments goes with name\n"},
		{"tap with an id", `{"action":"x","command":"y","id":"z"}`, "line 1 is no request: id goes with name\n"},
		{"tap with an utterance", `{"action":"x","command":"y","utterance":"z"}`, "line 1 is no request: utterance goes with name, or alone\n"},
		{"call with a command", `{"name":"x","command":"y"}`, "line 1 is no request: command goes with action\n"},
		{"call with data", `{"name":"x","data":{}}`, "line 1 is no request: data goes with action\n"},
		{"utterance with arguments", `{"utterance":"x","arguments":{}}`, "line 1 is no request: arguments goes with name\n"},
		{"data of another type", `{"action":"x","command":"y","data":[]}`, "line 1 is no request: data must be an object, got array\n"},
		{"utterance of another type", `{"utterance":["lights off"]}`, "line 1 is no request: utterance must be a string, got array\n"},
		{"utterance that a command knows", `{"utterance":"lights off"}`, "  1  \"lights off\" is control_device {\"action\":\"turn_off\",\"entity_id\":\"light.all\"}  [TIME]\n     answered  All lights off.\n"},
		{"utterance for a model", `{"utterance":"I am cold"}`, "Requests: 1 in TIME. Answered: 0. Refused: 0. Left to a model: 1.\n"},
		{"utterance of a call", `{"name":"roll_dice","utterance":"Roll a die"}`, "     said      Roll a die\n     answered  You rolled 1.\n"},
		{"unfit utterance", `{"utterance":"a\u001b[31m\"b"}`, "  1  \"a\ufffd[31m\\\"b\"  [TIME]\n"},
		{"tap", `{"action":"cancel_click","command":"send_note"}`, "  1  tap on cancel_click of send_note  [TIME]\n     answered  Cancelled.\n"},
		{"tap for no command", `{"action":"x","command":"send_notes"}`, "     refused   Unknown command 'send_notes'. Did you mean: send_note?\n"},
		{"text not fit for a terminal", "{\"name\":\"a\u009bb\u202ec\"}", "  1  a\ufffdb\ufffdc (no arguments)  [TIME]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := runFixed(t.Context(), strings.NewReader(tt.input), "run", "-")
			assert.Equal(t, exitOK, code)
			assert.Contains(t, stdout, tt.want)
			assert.Empty(t, stderr)
		})
	}
}

func TestCommandFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	hello := write("hello.json", `{"name":"hello","description":"Greets.","say":"Hello!"}`)
	bye := write("bye.json", `{"name":"bye","description":"Parts.","say":"Bye!"}`)
	taken := write("taken.json", `{"name":"roll_dice","description":"Rolls.","say":"Six!"}`)
	wrong := write("wrong.json", `{"name":"wrong","say":"{who}"}`)

	code, stdout, stderr := runFixed(t.Context(), strings.NewReader(`{"name":"hello"}`+"\n"+`{"name":"bye"}`), "--command", hello, "--command="+bye, "run", "-")
	assert.Equal(t, exitOK, code, stderr)
	assert.Contains(t, stdout, "Hello!")
	assert.Contains(t, stdout, "Bye!")

	code, stdout, _ = runFixed(t.Context(), strings.NewReader(`{"name":"announce"}`), "--command", hello, "run", "-")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, stdout, "Unknown command 'announce'", "the files take its place")

	code, stdout, stderr = runFixed(t.Context(), nil, "--command", taken, "--command", wrong, "--command", dir, "--command", filepath.Join(dir, "none"))
	assert.Equal(t, exitFailed, code)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, taken+": Func.Spec.Name: a command named \"roll_dice\" is already registered\n")
	assert.Contains(t, stderr, wrong+": description is missing\n"+wrong+": say: there is no parameter for {who}\n")
	assert.Contains(t, stderr, dir+": ")
	assert.Contains(t, stderr, "none: ")
}

// With a key the weather is asked for; that this fails is an answer like any other.
func TestWeatherWithKey(t *testing.T) {
	secrets := jarvis.StaticSecrets(map[string]string{"OPENWEATHER_API_KEY": "k3y-of-the-test"})
	code, stdout, stderr := runWith(t.Context(), secrets, nil)
	assert.Equal(t, exitOK, code)
	assert.Contains(t, stdout, "Parameter 'resolved_datetimes' is required (array<datetime>)")
	assert.NotContains(t, stdout, "secrets")
	assert.Empty(t, stderr)

	const lines = `{"name":"get_weather","arguments":{"resolved_datetimes":["2026-01-18T00:00:00Z"]}}`
	code, stdout, stderr = runWith(t.Context(), secrets, strings.NewReader(lines), "--city", "Oslo", "run", "-")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, stdout, "Refused: 1.")
	assert.Contains(t, stderr, "no network")
	assert.NotContains(t, stdout+stderr, "k3y-of-the-test")
}

// A route is answered like a call.
func TestRoutesThatFail(t *testing.T) {
	tests := []struct {
		name string
		args jarvis.Args
		err  error
		want string
	}{
		{"arguments that are no JSON", jarvis.Args{"n": -time.Second}, nil, "The command 'odd' failed."},
		{"missing", nil, nil, "Missing required params: n"},
		{"wrong", jarvis.Args{"n": "x"}, nil, "Parameter 'n' must be of type int"},
		{"error", jarvis.Args{"n": 1}, errors.New("out of order"), "The command 'odd' failed."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			registry := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.DiscardHandler)))
			registry.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "odd"}, jarvis.NewParameters().RequiredInteger("n", "").MustBuild(),
				func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, tt.err },
				jarvis.Hooks[jarvis.Values]{PreRoute: func(context.Context, string) *jarvis.Route { return &jarvis.Route{Arguments: tt.args} }}))
			route, resp, err := request{Utterance: "go"}.run(t.Context(), registry)
			require.NoError(t, err)
			assert.NotNil(t, route)
			assert.Contains(t, resp.Report(), tt.want)

			ctx, stop := context.WithCancel(t.Context())
			stop()
			_, _, err = request{Utterance: "go"}.run(ctx, registry)
			assert.ErrorIs(t, err, context.Canceled)
		})
	}
}

func TestBrokenSource(t *testing.T) {
	source := io.MultiReader(strings.NewReader("{\"name\":\"roll_dice\"}\n"), iotest.ErrReader(errors.New("the disk is gone")))
	code, stdout, stderr := runFixed(t.Context(), source, "run", "-")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stdout, "You rolled 1.")
	assert.Equal(t, "home: line 2: the disk is gone\n", stderr)
}

// fullDisk takes some bytes, then fails for good, and counts the failures.
type fullDisk struct {
	room, failed int
}

func (d *fullDisk) Write(text []byte) (int, error) {
	if len(text) > d.room {
		d.failed++
		return 0, fmt.Errorf("no space left, %d", d.failed)
	}
	d.room -= len(text)
	return len(text), nil
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	const rolls = "{\"name\":\"roll_dice\"}\n{\"name\":\"roll_dice\"}\n"
	tests := []struct {
		name  string
		args  []string
		stdin string
		room  int
		dice  int // that were rolled until the run ended
	}{
		{"first answer", []string{"run", "-"}, rolls, 0, 1},
		{"second answer", []string{"run", "-"}, rolls, 130, 2},
		{"line that is no request", []string{"run", "-"}, "[]\n" + rolls, 0, 0},
		{"summary", []string{"run", "-"}, "", 0, 0},
		{"help", []string{"run", "--help"}, "", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dice := 0
			var stderr bytes.Buffer
			disk := &fullDisk{room: tt.room}
			p := program{stdio: cli.Stdio{In: strings.NewReader(tt.stdin), Out: disk, Err: &stderr},
				config: commands.Config{Random: func(int) int { dice++; return 0 }}}
			assert.Equal(t, exitFailed, p.run(t.Context(), tt.args))
			assert.Equal(t, "home: no space left, 1\n", stderr.String())
			assert.Equal(t, 1, disk.failed, "writes after the first that failed")
			assert.Equal(t, tt.dice, dice)
		})
	}
}

func TestInterruptedWhileWaitingForInput(t *testing.T) {
	stdin, user := io.Pipe()
	defer user.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		_, _ = io.WriteString(user, "{\"name\":\"roll_dice\"}\n\n")
		stop()
	}()
	code, _, stderr := runFixed(ctx, stdin, "run", "-")
	assert.Equal(t, exitFailed, code)
	assert.Equal(t, "home: stopped: context canceled\n", stderr)
}

// asProgram in the environment makes the binary of the tests the program itself.
const asProgram = "HOME_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

func TestSignalsEndTheRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent signals there")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "run", "-")
			cmd.Env = append(os.Environ(), asProgram+"=1")
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			stdin, err := cmd.StdinPipe()
			require.NoError(t, err)
			stdout, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			_, err = io.WriteString(stdin, "{\"name\":\"roll_dice\"}\n")
			require.NoError(t, err)
			_, err = stdout.Read(make([]byte, 1)) // it runs
			require.NoError(t, err)
			require.NoError(t, cmd.Process.Signal(signal))
			rest, err := io.ReadAll(stdout)
			require.NoError(t, err)
			assert.Contains(t, string(rest), "Answered: 1.", "the summary")
			var exit *exec.ExitError
			require.ErrorAs(t, cmd.Wait(), &exit)
			assert.Equal(t, exitFailed, exit.ExitCode(), exit)
			assert.Contains(t, stderr.String(), "home: stopped: ")
		})
	}
}
