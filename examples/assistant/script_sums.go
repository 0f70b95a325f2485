// The scripted model: sums in plain English. It finds numbers and an operation, and leaves the arithmetic to the tool.

package main

import (
	"regexp"
	"slices"
	"strings"
)

// signs are the operations of calculate as they are said.
var signs = map[string]string{"add": "plus", "subtract": "minus", "multiply": "times", "divide": "divided by"}

// operations are the words and signs between two numbers.
var operations = map[string]string{
	"plus": "add", "+": "add", "minus": "subtract", "-": "subtract", "times": "multiply", "x": "multiply", "*": "multiply", "×": "multiply",
	"multiplied": "multiply", "over": "divide", "/": "divide", "÷": "divide", "divided": "divide",
}

// verbs are the words that may begin a sum, and those between its numbers. Where the words stand in swapped, the second number
// comes first: "take 3 from 5" is 5 minus 3.
var verbs = map[string]struct {
	operation string
	between   []string
	swapped   []string
}{
	"add":      {"add", []string{"and"}, []string{"to"}},
	"subtract": {"subtract", nil, []string{"from"}},
	"take":     {"subtract", nil, []string{"from"}},
	"deduct":   {"subtract", nil, []string{"from"}},
	"multiply": {"multiply", []string{"by", "and", "with"}, nil},
	"divide":   {"divide", []string{"by"}, nil},
	"sum":      {"add", []string{"and"}, nil},
	"product":  {"multiply", []string{"and"}, nil},
	"quotient": {"divide", []string{"and"}, nil},
}

var (
	token    = regexp.MustCompile(`[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[\pL']+|\S`)
	pause    = regexp.MustCompile(`[?.,=]+(\s|$)|[?!.]+\s*$`)
	numeral  = regexp.MustCompile(`^[0-9.,]*[0-9]$`)
	opening  = words("what what's whats is how much calculate compute please now and then so ok okay tell me can could you work out the of equals")
	closing  = words("please now then equals away")
	pronouns = words("that it this result answer")
)

func words(list string) []string { return strings.Fields(list) }

// tokens takes words apart and drops what means nothing around a sum.
func tokens(text string) []string {
	text = strings.NewReplacer("−", "-", "–", "-", "’", "'").Replace(strings.ToLower(text))
	list := token.FindAllString(pause.ReplaceAllString(text, " "), -1)
	for len(list) > 0 && slices.Contains(opening, list[0]) {
		list = list[1:]
	}
	for len(list) > 0 && slices.Contains(closing, list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return list
}

// sum finds a sum. All words have to belong to it: half of one would give a wrong result.
func sum(t transcript, text string) (plan, bool) {
	s := &sentence{tokens(text), t.number}
	operation, a, b, ok := s.byVerb()
	if !ok {
		operation, a, b, ok = (&sentence{tokens(text), t.number}).byOperator()
	}
	switch {
	case !ok:
		return plan{}, false
	case a == "" || b == "":
		return plan{say: sayNoResult}, true
	}
	return plan{call: "calculate", args: []arg{{"operation", quoted(operation)}, {"a", a}, {"b", b}}}, true
}

// sentence is what is left of a sum to be read, and what "that" means in it.
type sentence struct {
	left []string
	that string
}

// next takes a word if it is one of these.
func (s *sentence) next(words ...string) bool {
	if len(s.left) == 0 || !slices.Contains(words, s.left[0]) {
		return false
	}
	s.left = s.left[1:]
	return true
}

// operand takes a number, or a word for the last result, which is empty if there is none.
func (s *sentence) operand() (number string, ok bool) {
	rest := s.left
	sign := ""
	if s.next("-", "minus", "negative") {
		sign = "-"
	}
	s.next("the")
	if sign == "" && s.next(pronouns...) {
		return s.that, true
	}
	if len(s.left) == 0 || !numeral.MatchString(s.left[0]) {
		s.left = rest
		return "", false
	}
	number = sign + written(s.left[0])
	s.left = s.left[1:]
	return number, true
}

// written is a numeral as JSON wants it.
func written(numeral string) string {
	whole, fraction, hasFraction := strings.Cut(strings.ReplaceAll(numeral, ",", ""), ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if hasFraction {
		return whole + "." + fraction
	}
	return whole
}

// byOperator reads "17 plus 25", or "plus 25" for that plus 25.
func (s *sentence) byOperator() (operation, a, b string, ok bool) {
	all := s.left
	a, ok = s.operand()
	if !ok || len(s.left) == 0 {
		s.left, a = all, s.that
	}
	if len(s.left) == 0 {
		return "", "", "", false
	}
	operation = operations[s.left[0]]
	if by := s.left[0] == "multiplied" || s.left[0] == "divided"; by && (len(s.left) < 2 || s.left[1] != "by") {
		return "", "", "", false
	}
	s.left = s.left[1:]
	s.next("by")
	b, ok = s.operand()
	return operation, a, b, ok && operation != "" && len(s.left) == 0
}

// byVerb reads "multiply 3 by 4", "take 3 from 5", or "add 3" and "multiply by 3", which go on with the last result.
func (s *sentence) byVerb() (operation, a, b string, ok bool) {
	if len(s.left) == 0 {
		return "", "", "", false
	}
	verb, known := verbs[s.left[0]]
	if !known {
		return "", "", "", false
	}
	s.left = s.left[1:]
	s.next("of")
	if s.next("by") { // multiply by 3
		b, ok = s.operand()
		return verb.operation, s.that, b, ok && len(s.left) == 0 && slices.Contains(verb.between, "by")
	}
	if a, ok = s.operand(); !ok {
		return "", "", "", false
	}
	if len(s.left) == 0 { // add 3
		return verb.operation, s.that, a, verb.operation == "add" || verb.operation == "subtract"
	}
	s.next("away")
	swapped := s.next(verb.swapped...)
	if !swapped && !s.next(verb.between...) {
		return "", "", "", false
	}
	if b, ok = s.operand(); swapped {
		a, b = b, a
	}
	return verb.operation, a, b, ok && len(s.left) == 0
}
