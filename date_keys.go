// Date keys: words such as tomorrow in the place of datetimes, in calls if an option allows them and in declared examples.

package jarvis

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// DateResolver finds the instants that date keys such as "tomorrow" stand for. It has to be safe for concurrent use where the
// calls are. Source: the original's resolution of relative dates.
type DateResolver interface {
	// ResolveDates resolves keys that stand together, so that "tomorrow" and "morning" can be one instant, and returns the keys
	// it does not know as they came. The keys are texts of a model: any text that is no datetime, at most 64 of them.
	ResolveDates(keys []string) (instants []time.Time, unresolved []string)
}

// WithDateKeys accepts date keys such as "tomorrow" wherever a datetime is wanted, and binds the instants that the resolver
// finds for them. The default, also for nil, is to refuse them, as schemas do, which the option does not change.
//
// A single parameter takes the first instant. In an array all texts that are no datetimes are resolved together, and what they
// resolve to stands in the place of the first of them; datetimes keep their order. The resolver sees the keys alone, so a time of
// day beside nothing but datetimes means today: ["2026-01-18T05:00:00Z", "at_7pm"] is that datetime and this evening. A day with
// its time can be one text, such as "tomorrow at 7:30pm", if the resolver reads it, as the one of package dates does: then the
// time is for that day alone, and all that a single parameter needs. A string field declared type=datetime holds the instant's
// RFC 3339 text.
//
// Rules and enums judge the instants. The first instant of an array's keys that fails one is reported, on the array. A text
// without an instant is reported to the model as any other mistake, with the nearest term of package dates: nothing is put in its
// place. The resolver is asked at most once for each datetime and each array of datetimes; if it panics, the call ends with a
// *PanicError.
//
// Source: the original's server, which resolves such texts before a call, but takes today for those it does not know.
func WithDateKeys(resolver DateResolver) Option {
	if isNil(resolver) {
		resolver = nil
	}
	return func(s *settings) { s.dates = resolver }
}

// maxKeys bounds how many keys of one array a resolver is asked for: each may be combined with each.
const maxKeys = 64

// takesKeys reports whether date keys are fine where a value of the slot is wanted.
func (b *binder) takesKeys(s *slot) bool {
	return s.typ.kind == KindDatetime && s.store != storeForeign && (b.set.dates != nil || b.set.examples)
}

// readKey reads a scalar that is no datetime as a date key.
func (b *binder) readKey(s *slot, k scan.Kind, text []byte) verdict {
	switch {
	case k != scan.String || !b.takesKeys(s):
	case b.set.dates != nil:
		if instants, _ := b.resolve([]string{string(text)}); instants != nil {
			b.sc.setInstant(s, instants[0])
			return accepted
		}
	case isDateKey(string(text)):
		return postponed
	}
	return refused
}

// setInstant sets a datetime as if its text had been read.
func (sc *scalar) setInstant(s *slot, at time.Time) {
	sc.at = at
	if s.store == storeString {
		raw, _ := datetimeJSON(at) // it has a text: see isBindable
		sc.text = raw[1 : len(raw)-1]
	}
}

// resolve returns the instants of keys, at least one, or which of the keys have none. A resolver that breaks its word has
// resolved nothing.
func (b *binder) resolve(keys []string) (instants []time.Time, unknown []bool) {
	instants, unresolved := b.set.dates.ResolveDates(slices.Clone(keys))
	sound := len(instants) > 0 && !slices.ContainsFunc(instants, func(at time.Time) bool { return !isBindable(at) })
	if sound && len(unresolved) == 0 {
		bound := make([]time.Time, len(instants))
		for i, at := range instants {
			bound[i] = at.Round(0) // a reading of the monotonic clock would make equal instants differ
		}
		return bound, nil
	}
	unknown = make([]bool, len(keys))
	for i, key := range keys {
		unknown[i] = slices.Contains(unresolved, key)
	}
	if !slices.Contains(unknown, true) {
		for i := range unknown {
			unknown[i] = true
		}
	}
	return nil, unknown
}

// isBindable reports whether an instant is one that a datetime text could have given. The zero one stands for none.
func isBindable(at time.Time) bool {
	_, err := datetimeJSON(at)
	return err == nil && !at.IsZero()
}

// rawElement is an element of an array that may hold date keys.
type rawElement struct {
	kind scan.Kind
	raw  []byte
	key  int // its index among the keys, or -1
}

// datedElements reads an array of datetimes that may hold date keys: those are resolved together once all are known.
func (b *binder) datedElements(s *slot, dst reflect.Value) (n int, err error) {
	list, keys, err := b.rawElements(s.elem)
	if err != nil {
		return len(list), err
	}
	var instants []time.Time
	var unknown []bool
	if len(keys) > 0 && len(keys) <= maxKeys {
		instants, unknown = b.resolve(keys)
	}
	for i, e := range list {
		b.steps[len(b.steps)-1].index = i
		switch {
		case e.key < 0:
			b.nextElement(s.elem, dst, func(place reflect.Value) { b.fromRaw(s.elem, e.kind, e.raw, place) })
		case e.key == 0 && instants != nil:
			b.putInstants(s.elem, dst, instants, keys)
		case e.key == maxKeys:
			if p := b.report(ProblemType, s.elem.typ); p != nil {
				p.Got, p.Want = shorten(e.kind, e.raw), sprintf(msgWantFewKeys, maxKeys)
			}
		case unknown != nil && unknown[e.key]:
			b.mistyped(s.elem, e.kind, e.raw)
		}
	}
	return len(list), nil
}

// rawElements reads the elements of an array of datetimes without binding them, and the keys among them.
func (b *binder) rawElements(s *slot) (list []rawElement, keys []string, err error) {
	for k := b.r.Kind(); k != scan.ArrayEnd; k = b.r.Kind() {
		raw, err := b.r.Value(k)
		if err != nil {
			return list, nil, err
		}
		e := rawElement{k, raw, -1}
		if k == scan.String {
			var text []byte
			text, b.scratch = scan.Text(raw, b.scratch)
			if b.sc.readText(s.typ.kind, text, b.set.lenient) == refused {
				e.key = len(keys)
				keys = append(keys, string(text))
			}
		}
		list = append(list, e)
	}
	return list, keys, nil
}

// nextElement makes room for an element of a slice, lets bind fill it, and applies its rules.
func (b *binder) nextElement(s *slot, dst reflect.Value, bind func(place reflect.Value)) {
	n, failed := dst.Len(), b.failed
	place := grown(dst, n)
	if bind(place); b.failed == failed {
		b.checkElement(s, place)
	}
}

// putInstants stores the instants of the keys of a list. One that is wrong is reported on the list, since no element is it:
// several keys can be one instant, and one key several. The others of the same keys would be more of the same.
func (b *binder) putInstants(s *slot, dst reflect.Value, instants []time.Time, keys []string) {
	last, failed, from := len(b.steps)-1, b.failed, len(b.problems)
	element := b.steps[last]
	b.steps = b.steps[:last]
	for _, at := range instants {
		if b.failed > failed {
			b.sc.setInstant(s, at)
			b.put(s, "", s.at(grown(dst, dst.Len()))) // rules of the list still see it
			continue
		}
		b.nextElement(s, dst, func(place reflect.Value) { b.putInstant(s, at, place) })
	}
	b.steps = append(b.steps, element)
	for i := range b.problems[from:] {
		b.problems[from+i].keys = strings.Join(keys, ", ")
	}
}

// putInstant stores an instant that keys stand for.
func (b *binder) putInstant(s *slot, at time.Time, place reflect.Value) {
	b.sc.setInstant(s, at)
	if s.enum != nil {
		if _, ok := s.enum.find(&b.sc, s.typ.kind); !ok {
			raw, _ := datetimeJSON(at)          // it has a text: see isBindable
			b.outside(s, scan.String, raw, nil) // without its text nothing is near: the next day is another one, no slip
			return
		}
	}
	b.put(s, "", s.at(place))
}

// isDateKey reports whether a text is a date key as one is to be written.
func isDateKey(text string) bool { return dates.Valid(text) && dates.Normalize(text) == text }

// suggestDateKey returns what a text was meant to be, or "". An example of a declaration holds one key only.
func (b *binder) suggestDateKey(text string) string {
	near := dates.Near(text)
	if len(near) == 0 || b.set.dates == nil && !dates.Valid(near[0]) {
		return ""
	}
	return near[0]
}

// wantedDateKey says what is wanted in place of a text. An in_ key can have a form that is right and an instant that is not.
func wantedDateKey(text string) string {
	if dates.Valid(text) && strings.HasPrefix(dates.Normalize(text), "in_") {
		return msgWantNearKey
	}
	return msgWantDateKey
}
