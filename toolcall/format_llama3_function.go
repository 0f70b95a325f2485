// llama3_function: <function=name>{…}</function>, and the ways in which small models miss it.

package toolcall

import (
	"bytes"
	"encoding/json"
	"strings"
)

const (
	functionIs  = "<function="
	functionTag = "<function>"
	functionEnd = "</function>"
)

var (
	functionOpen  = newMarks("<")
	functionEdges = edges([]string{functionIs, functionTag}, functionEnd)
)

// readLlama3Function: content is the text before the first tag, text after it is dropped. Besides the written form these
// count as calls:
//
//   - <function=name>{…}<function>, or without a closing tag
//   - <function>name</function>{…}
//   - <function=name {…}>, <function=name{…}</function>
//   - <function=name({…})>, <function=name()>, and other brackets and quotes between the name and its object
//   - <name>{…}, the name being that of a tool if any are declared
//   - <function=name/>, <function=name></function>, and at the end of the text <function=name
//
// An object with "param" as its only key stands for the object in it.
func readLlama3Function(r *reader) {
	for r.text(functionOpen, r.before()) != "" {
		switch {
		case r.has(r.pos, functionIs):
			r.functionCall()
		case r.has(r.pos, functionTag):
			r.functionTagged()
		default:
			r.functionNamed()
		}
	}
}

// functionCall reads <function=name and what follows. Without a name, as in a template that was not filled in, it is text.
func (r *reader) functionCall() {
	start := r.pos + len(functionIs)
	end := r.word(start)
	if end == start {
		r.put(r.before(), end)
		return
	}
	name := string(r.buf[start:end])
	i := r.drift(end)
	for r.at(i) == '{' && r.at(r.space(i+1)) == '{' {
		i = r.space(i + 1)
	}
	switch {
	case r.at(i) == '{':
		r.functionObject(name, i)
	case r.done(i), r.has(i, functionEnd), r.has(i, functionTag), r.has(i, functionIs):
		r.functionFound(named(name, nil), i)
	case r.has(i, "/>"):
		r.functionFound(named(name, nil), i+len("/>"))
	default:
		r.failed(r.edge(functionEdges, i), reasonNotJSON)
	}
}

// drift returns the first offset from i on that holds none of what may stand around a name and its object.
func (r *reader) drift(i int) int {
	for c := r.at(i); isSpace(c) || c != 0 && strings.IndexByte(`>()}]"';:,`, c) >= 0; c = r.at(i) {
		i++
	}
	return i
}

// functionTagged reads <function>name</function>{…}. Anything else after the tag is text.
func (r *reader) functionTagged() {
	name, object := r.taggedName(r.pos)
	if object == 0 {
		r.put(r.before(), r.pos+len(functionTag))
		return
	}
	r.functionObject(name, object)
}

// taggedName returns the name in <function>name</function> at offset i and where the object behind it is, or 0.
func (r *reader) taggedName(i int) (name string, object int) {
	start := r.space(i + len(functionTag))
	end := r.word(start)
	i = r.space(end)
	if end == start || !r.has(i, functionEnd) {
		return "", 0
	}
	if i = r.space(i + len(functionEnd)); r.at(i) != '{' {
		return "", 0
	}
	return string(r.buf[start:end]), i
}

// functionNamed reads <name>{…}. A tag without an object behind it is text.
func (r *reader) functionNamed() {
	start := r.pos + 1
	end := r.word(start)
	i := r.space(end + 1)
	if end == start || r.at(end) != '>' || r.at(i) != '{' || !r.offered(string(r.buf[start:end])) {
		r.put(r.before(), end)
		return
	}
	stop, reason := r.value(i)
	if reason != "" {
		r.doubt(i, stop)
		r.put(r.before(), r.outside(i, stop))
		return
	}
	r.functionFound(named(string(r.buf[start:end]), unwrapParam(r.buf[i:stop])), stop)
}

// functionObject reads the arguments of a call, whose object is at offset i.
func (r *reader) functionObject(name string, i int) {
	end, reason := r.value(i)
	if reason == "" {
		r.functionFound(named(name, unwrapParam(r.buf[i:end])), end)
		return
	}
	_, shut := r.past(functionEdges, i, end)
	if object := r.unescaped(r.buf[i:shut]); object != nil {
		r.functionFound(named(name, unwrapParam(object)), shut)
		return
	}
	r.failed(r.edge(functionEdges, shut), reason)
}

// unescaped returns the object in a text whose quotes are all escaped, or nil.
func (r *reader) unescaped(text []byte) []byte {
	if !bytes.Contains(text, []byte(`\"`)) {
		return nil
	}
	src := reader{source: source{buf: bytes.ReplaceAll(text, []byte(`\"`), []byte(`"`)), ended: true}, parser: r.parser}
	end, reason := src.value(0)
	if reason != "" || !src.done(src.drift(end)) {
		return nil
	}
	return src.buf[:end]
}

// functionFound reports a call that ends at offset end, and takes the closing tags behind it.
func (r *reader) functionFound(c Call, end int) {
	r.call(c, end)
	for i := r.drift(end); ; i = r.drift(i) {
		switch after := r.closingTag(i); {
		case after > 0:
			i = after
		default:
			r.put(KindMark, i)
			return
		}
	}
}

// closingTag returns the end of a closing tag at offset i, with or without its slash, or 0.
func (r *reader) closingTag(i int) int {
	if r.has(i, "</") {
		if end := r.word(i + 2); r.at(end) == '>' {
			return end + 1
		}
		return 0
	}
	if r.has(i, functionTag) {
		if _, object := r.taggedName(i); object == 0 {
			return i + len(functionTag)
		}
	}
	return 0
}

// unwrapParam returns the object in {"param": {…}}, or what it is given.
func unwrapParam(raw []byte) json.RawMessage {
	count, inner := 0, span{}
	members(raw, false, func(key string, value span) {
		if count++; key == "param" {
			inner = value
		}
	})
	if count == 1 && kindOf(inner.of(raw)) == '{' {
		return json.RawMessage(inner.of(raw))
	}
	return json.RawMessage(raw)
}
