// deepseek_v31: <｜tool▁calls▁begin｜>, then <｜tool▁call▁begin｜>name<｜tool▁sep｜>{…}<｜tool▁call▁end｜> for each call, then
// <｜tool▁calls▁end｜>. The marks hold U+FF5C and U+2581.

package toolcall

import (
	"bytes"
	"encoding/json"
)

const (
	deepSeekOpen = "<｜tool▁calls▁begin｜>"
	deepSeekShut = "<｜tool▁calls▁end｜>"
	deepSeekCall = "<｜tool▁call▁begin｜>"
	deepSeekEnd  = "<｜tool▁call▁end｜>"
	deepSeekSep  = "<｜tool▁sep｜>"
)

var (
	deepSeekV31    = newSection(deepSeekOpen, deepSeekCall, deepSeekEnd, deepSeekShut, (*reader).deepSeekV31Call)
	deepSeekHeader = newMarks(deepSeekSep, deepSeekCall, deepSeekEnd, deepSeekShut)
)

func readDeepSeekV31(r *reader) { r.sections(deepSeekV31) }

func (r *reader) deepSeekV31Call(i int) (c Call, end int, reason string) {
	mark, at := r.upTo(deepSeekHeader, i)
	if mark != deepSeekSep {
		return c, at, r.unless(at, reasonNoName)
	}
	return r.deepSeekArguments(r.buf[i:at], at+len(mark), "")
}

// deepSeekArguments reads the object at offset i, what closes the fence around it, and the mark after the call.
func (r *reader) deepSeekArguments(name []byte, i int, fence string) (c Call, end int, reason string) {
	start := r.space(i)
	end, reason = r.value(start)
	if reason != "" {
		return c, end, reason
	}
	arguments := json.RawMessage(r.buf[start:end])
	for _, mark := range []string{fence, deepSeekEnd} {
		end = r.space(end)
		if !r.has(end, mark) {
			if r.cutMark(end, mark) {
				return c, end, reasonCut
			}
			return c, end, reasonNotJSON
		}
		end += len(mark)
	}
	name = bytes.TrimSpace(name)
	switch {
	case len(name) == 0 || bytes.IndexByte(name, '\n') >= 0:
		return c, end, reasonNoName
	case kindOf(arguments) != '{':
		return c, end, reasonArguments
	}
	return named(string(name), arguments), end, ""
}
