// Commands that are declared in a file: LoadCommand, and the format of the file.

package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// maxCommandFile bounds the file of a command, in bytes.
const maxCommandFile = 64 << 10

// fileFields are the fields of the file. Checking it like the arguments of a call finds everything at once: fields that are
// unknown, repeated, missing or of the wrong type.
var fileFields = jarvis.NewParameters().
	RequiredString("name", "The name of the command").
	RequiredString("description", "What the command is for").
	OptionalStringArray("keywords", "Words for fuzzy matching").
	OptionalDict("parameters", "A JSON Schema of the arguments; without it there are none").
	OptionalObjects("examples", "What people say, and the arguments to make of it", jarvis.NewParameters().
		RequiredString("utterance", "What is said").
		OptionalDict("arguments", "The arguments").
		OptionalBoolean("primary", "The best of the examples").
		MustBuild()).
	RequiredString("say", "The answer, with {parameter} where an argument belongs").
	MustBuild()

// commandFile is what the file holds.
type commandFile struct {
	Name, Description, Say string
	Keywords               []string
	Parameters             json.RawMessage // its order is the order in which a model sees the parameters
	Examples               []struct {
		Utterance string
		Arguments jarvis.Args
		Primary   bool
	}
}

// FileError is everything that is wrong with the file of a command.
type FileError struct {
	File     string
	Mistakes []error
}

// Error returns a line for each mistake, with the name of the file before it.
func (e *FileError) Error() string {
	lines := make([]string, len(e.Mistakes))
	for i, m := range e.Mistakes {
		lines[i] = e.File + ": " + m.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes. Those of the schema, the name and the examples are of type *jarvis.TagError.
func (e *FileError) Unwrap() []error { return e.Mistakes }

// LoadCommand reads a command from JSON. The file has these fields, of which name, description and say are needed:
//
//	name, description, keywords   as in jarvis.Spec
//	parameters                    a JSON Schema of an object; see jarvis.ParametersFromSchema
//	examples                      a list of {"utterance": …, "arguments": …, "primary": …}
//	say                           the answer: {name} is replaced by that argument, {{ and }} are braces
//
// The command answers with the sentence and changes nothing. file is the name for errors, which are all a *FileError: of a file
// that cannot be read, has more than 64 KiB, or has mistakes, all of them at once.
func LoadCommand(file string, r io.Reader) (jarvis.Command, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxCommandFile+1))
	switch {
	case err != nil:
		return nil, &FileError{file, []error{err}}
	case len(data) > maxCommandFile:
		return nil, &FileError{file, []error{fmt.Errorf("it has more than %d bytes", maxCommandFile)}}
	}
	cmd, mistakes := commandOf(data)
	if len(mistakes) > 0 {
		return nil, &FileError{file, mistakes}
	}
	return cmd, nil
}

// commandOf makes the command. It checks each part as far as that makes sense beside what is wrong elsewhere.
func commandOf(data []byte) (cmd jarvis.Command, mistakes []error) {
	bad, mistakes := checkFields(data)
	if slices.Contains(bad, "") {
		return nil, mistakes // it is no JSON object
	}
	var f commandFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	_ = dec.Decode(&f) // fills in all that has the right type; what has not is reported above
	var params *jarvis.Parameters
	declared := !slices.Contains(bad, "parameters")
	if declared && f.Parameters != nil && string(f.Parameters) != "null" {
		var err error
		params, err = jarvis.ParametersFromSchema(f.Parameters)
		mistakes, declared = append(mistakes, each(err)...), err == nil
	}
	say, wrong := parseTemplate(f.Say)
	if declared && wrong == nil {
		wrong = say.check(params)
	}
	if !slices.Contains(bad, "say") {
		mistakes = append(mistakes, wrong...)
	}
	if !slices.Contains(bad, "name") {
		made, err := jarvis.Func(f.spec(declared), params, say.run)
		cmd, mistakes = made, append(mistakes, each(err)...)
	}
	return cmd, mistakes
}

// spec is the static metadata. Examples mean nothing without parameters to check them against.
func (f *commandFile) spec(examples bool) jarvis.Spec {
	spec := jarvis.Spec{Name: f.Name, Description: f.Description, Keywords: f.Keywords, Effect: jarvis.EffectRead}
	if examples {
		for _, e := range f.Examples {
			spec.Examples = append(spec.Examples, jarvis.Example{Utterance: e.Utterance, Arguments: e.Arguments, Primary: e.Primary})
		}
	}
	return spec
}

// checkFields returns the top-level fields that are wrong, "" for a file that is no JSON object, and a mistake for each place.
func checkFields(data []byte) (fields []string, mistakes []error) {
	_, err := fileFields.Validate(data)
	var invalid *jarvis.ValidationError
	if !errors.As(err, &invalid) {
		return nil, each(err)
	}
	for _, p := range invalid.Problems {
		fields = append(fields, p.Param)
		mistakes = append(mistakes, errors.New(fieldMistake(p)))
	}
	return fields, mistakes
}

// fieldMistake words a problem for the author of a file, who knows of fields and not of parameters.
func fieldMistake(p jarvis.Problem) string {
	switch p.Kind {
	case jarvis.ProblemMissing:
		return fmt.Sprintf("%s is missing", p.Path)
	case jarvis.ProblemUnknown:
		if p.Suggestion != "" {
			return fmt.Sprintf("unknown field %s; did you mean %s?", p.Path, p.Suggestion)
		}
		return fmt.Sprintf("unknown field %s", p.Path)
	case jarvis.ProblemType:
		return fmt.Sprintf("%s must be of type %s, got %s", p.Path, p.Type, p.Got)
	}
	return strings.Replace(p.Explain(), "Arguments ", "its contents ", 1)
}

// each returns the errors that were joined.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

func (t template) run(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
	data, err := jarvis.Object(args)
	if err != nil {
		return nil, err
	}
	return jarvis.Final(map[string]any{"arguments": data}, jarvis.WithMessage(t.fill(args))), nil
}
