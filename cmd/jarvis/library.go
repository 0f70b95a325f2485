// The library: where a new module finds it. That is the checkout or the release that this program was built from, or a directory
// that the user names.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// libraryPath is the module path of the library.
const libraryPath = "github.com/jarvis-sdk/jarvis"

// anyVersion stands in a go.mod where a replace decides.
const anyVersion = "v0.0.0"

// library is what a go.mod says of the library. With neither a version nor a dir it is not known.
type library struct {
	built   string // the version that this program was built from, if it has one
	version string // to require
	dir     string // to replace it with; empty for a release
	sums    string // a go.sum that has what the library needs, if there is one
}

// builtFrom is the library that this program was built from.
func builtFrom() library {
	info, _ := debug.ReadBuildInfo()
	_, file, _, _ := runtime.Caller(0)
	return libraryOf(info, file)
}

// release matches the versions of releases; other versions of builds without a checksum are of commits that nobody else may have.
var release = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// libraryOf reads the library off how a program was built. file is a source file of this package as the compiler saw it, which
// is no path with -trimpath.
func libraryOf(info *debug.BuildInfo, file string) library {
	built := moduleOf(info)
	lib := library{built: built.Version}
	root := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	here := filepath.IsAbs(file) && checkLibrary(root) == nil
	if here {
		lib.sums = filepath.Join(root, "go.sum")
	}
	switch {
	case built.Sum != "":
		lib.version = built.Version
	case here:
		lib.version, lib.dir = anyVersion, root
	case release.MatchString(built.Version):
		lib.version = built.Version
	}
	return lib
}

// moduleOf is the module of the library in a build: the main one, or one that the main one requires. One that is replaced has no
// checksum.
func moduleOf(info *debug.BuildInfo) debug.Module {
	if info == nil {
		return debug.Module{}
	}
	for _, module := range append(info.Deps, &info.Main) {
		if module.Path == libraryPath {
			if module.Replace != nil {
				return debug.Module{Path: module.Path}
			}
			return *module
		}
	}
	return debug.Module{}
}

// libraryFor is the library in the directory that the user names, else the one that the program was built from.
func libraryFor(replace string, built library) (library, error) {
	switch {
	case replace != "":
		return libraryIn(replace)
	case built.version == "":
		return library{}, usage(msgNoLibrary)
	}
	return built, nil
}

func libraryIn(dir string) (library, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return library{}, err
	}
	if err := checkLibrary(root); err != nil {
		return library{}, usage(msgReplace, echo.Cut(dir), err)
	}
	return library{version: anyVersion, dir: root, sums: filepath.Join(root, "go.sum")}, nil
}

// checkLibrary says why a directory is not the library.
func checkLibrary(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	if path := modulePath(string(text)); path != libraryPath {
		return fmt.Errorf(msgOtherModule, echo.Cut(path), libraryPath)
	}
	return nil
}

// modulePath is the path in the module line of a go.mod; empty if there is none.
// Source: https://go.dev/ref/mod#go-mod-file-module.
func modulePath(text string) string {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "module" {
			return strings.Trim(fields[1], "\"`")
		}
	}
	return ""
}

// quoted is a path as a go.mod has it. Source: https://go.dev/ref/mod#go-mod-file-lexical.
func quoted(path string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(" \"'`()[]{},", r) }
	if strings.ContainsFunc(path, odd) || strings.Contains(path, "//") || strings.Contains(path, "/*") {
		return strconv.Quote(path)
	}
	return path
}
