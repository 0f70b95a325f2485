// Suite execute: one execution of a command by a registry, as the program's Execute and as the tool call of a model.

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strconv"

	"github.com/jarvis-sdk/jarvis"
)

// executeLine is one execution.
type executeLine struct {
	header
	Declaration *executed         `json:"declaration"`
	Secrets     map[string]string `json:"secrets"`
	ArgsJSON    *string           `json:"args_json"`
	Outcome     *outcome          `json:"outcome"`
}

// executed is the command.
type executed struct {
	Name       string           `json:"command_name"`
	Parameters []declaredParam  `json:"parameters"`
	Secrets    []declaredSecret `json:"secrets"`
	Validate   []ownCheck       `json:"validate"`
}

// ownCheck is a check of the command itself. It gives its result when the condition holds.
type ownCheck struct {
	When   *condition      `json:"when"` // nil: always
	Result *declaredResult `json:"result"`
}

// condition is about the argument of one parameter. All that is given of it has to hold.
type condition struct {
	Param   string      `json:"param"`
	Present *bool       `json:"present"`
	In      []jsonValue `json:"in"`
	NotIn   []jsonValue `json:"not_in"`
	Equals  *jsonValue  `json:"equals"`
}

// executingUser is the user of the requests.
const executingUser = "user-1"

func (l *executeLine) check(r *report) {
	if l.Declaration == nil || l.ArgsJSON == nil || l.Outcome == nil {
		r.broken("needs declaration, args_json and outcome")
		return
	}
	if wrong := l.Outcome.wrong(); wrong != "" {
		r.broken(wrong)
		return
	}
	params, err := build(l.Declaration.Parameters)
	if err != nil {
		r.fail("declaration", "no error", err.Error())
		return
	}
	seen := &trace{params: params}
	cmd, err := l.Declaration.command(seen)
	reg := jarvis.NewRegistry(jarvis.WithSecrets(l.host()), jarvis.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	if err == nil {
		err = reg.Register(cmd)
	}
	if err != nil {
		r.fail("declaration", "no error", err.Error())
		return
	}
	ctx, req, args := context.Background(), &jarvis.Request{User: executingUser}, json.RawMessage(*l.ArgsJSON)
	r.within("Execute", func(r *report) {
		resp, err := reg.Execute(ctx, l.Declaration.Name, req, args)
		l.judge(r, seen, answer{false, resp, err})
	})
	seen.validated, seen.ran = 0, nil
	r.within("Call", func(r *report) {
		resp, err := reg.Call(ctx, req, jarvis.Call{Name: l.Declaration.Name, Arguments: args})
		l.judge(r, seen, answer{true, resp, err})
	})
}

// trace is what a command saw of its calls.
type trace struct {
	params    *jarvis.Parameters
	validated int
	ran       []jarvis.Values
}

// answered is the message of a command that ran.
const answered = "the command ran"

func (d *executed) command(seen *trace) (jarvis.Command, error) {
	spec := jarvis.Spec{Name: d.Name}
	for _, s := range d.Secrets {
		spec.Secrets = append(spec.Secrets, s.secret())
	}
	run := func(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		seen.ran = append(seen.ran, args)
		return jarvis.Final(nil, jarvis.WithMessage(answered)), nil
	}
	validate := func(_ context.Context, _ *jarvis.Request, args jarvis.Values) ([]jarvis.ValidationResult, error) {
		seen.validated++
		return d.results(args)
	}
	return jarvis.Func(spec, seen.params, run, jarvis.Hooks[jarvis.Values]{Validate: validate})
}

// results applies the command's own checks.
func (d *executed) results(args jarvis.Values) (list []jarvis.ValidationResult, err error) {
	for _, c := range d.Validate {
		if c.Result == nil {
			return nil, errors.New("a check has no result")
		}
		holds := true
		if c.When != nil {
			if holds, err = c.When.holds(args); err != nil {
				return nil, err
			}
		}
		if holds {
			list = append(list, c.Result.result())
		}
	}
	return list, nil
}

// holds compares the bound argument in its JSON text. An absent one equals nothing and is in no list.
func (c *condition) holds(args jarvis.Values) (bool, error) {
	if c.Param == "" || c.Present == nil && c.In == nil && c.NotIn == nil && c.Equals == nil {
		return false, errors.New("a condition says nothing")
	}
	if c.Present != nil && args.Given(c.Param) != *c.Present {
		return false, nil
	}
	text, err := json.Marshal(args)
	if err != nil {
		return false, err
	}
	all, err := parseJSON(text)
	if err != nil {
		return false, err
	}
	value, there := all.(*object).members[c.Param]
	is := func(v jsonValue) bool { return there && difference(v.v, value) == nil }
	return (c.In == nil || slices.ContainsFunc(c.In, is)) && !slices.ContainsFunc(c.NotIn, is) && (c.Equals == nil || is(*c.Equals)), nil
}

// host holds the given secrets, each in the scopes in which the command declares its key.
func (l *executeLine) host() jarvis.SecretSource {
	installation, user := map[string]string{}, map[string]string{}
	for key, value := range l.Secrets {
		in := func(scope jarvis.Scope) bool {
			return slices.ContainsFunc(l.Declaration.Secrets, func(s declaredSecret) bool { return s.Key == key && s.Scope == string(scope) })
		}
		if in(jarvis.ScopeUser) {
			user[key] = value
		}
		if in(jarvis.ScopeIntegration) || !in(jarvis.ScopeUser) {
			installation[key] = value
		}
	}
	if len(user) == 0 { // not chained: a chain passes over empty values, which the command has to take as absent itself
		return jarvis.StaticSecrets(installation)
	}
	return jarvis.ChainSecrets(jarvis.StaticSecrets(installation), jarvis.StaticUserSecrets(executingUser, user))
}

// judge compares what came of the arguments with the outcome, and what the command saw of them.
func (l *executeLine) judge(r *report, seen *trace, a answer) {
	runs, validations := 0, 0
	switch l.Outcome.Kind {
	case kindMissingSecrets:
		l.Outcome.checkSecrets(r, a)
	case kindMissingParams:
		l.Outcome.checkMissing(r, a)
	case kindInvalid:
		if ownRefusal(a.resp) {
			validations = 1
		}
		l.Outcome.Response.check(r, a)
	case kindRun:
		runs, validations = 1, 1
		a.ran(r)
	}
	r.equal("calls of Run", strconv.Itoa(runs), strconv.Itoa(len(seen.ran)))
	r.equal("calls of Validate", strconv.Itoa(validations), strconv.Itoa(seen.validated))
	if l.Outcome.Kind != kindRun || len(seen.ran) != 1 {
		return
	}
	args := seen.ran[0]
	checkBound(r, l.Outcome.Args, seen.params, args)
	for _, s := range l.Declaration.Secrets {
		r.equal("secret "+s.Key, l.Secrets[s.Key], args.Secret(s.Key).Reveal())
	}
}

// ownRefusal reports whether a response is that of the command's own checks, which run only where all declared ones have
// passed. A line declares no rules, so that only the command's own checks make problems of that kind.
func ownRefusal(resp *jarvis.Response) bool {
	return resp != nil && resp.Validation != nil && len(resp.Validation.Problems) > 0 &&
		!slices.ContainsFunc(resp.Validation.Problems, func(p jarvis.Problem) bool { return p.Kind != jarvis.ProblemRule })
}
