// llama3_json: {"name": …, "parameters": {…}} anywhere in the text, several parted by ";", perhaps after <|python_tag|>.

package toolcall

const pythonTag = "<|python_tag|>"

var (
	llama3Open = newMarks(pythonTag, "{")
	llama3Keys = []string{`"name"`, `"parameters"`, `"arguments"`}
)

// readLlama3JSON: text beside calls is dropped, and so are objects that are no calls. An object that begins like a call and
// breaks ends the reading: what follows may be its inside.
func readLlama3JSON(r *reader) {
	for {
		mark := r.text(llama3Open, r.beside())
		if mark == "" {
			return
		}
		start := r.pos
		if mark == pythonTag {
			start = r.space(r.pos + len(pythonTag))
		}
		if r.at(start) != '{' {
			r.put(r.beside(), start)
			continue
		}
		end, reason := r.value(start)
		switch {
		case reason == "":
			r.llama3Object(start, end)
		case r.hasAny(r.space(start+1), llama3Keys) != "":
			r.failed(r.end(), reason)
		default:
			r.doubt(start, end)
			r.put(r.beside(), max(r.outside(start, end), start+1))
		}
	}
}

// llama3Object reads the object text[start:end].
func (r *reader) llama3Object(start, end int) {
	f := readFields(r.buf[start:end], false)
	c, reason := shape{parameters: true}.call(r.buf[start:end])
	switch {
	case f.arguments == nil && f.parameters == nil:
		r.put(r.beside(), end)
	case f.arguments != nil && f.parameters != nil:
		r.failed(end, reasonTwice)
	case reason != "":
		r.failed(end, reason)
	default:
		r.call(c, end)
		if i := r.space(end); r.has(i, ";") {
			r.put(KindMark, i+1)
		}
	}
}

const reasonTwice = `a call with both "parameters" and "arguments"`
