// reader: what a grammar reads from and reports to. It waits for text that has not come and gives out what is certain.

package toolcall

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"slices"
)

// reader walks one answer from front to back. A grammar looks ahead by absolute offsets (at, has, next, value) and then gives
// the bytes from pos on to a kind (put, call, broken), so that none is lost. Looking ahead waits for more text; a grammar is
// plain sequential code and gives the same for any pieces as long as it decides by these methods alone.
type reader struct {
	source
	over int // bytes beyond the limit

	parser *Parser
	format Format // as asked for, or what Auto picked
	read   func(*reader)
	pairs  []pair // marks of reasoning
	opens  *marks // those that open it
	json   jsonScan
	args   struct { // to judge arguments by
		source
		scan jsonScan
	}

	pos    int    // everything before belongs to a part
	parts  []part // in order
	sure   int    // parts[:sure] are given out
	given  int    // bytes of parts[sure] that are
	faults []Fault
	found  map[string]span // where a mark was looked for and found next, see find
	spent  int             // bytes read for calls that turned out broken, see resume
	doubts span            // broken JSON that was taken for text, see doubt

	spoke             bool // the text had more than white space that may be content
	trims             bool // white space between content and a call is dropped
	looked, lastSolid int  // see solid

	content, reasoning []byte
	calls              []Call
	told               struct{ content, reasoning, calls int } // what earlier deltas had
}

// part is a Part that may still wait for the rest of the answer.
type part struct {
	kind       Kind
	start, end int
	text       string // instead of the bytes, if not empty: the decoded message of an envelope
	why        string
}

const (
	kindOpen  = KindDropped + 1 + iota // text that is content if the answer holds no call, and dropped if it does
	kindAside                          // text that the grammar itself decides about, see decideAs
)

func newReader(p *Parser, g grammar) *reader {
	r := &reader{parser: p, format: g.format, read: g.read, found: map[string]span{}}
	r.pairs = p.Reasoning.pairs(g.reasoning)
	opens := make([]string, len(r.pairs))
	for i, pair := range r.pairs {
		opens[i] = pair.open
	}
	r.opens = newMarks(opens...)
	return r
}

// take adds text, as far as the limit allows.
func (r *reader) take(text string) {
	room := r.parser.Limits.bytes() - len(r.buf)
	if len(text) > room {
		r.over += len(text) - room
		text = text[:room]
	}
	r.buf = append(r.buf, text...)
}

// put gives the text up to offset end to a kind.
func (r *reader) put(kind Kind, end int) {
	switch {
	case kind == KindDropped:
		r.drop(end, WhyBeside)
	case end > r.pos:
		r.add(part{kind: kind, start: r.pos, end: end})
	}
}

// drop gives the text up to end to KindDropped, for a reason.
func (r *reader) drop(end int, why string) {
	if end > r.pos {
		r.add(part{kind: KindDropped, start: r.pos, end: end, why: why})
	}
}

// putText gives the text up to end to the content, where it reads as text.
func (r *reader) putText(text string, end int) {
	if text == "" {
		r.put(KindMark, end)
		return
	}
	r.add(part{kind: KindContent, start: r.pos, end: end, text: text})
}

func (r *reader) add(p part) {
	r.pos = p.end
	if !r.spoke && (p.kind == kindOpen || p.kind == KindContent) {
		r.spoke = len(bytes.TrimLeft(r.buf[p.start:p.end], " \n\t\r")) > 0
	}
	last := len(r.parts) - 1
	if last >= 0 && p.text == "" && p.kind != KindCall && r.parts[last].kind == p.kind && r.parts[last].text == "" && r.parts[last].why == p.why {
		r.parts[last].end = p.end
		if last < r.sure {
			r.sure, r.given = last, p.start-r.parts[last].start
		}
	} else {
		r.parts = append(r.parts, p)
	}
	r.settle()
}

// settle gives out the parts that wait for nothing.
func (r *reader) settle() {
	for ; r.sure < len(r.parts); r.sure, r.given = r.sure+1, 0 {
		p := r.parts[r.sure]
		fresh := r.buf[p.start+r.given : p.end]
		switch p.kind {
		case kindOpen, kindAside:
			return
		case KindContent:
			if p.text != "" {
				r.content = append(r.content, p.text...)
			} else {
				r.content = append(r.content, fresh...)
			}
		case KindReasoning:
			r.reasoning = append(r.reasoning, fresh...)
		}
	}
}

// decide settles what open text is.
func (r *reader) decide(kind Kind) { r.decideAs(kindOpen, kind) }

// decideAs settles what the text of an undecided kind is.
func (r *reader) decideAs(undecided, kind Kind) {
	for i := r.sure; i < len(r.parts); i++ {
		if p := &r.parts[i]; p.kind == undecided {
			p.kind = kind
			if kind == KindDropped && p.why == "" {
				p.why = WhyBeside
			}
		}
	}
	r.settle()
}

// call reports a call that ends at offset end; it takes the bytes from pos on. Open text before it is dropped: who wants to
// keep it puts it as content.
func (r *reader) call(c Call, end int) {
	if len(r.calls) >= r.parser.Limits.calls() {
		r.refuse(end, reasonTooManyCalls)
		return
	}
	reason := r.unsound(c.Arguments)
	if reason != "" && r.mendArguments(&c) {
		reason = r.unsound(c.Arguments)
	}
	if reason == reasonTooDeep {
		r.failed(end, reason)
		return
	}
	if r.doubts.end > 0 {
		r.fault(r.doubts.start, r.doubts.end, reasonNotJSON)
		r.doubts = span{}
	}
	if reason != "" { // the format passes it on
		r.fault(r.pos, end, reason)
	}
	r.parser.normalise(&c)
	if c.ID == "" {
		c.ID = r.newID()
	}
	c.Start, c.End = r.pos, end
	c.Arguments = bytes.Clone(c.Arguments) // nobody else may hold a piece of the text
	r.calls = append(r.calls, c)
	r.decide(KindDropped)
	r.add(part{kind: KindCall, start: r.pos, end: end})
}

// broken reports that the bytes from pos to end were meant as a call and are none. They are dropped.
func (r *reader) broken(end int, reason string) {
	if !r.mended(end) {
		r.refuse(end, reason)
	}
}

// refuse drops the bytes from pos to end, for good.
func (r *reader) refuse(end int, reason string) {
	r.fault(r.pos, end, reason)
	r.drop(end, reason)
}

// failed is broken for formats in which an answer without any readable call is content as a whole.
func (r *reader) failed(end int, reason string) {
	if len(r.calls) > 0 {
		r.broken(end, reason)
		return
	}
	if r.mended(end) {
		return
	}
	r.fault(r.pos, end, reason)
	if end > r.pos {
		r.add(part{kind: kindOpen, start: r.pos, end: end, why: reason})
	}
}

func (r *reader) fault(start, end int, reason string) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, Fault{start, end, reason})
	}
}

// beside is the kind of text between and after calls that the format has no place for: dropped once there is a call.
func (r *reader) beside() Kind {
	if len(r.calls) > 0 {
		return KindDropped
	}
	return kindOpen
}

func (r *reader) newID() string {
	if r.parser.NewID != nil {
		return r.parser.NewID()
	}
	if r.format == Mistral {
		return rand.Text()[:9]
	}
	return randomID()
}

// run reads the whole answer by the grammar. What the grammar leaves is text beside calls.
func (r *reader) run() {
	if r.parser.Reasoning.Started && len(r.pairs) > 0 {
		var shut []string
		for _, p := range r.pairs {
			shut = append(shut, p.shut)
		}
		r.thinkUntil(shut...)
	}
	r.read(r)
	r.text(nil, r.beside())
	r.decide(KindContent)
}

// finish returns the Result.
func (r *reader) finish() (*Result, error) {
	res := &Result{Format: r.format, Content: string(r.content), Reasoning: string(r.reasoning), Calls: slices.Clip(r.calls)}
	for _, p := range r.parts {
		if p.start == p.end {
			continue // a second call in one message
		}
		if n := len(res.Parts); n > 0 && res.Parts[n-1].Kind == p.kind && p.kind != KindCall {
			res.Parts[n-1].End = p.end
		} else {
			res.Parts = append(res.Parts, Part{p.kind, p.start, p.end})
		}
		if p.kind == KindDropped {
			res.Dropped = append(res.Dropped, Dropped{Text: string(r.buf[p.start:p.end]), Start: p.start, Why: p.why})
		}
	}
	if r.over > 0 {
		n := len(r.buf)
		r.fault(n, n+r.over, WhyLimit)
		res.Parts = append(res.Parts, Part{KindDropped, n, n + r.over})
		res.Dropped = append(res.Dropped, Dropped{Start: n, Why: WhyLimit})
	}
	if len(r.faults) > 0 {
		return res, &SyntaxError{Format: r.format, Faults: r.faults}
	}
	return res, nil
}

// flush returns what became certain since the last time.
func (r *reader) flush() Delta {
	d := Delta{
		Content:   string(r.content[r.told.content:]),
		Reasoning: string(r.reasoning[r.told.reasoning:]),
	}
	if fresh := r.calls[r.told.calls:]; len(fresh) > 0 {
		d.Calls = slices.Clone(fresh)
	}
	r.told.content, r.told.reasoning, r.told.calls = len(r.content), len(r.reasoning), len(r.calls)
	return d
}

// emptyArguments stand for arguments that are absent.
var emptyArguments = json.RawMessage("{}")
