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
// people, whose tables and flags fit the window of a terminal, with colours there only (NO_COLOR and TERM=dumb turn them off).
// Elsewhere tables are as wide as they are, and flags take 80 columns. What comes from outside, such as descriptions, is printed
// without control characters, in JSON as \u escapes. The same declarations give the same bytes.
//
// While a verb prints JSON to os.Stdout, os.Stdout is os.Stderr for the commands, so that what they print is not in the middle of
// it. An error of a command is printed for who calls it; sensitive values of its secrets that the environment has under their own
// keys are replaced in it by [secret].
//
// # Exit codes
//
//	0  done
//	1  failed: a command answered with a failure, a file cannot be read, a server or model cannot be reached, interrupted,
//	   or the output cannot be written
//	2  used wrongly: an unknown verb, flag, command, dialect or provider
//	3  refused: the arguments of a call, or the calls in a model's text, are wrong
//	4  check found something
//
// If nobody reads standard output on, as after "| head", SIGPIPE ends the process, as it does other programs, which a shell calls
// 141. Where there is no such signal, and for an Out that is no standard output, Run returns 1 without a word.
package cli
