// auto: the format recognised by the first mark in the text.

package toolcall

// autoOpen are the marks by which a format is known. [ { ``` and call: may turn out to be text.
var autoOpen = newMarks(toolCall, "<|tool_calls_section_begin|>", "<|tool_call|>", "<|tool_call>", "[TOOL_CALLS]", "functools[",
	"<function_calls>", "<function_call>", "<function=", "<start_function_call>", "<tool_calls>", "<minimax:tool_call>",
	"<｜tool▁calls▁begin｜>", "<｜DSML｜function_calls>", "<|action_start|>", "<|python_tag|>", "<|python_start|>",
	"<|start|>", "<|channel|>", callColon, "```", "[", "{")

// readAuto: what stands before the first mark is content at once; the grammar of the mark reads the rest. JSON without a mark is
// read as jarvis does, or as llama3_json if it says "parameters".
func readAuto(r *reader) {
	r.format = Jarvis
	for {
		mark := r.text(autoOpen, KindContent)
		if mark == "" {
			return
		}
		switch mark {
		case callColon: // of gemma, without its marks
			if end := r.word(r.pos + len(mark)); !r.spoke && end > r.pos+len(mark) && r.at(end) == '{' {
				r.become(Gemma, readGemma)
				return
			}
			r.put(KindContent, r.pos+len(mark))
		case "```", "{", "[":
			if r.autoJSON(mark) {
				return
			}
		default:
			r.become(r.marked(mark))
			return
		}
	}
}

// become goes on with another grammar.
func (r *reader) become(format Format, read func(*reader)) {
	r.format = format
	read(r)
}

// marked returns the grammar of a mark at pos.
func (r *reader) marked(mark string) (Format, func(*reader)) {
	switch mark {
	case toolCall:
		return r.tagged(r.space(r.pos + len(mark)))
	case "<function=":
		return r.functionTag(r.pos + len(mark))
	case "<｜tool▁calls▁begin｜>":
		if i := r.space(r.pos + len(mark)); r.has(i, "<｜tool▁call▁begin｜>function<｜tool▁sep｜>") &&
			r.at(i+len("<｜tool▁call▁begin｜>function<｜tool▁sep｜>")) != '{' {
			return DeepSeekV3, readDeepSeekV3
		}
		return DeepSeekV31, readDeepSeekV31
	case "<|tool_calls_section_begin|>":
		return KimiK2, readKimiK2
	case "<|tool_call|>":
		return Granite, readGranite
	case "<|tool_call>", "<start_function_call>":
		if mark == "<|tool_call>" {
			return Gemma, readGemma
		}
		return FunctionGemma, readFunctionGemma
	case "[TOOL_CALLS]":
		return Mistral, readMistral
	case "functools[":
		return Phi4, readPhi4
	case "<function_calls>":
		return OLMo3, readOLMo3
	case "<function_call>":
		return Granite20bFC, readGranite20bFC
	case "<tool_calls>":
		return Jamba, readJamba
	case "<minimax:tool_call>":
		return MiniMax, readMiniMax
	case "<｜DSML｜function_calls>":
		return DeepSeekV32, readDeepSeekV32
	case "<|action_start|>":
		return InternLM2, readInternLM2
	case "<|python_tag|>":
		return Llama3JSON, readLlama3JSON
	case "<|python_start|>":
		return Llama4Pythonic, readLlama4Pythonic
	}
	return Harmony, readHarmony
}

// tagged tells apart the formats that share <tool_call>, by what stands at offset i behind it.
func (r *reader) tagged(i int) (Format, func(*reader)) {
	switch c := r.at(i); {
	case c == '{':
		return Hermes, readHermes
	case c == '[':
		return XLAM, readXLAM
	case r.has(i, "<function="):
		return Qwen3Coder, readQwen3XML
	case isNameByte(c):
		if i = r.space(r.word(i)); r.has(i, "<arg_key>") || r.has(i, toolCallEnd) {
			return GLM4, readGLM4
		}
	}
	return Hermes, readHermes
}

// functionTag tells apart the two formats with <function=name>, by what follows the name at offset i.
func (r *reader) functionTag(i int) (Format, func(*reader)) {
	if i = r.word(i); r.at(i) == '>' {
		if i = r.space(i + 1); r.has(i, "<parameter=") || r.has(i, "</function>") {
			return Qwen3Coder, readQwen3XML
		}
	}
	return Llama3Function, readLlama3Function
}

// autoJSON reads JSON without a mark, or a Python list of calls. False means that it was text, which is content now.
func (r *reader) autoJSON(mark string) bool {
	i := r.pos
	if mark == "```" {
		if i = r.space(r.word(i + len(mark))); r.at(i) != '{' && r.at(i) != '[' {
			r.put(KindContent, r.pos+len(mark))
			return false
		}
	}
	if mark == "[" && r.beginsPython(i) {
		if end := r.pythonEnd(i); r.onlyReasoning(end) {
			r.become(Pythonic, readPythonic)
			return true
		}
	}
	a := r.jsonAnswer(i)
	switch {
	case a.found():
		r.put(KindMark, i)
		r.giveAnswer(a)
		if fence := r.space(r.pos); mark == "```" && r.has(fence, mark) {
			r.put(KindMark, fence+len(mark))
		}
		r.text(nil, KindDropped)
		return true
	case r.at(i) == '{' && a.parameters:
		r.become(Llama3JSON, readLlama3JSON)
		return true
	case a.reason != "" && r.autoCall(i):
		r.brokenAnswer(a)
		r.text(nil, KindDropped)
		return true
	}
	end, reason := r.value(i)
	if reason != "" {
		r.doubt(i, end)
		end = max(r.outside(i, end), i+1)
	}
	r.put(KindContent, end)
	return false
}

// autoCall reports whether the JSON at offset i, which is no answer, was meant as one. Other JSON is what the model says.
func (r *reader) autoCall(i int) bool {
	end, reason := r.value(i)
	if reason != "" {
		return r.callKey(i)
	}
	f := readFields(r.buf[i:end], true)
	return kindOf(f.name) == '"' && (f.arguments != nil || f.parameters != nil) || kindOf(f.function) == '{'
}

// pythonEnd returns where the Python list at offset i ends, or is found broken.
func (r *reader) pythonEnd(i int) int {
	var s stray
	for !r.done(i) {
		i = s.step(r.buf[i], i)
		if s.level == 0 && s.quote == 0 {
			break
		}
	}
	return min(i, len(r.buf))
}

// beginsPython reports whether a list of calls begins at offset i, with nothing before it.
func (r *reader) beginsPython(i int) bool {
	if r.spoke {
		return false
	}
	i = r.space(i + 1)
	if c := r.at(i); isDigit(c) || !isNameByte(c) {
		return false
	}
	if i = r.word(i); r.at(i) != '(' {
		return false
	}
	i = r.space(r.word(r.space(i + 1)))
	return r.at(i) == ')' || r.at(i) == '='
}
