// minimax: <minimax:tool_call> with <invoke name="f"><parameter name="k">value</parameter></invoke>, once for each call.

package toolcall

import (
	"encoding/json"
	"strings"
)

var minimaxCalls = newInvoke("<minimax:tool_call>", "</minimax:tool_call>", markup{
	call: `<invoke name="`, callEnd: "</invoke>",
	value: minimaxParameter, valueEnd: "</parameter>",
	key: minimaxKey, typed: minimaxTyped,
})

const minimaxParameter = `<parameter name="`

// readMiniMax: values are typed by what is declared, without the white space around them.
func readMiniMax(r *reader) { r.invokes(minimaxCalls) }

func minimaxKey(r *reader, i int) (string, bool, int) {
	if !r.has(i, minimaxParameter) {
		return "", false, -i
	}
	key, after := r.tagName(i+len(minimaxParameter), '"')
	switch {
	case after < 0:
		return "", false, after
	case !r.has(after, ">"):
		return "", false, -after
	}
	return key, false, after + 1
}

func minimaxTyped(r *reader, tool, key, text string) json.RawMessage {
	return r.typed(tool, key, strings.TrimSpace(text))
}
