// What agreement is tried on: random declarations of the builder, a family of structs, and texts biased to the edges.

package jarvis_test

import (
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// modelSlot is one value position of a declaration as this test understands it, made without asking the library.
type modelSlot struct {
	kind     string // canonical name; "array" and "dict" with or without elem
	size     int    // bits of the Go number
	unsigned bool
	goString bool                   // a text kind kept in a Go string
	goKind   string                 // of a number
	accepts  func(text string) bool // of a TextUnmarshaler
	enum     []string
	rules    []string
	keyRules []string     // of the keys of a map
	elem     *modelSlot   // of a typed array or map
	fields   []modelField // of an object that declares its properties
}

type modelField struct {
	modelSlot
	name     string
	required bool
	def      *string
	index    []int // of the struct field
}

func (s *modelSlot) isText() bool {
	return slices.Contains([]string{"string", "date", "datetime", "time", "timedelta"}, s.kind)
}

// row is the line of the coverage table that a parameter counts for.
func (s *modelSlot) row() string {
	switch {
	case s.kind == "array" && s.elem != nil:
		return "array<" + s.elem.row() + ">"
	case s.kind == "dict" && s.fields != nil:
		return "object"
	case s.kind == "dict" && s.elem != nil:
		return "map"
	}
	return s.kind
}

// chain is the validate tag.
func (s *modelSlot) chain() string {
	chain := slices.Clone(s.rules)
	if s.keyRules != nil || s.elem != nil && s.elem.rules != nil {
		chain = append(chain, "dive")
	}
	if s.keyRules != nil {
		chain = append(append(append(chain, "keys"), s.keyRules...), "endkeys")
	}
	if s.elem != nil {
		chain = append(chain, s.elem.rules...)
	}
	return strings.Join(chain, ",")
}

// String writes a field so that a failure can be read back into a declaration.
func (f modelField) String() string {
	text := fmt.Sprintf("%q %s", f.name, f.row())
	if f.goKind != "" {
		text += " (" + f.goKind + ")"
	}
	if f.required {
		text += " required"
	}
	if f.def != nil {
		text += fmt.Sprintf(" default=%q", *f.def)
	}
	if e := f.enumTexts(); e != nil {
		text += fmt.Sprintf(" enum=%q", e)
	}
	if chain := f.chain(); chain != "" {
		text += fmt.Sprintf(" validate=%q", chain)
	}
	if inner := f.inner(); inner != nil {
		text += fmt.Sprint(" ", inner)
	}
	return text
}

func (s *modelSlot) enumTexts() []string {
	if s.elem != nil && s.kind == "array" {
		return s.elem.enum
	}
	return s.enum
}

func (s *modelSlot) inner() []modelField {
	if s.elem != nil {
		return s.elem.fields
	}
	return s.fields
}

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

// Declarations of structs.

// shade is a text that only takes #rrggbb.
type shade string

func (s *shade) UnmarshalText(text []byte) error {
	if len(text) != 7 || text[0] != '#' || strings.Trim(string(text[1:]), "0123456789abcdefABCDEF") != "" {
		return errors.New("not a shade")
	}
	*s = shade(text)
	return nil
}

type (
	familyCelsius float64
	familyRoom    string
	familyTags    []string
	familyGrade   uint8
	familyQuota   map[string]int16
)

type (
	familyScalarsRequired struct {
		S string  `jarvis:"s,required"`
		I int     `jarvis:"i,required"`
		F float64 `jarvis:"f,required"`
		B bool    `jarvis:"b,required"`
	}
	familyScalarsOptional struct {
		S *string  `jarvis:"s"`
		I *int64   `jarvis:"i"`
		F *float64 `jarvis:"f"`
		B *bool    `jarvis:"b"`
	}
	familyNarrowSigned struct {
		A int8  `jarvis:"a,required"`
		B int16 `jarvis:"b"`
		C int32 `jarvis:"c"`
		D int64 `jarvis:"d"`
	}
	familyNarrowUnsigned struct {
		A uint8  `jarvis:"a"`
		B uint16 `jarvis:"b"`
		C uint32 `jarvis:"c,required"`
		D uint64 `jarvis:"d"`
		E uint   `jarvis:"e"`
	}
	familyNarrowPointers struct {
		A *int8   `jarvis:"a"`
		B *uint16 `jarvis:"b,required"`
		C *uint32 `jarvis:"c"`
		D *uint64 `jarvis:"d" default:"18446744073709551615"`
	}
	familyNarrowLists struct {
		A []int8   `jarvis:"a,required"`
		B []uint16 `jarvis:"b" validate:"unique"`
		C []*int32 `jarvis:"c" validate:"max=3"`
		D []uint64 `jarvis:"d" validate:"dive,max=18446744073709551614"`
		E []int16  `jarvis:"e" enum:"1,-32768"`
	}
	familyNarrowMaps struct {
		A map[string]int8    `jarvis:"a,required"`
		B map[string]uint32  `jarvis:"b" validate:"min=1,dive,gte=5"`
		C map[familyRoom]int `jarvis:"c"`
		D map[string]*uint16 `jarvis:"d"`
		E familyQuota        `jarvis:"e" validate:"max=2"`
	}
	familyNarrowRules struct {
		A int8         `jarvis:"a" validate:"min=-5,max=100"`
		B uint8        `jarvis:"b" validate:"oneof=1 2 255"`
		C int16        `jarvis:"c" validate:"gt=-300,lt=300"`
		D uint32       `jarvis:"d" validate:"eq=7"`
		E uint64       `jarvis:"e" validate:"gt=9223372036854775807"`
		F int32        `jarvis:"f" enum:"1,2147483647" default:"1"`
		G *familyGrade `jarvis:"g" validate:"ne=3"`
	}
	familyMerged struct {
		A int     `jarvis:"a" validate:"min=1,min=3,max=9,max=7"`
		B string  `jarvis:"b" validate:"max=6,max=3,min=1,min=2"`
		C []int   `jarvis:"c" validate:"max=4,max=2,dive,gt=1,gt=3"`
		D float64 `jarvis:"d" validate:"lt=3,lt=2.5,gte=0.25,gt=0.5"`
		E uint16  `jarvis:"e" validate:"oneof=1 2 3,oneof=2 3 4"`
	}
	familyFloats struct {
		A float32            `jarvis:"a,required"`
		B *float32           `jarvis:"b"`
		C []float32          `jarvis:"c"`
		D map[string]float32 `jarvis:"d"`
		E familyCelsius      `jarvis:"e" default:"-0"`
	}
	familyFloatRules struct {
		A float32       `jarvis:"a" validate:"min=0.5,max=2.5"`
		B float32       `jarvis:"b" validate:"eq=0.1"`
		C familyCelsius `jarvis:"c" validate:"gt=0,lt=1"`
		D []float32     `jarvis:"d" validate:"unique,dive,lte=0.1"`
		E float32       `jarvis:"e" enum:"0.1,3.4028235e38"`
	}
	familyRounded struct {
		A float64            `jarvis:"a" validate:"gt=0.5"`
		B []float64          `jarvis:"b" validate:"unique,dive,lt=3"`
		C map[string]float32 `jarvis:"c" validate:"dive,gt=0.1,lt=0.3"`
		D *float32           `jarvis:"d" validate:"lt=1e3"`
	}
	familyTimes struct {
		A time.Time        `jarvis:"a,required"`
		B jarvis.Date      `jarvis:"b,required"`
		C jarvis.TimeOfDay `jarvis:"c,required"`
		D time.Duration    `jarvis:"d,required"`
	}
	familyTimesOptional struct {
		A *time.Time        `jarvis:"a"`
		B *jarvis.Date      `jarvis:"b"`
		C *jarvis.TimeOfDay `jarvis:"c"`
		D *time.Duration    `jarvis:"d" validate:"min=1m"`
	}
	familyTimeLists struct {
		A []time.Time          `jarvis:"a"`
		B []jarvis.Date        `jarvis:"b" validate:"unique"`
		C []*jarvis.TimeOfDay  `jarvis:"c" validate:"min=1"`
		D []time.Duration      `jarvis:"d" validate:"dive,lt=2h"`
		E map[string]time.Time `jarvis:"e"`
	}
	familyNarrowedText struct {
		A string     `jarvis:"a,type=date,required"`
		B string     `jarvis:"b,type=datetime" validate:"max=25"`
		C familyRoom `jarvis:"c,type=time"`
		D *string    `jarvis:"d,type=timedelta" validate:"min=4"`
	}
	familyNarrowedEnum struct {
		A string `jarvis:"a,type=date" enum:"2026-01-18,2024-02-29" default:"2024-02-29"`
		B string `jarvis:"b,type=datetime" enum:"2026-01-18T05:00:00Z"`
		C string `jarvis:"c,type=time" enum:"05:00,17:30:00Z"`
		D string `jarvis:"d,type=timedelta" enum:"PT1H,P10D" validate:"len=4"`
	}
	familyTextual struct {
		A shade            `jarvis:"a,required"`
		B *shade           `jarvis:"b" default:"#000000"`
		C []shade          `jarvis:"c" validate:"unique"`
		D map[string]shade `jarvis:"d"`
		E netip.Addr       `jarvis:"e"`
	}
	familyTextualRules struct {
		A shade   `jarvis:"a" validate:"eq=#ff0000"`
		B shade   `jarvis:"b" enum:"#00ff00,#0000ff"`
		C []shade `jarvis:"c" enum:"#00ff00"`
		D shade   `jarvis:"d" validate:"startswith=#a"`
	}
	familyNamed struct {
		A familyCelsius `jarvis:"a" enum:"0.5,36.60"`
		B familyRoom    `jarvis:"b" enum:"hall,Küche" default:"hall"`
		C familyTags    `jarvis:"c" validate:"min=1,max=3,unique"`
		D familyGrade   `jarvis:"d,required"`
		E []familyRoom  `jarvis:"e" validate:"dive,min=2"`
	}
	familyLeaf struct {
		Must string `jarvis:"must,required" validate:"min=1"`
		May  *uint8 `jarvis:"may"`
		Else int    `jarvis:"else" default:"4"`
	}
	familyBranch struct {
		Leaf  familyLeaf   `jarvis:"leaf,required"`
		Other *familyLeaf  `jarvis:"other"`
		Many  []familyLeaf `jarvis:"many" validate:"max=2"`
		Flag  *bool        `jarvis:"flag"`
		Ratio float32      `jarvis:"ratio"`
	}
	familyNested struct {
		A familyBranch  `jarvis:"a"`
		B *familyBranch `jarvis:"b"`
		C familyLeaf    `jarvis:"c" default:"{\"must\":\"x\"}"`
	}
	familyNestedLists struct {
		A []familyLeaf          `jarvis:"a,required"`
		B []*familyLeaf         `jarvis:"b" validate:"min=1"`
		C []familyBranch        `jarvis:"c"`
		D map[string]familyLeaf `jarvis:"d" validate:"max=2"`
	}
	familyTypedMaps struct {
		A map[string]string      `jarvis:"a" validate:"min=1,max=2,dive,min=2"`
		B map[string]bool        `jarvis:"b" default:"{\"x\":true}"`
		C map[string][]int       `jarvis:"c"`
		D map[string]any         `jarvis:"d" validate:"len=1"`
		E map[string]float64     `jarvis:"e" validate:"dive,keys,min=2,endkeys,gt=0.5"`
		F map[string]familyQuota `jarvis:"f"`
		G map[string]time.Time   `jarvis:"g,required"`
	}
	familyShared struct {
		Zone string `jarvis:"zone,type=time"`
		Hops uint16 `jarvis:"hops" validate:"lte=300"`
	}
	familyEmbedding struct {
		familyShared
		Must int32 `jarvis:"must,required"`
	}
	familyDefaults struct {
		A string           `jarvis:"a" default:""`
		B int              `jarvis:"b" default:"5"`
		C float64          `jarvis:"c" default:"0.1"`
		D *bool            `jarvis:"d" default:"false"`
		E jarvis.Date      `jarvis:"e" default:"2026-01-18"`
		F time.Time        `jarvis:"f" default:"2026-01-18T05:00:00Z"`
		G jarvis.TimeOfDay `jarvis:"g" default:"05:00"`
		H time.Duration    `jarvis:"h" default:"PT0.5S"`
		I []int            `jarvis:"i" default:"[1,2]"`
		J map[string]any   `jarvis:"j" default:"{\"a\":[1e2]}"`
		K []familyLeaf     `jarvis:"k" default:"[{\"must\":\"m\",\"else\":null}]"`
	}
	familyEnums struct {
		A string             `jarvis:"a" enum:"on,off"`
		B []int              `jarvis:"b" enum:"1,2,9007199254740993"`
		C float64            `jarvis:"c" enum:"0.1,2.50"`
		D []time.Duration    `jarvis:"d" enum:"PT1H,P1D"`
		E []jarvis.TimeOfDay `jarvis:"e" enum:"05:00,17:30:00Z"`
		F []time.Time        `jarvis:"f" enum:"2026-01-18T05:00:00Z"`
		G bool               `jarvis:"g" enum:"true"`
		H []jarvis.Date      `jarvis:"h" enum:"2026-01-18"`
	}
	familyPatterns struct {
		A string     `jarvis:"a,required" validate:"uuid"`
		B familyRoom `jarvis:"b" validate:"uuid4"`
		C []string   `jarvis:"c" validate:"dive,uuid"`
		D string     `jarvis:"d" validate:"omitempty,uuid"`
	}
	familyUniques struct {
		A []string       `jarvis:"a" validate:"unique"`
		B []*int         `jarvis:"b" validate:"unique"`
		C []float64      `jarvis:"c" validate:"unique"`
		D []bool         `jarvis:"d" validate:"unique"`
		E []familyGrades `jarvis:"e" validate:"unique"`
	}
	familyGrades int16
	familyConsts struct {
		A string    `jarvis:"a" validate:"eq=on"`
		B int       `jarvis:"b" validate:"eq=9007199254740993"`
		C bool      `jarvis:"c" validate:"eq=true"`
		D float64   `jarvis:"d" validate:"eq=0.1"`
		E []bool    `jarvis:"e" validate:"dive,eq=false"`
		F []int8    `jarvis:"f" validate:"dive,eq=-1"`
		G []float64 `jarvis:"g" validate:"dive,eq=0.5"`
		H []string  `jarvis:"h" validate:"dive,eq=on"`
	}
	familyPointed struct {
		A *[]int16           `jarvis:"a" validate:"min=1,unique,dive,ne=3"`
		B *map[string]bool   `jarvis:"b" validate:"max=2"`
		C *[]*familyLeaf     `jarvis:"c"`
		D []*float64         `jarvis:"d" validate:"dive,gt=0.5"`
		E *[]string          `jarvis:"e" enum:"on,off" default:"[\"on\"]"`
		F *map[string]*shade `jarvis:"f"`
		G []uint             `jarvis:"g"`
		H *uint              `jarvis:"h" validate:"ne=7"`
	}
	familyPointedEnums struct {
		A *string           `jarvis:"a" enum:"on,off" default:"off"`
		B *int32            `jarvis:"b" enum:"1,-2147483648"`
		C *float64          `jarvis:"c" enum:"0.1,2.50"`
		D *time.Time        `jarvis:"d" enum:"2026-01-18T05:00:00Z"`
		E *jarvis.TimeOfDay `jarvis:"e,required" enum:"05:00,17:30:00Z"`
		F *time.Duration    `jarvis:"f" enum:"PT1H,P1D"`
		G []*int            `jarvis:"g" enum:"1,2"`
		H *shade            `jarvis:"h" enum:"#00ff00"`
		I *string           `jarvis:"i,type=datetime" enum:"2026-01-18T05:00:00Z"`
	}
	familyAnything struct {
		A []any            `jarvis:"a"`
		B map[string]any   `jarvis:"b,required"`
		C []map[string]any `jarvis:"c" validate:"dive,min=1"`
	}
)

// structDeclarations declares the family.
func structDeclarations(t testing.TB) []*declaration {
	return []*declaration{
		declareStruct[familyScalarsRequired](t), declareStruct[familyScalarsOptional](t), declareStruct[familyNarrowSigned](t), declareStruct[familyNarrowUnsigned](t),
		declareStruct[familyNarrowPointers](t), declareStruct[familyNarrowLists](t), declareStruct[familyNarrowMaps](t), declareStruct[familyNarrowRules](t),
		declareStruct[familyFloats](t), declareStruct[familyFloatRules](t), declareStruct[familyTimes](t), declareStruct[familyTimesOptional](t),
		declareStruct[familyTimeLists](t), declareStruct[familyNarrowedText](t), declareStruct[familyNarrowedEnum](t), declareStruct[familyTextual](t),
		declareStruct[familyTextualRules](t), declareStruct[familyNamed](t), declareStruct[familyNested](t), declareStruct[familyNestedLists](t),
		declareStruct[familyTypedMaps](t), declareStruct[familyEmbedding](t), declareStruct[familyDefaults](t), declareStruct[familyEnums](t),
		declareStruct[familyPatterns](t), declareStruct[familyUniques](t), declareStruct[familyConsts](t), declareStruct[familyAnything](t),
		declareStruct[familyMerged](t), declareStruct[familyRounded](t), declareStruct[familyPointed](t), declareStruct[familyPointedEnums](t),
	}
}

func declareStruct[In any](t testing.TB) *declaration {
	run := func(context.Context, *jarvis.Request, In) (*jarvis.Response, error) { return nil, nil }
	typ := reflect.TypeFor[In]()
	var params *jarvis.Parameters
	require.NotPanics(t, func() {
		cmd, err := jarvis.New(jarvis.Spec{Name: "agree"}, run)
		require.NoError(t, err)
		params = jarvis.MustDefine(cmd).Parameters()
	}, typ)
	return declare(t, typ.Name(), modelFields(typ, nil), params)
}

// modelFields reads the tags of a struct, well-formed ones only.
func modelFields(t reflect.Type, index []int) (fields []modelField) {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(slices.Clone(index), i)
		if sf.Anonymous {
			fields = append(fields, modelFields(sf.Type, at)...)
			continue
		}
		options := strings.Split(sf.Tag.Get("jarvis"), ",")
		f := modelField{name: options[0], modelSlot: modelOf(sf.Type), index: at, required: slices.Contains(options, "required")}
		for _, option := range options {
			if kind, ok := strings.CutPrefix(option, "type="); ok {
				f.kind, f.goString = kind, true
			}
		}
		if def, ok := sf.Tag.Lookup("default"); ok {
			f.def = &def
		}
		if enum, ok := sf.Tag.Lookup("enum"); ok {
			f.enum = strings.Split(enum, ",")
			if f.kind == "array" {
				f.enum, f.elem.enum = nil, f.enum
			}
		}
		f.setChain(sf.Tag.Get("validate"))
		fields = append(fields, f)
	}
	return fields
}

func (s *modelSlot) setChain(chain string) {
	if chain == "" {
		return
	}
	own := strings.Split(chain, ",")
	if i := slices.Index(own, "dive"); i >= 0 {
		inner := own[i+1:]
		own = own[:i]
		if end := slices.Index(inner, "endkeys"); end >= 0 {
			s.keyRules, inner = inner[1:end], inner[end+1:]
		}
		s.elem.rules = inner
	}
	s.rules = own
}

func modelOf(t reflect.Type) modelSlot {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return modelSlot{kind: "datetime"}
	case reflect.TypeFor[jarvis.Date]():
		return modelSlot{kind: "date"}
	case reflect.TypeFor[jarvis.TimeOfDay]():
		return modelSlot{kind: "time"}
	case reflect.TypeFor[time.Duration]():
		return modelSlot{kind: "timedelta"}
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return modelSlot{kind: "string", accepts: func(text string) bool {
			return reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text)) == nil
		}}
	}
	switch k := t.Kind(); k {
	case reflect.String:
		return modelSlot{kind: "string"}
	case reflect.Bool:
		return modelSlot{kind: "bool"}
	case reflect.Float32, reflect.Float64:
		return modelSlot{kind: "float", size: t.Bits(), goKind: k.String()}
	case reflect.Struct:
		return modelSlot{kind: "dict", fields: modelFields(t, nil)}
	case reflect.Slice, reflect.Map:
		s := modelSlot{kind: map[reflect.Kind]string{reflect.Slice: "array", reflect.Map: "dict"}[k]}
		if t.Elem().Kind() != reflect.Interface {
			s.elem = new(modelOf(t.Elem()))
		}
		return s
	default:
		return modelSlot{kind: "int", size: t.Bits(), unsigned: strings.HasPrefix(k.String(), "uint"), goKind: k.String()}
	}
}

// Texts.

// arguments writes the text of one call: half of them valid, most others wrong in one place, the rest wrong in many.
func (g *generator) arguments(fields []modelField) []byte {
	g.wild = 0
	switch n := g.IntN(100); {
	case n < 50:
		return []byte(g.object(g.members(fields)))
	case n < 80:
		return []byte(g.deviateObject(fields))
	case n < 84:
		return []byte(pick(g, wholeTexts...))
	case n < 90:
		return g.edit([]byte(g.object(g.members(fields))))
	}
	g.wild = pick(g, 0.05, 0.15, 0.4)
	return []byte(g.object(g.members(fields)))
}

var wholeTexts = []string{
	"", "", " ", "\n\t\r ", "null", "null", " null ", "[]", `"{}"`, "1", "true", "{", "}", "{}{}", "{},", "nul", "null null", "\ufeff{}", "{}\x00", "{}",
	" {} ", "{\"\":{}}", "\u00a0", "[{}]", "{\"a\"}", "{\"a\":}", "{a:1}", "\xff", "/**/{}", "\v{}", "{}\f", "\u2028{}",
}

// member is a key and the raw text of its value.
type member struct{ name, raw string }

// members draws values for the required fields and for most optional ones.
func (g *generator) members(fields []modelField) (members []member) {
	for i := range fields {
		f := &fields[i]
		if f.required && !g.chance(g.wild/4) || !f.required && g.chance(0.7) {
			members = append(members, member{f.name, g.value(&f.modelSlot)})
		}
	}
	if g.chance(g.wild / 3) {
		members = append(members, g.unknown(fields))
	}
	return members
}

// unknown is a member that is not declared, or hardly ever.
func (g *generator) unknown(fields []modelField) member {
	near := pick(g, fields...).name
	return member{pick(g, "extra", near+"x", strings.ToUpper(near), near+"\u0301", "", "\x00"), g.anyValue(2)}
}

// deviateObject writes an object that is valid but for one place.
func (g *generator) deviateObject(fields []modelField) string {
	members := g.members(fields)
	f := pick(g, fields...)
	members = slices.DeleteFunc(members, func(m member) bool { return m.name == f.name })
	switch g.IntN(12) {
	case 0: // left out
	case 1:
		members = append(members, member{f.name, g.value(&f.modelSlot)}, g.unknown(fields))
	case 2:
		members = append(members, member{f.name, g.value(&f.modelSlot)})
		members = append(members, pick(g, members...)) // the key comes twice
	default:
		members = append(members, member{f.name, g.deviate(&f.modelSlot)})
	}
	return g.object(members)
}

// deviate writes a value that is valid but for one place, at any depth.
func (g *generator) deviate(s *modelSlot) string {
	inside := g.chance(0.8)
	switch {
	case inside && s.kind == "array" && s.elem != nil:
		parts := g.elements(s)
		if len(parts) == 0 {
			return "[" + g.deviate(s.elem) + "]"
		}
		parts[g.IntN(len(parts))] = g.deviate(s.elem)
		return g.list(parts)
	case inside && s.kind == "dict" && s.fields != nil:
		return g.deviateObject(s.fields)
	case inside && s.kind == "dict" && s.elem != nil:
		members := g.entries(s)
		if len(members) == 0 {
			members = []member{{"kk", ""}}
		}
		members[g.IntN(len(members))].raw = g.deviate(s.elem)
		return g.object(members)
	}
	return g.wildValue(s)
}

// object writes members in another order now and then.
func (g *generator) object(members []member) string {
	if g.chance(0.2) {
		g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	var texts []string
	for _, m := range members {
		texts = append(texts, g.quote(m.name)+pick(g, ":", ":", ": ", "\t:\n")+m.raw)
	}
	space := pick(g, "", "", "", " ", "\n\t")
	return "{" + space + strings.Join(texts, ","+space) + space + "}"
}

func (g *generator) list(parts []string) string {
	return "[" + strings.Join(parts, pick(g, ",", ", ")) + "]"
}

// edit changes one byte somewhere.
func (g *generator) edit(raw []byte) []byte {
	const alphabet = "{}[]\",:0123456789+-eE.ntrufalsTZ \\\n\x00\xff/"
	if len(raw) == 0 {
		return raw
	}
	at := g.IntN(len(raw))
	other := alphabet[g.IntN(len(alphabet))]
	switch g.IntN(4) {
	case 0:
		return slices.Delete(slices.Clone(raw), at, at+1)
	case 1:
		return slices.Insert(slices.Clone(raw), at, other)
	case 2:
		return raw[:at]
	}
	raw = slices.Clone(raw)
	raw[at] = other
	return raw
}

// maxTries bounds the search for a value that rules let through.
const maxTries = 25

// value writes a value for a slot: one that nothing refuses, except by the chance of wild.
func (g *generator) value(s *modelSlot) string {
	if g.chance(g.wild) {
		return g.wildValue(s)
	}
	free := s.rules == nil && s.enum == nil && s.accepts == nil && !s.unsigned && (s.kind != "int" || s.size == 64)
	raw := g.draw(s)
	for try := 1; try < maxTries && !free && s.kind != "array" && s.kind != "dict" && judgeValue(s, raw) != 0; try++ {
		raw = g.draw(s)
	}
	return raw
}

// draw writes a value of the kind. A scalar may be refused by a rule.
func (g *generator) draw(s *modelSlot) string {
	switch {
	case s.kind == "array" && s.elem == nil && g.chance(0.02) && s.rules == nil:
		return "[" + deepText(40+g.IntN(15)) + "]"
	case s.kind == "array":
		return g.list(g.elements(s))
	case s.kind == "dict" && s.fields != nil:
		return g.object(g.members(s.fields))
	case s.kind == "dict":
		return g.object(g.entries(s))
	case s.kind == "bool":
		return pick(g, "true", "false")
	case s.enum != nil && s.isText():
		return g.quote(pick(g, s.enum...))
	case s.enum != nil:
		return g.respell(pick(g, s.enum...))
	case s.kind == "int" || s.kind == "float":
		return g.number(s)
	}
	return g.quote(g.drawText(s))
}

// length draws a number of elements or members that the rules let through.
func (g *generator) length(s *modelSlot) int {
	for range maxTries {
		n := g.IntN(5)
		if s.elem != nil && s.elem.kind != "dict" && g.chance(0.02) {
			n = 21 + g.IntN(10) // from there on the validator finds repetitions another way
		}
		var j judgement
		length := big.NewRat(int64(n), 1)
		j.chain(s, slices.DeleteFunc(slices.Clone(s.rules), isUnique), reading{sent: length, bound: length})
		if j.found == 0 {
			return n
		}
	}
	return 0
}

func isUnique(rule string) bool { return rule == "unique" }

// elements draws the elements of an array, all different if they have to be.
func (g *generator) elements(s *modelSlot) (parts []string) {
	for range maxTries {
		parts = make([]string, g.length(s))
		for i := range parts {
			if s.elem == nil {
				parts[i] = g.anyValue(2)
			} else {
				parts[i] = g.value(s.elem)
			}
		}
		if !slices.ContainsFunc(s.rules, isUnique) || judgeValue(s, g.list(parts)) == 0 {
			break
		}
	}
	return parts
}

// entries draws the members of an object that declares no properties.
func (g *generator) entries(s *modelSlot) (members []member) {
	keys := []string{"k", "kk", "ключ", "", g.word() + "w", "kkkkk", "x"}
	g.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	n := g.length(s)
	for _, key := range keys {
		size := big.NewRat(int64(utf8.RuneCountInString(key)), 1)
		var j judgement
		if j.chain(&modelSlot{kind: "string"}, s.keyRules, reading{text: key, sent: size, bound: size}); j.found != 0 || len(members) == n {
			continue
		}
		if s.elem == nil {
			members = append(members, member{key, g.anyValue(2)})
		} else {
			members = append(members, member{key, g.value(s.elem)})
		}
	}
	return members
}

func (g *generator) drawText(s *modelSlot) string {
	clockText := func() string {
		return fmt.Sprintf("%02d:%02d:%02d", g.IntN(24), g.IntN(60), g.IntN(60)) + pick(g, "", "", ".5", ".123456789", ".1234567899999") +
			pick(g, "Z", "z", "+02:00", "-05:30", "+00:00", "-23:59")
	}
	day := fmt.Sprintf("%04d-%02d-%02d", pick(g, 2026, g.IntN(10000)), 1+g.IntN(12), 1+g.IntN(28))
	switch s.kind {
	case "date":
		return day
	case "datetime":
		return day + pick(g, "T", "T", "t") + clockText()
	case "time":
		return clockText()
	case "timedelta":
		n := strconv.Itoa(g.IntN(100))
		return pick(g, "PT"+n+"H", "P"+n+"D", "PT"+n+"M", "PT"+n+"S", "P"+n+"W", "P1DT"+n+"H", "PT1H"+n+"M5S", "PT1H"+n+"S", "PT3600S")
	}
	if s.accepts != nil {
		return pick(g, "#ff0000", "#00FF00", "#a1b2c3", "::1", "127.0.0.1")
	}
	return g.ruledText(s.rules)
}

// ruledText draws words that the rules name, and words of all lengths.
func (g *generator) ruledText(rules []string) string {
	words := []string{g.word()}
	for _, rule := range rules {
		name, param, _ := strings.Cut(rule, "=")
		switch name {
		case "eq", "ne":
			words = append(words, strings.ReplaceAll(param, "0x2C", ","))
		case "oneof", "noneof":
			words = append(words, strings.Fields(param)...)
		case "startswith":
			words = append(words, param+words[0])
		case "uuid", "uuid4":
			words = append(words, "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
		}
	}
	return pick(g, words...)
}

func (g *generator) word() string {
	alphabet := []rune("aabbcc019 Zéß日😀\u0000\u001f\u007f\u2028\ufffd\"\\/<&'e\u0301\u202e")
	var word strings.Builder
	for range g.IntN(8) {
		word.WriteRune(pick(g, alphabet...))
	}
	return word.String()
}

// quote writes a JSON string with some code points escaped for no reason.
func (g *generator) quote(text string) string {
	out := `"`
	for _, r := range text {
		switch {
		case r == '"' || r == '\\' || r == '/' && g.chance(0.5):
			out += `\` + string(r)
		case r >= 0x20 && !g.chance(0.04):
			out += string(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out += fmt.Sprintf(`\u%04x\u%04X`, high, low)
		default:
			out += fmt.Sprintf(`\u%04x`, r)
		}
	}
	return out + `"`
}

// number draws small numbers, those at the bounds of rules, and those at the ends of the Go type.
func (g *generator) number(s *modelSlot) string {
	texts := []string{strconv.Itoa(g.IntN(12) - 4), strconv.Itoa(g.IntN(2000) - 500), strconv.FormatInt(g.Int64()-g.Int64(), 10)}
	if s.kind == "float" {
		texts = append(texts, strconv.FormatFloat(g.NormFloat64(), 'g', -1, s.size), strconv.FormatFloat(g.Float64(), 'e', 3, 64), "0.1", "1.5")
	} else {
		low, high := s.intRange()
		texts = append(texts, low.RatString(), high.RatString())
	}
	return g.respell(pick(g, append(texts, ruleNumbers(s.rules)...)...))
}

// ruleNumbers lists the numbers that stand in rules.
func ruleNumbers(rules []string) (numbers []string) {
	for _, word := range strings.FieldsFunc(strings.Join(rules, " "), func(r rune) bool { return r == ' ' || r == '=' || r == '|' }) {
		if _, err := strconv.ParseFloat(word, 64); err == nil && json.Valid([]byte(word)) {
			numbers = append(numbers, word)
		}
	}
	return numbers
}

// respell writes the same number in another way.
func (g *generator) respell(text string) string {
	if strings.ContainsAny(text, "eE") || g.chance(0.7) {
		return text
	}
	if strings.Contains(text, ".") {
		return pick(g, text+"0", text+"000", text+"e0", text+"E+00")
	}
	return pick(g, text+".0", text+".000", text+"e0", text+"E-0", text+"00e-2", text+"0E-1", text+".0e+0")
}

// deepText nests far, but not to the limit of 64 levels.
func deepText(levels int) string {
	text := "0"
	for i := range levels {
		if i%2 == 0 {
			text = "[" + text + "]"
		} else {
			text = `{"d":` + text + `}`
		}
	}
	return text
}

// anyValue writes any JSON value.
func (g *generator) anyValue(depth int) string {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch g.IntN(kinds) {
	case 0:
		return "null"
	case 1:
		return pick(g, "true", "false")
	case 2:
		return g.quote(g.word())
	case 3, 4:
		return pick(g, wildNumbers...)
	case 5:
		return "[" + g.anyValue(depth-1) + "," + g.anyValue(depth-1) + "]"
	}
	return `{"x":` + g.anyValue(depth-1) + `,"y":` + g.anyValue(depth-1) + "}"
}

// wildNumbers stand at the ends of types. Exponents stay within 400: the validator computes with big.Rat.
var wildNumbers = []string{
	"9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e3", "5.0", "-0", "-0.0", "0e10", "0.0e-10",
	"1e400", "-1e400", "1e-400", "-1e-400", "3.4028234663852886e38", "3.4028235677973366e38", "3.4028235677973365e38", "3.4028236e38",
	"1.7976931348623157e308", "1.7976931348623159e308", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535", "65536",
	"2147483647", "2147483648", "4294967295", "4294967296", "0.1", "0.10000000000000000555", "0.1000000014901161", "1E+2", "100e-2", "1.5", "-1", "0",
	"1e19", "123456789012345678901234567890e-20", "1000000000000000000000e-3", "0.30000000000000004", "1.000000000000000000001", "0.99999999999999999999",
	"2.5000000000000000000001", "0.4999999999999999999999", "1.00000000000000000000e2", "0.00000000000000000000007e23", "0.000000000000000000000001",
	"9223372036854775807.0", "92233720368547758070e-1", "18446744073709551615.5", "9007199254740993.0000000000000000001", "7e0", "70e-1", "0.7e1",
}

var wildTexts = map[string][]string{
	"date": {
		"2026-02-29", "2024-02-29", "1900-02-29", "2000-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31", "2026-1-18", "20260118", "2026-01-18Z",
		"0000-01-01", "9999-12-31", "10000-01-01", " 2026-01-18", "2026-01-18 ", "２０２６-01-18", "+2026-01-1", "-001-01-01", "2026/01/18", "2026-01-18T05:00:00Z", "today",
	},
	"datetime": {
		"2026-01-18t05:00:00z", "2026-01-18 05:00:00Z", "2026-01-18T05:00:00", "2026-01-18T05:00Z", "2026-01-18T05:00:00+0200", "2026-01-18T05:00:00+02",
		"2026-01-18T05:00:00-00:00", "2026-01-18T05:00:00+24:00", "2026-01-18T05:00:00+23:59", "2026-01-18T05:00:00+02:60", "2016-12-31T23:59:60Z",
		"2017-01-01T01:59:60+02:00", "2016-12-31T12:00:60Z", "2016-12-31T23:59:61Z", "2026-01-18T24:00:00Z", "2026-01-18T05:60:00Z", "2026-01-18T05:00:00.Z",
		"2026-01-18T05:00:00,5Z", "2026-01-18T05:00:00.1234567891Z", "2026-01-18T+5:00:00Z", "2026-01-18T05:-0:00Z", "2026-01-18T05:00:00++1:00",
		"2026-02-29T05:00:00Z", "2026-1-18T05:00:00Z", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999999-23:59", "2026-01-18T05:00:00ZZ",
		"2026-01-18T06:00:00+01:00", "2026-01-18T05:00:00.500Z", "2026-01-18T05:00:00.0000000001Z", "2026-W03-7T05:00:00Z", "2026-01-18T05:00:00−02:00", "tomorrow",
	},
	"time": {
		"05:00", "05:00Z", "05:00+02:00", "05:00:00", "05:00:00.5", "5:00", "05:0", "0500", "24:00:00Z", "23:60:00Z", "23:59:60Z", "23:59:60", "23:59:60+01:00",
		"16:29:60-07:30", "00:59:60+01:00", "+5:00:00Z", "-0:00:00Z", "05:+0:00Z", "05:00:-0Z", "05:00:00+-1:00", "05:00:00+01:+5", "05:00:00+24:00", "05:00:00-00:00",
		"05:00:00.Z", "05:00:00.1234567891Z", "05:00:00 Z", "T05:00:00Z", "05:00:00z", "05:00:30.0", "19:30:00+02:00", "17:30Z", "00:00:00.250Z", "٠٥:00:00Z", "noon",
	},
	"timedelta": {
		"P", "PT", "P1DT", "PT1H", "P1W", "P1WT1H", "P1W1D", "P1Y", "P0Y", "P1M", "PT1M", "P1DT2H30M0.5S", "PT0.1234567891S", "PT1S1M", "PT1H1S", "P1Y1D", "P106751D", "P106752D",
		"P15250W", "P15251W", "PT9223372036.854775807S", "PT9223372036.854775808S", "PT9223372036S", "PT9223372037S", "PT153722867M", "PT153722868M", "-PT1H", "+PT1H", "P-1D",
		"pt1h", "PT1h", "P1D2H", "PT1.5H", "PT.5S", "PT1.S", "PT0,5S", "PT1H30", "1H", "P0D", "PT0S", "P1Y2M3DT4H5M6S", "P00001D", "PT99999999999999999999S",
		"P99999999999999999999Y", "PT2562047H47M16.854775807S", "PT2562047H47M16.854775808S", "P1Y1W", "P1D1D", "PT60M", "PT24H", "PT3600.0S", "P14D", "PT5400S",
		"PT1M0.25S", "P1DT0.001S", "PT1.5S", "PT60.0S", "PT0.5000S", "PT1H0.0000000001S", "PT1D", "P1H", "P 1D", "P１D", "1h30m", "PT1HT1M", "PW", "P1YT0.5S",
	},
	"string": {
		"", " ", "on", "ON", "on ", "<ä>", "a", "ab", "abc", "ä", "äöü", "e\u0301", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b8109dad11d180b400c04fd430c8",
		"6ba7b810-9dad-41d1-80b4-00c04fd430c8\n", "{6ba7b810-9dad-41d1-80b4-00c04fd430c8}", "6BA7B810-9DAD-41D1-80B4-00C04FD430C8", "#ff0000", "#ff000", "#gg0000",
		"null", "1", "true", "😀😀", "\u0000", "fe80::1%eth0", "::", "1.2.3.4.5",
	},
}

var brokenStrings = []string{
	`"\ud83d"`, `"\ude00"`, `"\ude00\ud83d"`, `"\ud83dx"`, "\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"", "\"a\xe2\x82\"",
	"\"\x01\"", `"\x"`, `"\u12g4"`, `"`, `'a'`, `"\ud83d\u0041"`, `"\uD83D\uDE00"`, `{"\ud83d":1}`, `{"a":1,"a":2}`, `[{"":0,"":0}]`,
}

var wildLiterals = []string{"01", "+1", ".5", "1.", "0x10", "1_0", "NaN", "Infinity", "1e", "--1", "-", "-01", "1.e5", "1e+", "1E", "-.5", "True", "nil", "undefined", ""}

// wildValue writes what stands near a valid value, or far from it.
func (g *generator) wildValue(s *modelSlot) string {
	switch g.IntN(20) {
	case 0, 1:
		return "null"
	case 2:
		return g.anyValue(1)
	case 3:
		return pick(g, brokenStrings...)
	case 4:
		return pick(g, wildLiterals...)
	case 5:
		other := modelSlot{kind: pick(g, scalarKinds...), size: 64}
		return g.draw(&other)
	}
	switch {
	case s.enum != nil && g.chance(0.5):
		return g.spellOtherwise(s, pick(g, s.enum...))
	case s.kind == "int" || s.kind == "float":
		return g.wildNumber(s)
	case s.isText() && g.chance(0.6):
		return g.quote(pick(g, wildTexts[s.kind]...))
	case s.isText():
		text := g.drawText(s)
		if edited := string(g.edit([]byte(text))); utf8.ValidString(edited) {
			text = edited
		}
		return g.quote(text)
	case s.kind == "dict" && s.fields == nil && g.chance(0.7):
		free := modelSlot{kind: "dict", elem: s.elem}
		return g.draw(&free)
	case s.kind == "array" && g.chance(0.7):
		free := modelSlot{kind: "array", elem: s.elem}
		parts := g.elements(&free)
		for _, part := range parts {
			parts = append(parts, g.twin(part))
		}
		return g.list(parts)
	}
	return g.draw(s)
}

// twin repeats a value, or writes a number that rounds to the same float.
func (g *generator) twin(raw string) string {
	x, ok := new(big.Rat).SetString(raw)
	if !ok || g.chance(0.3) {
		return raw
	}
	return x.Add(x, big.NewRat(1, 1e18)).FloatString(20)
}

// spellOtherwise writes an enum member so that only a reader of values knows it.
func (g *generator) spellOtherwise(s *modelSlot, text string) string {
	switch s.kind {
	case "float":
		rounded, _ := rounding(ratOf(text), s.size)
		return rounded.FloatString(60)
	case "datetime":
		at, _ := readInstant(text)
		zone := time.FixedZone("", pick(g, 0, 3600, -9000))
		return g.quote(at.In(zone).Format(pick(g, time.RFC3339Nano, "2006-01-02T15:04:05.000000000000Z07:00")))
	case "time":
		c, _ := readClock(text)
		if minutes := c.hour*60 + c.minute - c.offset + 1440*2 + 90; c.hasOffset {
			return g.quote(fmt.Sprintf("%02d:%02d:%02d.%09d+01:30", minutes/60%24, minutes%60, c.second, c.nano))
		}
		return g.quote(fmt.Sprintf("%02d:%02d:%02d.%09d1", c.hour, c.minute, c.second, c.nano))
	case "timedelta":
		span, _ := readSpan(text)
		d := time.Duration(span.Int64())
		return g.quote(pick(g, fmt.Sprintf("PT%dM%02dS", d/time.Minute, d%time.Minute/time.Second), fmt.Sprintf("PT%d.%09d9S", d/time.Second, d%time.Second)))
	case "int":
		return pick(g, text+".0", text+".5", text+"0e-1")
	}
	return g.quote(pick(g, text+" ", strings.ToUpper(text), text))
}

// wildNumber takes a number from the list or beyond the type, or moves a drawn one, or one of a rule, by one or by very little.
func (g *generator) wildNumber(s *modelSlot) string {
	switch n := g.IntN(10); {
	case n < 4:
		return pick(g, wildNumbers...)
	case n < 6 && s.kind == "int":
		low, high := s.intRange()
		one := big.NewRat(1, 1)
		return pick(g, low.Sub(low, one), high.Add(high, one)).RatString()
	case n < 7 && s.size == 32:
		return pick(g, "3.4028234663852886e38", "3.4028235677973365e38", "3.4028235677973366e38", "-3.4028236e38", "1e39")
	}
	digits := pick(g, 0, 1, 9, 18, 30)
	start := g.number(s)
	if limits := ruleNumbers(s.rules); limits != nil && g.chance(0.5) {
		start, digits = pick(g, limits...), pick(g, 0, 1, 9, 18, 30, 30)
	}
	step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	if g.chance(0.5) {
		step.Neg(step)
	}
	return step.Add(step, ratOf(start)).FloatString(digits)
}
