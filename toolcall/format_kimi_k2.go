// kimi_k2: <|tool_calls_section_begin|>, then <|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{…}<|tool_call_end|>
// for each call, then <|tool_calls_section_end|>.

package toolcall

import (
	"bytes"
	"encoding/json"
	"strings"
)

const (
	kimiOpen      = "<|tool_calls_section_begin|>"
	kimiShut      = "<|tool_calls_section_end|>"
	kimiCall      = "<|tool_call_begin|>"
	kimiEnd       = "<|tool_call_end|>"
	kimiArguments = "<|tool_call_argument_begin|>"

	reasonNoID = "a call without an id such as functions.name:0"
)

var (
	kimiK2     = newSection(kimiOpen, kimiCall, kimiEnd, kimiShut, (*reader).kimiCall)
	kimiHeader = newMarks(kimiArguments, kimiCall, kimiEnd, kimiShut)
	kimiEdges  = edges([]string{kimiCall}, kimiShut, kimiEnd)
)

// readKimiK2: the text carries the ids. Arguments that are not JSON, and those that the text ends in, are passed on as they are.
func readKimiK2(r *reader) { r.sections(kimiK2) }

func (r *reader) kimiCall(i int) (c Call, end int, reason string) {
	mark, at := r.upTo(kimiHeader, i)
	if mark != kimiArguments {
		if r.done(at) {
			return c, at, reasonCut
		}
		return c, at, reasonNoID
	}
	id := string(bytes.TrimSpace(r.buf[i:at]))
	arguments, end := r.kimiArguments(at + len(mark))
	name, ok := kimiName(id)
	if !ok {
		return c, end, reasonNoID
	}
	c = named(name, arguments)
	c.ID = id
	return c, end, ""
}

// kimiName returns the name in an id: what stands between the last dot and the colon.
func kimiName(id string) (string, bool) {
	colon := strings.LastIndexByte(id, ':')
	if colon < 0 || colon == len(id)-1 || strings.Trim(id[colon+1:], "0123456789") != "" {
		return "", false
	}
	name := strings.TrimSpace(id[:colon])
	name = name[strings.LastIndexByte(name, '.')+1:]
	return name, name != ""
}

// kimiArguments reads the arguments at offset i and the mark after the call, which may be missing.
func (r *reader) kimiArguments(i int) (arguments json.RawMessage, end int) {
	start := r.space(i)
	stop, reason := r.value(start)
	if reason == "" {
		end = r.space(stop)
		if r.has(end, kimiEnd) {
			return json.RawMessage(r.buf[start:stop]), end + len(kimiEnd)
		}
	}
	mark, at := r.past(kimiEdges, start, stop)
	arguments = bytes.TrimSpace(r.buf[start:max(start, at)])
	switch mark {
	case "":
		arguments = withoutCutMark(arguments, kimiEnd)
	case kimiEnd:
		at += len(mark)
	}
	return arguments, at
}

// withoutCutMark returns text without the beginning of mark that it may end with, and without the white space before that.
func withoutCutMark(text []byte, mark string) []byte {
	for n := min(len(text), len(mark)-1); n > 0; n-- {
		if bytes.HasSuffix(text, []byte(mark[:n])) {
			return bytes.TrimSpace(text[:len(text)-n])
		}
	}
	return text
}
