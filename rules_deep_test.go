// Numbers and elements that are judged as they were sent: to the last digit, and at every depth.

package jarvis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// Of the numbers that round to a member of an enum only those that are it belong to it, as its schema says.
func TestFloatEnumIsExact(t *testing.T) {
	p := jarvis.NewParameters().OptionalNumber("rate", "").Enum("0.5", "1e3", "0").
		Add(jarvis.ParameterSpec{Name: "rates", Type: "array<float>", Enum: []string{"0.1"}}).MustBuild()
	for args, want := range map[string]bool{
		`{"rate":0.5}`: true, `{"rate":5e-1}`: true, `{"rate":0.50}`: true, `{"rate":1000.0}`: true, `{"rate":-0.0}`: true, `{"rates":[0.1,1e-1]}`: true,
		`{"rate":0.50000000000000000000000001}`: false, `{"rate":0.49999999999999999999999999}`: false, `{"rate":1e-400}`: false,
		`{"rates":[0.1,0.10000000000000001]}`:              false,
		`{"rate":0.5` + strings.Repeat("0", 100_000) + `}`: true, `{"rate":0.5` + strings.Repeat("0", 100_000) + `1}`: false,
	} {
		_, err := p.Validate(json.RawMessage(args))
		assert.Equal(t, want, err == nil, "%.60s", args)
	}
}

// A bound that a number has just reached is compared by its digits, of which only those count that are not zeros at an end.
func TestLongNumbersAtABound(t *testing.T) {
	p := jarvis.NewParameters().RequiredNumber("rate", "").Validate("gte=1,lte=20").MustBuild()
	zeros := strings.Repeat("0", 500_000)
	for args, want := range map[string]bool{
		`{"rate":1.` + zeros + `}`: true, `{"rate":0.` + zeros + `1e500001}`: true, `{"rate":20.` + zeros + `}`: true, `{"rate":2` + zeros + `e-499999}`: true,
		`{"rate":20.` + zeros[:1000] + `1}`: false, `{"rate":-1.` + zeros + `}`: false,
	} {
		_, err := p.Validate(json.RawMessage(args))
		assert.Equal(t, want, err == nil, "%.60s: %v", args, err)
	}
}

// Rules after a second dive hold for what is in the elements.
func TestDiveTwice(t *testing.T) {
	type input struct {
		Scores map[string][]int    `jarvis:"scores" validate:"dive,min=1,dive,gt=1"`
		Names  map[string][]string `jarvis:"names" validate:"dive,dive,email"`
	}
	cmd := jarvis.MustNew(jarvis.Spec{Name: "score"}, runNothing[input])
	d, err := jarvis.Define(cmd)
	require.NoError(t, err)
	assert.Contains(t, string(d.Schema()), `"items":{"type":"integer","exclusiveMinimum":1},"minItems":1`)
	assert.Contains(t, string(d.Schema()), "Each element: Each element: ")
	for args, want := range map[string]string{
		`{"scores":{"a":[2,3]}}`:    "",
		`{"scores":{"a":[2,1]}}`:    "scores.a[1]",
		`{"scores":{"a":[]}}`:       "scores.a",
		`{"names":{"a":["x"]}}`:     "names.a[0]",
		`{"names":{"a":["x@y.z"]}}`: "",
	} {
		_, err := d.Parameters().Validate(json.RawMessage(args))
		var failed *jarvis.ValidationError
		if want == "" {
			assert.NoError(t, err, args)
			continue
		}
		require.ErrorAs(t, err, &failed, args)
		require.Len(t, failed.Problems, 1, args)
		assert.Equal(t, want, failed.Problems[0].Path, args)
	}
}
