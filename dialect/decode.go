// Decode: the way back from arguments in a dialect to those that the command declares.

package dialect

import (
	"bytes"
	"encoding/json"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// decoder is the way back at one place. Nil changes nothing.
type decoder struct {
	fields  map[string]*field // by the name in the dialect, those with something to do
	names   map[string]bool   // declared names that the dialect says otherwise
	elems   *decoder
	rest    *decoder
	encoded scan.Kind
}

// field is the way back of a property.
type field struct {
	declared string
	name     []byte // the declared one in JSON; nil keeps the name
	omit     bool
	value    *decoder
}

// decoder makes the way back from p and what is below it.
func (p *place) decoder() *decoder {
	if p == nil {
		return nil
	}
	if p.encoded != 0 {
		return &decoder{encoded: p.encoded}
	}
	d := &decoder{elems: p.elems.decoder(), rest: p.rest.decoder()}
	for _, q := range p.props {
		f := &field{declared: q.name, omit: q.omit, value: q.decoder()}
		if q.shown != q.name {
			if f.name = scan.AppendQuoted(nil, q.name); d.names == nil {
				d.names = map[string]bool{}
			}
			d.names[q.name] = true
		}
		// With values of undeclared keys to change, a declared one has to be known even if there is nothing to do.
		if f.name != nil || f.omit || f.value != nil || d.rest != nil {
			if d.fields == nil {
				d.fields = map[string]*field{}
			}
			d.fields[q.shown] = f
		}
	}
	if d.fields == nil && d.elems == nil && d.rest == nil {
		return nil
	}
	return d
}

// decode returns args changed by d, or args itself if there is nothing to change. Arguments that come as a JSON string holding an
// object are read as Registry.Call reads them: the string is taken off, once.
func (d *decoder) decode(args json.RawMessage) json.RawMessage {
	if d == nil {
		return args
	}
	w := walker{text: withoutString(args)}
	if !wellFormed(w.text, scan.ObjectStart) {
		return args
	}
	w.value(d)
	if out := w.edited(); out != nil {
		return out
	}
	return args
}

// withoutString returns what a JSON string holds, and any other text as it is.
func withoutString(args []byte) []byte {
	if !wellFormed(args, scan.String) {
		return args
	}
	inner, _ := scan.Text(bytes.TrimSpace(args), nil)
	return inner
}

// wellFormed reports whether text is one strict JSON value of that kind; Null stands for any.
func wellFormed(text []byte, want scan.Kind) bool {
	var r scan.Reader
	r.Reset(text, scan.MostDepth)
	k := r.Kind()
	if want != scan.Null && k != want {
		return false
	}
	if _, err := r.Value(k); err != nil {
		return false
	}
	return r.End() == nil
}

// walker goes through a text that is known to be strict JSON and notes what is to be changed, in order.
type walker struct {
	text  []byte
	i     int
	edits []edit
}

// edit puts a text in the place of another one.
type edit struct {
	from, to int
	text     []byte
}

// edited returns the text with all changes, or nil if there are none.
func (w *walker) edited() []byte {
	var out []byte
	end := 0
	for _, e := range w.edits {
		if e.from == e.to {
			continue // withdrawn
		}
		if out == nil {
			out = make([]byte, 0, len(w.text))
		}
		out = append(append(out, w.text[end:e.from]...), e.text...)
		end = e.to
	}
	if out == nil {
		return nil
	}
	return append(out, w.text[end:]...)
}

func (w *walker) replace(from, to int, text []byte) { w.edits = append(w.edits, edit{from, to, text}) }

// space skips white space and separators.
func (w *walker) space() {
	for w.i < len(w.text) {
		switch w.text[w.i] {
		case ' ', '\t', '\r', '\n', ',', ':':
			w.i++
		default:
			return
		}
	}
}

// skip goes to the end of the value that begins here.
func (w *walker) skip() {
	depth := 0
	for {
		w.space()
		switch w.text[w.i] {
		case '{', '[':
			depth++
			w.i++
		case '}', ']':
			depth--
			w.i++
		case '"':
			w.string()
		default:
			w.word()
		}
		if depth == 0 {
			return
		}
	}
}

// string returns the raw string that begins here.
func (w *walker) string() []byte {
	start := w.i
	for w.i++; w.text[w.i] != '"'; w.i++ {
		if w.text[w.i] == '\\' {
			w.i++
		}
	}
	w.i++
	return w.text[start:w.i]
}

// word goes to the end of a number, true, false or null.
func (w *walker) word() {
	for ; w.i < len(w.text); w.i++ {
		switch w.text[w.i] {
		case ' ', '\t', '\r', '\n', ',', ':', '}', ']':
			return
		}
	}
}

// value goes through the value that begins here.
func (w *walker) value(d *decoder) {
	w.space()
	switch c := w.text[w.i]; {
	case d == nil:
		w.skip()
	case c == '"' && d.encoded != 0:
		w.encoded(d.encoded)
	case c == '{' && d.encoded == 0:
		w.object(d)
	case c == '[' && d.elems != nil:
		w.i++
		for w.space(); w.text[w.i] != ']'; w.space() {
			w.value(d.elems)
		}
		w.i++
	default:
		w.skip()
	}
}

// encoded puts the JSON that a string holds in the place of the string.
func (w *walker) encoded(want scan.Kind) {
	start := w.i
	inner, _ := scan.Text(w.string(), nil)
	if wellFormed(inner, want) {
		w.replace(start, w.i, inner)
	}
}

// object goes through an object. A member is left out with the separator before it, or after it while none has been kept. A name
// is not given back where the object has the declared one as well: the binder is to see that one of them is not declared, rather
// than a key twice.
func (w *walker) object(d *decoder) {
	w.i++
	kept, end, pending := false, w.i, -1 // pending is where left-out members at the beginning start
	var seen map[string]bool             // declared names that came
	var renamed []renaming
	for w.space(); w.text[w.i] != '}'; w.space() {
		start := w.i
		name := w.string()
		f, value := d.member(name, &seen)
		w.space()
		if f != nil && f.omit && w.text[w.i] == 'n' {
			w.word()
			if kept {
				w.replace(end, w.i, nil)
			} else if pending < 0 {
				pending = start
			}
			end = w.i
			continue
		}
		if pending >= 0 {
			w.replace(pending, start, nil)
			pending = -1
		}
		if f != nil && f.name != nil {
			renamed = append(renamed, renaming{f.declared, len(w.edits)})
			w.replace(start, start+len(name), f.name)
		}
		w.value(value)
		kept, end = true, w.i
	}
	if pending >= 0 {
		w.replace(pending, end, nil)
	}
	w.i++
	for _, r := range renamed {
		if seen[r.declared] {
			w.edits[r.edit].to = w.edits[r.edit].from
		}
	}
}

// renaming is an edit that gives back a name.
type renaming struct {
	declared string
	edit     int
}

// member finds what is to be done with a property, and notes a declared name.
func (d *decoder) member(quoted []byte, seen *map[string]bool) (*field, *decoder) {
	name, _ := scan.Text(quoted, nil)
	if d.names[string(name)] {
		if *seen == nil {
			*seen = map[string]bool{}
		}
		(*seen)[string(name)] = true
	}
	if f := d.fields[string(name)]; f != nil {
		return f, f.value
	}
	return nil, d.rest
}
