// The files of a new module: rendered from templates and put into place whole or not at all.

package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// goVersion is the one that the library needs.
const goVersion = "1.26.0"

//go:embed template
var templates embed.FS

// file is one of a new module. Its name has slashes.
type file struct {
	name string
	text []byte
}

// render writes the files of a module.
func render(n names, lib library) ([]file, error) {
	set, err := template.ParseFS(templates, "template/*.tmpl")
	if err != nil {
		return nil, err
	}
	data := struct {
		names
		Library, Version, Replace, Go string
	}{n, libraryPath, lib.version, quoted(lib.dir), goVersion}
	var files []file
	for _, t := range set.Templates() {
		var b bytes.Buffer
		if err := t.Execute(&b, data); err != nil {
			return nil, err
		}
		files = append(files, file{fileName(strings.TrimSuffix(t.Name(), ".tmpl"), n), b.Bytes()})
	}
	if sums, err := os.ReadFile(lib.sums); lib.sums != "" && err == nil {
		files = append(files, file{"go.sum", sums}) // go mod tidy needs no network for what is in there, and drops what is not needed
	}
	return files, nil
}

// fileName is the name of a file in the new module that has another one among the templates. That of the golden file holds what
// JARVIS_UPDATE=1 go test ./... writes in a new module, with the name of the command left open.
func fileName(name string, n names) string {
	switch name {
	case "gitignore":
		return ".gitignore"
	case "golden.json":
		return "testdata/golden/" + n.Command + ".json" // where jarvistest.Golden looks
	}
	return name
}

// place writes files into a directory that is new or empty. After an error nothing of them is there.
func place(dir string, files []file) error {
	exists, err := checkDirectory(dir)
	if err != nil {
		return err
	}
	beside := filepath.Dir(filepath.Clean(dir))
	if exists {
		beside = dir
	}
	temp, err := os.MkdirTemp(beside, ".jarvis-new-*")
	if err != nil {
		return notWritten(beside, err)
	}
	defer os.RemoveAll(temp)
	whole := filepath.Join(temp, "module")
	if err := write(whole, files); err != nil {
		return notWritten(beside, err)
	}
	if exists {
		err = moveInto(dir, whole)
	} else {
		err = os.Rename(whole, dir)
	}
	return notWritten(dir, err)
}

// notWritten names the directory of the user, not the files on the way there.
func notWritten(dir string, err error) error {
	var onPath *os.PathError
	var onLink *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &onPath):
		err = onPath.Err
	case errors.As(err, &onLink):
		err = onLink.Err
	}
	if whole, errAbs := filepath.Abs(dir); errAbs == nil && filepath.Clean(dir) == "." {
		dir = whole
	}
	return fmt.Errorf(msgNotWritten, echo.Cut(dir), err)
}

// checkDirectory reports whether the directory is there, and refuses one that is not empty. A repository without files is.
func checkDirectory(dir string) (exists bool, err error) {
	if _, err := os.Lstat(dir); err != nil {
		parent := filepath.Dir(filepath.Clean(dir))
		if info, err := os.Stat(parent); err != nil || !info.IsDir() {
			return false, fmt.Errorf(msgNoParent, echo.Cut(parent), echo.Cut(dir))
		}
		return false, nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return false, fmt.Errorf(msgNoDirectory, echo.Cut(dir))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return true, notWritten(dir, err)
	}
	for _, entry := range entries {
		if entry.Name() != ".git" {
			return true, fmt.Errorf(msgNotEmpty, echo.Cut(dir), echo.Cut(entry.Name()))
		}
	}
	return true, nil
}

// write creates a directory with files.
func write(dir string, files []file) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// moveInto moves what is in a directory into another one, which may be the one that the user is in and so cannot be replaced.
func moveInto(dir, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for i, entry := range entries {
		if err := os.Rename(filepath.Join(from, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			for _, moved := range entries[:i] {
				err = errors.Join(err, os.RemoveAll(filepath.Join(dir, moved.Name())))
			}
			return err
		}
	}
	return nil
}
