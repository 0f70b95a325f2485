// Blocks of documents that are more than output: dialogues of calls and answers, and commands for a shell.

package jarvis_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	answerMark = "→ " // before the first line of an answer
	answerMore = "  " // before the others
)

// dialogue returns a block of calls, each with its answer below. The calls stand in the source of the program; the answers are
// what it writes, as many lines for each as before, and all that remain for the last.
func dialogue(program, shown string, answers []string) (string, error) {
	source, err := sourceText(program)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	put := func(mark string) {
		if len(answers) > 0 {
			out.WriteString(mark + answers[0])
			answers = answers[1:]
		}
	}
	for line := range strings.Lines(shown) {
		switch {
		case strings.HasPrefix(line, answerMark):
			put(answerMark)
		case strings.HasPrefix(line, answerMore):
			put(answerMore)
		case strings.TrimSpace(line) != "" && !strings.Contains(source, strings.TrimSpace(line)):
			return "", fmt.Errorf("%s does not call %s", program, strings.TrimSpace(line))
		default:
			out.WriteString(line)
		}
	}
	for len(answers) > 0 {
		put(answerMore)
	}
	return out.String(), nil
}

// sourceText returns the Go source of a program.
func sourceText(program string) (text string, err error) {
	files, err := fs.Glob(os.DirFS(filepath.FromSlash(program)), "*.go")
	for _, name := range files {
		source, err := os.ReadFile(filepath.Join(filepath.FromSlash(program), name))
		if err != nil {
			return "", err
		}
		text += string(source)
	}
	return text, err
}

var (
	packagePath = regexp.MustCompile(`(?:^|\s)\./([\w./-]+)`)
	makeTarget  = regexp.MustCompile(`^make\s+(\S+)`)
	scriptPath  = regexp.MustCompile(`^(\w[\w-]*/[\w./-]+)`)
	assignment  = regexp.MustCompile(`^[A-Z_]+=\S*\s+`)
	shellNote   = regexp.MustCompile(`(^|\s)#.*`)
)

// unknownCommands returns what lines for a shell name and is not there: packages as ./PATH, targets of the Makefile, scripts.
func (w *weaver) unknownCommands(body string) (list []string) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		return []string{err.Error()}
	}
	missing := func(name string) bool {
		_, err := os.Stat(filepath.FromSlash(name))
		_, beside := os.Stat(filepath.FromSlash(path.Join(path.Dir(w.document), name)))
		return err != nil && beside != nil
	}
	for line := range strings.Lines(strings.ReplaceAll(body, "\\\n", " ")) {
		line = strings.TrimSpace(shellNote.ReplaceAllString(line, ""))
		for assignment.MatchString(line) {
			line = assignment.ReplaceAllString(line, "")
		}
		if m := makeTarget.FindStringSubmatch(line); m != nil && !strings.Contains("\n"+string(makefile), "\n"+m[1]+":") {
			list = append(list, fmt.Sprintf("the Makefile has no target %q", m[1]))
		}
		if m := scriptPath.FindStringSubmatch(line); m != nil && missing(m[1]) {
			list = append(list, fmt.Sprintf("no script %q", m[1]))
		}
		for _, m := range packagePath.FindAllStringSubmatch(line, -1) {
			if name := strings.TrimSuffix(strings.TrimSuffix(m[1], "..."), "/"); name != "" && missing(name) {
				list = append(list, fmt.Sprintf("no package %q", name))
			}
		}
	}
	return list
}
