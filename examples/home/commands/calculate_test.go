// Tests of calculate.

package commands_test

import "testing"

func TestCalculate(t *testing.T) {
	testCalls(t, "calculate", []callCase{
		{name: "add", args: `{"num1":0.1,"num2":0.2,"operation":"add"}`,
			message: "0.1 plus 0.2 is 0.3.", data: map[string]any{"result": 0.3}},
		{name: "subtract", args: `{"num1":100,"num2":140,"operation":"subtract"}`,
			message: "100 minus 140 is -40.", data: map[string]any{"result": -40.0}},
		{name: "multiply", args: `{"num1":6,"num2":7,"operation":"multiply"}`,
			message: "6 times 7 is 42.", data: map[string]any{"result": 42.0}},
		{name: "divide", args: `{"num1":10,"num2":3,"operation":"divide"}`,
			message: "10 divided by 3 is 3.33333333333.", data: map[string]any{"result": 10.0 / 3}},
		{name: "zero divided", args: `{"num1":0,"num2":5,"operation":"divide"}`,
			message: "0 divided by 5 is 0.", data: map[string]any{"result": 0.0}},
		{name: "arguments in a string", args: `"{\"num1\":1,\"num2\":2,\"operation\":\"add\"}"`,
			message: "1 plus 2 is 3.", data: map[string]any{"result": 3.0}},
		{name: "all digits of a whole number", args: `{"num1":9007199254740991,"num2":0,"operation":"add"}`,
			message: "9007199254740991 plus 0 is 9007199254740991.", data: map[string]any{"result": 9007199254740991.0}},
		{name: "large", args: `{"num1":1e21,"num2":1,"operation":"multiply"}`,
			message: "1e+21 times 1 is 1e+21.", data: map[string]any{"result": 1e21}},
		{name: "divide by zero", args: `{"num1":1,"num2":0,"operation":"divide"}`,
			details: "A number cannot be divided by zero. Ask for another divisor."},
		{name: "divide by negative zero", args: `{"num1":1,"num2":-0.0,"operation":"divide"}`,
			details: "A number cannot be divided by zero. Ask for another divisor."},
		{name: "overflow", args: `{"num1":1e308,"num2":10,"operation":"multiply"}`,
			details: "The result is too large. Ask for smaller numbers."},
		{name: "unknown operation", args: `{"num1":1,"num2":2,"operation":"power"}`,
			details: "Invalid value 'power' for 'operation'. Must be one of: add, subtract, multiply, divide"},
	})
}
