// The reader against encoding/json and a walk of our own.

package scan

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAcceptable(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `""`, `0`, `-0`, `1e1000000000`, `-1.5E-3`, `true`, `false`, `null`, " \t\r\n[ 1 , 2 ]\r\n", `{"a":{"a":{"a":[]}},"b":{"a":1}}`, `[{"a":1},{"a":1}]`,
		`"\ud83d\ude00"`, `"\uD83D\uDE00é😀"`, `"\u0000\ufffd\uffff"`, `{"a":1,"A":2,"a ":3,"":4}`, "\"\x7f\u2028\"", `{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12,"m":13,"n":14,"o":15,"p":16,"q":17}`,
	} {
		raw, err := whole([]byte(text), 64)
		require.NoError(t, err, text)
		assert.Equal(t, strings.Trim(text, " \t\r\n"), string(raw))
		assert.NoError(t, walk([]byte(text), 64), text)
		assert.True(t, acceptable([]byte(text), 64), "the reference agrees: %s", text)
	}
}

// acceptable is what the reader has to accept, by other means: encoding/json for the grammar, and walks of our own.
func acceptable(data []byte, maxDepth int) bool {
	return json.Valid(data) && utf8.Valid(data) && pairedSurrogates(data) && uniqueNames(data, maxDepth)
}

// pairedSurrogates walks valid JSON and looks at its \u escapes.
func pairedSurrogates(data []byte) bool {
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		if i++; data[i] != 'u' {
			continue
		}
		unit, _ := strconv.ParseUint(string(data[i+1:i+5]), 16, 16)
		i += 4
		switch {
		case unit >= 0xdc00 && unit <= 0xdfff:
			return false
		case unit >= 0xd800 && unit <= 0xdbff:
			if i+6 >= len(data) || data[i+1] != '\\' || data[i+2] != 'u' {
				return false
			}
			low, _ := strconv.ParseUint(string(data[i+3:i+7]), 16, 16)
			if low < 0xdc00 || low > 0xdfff {
				return false
			}
			i += 6
		}
	}
	return true
}

// uniqueNames walks valid JSON and looks for repeated keys and nesting.
func uniqueNames(data []byte, maxDepth int) bool {
	type level struct {
		names map[string]bool // nil for an array
		key   bool            // a key comes next
	}
	var open []level
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return true // the end: the text is valid
		}
		top := len(open) - 1
		if name, ok := token.(string); ok && top >= 0 && open[top].key {
			if open[top].names[name] {
				return false
			}
			open[top].names[name], open[top].key = true, false
			continue
		}
		switch token {
		case json.Delim('}'), json.Delim(']'):
			open = open[:top]
		case json.Delim('{'):
			open = append(open, level{map[string]bool{}, true})
		case json.Delim('['):
			open = append(open, level{})
		}
		if len(open) > maxDepth {
			return false
		}
		if opened := token == json.Delim('{') || token == json.Delim('['); opened {
			continue
		}
		if top = len(open) - 1; top >= 0 && open[top].names != nil {
			open[top].key = true
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		``, ` `, `null`, `{}`, `{"a":1,"b":[true,null,"x",-1.5e3]}`, `{"a":1,"a":2}`, `{"a":{"b":[{"c":1,"c":2}]}}`, `"\ud83d\ude00"`, `"\ud800"`, "\"\xff\"", `[[[[[]]]]]`, `{"a":1}x`, `[1,]`, `{"a":1,}`,
		`{"a"`, `nul`, `01`, `[1 2]`, `{"\u0061":1,"a":2}`, "\ufeff{}", `"\u12`, `{"a":"b" , "c" : [ ] }`, `1e1000`, "[\"\\ud83d\xed\xb8\x80\"]", `"\\ud800"`, `"\\\ud800"`,
	} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, limit uint8) {
		maxDepth := int(limit%8) + 1
		kept := bytes.Clone(data)
		raw, err := whole(data, maxDepth)
		require.Equal(t, acceptable(kept, maxDepth), err == nil, "%q: %v", kept, err)
		byTokens := walk(data, maxDepth)
		require.Equal(t, err == nil, byTokens == nil, "%q: %v, %v", kept, err, byTokens)
		require.Equal(t, kept, data, "the input is not changed")
		if err == nil {
			require.Equal(t, bytes.Trim(kept, " \t\r\n"), raw)
			checkMembers(t, kept)
			return
		}
		for _, err := range []error{err, byTokens} {
			var fault *Error
			require.ErrorAs(t, err, &fault)
			require.True(t, fault.Offset >= 0 && fault.Offset <= int64(len(kept)), "offset %d of %q", fault.Offset, kept)
			if !utf8.Valid(kept) || !json.Valid(kept) {
				continue
			}
			if fault.Fault == RepeatedName || fault.Fault == TooDeep {
				require.False(t, uniqueNames(kept, maxDepth))
			}
			if fault.Fault == BadUnicode {
				require.False(t, pairedSurrogates(kept))
			}
			require.NotContains(t, []Fault{BadSyntax, Truncated, Trailing}, fault.Fault, "%q is valid JSON", kept)
		}
	})
}

// checkMembers compares the members of an object, keys decoded and values raw, with what encoding/json finds.
func checkMembers(t *testing.T, data []byte) {
	var want map[string]json.RawMessage
	if json.Unmarshal(data, &want) != nil || want == nil {
		return
	}
	var r Reader
	r.Reset(data, 64)
	require.NoError(t, r.Enter())
	got := map[string]json.RawMessage{}
	for r.Kind() != ObjectEnd {
		name, err := r.Scalar()
		require.NoError(t, err)
		text, _ := Text(name, nil)
		key := string(text)
		raw, err := r.Value(r.Kind())
		require.NoError(t, err)
		got[key] = bytes.Clone(raw)
	}
	require.NoError(t, r.Leave())
	require.NoError(t, r.End())
	require.Equal(t, want, got)
}
