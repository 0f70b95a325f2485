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
	"time"
)

// Path is where ListenAndServe serves the protocol.
const Path = "/mcp"

// ErrOpen reports an address that other machines reach, on a server without a Token.
var ErrOpen = errors.New(msgOpen)

const (
	headerTime = 10 * time.Second // in which the header of a request has to come
	idleTime   = 2 * time.Minute  // between two requests on a connection
	graceTime  = 10 * time.Second // for running calls at the end
)

// ListenAndServe serves Handler at /mcp until ctx ends, then lets running calls finish for ten seconds before their ctx ends too.
// An addr without a host, such as ":8080", is 127.0.0.1, and a port 0 any free one. One that other machines reach needs a Token,
// else the error wraps ErrOpen. ready, if not nil, is told the address once requests are taken. The end of ctx is no error.
func (s *Server) ListenAndServe(ctx context.Context, addr string, ready func(net.Addr)) error {
	listener, err := s.listen(ctx, addr)
	if err != nil {
		return err
	}
	stop, end := context.WithCancel(context.WithoutCancel(ctx)) // of calls
	defer end()
	closing, hangUp := context.WithCancel(context.WithoutCancel(ctx)) // of streams that only listen
	defer hangUp()
	server := &http.Server{
		Handler:           s.routes(closing),
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    64 << 10,
		BaseContext: func(net.Listener) context.Context {
			return context.WithValue(context.WithoutCancel(ctx), stopKey{}, stop)
		},
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelError),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	if ready != nil {
		ready(listener.Addr())
	}
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	hangUp()
	grace, release := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer release()
	if server.Shutdown(grace) == nil {
		return nil
	}
	end()
	last, release := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
	defer release()
	if server.Shutdown(last) != nil {
		return server.Close()
	}
	return nil
}

// listen opens a port that is safe to serve.
func (s *Server) listen(ctx context.Context, addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("mcpserver: %w", err)
	}
	addr = net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)
	open := s.cfg.Token.IsEmpty()
	if ip, err := netip.ParseAddr(host); open && err == nil && !ip.IsLoopback() {
		return nil, fmt.Errorf("%w (%s)", ErrOpen, addr)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("mcpserver: %w", err)
	}
	if open && !isLoopback(listener.Addr().String()) { // what a name stands for
		listener.Close()
		return nil, fmt.Errorf("%w (%s)", ErrOpen, addr)
	}
	return listener, nil
}

// routes serves Handler at Path. Streams on which nothing is running end with closing.
func (s *Server) routes(closing context.Context) http.Handler {
	handler := s.Handler()
	mux := http.NewServeMux()
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			defer context.AfterFunc(closing, cancel)()
			r = r.WithContext(ctx)
		}
		handler.ServeHTTP(w, r)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, fmt.Sprintf(msgNotFound, Path), http.StatusNotFound)
	})
	return mux
}
