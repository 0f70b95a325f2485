// Package cli makes a command line of a registry: listing and calling commands, printing their schemas for model vendors, checking
// how well they are declared, reading what a model wrote, holding a conversation, and serving them.
//
//	func main() { cli.Main(registry) }
//
// An [App] gives the program a name, a version and verbs of its own. [Run] is the program without its process, for tests.
//
// # Verbs
//
//	list [PATTERN…]     the commands: effect, parameters, description
//	schema [NAME…]      commands as tools, in the dialect of a model vendor or host, and what gets lost in it
//	call NAME           runs a command with arguments from flags or JSON
//	check [NAME…]       how well commands are declared, and what they cost in tokens
//	parse [FILE]        the tool calls in a model's text
//	prompt              the system prompt of a model family
//	chat                a conversation with a model
//	init NAME…          prepares commands when they are installed
//	serve mcp           the commands as a server of the Model Context Protocol
//	help, completion    what a verb does; a script that completes verbs, commands and flags in a shell
//
// VERB --help documents each one, with the shape of its JSON. With --json a verb prints JSON for programs; without it text for
// people, which has colours and fits the window on a terminal only (NO_COLOR and TERM=dumb turn colours off). What comes from
// outside, such as descriptions, never reaches a terminal with control characters. The same declarations give the same bytes.
//
// # Exit codes
//
//	0  done
//	1  failed: a command answered with a failure, a file cannot be read, a server or model cannot be reached, interrupted,
//	   or the output cannot be written; if nobody reads on, as after "| head", without a word
//	2  used wrongly: an unknown verb, flag, command, dialect or provider
//	3  refused: the arguments of a call, or the calls in a model's text, are wrong
//	4  check found something
package cli
