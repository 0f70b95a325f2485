// Scalars: one JSON value read by the acceptance table, before it is stored.

package jarvis

import (
	"bytes"
	"strconv"
	"time"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// scalar is a value of a scalar kind. Which fields hold it depends on the kind.
type scalar struct {
	text  []byte // what is stored as text, decoded; valid until the next read
	mag   uint64 // int
	neg   bool
	float float64
	num   []byte // the decimal of float, valid until the next read
	truth bool
	date  Date
	at    time.Time
	clock TimeOfDay
	span  time.Duration
}

// verdict is the outcome of reading a scalar.
type verdict uint8

const (
	refused verdict = iota
	accepted
	coerced   // accepted by the lenient column only
	postponed // the date key of an example: an instant that nobody knows yet
)

// read sets sc from a raw JSON value of kind jk; text is its decoded form if it is a string.
func (sc *scalar) read(s *slot, jk scan.Kind, raw, text []byte, lenient bool) verdict {
	switch jk {
	case scan.String:
		if s.store <= storeText {
			sc.text = text
		}
		if s.typ.kind.isText() {
			return sc.readText(s.typ.kind, text, lenient)
		}
		if lenient {
			return sc.readLoose(s, bytes.Trim(text, jsonSpace))
		}
	case scan.Number:
		switch s.typ.kind {
		case KindInt:
			return sc.readInt(raw)
		case KindFloat:
			return sc.readFloat(s, raw)
		case KindString:
			if lenient && s.element {
				sc.text = raw
				return coerced
			}
		}
	case scan.True, scan.False:
		if s.typ.kind == KindBool {
			sc.truth = jk == scan.True
			return accepted
		}
	}
	return refused
}

// sentAs reports whether values of the kind are JSON values of kind jk.
func (k Kind) sentAs(jk scan.Kind) bool {
	switch jk {
	case scan.String:
		return k.isText()
	case scan.Number:
		return k == KindInt || k == KindFloat
	case scan.True, scan.False:
		return k == KindBool
	case scan.ArrayStart:
		return k == KindArray
	case scan.ObjectStart:
		return k == KindDict
	}
	return false
}

// readText reads the kinds whose JSON form is a string.
func (sc *scalar) readText(kind Kind, text []byte, lenient bool) verdict {
	var ok bool
	switch kind {
	case KindString:
		ok = true
	case KindDate:
		sc.date, ok = parseDate(text)
	case KindDatetime:
		if sc.at, ok = parseDatetime(text); !ok && lenient {
			sc.at, ok = parseDatetimeLenient(text)
			return loose(ok)
		}
	case KindTime:
		sc.clock, ok = parseTimeOfDay(text)
	case KindTimedelta:
		if sc.span, ok = parseDuration(text); !ok && lenient {
			sc.span, ok = parseDurationLenient(text)
			return loose(ok)
		}
	}
	if ok {
		return accepted
	}
	return refused
}

// readLoose reads a number or truth value from text, as the lenient column allows.
func (sc *scalar) readLoose(s *slot, text []byte) verdict {
	switch s.typ.kind {
	case KindInt:
		if isDecimal(text, false) {
			return loose(sc.readInt(text) == accepted)
		}
	case KindFloat:
		if isDecimal(text, true) {
			return loose(sc.readFloat(s, text) == accepted)
		}
	case KindBool:
		sc.truth = string(text) == "true"
		return loose(sc.truth || string(text) == "false")
	}
	return refused
}

func loose(ok bool) verdict {
	if ok {
		return coerced
	}
	return refused
}

// readInt reads a decimal whose exact value is whole: it shifts the digits by the exponent and never goes through a float.
func (sc *scalar) readInt(num []byte) verdict {
	mag, neg, ok := wholeNumber(num)
	if !ok {
		return refused
	}
	sc.mag, sc.neg = mag, neg && mag != 0
	return accepted
}

func (sc *scalar) readFloat(s *slot, num []byte) verdict {
	size := 64
	if s.store == storeFloat {
		size = s.goType.Bits()
	}
	text := string(num)
	if len(text) > longNumber {
		text = normalNumber(num)
	}
	f, err := strconv.ParseFloat(text, size)
	if err != nil { // out of range; the form was checked before
		return refused
	}
	sc.float, sc.num = f, num
	return accepted
}

// int64 returns a whole number for a Go type of that many bits.
func (sc *scalar) int64(size int) (int64, bool) {
	limit := uint64(1) << (size - 1)
	if sc.neg {
		return -int64(sc.mag), sc.mag <= limit // -1<<63 is its own negation
	}
	return int64(sc.mag), sc.mag < limit
}

// uint64 returns a whole number for an unsigned Go type of that many bits.
func (sc *scalar) uint64(size int) (uint64, bool) {
	return sc.mag, !sc.neg && (size == 64 || sc.mag < 1<<size)
}

// key returns what makes two values of a kind the same: equal instants, equal numbers.
func (sc *scalar) key(kind Kind) any {
	switch kind {
	case KindInt:
		return intKey{sc.mag, sc.neg}
	case KindFloat:
		return sc.float + 0 // -0 is 0
	case KindBool:
		return sc.truth
	case KindDate:
		return sc.date
	case KindDatetime:
		return instantKey{sc.at.Unix(), sc.at.Nanosecond()}
	case KindTime:
		return clockKey(sc.clock)
	case KindTimedelta:
		return sc.span
	}
	return string(sc.text)
}

type intKey struct {
	mag uint64
	neg bool
}

type instantKey struct {
	sec  int64
	nano int
}

// clockKey moves a time with an offset to UTC; one without is the same only as another one without.
func clockKey(t TimeOfDay) TimeOfDay {
	if !t.HasOffset || t.Offset == 0 {
		return t
	}
	sec := ((t.Hour*60+t.Minute)*60 + t.Second - t.Offset + 2*secondsPerDay) % secondsPerDay
	return TimeOfDay{Hour: sec / 3600, Minute: sec / 60 % 60, Second: sec % 60, Nanosecond: t.Nanosecond, HasOffset: true}
}
