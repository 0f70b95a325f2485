// Bounds: exclusive ones as inclusive ones, for dialects that have only those.

package dialect

import (
	"math/big"
	"regexp"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// wholeDigits matches the numbers that are counted with. One with an exponent may have any number of digits.
var wholeDigits = regexp.MustCompile(`^-?[0-9]+$`)

// closedBounds turns exclusive bounds into inclusive ones. For integers they say the same, for other numbers a little less, which
// a sentence adds.
func closedBounds(s *schema) {
	s.closeBound("exclusiveMinimum", "minimum", 1)
	s.closeBound("exclusiveMaximum", "maximum", -1)
}

// closeBound turns one bound, which is a lower one with step 1 and an upper one with step -1.
func (s *schema) closeBound(exclusive, inclusive string, step int64) {
	v := s.get(exclusive)
	if !v.is(scan.Number) {
		return
	}
	if s.get(inclusive) != nil {
		s.move(exclusive) // two bounds of a kind are rare: both are said
		return
	}
	integers := s.hasType("integer") && !s.hasType("number")
	closed := v
	if integers && wholeDigits.Match(v.raw) {
		n, _ := new(big.Int).SetString(string(v.raw), 10)
		closed = literal(v.pos, n.Add(n, big.NewInt(step)).String())
	} else {
		s.say(s.sentence(exclusive, v))
	}
	s.lost(exclusive, Changed, inclusive+" "+string(closed.json()))
	s.members[indexMember(s.members, exclusive)] = member{inclusive, closed}
}
