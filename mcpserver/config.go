// Config: what a server is made of.

package mcpserver

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
)

// Config is what a server is made of. Only Registry is needed. Its functions must be safe for concurrent use.
type Config struct {
	Registry     *jarvis.Registry
	Name         string // told to clients; default "jarvis"
	Title        string // for people
	Version      string // default "0.0.0"
	Instructions string // how to use the tools, for the model

	// Filter chooses the commands of a session. It is asked once for each session, of a stateless server for each request, and
	// decides what is listed and what can be called alike. Nil, and a nil result, mean all. The result is called at once, for
	// every command; one that panics hides all of them.
	Filter func(ctx context.Context, caller Caller) func(*jarvis.Definition) bool

	// Request says for whom a call runs, such as the user whose secrets are looked up. Nil, and a nil result, mean a zero Request.
	// An error ends the call; it is logged and the client is not told what it says.
	Request func(ctx context.Context, caller Caller) (*jarvis.Request, error)

	Options []jarvis.Option // of every call, after those of the registry

	// Logger gets the errors that a client must not see. If it is nil those of commands go where the options of the registry
	// say, and all others nowhere.
	Logger *slog.Logger

	// Token, if set, is what HTTP requests have to bring as "Authorization: Bearer …". It is compared in constant time. An empty
	// one is none.
	Token jarvis.SecretString

	// Hosts are names, besides those of the machine itself, that requests to a loopback address may be made to, such as the one
	// that a proxy on this machine passes on. A port in them is not looked at.
	Hosts []string

	// Stateful keeps sessions between HTTP requests, which hosts need that resume streams; it knows protocol versions up to
	// 2025-11-25. A session ends after an hour without requests. A server is stateless by default: every request stands alone,
	// and any number of servers can answer.
	Stateful bool

	// Extend, if set, adds to an SDK server what commands do not have: prompts, resources, tools of other kinds. The names of
	// commands are taken. It is called once for every different choice of commands that the Filter makes, and again when the
	// registry has grown; sessions with the same choice share an SDK server.
	Extend func(*mcp.Server)
}

// Caller is who asks.
type Caller struct {
	SessionID string        // "" for a stateless server, standard input, and while the session is being made
	Client    string        // name and version as the client says, such as "inspector/2.12.0"; "" if it does not
	HTTP      *http.Request // nil on standard input and output; its body must not be read
}
