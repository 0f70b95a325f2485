// Enum: allowed values, declared as text and compared by value.

package jarvis

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// enumSet holds the allowed values of a slot.
type enumSet struct {
	texts []string             // as declared
	raw   []json.RawMessage    // typed, for the schema
	keys  map[any]bool         // by scalar.key; nil for strings, which are compared with texts
	exact map[any]exactNumeral // of floats, of which other numbers than the declared ones round to the same; by key, too
	plain bool                 // strings that look in JSON as they are, so that raw texts can be compared
}

// findRaw is find for a raw JSON string; what it does not find may still be a member.
func (e *enumSet) findRaw(raw []byte) (text string, ok bool) {
	if !e.plain {
		return "", false
	}
	for _, t := range e.texts {
		if t == string(raw[1:len(raw)-1]) {
			return t, true
		}
	}
	return "", false
}

// find returns the declared text equal to the scalar. For strings it is the text itself, so that binding need not copy it.
func (e *enumSet) find(sc *scalar, kind Kind) (text string, ok bool) {
	if e.keys != nil {
		key := sc.key(kind)
		return "", e.keys[key] && (e.exact == nil || e.exact[key].is(significant(sc.num)))
	}
	for _, t := range e.texts {
		if t == string(sc.text) {
			return t, true
		}
	}
	return "", false
}

// compileEnum types the declared values of a slot and returns what is wrong with them. An empty list is a mistake too.
func compileEnum(s *slot, texts []string) (set *enumSet, mistakes []string) {
	if len(texts) == 0 {
		return nil, []string{msgEnumEmpty}
	}
	switch {
	case s.store == storeForeign:
		return nil, []string{sprintf(msgEnumForeign, s.goType)}
	case !s.typ.kind.isScalar():
		return nil, []string{sprintf(msgEnumKind, s.typ)}
	}
	set = &enumSet{texts: slices.Clone(texts)}
	seen := map[any]string{}
	for _, text := range texts {
		raw, sc, value, ok := s.readDeclared(text)
		switch {
		case text == "":
			mistakes = append(mistakes, msgEnumBlank)
			continue
		case !ok:
			mistakes = append(mistakes, sprintf(msgEnumType, cut(text), s.typ, wanted(s)))
			continue
		}
		key := sc.key(s.typ.kind)
		if first, dup := seen[key]; dup {
			mistakes = append(mistakes, sprintf(msgEnumRepeated, cut(text), cut(first)))
		}
		seen[key] = text
		if failed, err := s.rules.failures(value); err != nil {
			mistakes = append(mistakes, err.Error())
		} else if failed != nil {
			mistakes = append(mistakes, sprintf(msgEnumRule, cut(text), failed[0].Message))
		}
		set.raw = append(set.raw, raw)
		if s.typ.kind == KindFloat {
			if set.exact == nil {
				set.exact = make(map[any]exactNumeral, len(texts))
			}
			set.exact[key] = significant(raw)
		}
	}
	set.plain = s.store == storeString && s.typ.kind == KindString && !strings.Contains(strings.Join(texts, ""), `\`)
	if s.typ.kind != KindString {
		set.keys = make(map[any]bool, len(seen))
		for key := range seen {
			set.keys[key] = true
		}
	}
	return set, mistakes
}

// readDeclared reads the text of an enum member of a scalar slot: the text itself for kinds sent as JSON strings,
// else the JSON literal. It has to be what the strict column accepts and the Go type takes.
// Code of its type that panics does not.
func (s *slot) readDeclared(text string) (raw json.RawMessage, sc scalar, value reflect.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	raw = json.RawMessage(text)
	if s.typ.kind.isText() {
		raw = quoteJSON(text)
	}
	plain := *s
	plain.enum, plain.rules, plain.pointer = nil, nil, false
	b := newBinder(raw, &defaultSettings)
	defer b.free()
	value = newOf(s.goType)
	k := b.r.Kind()
	read, err := b.r.Value(k)
	if err != nil {
		return nil, sc, value, false
	}
	b.fromRaw(&plain, k, read, value) // not directly: sc is wanted
	if b.r.End() != nil || b.failed > 0 || !s.typ.kind.isText() && text != strings.TrimSpace(text) {
		return nil, sc, value, false
	}
	sc = b.sc
	if s.typ.kind.isText() {
		sc.text = []byte(text)
	}
	return raw, sc, value, true
}
