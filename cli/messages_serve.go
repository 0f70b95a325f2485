// Messages of the verb serve.

package cli

const (
	msgServeShort = "Serve the commands to hosts of other protocols"
	msgServeLong  = "Serves the commands. The one protocol is mcp, the Model Context Protocol."

	msgServeMCPShort = "Serve the commands to hosts of the Model Context Protocol"
	msgServeMCPLong  = `Serves the commands as tools of the Model Context Protocol: to the program that
has started this one, over standard input and output, until the input ends; with
--http to any number of clients, until it is interrupted. Either ends with 0.

Over standard input and output nothing but the protocol is written to standard
output; what commands print goes to standard error, as do errors that clients must
not see. --read-only serves the commands whose Spec.Effect is EffectRead.

--http prints where it listens on standard error, "listening on URL". The path
is /mcp. An address without a host, such as :8080, is that of this machine; port 0
is any free one. An address that other machines reach needs a token, which every
request then has to bring as "Authorization: Bearer TOKEN". A token is never an
argument, as anybody on the machine can read those. Each request stands alone, so
that any number of servers can answer; --stateful keeps sessions, for hosts that
resume streams. Requests to this machine have to be made by its own names, against
web pages that pass theirs off as one; --host adds one that a proxy here passes on.`
	msgServeMCPExample = `  PROGRAM serve mcp
  PROGRAM serve mcp --read-only
  PROGRAM serve mcp --only set_timer,cancel_timer
  PROGRAM serve mcp --http 127.0.0.1:8080
  PROGRAM serve mcp --http 0.0.0.0:8080 --token-env HOME_TOKEN
  PROGRAM serve mcp --http :8080 --host home.example.com`

	msgServeWhat       = "say what to serve: serve mcp"
	msgServeArgs       = "serve mcp takes no arguments, got %q; --only NAME chooses commands, --http ADDR an address"
	msgServeNeedsHTTP  = "--%s is for HTTP; add --http ADDR, such as --http 127.0.0.1:8080"
	msgServeAddress    = "%q is no address to listen at; write HOST:PORT or :PORT, such as 127.0.0.1:8080, or :0 for any free port"
	msgServeOpen       = "%s can be reached from other machines; set a token with --token-env VAR or --token-file FILE, or listen at 127.0.0.1"
	msgServeTwoTokens  = "--token-env and --token-file are both given; one of them has the token"
	msgServeNoToken    = "--token-env: the environment variable %s is not set"
	msgServeEmptyToken = "--token-file: %s is empty"
	msgServeToken      = "the token in %s cannot be sent: it has at most %d characters, without spaces, of those that ASCII prints"
	msgServeVariable   = "--token-env wants the NAME of the environment variable that has the token, in capital letters, not the token itself; if that was it, change it, as others may have read it"
	msgServeHost       = "--host: %q is no name of a host; write one such as home.example.com, without scheme and path"
	msgServeNotRead    = "%s may change something: its Spec.Effect is not EffectRead; leave out --read-only, or the command"
	msgServeOnlyNone   = "--only names no command"
	msgServeNoneRead   = "--read-only leaves no command: none has EffectRead as its Spec.Effect"

	msgServeListening    = "listening on http://%s/mcp\n"
	msgServeListeningAll = "listening on http://%s/mcp, and on port %d of all addresses of this machine\n"
	msgServeHint         = `%s speaks the Model Context Protocol on this terminal now. It is meant to be started
by a host; most hosts take this in their configuration:

  %s

Hosts that want a URL are for serve mcp --http ADDR. Ctrl-D ends this session.
`
)
