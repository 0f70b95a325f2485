// Messages of the verb prompt, and on providers.

package cli

const (
	msgPromptShort = "Print what a model is told"
	msgPromptLong  = `Prints the system prompt that a provider writes for the commands. A provider in
native mode has the tools in the request beside it: they follow under a head.

The provider is that of --provider, else that of JARVIS_MODEL_INTERFACE. --list lists
them: where the tools and calls are (MODE), and how calls are written as text (FORMAT).

With --json the answer is {provider, mode, system_prompt, tools, user_message_suffix,
turn}, the last three only if there are such; of --cost {provider, total, blocks:
[{name, tokens}], tools: [{name, tokens}]}; of --list a list of {name, model_family,
size_tier, training_tier, mode, format}. Tokens are estimates. --training prints JSON
lines, one for each example, with and without --json.`
	msgPromptExample = `  PROGRAM prompt --list
  PROGRAM prompt --provider Qwen25MediumUntrained --room kitchen
  PROGRAM prompt --provider ChatGPTOpenAI --cost
  PROGRAM prompt --provider HermesMediumTrained --training > training.jsonl`

	msgPromptArgs       = "prompt takes no arguments, got %q; --provider NAME says who writes the prompt"
	msgPromptOne        = "%s: one at a time"
	msgPromptList       = "--list lists every provider, whatever the home; leave out %s"
	msgPromptNoExamples = "No command has examples to train with.\n"
	msgPromptTools      = "=== tools of the request ==="
	msgPromptTurn       = "=== system message of a turn ==="

	msgProviderDefault = "The provider is %s, whose native tool calls most servers take; --provider or %s names another.\n"
	msgProviderFirst   = "The provider is %s, the first that there is; --provider or %s names another.\n"
	msgContext         = "--context: %s is no node_context: %w"
	msgContextNear     = "it has %q; did you mean %q?"
	msgContextMember   = "it has %q; there are %s"
	msgContextForm     = "%q is of another form"
	msgContextLong     = "--context: %s is longer than %d MiB"
	msgTimezone        = "%q is no time zone; write an IANA name such as Europe/Berlin"
	msgZoneLocal       = "the zone of the machine has no name"
)
