// Agree and the seeds of Fuzz on mistakes of the author's code that only learning meets, and on commands of which nothing is proved.

package jarvistest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

func percentSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "100"}
}

type (
	unbounded int              // takes what its schema refuses
	shifted   int              // keeps another number than it was sent
	holed     int              // refuses most of what its schema takes
	anyCase   string           // takes its members in any case
	fixed     string           // takes its constant in any case
	unmissing struct{ X *int } // takes an object without what is required
	brittle   string           // panics
	moody     struct{}         // takes every second text
	growing   struct{ s string }
	settled   struct{ s string } // writes what it was sent in its own spelling
	closed    string             // takes nothing that anybody guesses
)

func (unbounded) JSONSchema() *jsonschema.Schema    { return percentSchema() }
func (u *unbounded) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, (*int)(u)) }

func (shifted) JSONSchema() *jsonschema.Schema { return percentSchema() }
func (s *shifted) UnmarshalJSON(raw []byte) error {
	var n int
	if err := json.Unmarshal(raw, &n); err != nil || n < 0 || n > 100 {
		return errors.New("no percentage")
	}
	*s = shifted(n + 1)
	return nil
}

func (holed) JSONSchema() *jsonschema.Schema { return percentSchema() }
func (h *holed) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, (*int)(h)); err != nil || *h < 0 || *h > 100 || *h > 1 && *h < 99 {
		return errors.New("in the hole")
	}
	return nil
}

func (anyCase) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"on", "off"}}
}
func (a *anyCase) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, (*string)(a)); err != nil || strings.ToLower(string(*a)) != "on" && strings.ToLower(string(*a)) != "off" {
		return errors.New("neither on nor off")
	}
	return nil
}

func (fixed) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Const: "Fixed"}
}
func (f *fixed) UnmarshalJSON(raw []byte) error {
	if err := json.Unmarshal(raw, (*string)(f)); err != nil || !strings.EqualFold(string(*f), "fixed") {
		return errors.New("not fixed")
	}
	return nil
}

func (unmissing) JSONSchema() *jsonschema.Schema {
	schema := jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"x"}, AdditionalProperties: jsonschema.FalseSchema}
	schema.Properties.Set("x", &jsonschema.Schema{Type: "integer"})
	return &schema
}
func (u *unmissing) UnmarshalJSON(raw []byte) error {
	type plain unmissing
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	return dec.Decode((*plain)(u))
}

func (*brittle) UnmarshalText(text []byte) error {
	if len(text) > 3 {
		panic("more than three bytes")
	}
	return nil
}

var moods int

func (*moody) UnmarshalText([]byte) error {
	if moods++; moods%2 == 0 {
		return errors.New("not now")
	}
	return nil
}

func (g *growing) UnmarshalText(text []byte) error { g.s = string(text); return nil }
func (g growing) MarshalText() ([]byte, error)     { return []byte(g.s + "x"), nil }

func (s *settled) UnmarshalText(text []byte) error { s.s = strings.ToLower(string(text)); return nil }
func (s settled) MarshalText() ([]byte, error)     { return []byte(s.s), nil }

func (*closed) UnmarshalText(text []byte) error {
	if string(text) != "open sesame" {
		return errors.New("closed")
	}
	return nil
}

func TestAgreeAndSeedsFind(t *testing.T) {
	for _, c := range []struct {
		name string
		cmd  jarvis.Command
		want []string // in what is said
	}{
		{"a bound that code misses by one", made[struct {
			P capped `jarvis:"p"`
		}](), []string{"the binder should not have refused this", `{"p":100}`, "UnmarshalJSON of jarvistest_test.capped refused it: too much"}},
		{"a number below the schema", made[struct {
			P unbounded `jarvis:"p"`
		}](), []string{"the binder should not have accepted this", `{"p":-1}`, "minimum: got -1, want 0"}},
		{"a hole that is at no bound", made[struct {
			P holed `jarvis:"p"`
		}](), []string{"the binder should not have refused this", "UnmarshalJSON of jarvistest_test.holed refused it: in the hole"}},
		{"an object without what is required", made[struct {
			P unmissing `jarvis:"p"`
		}](), []string{"the binder should not have accepted this", `{"p":{}}`, "missing property 'x'"}},
		{"a text that panics", made[struct {
			P brittle `jarvis:"p"`
		}](), []string{"the binder gave no report", "UnmarshalText of jarvistest_test.brittle refused it: it panicked: more than three bytes"}},
		{"inside of lists", made[struct {
			P []map[string]brittle `jarvis:"p"`
		}](), []string{"UnmarshalText of jarvistest_test.brittle refused it: it panicked"}},
		{"an enum in another case", made[struct {
			P anyCase `jarvis:"p"`
		}](), []string{"the binder should not have accepted this", `{"p":"O`}},
		{"a constant in another case", made[struct {
			P []fixed `jarvis:"p"`
		}](), []string{"the binder should not have accepted this", `{"p":["`}},
		{"another number than was sent", made[struct {
			P shifted `jarvis:"p"`
		}](), []string{"bound values change when they are sent", "the type of p has to write what it reads"}},
		{"in a struct", made[struct {
			P struct {
				Q []shifted `jarvis:"q,required"`
			} `jarvis:"p"`
		}](), []string{"bound values change when they are sent", "the type of p has to write what it reads"}},
		{"a text that grows", made[struct {
			P *growing `jarvis:"p"`
		}](), []string{`bound values change when they are sent: {"p":"`, "let its MarshalJSON or MarshalText undo"}},
		{"a type that changes its mind at every call", made[struct {
			P *moody `jarvis:"p"`
		}](), []string{"UnmarshalText of jarvistest_test.moody takes a text and then refuses it"}},
		{"a check that takes nothing", dynamic(jarvis.NewParameters().RequiredInteger("n", "").OptionalInteger("m", "").
			Check(func(any) bool { return false }, "no").RequiredString("s", "").MustBuild()), []string{"no value was accepted, so nothing is proved, of m."}},
		{"a required parameter that takes nothing", dynamic(jarvis.NewParameters().RequiredInteger("n", "").Check(func(any) bool { return false }, "no").
			OptionalString("s", "").MustBuild()), []string{"no arguments were accepted, so nothing is proved: no value was found for n. Give one that is right in an Example of the Spec"}},
		{"types that take nothing", made[struct {
			P closed   `jarvis:"p"`
			Q []closed `jarvis:"q" validate:"min=1"`
			R string   `jarvis:"r"`
		}](), []string{"no value was accepted, so nothing is proved, of p, q."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("JARVIS_SEED", "")
			var tb agreeTB
			jarvistest.Agree(&tb, c.cmd)
			require.Len(t, tb.errors, 1)
			seeds := strings.Join(jarvistest.SeedFailures(t, c.cmd), "\n")
			for _, text := range c.want {
				assert.Contains(t, tb.errors[0], text)
				assert.Contains(t, seeds, text)
			}
		})
	}
}

// An example proves; a type that settles for one spelling is right.
func TestAgreeIsContent(t *testing.T) {
	example := jarvis.Example{Utterance: "u", Arguments: jarvis.Args{"p": "open sesame"}}
	for name, cmd := range map[string]jarvis.Command{
		"one spelling": made[struct {
			P settled            `jarvis:"p"`
			Q map[string]settled `jarvis:"q"`
		}](),
		"an example": made[struct {
			P closed `jarvis:"p"`
		}](example),
		"nothing to prove": made[struct{}](),
	} {
		t.Run(name, func(t *testing.T) {
			var tb agreeTB
			jarvistest.Agree(&tb, cmd)
			assert.Empty(t, tb.errors)
			assert.Empty(t, jarvistest.SeedFailures(t, cmd))
		})
	}
}

func TestAgreeNamesOnlySome(t *testing.T) {
	b := jarvis.NewParameters().RequiredInteger("n", "")
	for i := range 30 {
		b = b.OptionalInteger(fmt.Sprint("p", i), "").Check(func(any) bool { return false }, "no")
	}
	var tb agreeTB
	jarvistest.Agree(&tb, dynamic(b.MustBuild()))
	require.Len(t, tb.errors, 1)
	assert.Contains(t, tb.errors[0], "of p0, p1, p2,")
	assert.Contains(t, tb.errors[0], "p19 and 10 more. Give")
}

func TestAgreeTwice(t *testing.T) {
	var tb agreeTB
	jarvistest.Agree(&tb, made[struct{}](), made[struct{}]())
	assert.Equal(t, []string{`jarvistest.Agree: two commands have the name "made"; the second is not tested`}, tb.errors)
	assert.Len(t, tb.logs, 1)
}

// Of a wide declaration less is tried, yet a value of every parameter; and a mistake at one of them is found.
func TestAgreeOnManyParameters(t *testing.T) {
	for _, required := range []bool{false, true} {
		b := jarvis.NewParameters()
		for i := range 250 {
			if required {
				b = b.RequiredInteger(fmt.Sprint("p", i), "").Validate("gte=1")
			} else {
				b = b.OptionalString(fmt.Sprint("p", i), "").Validate("email")
			}
		}
		var right, wrong agreeTB
		jarvistest.Agree(&right, dynamic(b.MustBuild()))
		assert.Empty(t, right.errors)
		require.Len(t, right.logs, 1)
		assert.Contains(t, right.logs[0], "\nOf 250 parameters only a part was edited, and each call gave some of those that may be left out")
		jarvistest.Agree(&wrong, dynamic(b.OptionalInteger("last", "").Check(func(any) bool { return false }, "no").MustBuild()))
		require.Len(t, wrong.errors, 1)
		assert.Contains(t, wrong.errors[0], "so nothing is proved, of last.")
	}
}

func TestFuzzOnManyParameters(t *testing.T) {
	b := jarvis.NewParameters()
	for i := range 250 {
		b = b.OptionalInteger(fmt.Sprint("p", i), "")
	}
	assert.Empty(t, jarvistest.SeedFailures(t, dynamic(b.MustBuild())))
}
