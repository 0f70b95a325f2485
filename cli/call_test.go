// Tests of the verb call: odd commands, what they answer, and where arguments come from.

package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// callResult is what a run of a program came to.
type callResult struct {
	code     int
	out, err string
}

// runCall runs a program with a standard input.
func runCall(ctx context.Context, app cli.App, stdin string, args ...string) callResult {
	var out, errs bytes.Buffer
	code := app.Run(ctx, args, cli.Stdio{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return callResult{code, out.String(), errs.String()}
}

// answering is a program with one command, act, that answers in some way.
func answering(t *testing.T, run func(ctx context.Context, req *jarvis.Request, args jarvis.Values) (*jarvis.Response, error), set ...func(*jarvis.Spec)) cli.App {
	spec := jarvis.Spec{Name: "act", Description: "Acts."}
	for _, change := range set {
		change(&spec)
	}
	params := jarvis.NewParameters().
		OptionalString("text", "").
		OptionalString("json", "").
		OptionalString("user", "").
		OptionalBoolean("help", "").
		OptionalInteger("a=b", "").
		OptionalStringArray("with space", "").
		OptionalString("-dash", "").
		OptionalString("dash-ed", "").
		OptionalString("dash_ed", "").
		OptionalStringArray("words", "").
		OptionalArray("numbers", "int", "").
		OptionalArray("any", "", "").
		OptionalArray("switches", "bool", "").
		OptionalDict("dict", "").
		OptionalInteger("int", "").
		OptionalNumber("float", "").
		MustBuild()
	cmd, err := jarvis.Func(spec, params, run)
	require.NoError(t, err)
	registry := jarvis.NewRegistry(jarvis.WithSecrets(jarvis.StaticUserSecrets("mia", map[string]string{"PIN": "1234"})))
	require.NoError(t, registry.Register(cmd))
	return cli.App{Registry: registry, Name: "odd"}
}

// bound answers with the arguments as JSON.
func bound(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
	text, err := args.MarshalJSON()
	return jarvis.Final(map[string]any{"message": string(text)}), err
}

func TestCallFlags(t *testing.T) {
	tests := []struct {
		name, want string
		args       []string
	}{
		{"none", `{}`, nil},
		{"names of flags", `{"json":"a","user":"b","help":true}`, []string{"--param", "json=a", "--param", "user=b", "--param", "help=true"}},
		{"equals sign in a name", `{"a=b":5}`, []string{"--param", "a=b=5"}},
		{"space in a name", `{"with space":["x","y"]}`, []string{"--param", "with space=x", "--param=with space=y"}},
		{"dash before a name", `{"-dash":"-"}`, []string{"--param", "-dash=-"}},
		{"own dash", `{"dash-ed":"a","dash_ed":"b"}`, []string{"--dash-ed", "a", "--dash_ed", "b"}},
		{"equals sign in a value", `{"text":"a=b"}`, []string{"--text=a=b"}},
		{"empty text", `{"text":""}`, []string{"--text="}},
		{"text like a flag", `{"text":"--lenient"}`, []string{"--text", "--lenient"}},
		{"text like JSON", `{"text":"{\"a\": 1}"}`, []string{"--text", `{"a": 1}`}},
		{"text null", `{"text":"null"}`, []string{"--text", "null"}},
		{"text 5", `{"text":"5"}`, []string{"--text", "5"}},
		{"array of one", `{"words":["a,b"]}`, []string{"--words", "a,b"}},
		{"array repeated", `{"text":"x","words":["a","[]"]}`, []string{"--words", "a", "--text", "x", "--words", "[]"}},
		{"array as JSON", `{"words":["a","b"]}`, []string{"--words", ` ["a","b"] `}},
		{"empty array", `{"words":[]}`, []string{"--words", "[]"}},
		{"array that is no JSON", `{"words":["[a"]}`, []string{"--words", "[a"}},
		{"numbers", `{"numbers":[-1,9223372036854775807]}`, []string{"--numbers", "-1", "--numbers=9223372036854775807"}},
		{"any", `{"any":[1,"a",{"b":null},"c"]}`, []string{"--any", "1", "--any", "a", "--any", `{"b":null}`, "--any", `"c"`}},
		{"dict", `{"dict":{"a":12345678901234567890.10}}`, []string{"--dict", `{"a":12345678901234567890.10}`}},
		{"64 bits", `{"int":-9223372036854775808}`, []string{"--int", "-9223372036854775808"}},
		{"exponent", `{"int":1000}`, []string{"--int", "1e3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runCall(t.Context(), answering(t, bound), "", append([]string{"call", "act"}, tt.args...)...)
			assert.Equal(t, callResult{0, tt.want + "\n", ""}, got)
		})
	}
}

func TestCallRefuses(t *testing.T) {
	tests := []struct {
		name, err string // err is a part of it
		code      int
		args      []string
	}{
		{"half a dict", `must be of type dict, got "{"a":"; want a JSON object`, 3, []string{"--dict", `{"a":`}},
		{"repeated key in a dict", `the key "a" is repeated`, 3, []string{"--dict", `{"a":1,"a":2}`}},
		{"array for a dict", `must be of type dict, got array`, 3, []string{"--dict", `[1]`}},
		{"broken text", "invalid UTF-8", 3, []string{"--text", "a\xffb"}},
		{"broken text in a dict", "invalid UTF-8", 3, []string{"--dict", "{\"a\":\"\xff\"}"}},
		{"broken name", "invalid UTF-8", 3, []string{"--param", "\xff=1"}},
		{"too deep", "nested deeper than 64 levels", 3, []string{"--dict", strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70)}},
		{"65 bits", "9223372036854775808", 3, []string{"--int", "9223372036854775808"}},
		{"element", "Parameter 'numbers[1]' must be of type int, got \"x\"", 3, []string{"--numbers", "1", "--numbers", "x"}},
		{"element alone", "must be of type int, got \"x\"; want a whole number\n", 3, []string{"--numbers", "x"}},
		{"element that is no truth value", "got \"yes\"; want true or false\n", 3, []string{"--switches", "true", "--switches", "yes"}},
		{"no name", "--param: want NAME=VALUE", 2, []string{"--param", "=3"}},
		{"text in an array as JSON", "got \"x\"; want a whole number without quotes", 3, []string{"--numbers", `["x"]`}},
		{"half an array", "Parameter 'numbers[0]' must be of type int, got \"[1\"", 3, []string{"--numbers", "[1"}},
		{"number with space", `got " 5"`, 3, []string{"--int", " 5"}},
		{"unknown name", "Unknown parameter 'txet'. Did you mean 'text'?", 3, []string{"--param", "txet=a"}},
		{"unknown name twice", `--txet is given twice, with "a" and "b"`, 2, []string{"--param", "txet=a", "--param", "txet=b"}},
		{"arguments as JSON twice", `--json brings arguments twice`, 2, []string{"--json=a", "--json=b"}},
		{"too large", "Arguments are too large", 3, []string{"--text", strings.Repeat("x", 1<<20)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := runCall(t.Context(), answering(t, bound), "", append([]string{"call", "act"}, tt.args...)...)
			assert.Equal(t, tt.code, got.code)
			assert.Contains(t, got.err, tt.err)
			assert.Empty(t, got.out)
		})
	}
}

func TestCallAnswers(t *testing.T) {
	answer := func(resp *jarvis.Response) func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return resp, nil }
	}
	send := jarvis.WithActions(jarvis.Button{Text: "Send\n[x]", Action: "send\x1b[31m", Type: jarvis.ButtonPrimary})
	tests := []struct {
		name string
		resp *jarvis.Response
		want callResult
	}{
		{"message", jarvis.Final(map[string]any{"message": "Hi.", "more": 1}), callResult{0, "Hi.\n", ""}},
		{"message of lines", jarvis.Final(map[string]any{"message": "a\n[b] c\x1b[31m\u202e\n\n\td\n"}), callResult{0, "a\n  [b] c\\x1b[31m\\u202e\n\n      d\n", ""}},
		{"data", jarvis.Final(map[string]any{"b": 1.5, "a": "x\ny", "c": []any{"<", nil}, "d\n": map[string]any{"z": 1, "y": "\n"}}),
			callResult{0, "a: x\n  y\nb: 1.5\nc: [\"<\",null]\nd: {\"y\":\"\\n\",\"z\":1}\n", ""}},
		{"nothing", jarvis.Final(nil), callResult{0, "Done.\n", ""}},
		{"empty message", jarvis.Final(map[string]any{"message": "", "a": 1}), callResult{0, "a: 1\nmessage:\n", ""}},
		{"message that is no text", jarvis.Final(map[string]any{"message": 5}), callResult{0, "message: 5\n", ""}},
		{"data without JSON", jarvis.Final(map[string]any{"a": func() {}}), callResult{1, "", "odd: act answered what has no JSON: json: error calling MarshalJSON for type *jarvis.Response: json: unsupported type: func()\n"}},
		{"panicking data beside a message", jarvis.Final(map[string]any{"message": "a", "b": marshals{}}), callResult{1, "", "odd: act answered what has no JSON: its MarshalJSON panicked: oops\n"}},
		{"failure with panicking data", &jarvis.Response{ErrorDetails: "No.", ContextData: map[string]any{"b": marshals{}}}, callResult{1, "", "odd: act failed: No.\n"}},
		{"buttons", jarvis.Success(nil, send), callResult{0, "Done.\n[Send [x]] send\\x1b[31m\n(waits for an answer)\n", ""}},
		{"chunks", jarvis.Chunked("s1", map[string]any{"message": "a"}), callResult{0, "a\n(more follows in session s1)\n(waits for an answer)\n", ""}},
		{"failure", jarvis.Failure("No.\nodd: yes\x1b[0m"), callResult{1, "", "odd: act failed: No.\n  odd: yes\\x1b[0m\n"}},
		{"failure without a word", jarvis.Failure(""), callResult{1, "", "odd: act failed: it says no more\n"}},
		{"what looks like missing secrets", jarvis.Failure("Missing required secrets: TOKEN"), callResult{1, "", "odd: act failed: Missing required secrets: TOKEN\n"}},
		{"own report", jarvis.Invalid(jarvis.ValidationResult{ParamName: "text", Message: "No such text."}), callResult{1, "", "odd: act failed: No such text.\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, runCall(t.Context(), answering(t, answer(tt.resp)), "", "call", "act"))
		})
	}
	for _, value := range []any{func() {}, marshals{}, ends{}} {
		got := runCall(t.Context(), answering(t, answer(jarvis.Final(map[string]any{"a": value}))), "", "call", "act", "--json")
		assertFailed(t, got, "answered what has no JSON: ")
	}
}

// marshals is a value that panics when it is written as JSON.
type marshals struct{}

// ends is one that ends the goroutine then.
type ends struct{}

func (ends) MarshalJSON() ([]byte, error) {
	runtime.Goexit()
	return nil, nil
}

func (marshals) MarshalJSON() ([]byte, error) { panic("oops") }

// assertFailed wants a failure as JSON, and the reason for a person.
func assertFailed(t *testing.T, got callResult, reason string) {
	t.Helper()
	var resp jarvis.Response
	require.NoError(t, json.Unmarshal([]byte(got.out), &resp), got.out)
	assert.Equal(t, "The command 'act' failed.", resp.ErrorDetails)
	assert.False(t, resp.Success)
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.err, "odd: act "+reason)
}

func TestCallThatEndsItsGoroutine(t *testing.T) {
	app := answering(t, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		runtime.Goexit()
		return nil, nil
	})
	const reason = "ended its goroutine, as by runtime.Goexit, instead of returning\n"
	assert.Equal(t, callResult{1, "", "odd: act " + reason}, runCall(t.Context(), app, "", "call", "act"))
	assertFailed(t, runCall(t.Context(), app, "", "call", "act", "--json"), reason)
}

func TestCallOwnErrors(t *testing.T) {
	failing := func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) {
		return nil, errors.New("disk\nfull")
	}
	got := runCall(t.Context(), answering(t, failing), "", "call", "act")
	assert.Equal(t, callResult{1, "", "odd: act failed: disk\n  full\n"}, got)

	got = runCall(t.Context(), answering(t, failing), "", "call", "act", "--json")
	assert.Contains(t, got.out, `"error_details": "The command 'act' failed."`, "what a model would read")
	assert.Equal(t, "odd: act failed: disk\n  full\n", got.err)

	panicking := func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { panic("oops") }
	got = runCall(t.Context(), answering(t, panicking), "", "call", "act")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.err, "odd: act failed: panicked: oops\n")
	assert.Contains(t, got.err, "call_test.go:", "where")
}

func TestCallRequest(t *testing.T) {
	var seen jarvis.Request
	app := answering(t, func(_ context.Context, req *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		seen = *req
		pin := args.Secret("PIN")
		return jarvis.Final(map[string]any{"message": "pin of " + string(rune('0'+len(pin.Reveal())))}), nil
	}, func(s *jarvis.Spec) {
		s.Secrets = []jarvis.Secret{{Key: "PIN", Description: "Number of\nthe card", Scope: jarvis.ScopeUser}}
	})

	got := runCall(t.Context(), app, "", "call", "act", "--say", "Act!", "--user", "mia")
	assert.Equal(t, callResult{0, "pin of 4\n", ""}, got)
	assert.Equal(t, jarvis.Request{VoiceCommand: "Act!", User: "mia"}, seen)

	got = runCall(t.Context(), app, "", "call", "act")
	assert.Equal(t, callResult{1, "", "odd: act lacks secrets:\n  PIN (of a user)  Number of the card\nThose of a user are looked up for --user NAME.\n"}, got)

	got = runCall(t.Context(), app, "", "call", "act", "--user", "tom")
	assert.Equal(t, callResult{1, "", "odd: act lacks secrets:\n  PIN (of a user)  Number of the card\nThose of a user have to be set for tom where this program looks secrets up.\n"}, got)
}

func TestCallInput(t *testing.T) {
	app := answering(t, bound)
	big := `{"text":"` + strings.Repeat("x", 1<<20) + `"}`
	got := runCall(t.Context(), app, big, "call", "act", "--json", "-")
	assert.Equal(t, callResult{3, "", "odd: the arguments have more than 1 MiB\n"}, got)

	path := filepath.Join(t.TempDir(), "big.json")
	require.NoError(t, os.WriteFile(path, []byte(big), 0o600))
	got = runCall(t.Context(), app, "", "call", "act", "--json", "@"+path)
	assert.Equal(t, callResult{3, "", "odd: the arguments have more than 1 MiB\n"}, got)

	var errs bytes.Buffer
	code := app.Run(t.Context(), []string{"call", "act", "--json", "-"}, cli.Stdio{In: iotest.ErrReader(errors.New("gone")), Err: &errs})
	assert.Equal(t, 1, code)
	assert.Equal(t, "odd: gone\n", errs.String())

	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe() // which never ends
	cancel()
	errs.Reset()
	code = app.Run(ctx, []string{"call", "act", "--json", "-"}, cli.Stdio{In: in, Err: &errs})
	assert.Equal(t, 1, code)
	assert.Equal(t, "odd: stopped: context canceled\n", errs.String())
}

func TestCallEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	app := answering(t, func(ctx context.Context, _ *jarvis.Request, _ jarvis.Values) (*jarvis.Response, error) {
		cancel()
		return nil, ctx.Err()
	})
	assert.Equal(t, callResult{1, "", "odd: stopped: context canceled\n"}, runCall(ctx, app, "", "call", "act"))
}

// TestCallHelp has the parameters that are no flags.
func TestCallHelp(t *testing.T) {
	examples := func(s *jarvis.Spec) {
		s.Description = "Acts\x1b[31m.\nOften."
		s.Examples = []jarvis.Example{
			{Utterance: "a", Arguments: jarvis.Args{"text": "it's", "words": []string{"a", "b c"}, "help": true, "a=b": -5}},
			{Utterance: "b", Arguments: jarvis.Args{"any": []any{1, "x"}, "dict": map[string]any{"k": "v"}}},
		}
	}
	got := runCall(t.Context(), answering(t, bound, examples), "", "call", "act", "--help")
	assert.Equal(t, 0, got.code)
	assert.True(t, strings.HasPrefix(got.out, "Acts\\x1b[31m. Often.\n\nusage: odd call act [--PARAM VALUE]… [--FLAG…]\n"), got.out)
	assert.Contains(t, got.out, "  --json string\n      given as --param json=VALUE\n")
	assert.Contains(t, got.out, "  --words array<string>, may be repeated\n")
	assert.Contains(t, got.out, "\n  odd call act --text 'it'\\''s' --param help=true --param a=b=-5 --words a --words 'b c'\n")
	assert.Contains(t, got.out, "\n  odd call act --any '[1,\"x\"]' --dict '{\"k\":\"v\"}'\n")
	assert.Contains(t, got.out, "      --lenient ")
	assert.NotContains(t, got.out, "      --text", "a parameter is listed once")
}

func TestCallCompletes(t *testing.T) {
	got := runCall(t.Context(), answering(t, bound), "", "__complete", "call", "act", "--switches", "true", "--switches", "")
	assert.Equal(t, 0, got.code)
	assert.Equal(t, "true\nfalse\n:4\n", got.out)

	got = runCall(t.Context(), answering(t, bound), "", "__complete", "call", "act", "--param", "with")
	assert.Equal(t, "with space=\t(array<string>)\n:6\n", got.out)
}

// TestCallSuggests has a value that the command takes instead of an argument.
func TestCallSuggests(t *testing.T) {
	params := jarvis.NewParameters().RequiredString("city", "").MustBuild()
	spec := jarvis.Spec{Name: "act"}
	validate := func(context.Context, *jarvis.Request, jarvis.Values) ([]jarvis.ValidationResult, error) {
		return []jarvis.ValidationResult{{Success: true, ParamName: "city", SuggestedValue: "Par\u202eis"}}, nil
	}
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustFunc(spec, params, bound, jarvis.Hooks[jarvis.Values]{Validate: validate}))
	got := runCall(t.Context(), cli.App{Registry: registry, Name: "odd"}, "", "call", "act", "--city", "paris")
	assert.Equal(t, callResult{0, "{\"city\":\"Par\\u202eis\"}\n", "note: city: Par\\u202eis was taken instead, as the command suggests\n"}, got)
}
