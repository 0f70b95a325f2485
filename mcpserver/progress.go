// Telling a client how a call goes while it runs.

package mcpserver

import (
	"context"
	"log/slog"
	"math"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// running is a call that has not been answered.
type running struct {
	session *mcp.ServerSession
	command string
	token   any // of the client for progress; nil if it wants none

	ended chan struct{} // closed before the answer
	turn  chan struct{} // has an element while something is sent, so that it is before the answer
	told  bool
	done  float64 // that was told last
}

type runningKey struct{}

// stopKey is that of a ctx whose end is the end of all calls of its session.
type stopKey struct{}

// begin starts a call. end is called before it is answered; it waits for what is being sent, but not long for a slow client.
func (s *Server) begin(ctx context.Context, req *mcp.CallToolRequest) (_ context.Context, end func()) {
	r := &running{session: req.Session, command: req.Params.Name, token: req.Params.GetProgressToken(),
		ended: make(chan struct{}), turn: make(chan struct{}, 1)}
	ctx, cancel := s.limited(context.WithValue(ctx, runningKey{}, r))
	released := func() bool { return true }
	if stop, ok := ctx.Value(stopKey{}).(context.Context); ok {
		released = context.AfterFunc(stop, cancel)
	}
	return ctx, func() {
		released()
		cancel()
		close(r.ended)
		select {
		case r.turn <- struct{}{}:
		case <-time.After(deafTime):
		}
	}
}

func (s *Server) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.cfg.CallTimeout > 0 {
		return context.WithTimeoutCause(ctx, s.cfg.CallTimeout, errCallTime)
	}
	return context.WithCancel(ctx)
}

// send sends a notification while the call runs. It waits for a slow client until ctx ends or the call is answered; what is being
// written then is left to itself.
func (r *running) send(ctx context.Context, notify func() error) {
	select {
	case r.turn <- struct{}{}:
	case <-ctx.Done():
		return
	case <-r.ended:
		return
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		defer func() { <-r.turn }()
		select {
		case <-r.ended:
		default:
			_ = notify() // a client that has gone needs no progress
		}
	}()
	select {
	case <-sent:
	case <-ctx.Done():
	case <-r.ended:
	}
}

// Progress tells the client of the call that ctx belongs to how far it is: done out of total (0 if unknown), and a message for
// people. It does nothing outside of a call, and where the client did not ask for progress. The protocol wants done to grow: a
// call of Progress whose done is not above the one before is not told. It may wait for a slow client until ctx ends. Safe for
// concurrent use.
func Progress(ctx context.Context, done, total float64, message string) {
	r, ok := ctx.Value(runningKey{}).(*running)
	if !ok || r.token == nil || !finite(done) || !finite(total) || ctx.Err() != nil {
		return
	}
	r.send(ctx, func() error {
		if r.told && done <= r.done {
			return nil
		}
		r.told, r.done = true, done
		return r.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.token, Progress: done, Total: total, Message: message})
	})
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }

// Log sends a log message to the client of the call that ctx belongs to, if it wants messages of that level. Its logger is the
// command. It does nothing outside of a call. It may wait for a slow client until ctx ends. Safe for concurrent use.
func Log(ctx context.Context, level slog.Level, message string) {
	r, ok := ctx.Value(runningKey{}).(*running)
	if !ok || ctx.Err() != nil {
		return
	}
	r.send(ctx, func() error {
		//lint:ignore SA1019 versions before 2026-07-28 have it, and later ones still take it
		params := &mcp.LoggingMessageParams{Level: mcp.LoggingLevel(levelName(level)), Logger: r.command, Data: message}
		return r.session.Log(ctx, params) //lint:ignore SA1019 the same
	})
}

// levelName is the level of the protocol at or below that of slog.
func levelName(level slog.Level) string {
	switch {
	case level < slog.LevelInfo:
		return "debug"
	case level < mcp.LevelNotice:
		return "info"
	case level < slog.LevelWarn:
		return "notice"
	case level < slog.LevelError:
		return "warning"
	case level < mcp.LevelCritical:
		return "error"
	case level < mcp.LevelAlert:
		return "critical"
	case level < mcp.LevelEmergency:
		return "alert"
	}
	return "emergency"
}
