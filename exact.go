// Exact bounds: a float is judged by what the model wrote, not only by the float nearest to it.

package jarvis

import (
	"math/big"
)

// exactBound is a bound of a float slot as JSON Schema reads it.
type exactBound struct {
	keyword string
	value   *big.Rat
	nearest float64
}

// exactBounds returns the bounds among the keywords of a float slot; nil for other slots.
func exactBounds(s *slot) (bounds []exactBound) {
	if s.store != storeFloat {
		return nil
	}
	for _, k := range s.rules.keywords() {
		if value, ok := new(big.Rat).SetString(string(k.Value)); ok {
			nearest, _ := value.Float64()
			bounds = append(bounds, exactBound{k.Name, value, nearest})
		}
	}
	return bounds
}

// maxExactDigits bounds the work on a number that rounds to a bound; none written in earnest is longer.
const maxExactDigits = 2000

// withinExactly reports whether the decimal keeps the bounds that its nearest float has reached. All others are settled by the
// float: rounding cannot carry a number past a float.
func withinExactly(bounds []exactBound, decimal []byte, nearest float64) bool {
	for _, b := range bounds {
		if b.nearest != nearest {
			continue
		}
		value, ok := new(big.Rat), len(decimal) <= maxExactDigits
		if ok {
			value, ok = value.SetString(string(decimal))
		}
		if !ok {
			return false
		}
		switch order := value.Cmp(b.value); b.keyword {
		case "minimum", "exclusiveMinimum":
			ok = order >= 0
		case "maximum", "exclusiveMaximum":
			ok = order <= 0
		case "const":
			ok = order == 0
		}
		if !ok {
			return false
		}
	}
	return true
}
