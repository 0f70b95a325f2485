// Python: JSON written again as json.dumps of Python writes what json.loads has read.

package prompt

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// mostArgumentLevels is how deep the arguments of a call may be nested, as a toolcall.Parser reads them by default.
const mostArgumentLevels = 64

// pythonWriter writes one JSON text in the default form of json.dumps: ", " and ": " between, everything that is not printable
// ASCII escaped, floats as repr writes them, the last of repeated keys at the place of the first.
type pythonWriter struct {
	in      scan.Reader
	out     []byte
	scratch []byte
}

// pythonJSON writes a JSON text as Python does. The error is a *scan.Error, or one that names a number that is no float.
func pythonJSON(raw []byte) ([]byte, error) {
	var w pythonWriter
	w.in.ResetUnkeyed(raw, mostArgumentLevels)
	if err := w.value(); err != nil {
		return nil, err
	}
	return w.out, w.in.End()
}

func (w *pythonWriter) value() error {
	switch kind := w.in.Kind(); kind {
	case scan.ObjectStart:
		return w.object()
	case scan.ArrayStart:
		return w.array()
	default:
		raw, err := w.in.Scalar()
		switch {
		case err != nil:
			return err
		case kind == scan.String:
			w.text(raw)
			return nil
		case kind == scan.Number:
			return w.number(string(raw))
		}
		w.out = append(w.out, raw...)
		return nil
	}
}

func (w *pythonWriter) array() error {
	if err := w.in.Enter(); err != nil {
		return err
	}
	w.out = append(w.out, '[')
	for first := true; w.in.Kind() != scan.ArrayEnd; first = false {
		if !first {
			w.out = append(w.out, ", "...)
		}
		if err := w.value(); err != nil {
			return err
		}
	}
	w.out = append(w.out, ']')
	return w.in.Leave()
}

// memberSpan is where a member was written.
type memberSpan struct{ start, end int }

func (w *pythonWriter) object() error {
	if err := w.in.Enter(); err != nil {
		return err
	}
	begin, repeated := len(w.out), false
	var members []memberSpan
	at := map[string]int{}
	w.out = append(w.out, '{')
	for w.in.Kind() != scan.ObjectEnd {
		if len(members) > 0 {
			w.out = append(w.out, ", "...)
		}
		start := len(w.out)
		key, err := w.member()
		if err != nil {
			return err
		}
		written := memberSpan{start, len(w.out)}
		if i, ok := at[key]; ok {
			members[i], repeated = written, true
			continue
		}
		at[key] = len(members)
		members = append(members, written)
	}
	w.out = append(w.out, '}')
	if repeated {
		w.again(begin, members)
	}
	return w.in.Leave()
}

// member writes a key and its value, and returns the key as it was written, which is the same for equal keys.
func (w *pythonWriter) member() (key string, err error) {
	raw, err := w.in.Scalar()
	if err != nil {
		return "", err
	}
	start := len(w.out)
	w.text(raw)
	key = string(w.out[start:])
	w.out = append(w.out, ": "...)
	return key, w.value()
}

// again writes the object that begins at an offset anew, of the members that count.
func (w *pythonWriter) again(begin int, members []memberSpan) {
	written := bytes.Clone(w.out[begin:])
	w.out = append(w.out[:begin], '{')
	for i, m := range members {
		if i > 0 {
			w.out = append(w.out, ", "...)
		}
		w.out = append(w.out, written[m.start-begin:m.end-begin]...)
	}
	w.out = append(w.out, '}')
}

func (w *pythonWriter) text(raw []byte) {
	var text []byte
	text, w.scratch = scan.Text(raw, w.scratch)
	w.out = appendPythonText(w.out, string(text))
}

// appendPythonText writes a string, which has to be valid UTF-8.
func appendPythonText(out []byte, text string) []byte {
	out = append(out, '"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			out = append(out, '\\', byte(c))
		case c == '\b':
			out = append(out, `\b`...)
		case c == '\f':
			out = append(out, `\f`...)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c >= ' ' && c <= '~':
			out = append(out, byte(c))
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, c)
		}
	}
	return append(out, '"')
}

// pythonText is appendPythonText; ok is false where text is not valid UTF-8.
func pythonText(text string) (quoted string, ok bool) {
	if !utf8.ValidString(text) {
		return "", false
	}
	return string(appendPythonText(nil, text)), true
}

// number writes whole numbers digit by digit and all others as floats.
func (w *pythonWriter) number(raw string) error {
	if !strings.ContainsAny(raw, ".eE") {
		if raw == "-0" { // an int has no sign at zero
			raw = "0"
		}
		w.out = append(w.out, raw...)
		return nil
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil { // the syntax was checked
		return &rangeError{raw}
	}
	w.out = appendPythonFloat(w.out, f)
	return nil
}

// appendPythonFloat writes the shortest digits that give the same float, with an exponent below 1e-4 and from 1e16 on.
func appendPythonFloat(out []byte, f float64) []byte {
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.AppendFloat(out, f, 'e', -1, 64)
	}
	start := len(out)
	out = strconv.AppendFloat(out, f, 'f', -1, 64)
	if bytes.IndexByte(out[start:], '.') < 0 {
		out = append(out, ".0"...)
	}
	return out
}

// rangeError reports a number that Python would read as infinity.
type rangeError struct{ number string }

func (e *rangeError) Error() string { return fmt.Sprintf(msgCompletionNumber, echo.Cut(e.number)) }
