// HTTP: the streamable transport, and what a request has to bring to get there.

package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const sessionHeader = "Mcp-Session-Id"

// Handler serves the streamable HTTP transport on any path. Requests to a loopback address need a loopback Host and no foreign
// Origin, so that a web page cannot reach it by rebinding a name; those to other addresses no foreign Origin. With a Token,
// requests without it get 401, and with Authenticate those that it refuses. The 30 seconds for a body, and for a client to take what
// is written, need a ResponseWriter that can set deadlines, as http.ResponseController knows them. Each Handler has sessions of its own, which end an hour
// after their last request.
func (s *Server) Handler() http.Handler { return s.newGuard() }

// guard turns away what must not reach the protocol.
type guard struct {
	server   *Server
	next     http.Handler
	origins  *http.CrossOriginProtection
	sessions *sessions // nil if the server is stateless
}

func (s *Server) newGuard() *guard {
	options := &mcp.StreamableHTTPOptions{
		Stateless:                    !s.cfg.Stateful,
		PropagateRequestCancellation: true,
		MaxRequestBodyBytes:          maxMessage,
		DisableLocalhostProtection:   true, // hostFits does it, and knows Config.Hosts
		Logger:                       slog.New(errorsOnly{s.log.Handler()}),
	}
	g := &guard{server: s, origins: http.NewCrossOriginProtection()}
	if s.cfg.Stateful {
		g.sessions = newSessions(s.cfg.MaxSessions)
		options.EventStore, options.SessionTimeout = g.sessions, sessionTime
	}
	g.next = mcp.NewStreamableHTTPHandler(s.forRequest, options)
	return g
}

// chosenKey is that of the SDK server of a request, in its ctx.
type chosenKey struct{}

// forRequest returns the SDK server that guard has chosen. The SDK asks several times for one request.
func (s *Server) forRequest(r *http.Request) *mcp.Server {
	chosen, _ := r.Context().Value(chosenKey{}).(*mcp.Server)
	return chosen
}

// ServeHTTP checks where a request comes from before it looks at what it holds.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := g.server
	s.limitBody(w, r)
	caller := Caller{HTTP: visible(r)}
	switch {
	case !s.hostFits(r):
		turnAway(w, r, http.StatusForbidden, msgHost)
	case !g.originFits(r):
		turnAway(w, r, http.StatusForbidden, msgOrigin)
	case s.authorized(w, r) && s.authenticated(w, &caller):
		if body, ok := readBody(w, r); ok && messagesFit(w, body) {
			g.serve(w, r, caller, body)
		}
	}
}

// serve gives a request to the SDK, in the session that it is of or begins.
func (g *guard) serve(w http.ResponseWriter, r *http.Request, caller Caller, body []byte) {
	s, ctx, chosen := g.server, r.Context(), g.server.bare
	switch id := r.Header.Get(sessionHeader); {
	case g.sessions != nil && id != "" && !g.sessions.has(id, caller.User):
		http.Error(w, msgNoSession, http.StatusNotFound)
		return
	case r.Method != http.MethodPost || g.sessions != nil && id != "":
	case g.sessions == nil:
		chosen = s.choose(caller, body)
	default:
		seat, ok := g.sessions.reserve(caller.User)
		if !ok {
			w.Header().Set("Retry-After", strconv.Itoa(int(fullTime.Seconds())))
			http.Error(w, msgFull, http.StatusServiceUnavailable)
			return
		}
		defer g.sessions.leave(seat)
		ctx, chosen = context.WithValue(ctx, seatKey{}, seat), s.choose(caller, body)
	}
	r = r.WithContext(context.WithValue(ctx, chosenKey{}, chosen))
	r.Header = r.Header.Clone()
	defer s.requests.add(r.Header, caller)()
	g.next.ServeHTTP(newTimed(w, s.write), r)
}

// visible is a request as hosts may see it.
func visible(r *http.Request) *http.Request {
	own := *r
	own.Body = http.NoBody
	return &own
}

// limitBody bounds the time that a body may take, be it read here or thrown away by net/http after the answer.
func (s *Server) limitBody(w http.ResponseWriter, r *http.Request) {
	if hasBody(r) {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.body)) // a writer of a test has none
	}
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// readBody reads the body whole, so that what follows can look into it and a slow sender holds nothing else up.
func readBody(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	if !hasBody(r) {
		return nil, true
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		turnAway(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf(msgBodyLong, long.Limit))
	case err != nil:
		turnAway(w, r, http.StatusBadRequest, msgBody)
	default:
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // else the stream of the answer would end with it
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	return body, err == nil
}

// messagesFit reports whether a body has messages that standard input would take too, and answers it if not.
func messagesFit(w http.ResponseWriter, body []byte) bool {
	refusal := refused(body)
	if refusal == nil {
		return true
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(refusal)
	return false
}

// choose asks the filter for a request that begins a session, or is one.
func (s *Server) choose(caller Caller, body []byte) *mcp.Server {
	if s.cfg.Filter != nil {
		if msg, err := jsonrpc.DecodeMessage(body); err == nil {
			caller.Client = clientOf(msg)
		}
	}
	return s.session(caller.HTTP.Context(), caller)
}
