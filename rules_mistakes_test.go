// What is wrong with a validate tag: the texts an author reads.

package jarvis

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestRulesMistakes(t *testing.T) {
	tests := []struct {
		name, typ, tag string
		sample         any
		want           []string
	}{
		{"misspelt", "int", "gtee=1", 0, []string{`unknown rule "gtee", did you mean "gte"?`}},
		{"another case", "string", "Email", "", []string{`unknown rule "Email", did you mean "email"?`}},
		{"word of JSON Schema", "int", "minimum=1", 0, []string{`unknown rule "minimum", did you mean "gte"?`}},
		{"nothing near", "int", "regexp=a", 0, []string{`unknown rule "regexp"`}},
		{"misspelt required", "int", "requierd", 0, []string{`unknown rule "requierd"; if the parameter is required, use the required option of the jarvis tag: jarvis:"name,required"`}},
		{"comma in oneof", "string", "oneof=aa,bbb,cccc", "", []string{
			`unknown rule "bbb"; values of oneof are separated by spaces, write 0x2C for a comma inside one`,
			`unknown rule "cccc"; values of oneof are separated by spaces, write 0x2C for a comma inside one`,
		}},
		{"space after the comma", "int", "gte=1, lte=5", 0, []string{`rule " lte=5" has white space around its name; write "lte=5"`}},
		{"empty rule", "int", "gte=1,,lte=2", 0, []string{`empty rule in "gte=1,,lte=2"; remove the extra comma`}},
		{"trailing comma", "int", "gte=1,", 0, []string{`empty rule in "gte=1,"; remove the extra comma`}},
		{"empty alternative", "string", "email|", "", []string{`empty alternative in rule "email|"; remove the extra |`}},
		{"all at once", "int", "gtee=1,,email,lte=x", 0, []string{
			`empty rule in "gtee=1,,email,lte=x"; remove the extra comma`,
			`unknown rule "gtee", did you mean "gte"?`,
			`rule "email" does not work on int; it works on strings`,
			`rule "lte=x" has a bad parameter: "x" is not a whole number of 64 bits`,
		}},
		{"not UTF-8", "string", "eq=\xff", "", []string{"the validate tag is not valid UTF-8"}},

		{"required", "int", "required,gte=1", 0, []string{`rule "required" is not used here; use the required option of the jarvis tag: jarvis:"name,required"`}},
		{"required if", "int", "required_if=A 1", 0, []string{`rule "required_if" looks at other fields, which a parameter cannot see; check it in Run`}},
		{"other field", "int", "gtfield=A", 0, []string{`rule "gtfield" looks at other fields, which a parameter cannot see; check it in Run`}},
		{"isdefault", "int", "isdefault", 0, []string{`rule "isdefault" would refuse every value worth giving; remove it, or the parameter`}},
		{"structonly", "dict", "structonly", ruleOption{}, []string{`rule "structonly" does nothing here: nested structs are always bound and checked; remove it`}},
		{"dash", "int", "-", 0, []string{`"-" does nothing here; remove the validate tag`}},
		{"omitempty as alternative", "string", "omitempty|email", "", []string{`"omitempty" takes no parameter and is no alternative; write it alone between commas`}},

		{"text rule on int", "int", "email", 0, []string{`rule "email" does not work on int; it works on strings`}},
		{"min on bool", "bool", "min=1", true, []string{`rule "min" does not work on bool; it works on strings, integers, floats, time.Duration, time.Time, slices, maps`}},
		{"unique on int", "int", "unique", 0, []string{`rule "unique" does not work on int; it works on slices, maps`}},
		{"oneof on float", "float", "oneof=1 2", 0.5, []string{`rule "oneof" does not work on float64; it works on strings, integers`}},
		{"oneof on duration", "timedelta", "oneof=1h", time.Hour, []string{`rule "oneof" does not work on time.Duration; it works on strings, integers`}},
		{"equal times", "datetime", "eq=now", time.Time{}, []string{`rule "eq" does not work on time.Time; it works on strings, integers, floats, bools, time.Duration, slices, maps`}},
		{"bound on a struct", "date", "gte=1", Date{}, []string{`rule "gte" does not work on jarvis.Date; it works on strings, integers, floats, time.Duration, time.Time, slices, maps`}},
		{"uuid on a struct without a text", "dict", "uuid", ruleOption{}, []string{`rule "uuid" does not work on jarvis.ruleOption; it works on strings`}},
		{"items of no type", "array", "dive,gte=1", []any{}, []string{`rule "gte=1" cannot check values of no declared type; declare the type of the elements`}},
		{"unique items of no type", "array", "unique", []any{}, []string{`rule "unique" cannot compare elements of type interface {}; remove it, or check them in Run`}},
		{"unique structs that hold anything", "array<dict>", "unique", []ruleLoose{}, []string{`rule "unique" does not work on []jarvis.ruleLoose: hash of unhashable type: map[string]interface {}`}},
		{"unique by no field", "array<dict>", "unique=Nome", []ruleOption{}, []string{`rule "unique=Nome" names a field, but jarvis.ruleOption has no exported field Nome`}},
		{"unique by a field of no struct", "array<int>", "unique=Name", []int{}, []string{`rule "unique=Name" names a field, but the elements of []int are no structs in a slice; remove the parameter`}},

		{"no parameter", "int", "gte", 0, []string{`rule "gte" needs a parameter, such as gte=1`}},
		{"empty parameter", "int", "gte=", 0, []string{`rule "gte" needs a parameter, such as gte=1`}},
		{"no text", "string", "eq", "", []string{`rule "eq" needs a parameter, such as eq=1`}},
		{"nothing to contain", "string", "contains=", "", []string{`rule "contains" needs a parameter, such as contains=text`}},
		{"nothing to choose", "string", "oneof=", "", []string{`rule "oneof" needs a parameter, such as oneof=a b`}},
		{"superfluous parameter", "string", "email=x", "", []string{`rule "email=x" takes no parameter; write email`}},
		{"superfluous equal sign", "string", "email=", "", []string{`rule "email=" takes no parameter; write email`}},
		{"time with a parameter", "datetime", "gte=2026-01-01", time.Time{}, []string{`rule "gte=2026-01-01" compares a time with now and takes no parameter; write gte`}},
		{"fraction for an int", "int", "gte=1.5", 0, []string{`rule "gte=1.5" has a bad parameter: "1.5" is not a whole number of 64 bits`}},
		{"comma code read as a comma", "int", "gte=0x2C", 0, []string{`rule "gte=0x2C" has a bad parameter: "," is not a whole number of 64 bits`}},
		{"negative for a uint", "int", "gte=-1", uint(0), []string{`rule "gte=-1" has a bad parameter: "-1" is not a whole number from 0 to 18446744073709551615`}},
		{"beyond float32", "float", "lte=1e39", float32(0), []string{`rule "lte=1e39" has a bad parameter: "1e39" is not a finite number that fits`}},
		{"infinite", "float", "lte=inf", 0.5, []string{`rule "lte=inf" has a bad parameter: "inf" is not a finite number that fits`}},
		{"no duration", "timedelta", "gte=1 hour", time.Hour, []string{`rule "gte=1 hour" has a bad parameter: "1 hour" is not a duration, such as 1h30m`}},
		{"no bool", "bool", "eq=yes", true, []string{`rule "eq=yes" has a bad parameter: "yes" is not true or false`}},
		{"negative length", "string", "min=-1", "", []string{`rule "min=-1" has a bad parameter: "-1" is negative, which no length is`}},
		{"two runes", "string", "containsrune=ab", "", []string{`rule "containsrune=ab" has a bad parameter: "ab" is not one character`}},
		{"layout of another language", "string", "datetime=YYYY-MM-DD", "", []string{`rule "datetime=YYYY-MM-DD" has a bad parameter: "YYYY-MM-DD" has no part of a layout of package time, such as 2006-01-02`}},
		{"no media type", "string", "mimetype=png", "", []string{`rule "mimetype=png" has a bad parameter: "png" is not a media type, such as image/png or image/*`}},
		{"no country", "string", "postcode_iso3166_alpha2=us", "", []string{`rule "postcode_iso3166_alpha2=us" has a bad parameter: "us" is not a country code of two capital letters (ISO 3166-1)`}},
		{"no spice", "string", "spicedb=x", "", []string{`rule "spicedb=x" has a bad parameter: "x" is not id, permission or type`}},
		{"stray quote", "string", "oneof=it's", "", []string{`rule "oneof=it's" has a bad parameter: "it's" has the value "it's", which the validator reads as "its"; put single quotes around whole values only`}},
		{"repeated value", "string", "oneof=a b a", "", []string{`rule "oneof=a b a" has a bad parameter: "a b a" repeats "a"`}},
		{"a number that does not print so", "int", "oneof=1 02", 0, []string{`rule "oneof=1 02" has a bad parameter: "1 02" has the value "02", which no int prints as`}},
		{"a number that does not fit", "int", "noneof=1 300", int8(0), []string{`rule "noneof=1 300" has a bad parameter: "1 300" has the value "300", which no int8 prints as`}},
		{"no method of that type", "int", "validateFn", 0, []string{`rule "validateFn" needs a method Validate, which int does not have`}},
		{"no method", "dict", "validateFn=Check", ruleEven{}, []string{`rule "validateFn=Check" needs a method Check, which jarvis.ruleEven does not have`}},
		{"method with a parameter", "dict", "validateFn=Than", ruleEven{}, []string{`rule "validateFn=Than" needs the method jarvis.ruleEven.Than to take nothing and return a bool or an error`}},
		{"method without a result", "dict", "validateFn=Nothing", ruleEven{}, []string{`rule "validateFn=Nothing" needs the method jarvis.ruleEven.Nothing to take nothing and return a bool or an error`}},
		{"method with a text", "dict", "validateFn=Text", ruleEven{}, []string{`rule "validateFn=Text" needs the method jarvis.ruleEven.Text to take nothing and return a bool or an error`}},
		{"bad bound of a value of its own", "string", "min=x", ruleValue{}, []string{`rule "min=x" does not work on jarvis.ruleValue: strconv.ParseInt: parsing "x": invalid syntax`}},

		{"contradiction", "int", "min=5,max=3", 0, []string{`rules "min=5" and "max=3" contradict each other: no value passes both`}},
		{"contradiction of the tightest", "int", "min=1,max=3,gte=4", 0, []string{`rules "gte=4" and "max=3" contradict each other: no value passes both`}},
		{"no int between", "int", "gt=4,lt=5", 0, []string{`rules "gt=4" and "lt=5" contradict each other: no value passes both`}},
		{"no float between", "float", "gt=4,lte=4", 0.5, []string{`rules "gt=4" and "lte=4" contradict each other: no value passes both`}},
		{"contradiction of lengths", "string", "len=3,gt=3", "", []string{`rules "gt=3" and "len=3" contradict each other: no value passes both`}},
		{"contradiction of durations", "timedelta", "gt=1h,lt=1m", time.Hour, []string{`rules "gt=1h" and "lt=1m" contradict each other: no value passes both`}},
		{"two values", "int", "eq=3,eq=4", 0, []string{`rules "eq=4" and "eq=3" contradict each other: no value passes both`}},
		{"beyond the type", "int", "gte=300", int8(0), []string{`rule "gte=300" never holds: no value of int8 is in that range`}},
		{"below zero", "int", "lt=0", uint(0), []string{`rule "lt=0" never holds: no value of uint is in that range`}},
		{"shorter than empty", "string", "lt=0", "", []string{`rule "lt=0" never holds: no value of string is in that range`}},
		{"longest", "array<int>", "gt=9223372036854775807", []int{}, []string{`rule "gt=9223372036854775807" never holds: no value of []int is in that range`}},
		{"oneof without a member in range", "int", "oneof=1 2,gt=2", 0, []string{`the rules "oneof=1 2,gt=2" contradict each other: no value passes all of them`}},
		{"oneof too short", "string", "min=3,oneof=a bc", "", []string{`the rules "min=3,oneof=a bc" contradict each other: no value passes all of them`}},
		{"disjoint oneof", "string", "oneof=a b,oneof=c", "", []string{`the rules "oneof=a b,oneof=c" contradict each other: no value passes all of them`}},
		{"two texts", "string", "eq=a,eq=b", "", []string{`the rules "eq=a,eq=b" contradict each other: no value passes all of them`}},
		{"true and not", "bool", "eq=true,ne=true", true, []string{`the rules "eq=true,ne=true" contradict each other: no value passes all of them`}},
		{"equal and not", "int", "eq=3,ne=3", 0, []string{`the rules "eq=3,ne=3" contradict each other: no value passes all of them`}},
		{"contradiction of elements", "array<int>", "dive,min=5,max=3", []int{}, []string{`rules "min=5" and "max=3" contradict each other: no value passes both`}},

		{"dive to no rule", "array<int>", "min=1,dive", []int{}, []string{`"dive" is followed by no rule; add rules for the elements, or remove it`}},
		{"dive into a text", "string", "dive,alpha", "", []string{`"dive" needs a slice or a map, and string is none; remove it`}},
		{"dive into a text kept as bytes", "string", "dive,gte=1", ruleUUID{}, []string{`"dive" needs a slice or a map, and jarvis.ruleUUID is none; remove it`}},
		{"keys without dive", "dict", "keys,alpha,endkeys", map[string]int{}, []string{
			`"keys" belongs right after "dive": dive,keys,…,endkeys`, `rule "alpha" does not work on map[string]int; it works on strings`,
			`"endkeys" belongs right after "dive": dive,keys,…,endkeys`,
		}},
		{"keys of a slice", "array<string>", "dive,keys,alpha,endkeys,alpha", []string{}, []string{`"keys" needs a map, and []string is none; remove it`}},
		{"no endkeys", "dict", "dive,keys,alpha", map[string]int{}, []string{`"keys" without "endkeys"; write dive,keys,…,endkeys`}},
		{"bad rule of keys", "dict", "dive,keys,alhpa,endkeys,gtee=1", map[string]int{}, []string{`unknown rule "alhpa", did you mean "alpha"?`, `unknown rule "gtee", did you mean "gte"?`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules, mistakes := compileRules(reflect.TypeOf(tt.sample), ruleType(t, tt.typ), tt.tag)
			assert.Equal(t, tt.want, mistakes)
			assert.Nil(t, rules)
		})
	}
}
