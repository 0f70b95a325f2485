// Code as a rule: how long files and functions are, and what they do not contain.

package jarvis_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

const (
	mostLines       = 400 // of a file
	mostFunction    = 60  // lines of a function; those of the tables in tests do not count
	mostMedian      = 10  // lines of half of all functions
	leastForAMedian = 10  // functions
)

func archLines(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		if n := strings.Count(f.text, "\n"); n > mostLines {
			faults = append(faults, archFault{f.path, fmt.Sprintf("%d lines, at most %d", n, mostLines)})
		}
	}
	return faults
}

// archFunctions is the rule about the length of functions. A table of cases is data: it may be as long as there are cases.
func archFunctions(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		f.functions(func(name string, decl *ast.FuncDecl) {
			lines := m.span(decl)
			if f.isTest() {
				lines -= m.tableLines(decl)
			}
			if lines > mostFunction {
				faults = append(faults, archFault{f.path + ":" + name, fmt.Sprintf("%d lines, at most %d", lines, mostFunction)})
			}
		})
	}
	return faults
}

// tableLines counts the lines inside the outermost composite literals of a function.
func (m *archModule) tableLines(decl *ast.FuncDecl) (lines int) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if table, ok := n.(*ast.CompositeLit); ok {
			lines += m.span(table) - 1
			return false
		}
		return true
	})
	return lines
}

func archMedian(m *archModule) (faults []archFault) {
	var lines []int
	for _, f := range m.files {
		if !f.isTest() && !isProgram(f.dir()) {
			f.functions(func(_ string, decl *ast.FuncDecl) { lines = append(lines, m.span(decl)) })
		}
	}
	slices.Sort(lines)
	if n := len(lines); n >= leastForAMedian && lines[n/2] > mostMedian {
		faults = append(faults, archFault{".", fmt.Sprintf("half of the functions have %d lines and more, at most %d", lines[n/2], mostMedian)})
	}
	return faults
}

// archVariables is the rule that exported variables are errors: anything else could be set from outside.
func archVariables(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		if f.isTest() {
			continue
		}
		f.specs(func(group *ast.GenDecl, spec ast.Spec) {
			values, ok := spec.(*ast.ValueSpec)
			if !ok || group.Tok != token.VAR {
				return
			}
			for i, name := range values.Names {
				if name.IsExported() && !(strings.HasPrefix(name.Name, "Err") && i < len(values.Values) && makesError(values.Values[i])) {
					faults = append(faults, archFault{f.path + ":" + name.Name, "an exported variable that is no error"})
				}
			}
		})
	}
	return faults
}

// makesError tells whether an expression is a call of errors.New or fmt.Errorf.
func makesError(expr ast.Expr) bool {
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return ok && (pkg.Name == "errors" && selector.Sel.Name == "New" || pkg.Name == "fmt" && selector.Sel.Name == "Errorf")
}

// archInit is the rule that importing a package does nothing, in tests too.
func archInit(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		f.functions(func(name string, _ *ast.FuncDecl) {
			if name == "init" {
				faults = append(faults, archFault{f.path + ":init", "importing a package does nothing"})
			}
		})
	}
	return faults
}

// archPanic is the rule that functions panic only if they are named so: MustX or mustX.
func archPanic(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		if f.isTest() {
			continue
		}
		for _, decl := range f.Decls {
			name := "a variable"
			if fn, ok := decl.(*ast.FuncDecl); ok {
				name = fn.Name.Name
			}
			if !strings.HasPrefix(strings.ToLower(name), "must") && panics(decl) {
				faults = append(faults, archFault{f.path + ":" + name, "it panics and its name does not begin with Must"})
			}
		}
	}
	return faults
}

// panics tells whether a declaration calls panic.
func panics(decl ast.Decl) (found bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name, isName := call.Fun.(*ast.Ident)
			found = found || isName && name.Name == "panic"
		}
		return !found
	})
	return found
}

// machinePath is a folder of one machine, which says nothing to those who have another.
var machinePath = regexp.MustCompile(`(?:^|[^\w.>~$}/-])(?:/(?:home|work|tmp|Users|root)/|[A-Za-z]:\\+Users\\)`)

// archMachines is the rule that no text names a folder of the machine that it was written on.
func archMachines(m *archModule) (faults []archFault) {
	for path, text := range m.texts {
		if found := machinePath.FindString(text); found != "" {
			faults = append(faults, archFault{path, fmt.Sprintf("it names a folder of a machine: %q", found)})
		}
	}
	return faults
}
