// The built-in providers: one table per family, in the files of the families.

package prompt

import "slices"

// Builtin returns the providers of this package, sorted by name. The slice is the caller's; the providers are safe for
// concurrent use. All follow Input.DateKeys, and none tells who speaks, so that the prompt is the same for a whole home. Source:
// the prompt providers of the original, by whose names they go. Prompts are our own, and where the original's contradict
// themselves these do not.
//
// One contradiction of the original is left, in what ChatGPTOpenAI shows in training: its system message is
// [DefaultTrainingPrompt], which asks for tags, its completion [EnvelopeCompletion], which writes none. Both are the original's
// defaults, for providers that do not say otherwise; all others here have a prompt and a completion that agree.
func Builtin() []Provider {
	models := slices.Concat(qwenModels(), hermesModels(), llamaModels(), mistralModels(), gemmaModels(), phiModels(), openAIModels())
	slices.SortFunc(models, byName)
	providers := make([]Provider, len(models))
	for i, m := range models {
		providers[i] = New(m)
	}
	return providers
}

// BuiltinRegistry returns a new registry of the providers of Builtin, for more to be registered there.
func BuiltinRegistry() *Registry {
	r := new(Registry)
	_ = r.Register(Builtin()...) // fails for names that are taken, and these are unique
	return r
}
