// Tests of JSON values: exact numbers, what differs and what does not.

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNumbersCompareByExactValue(t *testing.T) {
	zeros := strings.Repeat("0", 400)
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true},
		{"1", "1e0", true},
		{"1", "1E+0", true},
		{"1", "10e-1", true},
		{"1", "0.1e1", true},
		{"100", "1e2", true},
		{"100", "1.00e2", true},
		{"0.001", "1e-3", true},
		{"-2.50", "-25e-1", true},
		{"0", "-0", true},
		{"0", "0.000", true},
		{"0", "0e999", true},
		{"1" + zeros, "1e400", true},
		{"1e999999999999999999999", "10e999999999999999999998", true},
		{"1e-999999999999999999999", "0.1e-999999999999999999998", true},
		{"9007199254740993", "9007199254740993.0", true},
		{"9007199254740993", "9007199254740992", false},
		{"9007199254740993", "9.007199254740992e15", false},
		{"0.1", "0.1000000000000000055511151231257827", false},
		{"1", "-1", false},
		{"1", "10", false},
		{"10", "1e2", false},
		{"1e999999999999999999999", "1e999999999999999999998", false},
		{"1e-400", "0", false},
		{"1", "1.0000000000000000000000000000000001", false},
	} {
		t.Run(tc.a[:min(len(tc.a), 30)]+" and "+tc.b, func(t *testing.T) {
			a, b := parsed(t, tc.a), parsed(t, tc.b)
			assert.Equal(t, tc.same, difference(a, b) == nil)
			assert.Equal(t, tc.same, difference(b, a) == nil)
		})
	}
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	v, err := parseJSON([]byte(text))
	require.NoError(t, err)
	return v
}

func TestDifference(t *testing.T) {
	for _, tc := range []struct{ name, want, got, path string }{
		{"order, spacing and escapes", `{"a":[1,"\u00e9"],"b":null}`, "{ \"b\" : null,\n\"a\":[1.0,\"é\"]}", "same"},
		{"empty", `[{},[]]`, `[{},[]]`, "same"},
		{"member of a member", `{"a":{"b":[0,{"c":1}]}}`, `{"a":{"b":[0,{"c":2}]}}`, ".a.b[1].c"},
		{"member less", `{"a":1}`, `{}`, ".a"},
		{"member more", `{}`, `{"a":null}`, ".a"},
		{"case of a name", `{"a":1}`, `{"A":1}`, ".a"},
		{"element less", `[1,2]`, `[1]`, "[1]"},
		{"element more", `[1]`, `[1,2]`, "[1]"},
		{"order of elements", `[1,2]`, `[2,1]`, "[0]"},
		{"null and false", `null`, `false`, ""},
		{"null and a list", `null`, `[]`, ""},
		{"null and an object", `null`, `{}`, ""},
		{"list and null", `[]`, `null`, ""},
		{"object and list", `{}`, `[]`, ""},
		{"list and object", `[]`, `{}`, ""},
		{"number and text", `1`, `"1"`, ""},
		{"text and number", `"1"`, `1`, ""},
		{"true and text", `true`, `"true"`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := difference(parsed(t, tc.want), parsed(t, tc.got))
			if tc.path == "same" {
				assert.Nil(t, d)
				return
			}
			require.NotNil(t, d)
			assert.Equal(t, tc.path, d.path)
		})
	}
}

func TestParseJSONRefuses(t *testing.T) {
	for _, text := range []string{``, ` `, `{`, `[1`, `[1,]`, `{"a":1,"a":2}`, `1 2`, `01`, `+1`, `"\ud800"`, "\"\xff\"", `nul`, `{"a"}`} {
		_, err := parseJSON([]byte(text))
		assert.Error(t, err, text)
	}
}

func TestJSONText(t *testing.T) {
	text := `{"b":[1.0,"a\"\n",true,null],"a":{}}`
	assert.Equal(t, text, jsonText(parsed(t, text)))
}

func TestFromGo(t *testing.T) {
	v, err := fromGo(map[string]any{"a": []any{nil, true, "x", json.Number("10e-1"), map[string]any{}}})
	require.NoError(t, err)
	assert.Nil(t, difference(parsed(t, `{"a":[null,true,"x",1,{}]}`), v))
	for _, wrong := range []any{1, 1.5, []string{"a"}, []any{int64(1)}, map[string]any{"a": 1}, json.Number("x"), json.Number("true"), json.Number("")} {
		_, err := fromGo(wrong)
		assert.Error(t, err, "%T", wrong)
	}
}

func TestToGoUndoesFromGo(t *testing.T) {
	v := parsed(t, `{"a":[null,true,"x",1.50,{}],"b":[]}`)
	back, err := fromGo(toGo(v))
	require.NoError(t, err)
	assert.Equal(t, jsonText(v), jsonText(back))
}
