// The system message that asks a model for its calls again: what is wrong, which calls are meant, how values are written.

package toolcall

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Bounds of a system message in bytes, whatever the number of calls and tools: together below 4 KiB.
const (
	mostFragments = 2400
	mostFragment  = 1500
	mostCalls     = 700
	mostCall      = 300
	mostForms     = 500
)

// maxTold bounds the fragments that are gathered for one batch.
const maxTold = 2 * maxFragments

// told is the text of that message for the nth retry. The answer itself is given as text.
func (c Retry) told(turn *Turn, text string, n int) string {
	list, more := turn.fragments(func(number int, f Fault) string { return unreadable(text, number, f) })
	told := sprintf(msgRetryTag, n, c.most()) + ended(within(list, more)) + c.instruction(turn)
	if forms, _ := bounded(c.forms(turn), "; ", mostForms, mostForms); forms != "" {
		told += sprintf(msgForms, forms)
	}
	if n > 1 {
		told += sprintf(msgReplaces, n-1)
	}
	return told
}

// fragments says what is wrong with all calls of the turn, and how many problems are left out. A broken call is worded by the
// caller, who may know the text; number is its place among the calls.
func (t *Turn) fragments(broken func(number int, f Fault) string) (list []string, more int) {
	add := func(fragment string) {
		switch {
		case slices.Contains(list, fragment):
		case len(list) >= maxTold:
			more++
		default:
			list = append(list, fragment)
		}
	}
	if t.tooMany() {
		add(sprintf(msgTooManyCalls, t.limits.calls()))
	}
	if t.faulty(WhyLimit) {
		add(sprintf(msgTooLong, t.limits.bytes()))
	}
	unread := 0
	for i, p := range t.pieces() {
		if p.fault == nil {
			continue
		}
		if unread++; unread <= maxFaultsTold {
			add(broken(i+1, *p.fault))
		}
	}
	if unread > maxFaultsTold {
		add(sprintf(msgMoreBroken, unread-maxFaultsTold))
	}
	for _, e := range t.Errors {
		for _, fragment := range e.Fragments() {
			add(fragment)
		}
	}
	return list, more
}

// piece is a call of an answer, read or broken.
type piece struct {
	start int
	call  *Call
	fault *Fault
}

// pieces returns the calls of an answer with the broken ones in their places.
func (t *Turn) pieces() []piece {
	var list []piece
	for i := range t.Calls {
		list = append(list, piece{start: t.Calls[i].Start, call: &t.Calls[i]})
	}
	if t.Syntax != nil {
		for i := range t.Syntax.Faults {
			if f := &t.Syntax.Faults[i]; f.Reason != reasonTooManyCalls && f.Reason != WhyLimit {
				list = append(list, piece{start: f.Start, fault: f})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b piece) int { return cmp.Compare(a.start, b.start) })
	return list
}

func (t *Turn) tooMany() bool { return t.faulty(reasonTooManyCalls) }

// faulty reports whether something is broken for a reason.
func (t *Turn) faulty(reason string) bool {
	return t.Syntax != nil && slices.ContainsFunc(t.Syntax.Faults, func(f Fault) bool { return f.Reason == reason })
}

// unreadable says to a model, which may not see its answer any more, which of its calls is broken.
func unreadable(text string, number int, f Fault) string {
	told := sprintf(msgUnreadable, number, clip(f.Reason))
	if f.Start < f.End && f.End <= len(text) {
		if begins := echo.CutBytes(clip(strings.TrimSpace(text[f.Start:f.End])), mostCall); begins != "" {
			told += sprintf(msgBegins, begins)
		}
	}
	return told
}

// within joins fragments as far as a message has room, of which more are left out already.
func within(fragments []string, more int) string {
	text, left := bounded(fragments, ", ", mostFragment, mostFragments)
	if more += left; more > 0 {
		text += ", " + sprintf(msgMoreFragments, more)
	}
	return text
}

// bounded joins texts as long as there is room in bytes, both for each and for all, and says how many are left.
func bounded(list []string, between string, each, all int) (text string, left int) {
	var b strings.Builder
	for i, one := range list {
		one = echo.CutBytes(one, each)
		if i > 0 {
			if b.Len()+len(between)+len(one) > all {
				return b.String(), len(list) - i
			}
			b.WriteString(between)
		}
		b.WriteString(one)
	}
	return b.String(), 0
}

// ended makes fragments end like a sentence.
func ended(fragments string) string {
	if strings.HasSuffix(fragments, "?") {
		return fragments + " "
	}
	return fragments + ". "
}

// instruction asks for the calls again. A model that writes text does not see its answer any more and is told what was in it.
func (c Retry) instruction(turn *Turn) string {
	pieces := turn.pieces()
	unread := slices.ContainsFunc(pieces, func(p piece) bool { return p.fault != nil })
	var text string
	switch limited := turn.tooMany(); {
	case !unread && len(turn.Errors) == 0 && limited:
		return sprintf(msgRetryFewer, turn.limits.calls())
	case !unread && len(turn.Errors) == 0:
		return msgRetryShorter
	case len(pieces) == 1 && unread:
		text = msgRetryText
	case len(pieces) == 1:
		text = msgRetryCall
	case unread:
		text = msgRetryTexts + c.were(pieces)
	default:
		text = msgRetryCalls + c.were(pieces)
	}
	if turn.tooMany() {
		text += " " + sprintf(msgRetryFewer, turn.limits.calls())
	}
	return text
}

// were lists the calls of an answer that is taken out.
func (c Retry) were(pieces []piece) string {
	if c.Native {
		return ""
	}
	list := make([]string, len(pieces))
	for i, p := range pieces {
		what := msgUnread
		if p.call != nil {
			what = callText(*p.call)
		}
		list[i] = sprintf("%d. %s", i+1, what)
	}
	text, left := bounded(list, "; ", mostCall, mostCalls)
	if left > 0 {
		text += sprintf(msgMoreListed, left)
	}
	return sprintf(msgWere, text)
}

// callText shows a call in short.
func callText(c Call) string {
	args := strings.TrimSpace(string(plainArguments(c.Arguments)))
	return strings.TrimSpace(clip(c.Name) + " " + clip(args))
}

// forms says for each type that was missed, and for those of missing parameters that are texts of a certain form, how its
// values are written. An array needs the form of its elements too.
func (c Retry) forms(turn *Turn) []string {
	var forms []string
	add := func(typ, want string) {
		if form := sprintf(msgForm, typ, want); want != "" && len(forms) < maxForms && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	for _, e := range turn.Errors {
		var invalid *jarvis.ValidationError
		if !errors.As(e.Err, &invalid) {
			continue
		}
		for _, p := range invalid.Problems {
			elem := p.Type.Elem()
			switch {
			case p.Kind == jarvis.ProblemType:
				add(p.Type.String(), p.Want)
			case p.Kind == jarvis.ProblemMissing && (hasForm(p.Type.Kind()) || hasForm(elem)):
				add(p.Type.String(), c.formOf(p.Type.String()))
			default:
				continue
			}
			if elem != 0 {
				add(elem.String(), c.formOf(elem.String()))
			}
		}
	}
	return forms
}

const maxForms = 16

// hasForm reports whether values are texts that have to be written in a certain way.
func hasForm(k jarvis.Kind) bool { return k >= jarvis.KindDate && k <= jarvis.KindTimedelta }

// formOf returns how values of a type are written, with the options of the check: what the binder says to one of another type.
func (c Retry) formOf(typ string) string {
	params, err := jarvis.NewParameters().Add(jarvis.ParameterSpec{Name: "p", Type: typ}).Build()
	if err != nil {
		return ""
	}
	for _, wrong := range []string{`{"p":{}}`, `{"p":[]}`} {
		_, err = params.Validate(json.RawMessage(wrong), c.Options...)
		var invalid *jarvis.ValidationError
		if errors.As(err, &invalid) && invalid.Problems[0].Kind == jarvis.ProblemType {
			return invalid.Problems[0].Want
		}
	}
	return ""
}
