// Architecture: what the files, functions and packages of the module have to keep, and the exceptions with their reasons.

package jarvis_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// archRules are what TestArchitecture asks of the module. CONTRIBUTING.md says each in words.
var archRules = map[string]func(*archModule) []archFault{
	"arrows":      archArrows(arrows),
	"opening":     archOpening,
	"package doc": archPackageDoc,
	"docs":        archDocs,
	"fields":      archFields,
	"lines":       archLines,
	"functions":   archFunctions,
	"median":      archMedian,
	"variables":   archVariables,
	"init":        archInit,
	"panic":       archPanic,
	"machines":    archMachines,
}

// archException is a place that need not keep a rule. One that no fault needs is a fault itself.
type archException struct {
	rule   string
	where  string // a place, or with a slash at its end a folder
	reason string
}

var archExceptions = []archException{
	{"docs", "testdata/", "declarations that are refused, for tests to read"},
	{"functions", "testdata/", "each is a table of declarations that are refused"},
	{"panic", "testdata/", "code of authors that panics, for tests to survive"},
	{"panic", "bind_check.go:checkRules", "a rule of the author has panicked: who called the binder makes a PanicError of it"},
	{"panic", "rules_probe.go:libraryTest", "the panic of a rule goes on, with the name of the rule"},
	{"panic", "bench/", "a peer that cannot be set up cannot be measured"},
	{"machines", "jarvistest/generate_scalar.go", "a path as arguments of commands are"},
	{"machines", "cmd/jarvis/name_test.go", "folders as people name them"},
	{"machines", "cmd/jarvis/library_test.go", "folders as people name them"},
}

// archFault is one place that does not keep a rule.
type archFault struct {
	where string // the path of a file or package, with :Name for a declaration in it
	what  string
}

func TestArchitecture(t *testing.T) {
	m, err := readModule(os.DirFS("."))
	require.NoError(t, err)
	require.Greater(t, len(m.files), 500, "the whole module is read")
	used := make([]bool, len(archExceptions))
	for name, rule := range archRules {
		for _, fault := range rule(m) {
			if i := excepted(name, fault.where); i >= 0 {
				used[i] = true
				continue
			}
			t.Errorf("%s: %s: %s", name, fault.where, fault.what)
		}
	}
	contributing := m.texts["CONTRIBUTING.md"]
	for name := range archRules {
		assert.Contains(t, contributing, "\n| "+name+" | ", "CONTRIBUTING.md says each rule")
	}
	for i, exception := range archExceptions {
		assert.Contains(t, archRules, exception.rule)
		assert.NotEmpty(t, exception.reason, exception.where)
		assert.True(t, used[i], "no fault needs the exception of %s for %s", exception.where, exception.rule)
	}
}

// excepted returns the index of the exception for a place, or -1.
func excepted(rule, where string) int {
	return slices.IndexFunc(archExceptions, func(e archException) bool {
		return e.rule == rule && (e.where == where || strings.HasSuffix(e.where, "/") && strings.HasPrefix(where, e.where))
	})
}

// archModule is the source of a module.
type archModule struct {
	fset  *token.FileSet
	files []*archFile
	texts map[string]string // every file that is text, by path
}

// archFile is one Go file.
type archFile struct {
	path, text string
	*ast.File
}

func (f *archFile) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// dir is the path of the package, "." for that of the module.
func (f *archFile) dir() string { return path.Dir(f.path) }

// readModule reads a module, without what was installed into it.
func readModule(root fs.FS) (*archModule, error) {
	m := &archModule{fset: token.NewFileSet(), texts: map[string]string{}}
	return m, fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == ".git" || name == "node_modules"):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil || !utf8.Valid(text) {
			return err
		}
		m.texts[file] = string(text)
		if path.Ext(file) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(m.fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		m.files = append(m.files, &archFile{file, string(text), parsed})
		return nil
	})
}

// line is the line of a position.
func (m *archModule) line(pos token.Pos) int { return m.fset.Position(pos).Line }

// span is the number of lines of a node.
func (m *archModule) span(n ast.Node) int { return m.line(n.End()) - m.line(n.Pos()) + 1 }

// functions calls yield with the functions of a file, named as Name or Type.Name.
func (f *archFile) functions(yield func(name string, decl *ast.FuncDecl)) {
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			name := fn.Name.Name
			if fn.Recv != nil {
				name = receiver(fn.Recv.List[0].Type) + "." + name
			}
			yield(name, fn)
		}
	}
}
