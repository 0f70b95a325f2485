// Declaration mistakes: each with its source and the complete text its author reads, in testdata/tags.

package jarvis_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	wrong "github.com/jarvis-sdk/jarvis/testdata/tags"
)

// The source shown beside an error is the one that was compiled, so it cannot drift. JARVIS_UPDATE=1 writes what is missing or has
// changed; read it before it goes in.
func TestMistakes(t *testing.T) {
	topics := wrong.Topics()
	files, err := filepath.Glob("testdata/tags/*.txt")
	require.NoError(t, err)
	for _, file := range files {
		assert.Contains(t, topics, strings.TrimSuffix(filepath.Base(file), ".txt"), "a file without cases")
	}
	for _, topic := range slices.Sorted(maps.Keys(topics)) {
		t.Run(topic, func(t *testing.T) { checkTopic(t, topic, topics[topic]) })
	}
}

func checkTopic(t *testing.T, topic string, cases []wrong.Case) {
	source := readCases(t, filepath.Join("testdata", "tags", topic+".go"))
	want, names := readSections(t, topic)
	file, sections := source.comment+"\n", []string{""}
	for _, c := range cases {
		err := declareTwice(t, c)
		section := fmt.Sprintf("%s\n-- error --\n%v\n", source.bodies[c.Name], err)
		t.Run(c.Name, func(t *testing.T) {
			assert.NotContains(t, sections, c.Name, "the name is taken")
			if !updatesGolden() {
				assert.Equal(t, want[c.Name], section)
			}
			require.Error(t, err)
			checkTagErrors(t, err)
		})
		if err == nil {
			section = want[c.Name] // an update does not forget what was wanted
		}
		file += "\n-- " + c.Name + " --\n" + section
		sections = append(sections, c.Name)
	}
	if updatesGolden() {
		golden(t, "tags/"+topic+".txt", []byte(file))
		return
	}
	assert.Equal(t, sections, names, "the cases of the file")
	assert.Equal(t, source.comment+"\n", want[""])
}

// declareTwice declares a case twice, as the first time fills a cache that the second one reads.
func declareTwice(t *testing.T, c wrong.Case) (err error) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panicked: %v", c.Name, r)
		}
	}()
	err = c.Declare()
	assert.Equal(t, fmt.Sprint(err), fmt.Sprint(c.Declare()), "%s, the second time", c.Name)
	return err
}

// checkTagErrors walks the tree of an error: each leaf is a *TagError whose text begins with its place.
func checkTagErrors(t *testing.T, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			checkTagErrors(t, e)
		}
		return
	}
	var e *jarvis.TagError
	require.ErrorAs(t, err, &e)
	assert.NotEmpty(t, e.Type)
	assert.NotEmpty(t, e.Field)
	assert.NotEmpty(t, e.Message)
	assert.True(t, strings.HasPrefix(err.Error(), e.Type+"."+e.Field+": "), err.Error())
	assert.NotContains(t, err.Error(), "\n", "a mistake is one line")
	assert.NotContains(t, err.Error(), "%!", "a format without its value")
}

// readSections reads the file of a topic: the text of each section by its name, and the names in their order. The text before the
// first one has the empty name.
func readSections(t *testing.T, topic string) (sections map[string]string, names []string) {
	text, err := os.ReadFile(filepath.Join("testdata", "tags", topic+".txt"))
	if !updatesGolden() {
		require.NoError(t, err, "JARVIS_UPDATE=1 writes it")
	}
	sections = map[string]string{}
	for i, section := range strings.Split(string(text), "\n-- ") {
		name, body, _ := strings.Cut(section, " --\n")
		switch {
		case i == 0:
			name, body = "", section
		case name == "error":
			sections[names[len(names)-1]] += "\n-- error --\n" + body
			continue
		}
		sections[name], names = body, append(names, name)
	}
	return sections, names
}

// caseSource is what a reader sees of the Go file of a topic.
type caseSource struct {
	comment string
	bodies  map[string]string // by the name of the case
}

func readCases(t *testing.T, path string) caseSource {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.ParseComments)
	require.NoError(t, err)
	slice := func(from, to token.Pos) string {
		return string(text[set.Position(from).Offset:set.Position(to).Offset])
	}
	source := caseSource{comment: strings.TrimPrefix(file.Comments[0].List[0].Text, "// "), bodies: map[string]string{}}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || len(lit.Elts) != 2 {
			return true
		}
		name, isName := lit.Elts[0].(*ast.BasicLit)
		declare, isFunc := lit.Elts[1].(*ast.FuncLit)
		if isName && isFunc {
			key, err := strconv.Unquote(name.Value)
			require.NoError(t, err)
			source.bodies[key] = declarationsUsed(file, declare.Body, slice) + bodySource(declare.Body, slice)
		}
		return true
	})
	return source
}

// bodySource is the body of a case, moved to the left, without the call that every case of its kind ends with.
func bodySource(body *ast.BlockStmt, slice func(from, to token.Pos) string) string {
	list := body.List
	if last := slice(list[len(list)-1].Pos(), list[len(list)-1].End()); len(list) > 1 && strings.HasPrefix(last, "return input[") {
		list = list[:len(list)-1]
	}
	text := slice(list[0].Pos(), list[len(list)-1].End())
	return strings.TrimSuffix(strings.ReplaceAll(text, "\n\t\t\t", "\n"), "\n")
}

// declarationsUsed shows the types of the file that the body names, each with what it names in turn and its methods.
func declarationsUsed(file *ast.File, body ast.Node, slice func(from, to token.Pos) string) string {
	used, text := map[string]bool{}, ""
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || used[id.Name] {
				return true
			}
			for _, d := range file.Decls {
				if declaresType(d, id.Name) {
					used[id.Name] = true
					text += slice(d.Pos(), d.End()) + "\n\n"
					visit(d)
				}
			}
			return true
		})
	}
	visit(body)
	return text
}

// declaresType reports whether d declares the type, or a method of it other than Run.
func declaresType(d ast.Decl, name string) bool {
	switch d := d.(type) {
	case *ast.GenDecl:
		spec, ok := d.Specs[0].(*ast.TypeSpec)
		return ok && spec.Name.Name == name
	case *ast.FuncDecl:
		if d.Recv == nil || d.Name.Name == "Run" {
			return false
		}
		recv := d.Recv.List[0].Type
		if star, ok := recv.(*ast.StarExpr); ok {
			recv = star.X
		}
		id, ok := recv.(*ast.Ident)
		return ok && id.Name == name
	}
	return false
}

// A sentence about declarations that no case shows is untested, or can never be read. Those of the builder alone are for
// builder_mistakes_test.go.
func TestMistakesCoverEveryMessage(t *testing.T) {
	ofBuilder := []string{"msgEnumEmpty", "msgEnumBlank", "msgDefaultRequired", "msgAbsentRequired", "msgAbsentBlank", "msgAbsentEnum"}
	shown := ""
	for topic := range wrong.Topics() {
		text, err := os.ReadFile(filepath.Join("testdata", "tags", topic+".txt"))
		require.NoError(t, err)
		shown += string(text)
	}
	for _, group := range []struct{ file, comment string }{
		{"messages.go", "// Read by an author: types."},
		{"messages.go", `// Read by an author: declarations. Each follows "Type.Field: ".`},
		{"messages_tags.go", "// Of a tag that reflect.StructTag would silently lose."},
		{"messages_tags.go", "// Of the jarvis tag."},
		{"messages_tags.go", "// Of the enum and absent tags."},
		{"messages_tags.go", "// Of the secret tag and of tags that do not go together."},
		{"messages_rules.go", "// Read by an author: what is wrong with a validate tag. NAME stands for the rule."},
	} {
		for name, format := range messagesOf(t, group.file, group.comment) {
			if strings.HasPrefix(name, "msgBuilder") || slices.Contains(ofBuilder, name) {
				continue
			}
			assert.Regexp(t, "(?m)(: | )"+formatPattern(format)+"(; |$)", shown, "%s has no case", name)
		}
	}
}

// messagesOf returns the constants that stand under a comment.
func messagesOf(t *testing.T, path, comment string) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	require.NoError(t, err)
	messages := map[string]string{}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Doc == nil || group.Doc.List[0].Text != comment {
			continue
		}
		for _, s := range group.Specs {
			spec := s.(*ast.ValueSpec)
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			messages[spec.Names[0].Name] = text
		}
	}
	require.NotEmpty(t, messages, "%s: %s", path, comment)
	return messages
}

func formatPattern(format string) string {
	text := regexp.MustCompile(`%#?[a-z]|NAME`).ReplaceAllString(format, "\x00")
	return strings.ReplaceAll(regexp.QuoteMeta(text), "\x00", ".*")
}
