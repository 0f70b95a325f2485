// Hostile texts at every entry point of the package: a clear refusal of bounded length, bounded memory, and nothing kept.

package jarvis_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

// attacked has a parameter of every kind, so that every value meets every reader.
type attacked struct {
	Room   string            `jarvis:"room" enum:"kitchen,hall"`
	Text   string            `jarvis:"text" validate:"max=40"`
	N      int               `jarvis:"n"`
	U      uint8             `jarvis:"u"`
	F      float64           `jarvis:"f" validate:"gte=1,lte=1e300"`
	B      bool              `jarvis:"b"`
	Day    jarvis.Date       `jarvis:"day"`
	At     time.Time         `jarvis:"at"`
	Clock  jarvis.TimeOfDay  `jarvis:"clock"`
	For    time.Duration     `jarvis:"for"`
	Ns     []int             `jarvis:"ns"`
	Texts  []string          `jarvis:"texts" enum:"a,b" validate:"unique"`
	Whens  []time.Time       `jarvis:"whens"`
	Inner  attackedInner     `jarvis:"inner"`
	Inners []attackedInner   `jarvis:"inners"`
	Free   map[string]any    `jarvis:"free"`
	Counts map[string]int    `jarvis:"counts"`
	Labels map[string]string `jarvis:"labels" validate:"dive,max=5"`
	Any    []any             `jarvis:"any"`
}

type attackedInner struct {
	N int `jarvis:"n,required"`
}

func (*attacked) Spec() jarvis.Spec { return jarvis.Spec{Name: "demo"} }

func (*attacked) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// argumentFrames puts a value in the place of the arguments, of every parameter, and of a key that is not declared.
func argumentFrames() []hostile.Frame {
	frames := []hostile.Frame{hostile.Between("arguments", "", "")}
	for name := range jarvis.MustDefine(&attacked{}).Parameters().All() {
		frames = append(frames, hostile.Between(name.Name(), `{"`+name.Name()+`":`, "}"))
	}
	all := hostile.Frame{Name: "all at once", Wrap: func(value string) string {
		var members []string
		for p := range jarvis.MustDefine(&attacked{}).Parameters().All() {
			members = append(members, `"`+p.Name()+`":`+value)
		}
		return "{" + strings.Join(members, ",") + "}"
	}}
	return append(frames, all, hostile.Between("unknown", `{"nobody":`, "}"), hostile.Between("inner.n", `{"inner":{"n":`, "}}"),
		hostile.Between("after a thousand", `{"ns":[`+strings.Repeat("0,", 1000), `]}`))
}

func isValidation(err error) bool {
	_, ok := errors.AsType[*jarvis.ValidationError](err)
	return ok
}

const soundArguments = `{"room":"hall","n":1,"f":2.5,"inner":{"n":1},"ns":[1,2],"free":{"a":[{"b":null}]},"at":"2026-01-18T05:00:00Z","for":"PT1H"}`

func argumentEntries(t testing.TB) []hostile.Entry {
	ctx := context.Background()
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(&attacked{}))
	params := jarvis.MustDefine(&attacked{}).Parameters()
	raised := jarvis.WithLimits(jarvis.Limits{MaxBytes: 100 << 20, MaxDepth: 1 << 30})
	common := hostile.Entry{
		Frames: argumentFrames(), Sound: []string{soundArguments, "", "null"}, Cut: soundArguments, Takes: []string{"only spaces"}, Typed: isValidation, MaxBytes: 1 << 20, MostTold: 16 << 10,
		Factor: 40, Plus: 128 << 10, // a list of any values takes 16 bytes and more for a digit
		Mentions: []string{"arameter", "Arguments", "Invalid value", "Missing"},
	}
	call, validate, execute := common, common, common
	call.Name = "Registry.Call"
	call.Read = func(args []byte) hostile.Outcome {
		resp, err := registry.Call(ctx, nil, jarvis.Call{Name: "demo", Arguments: args})
		require.NoError(t, err)
		told := ""
		if !resp.Success {
			told = resp.Report()
		}
		return hostile.Outcome{Accepted: resp.Success, Told: told}
	}
	call.Raised = func(args []byte) { registry.Call(ctx, nil, jarvis.Call{Name: "demo", Arguments: args}, raised) }
	text := call
	text.Name, text.MaxBytes = "Registry.Call, arguments in a string", 6<<20
	text.Frames = []hostile.Frame{{Name: "quoted", Wrap: quotedText}, {Name: "free, quoted", Wrap: func(value string) string { return quotedText(`{"free":` + value + "}") }}}
	text.Sound, text.Cut = []string{quotedText(soundArguments)}, quotedText(soundArguments)
	validate.Name = "Parameters.Validate"
	validate.Read = func(args []byte) hostile.Outcome {
		_, err := params.Validate(args)
		return hostile.Refused(err)
	}
	validate.Raised = func(args []byte) { params.Validate(args, raised) }
	execute.Name = "Execute, lenient and with unknown keys"
	execute.Read = func(args []byte) hostile.Outcome {
		resp, err := jarvis.Execute[attacked](ctx, nil, args, jarvis.Lenient(), jarvis.IgnoreUnknown())
		if err == nil && !resp.Success {
			err = resp.Validation
		}
		return hostile.Refused(err)
	}
	execute.Raised = func(args []byte) {
		jarvis.Execute[attacked](ctx, nil, args, jarvis.Lenient(), jarvis.IgnoreUnknown(), raised)
	}
	return []hostile.Entry{call, text, validate, execute}
}

// quotedText puts a text in quotes with all that is broken in it.
func quotedText(text string) string { return `"` + jsonEscapes.Replace(text) + `"` }

var jsonEscapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\x00", `\u0000`)

func schemaEntry() hostile.Entry {
	const sound = `{"type":"object","properties":{"a":{"type":"string","enum":["x"]},"b":{"type":"array","items":{"type":"integer","minimum":1}}},"required":["a"]}`
	at := func(keyword string) hostile.Frame {
		return hostile.Between(keyword, `{"type":"object","properties":{"a":{"type":"string","`+keyword+`":`, `}}}`)
	}
	return hostile.Entry{
		Name: "ParametersFromSchema",
		Read: func(text []byte) hostile.Outcome {
			_, err := jarvis.ParametersFromSchema(text)
			return hostile.Refused(err)
		},
		Frames: []hostile.Frame{
			hostile.Between("schema", "", ""), hostile.Between("properties", `{"type":"object","properties":`, "}"),
			hostile.Between("property", `{"type":"object","properties":{"a":`, "}}"), hostile.Between("required", `{"type":"object","properties":{"a":{"type":"string"}},"required":`, "}"),
			hostile.Between("items", `{"type":"object","properties":{"a":{"type":"array","items":`, "}}}"),
			at("description"), at("enum"), at("default"), at("pattern"), at("minLength"), at("anyOf"), at("type2"),
			hostile.Between("minimum", `{"type":"object","properties":{"a":{"type":"number","minimum":`, "}}}"),
			hostile.Between("type", `{"type":"object","properties":{"a":{"type":`, "}}}"),
		},
		Sound: []string{sound}, Cut: sound, Factor: 300, Plus: 64 << 10, MostTold: 20 << 10, Mentions: []string{"Schema."}, // an enum takes most
		Typed: func(err error) bool { _, ok := errors.AsType[*jarvis.TagError](err); return ok },
	}
}

// textEntries are functions that read a text which is no JSON.
func textEntries(t testing.TB) []hostile.Entry {
	one := func(name, sound string, read func(text string) error) hostile.Entry {
		return hostile.Entry{
			Name: name, Sound: []string{sound}, Tolerant: true, Factor: 1, Plus: 64 << 10,
			Read: func(text []byte) hostile.Outcome { return hostile.Refused(read(string(text))) },
		}
	}
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(&attacked{}))
	entries := []hostile.Entry{
		one("ParseDate", "2026-01-18", func(text string) error { _, err := jarvis.ParseDate(text); return err }),
		one("ParseTimeOfDay", "17:30", func(text string) error { _, err := jarvis.ParseTimeOfDay(text); return err }),
		one("ParseDuration", "PT1H", func(text string) error { _, err := jarvis.ParseDuration(text); return err }),
		one("ParseType", "array<int>", func(text string) error { _, err := jarvis.ParseType(text); return err }),
		one("Registry.Call, name", "demo", func(text string) error {
			resp, err := registry.Call(context.Background(), nil, jarvis.Call{Name: text})
			require.NoError(t, err)
			if !resp.Success {
				return errors.New(resp.Report())
			}
			return nil
		}),
	}
	entries[3].Kept += 2 * hostile.Large // a TypeError holds the text
	return entries
}

func jsonEntries() []hostile.Entry {
	return []hostile.Entry{{
		Name: "Authentication.UnmarshalJSON", Sound: []string{`{"provider":"x"}`}, Factor: 32, Plus: 64 << 10, Tolerant: true,
		Read: func(text []byte) hostile.Outcome {
			return hostile.Refused(json.Unmarshal(text, new(jarvis.Authentication)))
		},
	}, {
		Name: "Secret.UnmarshalJSON", Sound: []string{`{"key":"x","scope":"user","value_type":"string"}`}, Factor: 32, Plus: 64 << 10, Tolerant: true,
		Read: func(text []byte) hostile.Outcome { return hostile.Refused(json.Unmarshal(text, new(jarvis.Secret))) },
	}}
}

func TestHostileArguments(t *testing.T) {
	for _, e := range argumentEntries(t) {
		e.Test(t)
	}
}

func TestHostileSchemas(t *testing.T) { schemaEntry().Test(t) }

func TestHostileTexts(t *testing.T) {
	for _, e := range textEntries(t) {
		e.Test(t)
	}
}

func TestHostileJSON(t *testing.T) {
	for _, e := range jsonEntries() {
		e.Test(t)
	}
}

func TestHostileEnvironment(t *testing.T) {
	for _, v := range hostile.Values() {
		text := v.Text(100 << 10)
		if strings.Contains(text, "\x00") {
			continue // no environment has it
		}
		t.Setenv("HOSTILE_KEY", text)
		got, ok, err := jarvis.EnvSecrets("HOSTILE_").Lookup(t.Context(), jarvis.SecretRef{Key: "KEY", Scope: jarvis.ScopeIntegration})
		require.NoError(t, err)
		assert.True(t, ok)
		assert.Equal(t, len(os.Getenv("HOSTILE_KEY")), len(got))
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, list := range [][]hostile.Entry{argumentEntries(b), {schemaEntry()}, textEntries(b), jsonEntries()} {
		for _, e := range list {
			e.Benchmark(b)
		}
	}
}

func TestHostilePage(t *testing.T) {
	hostile.CheckPage(t, "docs/hostile.md", "jarvis", argumentEntries(t)[0], schemaEntry())
}

// A date or a time that is read is written as a text that is read as the same.
func FuzzDate(f *testing.F) {
	for _, text := range []string{"2026-01-18", "2024-02-29", "17:30", "17:30:00.5+02:00", "0000-01-01", "24:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := jarvis.ParseDate(text); err == nil {
			again, err := jarvis.ParseDate(d.String())
			require.NoError(t, err)
			require.Equal(t, d, again)
		}
		if c, err := jarvis.ParseTimeOfDay(text); err == nil {
			again, err := jarvis.ParseTimeOfDay(c.String())
			require.NoError(t, err)
			require.Equal(t, c, again)
		}
	})
}

// What is read of the declarations of a secret or an account is written again and read as the same.
func FuzzDeclarationsJSON(f *testing.F) {
	f.Add(`{"key":"K","scope":"user","value_type":"string","enum_values":["a"],"presets":{"a":{"b":"c"}},"required":false}`)
	f.Add(`{"type":"oauth","provider":"p","keys":["k"],"scopes":["s"],"send_redirect_uri":false,"discovery_port":1}`)
	f.Fuzz(func(t *testing.T, text string) {
		rewrites[jarvis.Secret](t, text)
		rewrites[jarvis.Authentication](t, text)
	})
}

func rewrites[T any](t *testing.T, text string) {
	var v, again T
	if json.Unmarshal([]byte(text), &v) != nil {
		return
	}
	written, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(written, &again))
	rewritten, err := json.Marshal(again)
	require.NoError(t, err)
	require.JSONEq(t, string(written), string(rewritten))
}
