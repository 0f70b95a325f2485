// Package toolcall finds the tool calls in what a language model writes, checks them against the declared tools, and asks the
// model again where they are wrong. It can be used without the rest of jarvis: a server needs its tool list, the text of an
// answer, and a function that asks its model.
//
// # Reading
//
// A [Parser] takes the text of one answer apart:
//
//	res, err := toolcall.Parser{Format: toolcall.Hermes}.Parse(text)
//
// [Result] says what is to be spoken (Content), what is to be called (Calls), what the model thought (Reasoning), and what was
// left out and why (Dropped); its Parts account for every byte. The zero Parser recognises the format by itself. An error is
// a [*SyntaxError]: something was meant as a call and could not be read. Execute nothing of such an answer; the Result beside
// the error says what was found.
//
// [Parser.Stream] reads the same while it comes in. Content is released as soon as it is certain, calls when they are
// complete, and the Result does not depend on how the text was cut. When content is certain depends on the format: with most,
// text before the first call is content at once; jarvis, llama3_json, phi4 and olmo3 drop prose beside calls, so there prose
// waits for the end of the answer.
//
// Arguments are passed on as the model wrote them, JSON numbers digit by digit; where a format carries only text, the declared
// types of [Tools] say what is a number. Neither thinking nor what stands inside the strings of a call is searched for calls, not
// even where the call is broken, as far as its quotes tell; where they do not, the answer is an error. But a format has no way
// to show a call without making it: one in a fence or in quotes is a call. Tokens
// that end an answer, such as <|im_end|>, are left out. The time is linear in the text, [Limits] bound size, nesting and number
// of calls, and no text makes a Parser panic.
//
// # Checking
//
// [Tools] holds the declared tools, from Definitions, from the available_commands of a node, or from an OpenAI tool list.
// [Tools.Check] judges one call by the strict rules of package jarvis and says in fragments what is wrong:
// "get_weather.days expected int". Its cost does not depend on the number of tools.
//
// # Asking again
//
// [Retry] holds one turn. Run asks, reads, checks, and asks again at most twice, with messages in text or native form. Execute runs
// the accepted calls and takes up a command's own validation: allowed values go back to the model, everything else to the user as
// a [Clarification]. Resume goes on after the user's answer, Continue after calls that were executed elsewhere (see [ErrPending]).
// All take functions and know no client.
//
// # Sources
//
// The Jarvis envelope, tags and retry rules are those of the original (prompt provider interface, tool call parser, types and
// validation). The other formats follow the chat templates of the models; the doc of each file names its grammar.
package toolcall
