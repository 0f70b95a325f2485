// Agree on right declarations, and what it says of wrong ones.

package jarvistest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// agreeTB keeps what a test would have printed.
type agreeTB struct {
	testing.TB
	errors, logs []string
}

func (r *agreeTB) Helper() {}

func (r *agreeTB) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *agreeTB) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}

func TestAgreeOnExamples(t *testing.T) {
	jarvistest.Agree(t, commands.All(commands.Config{})...)
}

// On right declarations nothing is found, and what is tried is worth something: every documented difference comes up alone.
func TestAgreeOnDeclarations(t *testing.T) {
	all := declarations(t)
	said := map[string]*agreeTB{}
	t.Run("all", func(t *testing.T) {
		for name, cmd := range all {
			tb := new(agreeTB)
			said[name] = tb
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				jarvistest.Agree(tb, cmd)
				assert.Empty(t, tb.errors)
				require.Len(t, tb.logs, 1)
			})
		}
	})
	seen := ""
	for _, tb := range said {
		seen += strings.Join(tb.logs, "\n")
	}
	for _, reason := range []string{
		"no arguments at all", "null for an optional parameter", "absent words", "a time without offset or seconds", "a fraction of a second in a duration",
		"an enum member in another spelling", "a duration with years or months or beyond 64 bits", "a leap second", "a number outside the Go field",
		"a repeated key or broken Unicode", "a text that a TextUnmarshaler refuses", "a rule that no keyword says",
	} {
		assert.Contains(t, seen, "apart for "+reason, "this never came up alone")
	}
}

// An author that describes another type than is read, in one way or the other.
type (
	lax     struct{}
	tight   struct{}
	capped  int
	dropped struct{}
	shaky   string
)

func (lax) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: levels}
}
func (*lax) UnmarshalJSON([]byte) error { return nil }

func (tight) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }
func (*tight) UnmarshalJSON(raw []byte) error {
	if string(raw) != `"on"` {
		return errors.New("only on")
	}
	return nil
}

func (capped) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: "100"}
}
func (c *capped) UnmarshalJSON(raw []byte) error {
	n := 0
	if err := json.Unmarshal(raw, &n); err != nil || n < 0 || n >= 100 { // off by one
		return errors.New("too much")
	}
	*c = capped(n)
	return nil
}

func (dropped) JSONSchema() *jsonschema.Schema {
	schema := jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	schema.Properties.Set("x", &jsonschema.Schema{Type: "integer"})
	return &schema
}
func (*dropped) UnmarshalJSON(raw []byte) error {
	var read struct{ X int }
	return json.Unmarshal(raw, &read) // other keys are overlooked
}

// UnmarshalText takes two of three texts.
func (*shaky) UnmarshalText([]byte) error {
	if calls.Add(1)%3 == 0 {
		return errors.New("not now")
	}
	return nil
}

var calls atomic.Int64

func TestAgreeFinds(t *testing.T) {
	flips := 0
	for _, c := range []struct {
		name string
		cmd  jarvis.Command
		want []string // in the text of the one failure
	}{
		{"a type that takes more than its schema", made[struct {
			A lax `jarvis:"a,required"`
		}](), []string{"made: the binder should not have accepted this: both refuse", `arguments  {"a":""}`, "schema     refused: at '/a': value must be one of"}},
		{"a type that takes less than its schema", made[struct {
			A *tight `jarvis:"a"`
		}](), []string{"the binder should not have refused this: nothing is wrong with it", `arguments  {"a":""}`, `binder     refused: Parameter 'a' must be of type string, got ""`}},
		{"in an array", made[struct {
			A []tight `jarvis:"a"`
		}](), []string{`arguments  {"a":[""]}`}},
		{"a bound missed by one", made[struct {
			A capped `jarvis:"a"`
			B int    `jarvis:"b,required"`
		}](), []string{`"a":100`, "want a whole number without quotes"}},
		{"keys that are overlooked", made[struct {
			A dropped `jarvis:"a"`
		}](), []string{"the binder should not have accepted this", `"a":{"`}},
		{"a type that changes its mind", made[struct {
			A *shaky `jarvis:"a"`
		}](), []string{"a text that a TextUnmarshaler refuses"}},
		{"a check that changes its mind", dynamic(jarvis.NewParameters().RequiredInteger("n", "").
			Check(func(any) bool { flips++; return flips%2 == 0 }, "m").MustBuild()), []string{"binding twice gives two results"}},
		{"a check that panics", dynamic(jarvis.NewParameters().RequiredInteger("n", "").
			Check(func(v any) bool { return 10/v.(int64) > 0 }, "m").MustBuild()), []string{"the binder gave no report: a check panicked", `{"n":0}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("JARVIS_SEED", "")
			var tb agreeTB
			jarvistest.Agree(&tb, c.cmd)
			require.Len(t, tb.errors, 1)
			for _, text := range c.want {
				assert.Contains(t, tb.errors[0], text)
			}
			assert.Contains(t, tb.errors[0], "The same arguments again: JARVIS_SEED=20261121")
			assert.Less(t, strings.Count(tb.errors[0], "arguments  "), 4, "a few are enough")
			assert.NotContains(t, tb.errors[0], "arguments  \n")
		})
	}
}

// unnamed is a command without a name, which is a mistake.
type unnamed struct{}

func (unnamed) Spec() jarvis.Spec { return jarvis.Spec{} }

func (unnamed) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

func TestAgreeRefuses(t *testing.T) {
	var none, wrong, nothing agreeTB
	jarvistest.Agree(&none)
	assert.Equal(t, []string{"jarvistest.Agree: no commands are given, so nothing is tested"}, none.errors)
	jarvistest.Agree(&wrong, unnamed{}, picky{})
	assert.Equal(t, []string{"jarvistest.Agree: the commands are declared wrongly:\nunnamed.Spec.Name: the command has no name"}, wrong.errors)
	assert.Len(t, wrong.logs, 1, "the other command is tested")
	jarvistest.Agree(&nothing, nil)
	assert.Len(t, nothing.errors, 1)
}

func TestAgreeSeed(t *testing.T) {
	log := func(seed string) (string, []string) {
		t.Setenv("JARVIS_SEED", seed)
		var tb agreeTB
		jarvistest.Agree(&tb, made[scalars]())
		require.Len(t, tb.logs, 1)
		return tb.logs[0], tb.errors
	}
	usual, _ := log("")
	again, _ := log("20261121")
	other, _ := log("7")
	random, _ := log("random")
	assert.Equal(t, usual, again)
	assert.NotEqual(t, usual, other)
	assert.Contains(t, other, "JARVIS_SEED=7")
	assert.NotEqual(t, usual, random)
	_, failed := log("x")
	assert.Equal(t, []string{`JARVIS_SEED is "x"; use a number from 0 to 18446744073709551615, or random`}, failed)
}

// Values that only the author knows to be right are taken from the examples.
func TestAgreeUsesExamples(t *testing.T) {
	secret := jarvis.NewParameters().RequiredString("word", "").Check(func(v any) bool { return v == "open sesame" }, "wrong").MustBuild()
	var without, with agreeTB
	jarvistest.Agree(&without, dynamic(secret))
	jarvistest.Agree(&with, dynamic(secret, jarvis.Example{Utterance: "u", Arguments: jarvis.Args{"word": "open sesame"}}))
	assert.Equal(t, []string{"jarvistest.Agree: dynamic: no arguments were accepted, so nothing is proved: no value was found for word. " +
		"Give one that is right in an Example of the Spec; what Examples hold is tried first"}, without.errors)
	assert.Empty(t, with.errors)
}
