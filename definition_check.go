// Checks of a definition: its metadata, and its examples against the parameters.

package jarvis

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// mistake is one in the Spec.
func (d *Definition) mistake(field, format string, args ...any) error {
	return &TagError{Type: d.owner(), Field: field, Message: sprintf(format, args...)}
}

// checkSpec looks at the metadata.
func (d *Definition) checkSpec() (errs []error) {
	switch name := d.spec.Name; {
	case name == "":
		errs = append(errs, d.mistake("Spec.Name", msgSpecName))
	case !utf8.ValidString(name):
		errs = append(errs, d.mistake("Spec.Name", msgSpecNameUTF8, name))
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || echo.Unseen(r) }):
		errs = append(errs, d.mistake("Spec.Name", msgSpecNameSpace, name))
	}
	errs = append(errs, d.checkSecrets()...)
	for i, a := range d.spec.Antipatterns {
		if a.Command == "" {
			errs = append(errs, d.mistake(sprintf("Spec.Antipatterns[%d]", i), msgSpecAntipattern))
		}
	}
	for i, p := range d.spec.Packages {
		if p.Name == "" {
			errs = append(errs, d.mistake(sprintf("Spec.Packages[%d]", i), msgSpecPackage))
		}
	}
	if a := d.spec.Authentication; a != nil {
		for _, wrong := range a.check() {
			errs = append(errs, d.mistake("Spec.Authentication", "%s", wrong))
		}
	}
	switch d.spec.Effect {
	case "", EffectRead, EffectWrite, EffectDestructive:
	default:
		errs = append(errs, d.mistake("Spec.Effect", msgSpecEffect, d.spec.Effect))
	}
	return errs
}

// checkSecrets looks at the secrets, and at those that are declared more than once.
func (d *Definition) checkSecrets() (errs []error) {
	for i := range d.secrets {
		if wrong := d.secrets[i].check(); wrong != "" {
			errs = append(errs, d.mistake("Spec.Secrets", "%s", wrong))
		}
	}
	for i, s := range d.spec.Secrets {
		tagged := func(f secretField) bool { return s.contradicts(f.Secret) }
		differs := func(o Secret) bool { return o.Key == s.Key && !reflect.DeepEqual(o.withDefaults(), s.withDefaults()) }
		if slices.ContainsFunc(d.secretFields, tagged) || slices.ContainsFunc(d.spec.Secrets[:i], differs) {
			errs = append(errs, d.mistake("Spec.Secrets", msgSecretTwice, s.Key))
		}
	}
	return errs
}

// checkExamples looks at both lists of examples; at their arguments only if there are parameters to check them against.
func (d *Definition) checkExamples(arguments bool) (errs []error) {
	d.examples, errs = d.examplesIn("Spec.Examples", d.spec.Examples, arguments)
	_, more := d.examplesIn("Spec.AdapterExamples", d.spec.AdapterExamples, arguments)
	return append(errs, more...)
}

// examplesIn checks a list of examples and returns their arguments.
func (d *Definition) examplesIn(field string, list []Example, arguments bool) (written []json.RawMessage, errs []error) {
	primary := 0
	for i, e := range list {
		if e.Primary {
			primary++
		}
		if !arguments {
			continue
		}
		raw, err := d.checkExample(e)
		if err != nil {
			errs = append(errs, d.mistake(sprintf("%s[%d]", field, i), msgExample, cut(e.Utterance), err))
		}
		written = append(written, raw)
	}
	if primary > 1 {
		errs = append(errs, d.mistake(field, msgPrimary))
	}
	return written, errs
}

// checkExample binds the arguments of an example strictly. Required parameters may be missing, and date keys, spelt as they are
// to be written, stand for datetimes. It returns them as JSON.
func (d *Definition) checkExample(e Example) (raw json.RawMessage, err error) {
	defer func() {
		if r := recover(); r != nil { // MarshalJSON of an argument
			err = fmt.Errorf(msgDeclarePanic, r)
		}
	}()
	if raw, err = e.Arguments.JSON(); err != nil {
		return nil, err
	}
	_, err = d.params.validate(raw, &settings{examples: true})
	var invalid *ValidationError
	if errors.As(err, &invalid) {
		var lines []string
		for _, p := range invalid.Problems {
			lines = append(lines, p.Explain())
		}
		return nil, errors.New(strings.Join(lines, "; "))
	}
	return raw, err
}

// distinct drops mistakes that say the same, such as those of a struct used twice.
func distinct(errs []error) []error {
	seen := map[string]bool{}
	return slices.DeleteFunc(errs, func(err error) bool {
		dup := seen[err.Error()]
		seen[err.Error()] = true
		return dup
	})
}
