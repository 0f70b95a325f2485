// Messages: every sentence that a model, a host or a person reads.

package mcpserver

const (
	msgNoRegistry = "mcpserver: Config.Registry is nil"
	msgNoTool     = "mcpserver: command %q cannot be a tool: %w"
	msgTaken      = "mcpserver: command %q cannot be a tool: the name %q is that of another, which was there before"
	msgOpen       = "mcpserver: an address that other machines reach needs Config.Token or Config.Authenticate; without one, listen on 127.0.0.1"
	msgBadToken   = "mcpserver: Config.Token has white space or control characters, which clients cannot send; trim what it is read from"
	msgTwoAuths   = "mcpserver: Config.Token and Config.Authenticate are both set; compare the token in Authenticate, or leave one out"
	msgExtend     = "mcpserver: Config.Extend has panicked or ended its goroutine: %w"
	msgNoStream   = "mcpserver: the events of the stream are not kept"
	msgPanic      = "panic: %v"
	msgEnded      = "the goroutine was ended"

	msgDone      = "Done."
	msgFailed    = "The command failed and gave no reason."
	msgNoJSON    = "The command ran, but its answer could not be encoded."
	msgChunked   = "This is a part; more follows under chunk_session_id %s."
	msgCancelled = "the call was cancelled"
	msgTimeout   = "The command was stopped: it had not finished after %v. A part of its work may be done."
	msgBusy      = "The server is busy with other calls, and the command has not been started. Try again in a moment."
	msgRefused   = "the call could not be started"
	msgGone      = "the client has gone"

	msgParse     = "parse error: a line is not one JSON value"
	msgTooLong   = "parse error: a message has more than %d bytes"
	msgInvalid   = "invalid request: %v"
	msgIDType    = "invalid request: the id has to be a string or an integer of at most 53 bits"
	msgIDInUse   = "invalid request: the id is in use by a call that has not been answered"
	msgEmptyList = "invalid request: the batch is empty"
	msgLongBatch = "invalid request: the batch has more than %d messages"
	msgRepeated  = "invalid request: the key %q is repeated"

	msgNotFound   = "Nothing is here. The Model Context Protocol is served at %s."
	msgHost       = "This address cannot be reached by the name in the Host header. Use 127.0.0.1 or localhost, or have the name allowed in Config.Hosts."
	msgOrigin     = "Requests from web pages of other origins are refused."
	msgNoToken    = "A bearer token is needed."
	msgWrongToken = "The bearer token is not the right one."
	msgNoUser     = "The request is not of a user that this server knows."
	msgNoSession  = "There is no such session. Begin one by initialize."
	msgFull       = "This server has as many sessions as it keeps. Try again later."
	msgBody       = "The body could not be read."
	msgBodyLong   = "The body has more than %d bytes."
)
