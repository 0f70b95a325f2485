// Calls written as JSON objects, in the shapes that models use.

package toolcall

import (
	"encoding/json"

	"github.com/jarvis-sdk/jarvis"
)

// shape says which call objects a format takes.
type shape struct {
	parameters bool // "parameters" may stand for "arguments"
	optional   bool // arguments may be absent
	nested     bool // {"function": {name, arguments}} counts too
	object     bool // arguments have to be an object, null, or text that holds one; else any value is passed on
	failure    bool // failure_message is read
	hash       bool // comments
}

// jarvisShape is a call of the Jarvis envelope and its tags; bare, arguments may not be absent.
var jarvisShape = shape{optional: true, nested: true, object: true, failure: true, hash: true}

// fields are the members of a call object that count; of repeated keys the last.
type fields struct {
	name, arguments, parameters, function, failure, id []byte
}

func readFields(raw []byte, hash bool) (f fields) {
	members(raw, hash, func(key string, value span) {
		v := value.of(raw)
		switch key {
		case "name":
			f.name = v
		case "arguments":
			f.arguments = v
		case "parameters":
			f.parameters = v
		case "function":
			f.function = v
		case "failure_message":
			f.failure = v
		case "id":
			f.id = v
		}
	})
	return f
}

// call reads a call object from accepted JSON. The reason is empty if it is one.
func (s shape) call(raw []byte) (c Call, reason string) {
	if kindOf(raw) != '{' {
		return c, reasonNoCall
	}
	f := readFields(raw, s.hash)
	if s.nested && kindOf(f.function) == '{' {
		inner := readFields(f.function, s.hash)
		f.name = inner.name
		if inner.arguments != nil {
			f.arguments = inner.arguments
		}
	}
	if f.arguments == nil && s.parameters {
		f.arguments = f.parameters
	}
	switch {
	case kindOf(f.name) != '"':
		return c, reasonNoName
	case f.arguments == nil && !s.optional:
		return c, reasonNoCall
	}
	if c.Name = unquote(f.name); c.Name == "" {
		return c, reasonNoName
	}
	if c.Arguments, reason = s.readArguments(f.arguments); reason != "" {
		return c, reason
	}
	if s.failure && kindOf(f.failure) == '"' {
		c.FailureMessage = unquote(f.failure)
	}
	return c, ""
}

// readArguments reads the value of arguments: absent and null are none, text is decoded once if it holds an object.
func (s shape) readArguments(raw []byte) (json.RawMessage, string) {
	if s.hash {
		raw = uncomment(raw)
	}
	switch kindOf(raw) {
	case 0, 'n':
		return emptyArguments, ""
	case '{':
		return json.RawMessage(raw), ""
	case '"':
		if inner, ok := decoded(unquote(raw)); ok {
			return inner, ""
		}
	}
	if s.object {
		return nil, reasonArguments
	}
	return json.RawMessage(raw), ""
}

// decoded returns the object that a text holds; empty text and null are an empty one.
func decoded(text string) (json.RawMessage, bool) {
	src := source{buf: []byte(text), ended: true}
	i := src.space(0)
	if src.done(i) {
		return emptyArguments, true
	}
	s := jsonScan{source: &src, depth: len(text)} // call judges the depth
	end, reason := s.value(i)
	if reason != "" || !src.done(src.space(end)) {
		return nil, false
	}
	switch src.buf[i] {
	case '{':
		return json.RawMessage(src.buf[i:end]), true
	case 'n':
		return emptyArguments, true
	}
	return nil, false
}

// callsIn reads the calls of an accepted array. Elements that are none are passed to refused, which may be nil.
func (s shape) callsIn(raw []byte, refused func(element span, reason string)) (calls []placed) {
	elements(raw, s.hash, func(element span) {
		c, reason := s.call(element.of(raw))
		switch {
		case reason == "":
			calls = append(calls, placed{c, element})
		case refused != nil:
			refused(element, reason)
		}
	})
	return calls
}

// placed is a call and where it stands.
type placed struct {
	Call
	at span
}

// named makes a call.
func named(name string, arguments json.RawMessage) Call {
	if len(arguments) == 0 {
		arguments = emptyArguments
	}
	return Call{Call: jarvis.Call{Name: name, Arguments: arguments}}
}
