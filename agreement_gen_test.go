// Random declarations of the builder, for agreement to be tried on.

package jarvis_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// generator draws declarations and texts. wild is the chance that a value is not meant to be valid.
type generator struct {
	*rand.Rand
	wild float64
}

func (g *generator) chance(p float64) bool { return g.Float64() < p }

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// Declarations of the builder.

var scalarKinds = []string{"string", "int", "float", "bool", "date", "datetime", "time", "timedelta"}

// fieldNames are distinct; some need escapes in JSON or HTML.
var fieldNames = []string{
	"a", "room", "Room", "größe", "two words", `"quoted"`, `back\u003cslash`, "<b>&", "$ref", "a/b~c", "日本", "😀", "\u2028", "\x01", "__proto__",
	"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9",
}

func (g *generator) fields(depth int) []modelField {
	n := 1 + g.IntN(3+depth)
	if depth > 1 && g.chance(0.06) {
		n = 12 + g.IntN(8) // from a dozen on names are found another way
	}
	names := slices.Clone(fieldNames)
	g.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	allOptional := g.chance(0.25)
	fields := make([]modelField, n)
	for i := range fields {
		f := &fields[i]
		f.name, f.modelSlot = names[i], g.slot(depth)
		f.required = !allOptional && g.chance(0.4)
		if !f.required && g.chance(0.4) {
			f.def = g.defaultOf(&f.modelSlot)
		}
	}
	return fields
}

func (g *generator) slot(depth int) modelSlot {
	switch n := g.IntN(100); {
	case n < 40:
		return g.scalarSlot(pick(g, scalarKinds...))
	case n < 72:
		elem := g.scalarSlot(pick(g, scalarKinds...))
		s := modelSlot{kind: "array", elem: &elem}
		if s.rules = g.lengthRules(); s.rules == nil && slices.Contains([]string{"string", "int", "float", "bool", "date", "timedelta"}, elem.kind) && g.chance(0.4) {
			s.rules = []string{"unique"}
		}
		return s
	case n < 77:
		return modelSlot{kind: "array", rules: g.lengthRules()}
	case n < 83:
		s := modelSlot{kind: "dict", rules: g.lengthRules()}
		if g.chance(0.2) {
			s.keyRules = []string{"min=1", "max=3"}
		}
		return s
	case n < 88 || depth == 0:
		return modelSlot{kind: "array", rules: g.lengthRules(), elem: &modelSlot{kind: "dict", rules: g.lengthRules()}}
	case n < 94:
		return modelSlot{kind: "dict", fields: g.fields(depth - 1)}
	}
	return modelSlot{kind: "array", rules: g.lengthRules(), elem: &modelSlot{kind: "dict", fields: g.fields(depth - 1)}}
}

func (g *generator) scalarSlot(kind string) modelSlot {
	s := modelSlot{kind: kind, size: 64}
	if g.chance(0.3) {
		s.enum = g.enum(kind)
	}
	if choices := scalarRules[kind]; choices != nil && g.chance(0.5) {
		s.rules = strings.Split(pick(g, choices...), ",")
	}
	if s.enum == nil || s.rules == nil {
		return s
	}
	// A member that breaks a rule is a mistake of the declaration.
	if met := slices.DeleteFunc(slices.Clone(s.enum), func(text string) bool { return !s.allows(text) }); len(met) > 0 {
		s.enum = met
	} else {
		s.rules = nil
	}
	return s
}

// allows reports whether an enum member meets the rules.
func (s *modelSlot) allows(text string) bool {
	if s.isText() {
		quoted, _ := json.Marshal(text)
		text = string(quoted)
	}
	return judgeValue(s, text) == 0
}

func (g *generator) lengthRules() []string {
	if g.chance(0.6) {
		return nil
	}
	return strings.Split(pick(g, "min=1", "max=2", "len=2", "gte=1,lte=3", "gt=0,lt=3", "eq=1", "max=0", "ne=1", "min=2,ne=3"), ",")
}

// scalarRules are chains that can be met.
var scalarRules = map[string][]string{
	"string": {
		"min=2", "max=5", "len=3", "gt=1,lt=6", "gte=1,lte=4", "uuid", "uuid4", "uuid,len=36", "uuid,uuid4", "min=1,min=3,max=9,max=7",
		"eq=on", "eq=<ä>", "eq=", "eq=0x2C", `eq=\u003c`, "oneof=on off", "oneof=on off,min=3", "oneof=on off,oneof=off up", "eq=on,oneof=on off",
		"ne=off", "noneof=on off", "startswith=a", "alphanum,max=4", "omitempty,min=3", "min=1,omitempty,max=2", "eq=a|len=3",
	},
	"int": {
		"min=-5,max=5", "gte=0,lte=9007199254740993", "gt=0,lt=100", "eq=7", "len=7", "ne=3", "oneof=1 2 -3", "noneof=4 5", "omitempty,min=3",
		"max=9223372036854775806", "min=-9223372036854775807", "gt=9007199254740992", "eq=9007199254740993", "gte=0x10,lt=0x20", "eq=1|gt=10",
		"min=1,min=3,max=9,max=7", "gt=1,gt=3,min=2", "lt=9,max=9,max=8,ne=5", "oneof=1 2 3,oneof=3 2 4", "oneof=1 2 3,max=2", "eq=2,oneof=1 2",
	},
	"float": {
		"min=0.5,max=2.5", "gt=0,lt=1", "gte=-1e3,lte=1e3", "eq=0.1", "ne=1.5", "omitempty,gt=1", "lte=1e21", "gt=-0.1", "gte=0", "eq=0", "gt=0.5,gte=0.5,lt=2,lt=2.5", "max=3,max=2.25", "eq=1|eq=2",
	},
	"bool":      {"eq=true", "eq=false", "ne=true", "omitempty,eq=true"},
	"timedelta": {"min=1h,max=24h", "lt=90s", "ne=1h", "omitempty,gte=30m"},
}

// enumPools hold members that differ in value.
var enumPools = map[string][]string{
	"string":    {"on", "off", "red", "Red", "größe", "a,b", "<x>&", `\u003c`, " ", "😀", "2026-01-18", "\u2028", "\x01\"\\"},
	"int":       {"0", "1", "2", "-3", "9007199254740993", "9223372036854775807", "-9223372036854775808"},
	"float":     {"0.5", "1", "2.50", "-0.1", "1e3", "0.1", "1E-2", "0"},
	"bool":      {"true", "false"},
	"date":      {"2026-01-18", "2024-02-29", "0000-01-01", "9999-12-31"},
	"datetime":  {"2026-01-18T05:00:00Z", "2026-01-18T05:00:00.5Z", "2026-01-18T05:00:00+02:00", "2024-02-29t23:59:59.123456789z"},
	"time":      {"05:00", "05:00:30", "17:30:00Z", "23:59:59+02:00", "00:00:00.25Z"},
	"timedelta": {"PT1H", "P1D", "PT0.5S", "PT0S", "P2W", "PT90M"},
}

func (g *generator) enum(kind string) []string {
	pool := slices.Clone(enumPools[kind])
	g.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	return pool[:1+g.IntN(min(4, len(pool)))]
}

// defaultOf returns a default that the binder takes.
func (g *generator) defaultOf(s *modelSlot) *string {
	tame := generator{Rand: g.Rand}
	raw := tame.value(s)
	if !judgeValue(s, raw).binder() {
		return nil
	}
	if s.isText() {
		var text string
		if json.Unmarshal([]byte(raw), &text) != nil {
			return nil
		}
		return &text
	}
	return &raw
}

// build declares fields with the builder, in a random spelling of their types.
func (g *generator) build(t testing.TB, fields []modelField) *jarvis.Parameters {
	b := jarvis.NewParameters()
	for i := range fields {
		g.declare(t, b, &fields[i])
	}
	p, err := b.Build()
	require.NoError(t, err, "%v", fields)
	return p
}

func (g *generator) declare(t testing.TB, b *jarvis.ParametersBuilder, f *modelField) {
	switch add := [2]func(string, string, *jarvis.Parameters) *jarvis.ParametersBuilder{b.OptionalObject, b.RequiredObject}; {
	case f.fields != nil:
		add[index(f.required)](f.name, "", g.build(t, f.fields))
	case f.elem != nil && f.elem.fields != nil:
		add = [2]func(string, string, *jarvis.Parameters) *jarvis.ParametersBuilder{b.OptionalObjects, b.RequiredObjects}
		add[index(f.required)](f.name, "", g.build(t, f.elem.fields))
	default:
		b.Add(jarvis.ParameterSpec{Name: f.name, Type: g.spelling(&f.modelSlot), Required: f.required})
	}
	if f.def != nil {
		b.Default(*f.def)
	}
	if enum := f.enumTexts(); enum != nil {
		b.Enum(enum...)
	}
	if chain := f.chain(); chain != "" {
		b.Validate(chain)
	}
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *generator) spelling(s *modelSlot) string {
	aliases := map[string][]string{"string": {"str"}, "int": {"integer"}, "float": {"number", "double"}, "bool": {"boolean"}, "array": {"list"}}
	if s.kind == "array" && s.elem != nil {
		elem := g.spelling(s.elem)
		return pick(g, "array<"+elem+">", "array["+elem+"]", elem+"[]")
	}
	return pick(g, append(aliases[s.kind], s.kind, " "+strings.ToUpper(s.kind)+"\n")...)
}
