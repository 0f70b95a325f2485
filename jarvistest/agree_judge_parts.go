// The judge inside arrays and dicts, at types of the author, and at chains of rules.

package jarvistest

import (
	"encoding"
	"math/big"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
)

// takesText asks the type of the author for its verdict. One that panics takes nothing.
func (p *place) takesText(text string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return reflect.New(p.goType).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)) == nil
}

func (j *judgement) array(p *place, list []any) {
	if p.kind != jarvis.KindArray {
		j.found |= fault
		return
	}
	if p.elem != nil {
		for _, v := range list {
			j.value(p.elem, v)
		}
	}
	if j.found&fault != 0 {
		return
	}
	n := new(big.Rat).SetInt64(int64(len(list)))
	j.rules(p, p.rules, reading{sent: n, bound: n, list: list})
}

func (j *judgement) dict(p *place, object map[string]any) {
	switch {
	case p.kind != jarvis.KindDict:
		j.found |= fault
		return
	case p.closed:
		j.object(p.fields, object, false)
		j.rules(p, p.rules, reading{})
		return
	}
	key := place{kind: jarvis.KindString, tagged: p.tagged}
	for name, v := range object {
		if p.elem != nil {
			j.value(p.elem, v)
		}
		n := new(big.Rat).SetInt64(int64(utf8.RuneCountInString(name)))
		var inner judgement
		inner.rules(&key, p.keyRules, reading{text: name, sent: n, bound: n, zero: name == ""})
		if inner.found != 0 {
			j.found |= refusesRule // no keyword speaks of keys
		}
		if inner.open != nil {
			j.opens()
		}
	}
	n := new(big.Rat).SetInt64(int64(len(object)))
	j.rules(p, p.rules, reading{sent: n, bound: n})
}

// opens notes that a rule which is not understood has a say in the parameter.
func (j *judgement) opens() {
	if !slices.Contains(j.open, j.param) {
		j.open = append(j.open, j.param)
	}
}

// rules applies a chain. A rule that has a keyword fails on both sides; any other fails in the binder alone.
func (j *judgement) rules(p *place, chain []rule, r reading) {
	covered, pattern := true, "" // a schema has room for one pattern
	if p.noted && !p.tagged {
		j.opens()
	}
	for _, rule := range chain {
		if j.found&fault != 0 {
			return
		}
		switch rule.name {
		case "omitempty", "omitzero":
			if r.zero || rule.name == "omitzero" && r.sent != nil && r.sent.Sign() == 0 && !p.isText() {
				return
			}
			covered = false
			continue
		case "omitnil":
			continue
		}
		sent, bound := p.holds(rule, r)
		exact := covered && p.hasKeyword(rule)
		if uuidForms[rule.name] != nil && len(rule.either) == 0 {
			if pattern == "" && exact {
				pattern = rule.name
			}
			exact = exact && uuidForms[pattern] == uuidForms[rule.name]
		}
		switch {
		case sent == unknown:
			j.opens()
		case !exact:
			j.must(bound == accepted, refusesRule)
		case sent == refused:
			j.found |= fault
		default:
			j.must(bound == accepted, refusesRule) // the nearest float fails an exclusive bound or uniqueItems: no keyword says that
		}
	}
}
