// The units of convert_measurement, as exact ratios to the base unit of their quantity.

package commands

import "math/big"

type quantity string

const (
	length      quantity = "length"      // in meters
	weight      quantity = "weight"      // in grams
	volume      quantity = "volume"      // in liters
	temperature quantity = "temperature" // in kelvin
	speed       quantity = "speed"       // in meters per second
)

// unit is a scale: base unit = (value + offset) × factor.
type unit struct {
	quantity       quantity
	spoken         string
	factor, offset string // decimals or fractions, all exact by definition of the unit
}

// units holds the units by the names in the enum of the command.
var units = map[string]unit{
	"millimeters": {length, "millimeters", "0.001", "0"},
	"centimeters": {length, "centimeters", "0.01", "0"},
	"meters":      {length, "meters", "1", "0"},
	"kilometers":  {length, "kilometers", "1000", "0"},
	"inches":      {length, "inches", "0.0254", "0"},
	"feet":        {length, "feet", "0.3048", "0"},
	"yards":       {length, "yards", "0.9144", "0"},
	"miles":       {length, "miles", "1609.344", "0"},

	"milligrams": {weight, "milligrams", "0.001", "0"},
	"grams":      {weight, "grams", "1", "0"},
	"kilograms":  {weight, "kilograms", "1000", "0"},
	"ounces":     {weight, "ounces", "28.349523125", "0"},
	"pounds":     {weight, "pounds", "453.59237", "0"},

	"milliliters":  {volume, "milliliters", "0.001", "0"},
	"liters":       {volume, "liters", "1", "0"},
	"teaspoons":    {volume, "teaspoons", "0.00492892159375", "0"},
	"tablespoons":  {volume, "tablespoons", "0.01478676478125", "0"},
	"fluid_ounces": {volume, "fluid ounces", "0.0295735295625", "0"},
	"cups":         {volume, "cups", "0.2365882365", "0"},
	"pints":        {volume, "pints", "0.473176473", "0"},
	"quarts":       {volume, "quarts", "0.946352946", "0"},
	"gallons":      {volume, "gallons", "3.785411784", "0"},

	"celsius":    {temperature, "degrees Celsius", "1", "273.15"},
	"fahrenheit": {temperature, "degrees Fahrenheit", "5/9", "459.67"},
	"kelvin":     {temperature, "kelvin", "1", "0"},

	"meters_per_second":   {speed, "meters per second", "1", "0"},
	"kilometers_per_hour": {speed, "kilometers per hour", "5/18", "0"},
	"miles_per_hour":      {speed, "miles per hour", "0.44704", "0"},
	"knots":               {speed, "knots", "463/900", "0"},
}

func (u unit) toBase(value *big.Rat) *big.Rat {
	value.Add(value, decimal(u.offset))
	return value.Mul(value, decimal(u.factor))
}

func (u unit) fromBase(base *big.Rat) *big.Rat {
	base.Quo(base, decimal(u.factor))
	return base.Sub(base, decimal(u.offset))
}
