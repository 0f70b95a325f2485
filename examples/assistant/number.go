// Exact numbers: decimals of any size, as a type that describes and reads itself.

package main

import (
	"errors"
	"math/big"
	"regexp"
	"strings"

	"github.com/invopop/jsonschema"
)

// maxNumber bounds a number, in characters. Results are held to it too, so that each can be the number of the next sum.
const maxNumber = 1000

// number is a decimal number, exactly as it was written. Its value is nil if that was too long: the command says so, as the check of
// calls knows types alone. The zero value is no number.
type number struct{ value *big.Rat }

// JSONSchema says that a number is a number.
func (number) JSONSchema() *jsonschema.Schema { return &jsonschema.Schema{Type: "number"} }

var plainNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// UnmarshalJSON reads a JSON number. An exponent is refused: a few characters of it would stand for gigabytes.
func (n *number) UnmarshalJSON(raw []byte) error {
	if !plainNumber.Match(raw) {
		return errors.New("a number has digits, a point and a sign, and nothing else")
	}
	n.value = nil
	if len(raw) <= maxNumber {
		n.value, _ = new(big.Rat).SetString(string(raw))
	}
	return nil
}

// String writes the number without zeros that do not count.
func (n number) String() string {
	if n.value == nil {
		return ""
	}
	text, _, _ := decimal(n.value)
	return text
}

// significant is the number of digits of a result that has no end, such as 1/3.
const significant = 20

// decimal writes a fraction as a decimal number: exactly if that takes at most maxNumber characters, else rounded. It is not ok if
// what is rounded is longer as well.
func decimal(r *big.Rat) (text string, exact, ok bool) {
	if places, ends := r.FloatPrec(); ends && places < maxNumber {
		if text = r.FloatString(places); len(text) <= maxNumber {
			return text, true, true
		}
	}
	size := len(new(big.Int).Abs(r.Num()).String()) - len(r.Denom().String()) // digits before the point, or one less
	text = r.FloatString(max(0, significant-size))
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text, false, len(text) <= maxNumber
}
