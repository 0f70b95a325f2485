// Package llm talks to language models: one interface, and a client of servers that speak the chat completions protocol of
// OpenAI.
//
//	client, err := llm.NewOpenAI(llm.Config{BaseURL: "http://localhost:8080/v1", Model: "qwen3-4b"})
//	reply, err := client.Chat(ctx, &llm.Request{Messages: messages, Tools: tools})
//
// [OpenAI] needs nothing but net/http. It streams if Request.OnDelta is set, asks again where that can help, and bounds what a
// server can cost: time, bytes, calls. [Func] makes a client of a function.
//
// # Errors
//
// Chat gives the error of the context once that has ended. Else it is one of
//
//   - [*RequestError]: the request cannot be sent as it is
//   - [*StatusError]: the server refuses, as with a wrong key (401) or too many requests (429)
//   - [*TransportError]: no connection, a broken one, or too slow an answer
//   - [*RedirectError]: the server is somewhere else
//   - [*AnswerError]: success by its status, but no chat completion
//   - [*StreamError]: a streamed answer that breaks off or tells an error
//   - the error of OnDelta, wrapped
//
// Asked again is after the statuses 408, 429, 500, 502, 503, 504 and 529, and after a connection that fails or an answer that breaks
// off, but never once OnDelta has been told anything, and not after a timeout of the Config: the server may still be at work.
//
// # Secrets
//
// The key goes to the scheme, host and port of Config.BaseURL and nowhere else; redirects to others are refused. Neither the key
// nor the values of Config.Headers stand in an error or the log, not even where the server sends them back. That holds for the
// forms that echoes have: in another case, escaped for JSON, URLs or HTML, in base64, or cut. A server that means to hide them
// otherwise can.
//
// # Sources
//
// https://platform.openai.com/docs/api-reference/chat for the protocol, https://html.spec.whatwg.org/multipage/server-sent-events.html
// for streams, RFC 9110 sections 10.2.3 and 15.4 for Retry-After and redirects. What other servers do differently is noted where it
// is read.
package llm
