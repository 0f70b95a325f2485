// Arrows: which packages of the module may import which.

package jarvis_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/jarvis-sdk/jarvis"

// arrows lists the packages of the module that a package may import, besides those under internal, which import internal ones
// alone.
var arrows = map[string][]string{
	".":                       {"dates"},
	"dates":                   nil,
	"toolcall":                {".", "dates"},
	"llm":                     {".", "toolcall"},
	"llm/llmtest":             {".", "toolcall", "llm"},
	"prompt":                  {".", "dates", "toolcall"},
	"assistant":               {".", "dates", "toolcall", "llm", "prompt"},
	"assistant/assistanttest": {".", "jarvistest", "assistant", "llm", "llm/llmtest", "prompt", "toolcall"},
	"dialect":                 {"."},
	"mcpserver":               {".", "dialect"},
	"cli":                     {".", "dates", "dialect", "toolcall", "llm", "prompt", "assistant", "mcpserver"},
	"jarvistest":              {"."},
}

// isProgram tells whether a package may import everything, because nothing imports it.
func isProgram(pkg string) bool {
	top, _, _ := strings.Cut(pkg, "/")
	return pkg == "internal/conform" || slices.Contains([]string{"examples", "cmd", "e2e", "bench", "testdata"}, top)
}

// archArrows is the rule that packages import what a table says, and that the table has no package that is not there.
func archArrows(table map[string][]string) func(*archModule) []archFault {
	return func(m *archModule) (faults []archFault) {
		imports := m.imports()
		for pkg, list := range imports {
			if isProgram(pkg) {
				continue
			}
			allowed, known := table[pkg]
			if !known && !strings.HasPrefix(pkg, "internal/") {
				faults = append(faults, archFault{pkg, "the package has no arrows"})
			}
			for imported := range list {
				if !strings.HasPrefix(imported, "internal/") && !slices.Contains(allowed, imported) {
					faults = append(faults, archFault{pkg, "the package may not import " + imported})
				}
			}
		}
		for pkg := range maps.Keys(table) {
			if _, ok := imports[pkg]; !ok {
				faults = append(faults, archFault{pkg, "arrows of a package that is not there"})
			}
		}
		return faults
	}
}

// imports returns the packages of the module with those of the module that they import, without tests.
func (m *archModule) imports() map[string]map[string]bool {
	found := map[string]map[string]bool{}
	for _, f := range m.files {
		if f.isTest() {
			continue
		}
		if found[f.dir()] == nil {
			found[f.dir()] = map[string]bool{}
		}
		for _, spec := range f.Imports {
			if own, ok := ownImport(spec.Path.Value); ok {
				found[f.dir()][own] = true
			}
		}
	}
	return found
}

// ownImport returns the path of an import within the module, if it is one of the module.
func ownImport(quoted string) (own string, ok bool) {
	imported, err := strconv.Unquote(quoted)
	rest, inside := strings.CutPrefix(imported, module)
	switch {
	case err != nil || !inside:
		return "", false
	case rest == "":
		return ".", true
	}
	return strings.CutPrefix(rest, "/")
}
