// Suite types: spellings of types, their canonical names, schema fragments and errors.

package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// typeLine is a spelling of a type.
type typeLine struct {
	header
	Source    string     `json:"source"`
	Type      *string    `json:"type"`
	Accepted  *bool      `json:"accepted"`
	Canonical *string    `json:"canonical"`
	Schema    *jsonValue `json:"schema"`
	Error     *string    `json:"error"`
}

// typedParam is the name of the parameter that is declared with the type: a word that no error text has by chance.
const typedParam = "typed_parameter"

func (l *typeLine) check(r *report) {
	if l.Type == nil || l.Accepted == nil {
		r.broken("needs type and accepted")
		return
	}
	typ, err := jarvis.ParseType(*l.Type)
	params, declared := build([]declaredParam{{Name: typedParam, Type: *l.Type}})
	if *l.Accepted {
		l.checkAccepted(r, typ, params, errors.Join(err, declared))
	} else {
		l.checkRefused(r, typ, err, declared)
	}
}

func (l *typeLine) checkAccepted(r *report, typ jarvis.Type, params *jarvis.Parameters, err error) {
	if err != nil {
		r.fail("ParseType and Build", "no error", err.Error())
		return
	}
	if l.Canonical != nil {
		r.equal("ParseType", *l.Canonical, typ.String())
		param, _ := params.Lookup(typedParam)
		r.equal("type of the built parameter", *l.Canonical, param.Type().String())
	}
	if l.Schema == nil {
		return
	}
	schema, err := parseJSON(params.Schema())
	if err != nil {
		r.fail("schema", jsonText(l.Schema.v), err.Error())
		return
	}
	root, _ := schema.(*object)
	properties := root.member("properties")
	if properties == nil {
		r.fail("schema", "an object with properties", jsonText(schema))
		return
	}
	r.sameJSON("schema", &object{[]string{typedParam}, map[string]any{typedParam: l.Schema.v}}, properties)
}

func (l *typeLine) checkRefused(r *report, typ jarvis.Type, err, declared error) {
	var wrong *jarvis.TypeError
	switch {
	case err == nil:
		r.fail("ParseType", "an error", typ.String())
	case !errors.As(err, &wrong):
		r.fail("ParseType", "a *TypeError", goText(err))
	}
	switch {
	case declared == nil:
		r.fail("Build", "an error", "none")
	case !strings.Contains(declared.Error(), typedParam):
		r.fail("Build", "an error that names the parameter "+typedParam, declared.Error())
	}
	if l.Error == nil || wrong == nil || declared == nil {
		return
	}
	switch *l.Error {
	case "nested":
		r.equal("TypeError.Nested", "true", fmt.Sprint(wrong.Nested))
		for _, text := range []string{err.Error(), declared.Error()} {
			if !saysNested.MatchString(text) {
				r.fail("text of the error", "says that arrays of arrays are not supported", text)
			}
		}
	case "unknown":
		r.equal("TypeError.Nested", "false", fmt.Sprint(wrong.Nested))
	default:
		r.broken(fmt.Sprintf("unknown kind of error %q", *l.Error))
	}
}

// saysNested matches the wordings for an array of arrays.
var saysNested = regexp.MustCompile(`(?i)\bnest|arrays? of arrays?`)
