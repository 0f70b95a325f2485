// Compatibility of bounds: of numbers, and of the lengths of texts, arrays and objects.

package jarvistest

import (
	"cmp"
	"math/big"
)

// bound is the limit on one side. The zero bound is none.
type bound struct {
	at   *big.Rat
	open bool // the limit itself is outside
	bad  bool // it is not understood
}

// bounds compares all bounds of two schemas.
func (c *comparison) bounds(path string, a, b *object) {
	for _, side := range []struct {
		aspect, closed, open string
		sign                 int // 1 for a lower bound
	}{
		{"lower bound", "minimum", "exclusiveMinimum", 1},
		{"upper bound", "maximum", "exclusiveMaximum", -1},
		{"least length", "minLength", "", 1},
		{"greatest length", "maxLength", "", -1},
		{"least number of items", "minItems", "", 1},
		{"greatest number of items", "maxItems", "", -1},
		{"least number of keys", "minProperties", "", 1},
		{"greatest number of keys", "maxProperties", "", -1},
	} {
		if sameTree(a.get(side.closed), b.get(side.closed)) && sameTree(a.get(side.open), b.get(side.open)) {
			continue
		}
		from, to := boundOf(a, side.closed, side.open, side.sign), boundOf(b, side.closed, side.open, side.sign)
		order := to.compare(from, side.sign)
		words := "written differently"
		switch {
		case from.bad || to.bad:
			order, words = 1, "not understood"
		case order > 0:
			words = "tighter"
		case order < 0:
			words = "looser"
		}
		c.add(path, side.aspect, order > 0, "%s %s: %s → %s", side.aspect, words, from, to)
	}
}

// boundOf returns the bound that a schema sets by one or two keywords, the tighter one of two. Of whole numbers an open bound is
// the closed one beside it.
func boundOf(o *object, closed, open string, sign int) bound {
	var found bound
	if o.has(closed) {
		found = newBound(o.get(closed), false)
	}
	if open == "" && sign > 0 && found.at != nil && found.at.Sign() == 0 {
		return bound{} // no length is less
	}
	if open != "" && o.has(open) {
		other := newBound(o.get(open), true)
		if o.get("type") == "integer" && !other.bad {
			other = other.closed(sign)
		}
		if found.bad = found.bad || other.bad; other.compare(found, sign) > 0 {
			found.at, found.open = other.at, other.open
		}
	}
	return found
}

func newBound(v any, open bool) bound {
	at := exactNumber(v)
	return bound{at, open, at == nil}
}

// closed returns the bound of whole numbers that an open one is.
func (b bound) closed(sign int) bound {
	whole := new(big.Int).Div(b.at.Num(), b.at.Denom()) // the floor, as denominators are positive
	if sign > 0 || b.at.IsInt() {
		whole.Add(whole, big.NewInt(int64(sign)))
	}
	return bound{at: new(big.Rat).SetInt(whole)}
}

// compare returns 1 if b is tighter than other, -1 if it is looser, 0 if both are the same.
func (b bound) compare(other bound, sign int) int {
	switch {
	case b.at == nil || other.at == nil:
		return oneIf(b.at != nil) - oneIf(other.at != nil)
	case b.at.Cmp(other.at) != 0:
		return sign * b.at.Cmp(other.at)
	}
	return cmp.Compare(oneIf(b.open), oneIf(other.open))
}

// String writes a bound for a report.
func (b bound) String() string {
	switch {
	case b.bad:
		return "?"
	case b.at == nil:
		return "none"
	}
	text := b.at.RatString()
	if !b.at.IsInt() {
		if exact, ok := decimalText(b.at); ok {
			text = exact
		}
	}
	if b.open {
		text += " (itself excluded)"
	}
	return text
}

// decimalText writes a number with at most a few digits after the point.
func decimalText(r *big.Rat) (string, bool) {
	for digits := 1; digits <= 9; digits++ {
		text := r.FloatString(digits)
		if back, ok := new(big.Rat).SetString(text); ok && back.Cmp(r) == 0 {
			return text, true
		}
	}
	return "", false
}
