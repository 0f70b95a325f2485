// Package dialect prints commands in the tool formats of model vendors and hosts, and reads back what a model sends in them.
//
// Every vendor takes another part of JSON Schema. A dialect is an allow-list of keywords: what it does not take is rewritten into
// something that it does, or said in a description, and a [Report] tells what was lost. A strict dialect is one whose vendor holds
// the model to the schema while it writes; not every command can be declared in one, and the report says why.
//
//	tool, err := dialect.OpenAIStrict.Tool(definition)
//	send(tool.JSON())                          // the entry of the request's tools
//	args := tool.Decode(received)              // arguments as the command declares them
//	resp, err := registry.Call(ctx, req, jarvis.Call{Name: tool.Command(), Arguments: args})
//
// A [Set] does so for many commands, and keeps the names apart that a vendor's rules make equal. All output is the same for the
// same declaration, byte for byte, with parameters in the order of their declaration.
//
// # What holds
//
// A dialect never forbids what a command takes: every call that the command's own schema takes can be said in the dialect, and
// Decode gives it back. One case is an exception: of an object that takes undeclared keys, one that has the very name under which
// the dialect shows a declared key. Where a dialect takes more than the command, because a bound has become a sentence, the
// command's binder refuses it as it always does, in the names and types that the command declares: see [Tool.Decode].
//
// Nothing is lost in silence: every keyword of [jarvis.Definition.Schema] stands in the tool where it stood, or is in the report.
// Four things are no loss, as they say the same: types in the capitals of Gemini, the order of properties that it is told,
// descriptions that grow at their end, and what the Jarvis format says in words of its own.
package dialect
