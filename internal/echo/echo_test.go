// Outside texts and what of them is repeated.

package echo_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

func TestClip(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "Zürich 🌧", "Zürich 🌧"},
		{"control characters", "a\x00b\n\x1b[31m", `a\x00b\n\x1b[31m`},
		{"direction marks", "a\u202eb", `a\u202eb`},
		{"invalid UTF-8", "a\xffb", `a\xffb`},
		{"as long as allowed", strings.Repeat("é", echo.Most), strings.Repeat("é", echo.Most)},
		{"longer", strings.Repeat("é", echo.Most+1), strings.Repeat("é", echo.Most) + "…"},
		{"longer, and then invisible", strings.Repeat("x", echo.Most) + "\x00", strings.Repeat("x", echo.Most) + "…"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, echo.Clip(c.text)) })
	}
}

func TestCutBytes(t *testing.T) {
	assert.Equal(t, "abc", echo.CutBytes("abc", 3))
	assert.Equal(t, "ab…", echo.CutBytes("abc", 2))
	assert.Equal(t, "a…", echo.CutBytes("aéb", 2), "never half a code point")
}
