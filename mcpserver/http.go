// HTTP: the streamable transport, and what a request has to bring to get there.

package mcpserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	bodyTime    = 30 * time.Second // in which the body of a request has to come
	sessionTime = time.Hour        // without requests, after which a session ends
)

// Handler serves the streamable HTTP transport on any path. Requests to a loopback address need a loopback Host and no foreign
// Origin, so that a web page cannot reach it by rebinding a name; those to other addresses no foreign Origin. With a Token,
// requests without it get 401. A body has at most 4 MiB.
func (s *Server) Handler() http.Handler {
	options := &mcp.StreamableHTTPOptions{
		Stateless:                    !s.cfg.Stateful,
		PropagateRequestCancellation: true,
		MaxRequestBodyBytes:          maxMessage,
		DisableLocalhostProtection:   true, // checkHost does it, and knows Config.Hosts
		Logger:                       slog.New(errorsOnly{s.log.Handler()}),
	}
	if s.cfg.Stateful {
		options.EventStore = mcp.NewMemoryEventStore(nil)
		options.SessionTimeout = sessionTime
	}
	return &guard{server: s, next: mcp.NewStreamableHTTPHandler(s.forRequest, options), origins: http.NewCrossOriginProtection()}
}

// chosenKey is that of the SDK server of a request, in its ctx.
type chosenKey struct{}

// forRequest returns the SDK server that guard has chosen. The SDK asks several times for one request.
func (s *Server) forRequest(r *http.Request) *mcp.Server {
	chosen, _ := r.Context().Value(chosenKey{}).(*mcp.Server)
	return chosen
}

// guard turns away what must not reach the protocol.
type guard struct {
	server  *Server
	next    http.Handler
	origins *http.CrossOriginProtection
}

// ServeHTTP checks where a request comes from before it looks at what it holds.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := g.server
	switch {
	case !s.hostFits(r):
		http.Error(w, msgHost, http.StatusForbidden)
	case !g.originFits(r):
		http.Error(w, msgOrigin, http.StatusForbidden)
	case s.authorized(w, r) && readBody(w, r):
		r = r.WithContext(context.WithValue(r.Context(), chosenKey{}, s.choose(r)))
		defer s.requests.add(visible(r))()
		g.next.ServeHTTP(w, r)
	}
}

// visible is a request as hosts may see it.
func visible(r *http.Request) *http.Request {
	own := *r
	own.Body = http.NoBody
	return &own
}

// hostFits reports whether a request to a loopback address is made by a name that this machine has. A page whose name was rebound
// to it sends that name.
func (s *Server) hostFits(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !isLoopback(local.String()) {
		return true
	}
	host := hostname(r.Host)
	return isLoopback(host) || slices.ContainsFunc(s.cfg.Hosts, func(allowed string) bool { return strings.EqualFold(host, hostname(allowed)) })
}

// originFits reports whether a request is of no page, or of one with the same origin. The check of net/http lets all reads
// through, which here open streams.
func (g *guard) originFits(r *http.Request) bool {
	own := *r
	own.Method = http.MethodPost
	return g.origins.Check(&own) == nil
}

// hostname is a host without its port and brackets.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}

// isLoopback reports whether an address, with or without a port, is of this machine alone.
func isLoopback(address string) bool {
	host := hostname(address)
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

// authorized reports whether a request has the token, and answers it if not. Source: RFC 6750, sections 2.1 and 3.
func (s *Server) authorized(w http.ResponseWriter, r *http.Request) bool {
	if s.cfg.Token.IsEmpty() {
		return true
	}
	challenge, message := "Bearer", msgNoToken
	if given := r.Header.Values("Authorization"); len(given) == 1 {
		scheme, token, _ := strings.Cut(given[0], " ")
		if strings.EqualFold(scheme, "Bearer") {
			if sameToken(strings.TrimSpace(token), s.cfg.Token.Reveal()) {
				return true
			}
			challenge, message = `Bearer error="invalid_token"`, msgWrongToken
		}
	}
	w.Header().Set("WWW-Authenticate", challenge)
	http.Error(w, message, http.StatusUnauthorized)
	return false
}

// sameToken takes the same time for all tokens; those of equal length are all that the comparison is about once they are hashed.
func sameToken(given, want string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// readBody reads the body whole, in bounded time, so that what follows can look into it and a slow sender holds nothing else up.
func readBody(w http.ResponseWriter, r *http.Request) bool {
	if r.Body == nil || r.Body == http.NoBody {
		return true
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTime)) // a writer of a test has none
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		http.Error(w, fmt.Sprintf(msgBodyLong, long.Limit), http.StatusRequestEntityTooLarge)
	case err != nil:
		http.Error(w, msgBody, http.StatusBadRequest)
	default:
		_ = control.SetReadDeadline(time.Time{}) // else the stream of the answer would end with it
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	return err == nil
}

// choose asks the filter for requests that begin a session, or are one.
func (s *Server) choose(r *http.Request) *mcp.Server {
	if r.Method != http.MethodPost || s.cfg.Stateful && r.Header.Get("Mcp-Session-Id") != "" {
		return s.bare
	}
	caller := Caller{HTTP: visible(r)}
	if s.cfg.Filter != nil {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if msg, err := jsonrpc.DecodeMessage(body); err == nil {
			caller.Client = clientOf(msg)
		}
	}
	return s.session(r.Context(), caller)
}
