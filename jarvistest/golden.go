// Golden: what models are told about commands, held in files; each change of it named, and judged.

package jarvistest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// goldenDir is where the files are, below the package under test.
const goldenDir = "testdata/golden"

// Golden compares what models are told about commands with files, byte for byte: testdata/golden/<name>.json holds the Schema,
// the OpenAITool and the CommandSchema of a command, indented, and what is decided beyond them (see below). It fails the test
// for a command whose file is another or is not there, and for a file that is of none of the commands; so all commands of a
// package are given in one call. JARVIS_UPDATE=1 in the environment, and no other value, writes the files instead; files left over
// fail the test even then, until they are deleted.
//
// A failure names every change and labels it. It is compatible if what was sent before, and what a prompt or a trained model
// still says, holds: every object of arguments that the old schema accepts the new one accepts too, and leaving a parameter out
// means what it meant. Everything else is breaking, and so is everything that the comparison does not understand, such as a
// changed pattern or a keyword that the library does not print itself. So "breaking" can be too careful, "compatible" cannot.
// Breaking are in particular: a parameter that is gone, required and new, or required now; another type but for int to float;
// a member less in an enum; a tighter bound; a format or pattern that is new or another; another default of a parameter that may
// be left out. Texts for the model, examples, keywords and order are compatible.
//
// What a schema has no keywords for is in the files as well: rules that stand in a description, of which a new one is breaking;
// rules of struct tags that a description does not tell in full, such as long ones, and those inside of maps; and absent words, of
// which a lost one is. A word that is new is breaking where texts are taken, and for a datetime, as it may be a date key.
//
// Neither in the files nor judged is what code alone decides: checks, Validate, UnmarshalText, the size and type of a Go value. Nor
// are secrets. Of a command that is declared without a struct, by NewParameters or ParametersFromSchema, only the description tells
// rules without a keyword: in it parameters of rules are cut at 120 characters, and "omitempty" before a rule of a datetime is not
// said, so that a change there goes unseen.
//
// Source of the files: the original's get_command_schema and to_openai_tool_schema.
func Golden(tb testing.TB, cmds ...jarvis.Command) {
	tb.Helper()
	defs, ok := definitionsOf(tb, "Golden", cmds)
	if !ok {
		return
	}
	own := map[string]bool{}
	for i, d := range defs {
		file := goldenFile(d.Name())
		if folded := strings.ToLower(file); own[folded] {
			tb.Errorf(msgGoldenFolded, d.Name())
		} else {
			own[folded] = true
		}
		goldenCommand(tb, d, cmds[i], file)
	}
	goldenLeftOver(tb, own)
}

// definitionsOf defines commands that are tested together. All that is wrong with them fails the test.
func definitionsOf(tb testing.TB, test string, cmds []jarvis.Command) ([]*jarvis.Definition, bool) {
	tb.Helper()
	registry := jarvis.NewRegistry()
	if err := registerAll(registry, cmds); err != nil {
		tb.Errorf(msgDeclared, test, err)
		return nil, false
	}
	if len(cmds) == 0 {
		tb.Errorf(msgNoCommands, test)
		return nil, false
	}
	return slices.Collect(registry.All()), true
}

// registerAll registers commands. Two of one name are told by it: commands that New has made have no type of their own to go by.
func registerAll(registry *jarvis.Registry, cmds []jarvis.Command) error {
	err := registry.Register(cmds...)
	if err == nil {
		return nil
	}
	names := map[string]bool{}
	var wrong, twice []error
	for _, cmd := range cmds {
		d, err := jarvis.Define(cmd)
		switch {
		case err != nil:
			wrong = append(wrong, err)
		case names[d.Name()]:
			twice = append(twice, fmt.Errorf(msgSameName, d.Name()))
		default:
			names[d.Name()] = true
		}
	}
	if twice == nil {
		return err
	}
	return &namedTwice{errors.Join(append(wrong, twice...)...), err}
}

// namedTwice is what is wrong with commands, in other words than those of the registry.
type namedTwice struct {
	error
	cause error
}

// Unwrap returns the error of the registry.
func (e *namedTwice) Unwrap() error { return e.cause }

// goldenFile returns the path of a command's file. What is not fit for the name of a file everywhere is written in percent.
func goldenFile(command string) string {
	var name strings.Builder
	for i, c := range []byte(command) {
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' && i > 0
		if plain {
			name.WriteByte(c)
		} else {
			fmt.Fprintf(&name, "%%%02X", c)
		}
	}
	return goldenDir + "/" + name.String() + ".json"
}

// goldenCommand compares one command with its file, or writes it.
func goldenCommand(tb testing.TB, d *jarvis.Definition, cmd jarvis.Command, file string) {
	tb.Helper()
	update := os.Getenv("JARVIS_UPDATE") == "1"
	now, err := goldenText(d, cmd)
	if err != nil {
		tb.Errorf(msgGoldenText, d.Name(), err)
		return
	}
	held, err := os.ReadFile(filepath.FromSlash(file))
	missing := os.IsNotExist(err)
	switch {
	case err == nil && bytes.Equal(held, now):
		return
	case missing && !update:
		tb.Errorf(msgGoldenMissing+"%s", d.Name(), file, updateCommand(tb), otherUpdate())
		return
	case isFolder(file):
		tb.Errorf(msgGoldenFolder, d.Name(), file, file)
		return
	case err != nil && !missing:
		tb.Errorf(msgGoldenRead, d.Name(), err)
		return
	case !update:
		tb.Errorf("%s%s", goldenDiffers(tb, d, file, held, now), otherUpdate())
		return
	}
	if err := goldenWrite(filepath.FromSlash(file), now); err != nil {
		tb.Errorf(msgGoldenRead, d.Name(), err)
		return
	}
	if missing {
		tb.Logf(msgGoldenNew, file)
	} else {
		tb.Logf("%s", goldenChanges(d, file, held, now))
	}
}

func isFolder(file string) bool {
	info, err := os.Stat(filepath.FromSlash(file))
	return err == nil && info.IsDir()
}

// otherUpdate tells that JARVIS_UPDATE is set to something that does not count.
func otherUpdate() string {
	if value := os.Getenv("JARVIS_UPDATE"); value != "" && value != "1" {
		return fmt.Sprintf(msgGoldenUpdate, echo.Cut(value))
	}
	return ""
}

func goldenWrite(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// goldenDiffers says what is another, and how to go on.
func goldenDiffers(tb testing.TB, d *jarvis.Definition, file string, held, now []byte) string {
	return goldenChanges(d, file, held, now) + fmt.Sprintf(msgGoldenNext, updateCommand(tb), goldenDir, goldenDir)
}

// goldenChanges lists what is another.
func goldenChanges(d *jarvis.Definition, file string, held, now []byte) string {
	if bytes.Contains(held, []byte("\r\n")) {
		held = bytes.ReplaceAll(held, []byte("\r\n"), []byte("\n"))
		if bytes.Equal(held, now) {
			return fmt.Sprintf(msgGoldenLines, d.Name(), file, goldenDir)
		}
		return fmt.Sprintf(msgGoldenLines, d.Name(), file, goldenDir) + "\n" + goldenChanges(d, file, held, now)
	}
	if bytes.HasPrefix(held, []byte(byteOrderMark)) {
		return fmt.Sprintf(msgGoldenMark, d.Name(), file)
	}
	before, err := parseTree(held)
	if err == nil && asObject(before) == nil {
		err = errors.New(msgNoObject)
	}
	if err != nil {
		return fmt.Sprintf(msgGoldenBroken, d.Name(), file, err)
	}
	after, _ := parseTree(now) // our own text
	changes := compareForms(before, after, declaredPaths(d.Parameters(), ""))
	if len(changes) == 0 {
		return fmt.Sprintf(msgGoldenSpelling, d.Name(), file)
	}
	breaking := 0
	var list strings.Builder
	for i, c := range changes {
		if c.breaking {
			breaking++
		}
		if i < mostChanges {
			list.WriteString("\n  " + c.String())
		}
	}
	if more := len(changes) - mostChanges; more > 0 {
		fmt.Fprintf(&list, "\n  and %d more", more)
	}
	text := fmt.Sprintf(msgGoldenChanged, d.Name(), file, counted(breaking, "breaking change"), counted(len(changes)-breaking, "compatible change"))
	if text += list.String(); breaking > 0 {
		text += msgGoldenBreaking
	}
	return text
}

// mostChanges is how many are shown, those that break before the others.
const mostChanges = 100

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// updateCommand is what writes the files of a test.
func updateCommand(tb testing.TB) string {
	name, _, _ := strings.Cut(tb.Name(), "/")
	return fmt.Sprintf("JARVIS_UPDATE=1 go test -run '^%s$' .", name)
}

// goldenLeftOver reports files that are of no command. They are not deleted: a call of Golden cannot know all of a package.
func goldenLeftOver(tb testing.TB, own map[string]bool) {
	tb.Helper()
	entries, err := os.ReadDir(filepath.FromSlash(goldenDir))
	if err != nil {
		return // commands without their files were reported
	}
	for _, entry := range entries {
		if file := goldenDir + "/" + entry.Name(); !entry.IsDir() && !own[strings.ToLower(file)] {
			tb.Errorf(msgGoldenLeftOver, file, file)
		}
	}
}

// parseTree reads JSON strictly, as goldens are made.
func parseTree(text []byte) (any, error) {
	var r scan.Reader
	r.Reset(text, scan.MostDepth)
	v, err := readTree(&r)
	if err == nil {
		err = r.End()
	}
	if fault, ok := err.(*scan.Error); ok {
		line := 1 + bytes.Count(text[:min(int(fault.Offset), len(text))], []byte("\n"))
		return nil, fmt.Errorf("line %d: %s", line, fault.Describe("object"))
	}
	return v, err
}
