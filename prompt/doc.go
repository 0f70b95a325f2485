// Package prompt writes what a language model is told so that it makes the right tool calls: system prompts, the messages that
// change from turn to turn, lists of tools, and the examples that models are trained with. It talks to no model.
//
//	provider, err := prompt.BuiltinRegistry().Lookup("Qwen25MediumUntrained")
//	text := provider.SystemPrompt(prompt.Input{
//		Context: prompt.Context{Room: "kitchen"},
//		Tools:   prompt.ToolsFromDefinitions(definitions...),
//	})
//
// # Providers
//
// A [Provider] has a name and writes a system prompt; all else is optional, with the defaults of the original (see [Base],
// [WithDefaults]). The built-in ones are data: a [Model] names its sections in their order, how its calls are read, and what
// is particular about it. [New] makes a provider of a Model, so an author describes a model of their own in the same way.
// A [Registry] finds providers by name, and [ResolveName] says which name is meant: that of a setting, else that of
// JARVIS_MODEL_INTERFACE, else a default.
//
// In text mode the tools are in the prompt and the calls in the text of the answer, which the provider's Parser reads. In native
// mode tools go into the request, see [OpenAITools], and the prompt says nothing of their schemas.
//
// # Blocks
//
// The parts of a prompt are pure functions: [Identity], [Rules], [Mandate], [Fallback], the call formats, [Dates], [Guidance],
// [DirectAnswer], [AgentContext], [RoomHierarchy], [ToolsText], [ToolsTag] and so on. Sections adapt them to an [Input]. The same
// input gives the same bytes, whatever the order of maps.
//
// # What stays and what changes
//
// The first message is the same in all turns and for all who live in a home, so that a model server can reuse what it has
// read. Who speaks, the time, and what was shown last is in the messages of [Trailing], right before the words of the user. [Fold]
// is for chat templates that take one system message only, and [Clean] takes away what is not to be spoken.
//
// # Dates
//
// Input.DateKeys is one setting for the prompt and, as jarvis.WithDateKeys, for the binder. With keys, datetimes are asked
// for as keys of package dates; without, as ISO values, with the tool resolve_relative_date where it is offered.
//
// # Costs
//
// [EstimateTokens] and [Estimate] count tokens without a tokenizer, for each block and each tool. [Refinable] parameters can be
// left out at first and asked for in a second step, see [RefinePrompt] and [MergeRefined].
//
// # Training
//
// [WriteTrainingSet] writes the examples of commands as chat messages, one JSON object a line. Completions are byte for byte
// what the original's Python writes: models were trained with those bytes.
//
// # Concurrency
//
// Providers and registries are safe for concurrent use; a Cleaner is not.
//
// # Sources
//
// The original is the prompt provider interface of the Jarvis command center (Python), with its factory, shared blocks and providers. The wording is this library's own. On purpose
// it differs: an unknown provider is an error, names are unique, allowed values are printed, sentences end at a full stop that
// white space follows, the date rule follows the one setting, and providers of one family are one builder. The deprecated
// build_training_prompt is left out.
package prompt
