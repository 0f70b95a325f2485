// What tests change that nobody else can.

package mcpserver

import (
	"context"
	"net"
	"time"
)

// SetGrace sets how long ListenAndServe lets calls finish.
func (s *Server) SetGrace(grace time.Duration) { s.grace = grace }

// SetBodyTime sets how long a body may take.
func (s *Server) SetBodyTime(most time.Duration) { s.body = most }

// SetWriteTime sets how long a client may take for each piece of an answer.
func (s *Server) SetWriteTime(most time.Duration) { s.write = most }

// SetHeld sets how many tools are kept for sessions with the same choice of commands.
func (s *Server) SetHeld(most int) { s.most = most }

// Serve is ListenAndServe on a port that a test has opened.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	return s.serve(ctx, listener, nil)
}
