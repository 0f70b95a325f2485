// What tests change that nobody else can.

package mcpserver

import "time"

// SetGrace sets how long ListenAndServe lets calls finish.
func (s *Server) SetGrace(grace time.Duration) { s.grace = grace }
