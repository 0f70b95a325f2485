// Config: what a server is made of.

package mcpserver

import (
	"context"
	"log/slog"
	"net/http"
	"time"

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
	// every command; one that panics, or ends its goroutine, hides all of them.
	Filter func(ctx context.Context, caller Caller) func(*jarvis.Definition) bool

	// Request says for whom a call runs, such as the user whose secrets are looked up. Nil, and a nil result, mean a Request with
	// the User of the caller alone. An error ends the call; it is logged and the client is not told what it says.
	Request func(ctx context.Context, caller Caller) (*jarvis.Request, error)

	Options []jarvis.Option // of every call, after those of the registry

	// Logger gets the errors that a client must not see. If it is nil those of commands go where the options of the registry
	// say, and all others nowhere.
	Logger *slog.Logger

	// Token, if set, is what HTTP requests have to bring as "Authorization: Bearer …". It is compared in constant time. An empty
	// one is none; it must not have white space or control characters.
	Token jarvis.SecretString

	// Authenticate, if set, says who makes an HTTP request, by a token or whatever else its header has; the body is not there to
	// be read. "" is nobody in particular. With an error, or a panic, the request gets 401; it is logged, and the client is not told what it
	// says. The user is in Caller.User. It is in place of Token, not besides.
	Authenticate func(*http.Request) (user string, err error)

	// Hosts are names, besides those of the machine itself, that requests to a loopback address may be made to, such as the one
	// that a proxy on this machine passes on. A port in them is not looked at.
	Hosts []string

	// Stateful keeps sessions between HTTP requests, which hosts need that resume streams; it knows protocol versions up to
	// 2025-11-25. A session is of the user who began it and is unknown to all others. It ends after an hour without requests, and
	// with ListenAndServe. A server is stateless by default: every request stands alone, and any number of servers can answer.
	Stateful bool

	// MaxSessions bounds the sessions that a Stateful server keeps, for each Handler; a client that wants one more gets 503. One
	// user can take all of them. 0 is 1,000, and less than 0 no bound.
	MaxSessions int

	// MaxCalls bounds the calls of commands that run at the same time; one more gets a result with isError that says so. A call
	// counts until its command returns. 0 is 256, and less than 0 no bound.
	MaxCalls int

	// CallTimeout is how long a call of a command may take. Then its ctx ends and the call gets a result with isError that says
	// so, although the command may run on. 0 is 10 minutes, and less than 0 no limit.
	CallTimeout time.Duration

	// Extend, if set, adds to an SDK server what commands do not have: prompts, resources, tools of other kinds. The names of
	// commands are taken. It is called by New, once for every different choice of commands that the Filter makes, and again when
	// the registry has grown; sessions with the same choice share an SDK server. If it panics, or ends its goroutine, New returns an error; later that is
	// logged, and what it adds is missing.
	Extend func(*mcp.Server)
}

// Caller is who asks.
type Caller struct {
	SessionID string        // "" for a stateless server, standard input, and while the session is being made
	User      string        // as Config.Authenticate says; "" without it
	Client    string        // name and version as the client says, such as "inspector/2.12.0"; "" if it does not
	HTTP      *http.Request // nil on standard input and output; its body must not be read
}
