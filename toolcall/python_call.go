// Calls written as Python: name(key=value, …), in lists or on lines.

package toolcall

import "github.com/jarvis-sdk/jarvis/internal/scan"

const reasonPositional = "an argument without a name"

// pythonItem is something at the place of a call.
type pythonItem struct {
	start, end int
	call       Call
	reason     string // why it is no call; empty if it is one
	whole      bool   // end is behind its closing parenthesis, else where it stops being Python
}

// pythonCall reads the call at offset i. depth is as for Limits.
func (s *source) pythonCall(i, depth int) pythonItem {
	item := pythonItem{start: i}
	name, at := s.pythonName(i)
	p := pythonReader{source: s}
	if item.end = s.space(at); name == "" || s.at(item.end) != '(' {
		item.reason = p.notPython(item.end)
		return item
	}
	if item.end, item.reason = p.keywords(item.end+1, depth); item.reason != "" {
		return item
	}
	item.whole, item.reason = true, p.unfit
	item.call = named(name, p.out)
	return item
}

// pythonName reads the name at offset i, which may have dots.
func (s *source) pythonName(i int) (name string, end int) {
	start, end := i, s.identifier(i)
	for end > i && s.at(end) == '.' && isNameStart(s.at(end+1)) {
		i, end = end+1, s.identifier(end+1)
	}
	return string(s.buf[min(start, len(s.buf)):end]), end
}

// identifier returns the end of the name without dots at offset i, or i.
func (s *source) identifier(i int) int {
	if !isNameStart(s.at(i)) {
		return i
	}
	for i++; isNamePart(s.at(i)); i++ {
	}
	return i
}

// keywords reads arguments from behind the opening to behind the closing parenthesis, as a JSON object.
func (p *pythonReader) keywords(i, depth int) (int, string) {
	p.out = append(p.out, '{')
	i, _, reason := p.items(i, ')', func(i int) (int, string) { return p.keyword(i, depth-1) })
	p.out = append(p.out, '}')
	return i, reason
}

// keyword reads one argument. Where its name is missing, its value is passed over.
func (p *pythonReader) keyword(i, depth int) (int, string) {
	end := p.identifier(i)
	sign := p.space(end)
	if end == i || p.at(sign) != '=' {
		p.refuse(reasonPositional)
		return p.value(i, depth)
	}
	p.out = scan.AppendQuoted(p.out, string(p.buf[i:end]))
	p.out = append(p.out, ':')
	return p.value(sign+1, depth)
}

// pythonList reads the list of calls at offset i. Items that are no calls are among items, with a reason; closed tells whether
// the bracket that ends the list was found.
func (r *reader) pythonList(i int) (items []pythonItem, end int, closed bool) {
	for i = r.space(i + 1); ; i = r.space(i + 1) {
		if len(items) > 0 && r.at(i) == ']' { // after a last comma
			return items, i + 1, true
		}
		item := r.pythonCall(i, r.parser.Limits.depth())
		i = r.space(item.end)
		if c := r.at(i); !item.whole || c != ',' && c != ']' {
			if item.reason == "" {
				item.reason = r.notPython(i)
			}
			if item.end = r.itemEnd(i); item.end < 0 {
				item.end = r.end()
				return append(items, item), item.end, false
			}
			i = r.space(item.end)
		}
		if n := len(items); n < r.parser.Limits.calls()+maxFaults {
			items = append(items, item)
		} else {
			items[n-1].end, items[n-1].reason = item.end, reasonTooManyCalls
		}
		if r.at(i) == ']' {
			return items, i + 1, true
		}
	}
}

// itemEnd returns the end of an item that is no Python from offset i on: behind the next parenthesis that closes before another
// call or before the bracket at the end of the answer. It is -1 if there is none.
func (r *reader) itemEnd(i int) int {
	for {
		if i = r.find(")", i); i < 0 {
			return -1
		}
		i++
		next := r.space(i)
		switch r.at(next) {
		case ',':
			if _, at := r.pythonName(r.space(next + 1)); r.at(r.space(at)) == '(' {
				return i
			}
		case ']':
			if after := r.space(next + 1); r.done(after) || r.has(after, pythonEnd) || r.thinking(after) {
				return i
			}
		}
	}
}

// opensCalls reports whether a list of calls begins at offset i.
func (r *reader) opensCalls(i int) bool {
	if r.at(i) != '[' {
		return false
	}
	name, end := r.pythonName(r.space(i + 1))
	return name != "" && r.at(r.space(end)) == '('
}

// givePython reports the items of a list that ends at offset end.
func (r *reader) givePython(items []pythonItem, end int) {
	for _, item := range items {
		r.put(KindMark, item.start)
		if item.reason == "" {
			r.call(item.call, item.end)
		} else {
			r.failed(item.end, item.reason)
		}
	}
	r.put(KindMark, end)
}
