// Reading files of cases: JSON arrays and JSON lines, strictly and with the line of every mistake.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Limits of a file.
const (
	maxFileBytes    = 16 << 20
	maxFileRecords  = 100_000
	maxFileDepth    = 64
	maxFileMistakes = 20
)

// CaseError is one mistake in a file of cases or conversations.
type CaseError struct {
	Line    int    // from 1
	Key     string // the place in the record, such as "turns[1].expected_tool"; empty for the record as a whole
	Problem string // what is wrong
}

// Error names line, key and problem.
func (e *CaseError) Error() string {
	if e.Key != "" {
		return fmt.Sprintf("jarvistest: line %d: %s: %s", e.Line, e.Key, e.Problem)
	}
	return fmt.Sprintf("jarvistest: line %d: %s", e.Line, e.Problem)
}

// byteOrderMark is what some editors put in front of UTF-8.
const byteOrderMark = "\ufeff"

// recordReader reads records of JSON. Mistakes are noted; after one that makes the rest unreadable it reads nothing more.
type recordReader struct {
	r        scan.Reader
	data     []byte // the JSON text that is being read
	at       int    // up to where lines were counted
	line     int    // of at
	path     []string
	broken   bool
	mistakes []error
	omitted  int
}

// readRecords reads all records of a file.
func readRecords[T any](from io.Reader, read func(*recordReader) T) (list []T, _ error) {
	data, err := io.ReadAll(io.LimitReader(from, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("jarvistest: %w", err)
	}
	if len(data) > maxFileBytes {
		return nil, fmt.Errorf(msgFileLarge, maxFileBytes>>20)
	}
	if problem := wrongShape(data); problem != "" {
		return nil, &CaseError{Line: 1, Problem: problem}
	}
	in := &recordReader{line: 1}
	one := func() {
		if len(list) == maxFileRecords {
			in.fail(in.line, fmt.Sprintf(msgFileRecords, maxFileRecords))
			return
		}
		list = append(list, read(in))
	}
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) > 0 && first[0] == '[' {
		in.begin(data)
		in.list(one)
		in.end()
	} else {
		in.lines(data, one)
	}
	if in.omitted > 0 {
		in.mistakes = append(in.mistakes, fmt.Errorf(msgMoreMistakes, in.omitted))
	}
	if err := errors.Join(in.mistakes...); err != nil {
		return nil, err
	}
	return list, nil
}

// wrongShape tells what is wrong with a file as a whole, "" for nothing.
func wrongShape(data []byte) string {
	text := bytes.TrimLeft(data, " \t\r\n")
	switch {
	case bytes.HasPrefix(data, []byte(byteOrderMark)):
		return msgFileMark
	case len(text) == 0 || text[0] == '[' && len(bytes.Trim(text[1:], " \t\r\n")) == 1 && bytes.HasSuffix(bytes.TrimSpace(text), []byte("]")):
		return msgFileEmpty
	case text[0] != '{':
		return ""
	}
	var first json.RawMessage
	if json.NewDecoder(bytes.NewReader(text)).Decode(&first) != nil {
		return "" // which is told where it is
	}
	names, values := members(first)
	switch {
	case len(names) == 1 && names[0] != "turns" && values[names[0]][0] == '[':
		return fmt.Sprintf(msgFileWrapped, echo.Clip(names[0]))
	case bytes.ContainsRune(first, '\n'):
		return msgFileSplit
	}
	return ""
}

// lines reads a record of each line that is not blank.
func (in *recordReader) lines(data []byte, one func()) {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		in.begin(line)
		in.line, in.broken = number, false
		one()
		in.end()
		if in.omitted > 0 {
			return
		}
	}
}

// begin starts a JSON text, of which the first line has the number in.line.
func (in *recordReader) begin(data []byte) {
	in.data, in.at, in.path = data, 0, nil
	in.r.Reset(data, maxFileDepth)
}

// end sees that nothing follows the JSON text.
func (in *recordReader) end() {
	if !in.broken {
		in.check(in.r.End())
	}
}

// check takes an error of the scanner, after which nothing more can be read.
func (in *recordReader) check(err error) bool {
	var fault *scan.Error
	switch {
	case err == nil:
		return true
	case !errors.As(err, &fault):
		in.fail(in.line, err.Error())
		return false
	}
	line := in.line + bytes.Count(in.data[in.at:max(in.at, int(fault.Offset))], []byte("\n"))
	problem := fault.Describe("object")
	if fault.Fault == scan.TooDeep {
		problem = fmt.Sprintf(msgFileDeep, maxFileDepth)
	}
	in.fail(line, problem)
	return false
}

// fail notes what makes the rest unreadable.
func (in *recordReader) fail(line int, problem string) {
	in.note(line, problem)
	in.broken = true
}

// note notes a mistake.
func (in *recordReader) note(line int, problem string) {
	if len(in.mistakes) == maxFileMistakes {
		in.omitted++
		return
	}
	in.mistakes = append(in.mistakes, &CaseError{Line: line, Key: strings.Join(in.path, ""), Problem: problem})
}

// next returns the kind of what comes next, 0 if there is nothing.
func (in *recordReader) next() scan.Kind {
	if in.broken {
		return 0
	}
	return in.r.Kind()
}

// value reads a whole value and counts its lines. Between the place up to where was read and the value stand separators only, so
// that it is found where it begins.
func (in *recordReader) value() (raw []byte, line int) {
	if in.broken {
		return nil, in.line
	}
	raw, err := in.r.Value(in.r.Kind())
	if !in.check(err) {
		return nil, in.line
	}
	begin := in.at + max(0, bytes.Index(in.data[in.at:], raw))
	line = in.line + bytes.Count(in.data[in.at:begin], []byte("\n"))
	in.line, in.at = line+bytes.Count(raw, []byte("\n")), begin+len(raw)
	return raw, line
}

// wanted reads a value of a kind; of another it notes that.
func (in *recordReader) wanted(want scan.Kind) (raw []byte, ok bool) {
	kind := in.next()
	raw, line := in.value()
	if in.broken {
		return nil, false
	}
	if kind == scan.False {
		kind = scan.True
	}
	if kind != want {
		in.note(line, fmt.Sprintf(msgFileKind, want.Name(), kind.Name()))
	}
	return raw, kind == want
}

// object reads an object by its keys, of which some are required.
func (in *recordReader) object(fields map[string]func(), required ...string) {
	if in.next() != scan.ObjectStart {
		in.wanted(scan.ObjectStart)
		return
	}
	begin := in.at + bytes.IndexByte(in.data[in.at:], byte(scan.ObjectStart))
	first := in.line + bytes.Count(in.data[in.at:begin], []byte("\n"))
	if !in.check(in.r.Enter()) {
		return
	}
	seen := map[string]bool{}
	for in.next() != scan.ObjectEnd && !in.broken {
		raw, line := in.key()
		if in.broken {
			return
		}
		text, _ := scan.Text(raw, nil)
		name := string(text)
		seen[name] = true
		in.field(name, line, fields)
	}
	if in.broken || !in.check(in.r.Leave()) {
		return
	}
	for _, name := range required {
		if !seen[name] {
			in.note(first, fmt.Sprintf(msgFileMissing, name))
		}
	}
}

// key reads the name of a member.
func (in *recordReader) key() (raw []byte, line int) {
	if in.next() == scan.String {
		return in.value()
	}
	_, err := in.r.Scalar() // which says what is wrong
	if in.check(err) {
		in.fail(in.line, msgFileKey)
	}
	return nil, in.line
}

// field reads one member of an object.
func (in *recordReader) field(name string, line int, fields map[string]func()) {
	read, known := fields[name]
	if !known {
		in.note(line, fmt.Sprintf(msgFileUnknown, echo.Clip(name), near(name, maps.Keys(fields)), strings.Join(slices.Sorted(maps.Keys(fields)), ", ")))
		in.value()
		return
	}
	before := in.path
	if len(before) > 0 {
		name = "." + name
	}
	in.path = append(slices.Clip(before), name)
	read()
	in.path = before
}

// list reads an array.
func (in *recordReader) list(one func()) {
	if in.next() != scan.ArrayStart {
		in.wanted(scan.ArrayStart)
		return
	}
	if !in.check(in.r.Enter()) {
		return
	}
	for in.next() != scan.ArrayEnd && !in.broken && in.omitted == 0 {
		one()
	}
	if in.omitted > 0 {
		in.broken = true
	}
	if !in.broken {
		in.check(in.r.Leave())
	}
}

// words reads a text that says something.
func (in *recordReader) words(into *string) {
	raw, ok := in.wanted(scan.String)
	if !ok {
		return
	}
	text, _ := scan.Text(raw, nil)
	if *into = string(text); strings.TrimSpace(*into) == "" {
		in.note(in.line, msgFileBlank)
	}
}

// optional reads a text or null.
func (in *recordReader) optional(into *string) {
	if in.next() == scan.Null {
		in.value()
		return
	}
	if raw, ok := in.wanted(scan.String); ok {
		text, _ := scan.Text(raw, nil)
		*into = string(text)
	}
}

// flag reads true or false.
func (in *recordReader) flag(into *bool) {
	if raw, ok := in.wanted(scan.True); ok {
		*into = raw[0] == 't'
	}
}

// args reads arguments, with all digits of their numbers, or null.
func (in *recordReader) args(into *jarvis.Args) {
	var dict map[string]any
	in.dict(&dict)
	*into = dict
}

// dict reads an object of any members, or null.
func (in *recordReader) dict(into *map[string]any) {
	if in.next() == scan.Null {
		in.value()
		return
	}
	if raw, ok := in.wanted(scan.ObjectStart); ok {
		*into, _ = decodedObject(raw)
	}
}

// texts reads a text, a list of texts, or null.
func (in *recordReader) texts(into *[]string) {
	one := func() {
		var text string
		in.words(&text)
		*into = append(*into, text)
	}
	switch in.next() {
	case scan.Null:
		in.value()
	case scan.ArrayStart:
		in.list(one)
	default:
		one()
	}
}

// decodedObject reads an object with its numbers as they stand.
func decodedObject(raw []byte) (dict map[string]any, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return dict, dec.Decode(&dict) == nil && dict != nil
}
