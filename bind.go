// Validate and the binder: one pass over the bytes of the arguments that puts values where the plan says and notes every problem.

package jarvis

import (
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"time"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Validate binds arguments and returns their values. Empty text, white space and null are no arguments. The error is a
// *ValidationError that holds every problem at once, or, if a check or rule of the author panics, a *PanicError. Only options
// about binding have an effect: Lenient, Strict, IgnoreUnknown, RefuseUnknown, WithDateKeys, WithLimits, OnCoercion.
func (p *Parameters) Validate(args json.RawMessage, opts ...Option) (Values, error) {
	return p.validate(args, defaultSettings.with(opts))
}

func (p *Parameters) validate(args json.RawMessage, set *settings) (values Values, err error) {
	defer func() {
		if r := recover(); r != nil {
			values, err = Values{}, newPanicError("", r)
		}
	}()
	vals := newValues(p)
	invalid, notes := p.bind(args, &target{vals: vals}, set)
	if invalid != nil {
		return Values{}, invalid
	}
	vals.coercions = notes
	reportCoercions(set, notes)
	return *vals, nil
}

// bind reads arguments into the target. The target is only fit for use if there is no error.
func (p *Parameters) bind(args []byte, t *target, set *settings) (*ValidationError, []Coercion) {
	if n, limit := len(args), set.limits.bytes(); n > limit {
		return p.syntaxError(sprintf(msgTooLarge, n, limit)), nil
	}
	b := newBinder(args, set)
	defer b.free()
	if err := b.arguments(p, t); err != nil {
		return p.syntaxError(syntaxText(msgArguments, err, set.limits.depth())), nil
	}
	if b.failed > 0 {
		return &ValidationError{Problems: b.problems, Omitted: b.failed - len(b.problems), params: p}, nil
	}
	return nil, b.notes
}

// syntaxError is the report of arguments that are not one acceptable JSON object. It stands alone.
func (p *Parameters) syntaxError(text string) *ValidationError {
	return &ValidationError{Problems: []Problem{{Kind: ProblemSyntax, Want: text}}, params: p}
}

// syntaxText words a fault of a text; the subject says what the text is.
func syntaxText(subject string, err error, depth int) string {
	var fault *scan.Error
	if !errors.As(err, &fault) {
		return err.Error() // notObject
	}
	if fault.Fault == scan.TooDeep {
		return sprintf(msgTooDeep, subject, depth)
	}
	return sprintf(msgSyntax, subject, fault.Describe("object"), fault.Offset)
}

func reportCoercions(set *settings, notes []Coercion) {
	if set.coercion == nil {
		return
	}
	for _, c := range notes {
		set.coercion(c)
	}
}

// binder is the state of one pass. The only errors its methods return are syntax faults, which end the pass; whatever is
// wrong with a value becomes a Problem and the pass goes on.
type binder struct {
	r        scan.Reader
	set      *settings
	problems []Problem
	orders   []int // of problems: their places in the declarations of the objects being read
	unknowns int
	failed   int // problems found, those beyond the limits of a report included
	ruled    int // those of them that are failed rules
	within   int // problems reported inside the current parameter
	notes    []Coercion
	root     *Parameters // where the steps begin
	steps    []step
	named    []string // keys of steps that are not declared
	sc       scalar
	keyed    bool // the value being read is or holds the date key of an example, so nothing can be checked yet
	scratch  []byte
	joined   []byte      // the texts of the array being read
	ends     []int       // where each of them ends
	times    []time.Time // the instants of the array being read

	textList    []string
	instantList []time.Time

	// Of the fields above: storing these by Set takes no detour through an interface.
	date, at, clock, textListValue, instantListValue reflect.Value
}

var binders = sync.Pool{New: func() any {
	b := &binder{}
	b.date, b.at, b.clock = reflect.ValueOf(&b.sc.date).Elem(), reflect.ValueOf(&b.sc.at).Elem(), reflect.ValueOf(&b.sc.clock).Elem()
	b.textListValue, b.instantListValue = reflect.ValueOf(&b.textList).Elem(), reflect.ValueOf(&b.instantList).Elem()
	return b
}}

func newBinder(data []byte, set *settings) *binder {
	b := binders.Get().(*binder)
	b.r.ResetUnkeyed(data, set.limits.depth())
	b.set = set
	return b
}

// free gives the binder back. What it reported stays with whoever took it.
func (b *binder) free() {
	if !b.r.Release() {
		return
	}
	if b.failed > 0 || b.notes != nil || len(b.steps) > 0 { // most calls leave nothing behind
		b.problems, b.notes, b.named = nil, nil, nil
		b.orders, b.steps, b.joined, b.ends, b.times = b.orders[:0], b.steps[:0], b.joined[:0], b.ends[:0], b.times[:0]
	}
	b.unknowns, b.failed, b.ruled, b.within, b.keyed = 0, 0, 0, 0, false
	b.sc.text, b.sc.num = nil, nil
	binders.Put(b)
}

// target is where the values of an object go: into a struct, or into Values.
type target struct {
	st   reflect.Value
	vals *Values
}

// arguments reads the whole text: an object, or nothing at all.
func (b *binder) arguments(p *Parameters, t *target) error {
	b.root = p
	switch k := b.r.Kind(); k {
	case scan.ObjectStart:
		if err := b.object(p, t); err != nil {
			return err
		}
		return b.r.End()
	case scan.Null:
		if _, err := b.r.Scalar(); err != nil {
			return err
		}
		if err := b.r.End(); err != nil {
			return err
		}
		return b.absentFields(p, t, &bitset{})
	case 0:
		if b.r.End() == nil {
			return b.absentFields(p, t, &bitset{})
		}
		_, err := b.r.Value(k)
		return err
	default:
		if _, err := b.r.Value(k); err != nil {
			return err
		}
		if err := b.r.End(); err != nil {
			return err
		}
		return notObject(k)
	}
}

// notObject is the fault of arguments that are JSON but no object.
type notObject scan.Kind

func (k notObject) Error() string { return sprintf(msgNotObject, scan.Kind(k).Name()) }

// value reads one value of kind k into its place.
func (b *binder) value(s *slot, k scan.Kind, place reflect.Value) error {
	switch {
	case s.store == storeForeign:
	case k == scan.ObjectStart && s.typ.kind == KindDict:
		return b.dict(s, s.at(place))
	case k == scan.ArrayStart && s.typ.kind == KindArray:
		return b.array(s, s.at(place))
	case k != scan.ObjectStart && k != scan.ArrayStart:
		raw, err := b.r.Scalar() // the syntax error where there is no value at all
		if err == nil && !b.direct(s, k, raw, place) {
			b.scalar(s, k, raw, place)
		}
		return err
	}
	raw, err := b.r.Value(k)
	if err == nil {
		b.fromRaw(s, k, raw, place)
	}
	return err
}

// fromRaw reads a value from its raw text, where that is not taken apart further.
func (b *binder) fromRaw(s *slot, k scan.Kind, raw []byte, place reflect.Value) {
	switch {
	case s.store == storeForeign:
		own := append([]byte(nil), raw...)
		if !s.typ.kind.sentAs(k) || s.at(place).Addr().Interface().(json.Unmarshaler).UnmarshalJSON(own) != nil {
			b.mistyped(s, k, raw)
		}
	case k == scan.ObjectStart || k == scan.ArrayStart:
		b.mistyped(s, k, raw)
	default:
		b.scalar(s, k, raw, place)
	}
}

// scalar reads a scalar, checks it against the enum and stores it.
func (b *binder) scalar(s *slot, k scan.Kind, raw []byte, place reflect.Value) {
	if member, ok := b.accept(s, k, raw); ok && !b.put(s, member, s.at(place)) {
		b.mistyped(s, k, raw)
	}
}

// accept reads a scalar into sc and reports whether it may be stored. member is the declared text of an enum member, which
// need not be copied.
func (b *binder) accept(s *slot, k scan.Kind, raw []byte) (member string, ok bool) {
	var text []byte
	if k == scan.String {
		text, b.scratch = scan.Text(raw, b.scratch)
	}
	v := b.sc.read(s, k, raw, text, b.set.lenient)
	if v == refused {
		v = b.readKey(s, k, text)
	}
	switch v {
	case refused:
		b.mistyped(s, k, raw)
		return "", false
	case postponed:
		b.keyed = true
		return "", false
	}
	if s.enum != nil {
		if member, ok = s.enum.find(&b.sc, s.typ.kind); !ok {
			b.outside(s, k, raw, text)
			return "", false
		}
	}
	if v == coerced {
		b.note(shorten(k, raw), s.typ.String())
	}
	return member, true
}

// direct stores most values, as most models write them, without the detour over a scalar. It leaves the others as they are.
func (b *binder) direct(s *slot, k scan.Kind, raw []byte, place reflect.Value) (stored bool) {
	switch {
	case s.pointer:
	case k == scan.String:
		member, ok := b.quick(s, k, raw)
		return ok && b.put(s, member, place)
	case s.enum != nil:
	case k == scan.Number && s.store == storeInt:
		if n, ok := shortDigits(raw); ok && !place.OverflowInt(int64(n)) {
			place.SetInt(int64(n))
			return true
		}
	case (k == scan.True || k == scan.False) && s.store == storeBool:
		place.SetBool(k == scan.True)
		return true
	}
	return false
}

// put stores the scalar in its Go type and reports whether that type takes it.
func (b *binder) put(s *slot, member string, dst reflect.Value) bool {
	switch s.store {
	case storeString:
		dst.SetString(b.text(member))
	case storeText:
		text := append([]byte(nil), b.sc.text...)
		return dst.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText(text) == nil
	case storeInt:
		n, ok := b.sc.int64(s.goType.Bits())
		dst.SetInt(n)
		return ok
	case storeUint:
		n, ok := b.sc.uint64(s.goType.Bits())
		dst.SetUint(n)
		return ok
	case storeFloat:
		dst.SetFloat(b.sc.float)
	case storeBool:
		dst.SetBool(b.sc.truth)
	case storeDate:
		dst.Set(b.date)
	case storeDatetime:
		dst.Set(b.at)
	case storeTime:
		dst.Set(b.clock)
	case storeTimedelta:
		dst.SetInt(int64(b.sc.span))
	}
	return true
}

// text returns a string of its own: the declared one of an enum member, else a copy.
func (b *binder) text(member string) string {
	if member != "" {
		return member
	}
	return string(b.sc.text)
}
