// glm4: <tool_call>name, then <arg_key>key</arg_key><arg_value>value</arg_value> for each argument, then </tool_call>

package toolcall

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

const (
	glmKey      = "<arg_key>"
	glmKeyEnd   = "</arg_key>"
	glmValue    = "<arg_value>"
	glmValueEnd = "</arg_value>"
)

var glmCall = newMarkup(markup{
	call: toolCall, callEnd: toolCallEnd,
	value: glmValue, valueEnd: glmValueEnd,
	next: []string{glmKey, toolCallEnd, toolCall},
	name: glmName, key: glmReadKey, typed: glmTyped,
})

// readGLM4: content is the text before the first call, text beside calls is dropped. An opening tag at the very end is the
// beginning of nothing and is dropped too.
func readGLM4(r *reader) {
	for r.text(hermesOpen, r.before()) != "" {
		start := r.pos + len(toolCall)
		if k := r.space(start); r.done(k) {
			r.broken(k, reasonCut)
			return
		}
		c, end, reason := r.markupCall(glmCall, r.pos)
		if reason != "" {
			r.failed(r.edge(hermesEdges, r.resume(start, end)), reason)
			continue
		}
		r.call(c, end)
	}
}

// glmName reads the name, which ends with its line or with the first key.
func glmName(r *reader, i int) (string, int) {
	start := r.space(i + len(toolCall))
	for k := start; ; k++ {
		switch c := r.at(k); {
		case c == '\n' || c == '<' && r.has(k, glmKey):
			name := strings.TrimSpace(string(r.buf[start:k]))
			if name == "" || strings.ContainsAny(name, " \t") {
				return "", -k
			}
			return name, k
		case c == '\t' || c == '\r':
		case c < ' ' || strings.IndexByte(`<>{}"`, c) >= 0:
			return "", -k
		}
	}
}

func glmReadKey(r *reader, i int) (key string, exact bool, after int) {
	if !r.has(i, glmKey) {
		return "", false, -i
	}
	start := i + len(glmKey)
	end := start
	for !r.done(end) && r.buf[end] != '<' {
		end++
	}
	if !r.has(end, glmKeyEnd) {
		return "", false, -end
	}
	after = r.space(end + len(glmKeyEnd))
	if !r.has(after, glmValue) {
		return "", false, -after
	}
	return string(bytes.TrimSpace(r.buf[start:end])), false, after + len(glmValue)
}

// glmTyped keeps text that is declared as such; any other is JSON, or a Python literal, or text after all.
func glmTyped(r *reader, tool, key, text string) json.RawMessage {
	if slices.Contains(r.types(tool, key), "string") {
		return r.typed(tool, key, text)
	}
	depth := r.parser.Limits.depth() - 1
	if value := wholeJSON(text, depth); value != nil {
		return value
	}
	if value := pythonLiteral(text, depth); value != nil {
		return value
	}
	return quoted(text)
}
