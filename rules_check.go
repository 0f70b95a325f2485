// Checking a value against compiled rules.

package jarvis

import (
	"reflect"
)

// failures returns every rule that v fails; nil, without an allocation, for most values. The error is the author's: a rule panicked.
func (r *ruleSet) failures(v reflect.Value) (failed []ruleFailure, err error) {
	if r == nil {
		return nil, nil
	}
	defer func() {
		if p := recover(); p != nil {
			failed, err = nil, asRulePanic(p)
		}
	}()
	for i := r.failingFrom(v, 0); i >= 0; i = r.failingFrom(v, i+1) {
		failure := r.rules[i].failure
		if keys := r.rules[i].keys; keys != nil {
			failure = keys.rules[keys.firstFailingKey(v)].failure
		}
		failed = append(failed, failure)
	}
	return failed, nil
}

// firstFailing returns the index of the first rule that v fails, or -1.
func (r *ruleSet) firstFailing(v reflect.Value) int { return r.failingFrom(v, 0) }

// failingFrom returns the index of the first rule from there on that v fails, or -1.
func (r *ruleSet) failingFrom(v reflect.Value, from int) int {
	for i := from; i < len(r.rules); i++ {
		switch rule := &r.rules[i]; {
		case rule.holds != nil:
			if !rule.holds(v) {
				return i
			}
		case rule.omits != nil:
			if rule.omits(v) {
				return -1
			}
		case rule.keys.firstFailingKey(v) >= 0:
			return i
		}
	}
	return -1
}

// firstFailingKey returns the index of the first rule that any key of the map fails, so that the order of keys does not matter.
func (r *ruleSet) firstFailingKey(m reflect.Value) int {
	first := -1
	for it := m.MapRange(); it.Next(); {
		if i := r.firstFailing(it.Key()); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}
