// Architecture: which packages of the module may import which.

package jarvis_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/jarvis-sdk/jarvis"

// arrows lists the packages of the module that a package may import, besides those under internal, which import internal ones
// alone. Programs may import everything.
var arrows = map[string][]string{
	".":           {"dates"},
	"dates":       nil,
	"toolcall":    {".", "dates"},
	"llm":         {".", "toolcall"},
	"llm/llmtest": {".", "toolcall", "llm"},
	"prompt":      {".", "dates", "toolcall"},
	"assistant":   {".", "dates", "toolcall", "llm", "prompt"},
	"dialect":     {"."},
	"mcpserver":   {".", "dialect"},
	"cli":         {".", "dates", "dialect", "toolcall", "llm", "prompt", "assistant", "mcpserver"},
}

func TestArrows(t *testing.T) {
	imports := importsOfPackages(t)
	for pkg, list := range imports {
		allowed, known := arrows[pkg]
		inside := strings.HasPrefix(pkg, "internal/")
		if pkg == "internal/conform" || strings.HasPrefix(pkg, "examples/") || strings.HasPrefix(pkg, "cmd/") || strings.HasPrefix(pkg, "e2e/") {
			continue
		}
		assert.True(t, known || inside, "package %s has no arrows", pkg)
		for _, imported := range list {
			if !strings.HasPrefix(imported, "internal/") {
				assert.Contains(t, allowed, imported, "package %s may not import %s", pkg, imported)
			}
		}
	}
	for pkg := range arrows {
		assert.Contains(t, imports, pkg)
	}
}

// importsOfPackages returns the packages of the module with those that they import, without tests.
func importsOfPackages(t *testing.T) map[string][]string {
	imports := map[string][]string{}
	require.NoError(t, filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (name == "testdata" || name == "tools" || name == "bench" || len(name) > 1 && name[0] == '.'):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(file))
		imports[pkg] = append(imports[pkg], ownImports(t, parsed.Imports)...)
		return nil
	}))
	return imports
}

// ownImports returns those imports that are of the module, without its path.
func ownImports(t *testing.T, specs []*ast.ImportSpec) (own []string) {
	for _, spec := range specs {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		switch rest, inside := strings.CutPrefix(imported, module); {
		case inside && rest == "":
			own = append(own, ".")
		case inside && rest[0] == '/':
			own = append(own, rest[1:])
		}
	}
	return slices.Compact(own)
}
