// phi4: functools[{"name": …, "arguments": {…}}, …], the arguments also called parameters.

package toolcall

const functools = "functools["

var phi4Open = newMarks(functools)

// readPhi4: text beside the list is dropped. The word without a list of objects behind it is text.
func readPhi4(r *reader) {
	for r.text(phi4Open, r.beside()) != "" {
		bracket := r.pos + len(functools) - 1
		if r.at(r.space(bracket+1)) != '{' {
			r.put(r.beside(), bracket+1)
			continue
		}
		if from, at, reason := r.list(bracket, shape{parameters: true, optional: true}); reason != "" {
			r.lose(phi4Open, from, at, reason)
		}
	}
}
