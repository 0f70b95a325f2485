// Tests of convert_measurement, and of its table of units against the declared enums.

package commands

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConvertMeasurement(t *testing.T) {
	tests := []struct {
		value    float64
		from, to string
		want     float64
		message  string
	}{
		{26.2, "miles", "kilometers", 42.1648128, "That is 42.1648 kilometers."},
		{5, "feet", "inches", 60, "That is 60 inches."},
		{1, "yards", "meters", 0.9144, "That is 0.9144 meters."},
		{2.5, "kilograms", "pounds", 5.5115565546219, "That is 5.51156 pounds."},
		{1, "gallons", "cups", 16, "That is 16 cups."},
		{3, "teaspoons", "tablespoons", 1, "That is 1 tablespoons."},
		{8, "fluid_ounces", "pints", 0.5, "That is 0.5 pints."},
		{100, "celsius", "fahrenheit", 212, "That is 212 degrees Fahrenheit."},
		{-40, "fahrenheit", "celsius", -40, "That is -40 degrees Celsius."},
		{98.6, "fahrenheit", "celsius", 37, "That is 37 degrees Celsius."},
		{36.6, "celsius", "fahrenheit", 97.88, "That is 97.88 degrees Fahrenheit."},
		{0, "kelvin", "celsius", -273.15, "That is -273.15 degrees Celsius."},
		{0, "kelvin", "fahrenheit", -459.67, "That is -459.67 degrees Fahrenheit."},
		{36, "kilometers_per_hour", "meters_per_second", 10, "That is 10 meters per second."},
		{1, "knots", "kilometers_per_hour", 1.852, "That is 1.852 kilometers per hour."},
		{60, "miles_per_hour", "kilometers_per_hour", 96.56064, "That is 96.5606 kilometers per hour."},
		{7, "cups", "cups", 7, "That is 7 cups."},
		{1234567, "centimeters", "millimeters", 12345670, "That is 12345670 millimeters."},
	}
	for _, tt := range tests {
		t.Run(tt.from+" to "+tt.to, func(t *testing.T) {
			resp := convert(t, tt.value, tt.from, tt.to)
			assert.True(t, resp.Success)
			assert.Equal(t, tt.message, resp.ContextData["message"])
			assert.InEpsilon(t, 1+tt.want, 1+resp.ContextData["result"].(float64), 1e-14)
			assert.Equal(t, tt.to, resp.ContextData["unit"])
		})
	}
}

func convert(t testing.TB, value float64, from, to string) *jarvis.Response {
	t.Helper()
	args, err := jarvis.Args{"value": value, "from_unit": from, "to_unit": to}.JSON()
	require.NoError(t, err)
	resp, err := jarvis.Execute[ConvertMeasurement](t.Context(), nil, args)
	require.NoError(t, err)
	return resp
}

func TestConvertMeasurementRefuses(t *testing.T) {
	assert.Equal(t, "Cannot convert miles to kilograms: the one measures length, the other weight. Give two units of the same quantity.",
		convert(t, 3, "miles", "kilograms").ErrorDetails)
	assert.Equal(t, tooLarge, convert(t, 1e308, "kilometers", "millimeters").ErrorDetails)
	assert.Contains(t, convert(t, 1, "meters", "Miles").ErrorDetails, "Invalid value 'Miles' for 'to_unit'. Must be one of: millimeters, ")
}

func TestConversionsGoBack(t *testing.T) {
	for from, a := range units {
		for to, b := range units {
			if a.quantity != b.quantity {
				assert.False(t, convert(t, 1, from, to).Success, "%s to %s", from, to)
				continue
			}
			for _, value := range []float64{-40, 0, 1, 36.6, 1e6} {
				there := convert(t, value, from, to).ContextData["result"].(float64)
				back := convert(t, there, to, from).ContextData["result"].(float64)
				assert.InDelta(t, value, back, 1e-9*math.Max(1, math.Abs(value)), "%v %s to %s", value, from, to)
			}
		}
	}
}

func TestUnitsAreTheEnum(t *testing.T) {
	d, err := jarvis.Define(&ConvertMeasurement{})
	require.NoError(t, err)
	var schema struct {
		Properties map[string]struct{ Enum []string }
	}
	require.NoError(t, json.Unmarshal(d.Schema(), &schema))
	from := schema.Properties["from_unit"].Enum
	assert.Equal(t, from, schema.Properties["to_unit"].Enum)
	assert.ElementsMatch(t, slices.Collect(maps.Keys(units)), from)
	for name, u := range units {
		assert.NotNil(t, decimal(u.offset), name)
		require.NotNil(t, decimal(u.factor), name)
		assert.Equal(t, 1, decimal(u.factor).Sign(), name)
	}
}
