// The canary: the text of a secret is in no sink, in no encoding, whatever holds it; and the search for it can fail.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// hunter is the text that must never be seen. No encoding of text changes its plain part, and every one changes its sharp part.
// It is long and wild enough not to be anywhere by chance.
const (
	plainHunter = "zkWq7JyVx3PmT"
	sharpHunter = ` /+"ä&\=<ñ%é>?'`
	hunter      = plainHunter + sharpHunter
)

// stretch is how much of hunter, in letters or bytes, is enough to be found.
const stretch = 6

// hunterForms are all stretches of hunter in all encodings: so that a part of it is found too, and base64 of a longer text
// however it falls on the groups of three.
var hunterForms = sync.OnceValue(func() (forms []string) {
	for letters := range windows([]rune(hunter), stretch) {
		text := string(letters)
		forms = append(forms, text, html.EscapeString(text), xmlText(text), url.QueryEscape(text), url.PathEscape(text),
			inside(strconv.Quote(text)), inside(strconv.QuoteToASCII(text)), inside(mustJSON(text)), jsonUnescaped(text))
		forms = append(forms, numberLists(letters)...)
	}
	for raw := range windows([]byte(hunter), stretch) {
		forms = append(forms, base64.StdEncoding.EncodeToString(raw), base64.URLEncoding.EncodeToString(raw))
		for _, format := range []string{"%x", "%X", "% x", "% X", "% #x", "% #X"} {
			forms = append(forms, fmt.Sprintf(format, raw))
		}
		forms = append(forms, numberLists(raw)...)
	}
	slices.Sort(forms)
	return slices.Compact(forms)
})

func windows[E any](list []E, n int) func(func([]E) bool) {
	return func(yield func([]E) bool) {
		for i := 0; i+n <= len(list) && yield(list[i:i+n]); i++ {
		}
	}
}

// numberLists are the lists that fmt and encoding/json make of bytes and letters.
func numberLists[E byte | rune](list []E) (forms []string) {
	for _, format := range []string{"%d", "%o", "%b", "%x", "%#x", "%U", "%c", "%q"} {
		var numbers []string
		for _, n := range list {
			numbers = append(numbers, fmt.Sprintf(format, n))
		}
		forms = append(forms, strings.Join(numbers, " "), strings.Join(numbers, ", "), strings.Join(numbers, ","))
	}
	return forms
}

func inside(quoted string) string { return quoted[1 : len(quoted)-1] }

func mustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func jsonUnescaped(text string) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string always encodes
	return inside(strings.TrimSpace(buf.String()))
}

func xmlText(text string) string {
	var buf bytes.Buffer
	_ = xml.EscapeText(&buf, []byte(text)) // a buffer takes everything
	return buf.String()
}

// formsByStart finds forms by their first bytes: there are too many to look for each in every text.
var formsByStart = sync.OnceValue(func() map[string][]string {
	forms := map[string][]string{}
	for _, form := range hunterForms() {
		forms[form[:stretch]] = append(forms[form[:stretch]], form)
	}
	return forms
})

// leaked returns the form in which a text shows the secret, or "".
func leaked(text string) string {
	forms := formsByStart()
	for i := range max(0, len(text)-stretch+1) {
		for _, form := range forms[text[i:i+stretch]] {
			if strings.HasPrefix(text[i:], form) {
				return form
			}
		}
	}
	return ""
}

func assertNoHunter(t testing.TB, text, about string) {
	t.Helper()
	if form := leaked(text); form != "" {
		assert.Fail(t, "the secret shows as "+form, "%s: %s", about, text)
	}
}

// The search finds the secret, and each part of it, in every encoding: alone and anywhere inside a longer text.
func TestCanaryIsFound(t *testing.T) {
	encodings := map[string]func(string) string{
		"raw":              func(s string) string { return s },
		"base64":           func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"base64, raw":      func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) },
		"base64, url":      func(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) },
		"base64, raw url":  func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
		"JSON of bytes":    func(s string) string { return mustJSON([]byte(s)) },
		"hex":              func(s string) string { return hex.EncodeToString([]byte(s)) },
		"hex, upper":       func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
		"hex, spaced":      func(s string) string { return fmt.Sprintf("% x", s) },
		"hex, wide":        func(s string) string { return fmt.Sprintf("% #X", s) },
		"list of bytes":    func(s string) string { return fmt.Sprint([]byte(s)) },
		"Go bytes":         func(s string) string { return fmt.Sprintf("%#v", []byte(s)) },
		"octal":            func(s string) string { return fmt.Sprintf("%o", []byte(s)) },
		"binary":           func(s string) string { return fmt.Sprintf("%b", []byte(s)) },
		"list of letters":  func(s string) string { return fmt.Sprint([]rune(s)) },
		"JSON of letters":  func(s string) string { return mustJSON([]rune(s)) },
		"code points":      func(s string) string { return fmt.Sprintf("%U", []rune(s)) },
		"spelt":            func(s string) string { return fmt.Sprintf("%c", []rune(s)) },
		"spelt and quoted": func(s string) string { return fmt.Sprintf("%q", []rune(s)) },
		"quoted":           func(s string) string { return fmt.Sprintf("%q", s) },
		"quoted, ASCII":    func(s string) string { return fmt.Sprintf("%+q", s) },
		"Go":               func(s string) string { return fmt.Sprintf("%#v", []string{s}) },
		"JSON":             func(s string) string { return mustJSON(map[string]string{"k": s}) },
		"JSON, plain":      jsonUnescaped,
		"query":            func(s string) string { return url.Values{"q": {s}}.Encode() },
		"path":             func(s string) string { return (&url.URL{Path: "/a/" + s + "/b"}).String() },
		"path segment":     func(s string) string { return url.PathEscape(s) },
		"HTML":             html.EscapeString,
		"XML":              xmlText,
	}
	for name, encode := range encodings {
		for _, text := range []string{hunter, plainHunter, sharpHunter} {
			for _, before := range []string{"", "T", "To", "Tok", "Token: "} {
				for _, after := range []string{"", "!", "!!"} {
					assert.NotEmpty(t, leaked(encode(before+text+after)), "%s of %q", name, before+text+after)
				}
			}
		}
		assert.Empty(t, leaked(encode("what is no secret, with +/\"ä= and [secret] 0123456789")), name)
		assert.Empty(t, leaked(encode("")), name)
	}
	assert.Empty(t, leaked(strings.Join(slices.Collect(maps.Keys(encodings)), " ")))
}

// sink is a way out of the program. It returns all that it shows.
type sink struct {
	name string
	show func(t testing.TB, v any) string
}

func sinks() []sink {
	return []sink{
		{"fmt", showPrinted}, {"JSON", showJSON}, {"gob", showGob}, {"XML", showXML}, {"Args", showArgs}, {"slog", showLogs}, {"errors", showErrors},
		{"test diffs", showDiffs}, {"map keys", showKeys}, {"response", showResponse}, {"report", showReport}, {"failure of a command", showFailure},
	}
}

func TestCanaryIsInNoSink(t *testing.T) {
	for name, v := range secretPlaces(t) {
		for _, s := range sinks() {
			assertNoHunter(t, s.show(t, v), name+" in "+s.name)
		}
	}
}

// A text that is not hidden comes out of every sink: so each one shows what it is given, and is searched in its own form.
func TestCanaryIsInEverySinkUnlessHidden(t *testing.T) {
	type open struct{ Token string }
	for _, s := range sinks() {
		assert.NotEmpty(t, leaked(s.show(t, open{hunter})), s.name)
		assert.NotEmpty(t, leaked(s.show(t, open{sharpHunter})), s.name)
	}
}

func showPrinted(_ testing.TB, v any) string {
	var b strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "% v", "%s", "%q", "%+q", "%#q", "%x", "%X", "% x", "%#x", "% #X", "%d", "%o", "%O", "%b", "%c", "%U", "%#U", "%e", "%F", "%g",
		"%t", "%p", "%T", "%w", "%10s", "%-30v|", "%.8s", "%40.20v", "%08d", "%z", "%*d", "%[1]v %[1]s", "%[2]v", "%!"} {
		fmt.Fprintf(&b, verb, v)
		b.WriteByte('\n')
	}
	return b.String() + fmt.Sprint(v, v) + fmt.Sprintln(v)
}

func showJSON(_ testing.TB, v any) string {
	return mustJSON(v) + mustJSON(map[string]any{"v": v, "p": &v}) + mustJSON([]any{v})
}

func showGob(_ testing.TB, v any) string {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	fmt.Fprintln(&b, err, gob.NewEncoder(&b).Encode(&v))
	return b.String()
}

func showXML(_ testing.TB, v any) string {
	raw, err := xml.Marshal(v)
	return fmt.Sprint(string(raw), err)
}

func showArgs(_ testing.TB, v any) string {
	raw, err := jarvis.Args{"v": v, "deep": []any{jarvis.Args{"v": v}}}.JSON()
	object, wrong := jarvis.Object(v)
	return fmt.Sprint(string(raw), err, object, wrong)
}

// loggable logs a value in a group of its own.
type loggable struct{ v any }

func (l loggable) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("v", l.v), slog.Group("g", "w", l.v))
}

func showLogs(_ testing.TB, v any) string {
	var b bytes.Buffer
	options := &slog.HandlerOptions{AddSource: true, Level: slog.LevelDebug}
	for _, log := range []*slog.Logger{slog.New(slog.NewTextHandler(&b, options)), slog.New(slog.NewJSONHandler(&b, options))} {
		log.Info(fmt.Sprint(v), "v", v, "p", &v)
		log.With("v", v).WithGroup("g").Debug("m", slog.Any("w", v), slog.Group("h", "x", v))
		log.Warn("m", "l", loggable{v}, slog.Any("ls", []any{loggable{v}}), v)
	}
	return b.String()
}

func showErrors(t testing.TB, v any) string {
	err, ok := v.(error)
	if !ok {
		err = fmt.Errorf("failed with %v, %+v, %#v and %q", v, v, v, v)
	}
	var b strings.Builder
	for _, e := range []error{err, fmt.Errorf("so: %w", err), errors.Join(err, err), &jarvis.CommandError{Command: "c", Err: err}, &jarvis.PanicError{Command: "c", Value: v},
		&jarvis.PanicError{Value: err}, &jarvis.SuggestionError{Reason: err.Error()}} {
		b.WriteString(showPrinted(t, e))
	}
	return b.String()
}

// recorder stands for a test that fails.
type recorder struct{ text strings.Builder }

func (r *recorder) Errorf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

func showDiffs(_ testing.TB, v any) string {
	r := &recorder{}
	assert.Equal(r, reflect.Zero(reflect.TypeOf(v)).Interface(), v, "a value and its zero")
	assert.Equal(r, v, "something else")
	assert.EqualValues(r, map[string]any{"v": 1}, map[string]any{"v": v})
	assert.Nil(r, v)
	assert.Contains(r, []any{1}, v)
	assert.ElementsMatch(r, []any{v}, []any{2})
	return r.text.String()
}

func showKeys(_ testing.TB, v any) string {
	if !reflect.TypeOf(v).Comparable() {
		return ""
	}
	m := map[any]int{v: 1}
	return fmt.Sprintf("%v %+v %#v", m, m, m) + mustJSON(m)
}

func showResponse(t testing.TB, v any) string {
	text, data := fmt.Sprint(v), map[string]any{"v": v}
	resp := jarvis.Failure(text, jarvis.WithContextData(data), jarvis.WithMessage(text), jarvis.WithMetadata(data), jarvis.WithActions(jarvis.Button{Text: text}))
	return showPrinted(t, resp) + resp.Report() + mustJSON(resp) + mustJSON(resp.ToolResult(text)) + mustJSON(jarvis.ToolError("1", text))
}

// showReport shows what a model is told by a command that puts the value into everything Validate answers with.
func showReport(t testing.TB, v any) string {
	text := fmt.Sprint(v)
	results := []jarvis.ValidationResult{{ParamName: "x", Message: text, SuggestedValue: v, ValidValues: []string{text}}, {ParamName: text, SuggestedValue: text}}
	return answers(t, func(jarvis.Values) ([]jarvis.ValidationResult, error) { return results, nil }) +
		answers(t, func(jarvis.Values) ([]jarvis.ValidationResult, error) {
			return []jarvis.ValidationResult{{Success: true, ParamName: "x", SuggestedValue: v}}, nil
		})
}

// showFailure shows what is made of a command that fails with the value, and what is logged of it.
func showFailure(t testing.TB, v any) string {
	return answers(t, func(jarvis.Values) ([]jarvis.ValidationResult, error) { return nil, fmt.Errorf("%v %+v", v, v) }) +
		answers(t, func(jarvis.Values) ([]jarvis.ValidationResult, error) { panic(v) })
}

// answers runs a command with that Validate and returns all that a model or a host gets of it.
func answers(t testing.TB, validate func(jarvis.Values) ([]jarvis.ValidationResult, error)) string {
	var b bytes.Buffer
	reg := jarvis.NewRegistry(jarvis.WithLogger(slog.New(slog.NewTextHandler(&b, nil))))
	reg.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "answers"}, jarvis.NewParameters().OptionalString("x", "").MustBuild(), runNothing[jarvis.Values],
		jarvis.Hooks[jarvis.Values]{Validate: func(_ context.Context, _ *jarvis.Request, v jarvis.Values) ([]jarvis.ValidationResult, error) {
			return validate(v)
		}}))
	resp, err := reg.Execute(t.Context(), "answers", nil, nil)
	fmt.Fprintf(&b, "%v %+v %#v", err, err, resp)
	resp, err = reg.Call(t.Context(), nil, jarvis.Call{Name: "answers"})
	require.NoError(t, err)
	b.WriteString(resp.Report() + mustJSON(resp) + mustJSON(resp.ToolResult("1")))
	if invalid := resp.Validation; invalid != nil {
		b.WriteString(showPrinted(t, invalid) + mustJSON(invalid.Results()) + mustJSON(invalid))
	}
	return b.String()
}

// A panic that ends the program prints its value.
func TestCanaryIsInNoCrash(t *testing.T) {
	const variable = "JARVIS_TEST_PANIC"
	if place := os.Getenv(variable); place == "open" {
		panic(errors.New(hunter))
	} else if place != "" {
		v, ok := secretPlaces(t)[place]
		require.True(t, ok, "there is such a place")
		panic(v)
	}
	crash := func(t *testing.T, place string) string {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()[:strings.IndexByte(t.Name(), '/')]+"$")
		cmd.Env = append(os.Environ(), variable+"="+place, "GOTRACEBACK=system")
		out, err := cmd.CombinedOutput()
		require.Error(t, err, place)
		require.Contains(t, string(out), "panic:", place)
		return string(out)
	}
	t.Run("open", func(t *testing.T) { assert.NotEmpty(t, leaked(crash(t, "open")), "what is not hidden shows") })
	for _, place := range []string{"secret", "pointer", "struct", "error", "panic error", "authentication", "static source", "inside Run", "Values", "error of a hook"} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			assertNoHunter(t, crash(t, place), place)
		})
	}
}
