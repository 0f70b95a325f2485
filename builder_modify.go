// The builder's modifiers, which say more about the parameter declared last.

package jarvis

import (
	"slices"
)

// last returns the parameter declared last, or notes that the modifier came too early.
func (b *ParametersBuilder) last(modifier string) *draft {
	if len(b.list) == 0 {
		b.mistake(modifier, sprintf(msgBuilderFirst, modifier))
		return &draft{}
	}
	return &b.list[len(b.list)-1]
}

// Enum limits the last parameter to the given values; on an array, its elements. Values of other types than string are
// written as text. A second call is a mistake.
func (b *ParametersBuilder) Enum(values ...string) *ParametersBuilder {
	d := b.last("Enum")
	b.once(d, "Enum", d.Enum != nil)
	d.Enum = append(make([]string, 0, len(values)), values...)
	return b
}

// Default sets the default of the last parameter: the text itself, or JSON for arrays and dicts. A second call is a mistake.
func (b *ParametersBuilder) Default(text string) *ParametersBuilder {
	d := b.last("Default")
	b.once(d, "Default", d.Default != nil)
	d.Default = &text
	return b
}

// Refinable lets a follow-up utterance change the last parameter.
func (b *ParametersBuilder) Refinable() *ParametersBuilder {
	b.last("Refinable").Refinable = true
	return b
}

// Label sets the name of the last parameter shown to a person in a form. A second call is a mistake.
func (b *ParametersBuilder) Label(text string) *ParametersBuilder {
	d := b.last("Label")
	b.once(d, "Label", d.Label != "")
	d.Label = text
	return b
}

// Options sets the form hint of the last parameter, such as "devices:light". A second call is a mistake.
func (b *ParametersBuilder) Options(source string) *ParametersBuilder {
	d := b.last("Options")
	b.once(d, "Options", d.Options != "")
	d.Options = source
	return b
}

// Absent names texts that count as leaving the last parameter out, such as "none". Case does not matter. A second call is a
// mistake.
func (b *ParametersBuilder) Absent(words ...string) *ParametersBuilder {
	d := b.last("Absent")
	b.once(d, "Absent", d.Absent != nil)
	d.Absent = slices.Clone(words)
	return b
}

// Validate sets the go-playground rules of the last parameter, such as "gte=0,lte=100". A second call is a mistake.
func (b *ParametersBuilder) Validate(rules string) *ParametersBuilder {
	d := b.last("Validate")
	b.once(d, "Validate", d.Validate != "")
	d.Validate = rules
	return b
}

// Check adds a check of the last parameter with the message that a model gets when it fails (seed: validation_function and
// validation_error_message). fn gets the bound value, of the Go type that Values documents; it must be safe for concurrent
// use. It is called for given and default values that passed everything else.
func (b *ParametersBuilder) Check(fn func(value any) bool, message string) *ParametersBuilder {
	d := b.last("Check")
	if fn == nil {
		b.mistake(d.Name, msgBuilderNilCheck)
		return b
	}
	if message == "" {
		b.mistake(d.Name, msgBuilderNoMessage)
	}
	d.checks = append(d.checks, check{fn, message})
	return b
}

// once notes a modifier used twice on one parameter.
func (b *ParametersBuilder) once(d *draft, modifier string, twice bool) {
	if twice {
		b.mistake(d.Name, sprintf(msgBuilderTwice, modifier))
	}
}
