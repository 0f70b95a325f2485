// Finishing a parameter: its enum, default and rules typed and tried out once, whatever way it was declared.

package jarvis

import (
	"encoding/json"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// finish types what was declared as text: rules, enum and default. The slot is complete; nil enum means none was declared.
func (p *param) finish(enum []string, validate string) (mistakes []string) {
	if validate != "" {
		rules, wrong := compileRules(p.goType, p.typ, validate)
		p.slot.setRules(rules)
		mistakes = append(mistakes, wrong...)
	}
	if enum != nil {
		mistakes = append(mistakes, p.setEnum(enum)...)
	}
	if p.def != nil && mistakes == nil {
		mistakes = append(mistakes, p.setDefault(*p.def)...)
	}
	return mistakes
}

// setRules puts the rules at the value and, after each dive, at its elements. Slots of elements are not shared.
func (s *slot) setRules(rules *ruleSet) {
	s.rules = rules
	s.exact = exactBounds(s)
	if inner := rules.elemRules(); inner != nil && s.elem != nil {
		elem := *s.elem
		elem.setRules(inner)
		s.elem = &elem
	}
}

func (p *param) setEnum(texts []string) []string {
	at := &p.slot
	if p.typ.kind == KindArray && p.elem != nil {
		elem := *p.elem
		at, p.elem = &elem, &elem
	}
	set, mistakes := compileEnum(at, texts)
	if mistakes == nil {
		at.enum = set
	}
	return mistakes
}

// setDefault reads the default as the binder will and keeps it: the value where a copy of it cannot be changed by a command,
// else only its JSON.
func (p *param) setDefault(text string) (mistakes []string) {
	defer func() {
		if r := recover(); r != nil {
			mistakes = []string{sprintf(msgDefaultRule, cut(text), sprintf(msgDeclarePanic, r))}
		}
	}()
	raw := json.RawMessage(text)
	if p.typ.kind.isText() {
		raw = quoteJSON(text)
	}
	b := newBinder(raw, &defaultSettings)
	defer b.free()
	b.root = newParameters([]param{*p})
	b.push(stepParam, 0)
	place := newOf(p.placeType())
	err := b.value(&p.slot, b.r.Kind(), place)
	if err == nil && len(b.problems) == 0 {
		b.checkField(p, deref(place), false)
	}
	if err == nil {
		err = b.r.End()
	}
	switch {
	case err != nil || firstKind(raw) == scan.Null || len(text) != len(strings.TrimSpace(text)) && !p.typ.kind.isText():
		return []string{sprintf(msgDefaultType, cut(text), p.typ, wanted(&p.slot))}
	case len(b.problems) > 0:
		return []string{p.badDefault(b.problems[0], text)}
	}
	p.defRaw = compactJSON(raw)
	switch p.store {
	case storeText, storeForeign, storeSlice, storeAnySlice, storeMap, storeAnyMap, storeStruct, storeValues:
	default:
		p.defValue = deref(place)
	}
	return nil
}

// badDefault words a problem with the default for the author.
func (p *param) badDefault(found Problem, text string) string {
	switch {
	case found.Kind == ProblemEnum && found.Path == found.Param:
		return sprintf(msgDefaultEnum, cut(text), strings.Join(found.Allowed, ", "))
	case found.Kind == ProblemType && found.Path == found.Param:
		return sprintf(msgDefaultType, cut(text), p.typ, wanted(&p.slot))
	}
	if found.Path == found.Param {
		return sprintf(msgDefaultRule, cut(text), found.Message())
	}
	return sprintf(msgDefaultRule, cut(text), found.Explain())
}
