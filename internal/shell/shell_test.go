// Words and paths as a shell reads them.

package shell_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/internal/shell"
)

func TestWord(t *testing.T) {
	for text, want := range map[string]string{
		"":             "''",
		"hello":        "hello",
		"--a=b,c":      "--a=b,c",
		"größe/1.0":    "größe/1.0",
		"my lights":    "'my lights'",
		"it's":         `'it'\''s'`,
		"$HOME`id`":    "'$HOME`id`'",
		"~me":          "'~me'",
		`c:\lights`:    `'c:\lights'`,
		"a\x1b[31m\nb": `'a\x1b[31m\nb'`,
	} {
		assert.Equal(t, want, shell.Word(text), "%q", text)
	}
}

func TestPath(t *testing.T) {
	assert.Equal(t, "./-hello", shell.Path("-hello"))
	assert.Equal(t, "'./-my lights'", shell.Path("-my lights"))
	assert.Equal(t, "a-b", shell.Path("a-b"))
}

// A shell reads a word as it was, if all of it can be seen.
func TestShellReadsWords(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh here")
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ -~äé日]{0,20}`).Draw(t, "text")
		out, err := exec.Command(sh, "-c", "printf %s "+shell.Word(text)).Output()
		require.NoError(t, err)
		assert.Equal(t, text, string(out))
	})
}
