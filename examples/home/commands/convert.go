// The command convert_measurement: a value from one unit to another.

package commands

import (
	"context"
	"fmt"

	"github.com/jarvis-sdk/jarvis"
)

// ConvertMeasurement converts lengths, weights, volumes, temperatures and speeds. The zero value is ready to be registered.
type ConvertMeasurement struct {
	Value    float64 `jarvis:"value,required,refinable" description:"How many of from_unit"`
	FromUnit string  `jarvis:"from_unit,required" enum:"millimeters,centimeters,meters,kilometers,inches,feet,yards,miles,milligrams,grams,kilograms,ounces,pounds,milliliters,liters,teaspoons,tablespoons,fluid_ounces,cups,pints,quarts,gallons,celsius,fahrenheit,kelvin,meters_per_second,kilometers_per_hour,miles_per_hour,knots" description:"The unit the value is in; volumes are US measures"`
	ToUnit   string  `jarvis:"to_unit,required,refinable" enum:"millimeters,centimeters,meters,kilometers,inches,feet,yards,miles,milligrams,grams,kilograms,ounces,pounds,milliliters,liters,teaspoons,tablespoons,fluid_ounces,cups,pints,quarts,gallons,celsius,fahrenheit,kelvin,meters_per_second,kilometers_per_hour,miles_per_hour,knots" description:"The unit to convert to, of the same quantity"`
}

// Spec declares the command convert_measurement.
func (*ConvertMeasurement) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "convert_measurement",
		Description: "Converts a measurement between units of length, weight, volume, temperature or speed.",
		Keywords:    []string{"convert", "conversion", "unit", "miles", "kilometers", "pounds", "kilograms", "cups", "celsius", "fahrenheit"},
		Examples: []jarvis.Example{
			{Utterance: "How many kilometers are 26.2 miles?", Arguments: jarvis.Args{"value": 26.2, "from_unit": "miles", "to_unit": "kilometers"}, Primary: true},
			{Utterance: "What is 350 Fahrenheit in Celsius?", Arguments: jarvis.Args{"value": 350, "from_unit": "fahrenheit", "to_unit": "celsius"}},
			{Utterance: "Two cups in milliliters", Arguments: jarvis.Args{"value": 2, "from_unit": "cups", "to_unit": "milliliters"}},
			{Utterance: "How fast is 100 km/h in miles per hour?", Arguments: jarvis.Args{"value": 100, "from_unit": "kilometers_per_hour", "to_unit": "miles_per_hour"}},
			{Utterance: "Convert a pound to grams", Arguments: jarvis.Args{"value": 1, "from_unit": "pounds", "to_unit": "grams"}},
		},
		Rules: []string{
			"An ounce of a liquid is fluid_ounces, any other ounce is ounces.",
			"A temperature without a unit: ask which one is meant.",
		},
		Antipatterns: []jarvis.Antipattern{{Command: "calculate", Description: "Arithmetic without units, as in 'What is 12 times 9?'"}},
		Effect:       jarvis.EffectRead,
	}
}

// Run answers with the converted value. Units of different quantities and a result beyond float64 are failures.
func (c *ConvertMeasurement) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	from, to := units[c.FromUnit], units[c.ToUnit]
	if from.quantity != to.quantity {
		return jarvis.Failure(fmt.Sprintf("Cannot convert %s to %s: the one measures %s, the other %s. Give two units of the same quantity.",
			c.FromUnit, c.ToUnit, from.quantity, to.quantity)), nil
	}
	result, ok := float(to.fromBase(from.toBase(exact(c.Value))))
	if !ok {
		return jarvis.Failure(tooLarge), nil
	}
	message := fmt.Sprintf("That is %s %s.", spoken(result, 6), to.spoken)
	return jarvis.Success(map[string]any{"result": result, "unit": c.ToUnit}, jarvis.WithMessage(message)), nil
}
