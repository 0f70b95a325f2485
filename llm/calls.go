// Calls of an answer, put together from whole ones or from pieces.

package llm

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const (
	maxCalls = 1024 // of one answer, and their indices
	maxName  = 256  // bytes of the name and of the id of a call that comes in pieces
)

var (
	errCallIndex = tooMany(sprintf(msgCallIndex, maxCalls-1))
	errLongName  = tooMany(sprintf(msgLongName, maxName))
)

// callList collects calls. The zero value is empty.
type callList struct {
	calls   []*pieces
	byIndex map[int]*pieces // the last call that came under an index
	byID    map[string]*pieces
	listed  bool // there are calls of today's form; the old form beside them repeats one
}

// pieces are what came of one call.
type pieces struct {
	place int // in the order of calls
	id    string
	name  strings.Builder
	args  []byte
	ends  brackets
}

// addWhole takes the calls of a whole answer.
func (l *callList) addWhole(turn *wireTurn) error {
	for i, w := range turn.ToolCalls {
		p, err := l.open(i, string(w.ID))
		if err != nil {
			return err
		}
		p.name.WriteString(string(w.Function.Name))
		p.args = append(p.args, w.Function.Arguments.text...)
	}
	if f := turn.FunctionCall; f != nil && len(l.calls) == 0 {
		return l.addPiece(wireCall{Function: *f})
	}
	return nil
}

// addPieces takes the calls of a chunk.
func (l *callList) addPieces(turn *wireTurn) error {
	for _, w := range turn.ToolCalls {
		l.listed = true
		if err := l.addPiece(w); err != nil {
			return err
		}
	}
	if f := turn.FunctionCall; f != nil && !l.listed {
		return l.addPiece(wireCall{Index: lenientInt{set: true}, Function: *f})
	}
	return nil
}

func (l *callList) addPiece(w wireCall) error {
	if len(w.ID) > maxName {
		return errLongName
	}
	p, err := l.find(w)
	if err != nil {
		return err
	}
	if p.id == "" && w.ID != "" {
		p.id = string(w.ID)
		l.note(p)
	}
	if name := string(w.Function.Name); name != p.name.String() { // some servers repeat the name with every piece
		if p.name.Len()+len(name) > maxName {
			return errLongName
		}
		p.name.WriteString(name)
	}
	p.args = append(p.args, w.Function.Arguments.text...)
	p.ends.add(w.Function.Arguments.text)
	return nil
}

// find returns the call that a piece belongs to, which may be a new one. The index says it, without one the id; a piece with
// neither belongs to the last call, unless it has a name and so begins one.
func (l *callList) find(w wireCall) (*pieces, error) {
	var p *pieces
	place := 0
	if len(l.calls) > 0 {
		p = l.calls[len(l.calls)-1]
		place = p.place
	}
	switch {
	case w.Index.set && (w.Index.n < 0 || w.Index.n >= maxCalls):
		return nil, errCallIndex
	case w.Index.set:
		p, place = l.byIndex[w.Index.n], w.Index.n
	case w.ID != "" && l.byID[string(w.ID)] != nil:
		p = l.byID[string(w.ID)]
	case p != nil && w.Function.Name != "" && (w.ID != "" || !p.goesOn(&w)):
		p = nil
	}
	if p != nil && !p.isOver(&w) {
		return p, nil
	}
	p, err := l.open(place, string(w.ID))
	if err == nil && w.Index.set {
		l.byIndex[w.Index.n] = p
	}
	return p, err
}

// goesOn reports whether a named piece repeats the name of a call whose arguments have begun and are not over.
func (p *pieces) goesOn(w *wireCall) bool {
	return len(p.args) > 0 && !p.ends.closed && p.name.String() == string(w.Function.Name)
}

// isOver reports whether a piece begins another call although its index or id is that of p, as with servers that give all calls the
// same. It does so if it brings an id or a name or an object of its own once the arguments are complete; before that, only if it has
// both another id and a name, and does not seem to go on with the arguments.
func (p *pieces) isOver(w *wireCall) bool {
	name, args := string(w.Function.Name), strings.TrimSpace(w.Function.Arguments.text)
	otherID := w.ID != "" && p.id != "" && string(w.ID) != p.id
	otherName := name != "" && name != p.name.String()
	if p.ends.closed {
		return otherID || otherName || name != "" && args != "" || w.Function.Arguments.object
	}
	return otherID && name != "" && !p.goesOn(w)
}

func (l *callList) open(place int, id string) (*pieces, error) {
	if len(l.calls) >= maxCalls {
		return nil, errManyCalls
	}
	if l.byIndex == nil {
		l.byIndex, l.byID = map[int]*pieces{}, map[string]*pieces{}
	}
	p := &pieces{place: place, id: id}
	l.calls = append(l.calls, p)
	l.note(p)
	return p, nil
}

func (l *callList) note(p *pieces) {
	if p.id != "" {
		l.byID[p.id] = p
	}
}

// finish returns the calls in the order of their indices; one without an index stays behind the one that it came after. Calls
// without a name and arguments are none.
func (l *callList) finish() []toolcall.Call {
	slices.SortStableFunc(l.calls, func(a, b *pieces) int { return cmp.Compare(a.place, b.place) })
	var calls []toolcall.Call
	for _, p := range l.calls {
		if p.name.Len() == 0 && len(bytes.TrimSpace(p.args)) == 0 {
			continue
		}
		call := jarvis.Call{ID: p.id, Name: p.name.String()}
		if len(p.args) > 0 {
			call.Arguments = p.args
		}
		calls = append(calls, toolcall.Call{Call: call})
	}
	return calls
}

// brackets tells, piece by piece, whether an object or a list has come to its end. It looks at each byte once, however often it is
// asked.
type brackets struct {
	depth           int
	quoted, escaped bool
	closed          bool
}

func (b *brackets) add(text string) {
	for i := 0; i < len(text) && !b.closed; i++ {
		switch c := text[i]; {
		case b.escaped:
			b.escaped = false
		case b.quoted && c == '\\':
			b.escaped = true
		case c == '"':
			b.quoted = !b.quoted
		case b.quoted:
		case c == '{' || c == '[':
			b.depth++
		case c == '}' || c == ']':
			b.depth--
			b.closed = b.depth == 0
		}
	}
}
