// Plain texts: read with the tokenizer and without it, token by token.

package scan_test

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// sameTokens demands of a Reader the tokens of the tokenizer, their ends, and an error where it has one.
func sameTokens(t require.TestingT, data []byte) {
	tokenizer := jsontext.NewDecoder(bytes.NewBuffer(bytes.Clone(data)), jsontext.AllowDuplicateNames(true))
	var r scan.Reader
	r.ResetUnkeyed(data, scan.MostDepth)
	for {
		want, wantErr := tokenizer.ReadToken()
		var raw []byte
		var err error
		k := r.Kind()
		switch k {
		case scan.ObjectStart, scan.ArrayStart:
			err = r.Enter()
		case scan.ObjectEnd, scan.ArrayEnd:
			err = r.Leave()
		default:
			raw, err = r.Scalar()
		}
		if wantErr != nil {
			require.Error(t, err, "%q at %d: %v", data, tokenizer.InputOffset(), wantErr)
			return
		}
		require.NoError(t, err, "%q at %d", data, tokenizer.InputOffset())
		require.Equal(t, byte(want.Kind()), byte(k), "%q at %d", data, tokenizer.InputOffset())
		if raw != nil {
			end := int(tokenizer.InputOffset())
			require.Equal(t, string(data[end-len(raw):end]), string(raw), "%q", data)
		}
		if tokenizer.StackDepth() == 0 {
			require.Equal(t, len(bytes.TrimLeft(data[tokenizer.InputOffset():], " \t\r\n")) == 0, r.End() == nil, "%q", data)
			return
		}
	}
}

// plainSeeds are texts in which a reader that steps for itself could go wrong, and some in which it cannot.
var plainSeeds = []string{
	`{"a":1,"b":[true,false,null,-0.5e+3],"c":{"d":"x"}}`, ` { "a" : [ ] , "b" : { } } `, `[]`, `{}`, `1`, `"a"`, `true`, ``, ` `,
	`{,}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a" 1}`, `{"a":1 "b":2}`, `{"a":1:2}`, `{"a",1}`, `{1:2}`, `{"a":1,2}`, `{a:1}`, `{"a":1]`, `{"a":1`, `{"a":[1}`,
	`[,]`, `[1,]`, `[1 2]`, `[1:2]`, `[}`, `]`, `}`, `[1`, `[[[]]`, `[[]]]`, `[1]]`, `[1],`, `[1] 2`, `:1`, `,1`, `[:1]`, `[,1]`,
	`[01]`, `[-]`, `[1.]`, `[.5]`, `[1e]`, `[1e+]`, `[+1]`, `[1e5]`, `[-0]`, `[1.0E-2]`, `[0x1]`, `[1a]`, `[tru]`, `[truex]`, `[nul]`, `[NaN]`, `[1 ]`,
	`["a\n"]`, `["\u00e9"]`, `["\ud800"]`, "[\"\x01\"]", "[\"\xff\"]", "[\"é\"]", "{\"é\":\"\xc3\"}", `{"a":"é","b":"\"","c":[1,{"d":"x"}]}`, `{"a":1,"a":2}`,
	"\ufeff[]", "[1]\x00", `"a`, `["a`, `{"a":"b`, `["a"x]`, `["a" "b"]`, "[1\v]", "[\u00a01]",
}

func TestPlainTexts(t *testing.T) {
	for _, text := range plainSeeds {
		sameTokens(t, []byte(text))
	}
	for depth := 60; depth < 70; depth++ {
		open, shut := bytes.Repeat([]byte("["), depth), bytes.Repeat([]byte("]"), depth)
		sameTokens(t, append(bytes.Clone(open), shut...))
		mixed := append(bytes.Repeat([]byte(`{"a":[`), depth/2), bytes.Repeat([]byte(`]}`), depth/2)...)
		sameTokens(t, mixed)
		sameTokens(t, append(open, shut[1:]...))
	}
}

func FuzzPlain(f *testing.F) {
	for _, text := range plainSeeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { sameTokens(t, data) })
}
