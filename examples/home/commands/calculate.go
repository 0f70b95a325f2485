// The command calculate: two numbers and an operation.

package commands

import (
	"context"
	"fmt"
	"math/big"

	"github.com/jarvis-sdk/jarvis"
)

// Calculate adds, subtracts, multiplies or divides two numbers. The zero value is ready to be registered.
type Calculate struct {
	Num1      float64 `jarvis:"num1,required" description:"The first number"`
	Num2      float64 `jarvis:"num2,required" description:"The second number; what is subtracted, or divided by"`
	Operation string  `jarvis:"operation,required" enum:"add,subtract,multiply,divide" description:"What to do with the two numbers"`
}

// Spec declares the command calculate.
func (*Calculate) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "calculate",
		Description: "Arithmetic on two numbers: add, subtract, multiply or divide.",
		Keywords:    []string{"calculate", "plus", "minus", "times", "divided by", "sum", "difference", "product", "math"},
		Examples: []jarvis.Example{
			{Utterance: "What's 6 times 7?", Arguments: jarvis.Args{"num1": 6, "num2": 7, "operation": "multiply"}, Primary: true},
			{Utterance: "Add 12.5 and 3", Arguments: jarvis.Args{"num1": 12.5, "num2": 3, "operation": "add"}},
			{Utterance: "Take 40 away from 100", Arguments: jarvis.Args{"num1": 100, "num2": 40, "operation": "subtract"}},
			{Utterance: "Split 90 by 4", Arguments: jarvis.Args{"num1": 90, "num2": 4, "operation": "divide"}},
		},
		CriticalRules: []string{
			"Map the words: plus, sum -> add; minus, less, take away -> subtract; times, product -> multiply; over, split -> divide.",
			`Keep the order: "take 40 away from 100" has num1 100 and num2 40.`,
		},
		Antipatterns:      []jarvis.Antipattern{{Command: "convert_measurement", Description: "Changing the unit of a measurement, as in 'How many feet are 3 meters?'"}},
		AllowDirectAnswer: true,
		Effect:            jarvis.EffectRead,
	}
}

// Run answers with the result. Division by zero and a result beyond float64 are failures.
func (c *Calculate) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	a, b := exact(c.Num1), exact(c.Num2)
	var sign string
	switch c.Operation {
	case "add":
		sign = "plus"
		a.Add(a, b)
	case "subtract":
		sign = "minus"
		a.Sub(a, b)
	case "multiply":
		sign = "times"
		a.Mul(a, b)
	case "divide":
		if c.Num2 == 0 {
			return jarvis.Failure("A number cannot be divided by zero. Ask for another divisor."), nil
		}
		sign = "divided by"
		a.Quo(a, b)
	}
	return c.answer(sign, a), nil
}

func (c *Calculate) answer(sign string, exact *big.Rat) *jarvis.Response {
	result, ok := float(exact)
	if !ok {
		return jarvis.Failure(tooLarge)
	}
	message := fmt.Sprintf("%s %s %s is %s.", number(c.Num1), sign, number(c.Num2), spoken(result, 12))
	return jarvis.FollowUp(map[string]any{"result": result}, jarvis.WithMessage(message))
}
