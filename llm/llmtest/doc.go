// Package llmtest has models without a language model, for tests and examples: a [Script] of answers in order, a [Model] made of
// a function, and either of them, or any other client, as an HTTP server that speaks the chat completions protocol.
//
// The server is strict where strict servers are: it refuses a transcript in which a call stays without its answer, a result
// that answers no call, and the other mistakes that [Handler] lists. A loop that passes here is fit for them.
//
// Nothing in this package needs package testing; programs may link it.
package llmtest
