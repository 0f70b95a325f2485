// Typed errors: what authors and hosts get. What a model gets is a Response or the text of a ValidationError.

package jarvis

import (
	"errors"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// TagError is one mistake in a declaration. Define, Register, Build and their like return all of them at once, joined; use
// errors.As to get the first, or walk the tree of Unwrap() []error. Of one declaration the first hundred are listed; one more
// says how many there are besides, with "#" as its Field for an import, else "…". Names and texts that come from outside
// are cut, and what cannot be seen in them is escaped.
type TagError struct {
	Type    string // the struct type; "Parameters" for a builder, "Func" for a command made by Func, "Schema" for an import, "Command" for nil
	Field   string // the field or parameter; "Spec" and below for static metadata; for an import a JSON pointer, of names cut and escaped
	Message string // what is wrong and how to mend it
}

// Error returns "Type.Field: message".
func (e *TagError) Error() string { return e.Type + "." + e.Field + ": " + e.Message }

const (
	maxMistakes = 100 // listed of one declaration
	maxPlace    = 500 // bytes of a Field
)

// joinMistakes joins the mistakes of a declaration as they are returned: so many that they can be read, and each fit for it.
// more is how many there were besides; owner and field are the Type and Field that tell it.
func joinMistakes(errs []error, more int, owner, field string) error {
	more += max(0, len(errs)-maxMistakes)
	told := make([]error, 0, min(len(errs), maxMistakes)+1)
	for _, err := range errs[:min(len(errs), maxMistakes)] {
		told = append(told, fitMistake(err))
	}
	if more > 0 {
		told = append(told, &TagError{Type: owner, Field: field, Message: moreMistakes(more)})
	}
	return errors.Join(told...)
}

// fitMistake bounds the texts of a mistake. Those that are fit already, as nearly all are, stay the same.
func fitMistake(err error) error {
	e, ok := err.(*TagError)
	if !ok {
		return err
	}
	fit := TagError{Type: e.Type, Field: fitPlace(e.Field), Message: clipSentences(e.Message)}
	if fit == *e {
		return e
	}
	return &fit
}

// fitPlace cuts again what escaping has made longer.
func fitPlace(place string) string {
	return echo.CutBytes(echo.Escape(echo.CutBytes(place, maxPlace)), maxPlace)
}

// SuggestionError reports a suggested value that cannot take the place of the argument: its parameter is not declared, or the
// declared checks refuse the value. It is the author's mistake and comes inside a *CommandError.
type SuggestionError struct {
	Param  string // as the suggestion names it
	Reason string // for the author
}

// Error names the parameter and the reason.
func (e *SuggestionError) Error() string { return sprintf(msgSuggestion, cut(e.Param), e.Reason) }

// UnknownProviderError reports a Provider that no command authenticates with.
type UnknownProviderError struct{ Provider string }

// Error names the provider.
func (e *UnknownProviderError) Error() string { return sprintf(msgNoProvider, cut(e.Provider)) }

// MissingSecretsError reports required secrets that no source has. It names keys and never holds a value.
type MissingSecretsError struct {
	Command string   // that needs them
	Keys    []string // in order of declaration
}

// Error returns "Missing required secrets: A, B".
func (e *MissingSecretsError) Error() string {
	keys := make([]string, len(e.Keys))
	for i, key := range e.Keys {
		keys[i] = clip(key)
	}
	return sprintf(msgMissingSecrets, strings.Join(keys, ", "))
}

// UnknownCommandError reports a name that no registered command has.
type UnknownCommandError struct {
	Name  string   // as it was asked for, cut to 120 characters and "…"
	Near  []string // up to three registered names: mistyped ones, nearest first, else those that share words with Name
	Names []string // registered names in order, up to twenty, unless Near is sure or there are more
	More  int      // registered names that Names leaves out
}

// Error names the command, what it could have meant, and what names there are.
func (e *UnknownCommandError) Error() string {
	text := sprintf(msgUnknownCommand, clip(e.Name))
	if len(e.Near) > 0 {
		text += sprintf(msgCommandsNear, strings.Join(e.Near, ", "))
	}
	switch names := strings.Join(e.Names, ", "); {
	case e.More > 0:
		text += sprintf(msgCommands, names+sprintf(msgMoreListed, e.More))
	case names != "":
		text += sprintf(msgCommands, names)
	}
	return text
}

// CommandError wraps an error of a command's own code, or of the source of its secrets, with the command's name.
type CommandError struct {
	Command string // whose code it is
	Err     error  // as the code returned it
}

// Error names the command and returns the text of the wrapped error.
func (e *CommandError) Error() string { return sprintf(msgOfCommand, e.Command, e.Err) }

// Unwrap returns the command's own error.
func (e *CommandError) Unwrap() error { return e.Err }

// PanicError reports a panic in a command's own code, or in what the host gave it, such as a SecretSource. It is returned by
// Execute and Registry.Execute, by Parameters.Validate, by Initialize, StoreAuth and RefreshToken of a Registry, and by
// RequiredSecrets and NeedsAuth of a Definition; Call, CallRoute, HandleAction and PreRoute of a Registry log it.
type PanicError struct {
	Command string // empty when parameters are validated without a command
	Value   any    // what was passed to panic
	Stack   []byte // of the goroutine at that moment
}

// Error names the command and the value passed to panic, not the stack.
func (e *PanicError) Error() string {
	if e.Command == "" {
		return sprintf(msgCheckPanicked, e.Value)
	}
	return sprintf(msgPanicked, e.Command, e.Value)
}

// Unwrap returns the value passed to panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}
