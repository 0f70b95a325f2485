// deepseek_v3: as deepseek_v31, but each call is <｜tool▁call▁begin｜>function<｜tool▁sep｜>name, a line break, and the arguments
// in a ```json fence. DeepSeek R1 writes the same.

package toolcall

import "bytes"

var (
	deepSeekV3    = newSection(deepSeekOpen, deepSeekCall, deepSeekEnd, deepSeekShut, (*reader).deepSeekV3Call)
	deepSeekFence = newMarks(fence, deepSeekCall, deepSeekEnd, deepSeekShut)
)

const fence = "```"

func readDeepSeekV3(r *reader) { r.sections(deepSeekV3) }

func (r *reader) deepSeekV3Call(i int) (c Call, end int, reason string) {
	mark, at := r.upTo(deepSeekHeader, i)
	if mark != deepSeekSep {
		return c, at, r.unless(at, reasonNoName)
	}
	if string(bytes.TrimSpace(r.buf[i:at])) != "function" {
		return c, at, reasonNoCall
	}
	start := at + len(mark)
	if mark, at = r.upTo(deepSeekFence, start); mark != fence {
		return c, at, r.unless(at, reasonNoName)
	}
	name := r.buf[start:at]
	if at += len(fence); r.has(at, "json") {
		at += len("json")
	}
	return r.deepSeekArguments(name, at, fence)
}
