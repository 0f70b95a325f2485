// Package mcpserver serves the commands of a registry to hosts of the Model Context Protocol, over standard input and output or
// over HTTP.
//
// A tool of the server is a command in the dialect [dialect.MCP]: its own schema, and annotations that say its effect. Arguments
// go to the command's own checks. What a command answers comes back as text and as structured content; what it refuses comes back
// as a result with isError that the model can read and act on, never as an error of the protocol.
//
//	server, err := mcpserver.New(mcpserver.Config{Registry: registry, Name: "home"})
//	err = server.Stdio(ctx, os.Stdin, os.Stdout)
//
// # Results
//
// The first text of a result is what a model needs: the message if there is nothing else in the context data, else the context
// data as JSON; of a failure [jarvis.Response.Report]. Further texts are the context data of a failure that no declared check has
// made, and that more follows a chunked response. The structured content is the response as [jarvis.Response.MarshalJSON] writes it,
// failures included, but for two things: error_details is the first text of the result, and metadata, which no model is to see, is
// in the result's _meta under [MetaMetadata]. Buttons are in its actions; the protocol has no way to tap them.
//
// An unknown tool, and one that the filter hides, is error -32602 of the protocol. A call that was cancelled, or whose ctx has
// ended otherwise than by [Config.CallTimeout], is error -32603, and so is one that [Config.Request] refuses. One that the client itself has cancelled gets no
// answer on standard output; over HTTP it does, since there the answer is what ends the response.
//
// # Users
//
// [Config.Authenticate] says who makes an HTTP request. Calls run for that user, whose secrets are looked up, and a session is no
// other user's. [Config.Token] is the same secret for all.
//
// # Limits
//
// A message has at most 4 MiB and is nested at most 1,000 deep; a batch has at most 100 messages. An HTTP request has 10 seconds for
// its header, of at most 64 KiB ([Server.ListenAndServe]), and 30 seconds for its body; a client has 30 seconds to take each 64 KiB
// of an answer. 256 calls run at the same time
// ([Config.MaxCalls]), each for at most 10 minutes ([Config.CallTimeout]). With [Config.Stateful] there are 1,000 sessions
// ([Config.MaxSessions]), which end after an hour without requests; the last 32 streams of each can be resumed, as far as their
// events are among the last 10 MiB of all sessions. What a command answers, what a tool of [Config.Extend] does, and how many
// connections there are, is not bounded here.
//
// # Versions of the protocol
//
// Standard input and output serve every version that the SDK knows, 2024-11-05 to 2026-07-28. So does HTTP without sessions.
// [Config.Stateful] stops at 2025-11-25, the last version with sessions. A host cancels a call by notifications/cancelled, over
// HTTP from version 2026-07-28 on by dropping the request; a stateless server cannot be told by hosts of older versions.
package mcpserver
