// Validators and decoders, put together as their documentation does.

package agreement

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-playground/validator/v10"
	google "github.com/google/jsonschema-go/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// steps is a contestant without a server: a function that fills in or refuses.
func steps[T any](name string, silent map[rule]bool, read func(raw string, in *T) error) contestant {
	return contestant{name: name, silent: silent, call: func(raw string) outcome {
		var in T
		if read(raw, &in) != nil {
			return outcome{}
		}
		return handled(in)
	}}
}

// googleSchema decodes to any, validates, and decodes to the struct. The library takes formats for annotations.
func googleSchema[T any](k *kind) contestant {
	resolved := must(readSchema(k).Resolve(&google.ResolveOptions{ValidateDefaults: true}))
	return steps("jsonschema-go", rules(durationText), func(raw string, in *T) error {
		var document any
		if err := json.Unmarshal([]byte(raw), &document); err != nil {
			return err
		}
		if err := resolved.Validate(document); err != nil {
			return err
		}
		return json.Unmarshal([]byte(raw), in)
	})
}

// santhosh does the same with formats asserted.
func santhosh[T any](k *kind) contestant {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	must(0, compiler.AddResource("mem:///probe", must(jsonschema.UnmarshalJSON(strings.NewReader(k.schema)))))
	compiled := must(compiler.Compile("mem:///probe"))
	return steps("santhosh", nil, func(raw string, in *T) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
		if err != nil {
			return err
		}
		if err := compiled.Validate(document); err != nil {
			return err
		}
		return json.Unmarshal([]byte(raw), in)
	})
}

// What a decoder into structs has no words for.
func decoderSilence() map[rule]bool {
	return rules(required, notNull, enumerated, listed, bounded, measured, durationText)
}

func encodingJSON[T any](*kind) contestant {
	return steps("encoding/json", decoderSilence(), decodeStrictly[T])
}

// decodeStrictly refuses unknown fields and what comes after the first document.
func decodeStrictly[T any](raw string, in *T) error {
	decoder := json.NewDecoder(bytes.NewReader([]byte(raw)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(in); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one document")
	}
	return nil
}

func jsonV2[T any](*kind) contestant {
	return steps("json/v2", decoderSilence(), func(raw string, in *T) error {
		return jsonv2.Unmarshal([]byte(raw), in, jsonv2.RejectUnknownMembers(true))
	})
}

// withValidator decodes to pointers, so that "required" does not take a zero for an absent argument.
func withValidator[T any](*kind) contestant {
	validate := validator.New(validator.WithRequiredStructEnabled())
	return steps("validator", rules(durationText), func(raw string, in *T) error {
		if err := decodeStrictly(raw, in); err != nil {
			return err
		}
		return validate.Struct(in)
	})
}
