// Rules that find nothing wrong prove nothing: each is shown a module that does not keep it, and one that does.

package jarvis_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// treeOf returns a module of the given files.
func treeOf(t *testing.T, files map[string]string) *archModule {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	m, err := readModule(tree)
	require.NoError(t, err)
	return m
}

// sourceOf returns a file that begins as it should.
func sourceOf(code string) string { return "// Things of a kind.\n\npackage p\n\n" + code + "\n" }

const structOfFields = `// T has A.
type T struct {
	A int
	B int // beside it
	// C is above it.
	C int
	D int

	E int %sdescription:"for a model"%s
	F *[]T
	g int
}`

// archCases are files by rule, with the places where they do not keep it.
var archCases = map[string][]struct {
	name, file, code string
	where            []string
}{
	"opening": {
		{"a line", "a.go", sourceOf(""), nil},
		{"two lines", "a.go", "// One line\n// and another.\n\npackage p\n", nil},
		{"three lines", "a.go", "// One line,\n// another\n// and one more.\n\npackage p\n", []string{"a.go"}},
		{"a word", "a.go", "// Things\n\npackage p\n", []string{"a.go"}},
		{"nothing", "a_test.go", "package p\n\n// F is here.\nfunc F() {}\n", []string{"a_test.go"}},
		{"the package comment", "a.go", "// Package p is\n// all\n// that.\npackage p\n", nil},
		{"a build tag before it", "a.go", "//go:build !race\n\n// Things of a kind.\n\npackage p\n", nil},
		{"a build tag alone", "a.go", "//go:build !race\n\npackage p\n", []string{"a.go"}},
		{"a comment that is late", "a.go", "package p // Things of a kind.\n", []string{"a.go"}},
	},
	"package doc": {
		{"one", "p/a.go", "// Package p is one.\npackage p\n", nil},
		{"none", "p/a.go", sourceOf(""), []string{"p"}},
		{"of a test", "p/a_test.go", sourceOf(""), nil},
	},
	"docs": {
		{"all have one", "a.go", sourceOf("// T is.\ntype T int\n\n// M does.\nfunc (t *T) M() {}\n\n// F does.\nfunc F() {}\n\n// The two.\nconst (\n\tA = 1\n\tB = 2\n)\n\nvar X = 1 // is"), nil},
		{"a type", "a.go", sourceOf("type T int"), []string{"a.go:T"}},
		{"a function", "a.go", sourceOf("func F() {}"), []string{"a.go:F"}},
		{"a directive is none", "a.go", sourceOf("//go:noinline\nfunc F() {}"), []string{"a.go:F"}},
		{"a method", "a.go", sourceOf("// T is.\ntype T[P any] int\n\nfunc (t *T[P]) M() {}"), []string{"a.go:T.M"}},
		{"a method of an unexported type", "a.go", sourceOf("type t int\n\nfunc (t) M() {}"), nil},
		{"constants", "a.go", sourceOf("const (\n\tA, B = 1, 2\n\tc = 3\n)"), []string{"a.go:A", "a.go:B"}},
		{"a variable", "a.go", sourceOf("var X = 1"), []string{"a.go:X"}},
		{"of a test", "a_test.go", sourceOf("func F() {}"), nil},
	},
	"fields": {
		{"all ways", "a.go", sourceOf(strings.ReplaceAll(structOfFields, "%s", "`")), nil},
		{"without its comment", "a.go", sourceOf(strings.ReplaceAll(strings.Replace(structOfFields, "// T has A.\n", "", 1), "%s", "`")), []string{"a.go:T.A"}},
		{"without that above", "a.go", sourceOf(strings.ReplaceAll(strings.Replace(structOfFields, "// C is above it.\n", "", 1), "%s", "`")), []string{"a.go:T.C", "a.go:T.D"}},
		{"without its description", "a.go", sourceOf(strings.ReplaceAll(strings.Replace(structOfFields, "description", "label", 1), "%s", "`")), []string{"a.go:T.E"}},
		{"a name within a word", "a.go", sourceOf("// T has Ants.\ntype T struct{ A int }"), []string{"a.go:T.A"}},
		{"the only method", "a.go", sourceOf("// I does.\ntype I interface{ M() }"), nil},
		{"two methods", "a.go", sourceOf("// I does.\ntype I interface {\n\tM()\n\tN() // beside it\n}"), []string{"a.go:I.M"}},
		{"a type of the module", "a.go", sourceOf("import \"" + module + "/dates\"\n\n// T is.\ntype T struct{ A map[string]dates.Key }"), nil},
		{"a type of another module", "a.go", sourceOf("import \"time\"\n\n// T is.\ntype T struct{ A time.Time }"), []string{"a.go:T.A"}},
		{"of a test", "a_test.go", sourceOf("// T is.\ntype T struct{ A int }"), nil},
		{"of a program", "p/main.go", "// Things of a kind.\n\npackage main\n\n// T is.\ntype T struct{ A int }\n", nil},
		{"nobody imports it", "internal/a/a.go", sourceOf("// T is.\ntype T struct{ A int }"), nil},
	},
	"lines": {
		{"400", "a_test.go", sourceOf(strings.Repeat("\n", mostLines-5)), nil},
		{"401", "a_test.go", sourceOf(strings.Repeat("\n", mostLines-4)), []string{"a_test.go"}},
	},
	"functions": {
		{"60 lines", "a.go", sourceOf("func f() {" + strings.Repeat("\n", mostFunction-1) + "}"), nil},
		{"61 lines", "a.go", sourceOf("func (t) f() {" + strings.Repeat("\n", mostFunction) + "}"), []string{"a.go:t.f"}},
		{"61 lines of a test", "a_test.go", sourceOf("func f() {" + strings.Repeat("\n", mostFunction) + "}"), []string{"a_test.go:f"}},
		{"a table", "a.go", sourceOf("func f() {\n_ = []int{" + strings.Repeat("\n", mostFunction) + "}\n}"), []string{"a.go:f"}},
		{"a table of a test", "a_test.go", sourceOf("func f() {\n_ = []int{" + strings.Repeat("\n", mostFunction) + "}\n}"), nil},
		{"60 lines around a table", "a_test.go", sourceOf("func f() {\n_ = [][]int{\n{\n1,\n}}" + strings.Repeat("\n", mostFunction-2) + "}"), nil},
		{"61 lines around a table", "a_test.go", sourceOf("func f() {\n_ = [][]int{\n{\n1,\n}}" + strings.Repeat("\n", mostFunction-1) + "}"), []string{"a_test.go:f"}},
	},
	"median": {
		{"short ones", "a.go", sourceOf(strings.Repeat("func _() {}\n\n", leastForAMedian) + "func f() {" + strings.Repeat("\n", mostFunction-1) + "}"), nil},
		{"just short enough", "a.go", sourceOf(strings.Repeat("func _() {"+strings.Repeat("\n", mostMedian-1)+"}\n\n", leastForAMedian)), nil},
		{"tests", "a_test.go", sourceOf(strings.Repeat("func _() {"+strings.Repeat("\n", mostMedian)+"}\n\n", leastForAMedian)), nil},
		{"programs", "cmd/a/a.go", sourceOf(strings.Repeat("func _() {"+strings.Repeat("\n", mostMedian)+"}\n\n", leastForAMedian)), nil},
		{"too few to tell", "a.go", sourceOf(strings.Repeat("func _() {"+strings.Repeat("\n", mostMedian)+"}\n\n", leastForAMedian-1)), nil},
		{"long ones", "a.go", sourceOf(strings.Repeat("func _() {"+strings.Repeat("\n", mostMedian)+"}\n\n", leastForAMedian)), []string{"."}},
	},
	"variables": {
		{"errors", "a.go", sourceOf("var (\n\tErrA = errors.New(\"a\")\n\tErrB = fmt.Errorf(\"b\")\n\tc = 1\n)\n\nconst D = 1"), nil},
		{"no error", "a.go", sourceOf("var Default = 1"), []string{"a.go:Default"}},
		{"only called one", "a.go", sourceOf("var ErrA, ErrB = makes(), 1"), []string{"a.go:ErrA", "a.go:ErrB"}},
		{"no value", "a.go", sourceOf("var ErrA error"), []string{"a.go:ErrA"}},
		{"of a test", "a_test.go", sourceOf("var Default = 1"), nil},
		{"two errors in one", "a.go", sourceOf("var ErrA = errors.Join(a, b)"), []string{"a.go:ErrA"}},
		{"text of fmt", "a.go", sourceOf("var ErrA = fmt.Sprint(1)"), []string{"a.go:ErrA"}},
		{"another package", "a.go", sourceOf("var ErrA, ErrB = log.New(1), log.Errorf(1)"), []string{"a.go:ErrA", "a.go:ErrB"}},
		{"of another name", "a.go", sourceOf("var Broken = errors.New(\"a\")"), []string{"a.go:Broken"}},
	},
	"init": {
		{"a method", "a.go", sourceOf("func (t) init() {}"), nil},
		{"a function", "a_test.go", sourceOf("func init() {}"), []string{"a_test.go:init"}},
	},
	"panic": {
		{"of Must", "a.go", sourceOf("func MustF() { panic(1) }\n\nfunc mustG() { panic(1) }"), nil},
		{"of another", "a.go", sourceOf("func f() { func() { panic(1) }() }"), []string{"a.go:f"}},
		{"of a variable", "a.go", sourceOf("var f = func() { panic(1) }"), []string{"a.go:a variable"}},
		{"a method of that name", "a.go", sourceOf("func f() { t.panic(1) }"), nil},
		{"of a test", "a_test.go", sourceOf("func f() { panic(1) }"), nil},
	},
	"machines": {
		{"addresses and folders of the module", "a.md", "examples/home/main.go, https://example.com/home/x, ./tmp/x, ~/work/x", nil},
		{"a folder", "a.md", "see /wo" + "rk/x", []string{"a.md"}},
		{"one in quotes", "a.json", `"/ho` + `me/me/x"`, []string{"a.json"}},
		{"one of Windows", "a_test.go", sourceOf(`var x = "C:\\Us` + `ers\\me"`), []string{"a_test.go"}},
		{"what was installed", "e2e/node_modules/a.md", "see /wo" + "rk/x", nil},
		{"what git keeps", ".git/a.md", "see /wo" + "rk/x", nil},
		{"what is no text", "a.bin", "\xff /ho" + "me/me/", nil},
	},
}

func TestArchitectureRefuses(t *testing.T) {
	for rule, cases := range archCases {
		for _, c := range cases {
			t.Run(rule+"/"+c.name, func(t *testing.T) {
				require.Contains(t, archRules, rule)
				var where []string
				for _, fault := range archRules[rule](treeOf(t, map[string]string{c.file: c.code})) {
					where = append(where, fault.where)
					assert.NotEmpty(t, fault.what)
				}
				assert.Equal(t, c.where, where)
			})
		}
	}
	for rule := range archRules {
		assert.True(t, rule == "arrows" || archCases[rule] != nil, "no case breaks the rule of %s", rule)
	}
}

func TestArrowsRefuse(t *testing.T) {
	of := func(imported string) string { return "package p\n\nimport _ \"" + imported + "\"\n" }
	table := map[string][]string{".": {"dates"}, "dates": nil}
	good := map[string]string{
		"a.go": of(module + "/dates"), "b.go": of(module + "/internal/scan"), "a_test.go": of(module + "/cli"), "dates/a.go": of("time"),
		"internal/scan/a.go": of(module + "/internal/echo"), "examples/x/main.go": of(module + "/cli"), "other.go": of(module + "er/cli"),
	}
	require.Empty(t, archArrows(table)(treeOf(t, good)))
	for name, c := range map[string]struct{ file, code, where, what string }{
		"the wrong way":         {"dates/b.go", of(module), "dates", "the package may not import ."},
		"one that is not said":  {"b_windows.go", of(module + "/cli"), ".", "the package may not import cli"},
		"a package of its own":  {"new/a.go", "package p\n", "new", "the package has no arrows"},
		"out of internal":       {"internal/echo/a.go", of(module + "/dates"), "internal/echo", "the package may not import dates"},
		"a package that is not": {"dates/a.go", "", "dates", "arrows of a package that is not there"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for file, text := range good {
				files[file] = text
			}
			if files[c.file] = c.code; c.code == "" {
				delete(files, c.file)
			}
			assert.Equal(t, []archFault{{c.where, c.what}}, archArrows(table)(treeOf(t, files)))
		})
	}
}

func TestArchitectureExceptions(t *testing.T) {
	for i, e := range archExceptions {
		where, beside := e.where, e.where+"x"
		if strings.HasSuffix(e.where, "/") {
			where, beside = e.where+"x/y.go:F", strings.TrimSuffix(e.where, "/")+"x/y.go:F"
		}
		assert.Equal(t, i, excepted(e.rule, where), where)
		assert.Equal(t, -1, excepted(e.rule, beside), beside)
		assert.Equal(t, -1, excepted("lines", where), where)
	}
}

func TestPackagesHaveOneComment(t *testing.T) {
	faults := archPackageDoc(treeOf(t, map[string]string{"p/a.go": "// Package p is one.\npackage p\n", "p/b.go": "// And another.\npackage p\n"}))
	require.Len(t, faults, 1)
	assert.Equal(t, "p", faults[0].where)
}
