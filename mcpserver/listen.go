// ListenAndServe: the HTTP server of who has none.

package mcpserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Path is where ListenAndServe serves the protocol.
const Path = "/mcp"

// ErrOpen reports an address that other machines reach, on a server without a Token or Authenticate.
var ErrOpen = errors.New(msgOpen)

// ListenAndServe serves Handler at /mcp until ctx ends, then lets running calls finish for ten seconds before their ctx ends too.
// An addr without a host, such as ":8080", is 127.0.0.1, and a port 0 any free one. One that other machines reach needs a Token or
// Authenticate, else the error wraps ErrOpen. ready, if not nil, is told the address once requests are taken. All sessions end
// with it, also when it ends because no connection can be accepted any more; then running calls end at once. The end of ctx is no
// error.
func (s *Server) ListenAndServe(ctx context.Context, addr string, ready func(net.Addr)) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("mcpserver: %w", err)
	}
	addr = net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)
	if ip, err := netip.ParseAddr(host); s.open() && err == nil && !ip.IsLoopback() {
		return fmt.Errorf("%w (%s)", ErrOpen, addr)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("mcpserver: %w", err)
	}
	return s.serve(ctx, listener, ready)
}

// serve is ListenAndServe on an open port, which it closes.
func (s *Server) serve(ctx context.Context, listener net.Listener, ready func(net.Addr)) error {
	if at := listener.Addr().String(); s.open() && !isLoopback(at) { // what a name stands for
		listener.Close()
		return fmt.Errorf("%w (%s)", ErrOpen, at)
	}
	stop, end := context.WithCancel(context.WithoutCancel(ctx))       // of calls
	closing, hangUp := context.WithCancel(context.WithoutCancel(ctx)) // of streams that only listen
	defer hangUp()
	guard := s.newGuard()
	defer guard.closeSessions()
	defer end() // before it
	silent := silent{conns: map[net.Conn]bool{}}
	server := &http.Server{
		Handler:           s.routes(guard, closing),
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    64 << 10,
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.WithoutCancel(ctx), stopKey{}, stop)
		},
		ConnState: silent.note,
		ErrorLog:  slog.NewLogLogger(s.log.Handler(), slog.LevelError),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	if ready != nil {
		ready(listener.Addr())
	}
	select {
	case err := <-served:
		server.Close() // the rest ends with the function
		return err
	case <-ctx.Done():
	}
	hangUp()
	silent.close()
	return shutDown(context.WithoutCancel(ctx), server, s.grace, end)
}

// shutDown lets calls finish, then ends their ctx, and then their connections.
func shutDown(ctx context.Context, server *http.Server, most time.Duration, end func()) error {
	grace, release := context.WithTimeout(ctx, most)
	defer release()
	if server.Shutdown(grace) == nil {
		return nil
	}
	end()
	last, release := context.WithTimeout(ctx, answerTime)
	defer release()
	if server.Shutdown(last) != nil {
		return server.Close()
	}
	return nil
}

// silent are the connections on which nothing has come yet. The shutdown of net/http waits for them as if they were requests.
type silent struct {
	mu     sync.Mutex
	closed bool
	conns  map[net.Conn]bool
}

func (s *silent) note(conn net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(s.conns, conn)
	case s.closed:
		conn.Close()
	default:
		s.conns[conn] = true
	}
}

// close closes them, and those that come later.
func (s *silent) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for conn := range s.conns {
		conn.Close()
	}
}

// routes serves guard at Path. Streams on which nothing is running end with closing.
func (s *Server) routes(guard http.Handler, closing context.Context) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != Path {
			s.limitBody(w, r)
			turnAway(w, r, http.StatusNotFound, fmt.Sprintf(msgNotFound, Path))
			return
		}
		if r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			defer context.AfterFunc(closing, cancel)()
			r = r.WithContext(ctx)
		}
		guard.ServeHTTP(w, r)
	})
}
