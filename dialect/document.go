// The document model of a schema: order, and the bytes of scalars, as declared.

package dialect

import (
	"encoding/json"
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// doc is a JSON value. Those read from a declaration are never changed; rewriting makes new ones.
type doc struct {
	kind    scan.Kind
	pos     int      // values are numbered in the order of the text
	raw     []byte   // the text; nil for an object or array that was made here
	members []member // of an object
	list    []*doc   // of an array
}

type member struct {
	name  string
	value *doc
}

// made is the number of a value that stands for none in the text.
const made = -1

// parse reads a JSON text strictly: no repeated keys, and no deeper than the tokenizer goes. It returns all values in the order of
// the text, the whole first.
func parse(text []byte) ([]*doc, error) {
	p := &parser{}
	p.r.Reset(text, scan.MostDepth)
	if _, err := p.value(); err != nil {
		return nil, err
	}
	return p.all, p.r.End()
}

type parser struct {
	r   scan.Reader
	all []*doc
}

func (p *parser) value() (d *doc, err error) {
	d = &doc{kind: p.r.Kind(), pos: len(p.all)}
	p.all = append(p.all, d)
	switch d.kind {
	case scan.ObjectStart:
		err = p.object(d)
	case scan.ArrayStart:
		err = p.array(d)
	default:
		d.raw, err = p.r.Scalar()
	}
	return d, err
}

func (p *parser) object(d *doc) error {
	if err := p.r.Enter(); err != nil {
		return err
	}
	for p.r.Kind() != scan.ObjectEnd {
		quoted, err := p.r.Scalar()
		if err != nil {
			return err
		}
		name, _ := scan.Text(quoted, nil)
		value, err := p.value()
		if err != nil {
			return err
		}
		d.members = append(d.members, member{string(name), value})
	}
	return p.r.Leave()
}

func (p *parser) array(d *doc) error {
	if err := p.r.Enter(); err != nil {
		return err
	}
	for p.r.Kind() != scan.ArrayEnd {
		value, err := p.value()
		if err != nil {
			return err
		}
		d.list = append(d.list, value)
	}
	return p.r.Leave()
}

// append writes the value without white space.
func (d *doc) append(dst []byte) []byte {
	switch d.kind {
	case scan.ObjectStart:
		dst = append(dst, '{')
		for i, m := range d.members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(scan.AppendQuoted(dst, m.name), ':')
			dst = m.value.append(dst)
		}
		return append(dst, '}')
	case scan.ArrayStart:
		dst = append(dst, '[')
		for i, value := range d.list {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = value.append(dst)
		}
		return append(dst, ']')
	}
	return append(dst, d.raw...)
}

func (d *doc) json() json.RawMessage { return d.append(nil) }

// equal reports whether two values are written the same.
func (d *doc) equal(other *doc) bool { return string(d.json()) == string(other.json()) }

// get returns the member of that name, nil if there is none or d is no object.
func (d *doc) get(name string) *doc {
	if d == nil {
		return nil
	}
	if i := indexMember(d.members, name); i >= 0 {
		return d.members[i].value
	}
	return nil
}

func indexMember(members []member, name string) int {
	return slices.IndexFunc(members, func(m member) bool { return m.name == name })
}

// text returns the text of a string, "" for anything else.
func (d *doc) text() string {
	if d == nil || d.kind != scan.String {
		return ""
	}
	text, _ := scan.Text(d.raw, nil)
	return string(text)
}

// texts returns the texts of an array of strings, nil for anything else; one string counts as an array of it.
func (d *doc) texts() (list []string) {
	switch {
	case d == nil:
		return nil
	case d.kind == scan.String:
		return []string{d.text()}
	}
	for _, value := range d.list {
		if value.kind != scan.String {
			return nil
		}
		list = append(list, value.text())
	}
	return list
}

// distinctTexts leaves out texts that have come before.
func distinctTexts(list []string) (out []string) {
	seen := map[string]bool{}
	for _, t := range list {
		if !seen[t] {
			seen[t], out = true, append(out, t)
		}
	}
	return out
}

func (d *doc) is(k scan.Kind) bool { return d != nil && d.kind == k }

// isSchema reports whether d can be a schema at all: an object or a boolean.
func (d *doc) isSchema() bool { return d.is(scan.ObjectStart) || d.isBool() }

func (d *doc) isBool() bool { return d.is(scan.True) || d.is(scan.False) }

// isScalar reports whether d is a string, number, boolean or null.
func (d *doc) isScalar() bool { return !d.is(scan.ObjectStart) && !d.is(scan.ArrayStart) }

// Values made here. pos is that of the declared value that they stand for, or made.

func object(pos int, members ...member) *doc {
	return &doc{kind: scan.ObjectStart, pos: pos, members: members}
}

func array(pos int, list ...*doc) *doc { return &doc{kind: scan.ArrayStart, pos: pos, list: list} }

func text(pos int, s string) *doc {
	return &doc{kind: scan.String, pos: pos, raw: scan.AppendQuoted(nil, s)}
}

func texts(pos int, list []string) *doc {
	d := array(pos)
	for _, s := range list {
		d.list = append(d.list, text(pos, s))
	}
	return d
}

func literal(pos int, raw string) *doc {
	k := scan.Kind(raw[0])
	if raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9' {
		k = scan.Number
	}
	return &doc{kind: k, pos: pos, raw: []byte(raw)}
}

func truth(b bool) *doc {
	if b {
		return literal(made, "true")
	}
	return literal(made, "false")
}
