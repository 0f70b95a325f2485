// The seed ledger: every name of the documents this library re-creates, what it has become here, and what proves it.
// The rows of each document are in seeds_*_test.go.

package jarvis_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// seedDocument is one document that names things.
type seedDocument struct {
	title    string
	rows     int // how many it has; see mistakes
	sections []seedSection
}

type seedSection struct {
	title string
	rows  []seedRow
}

// seedRow is one name. It has what it became and the tests of that, or a reason why it became nothing; a reason beside both
// says what is different or left out.
type seedRow struct {
	seed   string // as the document writes it, or in words
	here   string // Go names; tags as key: and key:option; separated by ", "
	tests  string // test functions; those of other packages as path.TestName; separated by ", "
	reason string
}

const seedLedger = "docs/seeds.md"

const seedPreface = `# What became of the seeds

This library re-creates two things in Go: the Python command SDK and Pikuri's parameter builder. Five documents describe
them and what stands around them. Every name, default and rule in the five has a row below: what it is called here and which
tests prove it, or why it is not here. The file is written by TestSeedLedger from the tables in seeds_*_test.go
(JARVIS_UPDATE=1 go test -run TestSeedLedger .). The test fails when the two differ, when a row says neither, when a name is
not exported by the source or a tag not listed in the package documentation, when a test does not exist, when a row is
there twice or waits for a package that is there, and when a document has more or fewer rows than it is to have. Behaviour
that differs on purpose is proved in deviations_test.go and the files beside it.
`

func seedDocuments() []seedDocument {
	return []seedDocument{
		{"The Python command SDK (interface reference)", 152, interfaceSeeds},
		{"The Python command SDK (parameters)", 73, parameterSeeds},
		{"Pikuri's parameter builder", 62, pikuriSeeds},
		{"The prompt provider reference", 81, promptSeeds},
		{"The types validation requirements", 42, typesSeeds},
	}
}

func TestSeedLedger(t *testing.T) {
	ledger := readLedger(t)
	text := seedPreface
	for _, doc := range seedDocuments() {
		for _, mistake := range ledger.mistakes(doc) {
			t.Error(mistake)
		}
		text += ledger.render(doc)
	}
	if updatesGolden() {
		require.NoError(t, os.WriteFile(seedLedger, []byte(text), 0o644))
		return
	}
	file, err := os.ReadFile(seedLedger)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes it")
	want, got := strings.SplitAfter(string(file), "\n"), strings.SplitAfter(text, "\n")
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], "%s:%d; JARVIS_UPDATE=1 writes it", seedLedger, i+1)
	}
	require.Len(t, want, len(got), "JARVIS_UPDATE=1 writes %s", seedLedger)
}

// A ledger that takes any row proves nothing.
func TestSeedLedgerRefuses(t *testing.T) {
	ledger := readLedger(t)
	good := seedRow{"x", "Spec.Name, jarvis:required, secret:user, enum:", "TestSeedLedger, internal/scan.FuzzScan, ExampleDefine", ""}
	for name, rows := range map[string][]seedRow{
		"neither":               {{seed: "x"}},
		"no seed":               {{here: "Spec", tests: "TestSeedLedger"}},
		"a name but no test":    {{seed: "x", here: "Spec"}},
		"a test but no name":    {{seed: "x", tests: "TestSeedLedger"}},
		"a reason and no test":  {{seed: "x", here: "Spec", reason: "because"}},
		"a name of nothing":     {{seed: "x", here: "Spec.Nothing", tests: "TestSeedLedger"}},
		"an unexported name":    {{seed: "x", here: "Response.emptyDetails", tests: "TestSeedLedger"}},
		"an unknown tag":        {{seed: "x", here: "enums:", tests: "TestSeedLedger"}},
		"an unknown tag option": {{seed: "x", here: "jarvis:optional", tests: "TestSeedLedger"}},
		"a test of nothing":     {{seed: "x", here: "Spec", tests: "TestNothing"}},
		"no function of a test": {{seed: "x", here: "Spec", tests: "readLedger"}},
		"a repeated row":        {good, good},
		"an empty name":         {{seed: "x", here: "Spec, ", tests: "TestSeedLedger"}},
		"a package that exists": {{seed: "x", reason: "package jarvis, not in this version"}},
	} {
		assert.NotEmpty(t, ledger.mistakes(seedDocument{"doc", len(rows), []seedSection{{"section", rows}}}), name)
	}
	section := []seedSection{{"section", []seedRow{good, {seed: "y", reason: "package node, not in this version"}}}}
	assert.Empty(t, ledger.mistakes(seedDocument{"doc", 2, section}))
	assert.Len(t, ledger.mistakes(seedDocument{"doc", 3, section}), 1, "a row less")
	assert.Len(t, ledger.mistakes(seedDocument{"doc", 1, section}), 1, "a row more")
}

// ledgerNames is what rows may name.
type ledgerNames struct {
	names    map[string]string // exported names and tags, and how to print them
	tests    map[string]bool
	packages map[string]bool
}

// awaited finds the package that a reason waits for.
var awaited = regexp.MustCompile(`package (\w+)\b.*not in this version`)

// mistakes returns what is wrong with the rows of a document. Their number is written down, because a row that is gone from its
// table is gone from the file too as soon as that is written anew.
func (l *ledgerNames) mistakes(doc seedDocument) (list []string) {
	if all, _ := doc.count(); all != doc.rows {
		list = append(list, fmt.Sprintf("%s has %d rows, not %d; change the number in seedDocuments only with a reason: what its document names has to stay", doc.title, all, doc.rows))
	}
	seen := map[string]bool{}
	for _, section := range doc.sections {
		for _, row := range section.rows {
			place := doc.title + ": " + section.title + ": " + row.seed
			if row.seed == "" || seen[place] {
				list = append(list, place+": the row has no name or is there twice")
			}
			seen[place] = true
			for _, mistake := range l.rowMistakes(row) {
				list = append(list, place+": "+mistake)
			}
		}
	}
	return list
}

func (l *ledgerNames) rowMistakes(row seedRow) (list []string) {
	if (row.here == "") != (row.tests == "") || row.here == "" && row.reason == "" {
		list = append(list, "it needs names and tests, or a reason")
	}
	if m := awaited.FindStringSubmatch(row.reason); m != nil && l.packages[m[1]] {
		list = append(list, fmt.Sprintf("package %s is there now", m[1]))
	}
	for _, name := range splitCell(row.here) {
		if _, ok := l.names[name]; !ok {
			list = append(list, fmt.Sprintf("no exported name or tag %q", name))
		}
	}
	for _, name := range splitCell(row.tests) {
		if !l.tests[name] {
			list = append(list, fmt.Sprintf("no test %q", name))
		}
	}
	return list
}

// count returns the number of rows, and of those that have a name here.
func (d seedDocument) count() (all, here int) {
	for _, section := range d.sections {
		for _, row := range section.rows {
			all++
			if row.here != "" {
				here++
			}
		}
	}
	return all, here
}

// splitCell splits a list of names.
func splitCell(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, ", ")
}

// render writes the section of a document.
func (l *ledgerNames) render(doc seedDocument) string {
	var b strings.Builder
	all, here := doc.count()
	fmt.Fprintf(&b, "\n## %s\n\n%d rows: %d are here, %d have a reason only.\n\n| seed | here | test or reason |\n| --- | --- | --- |\n", doc.title, all, here, all-here)
	for _, section := range doc.sections {
		fmt.Fprintf(&b, "| **%s** | | |\n", section.title)
		for _, row := range section.rows {
			seed := row.seed
			if !strings.Contains(seed, " ") || strings.HasSuffix(seed, ")") {
				seed = "`" + seed + "`"
			}
			var names []string
			for _, name := range splitCell(row.here) {
				names = append(names, "`"+l.names[name]+"`")
			}
			here, proof := strings.Join(names, ", "), splitCell(row.tests)
			if here == "" {
				here = "-"
			}
			last := strings.Join(proof, ", ")
			if row.reason != "" {
				last = strings.Join(slices.DeleteFunc([]string{last, row.reason}, func(s string) bool { return s == "" }), "; ")
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", seed, here, strings.ReplaceAll(last, "|", `\|`))
		}
	}
	return b.String()
}

// readLedger parses the source of the whole module.
func readLedger(t *testing.T) *ledgerNames {
	l := &ledgerNames{names: map[string]string{}, tests: map[string]bool{}, packages: map[string]bool{}}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || name == "tools" || name != "." && strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil {
			l.read(filepath.ToSlash(path), file)
		}
		return err
	})
	require.NoError(t, err)
	return l
}

func (l *ledgerNames) read(path string, file *ast.File) {
	dir, name, nested := cutLast(path, "/")
	switch {
	case strings.HasSuffix(path, "_test.go"):
		prefix := ""
		if nested {
			prefix = dir + "."
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && isTestName(f.Name.Name) {
				l.tests[prefix+f.Name.Name] = true
			}
		}
	case !nested:
		l.packages[file.Name.Name] = true
		l.exported("", file)
		if name == "doc.go" {
			l.tags(file.Doc.Text())
		}
	case file.Name.Name != "main" && !strings.Contains("/"+dir+"/", "/internal/"):
		l.packages[file.Name.Name] = true
		l.exported(file.Name.Name+".", file)
	}
}

func isTestName(name string) bool {
	return strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") || strings.HasPrefix(name, "Fuzz")
}

func cutLast(text, sep string) (before, after string, found bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return "", text, false
	}
	return text[:i], text[i+len(sep):], true
}

// exported adds the exported names of a file: T, T.Field, T.Method, Func, Const.
func (l *ledgerNames) exported(prefix string, file *ast.File) {
	add := func(owner string, names ...*ast.Ident) {
		for _, name := range names {
			if name.IsExported() {
				l.names[prefix+owner+name.Name] = prefix + owner + name.Name
			}
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				add("", decl.Name)
			} else if owner := receiver(decl.Recv.List[0].Type); ast.IsExported(owner) {
				add(owner+".", decl.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					add("", spec.Names...)
				case *ast.TypeSpec:
					add("", spec.Name)
					for _, member := range members(spec) {
						add(spec.Name.Name+".", member.Names...)
					}
				}
			}
		}
	}
}

// members returns the fields of an exported struct, or the methods of an exported interface.
func members(spec *ast.TypeSpec) []*ast.Field {
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		if spec.Name.IsExported() {
			return typ.Fields.List
		}
	case *ast.InterfaceType:
		if spec.Name.IsExported() {
			return typ.Methods.List
		}
	}
	return nil
}

// receiver is the name of the type of a receiver: T, *T, T[P] or *T[P].
func receiver(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.Ident:
		return expr.Name
	case *ast.StarExpr:
		return receiver(expr.X)
	case *ast.IndexExpr:
		return receiver(expr.X)
	}
	return ""
}

// tags adds the tag keys and options that the package documentation lists under "Tags".
func (l *ledgerNames) tags(doc string) {
	_, list, _ := strings.Cut(doc, "# Tags\n")
	list, _, _ = strings.Cut(list, "\n# ")
	key := ""
	for line := range strings.Lines(list) {
		text, isCode := strings.CutPrefix(line, "\t")
		if !isCode {
			continue
		}
		if !strings.HasPrefix(text, " ") {
			key = strings.Fields(text)[0]
			l.names[key+":"] = key + `:"…"`
		}
		_, options, ok := strings.Cut(text, "option = ")
		if !ok {
			_, options, _ = strings.Cut(text, "( ")
			options, _, _ = strings.Cut(options, " )")
		}
		for option := range strings.SplitSeq(options, "|") {
			name, _, valued := strings.Cut(strings.TrimSpace(option), "=")
			if valued {
				l.names[key+":"+name] = key + `:",` + name + `=…"`
			} else if name != "" {
				l.names[key+":"+name] = key + `:",` + name + `"`
			}
		}
	}
}
