// Bounds of floats are kept as the model wrote the number, not only as it is rounded.

package jarvis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func TestFloatBoundsAreExact(t *testing.T) {
	type floats struct {
		AtMost  *float64  `jarvis:"at_most" validate:"lte=1e21"`
		AtLeast *float64  `jarvis:"at_least" validate:"gte=0"`
		Just    *float64  `jarvis:"just" validate:"eq=0.5"`
		Short   *float32  `jarvis:"short" validate:"lte=0.1"`
		Each    []float64 `jarvis:"each" validate:"dive,gte=0.5"`
		Above   *float64  `jarvis:"above" validate:"gt=0.5"`
	}
	p := parametersOf[floats](t)
	for args, accepted := range map[string]bool{
		`{"at_most":1000000000000000000000}`:               true,
		`{"at_most":1e21}`:                                 true,
		`{"at_most":1000000000000000000000.000000001}`:     false,
		`{"at_most":999999999999999999999.999999}`:         true,
		`{"at_least":0}`:                                   true,
		`{"at_least":-0.0}`:                                true,
		`{"at_least":1e-400}`:                              true,
		`{"at_least":1e-1000001}`:                          true,
		`{"at_least":-1e-400}`:                             false,
		`{"at_least":-0e5}`:                                true,
		`{"just":0.5}`:                                     true,
		`{"just":5e-1}`:                                    true,
		`{"just":0.500000000000000001}`:                    false,
		`{"just":0.499999999999999999}`:                    false,
		`{"short":0.1}`:                                    true,
		`{"short":0.100000001}`:                            false,
		`{"each":[0.5,0.499999999999999999]}`:              false,
		`{"each":[0.5,1]}`:                                 true,
		`{"above":0.500000000000000001}`:                   false, // the Go value would be 0.5
		`{"above":0.51}`:                                   true,
		`{"just":0.5` + strings.Repeat("0", 30_000) + `}`:  true,
		`{"just":0.5` + strings.Repeat("0", 30_000) + `1}`: false,
	} {
		_, err := p.Validate(json.RawMessage(args))
		assert.Equal(t, accepted, err == nil, "%.60s: %v", args, err)
	}
}

// parametersOf returns the parameters of a struct type.
func parametersOf[T any](t *testing.T) *jarvis.Parameters {
	t.Helper()
	cmd, err := jarvis.New(jarvis.Spec{Name: "probe"}, runNothing[T])
	require.NoError(t, err)
	return jarvis.MustDefine(cmd).Parameters()
}
