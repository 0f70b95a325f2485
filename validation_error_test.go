// Reports: what is left out of the reprinted schema is told by the lines, so that one round trip is always enough.

package jarvis_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

type reportRoom struct {
	Name string `jarvis:"name,required" enum:"red,green,blue,black"`
	Size int    `jarvis:"size" validate:"gte=2"`
}

// reportRules has parameters with everything that a value can be held to.
type reportRules struct {
	Even  int           `jarvis:"even" validate:"oneof=2 4 6"`
	Arr   []string      `jarvis:"arr" validate:"min=1,dive,oneof=apple pear plum fig"`
	Tags  []string      `jarvis:"tags" enum:"red,green,blue,black" validate:"min=2,unique"`
	Mail  string        `jarvis:"mail" description:"Who gets it" validate:"email"`
	Mails []string      `jarvis:"mails" validate:"max=3,dive,email"`
	Wait  time.Duration `jarvis:"wait" validate:"min=1h"`
	Rooms []reportRoom  `jarvis:"rooms" validate:"min=2"`
	Unit  string        `jarvis:"unit" description:"Unit of the first" enum:"red,green,blue,black" default:"red"`
	Other string        `jarvis:"other" enum:"red,green,blue,black"`
	Level int8          `jarvis:"level" description:"How loud" default:"5" validate:"gte=1,lte=9"`
}

func TestReportsLeaveNothingOut(t *testing.T) {
	for name, tt := range map[string]struct {
		args string
		says []string // all of it once
		not  []string
	}{
		"type of a number with values in a rule":  {`{"even":"3"}`, []string{`"enum":[2,4,6]`}, nil},
		"value outside a rule":                    {`{"even":3}`, []string{"must be one of: 2, 4, 6"}, []string{"enum"}},
		"type of a list with values in a rule":    {`{"arr":"z"}`, []string{`"enum":["apple","pear","plum","fig"]`, `"minItems":1`}, nil},
		"too short a list with values in a rule":  {`{"arr":[]}`, []string{`"enum":["apple","pear","plum","fig"]`}, nil},
		"too short a list with an enum":           {`{"tags":["red"]}`, []string{`"enum":["red","green","blue","black"]`, `"uniqueItems":true`}, nil},
		"wrong member of a list":                  {`{"tags":["rad"]}`, []string{"red, green, blue, black", `"minItems":2`, `"uniqueItems":true`}, []string{`"enum"`}},
		"type with a rule that is a sentence":     {`{"mail":5}`, []string{"Must be an email address."}, []string{"Who gets it"}},
		"name with a rule that is a sentence":     {`{"mial":"x"}`, []string{"Must be an email address."}, nil},
		"elements with a rule that is a sentence": {`{"mails":"x"}`, []string{"Each element: Must be an email address.", `"maxItems":3`}, nil},
		"type of a duration with a bound":         {`{"wait":3}`, []string{"Must be at least PT1H."}, nil},
		"member inside an object of a list":       {`{"rooms":[{"name":"x"}]}`, []string{"Must be one of: red, green, blue, black", `"minItems":2`, `"minimum":2`}, nil},
		"values of two parameters":                {`{"unit":"x","other":"y"}`, []string{"red, green, blue, black", "for 'other'. Must be one of those for 'unit'"}, []string{"Unit of", "default", "{"}},
		"bounds":                                  {`{"level":"x"}`, []string{`"maximum":9`, `"minimum":1`}, []string{"How loud", "default"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := bindTo[reportRules](t, tt.args)
			require.NotNil(t, b.failed)
			report := b.failed.Error()
			for _, text := range tt.says {
				assert.Equal(t, 1, strings.Count(report, text), "%s\n%s", text, report)
			}
			for _, text := range tt.not {
				assert.NotContains(t, report, text)
			}
		})
	}
}

// A list that a line cuts is whole in the schema.
func TestReportsOfLongEnums(t *testing.T) {
	var values []string
	for i := range 150 {
		values = append(values, fmt.Sprintf("member-%03d", i))
	}
	p := jarvis.NewParameters().OptionalString("city", "").Enum(values...).MustBuild()
	for _, args := range []string{`{"city":"zzz"}`, `{"city":5}`} {
		assert.Contains(t, refusal(t, p, args).Error(), `"member-149"]`, args)
	}
	long := strings.Repeat("x", 130)
	p = jarvis.NewParameters().OptionalString("city", "").Enum(long).MustBuild()
	assert.NotContains(t, refusal(t, p, `{"city":"`+long[1:]+`"}`).Error(), "did you mean", "a value that is cut would be no help")
}

// Valid values that an author's code names may be any texts, and many.
func TestReportsOfNamedValues(t *testing.T) {
	hosts := make([]string, 100)
	for i := range hosts {
		hosts[i] = fmt.Sprintf("host-%02d.example", i)
	}
	same := make([]jarvis.ValidationResult, 100)
	for i := range same {
		same[i] = jarvis.ValidationResult{ParamName: "text", Message: "No such host", ValidValues: hosts}
	}
	long := strings.Repeat("ä", 1<<20)
	for name, results := range map[string][]jarvis.ValidationResult{
		"one list many times": same,
		"long values":         {{ParamName: "text", Message: "No", ValidValues: []string{long, long, long}}},
		"many values":         {{ParamName: "text", Message: "No", ValidValues: make([]string, 100_000)}},
		"odd values":          {{ParamName: "text", Message: "No", ValidValues: []string{"a\xff", "b\nc"}}},
	} {
		t.Run(name, func(t *testing.T) {
			validate := func(context.Context, *jarvis.Request, hookView) ([]jarvis.ValidationResult, error) {
				return results, nil
			}
			resp, err := newHookHost(t, &hookCommand{name: "hooked", does: hookDoes{validate: validate}}).call(t.Context(), `{"mode":"fast"}`)
			require.NoError(t, err)
			report := resp.Report()
			assert.Less(t, len(report), 20_000)
			assert.True(t, utf8.ValidString(report))
			assert.Len(t, strings.Split(report, "\n"), len(results)+strings.Count(report, "Call again"))
		})
	}
}
