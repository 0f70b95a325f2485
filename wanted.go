// What is wanted: the words for the values that a kind or a slot takes.

package jarvis

import "github.com/jarvis-sdk/jarvis/internal/scan"

// wantedForms says in words what the kinds take; numbers depend on the Go type too.
var wantedForms = map[Kind]string{
	KindDate: msgWantDate, KindDatetime: msgWantDatetime, KindTime: msgWantTime, KindTimedelta: msgWantTimedelta,
	KindString: msgWantString, KindBool: msgWantBool, KindArray: msgWantArray, KindDict: msgWantDict,
}

// wanted says to an author, at the end of a sentence, what the type of a slot does not say by its name.
func wanted(s *slot) string {
	lo, hi := intRange(s)
	switch {
	case s.store == storeText || s.store == storeForeign:
		return sprintf(msgRefusedBy, s.goType)
	case hi != "":
		return sprintf(msgWant, sprintf(msgWantRange, lo, hi))
	case lo != "":
		return sprintf(msgWant, sprintf(msgWantAtLeast, lo))
	case s.typ.kind >= KindDate && s.typ.kind <= KindTimedelta:
		return sprintf(msgWant, wantedForms[s.typ.kind])
	}
	return ""
}

// wantedForm says in words what a slot takes, where its type alone does not. The bounds of numbers mean something only to a
// number.
func wantedForm(s *slot, came scan.Kind) string {
	number := came == scan.Number
	switch {
	case s.typ.kind == KindInt && s.store == storeForeign: // its own UnmarshalJSON knows its bounds
		return msgWantInt
	case s.typ.kind == KindFloat && (!number || s.store == storeForeign):
		return msgWantFloat
	case s.typ.kind == KindFloat && s.goType.Bits() == 32:
		return msgWantFloat32
	case s.typ.kind == KindFloat:
		return msgWantFloat64
	case s.typ.kind != KindInt:
		return wantedForms[s.typ.kind]
	}
	lo, hi := intRange(s)
	switch {
	case hi != "":
		return sprintf(msgWantIntRange, lo, hi)
	case lo != "":
		return msgWantUint64
	}
	if number {
		return msgWantInt64
	}
	return msgWantInt
}
