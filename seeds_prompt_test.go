// Rows of the seed ledger: the prompt provider reference.

package jarvis_test

const (
	inPrompt    = "package prompt, not in this version"
	inToolcall  = "package toolcall, not in this version"
	inAssistant = "package assistant, not in this version"
	inLLM       = "package llm, not in this version"
)

var promptSeeds = []seedSection{
	{"Abstract members", []seedRow{
		{"IJarvisPromptProvider", "", "", inPrompt},
		{"name", "", "", inPrompt},
		{"name: compared without case", "", "", inPrompt},
		{"name: family, size, tier", "", "", inPrompt},
		{"PromptProviderFactory", "", "", inPrompt},
		{"PromptProviderFactory.create_provider(name)", "", "", inPrompt},
		{"PromptProviderFactory: discovery", "", "", inPrompt},
		{"build_system_prompt()", "", "", inPrompt},
		{"node_context", "", "", inPrompt},
		{"node_context: room", "", "", inPrompt},
		{"node_context: user", "", "", inPrompt},
		{"node_context: voice_mode", "", "", inPrompt},
		{"node_context: speaker_name", "", "", inPrompt},
		{"node_context: user_memories", "", "", inPrompt},
		{"node_context: agents", "", "", inPrompt},
		{"node_context: room_hierarchy", "", "", inPrompt},
		{"timezone", "", "", inPrompt},
		{"tools: type, function with name, description, parameters", "Definition.OpenAITool", "TestGoldenSchemas", "the form; what reads it is in package prompt, not in this version"},
		{"available_commands: command_name", "Definition.CommandSchema", "TestGoldenSchemas", "the form; what reads it is in package prompt, not in this version"},
		{"available_commands: allow_direct_answer", "Definition.CommandSchema", "TestGoldenSchemas", "the form; what reads it is in package prompt, not in this version"},
		{"available_commands: keywords", "Definition.CommandSchema", "TestGoldenSchemas", "the form; what reads it is in package prompt, not in this version"},
		{"available_commands: examples", "Definition.CommandSchema", "TestGoldenSchemas, TestExamplesThatAreRight", "the form; what reads it is in package prompt, not in this version"},
	}},
	{"Optional properties", []seedRow{
		{"use_tool_classifier", "", "", inPrompt},
		{"use_tool_classifier: true by default", "", "", inPrompt},
		{"supports_native_tools", "", "", inPrompt},
		{"supports_native_tools: false by default", "", "", inPrompt},
		{"user_message_suffix", "", "", inPrompt},
		{"user_message_suffix: empty by default", "", "", inPrompt},
	}},
	{"Optional methods", []seedRow{
		{"get_response_format()", "", "", inPrompt},
		{"get_response_format: None is the shared default", "", "", inPrompt},
		{"get_response_format: text", "", "", inPrompt},
		{"get_response_format: a JSON schema", "", "", inPrompt},
		{"parse_response(raw_content)", "", "", inPrompt},
		{"parse_response: None leaves the text to ToolCallParser", "", "", inPrompt},
		{"parse_response: not called with native tools", "", "", inPrompt},
		{"parse_response: <tool_call> blocks", "", "", inToolcall},
		{"parse_response: bare JSON calls", "", "", inToolcall},
		{"parse_response: plain text is the message", "", "", inToolcall},
		{"parse_response: lists of one made of text", "", "", inPrompt},
		{"build_tools(tools)", "", "", inPrompt},
		{"build_tools: tools unchanged by default", "", "", inPrompt},
		{"ToolBuilder.build()", "", "", inPrompt},
	}},
	{"Jarvis JSON", []seedRow{
		{"message", "", "", inToolcall},
		{"tool_calls", "Call", "TestCallArguments, TestUnknownCommand", "one call; the list is read in package toolcall, not in this version"},
		{"tool_calls: name", "Call.Name", "TestCallArguments, TestUnknownCommand", ""},
		{"tool_calls: arguments", "Call.Arguments", "TestCallArguments", "an object, or text that holds one"},
		{"tool_calls: failure_message", "", "", inToolcall},
		{"error", "", "", inToolcall},
	}},
	{"Training methods", []seedRow{
		{"build_training_system_prompt()", "", "", inPrompt},
		{"build_training_system_prompt: a text by default", "", "", inPrompt},
		{"build_training_completion(tool_call)", "", "", inPrompt},
		{"build_training_completion: Jarvis JSON by default", "", "", inPrompt},
		{"build_training_prompt(voice_command)", "", "", "deprecated there, left out"},
	}},
	{"Metadata", []seedRow{
		{"get_capabilities()", "", "", inPrompt},
		{"provider_name", "", "", inPrompt},
		{"model_family", "", "", inPrompt},
		{"families and tiers: unknown by default", "", "", inPrompt},
		{"size_tier", "", "", inPrompt},
		{"training_tier", "", "", inPrompt},
		{"use_tool_classifier in the capabilities", "", "", inPrompt},
		{"supports_native_tools in the capabilities", "", "", inPrompt},
	}},
	{"Method call flow", []seedRow{
		{"text-based mode: tools in the prompt, calls in the text", "", "", inAssistant},
		{"native mode: tools in the request, calls in the answer", "", "", inAssistant},
		{"LLM inference", "", "", inLLM},
		{"finish_reason tool_calls", "", "", inLLM},
		{"ToolCallParser", "", "", inToolcall},
		{"tool execution", "Registry.Call", "ExampleRegistry_Call, TestCallArguments", ""},
		{"training data: system, user, assistant", "", "", inPrompt},
		{"tokenizer.apply_chat_template", "", "", "the host's training program; a tokenizer is no part of this library"},
	}},
	{"Shared building blocks", []seedRow{
		{"build_identity_header()", "", "", inPrompt},
		{"build_rules_block()", "", "", inPrompt},
		{"format_tools_for_prompt()", "", "", inPrompt},
		{"build_agent_context_summary()", "", "", inPrompt},
		{"core_rules.py", "", "", inPrompt},
		{"context_builders.py: agents and the hierarchy of rooms", "", "", inPrompt},
		{"tool_formatters.py", "", "", inPrompt},
		{"the Qwen 2.5 provider", "", "", inPrompt},
	}},
}
