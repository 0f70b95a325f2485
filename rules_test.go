// Validator rules: verdicts and wording, exact keywords, sentences, elements, cost.

package jarvis

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type (
	ruleText   string
	ruleOption struct {
		Name   string `jarvis:"name"`
		Parent *ruleOption
		secret int
	}
	ruleLoose struct{ Value any } // comparable until a map is put in
	ruleUUID  [2]byte             // known by its text
	ruleUpper string              // not what the JSON says
	ruleEven  struct{ N int }
	ruleBoom  struct{ N int }
	ruleValue struct{ text string }
	ruleList  struct{ head *ruleList }
)

// Fields that only reflection reads.
var _, _ = ruleOption{}.secret, ruleList{}.head

func (u ruleUUID) String() string {
	return "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1" + string('0'+rune(u[0]%10))
}
func (u *ruleUpper) UnmarshalText(b []byte) error {
	*u = ruleUpper(strings.ToUpper(string(b)))
	return nil
}
func (e *ruleEven) Validate() error {
	if e.N%2 != 0 {
		return errors.New("odd")
	}
	return nil
}
func (e ruleEven) Positive() bool       { return e.N > 0 }
func (e ruleEven) Than(int) bool        { return true }
func (e ruleEven) Nothing()             {}
func (e ruleEven) Text() string         { return "" }
func (e ruleBoom) Validate() bool       { return 8/(e.N-7) != 9 }
func (v ruleValue) ValidatorValue() any { return v.text }

func ruleType(t require.TestingT, text string) Type {
	typ, err := ParseType(text)
	require.NoError(t, err)
	return typ
}

func mustRules(t require.TestingT, sample any, typ, tag string) *ruleSet {
	rules, mistakes := compileRules(reflect.TypeOf(sample), ruleType(t, typ), tag)
	require.Empty(t, mistakes, "%s on %T", tag, sample)
	return rules
}

func keywordText(rules *ruleSet) string {
	parts := []string{}
	for _, k := range rules.keywords() {
		parts = append(parts, `"`+k.Name+`":`+string(k.Value))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func TestRulesCheck(t *testing.T) {
	past, future := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	tests := []struct {
		name, typ, tag string
		good, bad      any
		rule, param    string
		message        string
	}{
		{"int at least", "int", "gte=1,lte=5", 1, 0, "gte", "1", "must be at least 1"},
		{"int at most", "int", "gte=1,lte=5", 5, 6, "lte", "5", "must be at most 5"},
		{"older names", "int", "min=1,max=5", 5, 6, "max", "5", "must be at most 5"},
		{"int greater", "int", "gt=1", 2, 1, "gt", "1", "must be greater than 1"},
		{"int less", "int", "lt=1", 0, 1, "lt", "1", "must be less than 1"},
		{"int equal", "int", "eq=7", 7, 8, "eq", "7", "must be 7"},
		{"int len", "int", "len=7", 7, 8, "len", "7", "must be 7"},
		{"int not equal", "int", "ne=7", 8, 7, "ne", "7", "must not be 7"},
		{"hexadecimal bound", "int", "lte=0x10", 16, 17, "lte", "0x10", "must be at most 16"},
		{"octal bound", "int", "lte=010", 8, 9, "lte", "010", "must be at most 8"},
		{"int64 beyond a float", "int", "lte=9007199254740993", int64(9007199254740993), int64(9007199254740994), "lte", "9007199254740993", "must be at most 9007199254740993"},
		{"uint64 beyond int64", "int", "gte=18446744073709551614", uint64(18446744073709551615), uint64(18446744073709551613), "gte", "18446744073709551614", "must be at least 18446744073709551614"},
		{"float32 widened", "float", "gte=0.1", float32(0.1), float32(0.09999999), "gte", "0.1", "must be at least 0.1"},
		{"float64", "float", "lt=1e3", 999.5, 1000.0, "lt", "1e3", "must be less than 1000"},
		{"negative zero", "float", "gte=-0", 0.0, -0.5, "gte", "-0", "must be at least 0"},
		{"bool", "bool", "eq=true", true, false, "eq", "true", "must be true"},
		{"bool in short", "bool", "ne=T", false, true, "ne", "T", "must not be true"},
		{"characters", "string", "min=3", "äöü", "äö", "min", "3", "must have at least 3 characters"},
		{"one character", "string", "gte=1", "a", "", "gte", "1", "must have at least 1 character"},
		{"more characters than", "string", "gt=3", "abcd", "abc", "gt", "3", "must have at least 4 characters"},
		{"less characters than", "string", "lt=3", "ab", "abc", "lt", "3", "must have at most 2 characters"},
		{"exact length", "string", "len=2", "ab", "abc", "len", "2", "must have exactly 2 characters"},
		{"text equal", "string", "eq=a b", "a b", "ab", "eq", "a b", `must be "a b"`},
		{"text with a comma", "string", "eq=a0x2Cb", "a,b", "ab", "eq", "a,b", `must be "a,b"`},
		{"text not equal", "string", "ne=a", "b", "a", "ne", "a", `must not be "a"`},
		{"text not blank", "string", "ne=", "b", "", "ne", "", "must not be empty"},
		{"narrowed text", "date", "min=5", "2026-01-01", "2026", "min", "5", "must have at least 5 characters"},
		{"named text", "string", "max=1", ruleText("a"), ruleText("ab"), "max", "1", "must have at most 1 character"},
		{"items", "array<int>", "max=2", []int{1, 2}, []int{1, 2, 3}, "max", "2", "must have at most 2 items"},
		{"no items", "array<int>", "gt=0", []int{1}, []int{}, "gt", "0", "must have at least 1 item"},
		{"items not", "array<int>", "ne=1", []int{}, []int{1}, "ne", "1", "must not have exactly 1 item"},
		{"keys", "dict", "len=1", map[string]int{"a": 1}, map[string]int{}, "len", "1", "must have exactly 1 key"},
		{"duration", "timedelta", "gte=1h30m", 2 * time.Hour, time.Hour, "gte", "1h30m", "must be at least PT1H30M"},
		{"negative duration", "timedelta", "gt=-1h", time.Hour, -time.Hour, "gt", "-1h", "must be greater than -1h0m0s"},
		{"duration as nanoseconds", "timedelta", "lt=1000000000", time.Millisecond, time.Second, "lt", "1000000000", "must be less than PT1S"},
		{"future", "datetime", "gt", future, past, "gt", "", "must be in the future"},
		{"not past", "datetime", "gte", future, past, "gte", "", "must not be in the past"},
		{"past", "datetime", "lt", past, future, "lt", "", "must be in the past"},
		{"not future", "datetime", "max", past, future, "max", "", "must not be in the future"},
		{"oneof", "string", "oneof=a 'b c'", "b c", "b", "oneof", "a 'b c'", "must be one of: a, b c"},
		{"oneof of ints", "int", "oneof=1 -2", int8(-2), int8(2), "oneof", "1 -2", "must be one of: 1, -2"},
		{"oneof of uints", "int", "oneof=1 2", uint(2), uint(3), "oneof", "1 2", "must be one of: 1, 2"},
		{"noneof", "string", "noneof=a b", "c", "b", "noneof", "a b", "must not be one of: a, b"},
		{"oneof in any case", "string", "oneofci=a b", "B", "c", "oneofci", "a b", "must be one of, in any case: a, b"},
		{"email", "string", "email", "a@example.com", "a", "email", "", "must be an email address"},
		{"url", "string", "url", "http://example.com", "a", "url", "", "must be a URL"},
		{"uuid", "string", "uuid", "A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11", "a", "uuid", "", "must be a UUID"},
		{"uuid4", "string", "uuid4", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11", "uuid4", "", "must be a version 4 UUID in lower case"},
		{"contains", "string", "contains=@", "a@b", "ab", "contains", "@", `must contain "@"`},
		{"layout", "string", "datetime=2006-01-02", "2026-01-02", "2026-13-02", "datetime", "2006-01-02", `must be a date or time written like "2006-01-02"`},
		{"postcode", "string", "postcode_iso3166_alpha2=US", "12345", "123", "postcode_iso3166_alpha2", "US", "must be a postal code of the country US"},
		{"port", "int", "port", 80, 0, "port", "", "must be a port number from 1 to 65535"},
		{"alias", "string", "iscolor", "#ff0000", "red", "iscolor", "", "must be a color as hex, rgb(), rgba(), hsl(), hsla() or cmyk()"},
		{"alternatives", "string", "email|url|eq=me", "me", "you", "email|url|eq=me", "", `must be an email address or must be a URL or must be "me"`},
		{"alternatives with a bound", "int", "lt=0|gt=9", 10, 5, "lt=0|gt=9", "", "must be less than 0 or must be greater than 9"},
		{"second of a chain", "string", "email,endswith=.org", "a@b.org", "a@b.com", "endswith", ".org", `must end with ".org"`},
		{"unique", "array<int>", "unique", []int{1, 2}, []int{1, 1}, "unique", "", "must not repeat an item"},
		{"unique pointers", "array<int>", "unique", []*int{new(1), new(2)}, []*int{new(1), new(1)}, "unique", "", "must not repeat an item"},
		{"unique values", "dict", "unique", map[string]int{"a": 1, "b": 2}, map[string]int{"a": 1, "b": 1}, "unique", "", "must not repeat a value"},
		{"unique by field", "array<dict>", "unique=Name", []ruleOption{{Name: "a"}, {Name: "b"}}, []ruleOption{{Name: "a"}, {Name: "a"}}, "unique", "Name", "must not have two items with the same Name"},
		{"keys of a map", "dict", "dive,keys,min=2,alpha,endkeys", map[string]int{"ab": 1}, map[string]int{"ab": 1, "c1": 2, "1": 3}, "min", "2", "must have valid keys: each key must have at least 2 characters"},
		{"omitempty, empty", "string", "omitempty,min=3", "", "a", "min", "3", "must have at least 3 characters, unless it is empty"},
		{"omitempty, zero", "int", "omitempty,gte=3", 0, 1, "gte", "3", "must be at least 3, unless it is 0"},
		{"omitempty after a rule", "int", "lt=9,omitempty,gte=3", 0, 9, "lt", "9", "must be less than 9"},
		{"omitempty of false", "bool", "omitempty,ne=true", false, true, "ne", "true", "must not be true, unless it is false"},
		{"omitempty of an empty slice", "array<int>", "omitempty,min=1", []int(nil), []int{}, "min", "1", "must have at least 1 item"},
		{"omitzero of an empty slice", "array<int>", "omitzero,min=2", []int{}, []int{1}, "min", "2", "must have at least 2 items, unless it is empty"},
		{"omitnil does nothing", "string", "omitnil,min=1", "a", "", "min", "1", "must have at least 1 character"},
		{"method of the pointer", "dict", "validateFn", ruleEven{2}, ruleEven{1}, "validateFn", "", "must satisfy the rule validateFn"},
		{"method by name", "dict", "validateFn=Positive", ruleEven{1}, ruleEven{-1}, "validateFn", "Positive", "must satisfy the rule validateFn=Positive"},
		{"value of its own", "string", "email", ruleValue{"a@b.org"}, ruleValue{"a"}, "email", "", "must be an email address"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules := mustRules(t, tt.good, tt.typ, tt.tag)
			_, ok, err := firstFailure(rules, reflect.ValueOf(tt.good))
			require.NoError(t, err)
			assert.True(t, ok, "%v", tt.good)

			failed, ok, err := firstFailure(rules, reflect.ValueOf(tt.bad))
			require.NoError(t, err)
			assert.False(t, ok, "%v", tt.bad)
			assert.Equal(t, []string{tt.rule, tt.param, tt.message}, []string{failed.Rule, failed.Param, failed.Message})

			place := reflect.New(reflect.TypeOf(tt.bad)).Elem()
			place.Set(reflect.ValueOf(tt.bad))
			again, ok, err := firstFailure(rules, place)
			require.NoError(t, err)
			assert.False(t, ok, "addressable")
			assert.Equal(t, failed, again)
		})
	}
}

func TestRulesCheckNone(t *testing.T) {
	rules, mistakes := compileRules(reflect.TypeFor[int](), Type{kind: KindInt}, "")
	assert.Nil(t, rules)
	assert.Nil(t, mistakes)
	for _, none := range []*ruleSet{nil, {}} {
		_, ok, err := firstFailure(none, reflect.ValueOf(1))
		require.NoError(t, err)
		assert.True(t, ok)
		assert.Nil(t, none.elemRules())
		assert.Nil(t, none.keywords())
		assert.Nil(t, none.notes())
	}
}

func TestRulesAllowed(t *testing.T) {
	failed, ok, err := firstFailure(mustRules(t, "", "string", "oneof=a 'b c'"), reflect.ValueOf("x"))
	require.NoError(t, err)
	assert.False(t, ok)
	assert.Equal(t, []string{"a", "b c"}, failed.Allowed)
}

func TestRulesPanicAtCall(t *testing.T) {
	rules := mustRules(t, ruleBoom{}, "dict", "validateFn")
	_, ok, err := firstFailure(rules, reflect.ValueOf(ruleBoom{7}))
	assert.False(t, ok)
	var panicked *rulePanic
	require.ErrorAs(t, err, &panicked)
	assert.Equal(t, "validateFn", panicked.rule)
	assert.EqualError(t, err, `rule "validateFn" panicked: runtime error: integer divide by zero`)
}

func TestRulesKeywords(t *testing.T) {
	tests := []struct {
		name, typ, tag string
		sample         any
		keywords       string
		notes          []string
	}{
		{"int bounds", "int", "lte=5,gte=1", 0, `{"minimum":1,"maximum":5}`, nil},
		{"int open bounds", "int", "gt=1,lt=5", 0, `{"exclusiveMinimum":1,"exclusiveMaximum":5}`, nil},
		{"tightest of several", "int", "min=1,gte=3,gte=2,max=9,lte=7", 0, `{"minimum":3,"maximum":7}`, nil},
		{"int const", "int", "eq=3", 0, `{"const":3}`, nil},
		{"int len", "int", "len=3", uint8(0), `{"const":3}`, nil},
		{"hexadecimal", "int", "lte=0xff", 0, `{"maximum":255}`, nil},
		{"big ints", "int", "gte=-9223372036854775807,lte=9007199254740993", int64(0), `{"minimum":-9223372036854775807,"maximum":9007199254740993}`, nil},
		{"big uints", "int", "lte=18446744073709551614", uint64(0), `{"maximum":18446744073709551614}`, nil},
		{"float64", "float", "gt=0.1,lte=1e21", 0.0, `{"exclusiveMinimum":0.1,"maximum":1e+21}`, nil},
		{"float32", "float", "gte=0.1,lt=16777217", float32(0), `{"minimum":0.1,"exclusiveMaximum":16777216}`, nil},
		{"negative zero", "float", "gte=-0", 0.0, `{"minimum":0}`, nil},
		{"bool", "bool", "eq=1", true, `{"const":true}`, nil},
		{"lengths", "string", "min=2,max=5", "", `{"minLength":2,"maxLength":5}`, nil},
		{"open lengths", "string", "gt=2,lt=5", "", `{"minLength":3,"maxLength":4}`, nil},
		{"one length", "string", "len=3", "", `{"minLength":3,"maxLength":3}`, nil},
		{"tightest length", "string", "gt=2,gte=2,lt=5,max=5", "", `{"minLength":3,"maxLength":4}`, nil},
		{"text const", "string", `eq=<"a">`, "", `{"const":"<\"a\">"}`, nil},
		{"oneof", "string", "oneof=b 'a c'", "", `{"enum":["b","a c"]}`, nil},
		{"oneof ints", "int", "oneof=3 1", 0, `{"enum":[3,1]}`, nil},
		{"two oneof", "string", "oneof=a b c,oneof=c d b", "", `{"enum":["b","c"]}`, nil},
		{"uuid", "string", "uuid", "", `{"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"}`, nil},
		{"two patterns", "string", "uuid,uuid4", "", `{"pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"}`, []string{"Must be a version 4 UUID in lower case."}},
		{"narrowed text", "date", "min=4", "", `{"minLength":4}`, nil},
		{"items", "array<int>", "min=1,max=3,unique", []int{}, `{"minItems":1,"maxItems":3,"uniqueItems":true}`, nil},
		{"items of pointers", "array<string>", "unique", []*string{}, `{"uniqueItems":true}`, nil},
		{"items of no type", "array", "gt=0", []any{}, `{"minItems":1}`, nil},
		{"exactly one item", "array<int>", "eq=1", []int{}, `{"minItems":1,"maxItems":1}`, nil},
		{"properties", "dict", "min=1,lt=4", map[string]any{}, `{"minProperties":1,"maxProperties":3}`, nil},
		{"omitnil keeps keywords", "array<int>", "omitnil,min=1", []int{}, `{"minItems":1}`, nil},
		{"rules before omitempty are exact", "int", "lte=9,omitempty,gte=2", 0, `{"maximum":9}`, []string{"Must be at least 2, unless it is 0."}},

		{"omitempty makes notes", "string", "omitempty,email,max=9", "", `{}`, []string{"Must be an email address, unless it is empty.", "Must have at most 9 characters, unless it is empty."}},
		{"formats", "string", "email,url", "", `{}`, []string{"Must be an email address.", "Must be a URL."}},
		{"not equal", "int", "ne=3", 0, `{}`, []string{"Must not be 3."}},
		{"not equal bool", "bool", "ne=true", true, `{}`, []string{"Must not be true."}},
		{"noneof", "int", "noneof=3 4", 0, `{}`, []string{"Must not be one of: 3, 4."}},
		{"alternatives", "string", "len=0|email", "", `{}`, []string{"Must have exactly 0 characters or must be an email address."}},
		{"durations", "timedelta", "min=1h,max=48h", time.Hour, `{}`, []string{"Must be at least PT1H.", "Must be at most P2D."}},
		{"times", "datetime", "gt", time.Time{}, `{}`, []string{"Must be in the future."}},
		{"unique times", "array<datetime>", "unique", []time.Time{}, `{}`, []string{"Must not repeat an item."}},
		{"unique structs", "array<dict>", "unique=Name", []ruleOption{}, `{}`, []string{"Must not have two items with the same Name."}},
		{"unique values", "dict", "unique", map[string]int{}, `{}`, []string{"Must not repeat a value."}},
		{"another text than the JSON", "string", "min=3", ruleUpper(""), `{}`, []string{"Must have at least 3 characters."}},
		{"items of another text", "array<string>", "unique", []ruleUpper{}, `{}`, []string{"Must not repeat an item."}},
		{"a type known by its text", "string", "uuid", ruleUUID{}, `{}`, []string{"Must be a UUID."}},
		{"a number that is a text in JSON", "string", "gte=3", 0, `{}`, []string{"Must be at least 3."}},
		{"a value of its own", "string", "min=3", ruleValue{}, `{}`, []string{"Must satisfy the rule min=3."}},
		{"always true of a number", "int", "numeric,gte=1", 0, `{"minimum":1}`, nil},
		{"always true of a bool", "bool", "boolean|eq=true", true, `{}`, nil},
		{"keys", "dict", "min=1,dive,keys,max=3,endkeys,gte=1", map[string]int{}, `{"minProperties":1}`, []string{"Must have valid keys: each key must have at most 3 characters."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules := mustRules(t, tt.sample, tt.typ, tt.tag)
			assert.Equal(t, tt.keywords, keywordText(rules))
			assert.Equal(t, tt.notes, rules.notes())
		})
	}
}

func TestRulesDive(t *testing.T) {
	tests := []struct {
		name, typ, tag string
		sample         any
		elem, deeper   string
	}{
		{"items", "array<int>", "min=1,dive,gte=1,lte=9", []int{}, `{"minimum":1,"maximum":9}`, `{}`},
		{"pointers", "array<int>", "dive,gte=1", []*int{}, `{"minimum":1}`, `{}`},
		{"after omitempty", "array<int>", "omitempty,dive,gte=1", []int{}, `{"minimum":1}`, `{}`},
		{"narrowed items", "array<date>", "dive,len=10", []string{}, `{"minLength":10,"maxLength":10}`, `{}`},
		{"map values", "dict", "dive,oneof=a b", map[string]string{}, `{"enum":["a","b"]}`, `{}`},
		{"map keys and values", "dict", "dive,keys,alpha,endkeys,lt=3", map[string]float64{}, `{"exclusiveMaximum":3}`, `{}`},
		{"twice", "dict", "dive,min=1,dive,lt=3", map[string][]bool{}, "", ""},
		{"items in map values", "dict", "dive,min=1,dive,lt=3", map[string][]int{}, `{"minItems":1}`, `{"exclusiveMaximum":3}`},
		{"only keys", "dict", "dive,keys,alpha,endkeys", map[string]int{}, `{}`, `{}`},
		{"nothing after", "array<dict>", "dive", []ruleOption{}, `{}`, `{}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules, mistakes := compileRules(reflect.TypeOf(tt.sample), ruleType(t, tt.typ), tt.tag)
			if tt.elem == "" {
				assert.Equal(t, []string{`rule "lt" does not work on bool; it works on strings, integers, floats, time.Duration, time.Time, slices, maps`}, mistakes)
				return
			}
			require.Empty(t, mistakes)
			assert.Equal(t, tt.elem, keywordText(rules.elemRules()))
			assert.Equal(t, tt.deeper, keywordText(rules.elemRules().elemRules()))
		})
	}
}

// firstFailure returns the first rule that a value fails, and whether it keeps all.
func firstFailure(rules *ruleSet, v reflect.Value) (failed ruleFailure, ok bool, err error) {
	all, err := rules.failures(v)
	if err != nil || all == nil {
		return ruleFailure{}, err == nil, err
	}
	return all[0], false, nil
}

func TestRulesDoNotAllocate(t *testing.T) {
	tests := []struct {
		name, typ, tag string
		value          any
	}{
		{"int", "int", "gte=1,lte=5,ne=4,oneof=1 2 3", 3},
		{"uint", "int", "gte=1,lte=5,oneof=1 2 3", uint16(3)},
		{"float", "float", "gt=0,lt=0.5", 0.25},
		{"lengths", "string", "min=1,max=9,oneof=abc äöü", "äöü"},
		{"items", "array<int>", "min=1,max=9", []int{1}},
		{"bool", "bool", "eq=true", true},
		{"omitempty", "int", "omitempty,gte=2", 0},
		{"uuid", "string", "uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules := mustRules(t, tt.value, tt.typ, tt.tag)
			v := reflect.ValueOf(tt.value)
			assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = rules.failures(v) }))
		})
	}
}

func TestRulesAreSafeForConcurrentUse(t *testing.T) {
	rules := mustRules(t, "", "string", "min=2,email|url,oneof=a@b.org http://a.org b")
	done := make(chan bool)
	for range 8 {
		go func() {
			good := true
			for range 200 {
				_, first, _ := firstFailure(rules, reflect.ValueOf("a@b.org"))
				_, second, _ := firstFailure(rules, reflect.ValueOf("b"))
				good = good && first && !second && len(rules.keywords()) == 2
			}
			done <- good
		}()
	}
	for range 8 {
		assert.True(t, <-done)
	}
}
