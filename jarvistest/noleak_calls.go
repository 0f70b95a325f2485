// The calls of NoLeak, and the places that it looks at after each.

package jarvistest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// leakRun is NoLeak at work on one command.
type leakRun struct {
	LeakTest
	tb       testing.TB
	d        *jarvis.Definition
	registry *jarvis.Registry
	source   *canarySource
	canaries []canary
	forms    leakForms
	log      *logBuffer
	noted    []note

	doing                 string // the call, for a failure
	told                  map[string]bool
	calls, reached, texts int
}

// note is what an option of the registry told.
type note struct {
	where string
	what  any
}

const (
	maxExamples = 50 // of a command, that are called
	maxButtons  = 8  // of an answer, that are tapped
)

// command makes all calls of the command.
func (r *leakRun) command() {
	r.tb.Helper()
	r.source.values = r.values(true)
	valid, refused := r.arguments()
	for _, args := range slices.Concat(valid, refused) {
		r.call(args)
	}
	r.hooks()
	if slices.ContainsFunc(r.canaries, func(c canary) bool { return c.usual != "" }) {
		r.source.values = r.values(false)
		for _, args := range valid {
			r.call(args)
		}
	}
	if len(valid) == 0 {
		valid = refused[:1]
	}
	all := r.values(true)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		r.source.values = maps.Clone(all)
		delete(r.source.values, key)
		r.call(valid[0])
	}
	r.source.values = nil
	r.call(valid[0])
	r.hooks()
}

// call makes a call in both ways: as a host does for a model, and as one that sees errors.
func (r *leakRun) call(args json.RawMessage) {
	r.tb.Helper()
	r.doing = "called with " + echo.Clip(string(args))
	r.calls++
	req := r.request()
	r.within(func(ctx context.Context) {
		r.tb.Helper()
		resp, err := r.registry.Call(ctx, req, jarvis.Call{ID: "1", Name: r.d.Name(), Arguments: args})
		r.answer("the answer", resp, err)
	})
	r.within(func(ctx context.Context) {
		r.tb.Helper()
		resp, err := r.registry.Execute(ctx, r.d.Name(), req, args)
		r.answer("the answer", resp, err)
		if gotToRun(resp, err) {
			r.reached++
		}
		r.tap(req, resp)
	})
}

// within gives a call its time, and looks at what it left behind.
func (r *leakRun) within(call func(ctx context.Context)) {
	r.tb.Helper()
	ctx, cancel := r.context()
	defer cancel()
	call(ctx)
	r.see("a log record", r.log.take())
	for _, n := range r.noted {
		r.show(n.where, n.what)
	}
	r.noted = nil
	for _, name := range slices.Sorted(maps.Keys(r.Seen)) {
		r.see(name, r.Seen[name]())
	}
}

const (
	settleTime  = time.Second            // that goroutines get at most
	settleQuiet = 100 * time.Millisecond // without a log record, after which no more is waited for
	settleStep  = 5 * time.Millisecond
)

// settle looks at what goroutines log that the calls have left behind.
func (r *leakRun) settle(before int) {
	r.tb.Helper()
	r.doing = msgLeakLate
	end := time.Now().Add(settleTime)
	for quiet := time.Now().Add(settleQuiet); runtime.NumGoroutine() > before; time.Sleep(settleStep) {
		if text := r.log.take(); text != "" {
			r.see("a log record", text)
			quiet = time.Now().Add(settleQuiet)
		}
		if now := time.Now(); now.After(quiet) || now.After(end) {
			break
		}
	}
	r.within(func(context.Context) {})
}

// gotToRun reports whether a call got past the checks before Run.
func gotToRun(resp *jarvis.Response, err error) bool {
	var invalid *jarvis.ValidationError
	var missing *jarvis.MissingSecretsError
	return !errors.As(err, &invalid) && !errors.As(err, &missing) && (resp == nil || resp.Validation == nil)
}

// tap taps the buttons of an answer.
func (r *leakRun) tap(req *jarvis.Request, resp *jarvis.Response) {
	r.tb.Helper()
	if resp == nil {
		return
	}
	for _, b := range resp.Actions[:min(len(resp.Actions), maxButtons)] {
		r.action(req, b.Action, resp.ContextData)
	}
}

func (r *leakRun) action(req *jarvis.Request, action string, data map[string]any) {
	r.tb.Helper()
	r.within(func(ctx context.Context) {
		r.tb.Helper()
		resp, err := r.registry.HandleAction(ctx, req, r.d.Name(), action, data)
		r.answer("the answer to the button "+echo.Clip(action), resp, err)
	})
}

// hooks calls what a host calls besides.
func (r *leakRun) hooks() {
	r.tb.Helper()
	req := r.request()
	r.doing = "tapped"
	r.action(req, jarvis.ActionCancel, nil)
	r.action(req, "jarvistest_click", nil)
	r.doing = "initialized"
	r.within(func(ctx context.Context) {
		r.tb.Helper()
		done, err := r.registry.Initialize(ctx, req, r.d.Name())
		r.show("the result of Initialize", done)
		r.fault("an error of Initialize", err)
	})
	a := r.d.Spec().Authentication
	if a == nil {
		return
	}
	r.doing = "authenticated"
	tokens := map[string]jarvis.SecretString{}
	for _, key := range a.Keys {
		tokens[key] = jarvis.NewSecretString(canaryText("token " + key))
	}
	r.within(func(ctx context.Context) {
		r.tb.Helper()
		r.fault("an error of StoreAuth", r.registry.StoreAuth(ctx, req, a.Provider, tokens))
		r.fault("an error of RefreshToken", r.registry.RefreshToken(ctx, req, a.Provider))
	})
}

// answer looks at a response in all forms that leave the program, and at an error.
func (r *leakRun) answer(where string, resp *jarvis.Response, err error) {
	r.tb.Helper()
	r.fault("an error", err)
	if resp == nil {
		return
	}
	r.json(where, resp)
	r.see(where+" (Report)", resp.Report())
	r.json(where+" (ToolResult)", resp.ToolResult("1"))
	r.see(where+", printed", fmt.Sprintf("%+v\n%#v", resp, resp))
	r.see(where+", printed", fmt.Sprintf("%+v\n%+v", resp.ContextData, resp.Metadata))
	if invalid := resp.Validation; invalid != nil {
		r.fault("the report of refused arguments", invalid)
		r.json("the report of refused arguments", invalid.Results())
	}
}

// fault looks at an error and at all inside it.
func (r *leakRun) fault(where string, err error) {
	r.tb.Helper()
	if err == nil {
		return
	}
	r.show(where, err)
	switch e := err.(type) {
	case *jarvis.PanicError:
		r.show("a panic", e.Value)
		r.see("a panic (its stack)", string(e.Stack))
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			r.fault(where, inner)
		}
		return
	}
	r.fault(where, errors.Unwrap(err))
}

// show looks at a value as it is printed and encoded.
func (r *leakRun) show(where string, v any) {
	r.tb.Helper()
	r.see(where, fmt.Sprintf("%v\n%+v", v, v))
	r.see(where+" (%#v)", fmt.Sprintf("%#v", v))
	r.json(where, v)
}

// json looks at the JSON of a value, or at the error that there is none.
func (r *leakRun) json(where string, v any) {
	r.tb.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		raw = []byte(err.Error())
	}
	r.see(where+" (JSON)", string(raw))
}

// schemas looks at what a model is told. The command is defined anew, as calls may have changed what it is made of.
func (r *leakRun) schemas(cmd jarvis.Command) {
	r.tb.Helper()
	r.doing = "declared"
	d, err := jarvis.Define(cmd)
	if err != nil {
		r.fault("an error of its declaration", err)
		return
	}
	r.see("the Schema", string(d.Schema()))
	r.see("the OpenAITool", string(d.OpenAITool()))
	r.see("the CommandSchema", string(d.CommandSchema()))
	r.json("the declared secrets", d.Secrets())
}

// see looks at a text. That a secret shows at a place is told once.
func (r *leakRun) see(where, text string) {
	r.tb.Helper()
	r.texts++
	for _, form := range r.forms.find(text) {
		what := where + "\x00" + form.key
		if !r.told[what] {
			r.told[what] = true
			r.tb.Errorf(msgLeak, r.d.Name(), form.key, where, form.how, r.doing)
		}
	}
}

// conclude says what was done, and fails a test that has shown nothing.
func (r *leakRun) conclude() {
	r.tb.Helper()
	if r.reached == 0 {
		r.tb.Errorf(msgLeakNotRun, r.d.Name())
		return
	}
	r.tb.Logf(msgLeakDone, r.d.Name(), counted(len(r.canaries), "secret"), counted(r.calls, "call"), r.reached, counted(r.texts, "text"))
}
