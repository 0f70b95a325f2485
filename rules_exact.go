// Exact bounds: a float is judged by what the model wrote, not only by the float nearest to it.

package jarvis

import "math/big"

// exactBound is a bound of a float slot as JSON Schema reads it.
type exactBound struct {
	keyword string
	text    string
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
			if s.goType.Bits() == 32 {
				short, _ := value.Float32()
				nearest = float64(short)
			}
			bounds = append(bounds, exactBound{k.Name, string(k.Value), value, nearest})
		}
	}
	return bounds
}

// brokenBound returns the bound that the decimal does not keep although its nearest float has reached it, or nil. All other
// bounds are settled by the float: rounding cannot carry a number past a float.
func brokenBound(bounds []exactBound, decimal []byte, nearest float64) *exactBound {
	for i := range bounds {
		b := &bounds[i]
		if b.nearest != nearest {
			continue
		}
		order, ok := compareDecimal(decimal, b.value)
		switch b.keyword {
		case "minimum":
			ok = ok && order >= 0
		case "maximum":
			ok = ok && order <= 0
		case "const":
			ok = ok && order == 0
		}
		if !ok {
			return b
		}
	}
	return nil
}

// failure words a broken bound as the rule of the same meaning does.
func (b *exactBound) failure() ruleFailure {
	op := map[string]string{"minimum": "gte", "maximum": "lte", "const": "eq"}[b.keyword]
	return ruleFailure{Rule: op, Param: b.text, Message: boundMessage(onFloat, op, ruleLimit{text: b.text})}
}
