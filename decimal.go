// Decimals: numbers as JSON writes them, read exactly.

package jarvis

import (
	"bytes"
	"encoding/json"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// wholeNumber returns the exact value of a decimal number such as -12, 5.0 or 1e3, if it is whole and its magnitude fits 64 bits.
func wholeNumber(num []byte) (mag uint64, neg, ok bool) {
	num, neg = cutSign(num)
	if mag, ok = shortDigits(num); ok {
		return mag, neg, true
	}
	mantissa, exp := splitExponent(num)
	point := bytes.IndexByte(mantissa, '.')
	scale := exp // power of ten of the last mantissa digit
	if point >= 0 {
		scale -= len(mantissa) - point - 1
	}
	// Trailing zeros move into the scale, so that a negative scale left over means a fraction.
	end := len(mantissa)
	for end > 0 && (mantissa[end-1] == '0' || mantissa[end-1] == '.') {
		if mantissa[end-1] == '0' {
			scale++
		}
		end--
	}
	mantissa = bytes.TrimLeft(mantissa[:end], "0.")
	if len(mantissa) == 0 {
		return 0, neg, true
	}
	if scale < 0 || scale > 20 || len(mantissa) > 21 {
		return 0, false, false
	}
	for _, c := range mantissa {
		if c == '.' {
			continue
		}
		if mag, ok = shiftDigit(mag, uint64(c-'0')); !ok {
			return 0, false, false
		}
	}
	for range scale {
		if mag, ok = shiftDigit(mag, 0); !ok {
			return 0, false, false
		}
	}
	return mag, neg, true
}

// shortDigits reads plain digits that cannot overflow, as most numbers are.
func shortDigits(num []byte) (n uint64, ok bool) {
	const digits = 18
	if len(num) == 0 || len(num) > digits {
		return 0, false
	}
	for _, c := range num {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return n, true
}

// shiftDigit returns 10·mag + digit.
func shiftDigit(mag, digit uint64) (uint64, bool) {
	hi, lo := bits.Mul64(mag, 10)
	sum, carry := bits.Add64(lo, digit, 0)
	return sum, hi == 0 && carry == 0
}

func cutSign(num []byte) (rest []byte, neg bool) {
	if len(num) > 0 && (num[0] == '-' || num[0] == '+') {
		return num[1:], num[0] == '-'
	}
	return num, false
}

// splitExponent cuts an exponent off. One too long for an int is as good as a very large one.
func splitExponent(num []byte) (mantissa []byte, exp int) {
	i := bytes.IndexAny(num, "eE")
	if i < 0 {
		return num, 0
	}
	const huge = 1 << 30 // an int on every machine
	exp, err := strconv.Atoi(string(num[i+1:]))
	if err != nil || exp > huge || exp < -huge {
		exp = huge
		if num[i+1] == '-' {
			exp = -huge
		}
	}
	return num[:i], exp
}

// isDecimal reports whether text is digits with an optional sign and fraction and, where allowed, an exponent.
func isDecimal(text []byte, exponent bool) bool {
	text, _ = cutSign(text)
	rest := cutDigits(text)
	if len(rest) == len(text) {
		return false
	}
	if text = rest; len(text) > 0 && text[0] == '.' {
		if rest = cutDigits(text[1:]); len(rest) == len(text)-1 {
			return false
		}
		text = rest
	}
	if exponent && len(text) > 0 && text[0]|0x20 == 'e' {
		text, _ = cutSign(text[1:])
		return len(text) > 0 && len(cutDigits(text)) == 0
	}
	return len(text) == 0
}

func cutDigits(text []byte) []byte { return bytes.TrimLeft(text, "0123456789") }

// Limits on the work for a number that rounds to a bound; none written in earnest has more digits or a larger exponent.
const (
	maxExactDigits   = 20_000
	maxExactExponent = 4000
)

// compareDecimal compares a JSON number with a bound. Against zero the sign decides, however small the number; elsewhere a
// number near a bound has no more digits that count, and no larger an exponent, than the limits allow.
func compareDecimal(decimal []byte, bound *big.Rat) (order int, ok bool) {
	number, neg := cutSign(decimal)
	mantissa, exponent := splitExponent(number)
	text := string(decimal)
	if len(decimal) > longNumber {
		exact := significant(decimal)
		mantissa, exponent, text = exact.digits, exact.exponent, normalNumber(decimal)
	}
	switch {
	case bound.Sign() == 0 && !bytes.ContainsAny(mantissa, "123456789"):
		return 0, true
	case bound.Sign() == 0 && neg:
		return -1, true
	case bound.Sign() == 0:
		return 1, true
	case len(mantissa) > maxExactDigits || max(exponent, -exponent) > maxExactExponent:
		return 0, false
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	return value.Cmp(bound), true
}

// longNumber is a length from which on digits and exponent may cancel each other out where strconv does not follow: of long
// exponents it reads the beginning.
const longNumber = 9000

// normalNumber returns a JSON number with one digit before the point and no zero in vain, so that its exponent is its size.
func normalNumber(decimal []byte) string {
	exact := significant(decimal)
	if len(exact.digits) == 0 {
		exact.digits = []byte("0")
	}
	size := exact.exponent + len(exact.digits) - 1
	text := string(exact.digits[:1]) + "." + string(exact.digits[1:]) + "0e" + strconv.Itoa(size)
	if exact.neg {
		return "-" + text
	}
	return text
}

// exactNumeral is the value of a JSON number, to the last digit.
type exactNumeral struct {
	digits   []byte // without zeros at either end; none of zero
	exponent int    // the power of ten of the last of them
	neg      bool
}

// significant reads a JSON number exactly.
func significant(decimal []byte) exactNumeral {
	number, neg := cutSign(decimal)
	mantissa, exponent := splitExponent(number)
	if whole, fraction, found := bytes.Cut(mantissa, []byte{'.'}); found {
		exponent -= len(fraction)
		mantissa = slices.Concat(whole, fraction)
	}
	digits := bytes.TrimRight(mantissa, "0")
	exponent += len(mantissa) - len(digits)
	return exactNumeral{bytes.TrimLeft(digits, "0"), exponent, neg}
}

// is reports whether two numbers are the same; zero has no sign.
func (n exactNumeral) is(other exactNumeral) bool {
	if len(n.digits) == 0 || len(other.digits) == 0 {
		return len(n.digits) == len(other.digits)
	}
	return n.neg == other.neg && n.exponent == other.exponent && bytes.Equal(n.digits, other.digits)
}

// maxExponent bounds the numbers that are compared exactly: more would take memory out of all proportion to the text.
const maxExponent = 400

// exactNumber reads a JSON number.
func exactNumber(raw json.RawMessage) (*big.Rat, bool) {
	var n json.Number
	if json.Unmarshal(raw, &n) != nil || n == "" || bytes.HasPrefix(bytes.TrimSpace(raw), []byte(`"`)) || len(n) > maxExponent {
		return nil, false
	}
	if i := strings.IndexAny(n.String(), "eE"); i >= 0 {
		if exp, err := strconv.Atoi(n.String()[i+1:]); err != nil || exp > maxExponent || exp < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(n.String())
}

// jsonNumber reads a number of our own keywords, which always is one.
func jsonNumber(raw json.RawMessage) *big.Rat {
	r, _ := new(big.Rat).SetString(string(raw))
	return r
}
