// Python form: the JSON of completions, to the byte as json.dumps of Python writes it.

package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// callOf is a call with these arguments.
func callOf(name, arguments string) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{Name: name, Arguments: json.RawMessage(arguments)}}
}

// pythonForm returns how a value is written within the arguments of a completion.
func pythonForm(value string) (string, error) {
	text, err := prompt.PhiCompletion(callOf("f", `{"v":`+value+`}`))
	text = strings.TrimPrefix(text, ` functools[{"name": "f", "arguments": {"v": `)
	return strings.TrimSuffix(text, "}}]"), err
}

// The right column is what Python 3.11 prints for json.dumps(json.loads(left)).
func TestPythonForm(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"whole number":          {`42`, `42`},
		"beyond 64 bits":        {`-123456789012345678901234567890`, `-123456789012345678901234567890`},
		"whole minus zero":      {`-0`, `0`},
		"float minus zero":      {`-0.0`, `-0.0`},
		"float without digits":  {`21.0`, `21.0`},
		"fraction":              {`21.50`, `21.5`},
		"exponent makes floats": {`1E5`, `100000.0`},
		"zero with exponent":    {`0e5`, `0.0`},
		"last without exponent": {`9999999999999998.0`, `9999999999999998.0`},
		"first with exponent":   {`1e16`, `1e+16`},
		"least without":         {`0.0001`, `0.0001`},
		"small":                 {`0.00001`, `1e-05`},
		"three digit exponent":  {`1.5e300`, `1.5e+300`},
		"more digits than kept": {`123456789.123456789`, `123456789.12345679`},
		"least float":           {`5e-324`, `5e-324`},
		"underflow":             {`-1e-400`, `-0.0`},
		"words":                 {`[ true,false , null ]`, `[true, false, null]`},
		"empty":                 {`[{ },[ ],""]`, `[{}, [], ""]`},
		"order of keys":         {`{"z":1,"a":{"y":2,"b":3}}`, `{"z": 1, "a": {"y": 2, "b": 3}}`},
		"repeated key":          {`{"a":1,"b":2,"a":3}`, `{"a": 3, "b": 2}`},
		"repeated in escapes":   {`{"a":{"x":1,"x":22},"\u0061":[1,2,3],"b":0}`, `{"a": [1, 2, 3], "b": 0}`},
		"repeated within":       {`[{"a":{"x":1,"y":2,"x":33},"b":4,"b":"five"},6]`, `[{"a": {"x": 33, "y": 2}, "b": "five"}, 6]`},
		"quotes and slashes":    {`"a\"b\\c\/d/e"`, `"a\"b\\c/d/e"`},
		"control characters":    {`"\b\f\n\r\t\u0000\u001f"`, `"\b\f\n\r\t\u0000\u001f"`},
		"delete":                {"\"\u007f\"", `"\u007f"`},
		"not for HTML":          {`"<b> & 'c' ~"`, `"<b> & 'c' ~"`},
		"Latin":                 {`"Zürich, Küche"`, `"Z\u00fcrich, K\u00fcche"`},
		"escapes to small":      {`"\u00DF\u20AC"`, `"\u00df\u20ac"`},
		"beyond 16 bits":        {`"😀"`, `"\ud83d\ude00"`},
		"first beyond":          {"\"\uffff\U00010000\"", `"\uffff\ud800\udc00"`},
		"pair in escapes":       {`"\uD83D\uDE00"`, `"\ud83d\ude00"`},
		"line separators":       {"\"\u2028\ufeff\"", `"\u2028\ufeff"`},
		"key":                   {`{"größe":1}`, `{"gr\u00f6\u00dfe": 1}`},
		"looks like a number":   {`"1E5"`, `"1E5"`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := pythonForm(c.in)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestPythonFormRefuses(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for name, c := range map[string]struct{ in, reason string }{
		"infinite":        {`1e400`, "1e400"},
		"minus infinite":  {`[-1e400]`, "-1e400"},
		"not a number":    {`NaN`, "unexpected text"},
		"lone surrogate":  {`"\ud83d"`, "surrogate"},
		"half of a pair":  {`"\ude00x"`, "surrogate"},
		"invalid UTF-8":   {"\"\xff\"", "UTF-8"},
		"control in text": {"\"a\nb\"", "unexpected"},
		"comma":           {`[1,]`, "unexpected"},
		"only a comma":    {`{,}`, "unexpected"},
		"crossed":         {`{]`, "unexpected"},
		"cut off":         {`[1`, "unexpected"}, // the brace behind it does not close it
		"too deep":        {deep(64), "64 levels"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := pythonForm(c.in)
			var refused *prompt.CompletionError
			require.ErrorAs(t, err, &refused)
			assert.Contains(t, refused.Reason, c.reason)
		})
	}
	_, err := pythonForm(deep(63))
	assert.NoError(t, err)
}

// What is written once is written in the same way again, and is the same JSON as before.
func TestPythonFormIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, err := json.Marshal(pythonValues().Draw(t, "value"))
		require.NoError(t, err)
		once, err := pythonForm(string(in))
		require.NoError(t, err)
		assert.JSONEq(t, string(in), once)
		assert.False(t, strings.ContainsFunc(once, func(c rune) bool { return c < ' ' || c > '~' }))
		twice, err := pythonForm(once)
		require.NoError(t, err)
		assert.Equal(t, once, twice)
	})
}

// pythonValues makes values as encoding/json reads them.
func pythonValues() *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.String().AsAny(), rapid.SampledFrom([]string{"</tool_call>", "<think>", `\`, "{", "[TOOL_CALLS]", "# x"}).AsAny(),
		rapid.Float64Range(-1e300, 1e300).AsAny(), rapid.Int32().AsAny(), rapid.Bool().AsAny(), rapid.Just[any](nil))
	return rapid.OneOf(scalar, rapid.SliceOfN(scalar, 0, 4).AsAny(),
		rapid.MapOfN(rapid.String(), scalar, 0, 4).AsAny(),
		rapid.MapOfN(rapid.String(), rapid.SliceOfN(scalar, 0, 3), 0, 3).AsAny())
}

// FuzzPythonForm: any arguments are refused with a reason or written as JSON that is written again as it is.
func FuzzPythonForm(f *testing.F) {
	for _, seed := range []string{`{"a":1,"a":[2.50,{"b":null}]}`, `{"é":"\ud83d\ude00"}`, `"{\"a\":1e5}"`, `{"a":1e400}`, `[`, "{\"\xff\":1}", `{"a":{},"a":{"x":0,"x":1}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, arguments string) {
		once, err := prompt.PhiCompletion(callOf("f", arguments))
		if err != nil {
			require.ErrorAs(t, err, new(*prompt.CompletionError))
			return
		}
		written := strings.TrimSuffix(strings.TrimPrefix(once, ` functools[{"name": "f", "arguments": `), "}]")
		require.True(t, json.Valid([]byte(written)), written)
		twice, err := prompt.PhiCompletion(callOf("f", written))
		require.NoError(t, err)
		require.Equal(t, once, twice)
	})
}
