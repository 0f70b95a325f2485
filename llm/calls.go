// Calls of an answer, put together from whole ones or from pieces.

package llm

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// maxCalls bounds the calls of one answer, and their indices.
const maxCalls = 1024

var (
	errManyCalls = errors.New(sprintf(msgManyCalls, maxCalls))
	errCallIndex = errors.New(sprintf(msgCallIndex, maxCalls-1))
)

// callList collects calls. The zero value is empty.
type callList struct {
	calls   []*pieces
	byIndex map[int]*pieces
	byID    map[string]*pieces
}

// pieces are what came of one call.
type pieces struct {
	index    int
	id, name string
	args     strings.Builder
}

// addWhole takes the calls of a whole answer.
func (l *callList) addWhole(turn *wireTurn) error {
	for _, w := range turn.ToolCalls {
		p, err := l.open(len(l.calls), string(w.ID))
		if err != nil {
			return err
		}
		p.name = string(w.Function.Name)
		p.args.WriteString(argumentsText(w.Function.Arguments))
	}
	if f := turn.FunctionCall; f != nil && len(l.calls) == 0 {
		return l.addPiece(wireCall{Function: *f})
	}
	return nil
}

// addPieces takes the calls of a chunk.
func (l *callList) addPieces(turn *wireTurn) error {
	for _, w := range turn.ToolCalls {
		if err := l.addPiece(w); err != nil {
			return err
		}
	}
	if f := turn.FunctionCall; f != nil {
		return l.addPiece(wireCall{Index: lenientInt{set: true}, Function: *f})
	}
	return nil
}

func (l *callList) addPiece(w wireCall) error {
	p, err := l.find(w)
	if err != nil {
		return err
	}
	if p.id == "" && w.ID != "" {
		p.id = string(w.ID)
		l.note(p)
	}
	if name := string(w.Function.Name); name != p.name { // some servers repeat the name with every piece
		p.name += name
	}
	p.args.WriteString(argumentsText(w.Function.Arguments))
	return nil
}

// find returns the call that a piece belongs to, which may be a new one. The index says it. Some servers give all calls index 0:
// there another id with a name begins another call. Without an index the id says it, without that a name begins a call.
func (l *callList) find(w wireCall) (*pieces, error) {
	id, named := string(w.ID), w.Function.Name != ""
	if w.Index.set {
		if w.Index.n < 0 || w.Index.n >= maxCalls {
			return nil, errCallIndex
		}
		p := l.byIndex[w.Index.n]
		if p == nil || named && id != "" && p.id != "" && id != p.id {
			return l.open(w.Index.n, id)
		}
		return p, nil
	}
	if p := l.byID[id]; p != nil && id != "" {
		return p, nil
	}
	if len(l.calls) == 0 || id != "" || named {
		return l.open(len(l.calls), id)
	}
	return l.calls[len(l.calls)-1], nil
}

func (l *callList) open(index int, id string) (*pieces, error) {
	if len(l.calls) >= maxCalls {
		return nil, errManyCalls
	}
	if l.byIndex == nil {
		l.byIndex, l.byID = map[int]*pieces{}, map[string]*pieces{}
	}
	p := &pieces{index: index, id: id}
	l.calls = append(l.calls, p)
	l.byIndex[index] = p
	l.note(p)
	return p, nil
}

func (l *callList) note(p *pieces) {
	if p.id != "" {
		l.byID[p.id] = p
	}
}

// finish returns the calls in the order of their indices.
func (l *callList) finish() []toolcall.Call {
	slices.SortStableFunc(l.calls, func(a, b *pieces) int { return cmp.Compare(a.index, b.index) })
	var calls []toolcall.Call
	for _, p := range l.calls {
		call := jarvis.Call{ID: p.id, Name: p.name}
		if p.args.Len() > 0 {
			call.Arguments = json.RawMessage(p.args.String())
		}
		calls = append(calls, toolcall.Call{Call: call})
	}
	return calls
}
