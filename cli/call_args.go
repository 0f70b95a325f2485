// Arguments of the verb call: the texts of flags as the JSON that the binder reads. Nothing here judges a value.

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// arguments are those that flags bring, in the order in which they come first.
type arguments struct{ list []argument }

// argument is a parameter, or a name that is none, with the texts that came for it.
type argument struct {
	name  string
	typ   jarvis.Type // zero if the name is not declared
	texts []string
}

func (a *arguments) add(name string, typ jarvis.Type, text string) {
	i := slices.IndexFunc(a.list, func(other argument) bool { return other.name == name })
	if i < 0 {
		i = len(a.list)
		a.list = append(a.list, argument{name: name, typ: typ})
	}
	a.list[i].texts = append(a.list[i].texts, text)
}

// has reports whether the text of a flag is the value at that place: an argument, or an element of one.
func (a *arguments) has(path string) bool {
	return slices.ContainsFunc(a.list, func(arg argument) bool {
		if arg.typ.Kind() != jarvis.KindArray {
			return path == arg.name
		}
		rest, isElement := strings.CutPrefix(path, arg.name+"[")
		return isElement && strings.IndexByte(rest, ']') == len(rest)-1 && !arg.isJSON()
	})
}

// json is the arguments as an object. The error names an argument that came twice and is no array.
func (a *arguments) json() (json.RawMessage, error) {
	out := []byte{'{'}
	for i, arg := range a.list {
		if len(arg.texts) > 1 && arg.typ.Kind() != jarvis.KindArray {
			return nil, usage(msgCallTwice, echo.Clip(arg.name), echo.Clip(arg.texts[0]), echo.Clip(arg.texts[1]))
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendText(out, arg.name), ':')
		out = arg.appendJSON(out)
	}
	return append(out, '}'), nil
}

// appendJSON appends the value. One text that is a JSON array is all of an array, else each is an element.
func (arg argument) appendJSON(out []byte) []byte {
	if arg.typ.Kind() != jarvis.KindArray {
		return appendValue(out, arg.typ.Kind(), arg.texts[0])
	}
	if arg.isJSON() {
		return append(out, arg.texts[0]...)
	}
	out = append(out, '[')
	for i, text := range arg.texts {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendValue(out, arg.typ.Elem(), text)
	}
	return append(out, ']')
}

// isJSON reports whether one text is all of an array.
func (arg argument) isJSON() bool {
	return len(arg.texts) == 1 && jsonKind(arg.texts[0]) == scan.ArrayStart
}

// appendValue appends a text as the JSON value that it is for the kind, else as a string, for the binder to refuse in its own
// words. The elements of an untyped array, whose kind is zero, are any JSON.
func appendValue(out []byte, kind jarvis.Kind, text string) []byte {
	is := false
	switch k := jsonKind(text); kind {
	case jarvis.KindInt, jarvis.KindFloat:
		is = k == scan.Number && strings.Trim(text, " \t\r\n") == text
	case jarvis.KindBool:
		is = text == "true" || text == "false"
	case jarvis.KindDict:
		is = k == scan.ObjectStart || k == scan.ArrayStart
	case 0:
		is = k != 0
	}
	if is {
		return append(out, text...)
	}
	return appendText(out, text)
}

// jsonKind is the kind of a text that is one JSON value, else 0. Faults that the binder finds in a nested value, such as a repeated
// key, are left to it.
func jsonKind(text string) scan.Kind {
	var r scan.Reader
	r.Reset([]byte(text), scan.MostDepth)
	k := r.Kind()
	_, err := r.Value(k)
	if err == nil {
		err = r.End()
	}
	var fault *scan.Error
	if errors.As(err, &fault) && (fault.Fault == scan.RepeatedName || fault.Fault == scan.BadUnicode || fault.Fault == scan.TooDeep) {
		err = nil
	}
	if err != nil {
		return 0
	}
	return k
}

// appendText appends a JSON string. Text that is not UTF-8 stays so, for the binder to refuse.
func appendText(out []byte, text string) []byte {
	if utf8.ValidString(text) {
		return scan.AppendQuoted(out, text)
	}
	const broken = 0xff
	out = scan.AppendQuoted(out, strings.ToValidUTF8(text, ""))
	return append(out[:len(out)-1], broken, '"')
}

// valueFlag is the flag of a parameter.
type valueFlag struct {
	to    *arguments
	param jarvis.Parameter
}

// listFlag is the flag of an array. Its GetSlice tells completion that it may be repeated.
type listFlag struct{ valueFlag }

func (a *arguments) flag(param jarvis.Parameter) pflag.Value {
	flag := valueFlag{a, param}
	if param.Type().Kind() == jarvis.KindArray {
		return &listFlag{flag}
	}
	return &flag
}

func (f *valueFlag) Set(text string) error {
	f.to.add(f.param.Name(), f.param.Type(), text)
	return nil
}

func (f *valueFlag) String() string { return "" }

func (f *valueFlag) Type() string {
	if f.to == nil { // pflag asks the zero value
		return ""
	}
	return f.param.Type().String()
}

func (f *listFlag) GetSlice() []string { return nil }

// paramFlag is --param NAME=VALUE, for any name.
type paramFlag struct {
	to     *arguments
	params *jarvis.Parameters // nil before the command is known
}

func (f *paramFlag) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New(msgCallParam)
	}
	if f.params == nil {
		return nil
	}
	var typ jarvis.Type
	for param := range f.params.All() {
		if rest, ok := strings.CutPrefix(text, param.Name()+"="); ok && len(param.Name()) >= len(name) { // a name may have an = itself
			name, value, typ = param.Name(), rest, param.Type()
		}
	}
	if name == "" {
		return errors.New(msgCallParam)
	}
	f.to.add(name, typ, value)
	return nil
}

func (f *paramFlag) String() string { return "" }

func (f *paramFlag) Type() string { return "NAME=VALUE" }

func (f *paramFlag) GetSlice() []string { return nil }

// jsonFlag is --json, which asks for JSON, and with a value brings the arguments too.
type jsonFlag struct {
	out   *bool // the answer is printed as JSON
	texts []string
}

func (f *jsonFlag) Set(text string) error {
	if *f.out = text != "false"; text != "true" && *f.out { // true and false are no arguments, but what a flag without a value says
		f.texts = append(f.texts, text)
	}
	return nil
}

func (f *jsonFlag) String() string { return "" }

func (f *jsonFlag) Type() string { return "bool" }

// arguments are those of a call. rest are the arguments that belong to no flag.
func (p *program) arguments(ctx context.Context, c *call, rest []string) (json.RawMessage, error) {
	texts := c.json.texts
	if len(rest) > 0 && p.json && p.follows("--"+flagJSON, rest[0]) {
		texts, rest = append(texts, rest[0]), rest[1:]
	}
	switch {
	case len(rest) > 0:
		return nil, p.stray(c, rest[0])
	case len(texts) == 0:
		return c.given.json()
	case len(texts) > 1:
		return nil, usage(msgCallJSONTwice)
	case len(c.given.list) > 0:
		return nil, usage(msgCallBoth, echo.Clip(c.given.list[0].name))
	}
	switch path, isFile := strings.CutPrefix(texts[0], "@"); {
	case texts[0] == "-":
		return p.readArguments(ctx, "-")
	case isFile && path != "" && path != "-":
		return p.readArguments(ctx, path)
	}
	return json.RawMessage(texts[0]), nil
}

// maxArguments bounds the arguments that are read, in bytes.
const maxArguments = 1 << 20

// readArguments reads them from a file, or from standard input for "-".
func (p *program) readArguments(ctx context.Context, path string) (json.RawMessage, error) {
	text, err := p.readText(ctx, path, maxArguments+1)
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxArguments:
		return nil, &codeError{exitRefused, errors.New(msgCallTooLong)}
	}
	return json.RawMessage(text), nil
}

// stray refuses an argument that belongs to no flag.
func (p *program) stray(c *call, arg string) error {
	for param := range c.def.Parameters().All() {
		if flag := "--" + param.Name(); param.Type().Kind() == jarvis.KindBool && p.follows(flag, arg) {
			return usage(msgCallBool, echo.Clip(arg), echo.Clip(flag))
		}
	}
	return usage(msgCallStray, echo.Clip(arg))
}
