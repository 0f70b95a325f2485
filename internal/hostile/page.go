// The page: docs/hostile.md says for every entry what comes of which text.

package hostile

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// CheckPage compares the section of a file that is named with the table of the entries. JARVIS_UPDATE=1 writes the section
// instead; with several packages at once use go test -p 1, as they write to the same file.
func CheckPage(t *testing.T, file, section string, entries ...Entry) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	open, shut := "<!-- "+section+" -->\n", "<!-- /"+section+" -->\n"
	before, rest, begins := strings.Cut(string(text), open)
	old, after, ends := strings.Cut(rest, shut)
	require.True(t, begins && ends, "%s has no section %s", file, section)
	var page strings.Builder
	for _, e := range entries {
		page.WriteString(e.table())
	}
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.WriteFile(file, []byte(before+open+page.String()+shut+after), 0o644))
		return
	}
	require.Equal(t, old, page.String(), "%s is stale; JARVIS_UPDATE=1 writes it", file)
}

// table lists what is told of the values in the first frame, each with the values that it is told of.
func (e Entry) table() string {
	var order []string
	values := map[string][]string{}
	f := e.frames()[0]
	for _, v := range e.values() {
		said := summary(e.Read([]byte(f.Wrap(v.Text(Small)))))
		if values[said] == nil {
			order = append(order, said)
		}
		values[said] = append(values[said], v.Name)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n| told | of |\n| --- | --- |\n", e.Name)
	for _, said := range order {
		fmt.Fprintf(&b, "| %s | %s |\n", said, strings.Join(values[said], "; "))
	}
	return b.String()
}

var longNumber = regexp.MustCompile(`[0-9]{3,}`)

// summary is the first line of what is told, fit for a cell.
func summary(o Outcome) string {
	line, _, _ := strings.Cut(o.Text(), "\n")
	switch {
	case o.Accepted && line == "":
		return "*accepted*"
	case o.Accepted:
		line = "*accepted:* " + line
	}
	line = longNumber.ReplaceAllString(line, "N")
	if r := []rune(line); len(r) > 140 {
		line = strings.TrimRight(string(r[:140]), "…") + "…"
	}
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(line)
}
