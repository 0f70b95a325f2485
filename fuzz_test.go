// Fuzz tests of the public API: whatever a model sends, and whatever a type is called.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// fuzzed is a declaration that arbitrary bytes are bound to, both ways.
type fuzzed struct {
	name   string
	params *jarvis.Parameters
	reg    *jarvis.Registry // with the same parameters as the command "demo"
}

func fuzzFunc(t testing.TB, name string, p *jarvis.Parameters) fuzzed {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(mustFunc(t, "demo", p)))
	return fuzzed{name, p, reg}
}

func fuzzStruct[In any](t testing.TB, name string) fuzzed {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(mustNew(t, "demo", runNothing[In])))
	d, _ := reg.Lookup("demo")
	return fuzzed{name, d.Parameters(), reg}
}

type fuzzKinds struct {
	I8   int8              `jarvis:"i8"`
	U    uint64            `jarvis:"u" validate:"lte=18446744073709551614"`
	F32  float32           `jarvis:"f32"`
	P    *int              `jarvis:"p"`
	Day  string            `jarvis:"day,type=date"`
	Loud *loudness         `jarvis:"loud"`
	Road road              `jarvis:"road"`
	Map  map[string]int    `jarvis:"map"`
	Text map[string]string `jarvis:"text"`
	Ptrs []*bool           `jarvis:"ptrs"`
	Durs []time.Duration   `jarvis:"durs" validate:"max=3"`
}

func fuzzDeclarations(t testing.TB) []fuzzed {
	scalars := jarvis.NewParameters().RequiredString("s", "").OptionalInteger("i", "").OptionalNumber("f", "").OptionalBoolean("b", "").OptionalDate("d", "").OptionalDatetime("at", "").OptionalTime("t", "").OptionalTimedelta("td", "").MustBuild()
	enums := jarvis.NewParameters().RequiredEnum("s", "", "a", "b c").OptionalInteger("i", "").Enum("1", "2").OptionalDatetime("at", "").Enum("2026-01-18T05:00:00Z").OptionalStringArray("l", "").Enum("x", "1").Default(`["x"]`).
		OptionalString("w", "").Absent("none", "null").Default("dflt").OptionalNumber("f", "").Enum("0.5", "1e2").MustBuild()
	arrays := jarvis.NewParameters().OptionalStringArray("s", "").OptionalArray("i", "int", "").OptionalArray("f", "float", "").OptionalArray("at", "datetime", "").OptionalArray("td", "timedelta", "").OptionalArray("d", "dict", "").OptionalArray("any", "", "").Default(`[1,{"k":null}]`).MustBuild()
	inner := jarvis.NewParameters().RequiredString("name", "").OptionalInteger("n", "").Default("7").OptionalDict("free", "").MustBuild()
	nested := jarvis.NewParameters().OptionalObject("o", "", inner).OptionalObjects("l", "", inner).OptionalDict("d", "").Default(`{"a":[]}`).MustBuild()
	return []fuzzed{
		fuzzFunc(t, "scalars", scalars), fuzzFunc(t, "enums", enums), fuzzFunc(t, "arrays", arrays), fuzzFunc(t, "nested", nested), fuzzFunc(t, "none", jarvis.NewParameters().MustBuild()),
		fuzzStruct[fuzzKinds](t, "kinds"), fuzzStruct[benchMedia](t, "media"),
	}
}

var fuzzSeeds = []string{
	``, ` `, `null`, `{}`, `[]`, `"x"`, `{"s":"a"}`, `{"s":"a","i":5,"f":1e-1,"b":true,"d":"2026-01-18","at":"2026-01-18T05:00:00.123456789+01:00","t":"17:30:00.5Z","td":"P1DT2H"}`,
	`{"s":"a","i":" 5.0 ","f":"-1e3","b":"true","at":"2026-01-18 05:00+0000","td":"1h30m"}`, `{"s":"b c","i":2.0,"at":"2026-01-18T06:00:00+01:00","l":["x",1],"w":"NONE","f":100}`,
	`{"s":["a",5],"i":[1,"2"],"f":[1.5],"at":["2026-01-18T05:00:00Z"],"td":["PT1S","-5m"],"d":[{"a":1}],"any":[null,[[]],1e400]}`, `{"o":{"name":"x","n":"3","free":{"k":[1,{"a":null}]}},"l":[{"name":""},{"name":"y","n":null}],"d":{"":0}}`,
	`{"i8":-128,"u":18446744073709551614,"f32":3.4e38,"p":9007199254740993,"day":"2024-02-29","loud":"low","road":{"name":"Elm","floors":[1,"2"]},"map":{"a":1},"text":{"a":"b"},"ptrs":[true],"durs":["PT0S"]}`,
	`{"s":"a","s":"b"}`, `{"s":"a","x":{"k":1,"k":2}}`, "{\"s\":\"\xff\"}", `{"s":"\ud800"}`, `{"s":"a"}x`, `{"s":null,"S":1}`, `{"i":1e1000000000,"s":"a"}`, `{"action":"play","volume":101,"rooms":["a"]}`, `{"td":"PT9223372036.854775808S","s":""}`,
	`{"loud":"panic"}`, `{"s":"a","i":-0,"f":-0.0,"t":"00:00:00-00:00"}`, `{"d":{"\u2028<>&":"\u0000\ufffd"}}`, `{"at":"0000-01-01T00:00:00+23:59","s":""}`,
}

func FuzzBind(f *testing.F) {
	for i, seed := range fuzzSeeds {
		f.Add([]byte(seed), uint8(i))
		for which := range 7 {
			f.Add([]byte(seed), uint8(which))
		}
	}
	declarations := fuzzDeclarations(f)
	f.Fuzz(func(t *testing.T, args []byte, which uint8) {
		checkBind(t, declarations[int(which)%len(declarations)], args)
	})
}

func checkBind(t *testing.T, d fuzzed, args []byte) {
	kept := bytes.Clone(args)
	strict := validated(t, d, args)
	lenient := validated(t, d, args, jarvis.Lenient())
	require.Equal(t, kept, args, "the input is not changed")
	if strict != nil {
		require.NotNil(t, lenient, "strict accepts what lenient refuses: %q", args)
		require.Equal(t, encoded(t, *strict), encoded(t, *lenient), "%q", args)
		require.True(t, acceptableArguments(args), "accepted: %q", args)
	}
	if lenient != nil {
		require.True(t, acceptableArguments(args), "accepted: %q", args)
		checkRebind(t, d, *lenient)
	}
}

// validated binds arguments to Values and through a registry, which have to agree, and returns the values if they are accepted.
func validated(t *testing.T, d fuzzed, args []byte, opts ...jarvis.Option) *jarvis.Values {
	v, err := d.params.Validate(args, opts...)
	var invalid *jarvis.ValidationError
	if err != nil {
		var panicked *jarvis.PanicError
		if d.name == "kinds" && errors.As(err, &panicked) { // its type that panics on request
			require.Equal(t, "loudness panics", panicked.Value)
			return nil
		}
		require.ErrorAs(t, err, &invalid, "%q", args)
		require.Equal(t, jarvis.Values{}, v)
		require.NotEmpty(t, invalid.Problems)
		require.True(t, utf8.ValidString(invalid.Error()), "%q", args)
	}
	resp, callErr := d.reg.Execute(context.Background(), "demo", nil, args, opts...)
	switch {
	case invalid == nil:
		require.NoError(t, callErr, "%q", args)
		require.True(t, resp.Success, "%q", args)
		return &v
	case len(invalid.Missing()) > 0:
		require.Error(t, callErr)
		require.Nil(t, resp, "never both")
	default:
		require.NoError(t, callErr)
		require.Equal(t, invalid.Response().ErrorDetails, resp.ErrorDetails)
	}
	return nil
}

func encoded(t *testing.T, v jarvis.Values) string {
	raw, err := json.Marshal(v)
	if err != nil {
		var noText *jarvis.FormatError // a negative duration, which only Go's own text can say
		require.ErrorAs(t, err, &noText)
		require.Equal(t, jarvis.KindTimedelta, noText.Kind)
		return err.Error()
	}
	return string(raw)
}

// checkRebind writes values down and binds them again, strictly: the canonical texts are what strict mode reads.
func checkRebind(t *testing.T, d fuzzed, v jarvis.Values) {
	raw, err := json.Marshal(v)
	if err != nil {
		return
	}
	again, err := d.params.Validate(raw)
	require.NoError(t, err, "%s", raw)
	require.Equal(t, string(raw), encoded(t, again))
	for name, value := range v.All() {
		back, ok := again.Lookup(name)
		require.True(t, ok, name)
		require.IsType(t, value, back)
		if at, ok := value.(time.Time); ok {
			require.True(t, at.Equal(back.(time.Time)), name)
		}
	}
}

// acceptableArguments is what has to hold of accepted arguments, by other means than the binder's.
func acceptableArguments(args []byte) bool {
	text := bytes.Trim(args, " \t\r\n")
	if len(text) == 0 || string(text) == "null" {
		return true
	}
	return text[0] == '{' && json.Valid(text) && utf8.Valid(text) && escapesArePaired(text) && keysAreUnique(text)
}

// escapesArePaired looks for halves of surrogate pairs in valid JSON: decoding replaces each of them.
func escapesArePaired(text []byte) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		i++
		if text[i] != 'u' || text[i+1] != 'd' && text[i+1] != 'D' {
			continue
		}
		unit, _ := strconv.ParseUint(string(text[i+1:i+5]), 16, 16)
		if unit < 0xd800 {
			continue
		}
		var pair string
		if unit >= 0xdc00 || i+11 > len(text) || json.Unmarshal([]byte(`"`+string(text[i-1:i+11])+`"`), &pair) != nil || utf8.RuneCountInString(pair) != 1 {
			return false
		}
		i += 10
	}
	return true
}

// keysAreUnique compares every object of valid JSON with the same object decoded member by member.
func keysAreUnique(text []byte) bool {
	text = bytes.Trim(text, " \t\r\n")
	switch text[0] {
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(text, &list)
		for _, inner := range list {
			if !keysAreUnique(inner) {
				return false
			}
		}
	case '{':
		var members map[string]json.RawMessage
		_ = json.Unmarshal(text, &members)
		dec := json.NewDecoder(bytes.NewReader(text))
		_, _ = dec.Token()
		count := 0
		for dec.More() {
			_, _ = dec.Token()
			var inner json.RawMessage
			if dec.Decode(&inner) != nil || !keysAreUnique(inner) {
				return false
			}
			count++
		}
		return count == len(members)
	}
	return true
}

// The references of the fuzz tests know the cases they are for.
func TestFuzzReferences(t *testing.T) {
	for text, ok := range map[string]bool{
		``: true, `null`: true, `{}`: true, `{"a":[{"b":1},{"b":2}],"c":{"a":1}}`: true, `{"a":"\ud83d\ude00\\ud800"}`: true, `{"a":"\ud7ff\ue000"}`: true, `[]`: false, `5`: false, `{"a":1,"a":2}`: false,
		`{"a":1,"\u0061":2}`: false, `{"x":[{"y":{"a":1,"b":2,"a":3}}]}`: false, "{\"a\":\"\xff\"}": false, `{"a":"\ud800"}`: false, `{"a":"\udc00\ud800"}`: false, `{"a":"\ud800x"}`: false, `{"a":1}x`: false, `{"a":"\ud83d\ud83d\ude00"}`: false,
	} {
		require.Equal(t, ok, acceptableArguments([]byte(text)), text)
	}
}

func FuzzParseType(f *testing.F) {
	for _, seed := range []string{
		"string", "str", "int", "Integer", " float ", "number", "double", "bool", "boolean", "date", "datetime", "time", "timedelta", "array", "list", "dict", "array<int>", "array[int]", "int[]", "ARRAY < Int >", "array<array<int>>", "int[][]",
		"array<list>", "array[]", "array<>", "[]", "list<int>", "dict[]", "array<dict>", "array<int", "array int", "İnt", "ınt", "stríng", "", " ", "\x00int", "int\u00a0", "array<" + strings.Repeat("array<", 100), strings.Repeat("[]", 60),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		typ, err := jarvis.ParseType(text)
		if err != nil {
			var wrong *jarvis.TypeError
			require.ErrorAs(t, err, &wrong)
			require.Equal(t, text, wrong.Text)
			require.Equal(t, jarvis.Type{}, typ)
			require.Less(t, utf8.RuneCountInString(err.Error()), 800)
			return
		}
		canonical := typ.String()
		again, err := jarvis.ParseType(canonical)
		require.NoError(t, err)
		require.Equal(t, typ, again, "%q", text)
		require.Equal(t, canonical, again.String())
		require.NotZero(t, typ.Kind())
		require.Equal(t, typ.Elem() != 0, strings.Contains(canonical, "<"))
		require.NotEqual(t, jarvis.KindArray, typ.Elem(), "nested arrays are no type")
		for _, spelling := range []string{" " + text + "\t", strings.ToUpper(text), strings.ToLower(text), strings.ToUpper(canonical)} {
			if len(spelling) > 128 || !isASCII(spelling) {
				continue
			}
			same, err := jarvis.ParseType(spelling)
			require.NoError(t, err, "%q", spelling)
			require.Equal(t, typ, same, "%q", spelling)
		}
		if typ.Kind() != jarvis.KindArray {
			for _, spelling := range []string{"array<" + text + ">", "array[" + text + "]", text + "[]"} {
				list, err := jarvis.ParseType(spelling)
				if len(spelling) > 128 {
					continue
				}
				require.NoError(t, err, "%q", spelling)
				require.Equal(t, typ.Kind(), list.Elem(), "%q", spelling)
			}
		}
	})
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}
