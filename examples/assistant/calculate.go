// The command calculate: exact arithmetic on two numbers.

package main

import (
	"context"
	"fmt"
	"math/big"

	"github.com/jarvis-sdk/jarvis"
)

// calculate has no message in its answer: the model speaks from the result.
type calculate struct {
	Operation string `jarvis:"operation,required" enum:"add,subtract,multiply,divide" description:"What to do with the two numbers"`
	A         number `jarvis:"a,required" description:"The first number, written out without an exponent"`
	B         number `jarvis:"b,required" description:"The second number: what is added, subtracted, multiplied or divided by"`
}

// Spec declares the command.
func (*calculate) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "calculate",
		Description: "Exact arithmetic on two numbers of any size.",
		Keywords:    []string{"plus", "minus", "times", "divided by"},
		Examples: []jarvis.Example{
			{Utterance: "What's 17 plus 25?", Arguments: jarvis.Args{"operation": "add", "a": 17, "b": 25}, Primary: true},
			{Utterance: "Take 4.5 from 10", Arguments: jarvis.Args{"operation": "subtract", "a": 10, "b": 4.5}},
		},
		CriticalRules: []string{
			"Never work out a sum yourself.",
			`In a follow-up such as "multiply that by 3", a is the result of the call before.`,
		},
		Effect: jarvis.EffectRead,
	}
}

// Run answers with the operands and the result as texts, which no reader rounds.
func (c *calculate) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	if c.A.value == nil || c.B.value == nil {
		return jarvis.Failure(fmt.Sprintf("A number may have at most %d characters.", maxNumber)), nil
	}
	result := new(big.Rat)
	switch a, b := c.A.value, c.B.value; c.Operation {
	case "add":
		result.Add(a, b)
	case "subtract":
		result.Sub(a, b)
	case "multiply":
		result.Mul(a, b)
	case "divide":
		if b.Sign() == 0 {
			return jarvis.Failure("A number cannot be divided by zero."), nil
		}
		result.Quo(a, b)
	}
	text, exact, ok := decimal(result)
	if !ok {
		return jarvis.Failure(fmt.Sprintf("The result has more than %d digits.", maxNumber)), nil
	}
	data := map[string]any{"operation": c.Operation, "a": c.A.String(), "b": c.B.String(), "result": text, "exact": exact}
	if !exact {
		data["fraction"] = result.String()
	}
	return jarvis.Success(data), nil
}
