// Texts typed by declared types: every pair, and the order in which several types are tried.

package toolcall

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCoerceOneType(t *testing.T) {
	texts := []string{"null", "NULL", "None", "nil", "", " ", "0", "1", "-7", "007", "+1", "5.0", "5.", ".5", "-0.0", "3.14", "5.0e2", "1e3", "12345678901234567890", "NaN",
		"true", "True", "FALSE", " true\n", "yes", `{"a": 1.0}`, "{'a': None}", "{}", "{1, 2}", `[1, "x"]`, "('a', 'b')", "['a']", "[", `"q"`, "Zoë"}
	// Texts that are not listed under a type stay strings.
	wants := map[string]map[string]string{
		"null":    {"null": "null", "NULL": "null"},
		"integer": {"0": "0", "1": "1", "-7": "-7", "12345678901234567890": "12345678901234567890"},
		"number": {"0": "0", "1": "1", "-7": "-7", "5.0": "5", "-0.0": "-0", "3.14": "3.14", "5.0e2": "5.0e2", "1e3": "1e3",
			"12345678901234567890": "12345678901234567890"},
		"boolean": {"0": "false", "1": "true", "true": "true", "True": "true", "FALSE": "false", " true\n": "true"},
		"object":  {`{"a": 1.0}`: `{"a": 1.0}`, "{'a': None}": `{"a":null}`, "{}": "{}"},
		"array":   {`[1, "x"]`: `[1, "x"]`, "['a']": `["a"]`},
		"string":  {},
		"unheard": {"null": "null", "0": "0", "1": "1", "-7": "-7", "5.0": "5.0", "-0.0": "-0.0", "3.14": "3.14", "5.0e2": "5.0e2", "1e3": "1e3",
			"12345678901234567890": "12345678901234567890", "true": "true", " true\n": "true", `{"a": 1.0}`: `{"a": 1.0}`, "{}": "{}",
			`[1, "x"]`: `[1, "x"]`, `"q"`: `"q"`},
	}
	for name, want := range wants {
		for _, text := range texts {
			value, listed := want[text]
			if !listed {
				value = string(quoted(text))
			}
			assert.Equal(t, value, string(coerce(text, []string{name})), "%q as %s", text, name)
		}
	}
	for _, text := range texts {
		assert.Equal(t, string(quoted(text)), string(coerce(text, nil)), "%q undeclared", text)
	}
}

func TestCoerceSeveralTypes(t *testing.T) {
	for _, c := range []struct{ text, types, want string }{
		{"null", "string null", "null"},
		{"None", "string null", `"None"`},
		{"null", "string integer", `"null"`},
		{"1", "boolean integer", "1"},
		{"1", "boolean string", "true"},
		{"1", "null", "\"1\""},
		{"1.0", "integer number", "1"},
		{"1.0", "integer string", `"1.0"`},
		{"5", "string integer", "5"},
		{"five", "string integer", `"five"`},
		{"{}", "string array object", "{}"},
		{"[]", "string array object", "[]"},
		{"{'a': [1,]}", "array object", `{"a":[1]}`},
		{"{}", "array", `"{}"`},
		{"5", "unheard string", `"5"`},
		{"[5]", "unheard integer", "[5]"},
		{"7", "Int", "7"},
		{"7", "float", "7"},
		{" x ", "str", `" x "`},
		{" x ", "integer", `" x "`},
		{"a\x00\xff", "string", "\"a\\u0000\ufffd\""},
	} {
		assert.Equal(t, c.want, string(coerce(c.text, strings.Fields(c.types))), "%q as %s", c.text, c.types)
	}
}

func TestCoerceIsBounded(t *testing.T) {
	for _, open := range []string{"[", `{"a":`, "{'a':", "('x',["} {
		deep := strings.Repeat(open, 100_000)
		assert.Equal(t, string(quoted(deep)), string(coerce(deep, []string{"object", "array", "unheard"})))
	}
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	assert.Equal(t, nested(3), string(coerceWithin(nested(3), []string{"array"}, 3)))
	assert.Equal(t, string(quoted(nested(4))), string(coerceWithin(nested(4), []string{"array"}, 3)))
}

// coerce is coerceWithin at the depth that arguments may have by default.
func coerce(text string, types []string) json.RawMessage {
	return coerceWithin(text, types, Limits{}.depth()-1)
}
