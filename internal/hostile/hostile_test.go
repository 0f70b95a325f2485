// The texts themselves: their sizes, and what encoding/json and the strict reader say of them; and that an entry at fault is found.

package hostile

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestValues(t *testing.T) {
	names := map[string]bool{}
	for _, v := range Values() {
		assert.False(t, names[v.Name], "%s is there twice", v.Name)
		names[v.Name] = true
		for _, size := range []int{Small, 100 << 10} {
			text := v.Text(size)
			assert.LessOrEqual(t, len(text), size+64, v.Name)
			assert.Equal(t, v.Fault != Syntax, json.Valid([]byte(text)) || strings.Contains(v.Name, "deep") && v.Fault == None || v.Name == "empty keys in depth", "%s, %d", v.Name, size)
			assert.False(t, v.Fault == None && !utf8.ValidString(text), v.Name)
		}
	}
	for _, list := range [][]string{large, huge, held} {
		for _, name := range list {
			assert.True(t, names[name], "%s is no value", name)
		}
	}
}

// An entry that does something wrong with each rule of the table is caught by each.
func TestFaultsAreFound(t *testing.T) {
	var kept [][]byte
	e := Entry{Factor: 1, Plus: 4 << 10, Mentions: []string{"room"}, Typed: func(error) bool { return false }, MostTold: 100}
	for name, c := range map[string]struct {
		read func(text []byte) Outcome
		want string
	}{
		"panics":             {func([]byte) Outcome { panic("x") }, "panic"},
		"accepts":            {func([]byte) Outcome { return Outcome{Accepted: true} }, "accepted although it is no strict JSON"},
		"says nothing":       {func([]byte) Outcome { return Outcome{} }, "nothing is told"},
		"says too much":      {func(text []byte) Outcome { return Outcome{Told: "room " + string(text)} }, "too much is told"},
		"repeats bytes":      {func(text []byte) Outcome { return Outcome{Told: "room \xff"} }, "what is told is no UTF-8"},
		"repeats the unseen": {func(text []byte) Outcome { return Outcome{Told: "room \x00"} }, "what is told has characters that cannot be seen"},
		"names nothing":      {func([]byte) Outcome { return Outcome{Told: "wrong"} }, "nothing is named"},
		"has another type":   {func([]byte) Outcome { return Refused(assert.AnError) }, "an error of another type"},
		"takes too much": {func(text []byte) Outcome {
			_ = append([]byte(nil), append(text, text...)...)
			return Outcome{Told: "room"}
		}, "too much memory"},
		"keeps what it reads": {func(text []byte) Outcome { kept = append(kept, text); return Outcome{Told: "room"} }, "memory stays in use"},
	} {
		t.Run(name, func(t *testing.T) {
			e, f := e, faults{}
			e.Read = c.read
			for _, v := range Values() {
				if v.Name == "long key, twice" {
					e.one(&f, Between("", "", ""), v, Large)
				}
			}
			if c.want != "too much memory" || !raced {
				assert.Contains(t, f.kinds, c.want)
			}
		})
	}
	assert.NotEmpty(t, kept)
}
