// Properties of validator rules: our verdict is that of the library, and the keywords say what the rules check.

package jarvis

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-playground/validator/v10"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// rulePosition is a Go type with the rules that are checked natively on it.
type rulePosition struct {
	sample any
	typ    string
	rules  []string // names, or whole rules if they hold an equal sign
	params *rapid.Generator[string]
}

var (
	boundRules = []string{"min", "max", "gte", "lte", "gt", "lt", "len", "eq", "ne"}
	textRules  = []string{
		"min", "max", "gte", "lte", "gt", "lt", "len", "eq=", "ne=", "eq=a", "ne=a", "eq=äb", "eq=a0x2Cb", "oneof=a b", "oneof='a b' ''",
		"oneof=äb c ''", "noneof=a b", "uuid", "uuid3", "uuid4", "uuid5", "uuid7", "uuid_rfc4122", "uuid4_rfc4122", "uuid3_rfc4122",
		"uuid5_rfc4122",
	}
	integerRules = append([]string{"oneof=1 2", "oneof=0 3 -1", "noneof=1 2", "oneof=1 01", "oneof=127 128 255"}, boundRules...)
)

func rulePositions() []rulePosition {
	ints := rapid.SampledFrom([]string{
		"0", "1", "2", "3", "-1", "-2", "7", "010", "0x2", "0b11", "1_0", "+2", "-0", "127", "128", "-128", "-129", "255", "256", "32767",
		"-32769", "65535", "2147483647", "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808",
		"9223372036854775808", "18446744073709551615", "18446744073709551616", "abc", "1.5", "", " 1", "1e3",
	})
	floats := rapid.OneOf(rapid.SampledFrom([]string{
		"0", "-0", "0.1", "0.5", ".5", "5.", "-1.5", "1e3", "1E-3", "0x1p-2", "16777217", "0.30000000000000004", "1e21", "1e-7", "1e38", "1e39",
		"1e308", "1e400", "inf", "nan", "1_000", "abc", "", "3.4028234663852886e38", "1.401298464324817e-45", "4.9e-324",
	}), rapid.Map(rapid.Float64Range(-3, 3), func(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }))
	lengths := rapid.SampledFrom([]string{"0", "1", "2", "3", "4", "0x2", "03", "-1", "9223372036854775807", "abc", "1.5", ""})
	durations := rapid.SampledFrom([]string{"1h", "0s", "0", "90m", "-1h30m", "1000", "1.5s", "0x10", "abc", "1d", "2562047h", ""})
	positions := []rulePosition{
		{float32(0), "float", boundRules, floats}, {0.0, "float", boundRules, floats},
		{"", "string", textRules, lengths}, {ruleText(""), "string", textRules, lengths}, {"", "date", textRules, lengths},
		{false, "bool", []string{"eq", "ne"}, rapid.SampledFrom([]string{"true", "false", "1", "T", "F", "yes", ""})},
		{time.Duration(0), "timedelta", boundRules, durations},
		{[]int{}, "array<int>", append([]string{"unique"}, boundRules...), lengths},
		{[]string{}, "array<string>", append([]string{"unique"}, boundRules...), lengths},
		{[]float64{}, "array<float>", append([]string{"unique"}, boundRules...), lengths},
		{[]*int{}, "array<int>", append([]string{"unique"}, boundRules...), lengths},
		{map[string]int{}, "dict", boundRules, lengths},
	}
	for _, sample := range []any{0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0)} {
		positions = append(positions, rulePosition{sample, "int", integerRules, ints})
	}
	return positions
}

// tag draws a chain of one to three rules.
func (p rulePosition) tag(t *rapid.T, more ...string) string {
	chain := make([]string, rapid.IntRange(1, 3).Draw(t, "rules"))
	for i := range chain {
		name := rapid.SampledFrom(append(p.rules, more...)).Draw(t, "rule")
		if !strings.ContainsAny(name, "=u") && !strings.HasPrefix(name, "omit") {
			name += "=" + p.params.Draw(t, "param")
		}
		chain[i] = name
	}
	return strings.Join(chain, ",")
}

// drawRuleValue sets v to a value on which the rules above differ.
func drawRuleValue(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom([]string{
			"", "a", "b", "äb", "a b", "a,b", "abc", "日本語x", "abcde", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
			"A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-3ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-5ef8-cb6d-6bb9bd380a11",
			"a0eebc99-9c0b-7ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\n",
		}).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "truth"))
	case reflect.Float32, reflect.Float64:
		f := rapid.OneOf(
			rapid.SampledFrom([]float64{0, 0.1, 0.5, 5, -1.5, 1000, 0.001, 0.25, 16777216, 16777218, 0.30000000000000004, 1e21, 1e-7, math.Copysign(0, -1)}),
			rapid.Float64Range(-3, 3),
		).Draw(t, "float")
		if v.OverflowFloat(f) {
			f = 0
		}
		v.SetFloat(f)
	case reflect.Slice:
		if rapid.IntRange(0, 9).Draw(t, "nil") == 0 {
			v.SetZero()
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(0, 5).Draw(t, "length"), 5))
		for i := range v.Len() {
			drawRuleValue(t, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := range rapid.IntRange(0, 5).Draw(t, "length") {
			v.SetMapIndex(reflect.ValueOf(strconv.Itoa(i)), reflect.ValueOf(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		drawRuleValue(t, v.Elem())
	default:
		drawRuleInteger(t, v)
	}
}

func drawRuleInteger(t *rapid.T, v reflect.Value) {
	n := rapid.OneOf(rapid.Int64Range(-4, 12), rapid.SampledFrom([]int64{
		127, 128, -128, 255, 256, 32767, 65535, math.MaxInt32, 9007199254740993, 9007199254740992, math.MaxInt64, math.MinInt64,
		int64(time.Hour), int64(90 * time.Minute), -int64(90 * time.Minute),
	})).Draw(t, "integer")
	switch {
	case v.CanUint() && v.OverflowUint(uint64(n)), v.CanInt() && v.OverflowInt(n):
	case v.CanUint():
		v.SetUint(uint64(n))
	default:
		v.SetInt(n)
	}
}

// libraryVerdict runs the whole tag through the library.
func libraryVerdict(lib *validator.Validate, v reflect.Value, tag string) (ok bool, panicked any) {
	defer func() { panicked = recover() }()
	return lib.Var(v.Interface(), tag) == nil, nil
}

func TestRulesAgreeWithLibrary(t *testing.T) {
	pairs, passed, refused := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lib := validator.New(validator.WithRequiredStructEnabled()) // its cache copies itself for each new tag
		for _, p := range rulePositions() {
			for range 4 {
				tag := p.tag(t, "omitempty", "omitzero")
				typ := reflect.TypeOf(p.sample)
				rules, mistakes := compileRules(typ, ruleType(t, p.typ), tag)
				if len(mistakes) > 0 {
					refused++
					continue
				}
				for range 8 {
					v := reflect.New(typ).Elem()
					drawRuleValue(t, v)
					want, panicked := libraryVerdict(lib, v, tag)
					require.Nil(t, panicked, "%s on %s", tag, typ)
					failed, ok, err := firstFailure(rules, v)
					require.NoError(t, err)
					require.Equal(t, want, ok, "%s on %s %v: %v", tag, typ, v, failed)
					pairs++
					if ok {
						passed++
					}
				}
			}
		}
	})
	t.Logf("%d pairs of rules and values, %d of them passing; %d tags refused", pairs, passed, refused)
	requirePairs(t, pairs, 20_000)
}

// requirePairs asks that enough pairs were tried. A short run makes a fifth of the checks.
func requirePairs(t *testing.T, pairs, least int) {
	if testing.Short() {
		least /= 5
	}
	require.GreaterOrEqual(t, pairs, least)
}

// TestUUIDsAgreeWithLibrary changes single bytes of UUIDs, where versions and variants are told apart.
func TestUUIDsAgreeWithLibrary(t *testing.T) {
	names := []string{
		"uuid", "uuid3", "uuid4", "uuid5", "uuid7", "uuid_rfc4122", "uuid3_rfc4122", "uuid4_rfc4122", "uuid5_rfc4122",
	}
	lib := validator.New()
	pairs, passed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for _, name := range names {
			rules := mustRules(t, "", "string", name)
			schema := ruleSchema(t, rules)
			for range 20 {
				text := []byte("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
				text[14] = rapid.SampledFrom([]byte("34578")).Draw(t, "version")
				for range rapid.IntRange(0, 2).Draw(t, "changes") {
					at := rapid.OneOf(rapid.SampledFrom([]int{13, 14, 18, 19}), rapid.IntRange(0, 35)).Draw(t, "at")
					text[at] = rapid.SampledFrom([]byte("0123489abcdefABDFGg-")).Draw(t, "byte")
				}
				_, ok, err := firstFailure(rules, reflect.ValueOf(string(text)))
				require.NoError(t, err)
				require.Equal(t, lib.Var(string(text), name) == nil, ok, "%s on %s", name, text)
				require.Equal(t, schema.Validate(string(text)) == nil, ok, "keyword of %s on %s", name, text)
				pairs++
				if ok {
					passed++
				}
			}
		}
	})
	t.Logf("%d pairs of UUID rules and texts, %d of them passing", pairs, passed)
}

// TestRefusedRulesAreUseless: what is refused as a contradiction or beyond the type passes nothing in the library either.
func TestRefusedRulesAreUseless(t *testing.T) {
	tags := 0
	rapid.Check(t, func(t *rapid.T) {
		lib := validator.New(validator.WithRequiredStructEnabled())
		for _, p := range rulePositions() {
			tag := p.tag(t)
			typ := reflect.TypeOf(p.sample)
			_, mistakes := compileRules(typ, ruleType(t, p.typ), tag)
			text := strings.Join(mistakes, "\n")
			if !strings.Contains(text, "contradict") && !strings.Contains(text, "never holds") || strings.Contains(text, "bad parameter") {
				continue
			}
			tags++
			for range 8 {
				v := reflect.New(typ).Elem()
				drawRuleValue(t, v)
				ok, _ := libraryVerdict(lib, v, tag)
				require.False(t, ok, "%s on %s %v: %s", tag, typ, v, text)
			}
		}
	})
	t.Logf("%d contradicting tags", tags)
	require.NotZero(t, tags)
}

// ruleSchema compiles the keywords of a set, and of its elements, as a schema.
func ruleSchema(t require.TestingT, rules *ruleSet) *jsonschema.Schema {
	text := keywordText(rules)
	if elem := rules.elemRules(); elem != nil {
		text = strings.TrimSuffix(text, "}")
		if text != "{" {
			text += ","
		}
		text += `"items":` + keywordText(elem) + "}"
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err, text)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("rules.json", doc))
	schema, err := c.Compile("rules.json")
	require.NoError(t, err, text)
	return schema
}

// checkAll applies a set to a value and the set after dive to its elements.
func checkAll(t require.TestingT, rules *ruleSet, v reflect.Value) bool {
	_, ok, err := firstFailure(rules, v)
	require.NoError(t, err)
	if elem := rules.elemRules(); ok && elem != nil {
		for i := range v.Len() {
			ok = ok && checkAll(t, elem, reflect.Indirect(v.Index(i)))
		}
	}
	return ok
}

func TestKeywordsAgreeWithRules(t *testing.T) {
	pairs, passed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range rulePositions() {
			tag, typ := p.tag(t, "omitnil"), reflect.TypeOf(p.sample)
			if typ.Kind() == reflect.Slice {
				tag += rapid.SampledFrom([]string{"", ",dive,gte=1", ",dive,lt=3", ",dive,eq=1", ",dive,max=2"}).Draw(t, "dive")
			}
			rules, mistakes := compileRules(typ, ruleType(t, p.typ), tag)
			if len(mistakes) > 0 || len(rules.notes()) > 0 {
				continue
			}
			schema := ruleSchema(t, rules)
			for range 8 {
				v := reflect.New(typ).Elem()
				if drawRuleValue(t, v); v.Kind() == reflect.Slice && v.IsNil() {
					v.Set(reflect.MakeSlice(typ, 0, 0)) // the binder leaves no nil where an array came
				}
				raw, err := json.Marshal(v.Interface())
				require.NoError(t, err)
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
				require.NoError(t, err)
				ok := checkAll(t, rules, v)
				require.Equal(t, schema.Validate(doc) == nil, ok, "%s on %s %s: %s", tag, typ, raw, keywordText(rules))
				pairs++
				if ok {
					passed++
				}
			}
		}
	})
	t.Logf("%d pairs of keywords and values, %d of them passing", pairs, passed)
	requirePairs(t, pairs, 5_000)
}

func TestImportedKeywordsAgree(t *testing.T) {
	pairs, passed := 0, 0
	numbers := rapid.SampledFrom([]string{
		"0", "1", "2", "3.0", "-1", "1.5", "-1.5", "0.1", "2e0", "1e3", "1e30", "-1e30", "9007199254740993", "9223372036854775807",
		"18446744073709551615", "1e-7", "5",
	})
	others := map[string]*rapid.Generator[string]{
		"uniqueItems": rapid.SampledFrom([]string{"true", "false"}),
		"pattern":     rapid.SampledFrom([]string{`"a"`, `"^a.?$"`, `"[^a-z]"`, `"^$"`}),
		"const":       rapid.SampledFrom([]string{`"a"`, `""`, "1", "0.1", "2.0", "true", "false"}),
	}
	rapid.Check(t, func(t *rapid.T) {
		for _, p := range rulePositions() {
			typ, given := reflect.TypeOf(p.sample), map[string]json.RawMessage{}
			for range 3 {
				name := rapid.SampledFrom(keywordOrder[:]).Draw(t, "keyword")
				gen, ok := others[name]
				if !ok {
					gen = numbers
				}
				given[name] = json.RawMessage(gen.Draw(t, "value"))
			}
			rules, _ := constraintsFromSchema(typ, ruleType(t, p.typ), given)
			if rules == nil {
				continue
			}
			require.Empty(t, rules.notes())
			schema := ruleSchema(t, rules)
			for range 8 {
				v := reflect.New(typ).Elem()
				if drawRuleValue(t, v); v.Kind() == reflect.Slice && v.IsNil() {
					continue
				}
				raw, err := json.Marshal(v.Interface())
				require.NoError(t, err)
				doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
				require.NoError(t, err)
				_, ok, err := firstFailure(rules, v)
				require.NoError(t, err)
				require.Equal(t, schema.Validate(doc) == nil, ok, "%s %s: %s", typ, raw, keywordText(rules))
				pairs++
				if ok {
					passed++
				}
			}
		}
	})
	t.Logf("%d pairs of imported keywords and values, %d of them passing", pairs, passed)
	requirePairs(t, pairs, 5_000)
}
