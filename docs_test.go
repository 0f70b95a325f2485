// Documents: their code is that of compiled files, their output that of programs. The tests fail when two drift apart;
// JARVIS_UPDATE=1 weaves them anew.

package jarvis_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writtenDocuments are written by tests as a whole, which compare them too.
var writtenDocuments = map[string]string{
	"docs/agreement.md": "bench/agreement/page_test.go#TestAgreementPage",
	"docs/dialects.md":  "dialect/docs_test.go#TestDialectDocs",
	"docs/seeds.md":     "seeds_test.go#TestSeedLedger",
}

func TestDocuments(t *testing.T) {
	t.Parallel() // it runs programs
	for name, text := range documents(t) {
		if test, ok := writtenDocuments[name]; ok {
			_, err := compiledCode(test)
			require.NoError(t, err)
			_, function, _ := strings.Cut(test, "#")
			assert.Contains(t, text, function, "%s says what writes it", name)
			continue
		}
		w := weaver{document: name, run: runProgram}
		woven := w.weave(text)
		assert.Empty(t, w.faults, name)
		if updatesGolden() && woven != text {
			require.NoError(t, os.WriteFile(name, []byte(woven), 0o644))
			continue
		}
		want, got := strings.SplitAfter(text, "\n"), strings.SplitAfter(woven, "\n")
		for i := range min(len(want), len(got)) {
			require.Equal(t, got[i], want[i], "%s:%d; JARVIS_UPDATE=1 writes it", name, i+1)
		}
		require.Len(t, want, len(got), "JARVIS_UPDATE=1 writes %s", name)
	}
	for name := range writtenDocuments {
		assert.FileExists(t, name)
	}
}

// documents returns the documents of this module.
func documents(t *testing.T) map[string]string {
	t.Helper()
	m, err := readModule(os.DirFS("."))
	require.NoError(t, err)
	require.Contains(t, m.documents(), "README.md")
	return m.documents()
}

// documents returns the documents of a module by their paths: those at its top, those of docs, and every README.md.
func (m *archModule) documents() map[string]string {
	found := map[string]string{}
	for name, text := range m.texts {
		top := path.Dir(name) == "." || path.Dir(name) == "docs"
		if path.Ext(name) == ".md" && (top || path.Base(name) == "README.md") && !strings.Contains("/"+name, "/testdata/") {
			found[name] = text
		}
	}
	return found
}

// weaver puts into the blocks of a document what they show.
type weaver struct {
	document string
	run      func(program, stdin string) (stdout string, err error)
	faults   []string
}

func (w *weaver) fault(line int, format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf("%s:%d: ", w.document, line)+fmt.Sprintf(format, args...))
}

var (
	fence  = regexp.MustCompile("^\\s*```(\\w*)\\s*$")
	marker = regexp.MustCompile(`^<!-- (from|output of) (.+) -->$`)
)

// weave returns the document as it is to be. What cannot be woven stays as it is and is a fault.
func (w *weaver) weave(text string) string {
	lines := strings.SplitAfter(text, "\n")
	var out strings.Builder
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		opened := fence.FindStringSubmatch(strings.TrimSuffix(lines[i], "\n"))
		if opened == nil {
			if strings.HasPrefix(lines[i], "    ") && (i == 0 || strings.TrimSpace(lines[i-1]) == "") {
				w.fault(i+1, "a block without a fence")
			}
			continue
		}
		size := slices.IndexFunc(lines[i+1:], func(line string) bool { return strings.TrimSpace(line) == "```" })
		if size < 0 {
			w.fault(i+1, "a block without an end")
			continue
		}
		above := ""
		if i > 0 {
			above = strings.TrimSuffix(lines[i-1], "\n")
		}
		out.WriteString(w.block(i+1, opened[1], above, strings.Join(lines[i+1:i+1+size], "")))
		out.WriteString(lines[i+1+size])
		i += size + 1
	}
	return out.String()
}

// block returns what a block is to show.
func (w *weaver) block(line int, language, above, body string) string {
	m := marker.FindStringSubmatch(above)
	var err error
	switch {
	case language == "sh" && m == nil:
		for _, what := range w.unknownCommands(body) {
			w.fault(line, "%s", what)
		}
		return body
	case m == nil:
		w.fault(line, "a block of %q without <!-- from FILE#NAME --> or <!-- output of PROGRAM --> above it", language)
		return body
	case m[1] == "from" && language == "go":
		body, err = orElse(body)(compiledCode(m[2]))
	case m[1] == "from":
		err = fmt.Errorf("a block of %q is not Go", language)
	default:
		body, err = orElse(body)(w.output(m[2], body))
	}
	if err != nil {
		w.fault(line, "%v", err)
	}
	return body
}

// orElse keeps the old text where there is no new one.
func orElse(old string) func(string, error) (string, error) {
	return func(text string, err error) (string, error) {
		if err != nil {
			return old, err
		}
		return text, nil
	}
}

// compiledCode returns a declaration with its comment, which is named as FILE#NAME or FILE#TYPE.NAME.
func compiledCode(place string) (string, error) {
	name, wanted, ok := strings.Cut(place, "#")
	if !ok || wanted == "" {
		return "", fmt.Errorf("%s names no declaration", place)
	}
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	for _, decl := range file.Decls {
		named, doc := "", (*ast.CommentGroup)(nil)
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if named, doc = decl.Name.Name, decl.Doc; decl.Recv != nil {
				named = receiver(decl.Recv.List[0].Type) + "." + named
			}
		case *ast.GenDecl:
			if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
				named, doc = spec.Name.Name, decl.Doc
			}
		}
		if named == wanted {
			from := decl.Pos()
			if doc != nil {
				from = doc.Pos()
			}
			return string(text[fset.Position(from).Offset:fset.Position(decl.End()).Offset]) + "\n", nil
		}
	}
	return "", fmt.Errorf("%s has no declaration %q", name, wanted)
}

// runProgram runs a program of the module, without a model in its environment.
func runProgram(program, stdin string) (string, error) {
	cmd := exec.Command("go", "run", "./"+program)
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "OPENAI_") || strings.HasPrefix(v, "JARVIS_")
	})
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", program, err, stderr.String())
	}
	return string(out), nil
}

var (
	ofLine  = regexp.MustCompile(`^(.+), line (\d+)$`)
	ofLines = regexp.MustCompile(`^(.+), lines (\d+)-(\d+)$`)
)

// output returns what a block of output is to show: PROGRAM, or some of its lines as "PROGRAM, line N" or "PROGRAM, lines N-M".
// "the program" is that of the document's folder: it is told the lines of the block that begin with "> ", and its first line,
// which differs from run to run, is not shown.
func (w *weaver) output(of, shown string) (string, error) {
	program, from, to, stdin := of, 1, 0, ""
	switch {
	case of == "the program":
		program, from, stdin = path.Dir(w.document), 2, prefixed(shown, "> ")
	case ofLine.MatchString(of):
		m := ofLine.FindStringSubmatch(of)
		program, from = m[1], number(m[2])
		to = from
	case ofLines.MatchString(of):
		m := ofLines.FindStringSubmatch(of)
		program, from, to = m[1], number(m[2]), number(m[3])
	}
	out, err := w.run(program, stdin)
	if err != nil {
		return "", err
	}
	lines := slices.Collect(strings.Lines(out))
	if to == 0 {
		to = len(lines)
	}
	if from > to || to > len(lines) {
		return "", fmt.Errorf("%s writes %d lines, not %d to %d", program, len(lines), from, to)
	}
	if lines = lines[from-1 : to]; !strings.Contains("\n"+shown, "\n"+answerMark) {
		return strings.Join(lines, ""), nil
	}
	return dialogue(program, shown, lines)
}

// number reads what a pattern has found to be digits.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// prefixed returns the lines with a prefix, without it.
func prefixed(text, prefix string) (rest string) {
	for line := range strings.Lines(text) {
		if said, ok := strings.CutPrefix(line, prefix); ok {
			rest += said
		}
	}
	return rest
}
