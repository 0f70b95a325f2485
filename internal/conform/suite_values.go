// Suite values: arguments against declarations, with the problems or the bound values that come of them.

package main

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// valueLine is one object of arguments in one mode.
type valueLine struct {
	header
	Source     string           `json:"source"`
	Mode       string           `json:"mode"`
	Parameters []declaredParam  `json:"parameters"`
	ArgsJSON   *string          `json:"args_json"`
	ArgsB64    *string          `json:"args_b64"`
	OK         *bool            `json:"ok"`
	Problems   []problem        `json:"problems"`
	Bound      map[string]bound `json:"bound"`
}

// problem is a fault of the arguments.
type problem struct {
	Param      string  `json:"param"`
	Kind       string  `json:"kind"`
	Suggestion *string `json:"suggestion"` // nil: not asserted; empty: none
}

func (l *valueLine) check(r *report) {
	args, opts, err := l.input()
	if err != nil {
		r.broken(err.Error())
		return
	}
	params, err := build(l.Parameters)
	if err != nil {
		r.fail("declaration", "no error", err.Error())
		return
	}
	values, err := params.Validate(args, opts...)
	switch {
	case *l.OK && err != nil:
		r.fail("verdict", "accepted", "refused: "+err.Error())
	case *l.OK && l.Bound != nil:
		checkBound(r, l.Bound, params, values)
	case !*l.OK && err == nil:
		r.fail("verdict", "refused: "+problemTexts(l.Problems), "accepted: "+fmt.Sprint(values.Map()))
	case !*l.OK && l.Problems != nil:
		checkProblems(r, l.Problems, err)
	}
}

// input reads how the arguments are to be bound.
func (l *valueLine) input() (args []byte, opts []jarvis.Option, err error) {
	switch {
	case l.OK == nil:
		return nil, nil, errors.New("needs ok")
	case (l.ArgsJSON == nil) == (l.ArgsB64 == nil):
		return nil, nil, errors.New("needs one of args_json and args_b64")
	case l.ArgsJSON != nil:
		args = []byte(*l.ArgsJSON)
	default:
		if args, err = base64.StdEncoding.DecodeString(*l.ArgsB64); err != nil {
			return nil, nil, err
		}
	}
	switch l.Mode {
	case "strict":
		return args, nil, nil
	case "lenient":
		return args, []jarvis.Option{jarvis.Lenient()}, nil
	}
	return nil, nil, fmt.Errorf("unknown mode %q", l.Mode)
}

// checkProblems compares what is asked for with what the error holds.
func checkProblems(r *report, want []problem, err error) {
	var invalid *jarvis.ValidationError
	if !errors.As(err, &invalid) {
		r.fail("error of Validate", "a *ValidationError", goText(err))
		return
	}
	want = inOrder(want)
	got := inOrder(folded(invalid.Problems))
	if w, g := problemTexts(want), problemTexts(got); w != g {
		r.fail("problems", w, g)
		return
	}
	for i, w := range want {
		if w.Suggestion != nil {
			r.equal(fmt.Sprintf("suggestion for %q", w.Param), *w.Suggestion, *got[i].Suggestion)
		}
	}
}

// folded makes one entry of all problems of one kind that a parameter has, at the place of the first.
func folded(list []jarvis.Problem) []problem {
	var out []problem
	for _, p := range list {
		same := func(o problem) bool { return o.Param == p.Param && o.Kind == p.Kind.String() }
		if !slices.ContainsFunc(out, same) {
			out = append(out, problem{p.Param, p.Kind.String(), &p.Suggestion})
		}
	}
	return out
}

// inOrder sorts the kinds of a parameter where its entries stand together: the problems of a line are in the order of their
// parameters, those of one parameter in any.
func inOrder(list []problem) []problem {
	list = slices.Clone(list)
	for start := 0; start < len(list); {
		end := start + 1
		for end < len(list) && list[end].Param == list[start].Param {
			end++
		}
		slices.SortStableFunc(list[start:end], func(a, b problem) int { return cmp.Compare(a.Kind, b.Kind) })
		start = end
	}
	return list
}

func problemTexts(list []problem) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = fmt.Sprintf("%q %s", p.Param, p.Kind)
	}
	return strings.Join(texts, ", ")
}
