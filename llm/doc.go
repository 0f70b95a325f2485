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
//   - [*AnswerError]: success by its status, but no chat completion, or one in which the server tells an error
//   - [*StreamError]: a streamed answer that breaks off or tells an error
//   - the error of OnDelta, wrapped
//   - a plain error for what is no use of a client: one that is nil, or no request
//
// # Asking again
//
// A request is sent again after a [*StatusError] of 408, 429, 500, 502, 503, 504 or 529, after a connection that fails or breaks, and after a
// stream that breaks off: at most Config.Retries times, after a wait that doubles, or as long as Retry-After asks.
//
// It is not sent again once OnDelta has been told anything; after a timeout of the Config, since the server may still be at work; after
// any other status; after what another attempt does not change: a host that does not exist, a wrong certificate, a redirect, an
// answer that is no chat completion; and after an error that a server tells within an answer, whatever its code. The caller knows
// whether such an answer is worth another one.
//
// # Secrets
//
// The key goes to the scheme, host and port of Config.BaseURL and nowhere else; redirects to others are refused. Neither the key nor
// secrets in Config.Headers stand in an error or the log, not even where the server sends them back. That holds for the forms that
// echoes have: in another case, escaped for JSON, URLs or HTML, in base64, or cut. A server that means to hide them otherwise can.
//
// A header is secret if its name says so (authorization, cookie, or anything with auth, credential, key, pass, secret, session or
// token in it), or if it has 16 bytes and more that are no plain words. Parts of 12 bytes of the key, and of headers of 16 bytes and
// more, are hidden too. Secrets of fewer than 8 bytes are hidden as words of their own only, those of fewer than 4 bytes only behind
// the word Bearer: they are placeholders such as "none" rather than secrets.
//
// One text is out of reach: what a server sends after the end of an answer, unasked, is logged by net/http itself with the standard
// logger. Who has to keep that out gives an HTTPClient with a Transport whose DisableKeepAlives is set.
//
// # Sources
//
// https://platform.openai.com/docs/api-reference/chat for the protocol, https://html.spec.whatwg.org/multipage/server-sent-events.html
// for streams, RFC 9110 sections 10.2.3 and 15.4 for Retry-After and redirects. What other servers do differently is noted where it
// is read.
package llm
