// Server: a registry behind the protocol, and the SDK server of each choice of commands.

package mcpserver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
)

// Server serves a registry. Create one with New. It is safe for concurrent use. Commands that are registered later are served to
// later sessions. The name of a tool keeps its command: a later command that would take it is left out, which is logged as an error.
type Server struct {
	cfg      Config // with limits
	log      *slog.Logger
	options  []jarvis.Option
	requests requests
	running  slots
	bare     *mcp.Server   // without tools, for requests that reach none
	grace    time.Duration // in which running calls may finish when ListenAndServe ends
	body     time.Duration // in which the body of a request has to come
	write    time.Duration // in which a client has to take each piece of an answer
	most     int           // of held

	mu     sync.Mutex
	tools  *toolset
	byPick map[string]*mcp.Server // of tools, by what is picked of them
	held   int                    // tools in all of byPick
}

// New returns a server. Errors: no registry, a token that cannot be sent or comes with Authenticate, an Extend that panics, and
// each command that cannot be a tool, joined.
func New(cfg Config) (*Server, error) {
	if cfg.Registry == nil {
		return nil, errors.New(msgNoRegistry)
	}
	if err := cfg.checkToken(); err != nil {
		return nil, err
	}
	cfg = cfg.limits()
	cfg.Name, cfg.Version = cmp.Or(cfg.Name, "jarvis"), cmp.Or(cfg.Version, "0.0.0")
	s := &Server{cfg: cfg, log: cfg.Logger, running: newSlots(cfg.MaxCalls), grace: graceTime, body: bodyTime, write: writeTime, most: maxHeld}
	if cfg.Logger == nil {
		s.log = slog.New(slog.DiscardHandler)
	} else {
		s.options = append(s.options, jarvis.WithLogger(cfg.Logger))
	}
	s.options = append(s.options, cfg.Options...)
	s.bare = s.newSDK()
	tools, err := s.readTools()
	if err != nil {
		return nil, err
	}
	s.tools, s.byPick = tools, map[string]*mcp.Server{}
	_, err = s.serverOf(tools, bytes.Repeat([]byte{1}, len(tools.list))) // the one for all, before anybody waits for it
	return s, err
}

// newSDK returns an SDK server without tools.
func (s *Server) newSDK() *mcp.Server {
	about := &mcp.Implementation{Name: s.cfg.Name, Title: s.cfg.Title, Version: s.cfg.Version}
	options := &mcp.ServerOptions{
		Instructions: s.cfg.Instructions,
		Logger:       slog.New(errorsOnly{s.log.Handler()}),
		Capabilities: &mcp.ServerCapabilities{
			Tools:   &mcp.ToolCapabilities{},
			Logging: &mcp.LoggingCapabilities{}, //lint:ignore SA1019 versions before 2026-07-28 need it
		},
	}
	if s.cfg.Filter != nil {
		options.SetCacheable = func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" }
	}
	server := mcp.NewServer(about, options)
	server.AddReceivingMiddleware(declaredOnly)
	return server
}

// declaredOnly refuses methods of features that the server does not have. The SDK answers them with empty lists, which hosts take
// for a promise.
func declaredOnly(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		has := true
		switch session, _ := req.GetSession().(*mcp.ServerSession); {
		case strings.HasPrefix(method, "prompts/"):
			has = lists(ctx, next, "prompts/list", &mcp.ListPromptsRequest{Session: session, Params: &mcp.ListPromptsParams{}})
		case strings.HasPrefix(method, "resources/"):
			has = lists(ctx, next, "resources/list", &mcp.ListResourcesRequest{Session: session, Params: &mcp.ListResourcesParams{}}) ||
				lists(ctx, next, "resources/templates/list", &mcp.ListResourceTemplatesRequest{Session: session, Params: &mcp.ListResourceTemplatesParams{}})
		}
		if !has {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "method not found"}
		}
		return next(ctx, method, req)
	}
}

// lists reports whether a list has anything.
func lists(ctx context.Context, next mcp.MethodHandler, method string, req mcp.Request) bool {
	result, err := next(ctx, method, req)
	if err != nil {
		return false
	}
	switch list := result.(type) {
	case *mcp.ListPromptsResult:
		return len(list.Prompts) > 0
	case *mcp.ListResourcesResult:
		return len(list.Resources) > 0
	case *mcp.ListResourceTemplatesResult:
		return len(list.ResourceTemplates) > 0
	}
	return false
}

// session asks the filter what a session has and returns the SDK server that has it.
func (s *Server) session(ctx context.Context, caller Caller) *mcp.Server {
	tools := s.current()
	server, err := s.serverOf(tools, s.pick(ctx, caller, tools))
	if err != nil {
		s.log.Error("mcpserver: what Config.Extend adds is missing", "error", err)
	}
	return server
}

// current returns the tools of all commands that are registered now.
func (s *Server) current() *toolset {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cfg.Registry.Len() != s.tools.commands {
		tools, err := s.readTools()
		if err != nil {
			s.log.Error("mcpserver: commands are left out", "error", err)
		}
		s.tools, s.byPick, s.held = tools, map[string]*mcp.Server{}, 0
	}
	return s.tools
}

// pick marks the tools that the filter lets through, a byte for each.
func (s *Server) pick(ctx context.Context, caller Caller, tools *toolset) (picked []byte) {
	if s.cfg.Filter == nil {
		return bytes.Repeat([]byte{1}, len(tools.list))
	}
	picked = make([]byte, len(tools.list))
	err := alone(func() {
		allow := s.cfg.Filter(ctx, caller)
		for i, t := range tools.list {
			if allow == nil || allow(t.def) {
				picked[i] = 1
			}
		}
	})
	if err != nil {
		s.log.Error("mcpserver: the filter has panicked or ended its goroutine; nothing is served", "error", err)
		clear(picked)
	}
	return picked
}

// serverOf returns the SDK server with the picked tools, with an error if it could not be extended. Making one costs a multiple of a
// request, so they are kept.
func (s *Server) serverOf(tools *toolset, picked []byte) (*mcp.Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(picked)
	if kept, ok := s.byPick[key]; ok && tools == s.tools {
		return kept, nil
	}
	server, err := s.extended()
	for i, t := range tools.list {
		if server.RemoveTools(t.sdk.Name); picked[i] == 1 {
			server.AddTool(t.sdk, s.handler(t))
		}
	}
	if s.held += len(tools.list); s.held > s.most {
		clear(s.byPick)
		s.held = len(tools.list)
	}
	if tools == s.tools {
		s.byPick[key] = server
	}
	return server, err
}

// extended returns an SDK server with what Config.Extend adds, or with nothing if that panics.
func (s *Server) extended() (*mcp.Server, error) {
	server := s.newSDK()
	if s.cfg.Extend == nil {
		return server, nil
	}
	if err := alone(func() { s.cfg.Extend(server) }); err != nil {
		return s.newSDK(), fmt.Errorf(msgExtend, err)
	}
	return server, nil
}

// errorsOnly passes errors on. The SDK logs every session too.
type errorsOnly struct{ slog.Handler }

// Enabled reports whether level is that of errors.
func (h errorsOnly) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && h.Handler.Enabled(ctx, level)
}

// WithAttrs keeps the bound.
func (h errorsOnly) WithAttrs(attrs []slog.Attr) slog.Handler {
	return errorsOnly{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps the bound.
func (h errorsOnly) WithGroup(name string) slog.Handler { return errorsOnly{h.Handler.WithGroup(name)} }

// requestHeader tells the SDK's handlers which request they belong to: of one they are given its header and nothing else. The
// guard sets it, whatever a client sends.
const requestHeader = "Jarvis-Request"

// requests are the HTTP requests that are being served, by what their requestHeader says.
type requests struct {
	last  atomic.Uint64
	known sync.Map // of Caller
}

// add marks a header as that of a request.
func (r *requests) add(header http.Header, caller Caller) (remove func()) {
	id := strconv.FormatUint(r.last.Add(1), 10)
	header.Set(requestHeader, id)
	r.known.Store(id, caller)
	return func() { r.known.Delete(id) }
}

// find reports false if the request is not served any more.
func (r *requests) find(header http.Header) (Caller, bool) {
	caller, ok := r.known.Load(header.Get(requestHeader))
	if !ok {
		return Caller{}, false
	}
	return caller.(Caller), true
}
