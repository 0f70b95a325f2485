// NoLeak: commands are given secrets that exist nowhere else, and everything that comes out of them is looked through.

package jarvistest

import (
	"bytes"
	"context"
	"log"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// NoLeak fails the test if a secret of a command comes out of it. It is LeakTest{}.Run.
//
// It calls Run, and the hooks, of every command that declares a secret which is not public: commands have to be made with
// dependencies that are fakes. Each such secret is a canary, a text that is found nowhere else; the secrets of the host are not
// looked at. The calls have the arguments of the examples, what is required filled in; arguments made from the declaration, the
// fewest and all; arguments that are refused; and calls with secrets that are missing. Buttons of answers are tapped, and
// Initialize, StoreAuth and RefreshToken are called.
//
// The canaries are looked for in answers (JSON, Report, ToolResult), errors and panics, what the registry and, by the default
// loggers of log and log/slog, the command has logged, coercions, suggestions and the schemas: as they are, or a stretch of six
// characters, in capitals, small letters or backwards, with a character between each two, escaped for JSON, Go, HTML, XML and URLs,
// in base64, base32 and hex and as lists of bytes. A failure names the command, the secret, where and how it shows, and the call.
// Secrets of type bool have no text that could be told from others, those with an Enum are canaries in some of the calls only.
// Goroutines that a command has left behind get up to a second to log, as long as one does every 100 milliseconds.
//
// Not looked at are the standard output and error, files and connections, and loggers of the command's own, unless LeakTest.Seen
// shows them; a stretch of less than six characters; and what is hashed, encrypted, compressed or encoded twice.
//
// A command none of whose calls gets as far as Run fails the test, as nothing is known of it: see LeakTest.Calls. The test must
// not be parallel, as the default loggers are everybody's.
func NoLeak(tb testing.TB, cmds ...jarvis.Command) {
	tb.Helper()
	LeakTest{}.Run(tb, cmds...)
}

// LeakTest is NoLeak with more to go by. The zero value is ready for use; a value is not changed by Run.
type LeakTest struct {
	// Calls are made besides those that NoLeak makes, each of the command that it names.
	Calls []jarvis.Call
	// Secrets are texts, by key, in place of those that NoLeak makes: addresses of fakes, or keys in a form that a command
	// insists on. One of a secret that is not public is looked for like a canary, and has to have eight characters or more.
	Secrets map[string]string
	// Request is what calls run for; nil means an empty one. Without a User it gets one, who has the secrets of user scope.
	Request *jarvis.Request
	// Options are those of the registry. WithSecrets, WithLogger, OnCoercion and OnSuggestion have no effect. Date keys are
	// taken as now unless there is a WithDateKeys.
	Options []jarvis.Option
	// Timeout is how long one call may take; by default ten seconds. A call that takes longer sees its context end.
	Timeout time.Duration
	// Seen are further places to look at after every call, by a name for them: what a fake was sent, or a log of one's own.
	// Each function returns what came since it was called last, or all there is.
	Seen map[string]func() string
}

// Run does what NoLeak does.
func (l LeakTest) Run(tb testing.TB, cmds ...jarvis.Command) {
	tb.Helper()
	defs, ok := definitionsOf(tb, "NoLeak", cmds)
	if !ok || !l.check(tb, defs) {
		return
	}
	logged := new(logBuffer)
	restore, ok := watchLogs(tb, logged)
	if !ok {
		return
	}
	defer restore()
	for i, d := range defs {
		canaries, err := l.canaries(d)
		if err != "" {
			tb.Errorf("%s", err)
			continue
		}
		if len(canaries) == 0 {
			tb.Logf(msgLeakNone, d.Name())
			continue
		}
		r := &leakRun{tb: tb, LeakTest: l, d: d, canaries: canaries, forms: newLeakForms(canaries), log: logged, told: map[string]bool{}}
		if r.register(cmds) {
			before := runtime.NumGoroutine()
			r.command()
			r.settle(before)
			r.schemas(cmds[i])
			r.conclude()
		}
	}
}

// check reports calls that no command has.
func (l LeakTest) check(tb testing.TB, defs []*jarvis.Definition) bool {
	tb.Helper()
	names := map[string]bool{}
	for _, d := range defs {
		names[d.Name()] = true
	}
	ok := true
	for _, call := range l.Calls {
		if !names[call.Name] {
			tb.Errorf(msgLeakUnknown, call.Name)
			ok = false
		}
	}
	return ok
}

// watchLogs makes the default loggers write to a buffer, until restore is called.
func watchLogs(tb testing.TB, to *logBuffer) (restore func(), ok bool) {
	tb.Helper()
	defer func() {
		if recover() != nil {
			tb.Errorf("%s", msgLeakParallel)
			restore, ok = nil, false
		}
	}()
	tb.Setenv("JARVIS_NOLEAK", "1") // panics in parallel tests; the variable itself means nothing
	logger, writer, flags := slog.Default(), log.Writer(), log.Flags()
	slog.SetDefault(recordingLogger(to))
	return func() {
		slog.SetDefault(logger)
		log.SetOutput(writer)
		log.SetFlags(flags)
	}, true
}

// logBuffer holds what was logged. Commands may log from several goroutines, and after they were given up.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *logBuffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

// take returns what came since it was called last.
func (b *logBuffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.text.Reset()
	return b.text.String()
}

// recordingLogger writes all records, as text and as JSON.
func recordingLogger(to *logBuffer) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.Level(-100)}
	return slog.New(slog.NewMultiHandler(slog.NewTextHandler(to, options), slog.NewJSONHandler(to, options)))
}

// register makes the registry that the calls go through.
func (r *leakRun) register(cmds []jarvis.Command) bool {
	r.tb.Helper()
	options := append([]jarvis.Option{jarvis.WithDateKeys(nowResolver{})}, r.Options...)
	r.source = &canarySource{}
	r.registry = jarvis.NewRegistry(append(options, jarvis.WithLogger(recordingLogger(r.log)), jarvis.WithSecrets(r.source),
		jarvis.OnCoercion(func(c jarvis.Coercion) { r.noted = append(r.noted, note{"a coercion", c}) }),
		jarvis.OnSuggestion(func(v jarvis.ValidationResult) { r.noted = append(r.noted, note{"a suggestion of Validate", v}) }))...)
	if err := r.registry.Register(cmds...); err != nil {
		r.tb.Errorf(msgDeclared, "NoLeak", err)
		return false
	}
	return true
}

// nowResolver takes every date key as this moment: which it is does not matter to what leaks.
type nowResolver struct{}

func (nowResolver) ResolveDates([]string) ([]time.Time, []string) {
	return []time.Time{time.Now().UTC().Truncate(time.Second)}, nil
}

// request is what the calls run for.
func (l LeakTest) request() *jarvis.Request {
	var req jarvis.Request
	if l.Request != nil {
		req = *l.Request
	}
	if req.User == "" {
		req.User = "jarvistest"
	}
	return &req
}

// context ends when a call has taken too long, or the test has ended.
func (r *leakRun) context() (context.Context, context.CancelFunc) {
	timeout := r.Timeout
	if timeout <= 0 {
		timeout = 10 * time.Second
	}
	return context.WithTimeout(r.tb.Context(), timeout)
}
