// Checking: one text of arguments before all judges, and everything that has to hold of it.

package jarvistest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// subject is a command that is being tested: its parameters, their schema compiled, and what this package reads in them.
type subject struct {
	name   string
	def    *jarvis.Definition
	params *jarvis.Parameters
	schema *jsonschema.Schema
	fields []field
	index  map[string]int           // of fields, by name
	doubts []doubt                  // met while values were searched for
	worked map[jarvis.Kind][]string // JSON of values that were taken, to be tried for other parameters first
	stub   *jarvis.Registry         // a command with the same parameters that only counts its calls
	runs   *int
	bound  *jarvis.Values // what the stub was run with
}

// newSubject reads a command. The command itself is never run.
func newSubject(cmd jarvis.Command) (*subject, error) {
	def, err := jarvis.Define(cmd)
	if err != nil {
		return nil, err
	}
	s := &subject{name: def.Name(), def: def, params: def.Parameters(), runs: new(int), bound: new(jarvis.Values)}
	if s.schema, err = compileSchema(s.params.Schema()); err != nil {
		return nil, fmt.Errorf("the schema of %s does not compile: %w", s.name, err)
	}
	s.fields, s.index = readFields(s.params, s.params.Schema()), map[string]int{}
	s.worked = map[jarvis.Kind][]string{}
	for i := range s.fields {
		s.index[s.fields[i].name] = i
	}
	if t := inputType(cmd); t != nil {
		learnStruct(s.fields, t)
	}
	stub, err := jarvis.Func(jarvis.Spec{Name: "stub"}, s.params, func(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		*s.runs++
		*s.bound = args
		return jarvis.Success(nil), nil
	})
	if err != nil {
		return nil, err
	}
	s.stub = jarvis.NewRegistry()
	s.gather()
	return s, s.stub.Register(stub)
}

// sample is a text of arguments, with what is known of it by how it was made.
type sample struct {
	text  []byte
	edit  string // what was done to valid arguments; empty for nothing
	want  outcome
	kind  jarvis.ProblemKind // of the problem that has to be reported; zero for any, at the place or below it
	param string             // the parameter that was edited
	path  string             // the place that was edited; empty for any of param
}

// finding is something that should not be.
type finding struct {
	symptom string // the same for the same mistake
	detail  string
}

// verdicts is what came of a text.
type verdicts struct {
	judge   judgement
	schema  outcome
	binder  outcome
	invalid *jarvis.ValidationError
	values  jarvis.Values
	doc     any
}

// check puts a sample before all judges. It returns nil findings if they agree as documented.
func (s *subject) check(smp sample) (v verdicts, found []finding) {
	report := func(symptom, format string, args ...any) {
		found = append(found, finding{symptom, fmt.Sprintf(format, args...)})
	}
	v, err := s.ask(smp.text)
	if err != nil {
		report("the binder gave no report", "%v", err)
		return v, found
	}
	if want := v.judge.schema(); want != unknown && v.schema != want {
		report("the schema should not have "+v.schema.String()+" this", "%v", v.judge.found)
	}
	if v.judge.fickle != "" {
		report("UnmarshalText of "+v.judge.fickle+" takes a text and then refuses it, or the other way round", "what a call comes to has to depend on the call alone")
		return v, found
	}
	s.compareBinder(&v, smp, report)
	if v.invalid != nil {
		s.checkReport(&v, smp, report)
	} else {
		s.checkValues(&v, smp.text, report)
	}
	s.checkAgain(&v, smp.text, report)
	return v, found
}

type reporter func(symptom, format string, args ...any)

// ask gets the verdicts. The error is of a binder that neither accepts nor says what is wrong.
func (s *subject) ask(text []byte) (v verdicts, err error) {
	doc, notJSON := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	v.doc, v.judge = doc, judge(s.fields, text, doc, notJSON)
	if v.judge.unasked == "" {
		v.schema = outcomeOf(notJSON == nil && s.schema.Validate(doc) == nil)
	}
	v.values, err = s.params.Validate(slices.Clone(text))
	v.binder = outcomeOf(err == nil)
	if err != nil && (!errors.As(err, &v.invalid) || len(v.invalid.Problems) == 0) {
		return v, err
	}
	return v, nil
}

// compareBinder looks at the verdict of the binder: as the judge, as the schema, and as the sample was made.
func (s *subject) compareBinder(v *verdicts, smp sample, report reporter) {
	apart := "the binder should not have " + v.binder.String() + " this"
	switch want := v.judge.binder(); {
	case v.binder == refused && want != refused && s.byAuthor(v):
	case want != unknown && want != v.binder:
		report(apart, "%v", v.judge.found)
		return
	case want == unknown && v.judge.unasked == "" && v.binder == refused:
		report(apart, "only a rule of %s could refuse it", strings.Join(v.judge.open, ", "))
		return
	case want == unknown && v.schema == refused && v.binder == accepted && v.judge.found&(quirk|binderTakes) == 0:
		report(apart, "the schema refuses it")
		return
	}
	if smp.want != unknown && smp.want != v.binder && !(v.binder == refused && s.byAuthor(v)) {
		report(apart, "it was made to be %v", smp.want)
	}
}

// byAuthor reports whether arguments are refused only by rules that this package does not know: those of a tag that it does not
// understand, checks, and of parameters without tags those that only the description tells; or by a TextUnmarshaler where the Go
// type could not be learned.
func (s *subject) byAuthor(v *verdicts) bool {
	for _, p := range v.invalid.Problems {
		f := s.field(p.Param)
		switch {
		case f == nil:
			return false
		case p.Kind == jarvis.ProblemType && p.Type.Kind() == jarvis.KindString && f.goType == nil && strings.HasPrefix(p.Got, `"`):
		case p.Kind != jarvis.ProblemRule:
			return false
		case slices.Contains(v.judge.open, p.Param):
		case f.tagged || p.Rule != "":
			return false
		}
	}
	return true
}

const (
	mostProblemBytes = 4 << 10 // of a report, for each problem: a path and a value cut to 120 characters, each perhaps escaped
	schemaShares     = 4       // of the schema, in enums and the parameters concerned
)

// checkReport looks at a refusal: that it names what was edited, and that its length is no matter of what came.
func (s *subject) checkReport(v *verdicts, smp sample, report reporter) {
	text := v.invalid.Response().Report()
	if most := (len(v.invalid.Problems)+1)*mostProblemBytes + schemaShares*len(s.params.Schema()); len(text) > most {
		report("the report is too long", "%d bytes for arguments of %d, at most %d", len(text), len(smp.text), most)
	}
	if text == "" {
		report("the report is empty", "%d problems", len(v.invalid.Problems))
	}
	if smp.want != refused {
		return
	}
	named := slices.ContainsFunc(v.invalid.Problems, func(p jarvis.Problem) bool {
		return p.Param == smp.param && (smp.kind == 0 && strings.HasPrefix(p.Path, smp.path) || p.Kind == smp.kind && (smp.path == "" || p.Path == smp.path))
	})
	if !named && v.invalid.Omitted > 0 {
		return // it may be among those
	}
	if !named {
		report("the refusal does not name what is wrong", "want a problem %v at %q", smp.kind, smp.path)
	} else if isShown(smp.param) && !strings.Contains(text, smp.param) {
		report("the report does not name what is wrong", "want %q in %q", smp.param, text)
	}
}

// isShown reports whether a report repeats a name as it is.
func isShown(name string) bool {
	return len(name) < 100 && strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// checkAgain binds a second time, and calls a command with the same parameters that runs for accepted arguments only.
func (s *subject) checkAgain(v *verdicts, text []byte, report reporter) {
	again, err := s.params.Validate(text)
	first, second := valuesText(v.values), valuesText(again)
	var invalid *jarvis.ValidationError
	switch {
	case (err == nil) != (v.binder == accepted), first != second:
		report("binding twice gives two results", "%s and %s", first, second)
	case errors.As(err, &invalid) && !reflect.DeepEqual(invalid.Problems, v.invalid.Problems):
		report("binding twice gives two reports", "%v and %v", v.invalid, err)
	}
	if len(text) == 0 || text[0] != '{' {
		return // a call may also bring its arguments as text, or none
	}
	*s.runs = 0
	resp, err := s.stub.Call(context.Background(), nil, jarvis.Call{Name: "stub", Arguments: text})
	switch {
	case err != nil:
		report("a call ended in an error", "%v", err)
	case *s.runs != ran(v.binder) || resp.Success != (v.binder == accepted):
		report("a call ran for other arguments than bind", "it was run %d times, with success %t", *s.runs, resp.Success)
	case v.binder == accepted && valuesText(*s.bound) != first:
		report("a call was run with other values than bind", "%s and %s", first, valuesText(*s.bound))
	}
}

func ran(binder outcome) int {
	if binder == accepted {
		return 1
	}
	return 0
}

// valuesText writes values so that they can be compared; what has no text, such as what a type of the author refuses to write, is
// only told apart by the error.
func valuesText(v jarvis.Values) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}
