// The judge sees mistakes: contestants that are bad on purpose are caught, each in its own way.

package agreement

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// probeKind has a payload of every sort.
func probeKind(c contestant) kind {
	return kind{name: "probe", make: func(*kind) []contestant { return []contestant{c} }, payloads: []payload{
		yes(v(`35`), 35, whyPlain), no(v(`"35"`), whyQuoted), lost(v(`35.5`), whyFraction), unsaid(bounded, v(`101`), whyDeclared), either(v(`null`), "open"),
	}}
}

func TestJudge(t *testing.T) {
	gives := func(value any) func(string) outcome { return func(string) outcome { return handled(value) } }
	right := func(raw string) outcome {
		if raw == v(`35`) {
			return handled(intOf{35})
		}
		return outcome{}
	}
	for name, tt := range map[string]struct {
		c    contestant
		want []verdict
	}{
		"right":            {contestant{call: right}, []verdict{fine, fine, fine, fine, openRefuses}},
		"takes all":        {contestant{call: gives(intOf{35})}, []verdict{fine, wrongAccept, changed, wrongAccept, openAccepts}},
		"takes nothing":    {contestant{call: func(string) outcome { return outcome{} }}, []verdict{wrongRefusal, fine, fine, fine, openRefuses}},
		"wrong value":      {contestant{call: gives(intOf{36})}, []verdict{changed, wrongAccept, changed, wrongAccept, openAccepts}},
		"nil":              {contestant{call: gives(intCheck{})}, []verdict{changed, wrongAccept, changed, wrongAccept, openAccepts}},
		"another type":     {contestant{call: gives(floatOf{35})}, []verdict{changed, wrongAccept, changed, wrongAccept, openAccepts}},
		"silent":           {contestant{silent: rules(bounded), call: gives(intOf{35})}, []verdict{fine, wrongAccept, changed, cannotSay, openAccepts}},
		"says and refuses": {contestant{silent: rules(bounded), call: right}, []verdict{fine, fine, fine, fine, openRefuses}},
		"panics":           {contestant{call: func(string) outcome { panic("x") }}, []verdict{panics, panics, panics, panics, panics}},
		"contradicts itself": {contestant{call: func(string) outcome { return (&seen{in: intOf{35}}).outcome(false) }},
			[]verdict{panics, panics, panics, panics, panics}},
	} {
		t.Run(name, func(t *testing.T) {
			s := probeKind(tt.c).play()
			require.Len(t, s.rows, len(tt.want))
			for i, row := range s.rows {
				assert.Equal(t, tt.want[i], row[0].verdict, s.kind.payloads[i].name())
			}
		})
	}
}

// Values that are nearly the same are not.
func TestSame(t *testing.T) {
	moment := at("2026-03-14T09:00:00Z")
	for name, tt := range map[string]struct{ want, got any }{
		"nanosecond":       {moment, momentOf{moment.Add(1)}},
		"element":          {[]int{1, 2}, countsOf{[]int{1, 3}}},
		"shorter":          {[]int{1, 2}, countsOf{[]int{1}}},
		"longer":           {[]int{1, 2}, countsOf{[]int{1, 2, 3}}},
		"order":            {[]string{"a", "b"}, roomsOf{[]string{"b", "a"}}},
		"key":              {map[string]int{"a": 1}, levelsOf{map[string]int{"b": 1}}},
		"more keys":        {map[string]int{"a": 1}, levelsOf{map[string]int{"a": 1, "b": 0}}},
		"value of key":     {map[string]int{"a": 1}, levelsOf{map[string]int{"a": 2}}},
		"depth":            {[]week{{[]int{1}}}, weeksOf{[]week{{[]int{2}}}}},
		"last digit":       {9007199254740993, intOf{9007199254740992}},
		"replacement":      {"\ufffd", textOf{"\x00"}},
		"nil and empty":    {nil, textOf{""}},
		"empty and nil":    {"", noteOf{}},
		"null element":     {[]int{1, 0}, countsCheck{[]*int{new(1), nil}}},
		"text of duration": {isoText{"PT1H", time.Hour}, textOf{"PT60M"}},
		"duration":         {isoText{"PT1H", time.Hour}, spanOf{time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			p := yes("", tt.want, "")
			assert.Equal(t, changed, p.judge(&contestant{}, handled(tt.got)))
		})
	}
	for name, tt := range map[string]struct{ want, got any }{
		"instant in another zone": {moment, momentOf{moment.In(time.FixedZone("", 3600))}},
		"pointer":                 {35, intCheck{new(35)}},
		"narrow":                  {200, byteOf{200}},
		"two fields":              {lamp{"attic", 3}, lampCheck{new("attic"), 3}},
		"no elements":             {[]int{}, countsOf{}},
		"text of duration":        {isoText{"PT1H", time.Hour}, textOf{"PT1H"}},
		"duration":                {isoText{"PT1H", time.Hour}, spanOf{time.Hour}},
	} {
		t.Run("same/"+name, func(t *testing.T) {
			p := yes("", tt.want, "")
			assert.Equal(t, fine, p.judge(&contestant{}, handled(tt.got)))
		})
	}
}
