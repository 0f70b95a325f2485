// Bounds: exclusive ones as inclusive ones, for dialects that have only those, and several in one sentence.

package dialect

import (
	"fmt"
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
		s.oneBound(exclusive, inclusive, int(step))
	}
	if s.get(exclusive) == nil {
		return
	}
	integers := s.hasType("integer") && !s.hasType("number")
	closed := v
	if integers && wholeDigits.Match(v.raw) {
		n, _ := new(big.Int).SetString(string(v.raw), 10)
		closed = literal(v.pos, n.Add(n, big.NewInt(step)).String())
		s.lost(exclusive, Changed, inclusive+" "+string(closed.json()))
	} else {
		sentence := countedSentence(counted[exclusive], v)
		s.say(sentence)
		s.lostWider(exclusive, fmt.Sprintf(msgClosed, inclusive, closed.json(), sentence))
	}
	s.members[indexMember(s.members, exclusive)] = member{inclusive, closed}
}

// oneBound leaves the tighter of two bounds, which has the same meaning alone. One that is dear to compare is said in words.
func (s *schema) oneBound(exclusive, inclusive string, side int) {
	open, closed := s.get(exclusive), s.get(inclusive)
	switch {
	case !isDecimal(open) || !isDecimal(closed):
		s.move(exclusive)
	case compareNumbers(open, closed)*side < 0:
		s.meansNothing(exclusive)
	default:
		s.meansNothing(inclusive)
	}
}

// compareNumbers compares two decimal numbers as cmp.Compare does.
func compareNumbers(a, b *doc) int {
	x, _ := new(big.Rat).SetString(string(a.raw))
	y, _ := new(big.Rat).SetString(string(b.raw))
	return x.Cmp(y)
}

// joinBounds says bounds together that would be said one by one: of two lower or two upper ones the tighter, and of a lower and an
// upper one that are equal the only value between them.
func (s *schema) joinBounds() {
	s.tighter("exclusiveMinimum", "minimum", 1)
	s.tighter("exclusiveMaximum", "maximum", -1)
	for _, b := range equalBounds {
		low, high := s.get(b.low), s.get(b.high)
		if s.refused(b.low) && s.refused(b.high) && low.is(scan.Number) && low.equal(high) {
			s.moveAs(s.countedKeys(b.low, countedSentence(b.format, low)), b.low, b.high)
		}
	}
}

// equalBounds are the bounds of a kind, with the sentence for equal ones.
var equalBounds = []struct{ low, high, format string }{
	{"minimum", "maximum", msgConst}, {"minLength", "maxLength", msgExactLength}, {"minItems", "maxItems", msgExactItems},
	{"minProperties", "maxProperties", msgExactProperties},
}

// decimal matches numbers that are cheap to compare: one with an exponent may have any number of digits.
var decimal = regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+)?$`)

// tighter says one of two bounds where neither stays. The higher of lower bounds, with side 1, and the lower of upper ones, with
// side -1, is the tighter; of equal ones it is the exclusive one.
func (s *schema) tighter(exclusive, inclusive string, side int) {
	open, closed := s.get(exclusive), s.get(inclusive)
	if !s.refused(exclusive) || !s.refused(inclusive) || !isDecimal(open) || !isDecimal(closed) {
		return
	}
	sentence := countedSentence(counted[exclusive], open)
	if compareNumbers(open, closed)*side < 0 {
		sentence = countedSentence(counted[inclusive], closed)
	}
	s.moveAs(sentence, inclusive, exclusive)
}

func isDecimal(d *doc) bool { return d.is(scan.Number) && decimal.Match(d.raw) }
