// Tests of sums: any numbers, over HTTP, against arithmetic of the test's own; and the words in which they are asked for.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// randomNumber writes a number: small or of up to 120 digits, whole or not, negative or not.
func randomNumber(r *rand.Rand) string {
	digits := func(n int) string {
		text := make([]byte, n)
		for i := range text {
			text[i] = byte('0' + r.IntN(10))
		}
		return string(text)
	}
	sizes := []int{1, 2, 3, 10, 17, 25, 120}
	text := strings.TrimLeft(digits(sizes[r.IntN(len(sizes))]), "0")
	if text == "" {
		text = "0"
	}
	if r.IntN(2) == 0 {
		text += "." + digits(sizes[r.IntN(len(sizes))])
	}
	if r.IntN(3) == 0 {
		text = "-" + text
	}
	return text
}

// A sum and what goes on from it, for random numbers: what is said is what math/big says.
func TestSumsOfAnyNumbers(t *testing.T) {
	for name, args := range map[string][]string{"native": nil, "text": {"-provider", "Qwen25MediumUntrained"}} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(17, 25))
			var said strings.Builder
			said.WriteString("What's 1 plus 1?\n")
			var operands [][3]string // numbers of a sum and of what follows
			operators := [][2]int{}
			for range 150 {
				n := [3]string{randomNumber(r), randomNumber(r), randomNumber(r)}
				o := [2]int{r.IntN(4), r.IntN(4)}
				operands, operators = append(operands, n), append(operators, o)
				fmt.Fprintf(&said, "What's %s %s %s?\n", n[0], asked[o[0]][r.IntN(len(asked[o[0]]))], n[1])
				fmt.Fprintf(&said, followed[o[1]][r.IntN(len(followed[o[1]]))]+"\n", n[2])
			}
			got := spokenIn(say(t, said.String(), args...))
			require.Len(t, got, 1+2*len(operands))
			got, last := got[1:], "2"
			for i, n := range operands {
				last = assertSum(t, got[2*i], last, n[0], n[1], operators[i][0])
				last = assertSum(t, got[2*i+1], last, last, n[2], operators[i][1])
			}
		})
	}
}

// How sums are asked for and gone on with, by their operations: add, subtract, multiply, divide.
var (
	asked    = [4][]string{{"plus", "+"}, {"minus", "-", "−"}, {"times", "*", "x", "×", "multiplied by"}, {"divided by", "/", "÷", "over"}}
	followed = [4][]string{
		{"Now add %s", "plus %s", "add %s to that", "+ %s"},
		{"Subtract %s from that", "minus %s", "the result minus %s", "Take %s away from it", "- %s"},
		{"Now multiply that by %s", "times %s", "multiply by %s please", "* %s"},
		{"Divide that by %s", "divided by %s", "and divide by %s", "/ %s"},
	}
)

// assertSum checks the words for a sum and returns the number that they name as its result, or the last one if it has none.
func assertSum(t *testing.T, words, last, a, b string, operation int) string {
	t.Helper()
	x, y, want := rational(t, a), rational(t, b), new(big.Rat)
	switch operation {
	case 0:
		want.Add(x, y)
	case 1:
		want.Sub(x, y)
	case 2:
		want.Mul(x, y)
	case 3:
		if y.Sign() == 0 {
			assert.Equal(t, "Sorry, that did not work. A number cannot be divided by zero.", words)
			return last
		}
		want.Quo(x, y)
	}
	question, text, ok := strings.Cut(strings.TrimSuffix(words, "."), " is ")
	require.True(t, ok, words)
	sign := [4]string{" plus ", " minus ", " times ", " divided by "}[operation]
	first, second, ok := strings.Cut(question, sign)
	require.True(t, ok, words)
	assert.Zero(t, rational(t, first).Cmp(x), words)
	assert.Zero(t, rational(t, second).Cmp(y), words)
	text, rounded := strings.CutPrefix(text, "about ")
	got := rational(t, text)
	_, ends := want.FloatPrec()
	assert.Equal(t, !ends, rounded, words)
	if !rounded {
		assert.Zero(t, got.Cmp(want), words)
		return text
	}
	off := new(big.Rat).Quo(got.Sub(got, want), want)
	assert.Negative(t, off.Abs(off).Cmp(big.NewRat(1, 1_000_000_000_000_000_000)), words)
	return text
}

func rational(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return r
}

func TestWordsOfSums(t *testing.T) {
	for _, c := range []struct{ words, call string }{
		{"What's 17 plus 25?", "add 17 25"},
		{"17+25", "add 17 25"},
		{"5-3", "subtract 5 3"},
		{"5 - -3", "subtract 5 -3"},
		{"-5 minus minus 3", "subtract -5 -3"},
		{"negative 5 times .5", "multiply -5 0.5"},
		{"1,234,567.50 over 007", "divide 1234567.50 7"},
		{"Take 3 away from 5.", "subtract 5 3"},
		{"subtract 3 from that", "subtract 126 3"},
		{"add 3 to that", "add 126 3"},
		{"add that to 3", "add 3 126"},
		{"add 3", "add 126 3"},
		{"Multiply 3 and 4", "multiply 3 4"},
		{"multiply by -3", "multiply 126 -3"},
		{"the sum of 3 and 4", "add 3 4"},
		{"quotient of 3 and 4, please", "divide 3 4"},
		{"minus 4.5", "subtract 126 4.5"},
		{"that minus 4.5", "subtract 126 4.5"},
		{"and 4 times that", "multiply 4 126"},
		{"divided by 4", "divide 126 4"},
		{"17 plus 25 = ?", "add 17 25"},
		{"17 plus 25!", "add 17 25"},
	} {
		t.Run(c.words, func(t *testing.T) {
			p, ok := sum(transcript{number: "126"}, c.words)
			require.True(t, ok)
			require.Len(t, p.args, 3, p.say)
			assert.Equal(t, c.call, strings.Trim(p.args[0].value, `"`)+" "+p.args[1].value+" "+p.args[2].value)
		})
	}
	// Half of these is a sum. Its result would be wrong.
	for _, words := range []string{
		"1 plus 2 plus 3", "2 plus 3 times 4", "1e5 plus 2", "1,5 plus 2", "1,0000 plus 2", "1.2.3 plus 4", "5! plus 3", "5 plus 10%", "$5 plus 3",
		"5² plus 1", "5 plus", "plus", "5", "that", "divided 5", "5 divided 3", "add 5 and 3 and 2", "multiply 5", "add", "multiply by", "what is", "",
		"1_000 plus 2", "five plus 3", "5 plus 3 apples", "٣ plus 4", "what's the square root of 5 minus 1", "subtract 5 and 3", "add by 3", "multiply by 3 and 4",
	} {
		p, ok := sum(transcript{number: "126"}, words)
		assert.False(t, ok, "%q: %v", words, p)
	}
	p, ok := sum(transcript{}, "multiply that by 3")
	assert.True(t, ok)
	assert.Equal(t, sayNoResult, p.say)
}

func TestCalculate(t *testing.T) {
	registry, err := newCommands(newHome(nil, nil), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	nines := strings.Repeat("9", maxNumber)
	for _, c := range []struct{ name, args, result, fails string }{
		{name: "beyond float64", args: `{"operation":"add","a":9007199254740993,"b":0.1}`, result: "9007199254740993.1"},
		{name: "tenths", args: `{"operation":"add","a":0.1,"b":0.2}`, result: "0.3"},
		{name: "minus zero", args: `{"operation":"multiply","a":-0,"b":5.00}`, result: "0"},
		{name: "the end is far", args: `{"operation":"divide","a":1,"b":1` + strings.Repeat("0", 990) + `}`, result: "0." + strings.Repeat("0", 989) + "1"},
		{name: "no end", args: `{"operation":"divide","a":-2,"b":3}`, result: "about -0.66666666666666666667"},
		{name: "no end, large", args: `{"operation":"divide","a":1` + strings.Repeat("0", 990) + `,"b":3}`, result: "about " + strings.Repeat("3", 990)},
		{name: "no end, small", args: `{"operation":"divide","a":1,"b":3` + strings.Repeat("0", 900) + `}`, result: "about 0." + strings.Repeat("0", 900) + strings.Repeat("3", 20)},
		{name: "as long as allowed", args: `{"operation":"subtract","a":` + nines + `,"b":0}`, result: nines},
		{name: "the result is longer", args: `{"operation":"multiply","a":` + nines + `,"b":9}`, fails: "The result has more than 1000 digits."},
		{name: "a text", args: `{"operation":"add","a":1,"b":"1"}`, fails: "Parameter 'b' must be of type float"},
		{name: "zero", args: `{"operation":"divide","a":1,"b":-0.0}`, fails: "A number cannot be divided by zero."},
		{name: "another operation", args: `{"operation":"power","a":1,"b":1}`, fails: "add, subtract, multiply, divide"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, err := registry.Call(context.Background(), nil, jarvis.Call{Name: "calculate", Arguments: json.RawMessage(c.args)})
			require.NoError(t, err)
			assert.Equal(t, c.fails == "", resp.Success)
			if c.fails != "" {
				assert.Contains(t, resp.ErrorDetails, c.fails)
				return
			}
			got := resp.ContextData["result"].(string)
			if resp.ContextData["exact"] != true {
				got = "about " + got
			}
			assert.Equal(t, c.result, got)
			assert.NotContains(t, resp.ContextData, "message", "the model speaks")
		})
	}
	definition, ok := registry.Lookup("calculate")
	require.True(t, ok)
	assert.Contains(t, string(definition.Schema()), `"a":{"type":"number",`)
}

func TestNumbersThatAreRefused(t *testing.T) {
	registry, err := newCommands(newHome(nil, nil), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	const exponent, long = "Parameter 'b' must be of type float", "A number may have at most 1000 characters."
	for text, want := range map[string]string{
		"1e9": exponent, "1E-9": exponent, "1e999999999": exponent,
		strings.Repeat("9", maxNumber+1): long, "0." + strings.Repeat("0", maxNumber): long,
	} {
		var n number
		assert.Equal(t, want == exponent, json.Unmarshal([]byte(text), &n) != nil, text)
		assert.Empty(t, n.String())
		args := json.RawMessage(`{"operation":"add","a":1,"b":` + text + `}`)
		resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "calculate", Arguments: args})
		require.NoError(t, err)
		assert.Equal(t, want, resp.ErrorDetails, text)
	}
	got := spokenIn(say(t, "What's "+strings.Repeat("9", maxNumber+1)+" plus 1?\n2 plus 2\n"))
	require.Len(t, got, 2)
	assert.Contains(t, got[0], "A number may have at most 1000 characters.")
	assert.Equal(t, "2 plus 2 is 4.", got[1])
}

func FuzzSum(f *testing.F) {
	for _, words := range []string{"What's 17 plus 25?", "minus 4.5", "take 1,000 from .5", "add to", "-", "5 - - 3", "x x x"} {
		f.Add(words)
	}
	f.Fuzz(func(t *testing.T, words string) {
		p, ok := sum(transcript{number: "126"}, words)
		if ok && p.done() {
			assert.True(t, json.Valid([]byte(object(p.args))), object(p.args))
		}
	})
}
