// The README shows code and output of a compiled example; these tests fail when the two drift apart.

package jarvis_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func readmeBlocks(t *testing.T, marker string) (found [][]string) {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)<!-- " + marker + " -->\n```\\w+\n(.*?)```")
	found = block.FindAllStringSubmatch(string(readme), -1)
	require.NotEmpty(t, found, marker)
	return found
}

func TestReadmeCodeIsCompiled(t *testing.T) {
	for _, m := range readmeBlocks(t, `from (\S+)`) {
		source, err := os.ReadFile(m[1])
		require.NoError(t, err)
		assert.Contains(t, string(source), m[2], "README shows code that %s does not have", m[1])
	}
}

func TestReadmeOutputIsReal(t *testing.T) {
	out, err := exec.Command("go", "run", "./examples/quickstart").CombinedOutput()
	require.NoError(t, err, "%s", out)
	schema, answers, _ := strings.Cut(string(out), "\n")
	assert.Equal(t, schema+"\n", readmeBlocks(t, `output of examples/quickstart, line 1`)[0][1])
	var shown []string
	for line := range strings.Lines(readmeBlocks(t, `output of examples/quickstart, lines 2-5`)[0][1]) {
		if text, ok := strings.CutPrefix(line, "→ "); ok {
			shown = append(shown, text)
		} else if text, ok := strings.CutPrefix(line, "  "); ok {
			shown = append(shown, text)
		}
	}
	assert.Equal(t, answers, strings.Join(shown, ""))
}
