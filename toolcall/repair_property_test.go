// Repair against values that are written out broken on purpose: what comes back is the value.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// breaker writes values as models do.
type breaker struct{ *rand.Rand }

// value makes a value of at most so many levels.
func (b breaker) value(levels int) any {
	switch n := b.IntN(8); {
	case n == 0:
		return nil
	case n == 1:
		return b.IntN(2) == 0
	case n == 2:
		return float64(b.IntN(2000)-1000) / 8
	case n <= 4 || levels == 0:
		return b.text()
	case n == 5:
		list := []any{}
		for range b.IntN(4) {
			list = append(list, b.value(levels-1))
		}
		return list
	}
	object := map[string]any{}
	for range b.IntN(4) {
		object[b.text()] = b.value(levels - 1)
	}
	return object
}

var pieces = []string{"a", "key", "Größe", " ", "'", `"`, "\n", "\t", "\r", "\x01", `\`, "{", "]", ",", ":", "//", "#", "/*", "“", "’", "True", "5", "🌧"}

func (b breaker) text() string {
	var s strings.Builder
	for range b.IntN(5) {
		s.WriteString(pieces[b.IntN(len(pieces))])
	}
	return s.String()
}

// gap is white space or a comment.
func (b breaker) gap() string {
	return []string{"", "", "", " ", "\n", "/* ' */", " # }\n", " // \"\n"}[b.IntN(8)]
}

// write writes a value broken.
func (b breaker) write(v any) string {
	var parts []string
	shut := "]"
	switch v := v.(type) {
	case string:
		return b.quote(v)
	case float64:
		return fmt.Sprint(v)
	case nil:
		return []string{"null", "None"}[b.IntN(2)]
	case bool:
		text := fmt.Sprint(v)
		return []string{text, strings.ToUpper(text[:1]) + text[1:]}[b.IntN(2)]
	case []any:
		for _, e := range v {
			parts = append(parts, b.gap()+b.write(e)+b.gap())
		}
	case map[string]any:
		shut = "}"
		for key, e := range v {
			name := b.quote(key)
			if (key == "a" || key == "key" || key == "True") && b.IntN(2) == 0 {
				name = key
			}
			parts = append(parts, b.gap()+name+b.gap()+":"+b.gap()+b.write(e)+b.gap())
		}
	}
	inside := strings.Join(parts, ",")
	if len(parts) > 0 && b.IntN(3) == 0 {
		inside += "," + b.gap()
	}
	return string(shut[0]-2) + inside + shut
}

// quote writes a text in one of four kinds of quotes, with as few escapes as those need.
func (b breaker) quote(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	switch b.IntN(3) {
	case 0:
		return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
	case 1:
		return "'" + strings.ReplaceAll(s, "'", `\'`) + "'"
	}
	return "“" + strings.NewReplacer("“", `\“`, `"`, `\"`).Replace(s) + "”"
}

func TestRepairProperty(t *testing.T) {
	b := breaker{rand.New(rand.NewPCG(1, 2))}
	for range 20_000 {
		want := b.value(4)
		text := b.write(want)
		fixed, _, ok := toolcall.Repair(text)
		require.True(t, ok, "%q", text)
		var got any
		require.NoError(t, json.Unmarshal(fixed, &got), "%q", text)
		require.Equal(t, want, got, "%q\n%s", text, fixed)

		end := strings.TrimRight(text, "]}")
		cut, _, ok := toolcall.Repair(end + text[len(end):][:b.IntN(len(text)-len(end)+1)])
		if ok && end != "" && strings.ContainsAny(text[:1], "[{") { // closing what was open gives the value too
			require.NoError(t, json.Unmarshal(cut, &got))
			require.Equal(t, want, got, "%q", text)
		}
	}
}
