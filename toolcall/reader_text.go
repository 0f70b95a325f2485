// The text around calls: searched for marks, split from reasoning, given out as it becomes certain.

package toolcall

import (
	"bytes"
	"slices"
)

// marks are texts to look for, such as opening tags. Where two begin alike, the longer one comes first. Immutable once made.
type marks struct {
	list    []string
	first   [256]bool // bytes with which one of them begins
	second  [256]bool // bytes that follow those
	single  [256]bool // bytes that are one of them
	longest int
	shut    []string // those that close calls; the last of them belongs to the call that it closes
}

// edges returns the marks that open calls and those that close them.
func edges(open []string, shut ...string) *marks {
	m := newMarks(slices.Concat(open, shut)...)
	m.shut = shut
	return m
}

// ends reports whether mark belongs to the call that it closes.
func (m *marks) ends(mark string) bool {
	return len(m.shut) > 0 && mark == m.shut[len(m.shut)-1]
}

func newMarks(list ...string) *marks {
	m := &marks{list: list}
	for _, mark := range list {
		m.first[mark[0]] = true
		m.longest = max(m.longest, len(mark))
		if len(mark) == 1 {
			m.single[mark[0]] = true
		} else {
			m.second[mark[1]] = true
		}
	}
	return m
}

// may reports whether one of m may stand at offset i of buf, as far as two bytes tell.
func (m *marks) may(buf []byte, i int) bool {
	c := buf[i]
	return m.first[c] && (m.single[c] || i+1 == len(buf) || m.second[buf[i+1]])
}

// pair is the opening and the closing mark of reasoning.
type pair struct{ open, shut string }

var thinkTags = pair{"<think>", "</think>"}

// pairs returns the marks of reasoning to look for, own being those of the format.
func (g Reasoning) pairs(own []pair) []pair {
	switch {
	case g.Off:
		return nil
	case g.Open != "" && g.Close != "":
		return []pair{{g.Open, g.Close}}
	}
	return append([]pair{thinkTags}, own...)
}

// text gives the text from pos up to the next of m to kind and returns that mark, which is left to be read, or "" at the end
// of the text. m may be nil. Reasoning on the way is taken out.
func (r *reader) text(m *marks, kind Kind) string {
	for i := r.pos; ; {
		for i < len(r.buf) && !r.may(m, i) {
			i++
		}
		if i+max(r.longest(m), 1) > len(r.buf) { // what follows may have to be waited for
			r.release(kind, i)
			if !r.fill(i) {
				r.rest(kind, i)
				return ""
			}
			if !r.may(m, i) {
				continue
			}
		}
		if r.thinking(i) {
			r.put(kind, i)
			r.think()
			i = r.pos
			continue
		}
		if end, ok := r.ending(i); ok {
			r.put(kind, i)
			r.put(KindMark, end)
			return ""
		}
		if m != nil {
			if mark := r.hasAny(i, m.list); mark != "" {
				r.release(kind, i)
				r.hold(i)
				return mark
			}
		}
		i++
	}
}

// may reports whether reasoning or one of m may begin at offset i.
func (r *reader) may(m *marks, i int) bool {
	return r.opens.may(r.buf, i) || m != nil && m.may(r.buf, i) || endTokens.may(r.buf, i)
}

// endTokens are what models write behind an answer and servers leave there. They are not part of it.
var endTokens = newMarks("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>", "<|end_of_text|>", "<|endoftext|>", "</s>",
	"<end_of_turn>", "<turn|>", "<｜end▁of▁sentence｜>")

// ending reports whether nothing but end tokens and white space follows from offset i on, at least one of them, and where the
// text ends then.
func (r *reader) ending(i int) (end int, ok bool) {
	for {
		token := ""
		if !r.done(i) && endTokens.may(r.buf, i) {
			token = r.hasAny(i, endTokens.list)
		}
		if token == "" {
			return 0, false
		}
		if i = r.space(i + len(token)); r.done(i) {
			return i, true
		}
	}
}

func (r *reader) longest(m *marks) int {
	longest := max(r.opens.longest, endTokens.longest)
	if m != nil {
		longest = max(longest, m.longest)
	}
	return longest
}

// release gives the text up to offset end to kind; where the format trims content, up to the white space before end.
func (r *reader) release(kind Kind, end int) {
	if kind == KindContent && r.trims {
		end = r.solid(end)
	}
	r.put(kind, end)
}

// rest gives the text up to its end to kind. White space after calls is dropped where the format trims content.
func (r *reader) rest(kind Kind, end int) {
	if kind == KindContent && r.trims && len(r.calls) > 0 {
		r.drop(end, WhySpace)
		return
	}
	r.put(kind, end)
}

// hold keeps the white space up to end open: it is dropped if a call follows.
func (r *reader) hold(end int) {
	if end > r.pos {
		r.add(part{kind: kindOpen, start: r.pos, end: end, why: WhySpace})
	}
}

// solid returns the end of the last byte before offset end that is no white space. It looks at no byte twice.
func (r *reader) solid(end int) int {
	for i := end; i > r.looked; i-- {
		if !isSpace(r.buf[i-1]) {
			r.lastSolid = i
			break
		}
	}
	r.looked = max(r.looked, end)
	return max(r.lastSolid, r.pos)
}

// thinking reports whether reasoning begins at offset i.
func (r *reader) thinking(i int) bool {
	return r.opens.first[r.buf[i]] && r.hasAny(i, r.opens.list) != ""
}

// think reads the reasoning that begins at pos: its marks and what is between them, or all the rest if it is never closed.
func (r *reader) think() {
	for _, p := range r.pairs {
		if r.has(r.pos, p.open) {
			r.put(KindMark, r.pos+len(p.open))
			r.thinkUntil(p.shut)
			return
		}
	}
}

// thinkUntil gives the text from pos on to reasoning, up to one of the marks that end it.
func (r *reader) thinkUntil(shut ...string) {
	m := newMarks(shut...)
	for i := r.pos; ; i++ {
		for i < len(r.buf) && !m.may(r.buf, i) {
			i++
		}
		if i+m.longest > len(r.buf) {
			r.put(KindReasoning, i)
			if !r.fill(i) {
				return
			}
		}
		if mark := r.hasAny(i, m.list); mark != "" {
			r.put(KindReasoning, i)
			r.put(KindMark, i+len(mark))
			return
		}
	}
}

// lead passes over white space and reasoning before an answer that has to begin with something. It stays open: content if no
// call follows.
func (r *reader) lead() {
	for {
		i := r.space(r.pos)
		r.put(kindOpen, i)
		if r.done(i) || !r.thinking(i) {
			return
		}
		r.think()
	}
}

// find returns the offset of the next mark at or after offset from, or -1. It waits for the text in between, and remembers:
// any number of searches for one mark that move forward reads the text once.
func (r *reader) find(mark string, from int) int {
	if last, known := r.found[mark]; known && from >= last.start && (last.end < 0 || last.end >= from) {
		return last.end
	}
	for i := from; ; {
		if k := bytes.Index(r.buf[min(i, len(r.buf)):], []byte(mark)); k >= 0 {
			r.found[mark] = span{from, i + k}
			return i + k
		}
		i = max(i, len(r.buf)-len(mark)+1)
		if !r.fill(len(r.buf)) {
			r.found[mark] = span{from, -1}
			return -1
		}
	}
}

// value returns the end of the JSON value at offset i, or where it stops being JSON and why. What may stand around arguments is
// not counted as depth: call judges that.
func (r *reader) value(i int) (end int, reason string) {
	r.json.depth = r.parser.Limits.depth() + depthAround
	r.json.source = &r.source
	return r.json.value(i)
}

// unsound returns why arguments are not one JSON value within the limit of depth, and "" if they are one.
func (r *reader) unsound(arguments []byte) string {
	r.args.source = source{buf: arguments, ended: true}
	r.args.scan.source, r.args.scan.depth = &r.args.source, r.parser.Limits.depth()
	return r.args.scan.unsound()
}

// depthAround is how deep arguments stand in the deepest form: envelope, list, call, function.
const depthAround = 4

// resume returns where to look for the next call after one that begins at offset start turned out broken at offset at: near
// start as long as that reads little text twice, else behind what was read.
func (r *reader) resume(start, at int) int {
	if r.spent += at - start; r.spent <= cheap+at {
		return start
	}
	return at
}

// cheap is how many bytes may be read twice in any text.
const cheap = 64 << 10
