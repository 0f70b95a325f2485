// Checks of a bound value: its validate rules, its exact bounds and the author's own functions.

package jarvis

import (
	"reflect"
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// checkField applies the rules and the author's checks of a parameter to its value.
func (b *binder) checkField(p *param, v reflect.Value, failed bool) {
	if p.rules != nil && !b.checkRules(&p.slot, v) {
		return
	}
	if failed {
		return
	}
	for _, c := range p.checks {
		if !c.fn(v.Interface()) {
			if failure := b.report(ProblemRule, p.typ); failure != nil {
				failure.Got, failure.Want = shortenValue(v), c.message
			}
			return
		}
	}
}

// checkRules applies the validate rules of a slot and reports each that fails. A rule that panics is the author's error and ends
// the call as one.
func (b *binder) checkRules(s *slot, v reflect.Value) bool {
	failed, err := s.rules.failures(v)
	if err != nil {
		panic(err)
	}
	for _, f := range failed {
		b.breaks(s, f, shortenValue(v))
	}
	if failed == nil && s.exact != nil && b.sc.num != nil {
		if broken := brokenBound(s.exact, b.sc.num, b.sc.float); broken != nil {
			b.breaks(s, broken.failure(), shorten(scan.Number, b.sc.num))
			return false
		}
	}
	return failed == nil
}

// breaks reports a rule that a value does not keep.
func (b *binder) breaks(s *slot, failed ruleFailure, got string) {
	rule := failed.Rule
	if failed.Param != "" {
		rule += "=" + failed.Param
	}
	b.ruled++
	if p := b.report(ProblemRule, s.typ); p != nil {
		p.Got, p.Want, p.Rule, p.Allowed = got, failed.Message, rule, slices.Clone(failed.Allowed)
	}
}
