// What programs and authors read about providers and training data: the texts of errors. No model reads them.

package prompt

const (
	msgProviderNil       = "prompt: provider %d is nil"
	msgProviderName      = "prompt: provider %d: the name %q %s"
	msgProviderNoName    = "is blank; give it one such as \"Qwen25MediumUntrained\""
	msgProviderNameSpace = "has white space around it, or characters that cannot be seen; use letters and digits"
	msgProviderTaken     = "is taken by %q; case does not count, give one of the two another name"

	msgProviderUnknown = "prompt: unknown provider %q"
	msgProviderNear    = ", did you mean %s?"
	msgProviderKnown   = "; known: %s"
	msgProviderMore    = " and %d more"
	msgProviderNone    = "; none is registered"

	msgSetting = "prompt: the setting of the provider could not be read: %w"
)

const (
	msgCompletion         = "prompt: the call of %q cannot be written: %s"
	msgCompletionNoName   = "it has no name"
	msgCompletionName     = "its name is not valid UTF-8"
	msgCompletionFailure  = "its failure message is not valid UTF-8"
	msgCompletionJSON     = "its arguments are no JSON object: %s"
	msgCompletionKind     = "its arguments must be a JSON object, got %s"
	msgCompletionDeep     = "its arguments are nested deeper than %d levels"
	msgCompletionNumber   = "the number %s in its arguments is beyond the range of floats"
	msgCompletionUnlike   = "in this form it would not be read back as it is"
	msgTraining           = "prompt: command %q, example %d (%q): %v"
	msgTrainingNoProvider = "prompt: there is no provider to write training data for"
	msgTrainingNil        = "prompt: definition %d is nil"
	msgTrainingUTF8       = "the utterance is not valid UTF-8"
)
