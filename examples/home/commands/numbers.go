// Numbers and durations as people write them: exact decimals, and texts to be spoken.

package commands

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
)

const tooLarge = "The result is too large. Ask for smaller numbers."

// exact returns the decimal number that f was written as, so that 0.1 plus 0.2 is 0.3. f has to be finite, as bound ones are.
func exact(f float64) *big.Rat { return decimal(strconv.FormatFloat(f, 'g', -1, 64)) }

// decimal reads a decimal number or a fraction such as 5/9, which has to be one.
func decimal(text string) *big.Rat {
	r, _ := new(big.Rat).SetString(text)
	return r
}

// float returns the nearest float64, and whether there is one.
func float(r *big.Rat) (float64, bool) {
	f, _ := r.Float64()
	return f, !math.IsInf(f, 0)
}

// number writes f as JSON does: no exponent unless it is very large or small.
func number(f float64) string {
	raw, _ := json.Marshal(f) // f is finite
	return string(raw)
}

// spoken is number with at most so many significant digits, but all of a whole number.
func spoken(f float64, digits int) string {
	if f == math.Trunc(f) {
		return number(f)
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', digits, 64), 64)
	return number(short)
}

// spokenDuration writes d as "1 hour 30 minutes".
func spokenDuration(d time.Duration) string {
	var parts []string
	for _, p := range []struct {
		n    float64
		unit string
	}{{math.Floor(d.Hours()), "hour"}, {math.Floor((d % time.Hour).Minutes()), "minute"}, {(d % time.Minute).Seconds(), "second"}} {
		switch p.n {
		case 0:
		case 1:
			parts = append(parts, "1 "+p.unit)
		default:
			parts = append(parts, number(p.n)+" "+p.unit+"s")
		}
	}
	return strings.Join(parts, " ")
}
