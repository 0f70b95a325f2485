// docs/agreement.md: the page is written from the matrix, so that it cannot drift.

package agreement

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// go test does not know that the page is read: after a change of the page alone it has to run with -count=1.
const pageFile = "../../docs/agreement.md"

func TestAgreementPage(t *testing.T) {
	page := pageText(t)
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.WriteFile(pageFile, []byte(page), 0o644))
		return
	}
	file, err := os.ReadFile(pageFile)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes it")
	// With another toolchain the marks have to be the same, but not its name.
	published := regexp.MustCompile(`\| go1\.\S+ \|`).ReplaceAllLiteralString(string(file), "| "+runtime.Version()+" |")
	want, got := strings.SplitAfter(published, "\n"), strings.SplitAfter(page, "\n")
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], "%s:%d; JARVIS_UPDATE=1 writes it", pageFile, i+1)
	}
	require.Len(t, want, len(got), "JARVIS_UPDATE=1 writes %s", pageFile)
}

func pageText(t *testing.T) string {
	var b strings.Builder
	b.WriteString(pageIntro)
	writeContestants(t, &b)
	b.WriteString(pageMarks)
	writeSummary(&b)
	b.WriteString(pageDocumented)
	writeDocumented(&b)
	b.WriteString("\n## Where the marks come from\n\n")
	for _, n := range notes {
		fmt.Fprintf(&b, "- %s\n", n.text)
	}
	b.WriteString(pageTables)
	for i := range matrix() {
		matrix()[i].write(&b)
	}
	return b.String()
}

// writeContestants lists who takes part, in which version, and how.
func writeContestants(t *testing.T, b *strings.Builder) {
	for _, c := range columns() {
		version := ""
		if c.module == "go" {
			version = runtime.Version() // the toolchain that runs the test, which is no older than go.mod asks for
		} else if c.module != "" {
			version = c.module + " " + moduleVersion(t, c.module)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", c.mark, c.name, version, c.how)
	}
}

// moduleVersion is the version that go.mod asks for.
func moduleVersion(t *testing.T, module string) string {
	file, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	for line := range strings.Lines(string(file)) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == module {
			return fields[1]
		}
	}
	t.Errorf("go.mod does not have %s", module)
	return ""
}

// writeSummary counts the marks of each contestant, those of open questions apart.
func writeSummary(b *strings.Builder) {
	asked, counted := 0, 0
	marks := map[string]map[verdict]int{}
	told := map[string]int{}
	for _, s := range matrix() {
		for row, p := range s.kind.payloads {
			if p.right == open {
				asked++
				continue
			}
			counted++
			for i, c := range s.rows[row] {
				if marks[s.names[i]] == nil {
					marks[s.names[i]] = map[verdict]int{}
				}
				marks[s.names[i]][c.verdict]++
				if documented(columns()[i].mark, s.kind.name, &p, c.verdict) {
					told[s.names[i]]++
				}
			}
		}
	}
	fmt.Fprintf(b, "%d payloads are counted; %d more are open questions.\n\n", counted, asked)
	b.WriteString("| | wrong accepts | wrong refusals | values changed | of these documented | panics | cannot say | right |\n" +
		"|---|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, c := range columns() {
		m := marks[c.name]
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d | %d |\n", c.name, m[wrongAccept], m[wrongRefusal], m[changed], told[c.name],
			m[panics], m[cannotSay], m[fine])
	}
}

// write prints one kind: its table, then what handlers got in place of what was sent.
func (s *sheet) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\nDeclared: %s.\n\n| arguments | right | because |", strings.ToUpper(s.kind.name[:1])+s.kind.name[1:], s.kind.about)
	for _, c := range columns() {
		fmt.Fprintf(b, " %s |", c.mark)
	}
	b.WriteString("\n|---|---|---|" + strings.Repeat(":-:|", len(columns())) + "\n")
	for row, p := range s.kind.payloads {
		fmt.Fprintf(b, "| %s | %s | %s |", code(p.name()), p.rightText(), p.why)
		for i, c := range s.rows[row] {
			mark := string(c.verdict)
			if documented(columns()[i].mark, s.kind.name, &p, c.verdict) {
				mark += "†"
			}
			fmt.Fprintf(b, " %s |", mark)
		}
		b.WriteString("\n")
	}
	s.writeChanges(b)
}

func (s *sheet) writeChanges(b *strings.Builder) {
	head := "\nWhat handlers got where the mark is C:\n\n"
	for row, p := range s.kind.payloads {
		got := map[string][]string{}
		for i, c := range s.rows[row] {
			if c.verdict == changed {
				text := valueText(c.got)
				got[text] = append(got[text], columns()[i].mark)
			}
		}
		if len(got) == 0 {
			continue
		}
		var parts []string
		for _, text := range slices.Sorted(maps.Keys(got)) {
			parts = append(parts, fmt.Sprintf("%s (%s)", code(text), strings.Join(got[text], ", ")))
		}
		fmt.Fprintf(b, "%s- %s: %s\n", head, code(p.name()), strings.Join(parts, ", "))
		head = ""
	}
}

func (p *payload) rightText() string {
	switch {
	case p.right == refuse:
		return "refuse"
	case p.right == open:
		return "open"
	case p.show != "":
		return "as sent"
	}
	return code(valueText(normal(reflect.ValueOf(p.want))))
}

// code is a text as Markdown code inside a table.
func code(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }

// name is the payload as the page shows it: what cannot be seen is in angle brackets, as hexadecimal bytes.
func (p *payload) name() string {
	if p.show != "" {
		return p.show
	}
	return visible(p.raw)
}

func visible(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 || !unicode.IsPrint(r) {
			fmt.Fprintf(&b, "<% X>", text[:size])
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// valueText is a normal value as the page shows it.
func valueText(v any) string {
	switch w := v.(type) {
	case nil:
		return "nil"
	case string:
		return strconv.QuoteToGraphic(w)
	case float64:
		return strconv.FormatFloat(w, 'g', -1, 64)
	case time.Time:
		return w.UTC().Format(time.RFC3339Nano)
	case isoText:
		if w.span == unheld {
			return w.text
		}
		return w.span.String()
	case []any:
		var parts []string
		for _, elem := range w {
			parts = append(parts, valueText(elem))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case map[string]any:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(w)) {
			parts = append(parts, valueText(key)+": "+valueText(w[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}
