// Server: a Handler that listens on the loopback interface.

package llmtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jarvis-sdk/jarvis/llm"
)

// Server is a running HTTP server, made by [Start]; the zero Server is none. Close stops it. It is safe for concurrent use.
type Server struct {
	url      string
	server   http.Server
	requests atomic.Int64
	served   chan struct{}
	close    func() error

	mu      sync.Mutex
	closing bool
	unused  map[net.Conn]bool // connections on which no request has begun
}

// closeWait is how long Close lets running requests go on.
const closeWait = 2 * time.Second

// Start serves the [Handler] of the model and the options on a free port of 127.0.0.1, which only this machine reaches. The
// error is that of listening.
func Start(m llm.Client, opts ...Option) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf(msgListen, err)
	}
	handler := Handler(m, opts...)
	s := &Server{url: "http://" + listener.Addr().String() + "/v1", served: make(chan struct{}), unused: map[net.Conn]bool{}}
	s.close = sync.OnceValue(s.stop)
	s.server = http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.requests.Add(1)
			handler.ServeHTTP(w, r)
		}),
		ConnState:         s.note,
		ReadHeaderTimeout: 10 * time.Second,
	}
	go func() {
		defer close(s.served)
		_ = s.server.Serve(listener) // ends with Close
	}()
	return s, nil
}

// URL returns the base URL for a client, which ends in /v1.
func (s *Server) URL() string { return s.url }

// Requests returns how many requests have come, those that were refused included.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// Close stops the server: no request is taken any more, and those that run have 2 seconds to end before they are cut off, which
// ends their context. The error says that some had to be. Further calls return the same.
func (s *Server) Close() error { return s.close() }

func (s *Server) stop() error {
	wait, done := context.WithTimeout(context.Background(), closeWait)
	defer done()
	s.closeUnused()
	err := s.server.Shutdown(wait)
	if err != nil {
		_ = s.server.Close()
		err = fmt.Errorf(msgClose, err)
	}
	<-s.served
	return err
}

// note keeps in mind which connections are unused. Clients open some in advance, and Shutdown would wait for them as for requests.
func (s *Server) note(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(s.unused, c)
	case s.closing:
		_ = c.Close()
	default:
		s.unused[c] = true
	}
}

func (s *Server) closeUnused() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = true
	for c := range s.unused {
		_ = c.Close()
	}
}
