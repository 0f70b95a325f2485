// Deviations: where the Python SDK or Pikuri does one thing and this library, on purpose, another; each row is checked. The rows on
// secrets and authentication are in deviations_secrets_test.go.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type valuesHooks = jarvis.Hooks[jarvis.Values]

type deviation struct {
	topic, original, ours, why string
	check                      func(*testing.T)
}

func TestDeviations(t *testing.T) {
	topics := map[string]bool{}
	for _, d := range slices.Concat(deviations, secretDeviations) {
		assert.NotContains(t, []string{d.topic, d.original, d.ours, d.why}, "", d.topic)
		assert.False(t, topics[d.topic], "%s is there twice", d.topic)
		topics[d.topic] = true
		t.Run(d.topic, d.check)
	}
}

// single declares the optional parameter p.
func single(typ string, enum ...string) *jarvis.Parameters {
	return jarvis.NewParameters().Add(jarvis.ParameterSpec{Name: "p", Type: typ, Enum: enum}).MustBuild()
}

var (
	demo       = jarvis.Spec{Name: "demo"}
	preset     = jarvis.NewParameters().OptionalInteger("p", "").Default("7").MustBuild()
	fiveOClock = time.Date(2026, 1, 18, 5, 0, 0, 0, time.UTC)
)

func all(checks ...func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) {
		for _, check := range checks {
			check(t)
		}
	}
}

// takes checks what a value of p is bound to.
func takes(p *jarvis.Parameters, value string, want any, opts ...jarvis.Option) func(*testing.T) {
	return func(t *testing.T) {
		v, err := p.Validate(json.RawMessage(`{"p":`+value+`}`), opts...)
		require.NoError(t, err, value)
		got, _ := v.Lookup("p")
		assert.Equal(t, want, got, value)
	}
}

// refuses checks that values of p are not of its type.
func refuses(p *jarvis.Parameters, values ...string) func(*testing.T) {
	return func(t *testing.T) {
		for _, value := range values {
			finds(p, `{"p":`+value+`}`, "type p")(t)
		}
	}
}

// finds checks what is wrong with arguments: the "kind path" of each problem.
func finds(p *jarvis.Parameters, args string, want ...string) func(*testing.T) {
	return func(t *testing.T) {
		var invalid *jarvis.ValidationError
		var got []string
		if _, err := p.Validate(json.RawMessage(args)); errors.As(err, &invalid) {
			for _, problem := range invalid.Problems {
				got = append(got, problem.Kind.String()+" "+problem.Path)
			}
		}
		assert.Equal(t, want, got, args)
	}
}

// prints checks a piece of the schema.
func prints(p *jarvis.Parameters, want string) func(*testing.T) {
	return func(t *testing.T) { assert.Contains(t, string(p.Schema()), want) }
}

// echo is a command that answers with its arguments.
func echo(spec jarvis.Spec, p *jarvis.Parameters, hooks ...valuesHooks) jarvis.Command {
	return jarvis.MustFunc(spec, p, func(_ context.Context, _ *jarvis.Request, in jarvis.Values) (*jarvis.Response, error) {
		return jarvis.Final(in.Map()), nil
	}, hooks...)
}

// answering is a command without parameters that answers with resp and err.
func answering(resp *jarvis.Response, err error) jarvis.Command {
	return jarvis.MustFunc(demo, nil, func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return resp, err })
}

// proposing is a command whose own validation suggests a value for its int.
func proposing(value any, ran *bool) jarvis.Command {
	return echo(demo, single("int"), valuesHooks{Validate: func(context.Context, *jarvis.Request, jarvis.Values) ([]jarvis.ValidationResult, error) {
		*ran = true
		return []jarvis.ValidationResult{{Success: true, ParamName: "p", SuggestedValue: value}}, nil
	}})
}

// registered returns a registry that logs nothing.
func registered(cmds ...jarvis.Command) *jarvis.Registry {
	reg := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.DiscardHandler)))
	reg.MustRegister(cmds...)
	return reg
}

// executed runs the command demo.
func executed(t *testing.T, cmd jarvis.Command, args string, opts ...jarvis.Option) (*jarvis.Response, error) {
	return registered(cmd).Execute(t.Context(), "demo", &jarvis.Request{User: "ada"}, json.RawMessage(args), opts...)
}

var deviations = []deviation{
	{"type spellings", "only the exact lower-case names of a list", "any case, white space around words, number and double, every array in three spellings", "declarations come from other systems too", func(t *testing.T) {
		for _, text := range []string{"DateTime", " int ", "number", "double", "array< integer >", "str[]", "array[dict]", "LIST"} {
			_, err := jarvis.ParseType(text)
			assert.NoError(t, err, text)
		}
	}},
	{"types of fields", "a text for each parameter", "the Go type of the field; a text may narrow only a string", "one declaration cannot say two things", func(t *testing.T) {
		p, _ := jarvis.MustDefine(&readSpec{reads: new(int)}).Parameters().Lookup("at")
		assert.Equal(t, "datetime", p.Type().String())
		_, err := jarvis.New(demo, runNothing[struct {
			N int `jarvis:"p,type=date"`
		}])
		assert.ErrorAs(t, err, new(*jarvis.TagError))
	}},
	{"formats and items in schemas", "none for a single date or datetime, no items for arrays of plain types, a plain string for time and timedelta", "every type in full", "a schema has to say what the binder checks",
		all(prints(single("date"), `"format":"date"`), prints(single("datetime"), `"format":"date-time"`), prints(single("time"), `"format":"time"`),
			prints(single("timedelta"), `"format":"duration"`), prints(single("array<int>"), `"items":{"type":"integer"}`))},
	{"enum of an array", "on the array, so that no value passes", "on the elements", "it is the elements that are limited",
		all(prints(single("array<string>", "a", "b"), `"items":{"type":"string","enum":["a","b"]}`), takes(single("array<string>", "a", "b"), `["a"]`, []string{"a"}),
			finds(single("array<string>", "a", "b"), `{"p":["a","c"]}`, "enum p[1]"))},
	{"objects with declared properties", "a dict holds anything", "a struct lists its properties, and others are refused", "typed values at every level",
		finds(jarvis.NewParameters().OptionalObject("p", "", jarvis.NewParameters().RequiredString("street", "").MustBuild()).MustBuild(), `{"p":{"city":"Rome"}}`, "missing p.street", "unknown p.city")},
	{"parameters that say nothing of required", "optional on the node, required on the server", "optional, in imported schemas too", "one meaning everywhere", func(t *testing.T) {
		p, err := jarvis.ParametersFromSchema(json.RawMessage(`{"type":"object","properties":{"p":{"type":"string"}}}`))
		require.NoError(t, err)
		all(finds(p, `{}`), finds(single("string"), `{}`))(t)
	}},
	{"bool is no number", "True is an int, so it passes for int and float", "refused", "true is no count",
		all(refuses(single("int"), `true`), refuses(single("float"), `true`), refuses(single("array<int>"), `true`))},
	{"whole numbers", "5.0 is no int", "a number with a whole value is one", "JSON has one kind of number",
		all(takes(single("int"), `5.0`, int64(5)), takes(single("int"), `1e3`, int64(1000)), refuses(single("int"), `5.5`))},
	{"numbers out of range", "integers of any size; 1E400 is infinity", "64 bits, exactly; a float that overflows is refused", "a value is never changed silently",
		all(takes(single("int"), `9007199254740993`, int64(1)<<53+1), refuses(single("int"), `9223372036854775808`), refuses(single("float"), `1E400`))},
	{"dates come as text", "the node wants host objects, so that every text is refused", "text in the documented form is read", "JSON has no dates",
		all(takes(single("date"), `"2026-01-18"`, jarvis.Date{Year: 2026, Month: 1, Day: 18}), takes(single("datetime"), `"2026-01-18T05:00:00Z"`, fiveOClock),
			takes(single("timedelta"), `"PT1H30M"`, 90*time.Minute))},
	{"days are real", "the server looks at the digits", "the day has to exist, in ASCII digits", "a day that is none would fail later, or worse not",
		refuses(single("date"), `"2026-02-30"`, `"2026-99-99"`, `"2026-01-١٨"`, `"2026-01-18\n"`)},
	{"one form of datetime", "any that Python reads: basic forms, commas, hours alone", "RFC 3339, letters in either case", "a schema can promise it",
		all(refuses(single("datetime"), `"2026-01-18T05Z"`, `"20260118T050000Z"`, `"2026-01-18T05:00:00,5+01:00"`, `"2026-01-18T05:00:00"`),
			takes(single("datetime"), `"2026-01-18t05:00:00z"`, fiveOClock))},
	{"date keys", "resolved before a call, one that is not known to today", "refused; an option binds them, and one that is not known is reported", "a day that nobody named is worse than a question", func(t *testing.T) {
		refuses(single("datetime"), `"tomorrow"`)(t)
		takes(single("datetime"), `"tomorrow"`, onDay(19), keysOn)(t)
		_, err := single("datetime").Validate(json.RawMessage(`{"p":"someday"}`), keysOn)
		assert.ErrorContains(t, err, `Parameter 'p' must be of type datetime, got "someday"`)
	}},
	{"no type is unchecked", "types the server does not know pass with any value", "every declared type is checked", "time, timedelta, dict and array are types too",
		all(refuses(single("time"), `"noon"`), refuses(single("timedelta"), `5`), refuses(single("dict"), `[]`), refuses(single("array"), `"x"`), refuses(single("STRING"), `5`))},
	{"elements of arrays", "the node looks whether it is a list", "every element is checked, null refused", "so does the schema",
		finds(single("array<datetime>"), `{"p":["not a date",5,null]}`, "type p[0]", "type p[1]", "type p[2]")},
	{"null is absent", "a value like others; it hides a default", "the same as leaving the parameter out", "many models write null for nothing",
		all(takes(preset, `null`, int64(7)), finds(jarvis.NewParameters().RequiredString("q", "").MustBuild(), `{"q":null}`, "missing q"), takes(single("string"), `""`, ""))},
	{"defaults", "told to the model; run looks after them", "parsed with the declaration and bound when the parameter is absent", "the two cannot differ", func(t *testing.T) {
		resp, err := executed(t, echo(demo, preset), `{}`)
		assert.Equal(t, jarvis.Final(map[string]any{"p": int64(7)}), resp, err)
		_, err = jarvis.NewParameters().OptionalInteger("p", "").Default("seven").Build()
		assert.ErrorAs(t, err, new(*jarvis.TagError))
	}},
	{"enums compare values", "the text that Python prints, so that 1 is not 1.0 and True not true", "members and values of the parameter's type", "the same value is the same member",
		all(takes(single("float", "1.0", "2.5"), `1`, 1.0), takes(single("bool", "true"), `true`, true), prints(single("int", "1", "2"), `"enum":[1,2]`),
			finds(single("datetime", "2026-01-18T05:00:00Z"), `{"p":"2026-01-18T06:00:00+01:00"}`), finds(single("int", "1"), `{"p":2}`, "enum p"))},
	{"unknown keys", "passed on to run", "refused, with the declared name nearest to them; an option ignores them", "a misspelt key would be lost", func(t *testing.T) {
		_, err := single("string").Validate(json.RawMessage(`{"P":"x"}`))
		assert.ErrorContains(t, err, "Unknown parameter 'P'. Did you mean 'p'?", "names match exactly")
		_, err = single("string").Validate(json.RawMessage(`{"other":1}`), jarvis.IgnoreUnknown())
		assert.NoError(t, err)
	}},
	{"sound JSON", "the last of repeated keys counts, lone surrogates pass", "one problem of syntax, which stands alone", "two readers must not see two calls", func(t *testing.T) {
		for _, args := range []string{`{"p":1,"p":2}`, `{"p":{"a":1,"a":2}}`, `{"p":"\ud800"}`, "{\"p\":\"\xff\"}", `{"p":1} {}`, `[]`} {
			finds(single("dict"), args, "syntax ")(t)
		}
	}},
	{"limits", "none", "1 MiB and 64 levels unless options say otherwise", "arguments are outside text", func(t *testing.T) {
		finds(single("array"), `{"p":`+strings.Repeat("[", 64)+strings.Repeat("]", 64)+`}`, "syntax ")(t)
		finds(single("string"), `{"p":"`+strings.Repeat("x", 1<<20)+`"}`, "syntax ")(t)
		_, err := single("string").Validate(json.RawMessage(`{"p":"long"}`), jarvis.WithLimits(jarvis.Limits{MaxBytes: 5}))
		assert.ErrorAs(t, err, new(*jarvis.ValidationError))
	}},
	{"words for nothing", "run looks for none, null and default", "an optional parameter declares its own; they count as absent and are reported", "never guessed: a song may be called None",
		all(takes(jarvis.NewParameters().OptionalString("p", "").Absent("none").Default("metric").MustBuild(), `"NONE"`, "metric"), takes(single("string"), `"none"`, "none"))},
	{"coercions are asked for", "Pikuri always reads numbers and truth values from text", "only Lenient does, and every coercion is reported", "the types requirements forbid correction", func(t *testing.T) {
		refuses(single("int"), `"5"`)(t)
		v, err := single("int").Validate(json.RawMessage(`{"p":"5"}`), jarvis.Lenient())
		require.NoError(t, err)
		assert.Equal(t, []jarvis.Coercion{{Param: "p", Path: "p", Got: `"5"`, Type: "int"}}, v.Coercions())
	}},
	{"coercions beyond Pikuri's", "it has no dates", "Lenient also reads looser datetimes and Go durations", "models write them",
		all(takes(single("timedelta"), `"1h30m"`, 90*time.Minute, jarvis.Lenient()), takes(single("datetime"), `"2026-01-18 05:00Z"`, fiveOClock, jarvis.Lenient()))},
	{"numbers in an array of strings", "Pikuri prints the float it has read", "the text that came", "1.50 stays 1.50, and no digit is lost",
		takes(single("array<string>"), `[1.50,9007199254740993]`, []string{"1.50", "9007199254740993"}, jarvis.Lenient())},
	{"all problems at once", "the SDK stops at missing parameters", "one pass finds everything, the error of missing ones holds the others too", "one round trip mends a call", func(t *testing.T) {
		p := jarvis.NewParameters().RequiredString("a", "").OptionalInteger("b", "").OptionalEnum("c", "", "x", "y").MustBuild()
		finds(p, `{"b":"five","c":"z","d":1}`, "missing a", "type b", "enum c", "unknown d")(t)
		_, err := executed(t, echo(demo, p), `{"b":"five"}`)
		assert.ErrorContains(t, err, "Missing required params: a\nParameter 'b' must be of type int")
	}},
	{"sentences", "Pikuri and the SDK word the same mistake in their own ways", "the SDK's sentence, which other programs read; a report adds what came and what is wanted", "one form for both", func(t *testing.T) {
		_, err := single("int").Validate(json.RawMessage(`{"p":"five"}`))
		assert.ErrorContains(t, err, `Parameter 'p' must be of type int, got "five"; want a whole number`)
	}},
	{"what a report reprints", "Pikuri prints the whole schema", "the schema of the parameters concerned", "models read long texts badly, and they cost", func(t *testing.T) {
		p := jarvis.NewParameters().OptionalInteger("bad", "").OptionalInteger("fine", "").MustBuild()
		_, err := p.Validate(json.RawMessage(`{"bad":"x","fine":1}`))
		assert.ErrorContains(t, err, `"bad":{`)
		assert.NotContains(t, err.Error(), "fine")
	}},
	{"what a reprinted schema leaves out", "nothing", "what the lines say: parameters whose line lists all that they may be, descriptions and defaults of values that came", "a model reads the same twice for nothing", func(t *testing.T) {
		p := jarvis.NewParameters().OptionalEnum("unit", "", "metric", "imperial").OptionalInteger("n", "How many.").Default("1").RequiredString("who", "A name.").MustBuild()
		_, err := p.Validate(json.RawMessage(`{"unit":"miles","n":"x"}`))
		_, reprinted, _ := strings.Cut(err.Error(), "The parameters concerned: ")
		assert.JSONEq(t, `{"n":{"type":"integer"},"who":{"type":"string","description":"A name."}}`, reprinted)
		assert.ErrorContains(t, err, "Must be one of: metric, imperial")
	}},
	{"mistakes of a declaration", "an exception for the first", "all of them, joined, each with its place", "one look mends them", func(t *testing.T) {
		_, err := jarvis.NewParameters().RequiredEnum("a", "").OptionalInteger("b", "").Default("x").Add(jarvis.ParameterSpec{Name: "c", Type: "text"}).Build()
		assert.Len(t, strings.Split(err.Error(), "\n"), 3)
	}},
	{"declarations without sense", "enum values of another type, repeated ones, a default of a required parameter", "mistakes of the declaration", "no call could ever meet them", func(t *testing.T) {
		for _, spec := range []jarvis.ParameterSpec{{Enum: []string{"one"}}, {Enum: []string{"1", "1"}}, {Enum: []string{"1"}, Default: new("2")}, {Required: true, Default: new("1")}} {
			spec.Name, spec.Type = "p", "int"
			_, err := jarvis.NewParameters().Add(spec).Build()
			assert.ErrorAs(t, err, new(*jarvis.TagError), "%+v", spec)
		}
	}},
	{"examples", "never looked at", "checked against the parameters when the command is declared", "a wrong example teaches wrong calls", func(t *testing.T) {
		wrong := jarvis.Spec{Name: "demo", Examples: []jarvis.Example{{Utterance: "x", Arguments: jarvis.Args{"q": 1}}}}
		_, err := jarvis.Func(wrong, single("int"), runNothing[jarvis.Values])
		assert.ErrorAs(t, err, new(*jarvis.TagError))
	}},
	{"static metadata", "properties, asked anew at any time", "one literal, read when the command is registered", "what was checked is what is used", func(t *testing.T) {
		reads := 0
		_, err := registered(&readSpec{reads: &reads}).Execute(t.Context(), "read", nil, nil)
		assert.Equal(t, 1, reads, err)
	}},
	{"hooks", "methods found by their names", "interfaces; a method with the name of one but another form is a mistake", "it would never be called", func(t *testing.T) {
		_, err := jarvis.Define(&wrongHook{})
		assert.ErrorContains(t, err, "wrongHook.PreRoute: ")
	}},
	{"names that are taken", "skipped, or replaced", "refused, and nothing else of the same registration is added", "which one runs must not hang on the order of files", func(t *testing.T) {
		reg := registered(echo(demo, nil))
		assert.Error(t, reg.Register(echo(jarvis.Spec{Name: "other"}, nil), echo(demo, nil)))
		assert.Equal(t, 1, reg.Len())
	}},
	{"packages", "installed on first use", "data", "a Go program is compiled with what it needs", func(t *testing.T) {
		spec := jarvis.Spec{Name: "demo", Packages: []jarvis.Package{{Name: "no-such-package", Version: "1.2.3"}}}
		_, err := executed(t, echo(spec, nil), `{}`)
		assert.NoError(t, err)
	}},
	{"after the build", "Pikuri's builder is frozen and raises", "what was built does not change, the builder goes on", "shared groups are built step by step", func(t *testing.T) {
		b := jarvis.NewParameters().OptionalString("p", "")
		first := b.MustBuild()
		assert.Equal(t, 2, b.OptionalString("q", "").MustBuild().Len())
		assert.Equal(t, 1, first.Len())
	}},
	{"mistakes of hosts and authors", "exceptions", "errors to match with errors.As; a panic is one too", "Go", func(t *testing.T) {
		_, err := executed(t, echo(demo, jarvis.NewParameters().OptionalInteger("p", "").Check(func(any) bool { panic("boom") }, "m").MustBuild()), `{"p":1}`)
		assert.ErrorAs(t, err, new(*jarvis.PanicError))
		_, err = executed(t, answering(nil, errors.ErrUnsupported), `{}`)
		assert.ErrorAs(t, err, new(*jarvis.CommandError))
		assert.ErrorIs(t, err, errors.ErrUnsupported)
	}},
	{"the model's mistakes", "exceptions reach the caller of a tool call", "Call answers with a response, unknown names included, and hides the command's own errors", "the model can mend the first and must not read the others", func(t *testing.T) {
		reg := registered(answering(nil, errors.New("password hunter2")))
		resp, err := reg.Call(t.Context(), nil, jarvis.Call{Name: "dmeo"})
		assert.Equal(t, jarvis.Failure("Unknown command 'dmeo'. Did you mean: demo?"), resp, err)
		resp, err = reg.Call(t.Context(), nil, jarvis.Call{Name: "demo"})
		assert.Equal(t, jarvis.Failure("The command 'demo' failed."), resp, err)
	}},
	{"contexts", "a call runs to its end", "every entry takes a context.Context first; its end ends the call", "a host can stop", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := registered(echo(demo, nil)).Execute(ctx, "demo", nil, nil)
		assert.ErrorIs(t, err, context.Canceled)
	}},
	{"state of a command", "one instance serves all calls, arguments are keywords of run", "arguments are fields, and every call has its own copy", "those of one call must not reach another", func(t *testing.T) {
		reg := registered(&readSpec{reads: new(int)})
		for _, args := range []string{`{"text":"a"}`, `{}`} {
			resp, err := reg.Execute(t.Context(), "read", nil, json.RawMessage(args))
			assert.Equal(t, args == `{}`, resp.ContextData["text"] == "", err)
		}
	}},
	{"a validation of one's own", "replaces the declared checks, so that it may drop them or correct a wrong type", "runs after them, on bound values", "no override can let a wrong value through", func(t *testing.T) {
		var ran bool
		resp, err := executed(t, proposing(5, &ran), `{"p":"five"}`)
		assert.Equal(t, "Parameter 'p' must be of type int", resp.ErrorDetails, err)
		assert.False(t, ran)
	}},
	{"suggested values", "a text that replaces the argument unchecked", "any value, read as the parameter's type; one that does not fit is the author's error", "run gets right values only", func(t *testing.T) {
		resp, err := executed(t, proposing("5", new(bool)), `{"p":1}`)
		assert.Equal(t, jarvis.Final(map[string]any{"p": int64(5)}), resp, err)
		_, err = executed(t, proposing("five", new(bool)), `{"p":1}`)
		assert.ErrorAs(t, err, new(*jarvis.SuggestionError))
	}},
	{"post-processing", "returns the arguments", "changes them in place", "there is one map, and forgetting to return it is no mistake to make", func(t *testing.T) {
		cmd := echo(demo, single("string"), valuesHooks{PostProcess: func(_ context.Context, _ *jarvis.Request, args jarvis.Args) error {
			args["p"] = "trash"
			return nil
		}})
		resp, err := registered(cmd).Call(t.Context(), nil, jarvis.Call{Name: "demo", Arguments: json.RawMessage(`{"p":"delete"}`)})
		assert.Equal(t, jarvis.Final(map[string]any{"p": "trash"}), resp, err)
	}},
	{"details of an error", "may stand in a success", "make a failure", "a response says one thing", func(t *testing.T) {
		resp, err := executed(t, answering(&jarvis.Response{Success: true, ErrorDetails: "no such room"}, nil), `{}`)
		assert.Equal(t, &jarvis.Response{ErrorDetails: "no such room"}, resp, err)
		assert.False(t, jarvis.Success(nil, jarvis.WithErrorDetails("no")).Success)
	}},
	{"buttons", "any text for a type", "one that is not complete is the author's error", "a phone could not show it", func(t *testing.T) {
		_, err := executed(t, answering(jarvis.Success(nil, jarvis.WithActions(jarvis.Button{Text: "OK", Action: "ok", Type: "blue"})), nil), `{}`)
		assert.ErrorAs(t, err, new(*jarvis.CommandError))
	}},
	{"actions that are not its own", "a command calls super()", "it returns nil, and the default answers", "Go has no super", func(t *testing.T) {
		hooks := valuesHooks{HandleAction: func(context.Context, *jarvis.Request, jarvis.Values, string, map[string]any) (*jarvis.Response, error) {
			return nil, nil
		}}
		resp, err := registered(echo(demo, nil, hooks)).HandleAction(t.Context(), nil, "demo", jarvis.ActionCancel, nil)
		assert.Equal(t, true, resp.ContextData["cancelled"], err)
	}},
}

// readSpec counts how often its Spec is read, and answers with its argument.
type readSpec struct {
	Text  string    `jarvis:"text"`
	At    time.Time `jarvis:"at"`
	reads *int
}

func (c *readSpec) Spec() jarvis.Spec { *c.reads++; return jarvis.Spec{Name: "read"} }

func (c *readSpec) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"text": c.Text}), nil
}

// wrongHook has a method that looks like a hook.
type wrongHook struct{ Text string }

func (*wrongHook) Spec() jarvis.Spec                                              { return demo }
func (*wrongHook) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }
func (*wrongHook) PreRoute(string) *jarvis.Route                                  { return nil }
