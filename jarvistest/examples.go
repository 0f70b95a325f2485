// Examples: whether what commands teach by their examples is right, and says which command is meant.

package jarvistest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Examples checks the Examples and AdapterExamples of commands, and their Antipatterns. Define has seen to it that the arguments
// bind and that one example of a list is primary at most; Examples looks at what only all commands together show, and at what the
// binder lets pass but no example is to teach. It fails the test for
//
//   - an utterance without a word;
//   - an utterance that two commands have, or that one has with different arguments, or twice in a list. Case, quotes, spaces and
//     the punctuation of sentences make no difference;
//   - an argument that the schema refuses where the binder is more lenient: an absent word, null, a member of an enum in another
//     spelling. Date keys may stand for datetimes, times of day have no offset, and required parameters be left out;
//   - an antipattern that names its own command or, where several commands are given, none of them.
//
// It runs nothing. Source: the original's checks of prompt and adapter examples.
func Examples(tb testing.TB, cmds ...jarvis.Command) {
	tb.Helper()
	defs, ok := definitionsOf(tb, "Examples", cmds)
	if !ok {
		return
	}
	taught := map[string][]example{}
	names := make([]string, len(defs))
	for i, d := range defs {
		names[i] = d.Name()
	}
	for _, d := range defs {
		schema, err := compileSchema(d.Schema())
		if err != nil {
			tb.Errorf(msgExampleBind, d.Name(), "Schema", 0, "", err)
			continue
		}
		for _, e := range examplesOf(d) {
			e.utterance(tb, taught)
			e.arguments(tb, d, schema)
		}
		antipatterns(tb, d, names)
	}
}

// example is an example and where it stands.
type example struct {
	jarvis.Example
	command, list string
	index         int
	raw           string
}

func examplesOf(d *jarvis.Definition) (list []example) {
	spec := d.Spec()
	for i, e := range spec.Examples {
		list = append(list, example{Example: e, command: d.Name(), list: "Spec.Examples", index: i})
	}
	for i, e := range spec.AdapterExamples {
		list = append(list, example{Example: e, command: d.Name(), list: "Spec.AdapterExamples", index: i})
	}
	for i := range list {
		raw, _ := list[i].Arguments.JSON() // Define has written them
		list[i].raw = string(raw)
	}
	return list
}

func (e example) String() string { return fmt.Sprintf("%s of %s", e.place(), e.command) }

func (e example) place() string { return fmt.Sprintf("%s[%d]", e.list, e.index) }

// utterance compares an utterance with those that were taught before. Of the lists of one command the second may repeat the first.
func (e example) utterance(tb testing.TB, taught map[string][]example) {
	tb.Helper()
	folded := foldUtterance(e.Utterance)
	if folded == "" {
		tb.Errorf(msgExampleSilent, e.command, e.list, e.index, e.Utterance)
		return
	}
	for _, o := range taught[folded] {
		format := ""
		switch {
		case o.command != e.command:
			format = msgExampleShared
		case o.raw != e.raw:
			format = msgExampleTwice
		case o.list == e.list:
			format = msgExampleRepeats
		default:
			continue
		}
		other := o.String()
		if o.command == e.command {
			other = o.place()
		}
		tb.Errorf(format, e.command, e.list, e.index, echo.Cut(e.Utterance), other)
		break
	}
	taught[folded] = append(taught[folded], e)
}

// foldUtterance writes an utterance so that those that sound the same are the same: in lower case, without quotes and the
// punctuation of sentences. What stands before a digit may be a part of a number, and stays.
func foldUtterance(text string) string {
	var b strings.Builder
	runes := []rune(strings.ToLower(strings.ToUpper(text)))
	for i, r := range runes {
		beforeDigit := i+1 < len(runes) && unicode.IsDigit(runes[i+1])
		letters := i > 0 && unicode.IsLetter(runes[i-1]) && i+1 < len(runes) && unicode.IsLetter(runes[i+1])
		switch {
		case strings.ContainsRune(`'"‘’“”„«»‹›`, r) || unicode.Is(unicode.Cf, r):
		case strings.ContainsRune(".,:;!?…¿¡()。、，！？；：「」", r) && !beforeDigit, strings.ContainsRune("-‐–—_", r) && letters, unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// arguments compares the arguments with the schema.
func (e example) arguments(tb testing.TB, d *jarvis.Definition, schema *jsonschema.Schema) {
	tb.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(e.raw))
	if err != nil {
		tb.Errorf(msgExampleBind, e.command, e.list, e.index, echo.Cut(e.Utterance), err)
		return
	}
	absent := e.absent(tb, d, doc)
	var refused *jsonschema.ValidationError
	if err := schema.Validate(doc); !errors.As(err, &refused) {
		return
	}
	for _, cause := range innermost(refused) {
		if path := strings.Join(cause.InstanceLocation, "."); !mayDiffer(cause) && !slices.Contains(absent, path) {
			tb.Errorf(msgExampleSchema, e.command, e.list, e.index, echo.Cut(e.Utterance), path, valueText(doc, cause.InstanceLocation), wanted(cause))
		}
	}
}

// absent reports arguments that count as left out, and returns their names.
func (e example) absent(tb testing.TB, d *jarvis.Definition, doc any) (names []string) {
	tb.Helper()
	args, _ := doc.(map[string]any)
	for p := range d.Parameters().All() {
		text, ok := args[p.Name()].(string)
		isWord := func(word string) bool { return strings.EqualFold(word, strings.TrimSpace(text)) }
		if ok && slices.ContainsFunc(p.Absent(), isWord) {
			tb.Errorf(msgExampleAbsent, e.command, e.list, e.index, echo.Cut(e.Utterance), p.Name(), text)
			names = append(names, p.Name())
		}
	}
	return names
}

// innermost returns the failures that have no others inside.
func innermost(e *jsonschema.ValidationError) (list []*jsonschema.ValidationError) {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	for _, cause := range e.Causes {
		list = append(list, innermost(cause)...)
	}
	return list
}

// mayDiffer reports whether an example may have what a schema refuses: nothing where something is required, and texts that Define
// has let stand without being of the format, which are date keys and times of day without an offset.
func mayDiffer(cause *jsonschema.ValidationError) bool {
	switch cause.ErrorKind.(type) {
	case *kind.Required, *kind.Format:
		return true
	}
	return false
}

// valueText writes the value at a place of a document.
func valueText(doc any, path []string) string {
	raw, err := json.Marshal(valueAt(doc, path))
	if err != nil {
		return err.Error()
	}
	return echo.Clip(string(raw))
}

// wanted is what a schema wants, in the words of the validator.
func wanted(cause *jsonschema.ValidationError) string {
	text := cause.Error()
	if i := strings.LastIndex(text, "': "); i >= 0 {
		text = text[i+len("': "):]
	}
	return echo.Clip(text)
}

// valueAt returns the value at a place of a document.
func valueAt(doc any, path []string) any {
	for _, step := range path {
		switch v := doc.(type) {
		case map[string]any:
			doc = v[step]
		case []any:
			if i, err := strconv.Atoi(step); err == nil && i < len(v) {
				doc = v[i]
			}
		}
	}
	return doc
}

// antipatterns looks for the commands that are named.
func antipatterns(tb testing.TB, d *jarvis.Definition, names []string) {
	tb.Helper()
	for i, a := range d.Spec().Antipatterns {
		switch {
		case a.Command == d.Name():
			tb.Errorf(msgAntipatternOwn, d.Name(), i)
		case len(names) > 1 && !slices.Contains(names, a.Command):
			meant := ""
			if near, ok := suggest.Nearest(a.Command, names); ok {
				meant = fmt.Sprintf(msgMeant, near)
			}
			tb.Errorf(msgAntipattern, d.Name(), i, echo.Cut(a.Command), meant)
		}
	}
}
