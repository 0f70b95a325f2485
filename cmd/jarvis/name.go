// Names: what the name of a new module makes of the directory, the module path, the command and the Go type, and names that cannot
// be.

package main

import (
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// longestName is what model vendors allow a tool's name, in characters (https://platform.openai.com/docs/api-reference/chat).
const longestName = 64

// names are those of a new module.
type names struct {
	Name    string // as given: the directory and the program, such as my-lights
	Command string // my_lights
	Type    string // MyLights
	Module  string // the module path
}

var (
	goodName   = regexp.MustCompile(`^[a-z][a-z0-9]*([-_][a-z0-9]+)*$`)
	goodDomain = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)
	goodPart   = regexp.MustCompile(`^[A-Za-z0-9_~-]([A-Za-z0-9._~-]*[A-Za-z0-9_~-])?$`)
	badMajor   = regexp.MustCompile(`/v(0[0-9]*|1)$`)
	shortPart  = regexp.MustCompile(`^[^.]*~[0-9]+(\.|$)`) // as Windows shortens file names, such as EXAMPL~1.COM
)

// taken are names that mean something else to the go tool.
var taken = strings.Fields("main test testdata internal vendor all std cmd tool work")

// devices are names that Windows has no files of, so that the go tool allows none anywhere.
var devices = strings.Fields(`con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9
	lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// standard are the first elements of the import paths of the standard library, and toolchain, which is none but Go's own too.
var standard = strings.Fields(`archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors
	expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort
	strconv strings structs sync syscall testing text time toolchain unicode unique unsafe weak`)

// namesOf makes the names of a module from the NAME and the module path that were given; an empty path is the name.
func namesOf(name, module string) (names, error) {
	if err := checkName(name); err != nil {
		return names{}, err
	}
	n := names{Name: name, Command: strings.ReplaceAll(name, "-", "_"), Type: typeName(name), Module: module}
	if module == "" {
		n.Module = name
		if slices.Contains(standard, name) {
			return names{}, usage(msgNameStandard, name, "my-"+name, name)
		}
	}
	return n, checkModule(n.Module)
}

// checkName refuses names that cannot be, with one that can.
func checkName(name string) error {
	switch {
	case name == "":
		return usage(msgNameEmpty)
	case strings.ContainsAny(name, `/\`):
		return nameIsPath(name)
	case !goodName.MatchString(name):
		return usage("%s%s", sprintf(msgNameForm, echo.Cut(name)), instead(name))
	case len(name) > longestName:
		return usage(msgNameLong, echo.Cut(name), len(name), longestName)
	case token.IsKeyword(name):
		return usage(msgNameKeyword, name, "my-"+name)
	case slices.Contains(taken, name) || slices.Contains(devices, name):
		return usage(msgNameTaken, name, "my-"+name)
	}
	return nil
}

// nameIsPath tells module paths, which have a domain, from directories.
func nameIsPath(name string) error {
	last := slug(path.Base(strings.TrimRight(strings.ReplaceAll(name, `\`, "/"), "/")))
	if !goodName.MatchString(last) || checkName(last) != nil {
		last = "hello"
	}
	domain, _, _ := strings.Cut(name, "/")
	if strings.Contains(strings.Trim(domain, "."), ".") && checkModule(name) == nil {
		return usage(msgNameIsModule, echo.Cut(name), last, name)
	}
	return usage(msgNameIsDirectory, echo.Cut(name), last, shown(echo.Cut(name)))
}

// instead is the end of a message that proposes a name; empty if nothing near can be.
func instead(name string) string {
	for _, near := range []string{slug(name), "my-" + slug(name)} {
		if goodName.MatchString(near) && checkName(near) == nil {
			return sprintf(msgMeant, near)
		}
	}
	return ""
}

// slug makes a name of a text: its words in lower case. Words end where the case rises, too. Of other letters than those of ASCII
// it makes none: what is left is not what was meant.
func slug(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return ""
	}
	var b strings.Builder
	last := rune('-')
	for _, r := range echo.Cut(text) {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '-'
		case unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte('-')
		}
		if r != '-' || last != '-' {
			b.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return strings.Trim(b.String(), "-")
}

// typeName is a name as a Go type: my-lights is MyLights.
func typeName(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// checkModule refuses module paths that the go tool would not take, or that it would take for something else.
// Source: https://go.dev/ref/mod#go-mod-file-ident.
func checkModule(module string) error {
	first, _, _ := strings.Cut(module, "/")
	switch {
	case module == libraryPath || strings.HasPrefix(module, libraryPath+"/"):
		return usage(msgModuleLibrary, echo.Cut(module))
	case slices.Contains(standard, first):
		return usage(msgModuleStandard, echo.Cut(module), first, echo.Cut(module))
	case slices.Contains(taken, first) && first != "test":
		return usage(msgModuleTaken, echo.Cut(module), first, echo.Cut(module))
	case badMajor.MatchString(module):
		return usage(msgModuleMajor, echo.Cut(module), echo.Cut(path.Dir(module)))
	case strings.Contains(first, ".") && !goodDomain.MatchString(first):
		return usage(msgModuleDomain, echo.Cut(module), echo.Cut(first))
	}
	for part := range strings.SplitSeq(module, "/") {
		stem, _, _ := strings.Cut(strings.ToLower(part), ".")
		switch {
		case !goodPart.MatchString(part), part == first && strings.ContainsRune("-~", rune(part[0])), slices.Contains(devices, stem):
			return usage(msgModuleForm, echo.Cut(module), echo.Cut(part))
		case shortPart.MatchString(part):
			return usage(msgModuleShort, echo.Cut(module), echo.Cut(part))
		}
	}
	return nil
}
