// The reader against tables of faults, texts, names and depths.

package scan

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// whole reads one value of any kind and the end of the text.
func whole(data []byte, maxDepth int) ([]byte, error) {
	var r Reader
	r.Reset(data, maxDepth)
	raw, err := r.Value(r.Kind())
	if err == nil {
		err = r.End()
	}
	return raw, err
}

// walk reads a text token by token, as the binder does with what is declared.
func walk(data []byte, maxDepth int) error {
	var r Reader
	r.Reset(data, maxDepth)
	if err := walkValue(&r); err != nil {
		return err
	}
	return r.End()
}

func walkValue(r *Reader) error {
	k := r.Kind()
	if k != ObjectStart && k != ArrayStart {
		_, err := r.Value(k)
		return err
	}
	if err := r.Enter(); err != nil {
		return err
	}
	for end := r.Kind(); end != ObjectEnd && end != ArrayEnd; end = r.Kind() {
		if k == ObjectStart {
			if _, err := r.Scalar(); err != nil {
				return err
			}
		}
		if err := walkValue(r); err != nil {
			return err
		}
	}
	return r.Leave()
}

func TestFaults(t *testing.T) {
	for name, tt := range map[string]struct {
		text   string
		fault  Fault
		offset int64
	}{
		"empty":                    {``, Truncated, 0},
		"white space":              {" \t\r\n", Truncated, 0},
		"word":                     {`x`, BadSyntax, 0},
		"word after space":         {"  x", BadSyntax, 2},
		"capital":                  {`True`, BadSyntax, 0},
		"cut literal":              {`tru`, Truncated, 3},
		"wrong literal":            {`trux`, BadSyntax, 3},
		"single quotes":            {`{'a':1}`, BadSyntax, 1},
		"bare key":                 {`{a:1}`, BadSyntax, 1},
		"number as key":            {`{1:2}`, BadSyntax, 1},
		"comma at the end":         {`{"a":1,}`, BadSyntax, 6},
		"comma in front":           {`[,1]`, BadSyntax, 1},
		"comma at the end of list": {`[1,]`, BadSyntax, 2},
		"two commas":               {`[1,,2]`, BadSyntax, 3},
		"no comma":                 {`[1 2]`, BadSyntax, 3},
		"no colon":                 {`{"a" 1}`, BadSyntax, 5},
		"wrong closing":            {`{"a":1]`, BadSyntax, 6},
		"wrong closing of list":    {`[1}`, BadSyntax, 2},
		"closing alone":            {`}`, BadSyntax, 0},
		"leading zero":             {`[01]`, BadSyntax, 2},
		"plus":                     {`[+1]`, BadSyntax, 1},
		"dot in front":             {`[.5]`, BadSyntax, 1},
		"dot at the end":           {`[5.]`, BadSyntax, 3},
		"bare exponent":            {`[1e]`, BadSyntax, 3},
		"NaN":                      {`[NaN]`, BadSyntax, 1},
		"comment":                  {`[1/*x*/]`, BadSyntax, 2},
		"byte order mark":          {"\ufeff{}", BadSyntax, 0},
		"NUL":                      {"[\x00]", BadSyntax, 1},
		"control in text":          {"[\"a\nb\"]", BadSyntax, 3},
		"bad escape":               {`["a\x"]`, BadSyntax, 3},
		"bad hex":                  {`["\u12g4"]`, BadSyntax, 2},
		"object cut":               {`{`, Truncated, 1},
		"after the key":            {`{"a"`, Truncated, 4},
		"after the colon":          {`{"a":`, Truncated, 5},
		"after the value":          {`{"a":1`, Truncated, 6},
		"after the comma":          {`{"a":1,`, Truncated, 7},
		"text cut":                 {`["abc`, Truncated, 5},
		"escape cut":               {`["a\u12`, Truncated, 3},
		"repeated":                 {`{"a":1,"a":2}`, RepeatedName, 7},
		"repeated after space":     {`{"a":1 , "a" :2}`, RepeatedName, 9},
		"repeated by escape":       {`{"a":1,"\u0061":2}`, RepeatedName, 7},
		"repeated empty":           {`{"":1,"":2}`, RepeatedName, 6},
		"repeated deep":            {`[0,{"x":{"a":1,"b":2,"a":3}}]`, RepeatedName, 21},
		"repeated beyond ASCII":    {`{"é":1,"é":2}`, RepeatedName, 8},
		"broken byte":              {"[\"a\xff\"]", BadUnicode, 3},
		"cut sequence":             {"[\"\xc3\"]", BadUnicode, 2},
		"overlong":                 {"[\"\xc0\x80\"]", BadUnicode, 2},
		"surrogate bytes":          {"[\"\xed\xa0\x80\"]", BadUnicode, 2},
		"beyond Unicode":           {"[\"\xf4\x90\x80\x80\"]", BadUnicode, 2},
		"broken key":               {"{\"\xff\":1}", BadUnicode, 2},
		"high alone":               {`["\ud800"]`, BadUnicode, 2},
		"low alone":                {`["x\udc00"]`, BadUnicode, 3},
		"high twice":               {`["\ud800\ud800"]`, BadUnicode, 2},
		"turned round":             {`["\udc00\ud800"]`, BadUnicode, 2},
		"high before a letter":     {`["\ud800\u0041"]`, BadUnicode, 2},
		"high in capitals":         {`["\uD83D"]`, BadUnicode, 2},
		"high in a key":            {`{"\ud800":1}`, BadUnicode, 2},
		"text after":               {`{} x`, Trailing, 3},
		"value after":              {`{}{}`, Trailing, 2},
		"closing after":            {`{}}`, Trailing, 2},
		"comma after":              {`1,`, Trailing, 1},
		"letters after a literal":  {`nullx`, Trailing, 4},
		"digit after zero":         {`01`, Trailing, 1},
		"broken byte after":        {"{}\xff", Trailing, 2},
		"NUL after":                {"{}\x00", Trailing, 2},
	} {
		t.Run(name, func(t *testing.T) {
			for _, read := range []func() error{
				func() error { _, err := whole([]byte(tt.text), 64); return err },
				func() error { return walk([]byte(tt.text), 64) },
			} {
				var fault *Error
				require.ErrorAs(t, read(), &fault)
				assert.Equal(t, tt.fault, fault.Fault)
				assert.Equal(t, tt.offset, fault.Offset)
				assert.NotEmpty(t, fault.Error())
			}
			assert.False(t, acceptable([]byte(tt.text), 64), "the reference agrees")
		})
	}
}

func TestDepth(t *testing.T) {
	for text, depth := range map[string]int{
		`1`: 0, `"[[["`: 0, `[]`: 1, `{}`: 1, `[[]]`: 2, `[[],[],[]]`: 2, `{"a":{}}`: 2, `{"a":[{}]}`: 3, `[1,[2,[3,[4]]],{"a":1}]`: 4,
		strings.Repeat("[", 1000) + strings.Repeat("]", 1000): 1000,
	} {
		for _, read := range []func(int) error{
			func(most int) error { _, err := whole([]byte(text), most); return err },
			func(most int) error { return walk([]byte(text), most) },
		} {
			assert.NoError(t, read(depth), text)
			assert.NoError(t, read(depth+1), text)
			if depth == 0 {
				continue
			}
			var fault *Error
			require.ErrorAs(t, read(depth-1), &fault, text)
			assert.Equal(t, TooDeep, fault.Fault)
			assert.Equal(t, depth, strings.Count(text[:fault.Offset], "[")+strings.Count(text[:fault.Offset], "{")-strings.Count(text[:fault.Offset], "]")-strings.Count(text[:fault.Offset], "}"),
				"where it gets too deep: %s", text)
		}
	}
	for _, most := range []int{64, 20_000} {
		_, err := whole(bytes.Repeat([]byte("["), 1_000_000), most)
		var fault *Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, TooDeep, fault.Fault, "limit %d: the tokenizer has a limit of its own, which is a depth too", most)
	}
}

// A skipped value comes back as it stands in the text, wherever it stands, and the reader goes on behind it.
func TestValueIsRaw(t *testing.T) {
	values := []string{`1`, `-1.50e+3`, `"a\u0041 \" , : ] }"`, `true`, `null`, `{}`, `[]`, `{ "x" : [ 1 , { } ] }`, `[ [ ] , "é" ]`, `""`}
	for _, gap := range []string{"", " ", "\n\t\r "} {
		var text strings.Builder
		text.WriteString(gap + "{")
		for i, v := range values {
			if i > 0 {
				text.WriteString(gap + ",")
			}
			text.WriteString(gap + `"k` + strconv.Itoa(i) + `"` + gap + ":" + gap + v)
		}
		text.WriteString(gap + "," + gap + `"list"` + gap + ":" + gap + "[" + gap + strings.Join(values, gap+","+gap) + gap + "]" + gap + "}" + gap)
		for _, peek := range []int{1, 2} { // looking twice changes nothing
			var r Reader
			r.Reset([]byte(text.String()), 64)
			next := func() []byte {
				var k Kind
				for range peek {
					k = r.Kind()
				}
				raw, err := r.Value(k)
				require.NoError(t, err)
				return raw
			}
			require.NoError(t, r.Enter())
			for i, v := range values {
				require.Equal(t, `"k`+strconv.Itoa(i)+`"`, string(next()))
				require.Equal(t, v, string(next()))
			}
			require.Equal(t, `"list"`, string(next()))
			require.NoError(t, r.Enter())
			for _, v := range values {
				require.Equal(t, v, string(next()))
			}
			require.NoError(t, r.Leave())
			require.NoError(t, r.Leave())
			require.NoError(t, r.End())
			require.Equal(t, Kind(0), r.Kind())
		}
	}
}

// A reader that was used before, to the end or not, reads the next text as a new one does.
func TestReaderIsReused(t *testing.T) {
	texts := []string{`{"a":1,"b":[`, `{"a":1}`, `[[[[`, `{"a":1,"a":1}`, `"\ud800"`, ``, `{"a":"` + strings.Repeat("x", 100_000) + `"}`, `[1] x`, `{"b":{"a":[true]}}`, "\xff"}
	var used Reader
	for range 3 {
		for _, text := range texts {
			for _, part := range []int{1, 2, 3, 100} {
				used.Reset([]byte(text), 3)
				for range part {
					_, _ = used.Value(used.Kind())
				}
				used.Release()
				wantRaw, wantErr := whole([]byte(text), 3)
				used.Reset([]byte(text), 3)
				raw, err := used.Value(used.Kind())
				if err == nil {
					err = used.End()
				}
				require.Equal(t, wantErr, err, text)
				require.Equal(t, string(wantRaw), string(raw))
			}
		}
	}
	used.Reset(make([]byte, 64<<10), 1)
	assert.True(t, used.Release())
	used.Reset(make([]byte, 64<<10+1), 1)
	assert.False(t, used.Release(), "the reader of a long text is not kept")
}

func TestText(t *testing.T) {
	scratch := make([]byte, 0, 100)
	for raw, want := range map[string]string{`""`: "", `"abc"`: "abc", `"é😀"`: "é😀", `"\"\\\/\b\f\n\r\t"`: "\"\\/\b\f\n\r\t", `"\u0041\ud83d\ude00\u0000"`: "A😀\x00"} {
		var text []byte
		text, scratch = Text([]byte(raw), scratch)
		assert.Equal(t, want, string(text))
		text, _ = Text([]byte(raw), nil)
		assert.Equal(t, want, string(text))
	}
	raw := []byte(`"a long text without an escape"`)
	assert.Zero(t, testing.AllocsPerRun(10, func() { Text(raw, nil) }))
	escaped := []byte(`"a long text with an \u0041"`)
	assert.Zero(t, testing.AllocsPerRun(10, func() { _, scratch = Text(escaped, scratch) }))
}

func TestKindNames(t *testing.T) {
	for text, want := range map[string]string{`null`: "null", `true`: "boolean", `false`: "boolean", `"x"`: "string", `-5`: "number", `0`: "number", `{}`: "object", `[]`: "array", `x`: "nothing", ``: "nothing"} {
		var r Reader
		r.Reset([]byte(text), 1)
		assert.Equal(t, want, r.Kind().Name(), text)
	}
}
