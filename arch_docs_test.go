// Documentation as a rule: openings of files, package comments, and comments of what is exported.

package jarvis_test

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// archOpening is the rule that a file begins with what it holds, in a line or two, unless it begins with the package comment.
func archOpening(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		if what := m.openingFault(f); what != "" {
			faults = append(faults, archFault{f.path, what})
		}
	}
	return faults
}

func (m *archModule) openingFault(f *archFile) string {
	comments := slices.DeleteFunc(slices.Clone(f.Comments), func(c *ast.CommentGroup) bool {
		return c.Pos() < f.Package && strings.HasPrefix(c.List[0].Text, "//go:build ")
	})
	if len(comments) == 0 || comments[0].Pos() > f.Package {
		return "it does not say what it holds"
	}
	switch opening := comments[0]; {
	case opening == f.Doc:
		return ""
	case m.span(opening) > 2:
		return "what it holds is a line or two; more belongs to what it is about"
	case !strings.Contains(strings.TrimSpace(opening.Text()), " "):
		return "a word does not say what it holds"
	}
	return ""
}

// archPackageDoc is the rule that a package has one comment.
func archPackageDoc(m *archModule) (faults []archFault) {
	docs := map[string][]string{}
	for _, f := range m.files {
		if f.isTest() {
			continue
		}
		docs[f.dir()] = slices.Grow(docs[f.dir()], 1)
		if strings.TrimSpace(f.Doc.Text()) != "" {
			docs[f.dir()] = append(docs[f.dir()], f.path)
		}
	}
	for dir, list := range docs {
		if len(list) != 1 {
			faults = append(faults, archFault{dir, "a package has one comment, not " + strings.Join(append(list, "none"), ", ")})
		}
	}
	return faults
}

// archDocs is the rule that what a package exports has a comment: types, functions, methods of exported types, constants and
// variables, these also by the comment of their group.
func archDocs(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		if f.isTest() {
			continue
		}
		need := func(name string, comments ...*ast.CommentGroup) {
			if !documented(comments...) {
				faults = append(faults, archFault{f.path + ":" + name, "it is exported and has no comment"})
			}
		}
		f.functions(func(name string, decl *ast.FuncDecl) {
			if !slices.ContainsFunc(strings.Split(name, "."), func(part string) bool { return !ast.IsExported(part) }) {
				need(name, decl.Doc)
			}
		})
		f.specs(func(group *ast.GenDecl, spec ast.Spec) {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					need(spec.Name.Name, spec.Doc, group.Doc)
				}
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if name.IsExported() {
						need(name.Name, spec.Doc, spec.Comment, group.Doc)
					}
				}
			}
		})
	}
	return faults
}

// specs calls yield with what the groups of a file declare.
func (f *archFile) specs(yield func(*ast.GenDecl, ast.Spec)) {
	for _, decl := range f.Decls {
		if group, ok := decl.(*ast.GenDecl); ok && group.Tok != token.IMPORT {
			for _, spec := range group.Specs {
				yield(group, spec)
			}
		}
	}
}

// documented tells whether one of the comments says something.
func documented(comments ...*ast.CommentGroup) bool {
	return slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return strings.TrimSpace(c.Text()) != "" })
}

// archFields is the rule that the exported fields of an exported struct, and the methods of an exported interface, are explained
// somewhere; see explained. It holds for packages that others import.
func archFields(m *archModule) (faults []archFault) {
	for _, f := range m.files {
		if f.isTest() || f.Name.Name == "main" || isProgram(f.dir()) || strings.HasPrefix(f.dir(), "internal/") {
			continue
		}
		f.specs(func(group *ast.GenDecl, spec ast.Spec) {
			typ, ok := spec.(*ast.TypeSpec)
			if !ok {
				return
			}
			about := typ.Doc.Text() + group.Doc.Text()
			list := members(typ)
			for i, member := range list {
				for _, name := range member.Names {
					if name.IsExported() && !f.explained(m, about, name.Name, list, i) {
						faults = append(faults, archFault{f.path + ":" + typ.Name.Name + "." + name.Name, "nothing says what it is"})
					}
				}
			}
		})
	}
	return faults
}

// explained tells whether a member of a type is explained: by a comment of its own or above the lines that it stands in, by the
// comment of its type, which names it, by its description as a parameter, or by its type, if that is of the module and so has
// a comment. The only method of an interface is what the interface is about.
func (f *archFile) explained(m *archModule, about, name string, list []*ast.Field, i int) bool {
	member := list[i]
	_, isMethod := member.Type.(*ast.FuncType)
	switch {
	case documented(member.Doc, member.Comment), isMethod && len(list) == 1 && about != "":
		return true
	case member.Tag != nil && strings.Contains(member.Tag.Value, "description:"):
		return true
	case regexp.MustCompile(`\b` + name + `\b`).MatchString(about), !isMethod && f.isOwnType(member.Type):
		return true
	}
	for ; i > 0 && list[i].Doc == nil && m.line(list[i-1].End()) == m.line(list[i].Pos())-1; i-- {
	}
	return documented(list[i].Doc)
}

// isOwnType tells whether a type, or what it holds, is an exported one of the module.
func (f *archFile) isOwnType(expr ast.Expr) bool {
	switch expr := expr.(type) {
	case *ast.Ident:
		return expr.IsExported()
	case *ast.StarExpr:
		return f.isOwnType(expr.X)
	case *ast.ArrayType:
		return f.isOwnType(expr.Elt)
	case *ast.MapType:
		return f.isOwnType(expr.Value)
	case *ast.SelectorExpr:
		return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
			own, ok := ownImport(spec.Path.Value)
			_, name, _ := cutLast(strings.Replace(own, ".", "jarvis", 1), "/")
			pkg, isName := expr.X.(*ast.Ident)
			return ok && isName && pkg.Name == name
		})
	}
	return false
}
