// deepseek_v32: <｜DSML｜function_calls> with <｜DSML｜invoke name="f"> and <｜DSML｜parameter name="k" string="true|false">.

package toolcall

import "encoding/json"

var dsmlCalls = newInvoke("<｜DSML｜function_calls>", "</｜DSML｜function_calls>", markup{
	call: `<｜DSML｜invoke name="`, callEnd: "</｜DSML｜invoke>",
	value: dsmlParameter, valueEnd: "</｜DSML｜parameter>",
	key: dsmlKey, typed: (*reader).typed, alone: dsmlAlone,
})

const dsmlParameter = `<｜DSML｜parameter name="`

// readDeepSeekV32: string="true" keeps a value as it stands, else it is typed by what is declared.
func readDeepSeekV32(r *reader) { r.invokes(dsmlCalls) }

// dsmlRest are the ways in which the opening tag of a parameter ends behind its name.
var dsmlRest = []string{` string="true">`, ` string="false">`, ">"}

func dsmlKey(r *reader, i int) (key string, exact bool, after int) {
	if !r.has(i, dsmlParameter) {
		return "", false, -i
	}
	key, after = r.tagName(i+len(dsmlParameter), '"')
	if after < 0 {
		return "", false, after
	}
	rest := r.hasAny(after, dsmlRest)
	if rest == "" {
		return "", false, -after
	}
	return key, rest == dsmlRest[0], after + len(rest)
}

// dsmlAlone takes the arguments out of a single parameter that is not declared and holds an object with declared names.
func dsmlAlone(r *reader, tool, key, text string) json.RawMessage {
	if key != "arguments" && key != "input" || r.types(tool, key) != nil {
		return nil
	}
	value := wholeJSON(text, r.parser.Limits.depth())
	if kindOf(value) != '{' {
		return nil
	}
	declared := false
	members(value, false, func(name string, _ span) { declared = declared || r.types(tool, name) != nil })
	if !declared {
		return nil
	}
	return value
}
