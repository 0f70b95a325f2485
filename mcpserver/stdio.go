// Stdio: one session on a pair of streams, from its first message to its end.

package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// finishTime is how long calls may run on after the end of in, so that requests from a file are answered. Together with
	// twice answerTime it is less than the two seconds after which hosts end a process by force.
	finishTime = time.Second
	answerTime = 300 * time.Millisecond // for the answers of calls whose ctx has ended
)

// Stdio serves one session on in and out until in ends or ctx does. Nothing else may write to out. Each line is a message of at
// most 4 MiB, or a batch of at most 100 of them; one that is neither is answered with an error of the protocol and ends nothing.
//
// Calls that run when in ends have a second to be answered, then their ctx ends; it ends at once with ctx. Stdio does not wait long
// for a command that does not care, or for an out that does not take what is written. An end of in is no error; the end of ctx is
// returned, and so is what in and out have against being read and written. A read of in and a write to out that are under way when
// Stdio returns are left to themselves.
func (s *Server) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	stop, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	conn := newLineConn(ctx, in, out)
	defer conn.Close()
	closed := make(chan error, 1)
	go func() { closed <- s.converse(context.WithValue(ctx, stopKey{}, stop), conn) }()
	select {
	case err := <-closed:
		return conn.ending(ctx, err)
	case <-conn.last:
		conn.settle(ctx, finishTime, conn.ended)
	case <-ctx.Done():
	}
	cancel()
	conn.settle(context.WithoutCancel(ctx), answerTime, nil)
	close(conn.release)
	var err error
	select {
	case err = <-closed:
	case <-time.After(answerTime):
	}
	return conn.ending(ctx, err)
}

// converse runs the session from its first message on.
func (s *Server) converse(ctx context.Context, conn *lineConn) error {
	if !conn.begin() {
		return nil
	}
	server := s.session(ctx, Caller{Client: clientOf(conn.queue[0])})
	session, err := server.Connect(ctx, fixed{conn}, nil)
	if err != nil {
		return err
	}
	return session.Wait()
}

// fixed is a transport of a connection that exists.
type fixed struct{ conn mcp.Connection }

// Connect returns the connection.
func (t fixed) Connect(context.Context) (mcp.Connection, error) { return t.conn, nil }

// ending is the error of Stdio. broken is what the session ended with.
func (c *lineConn) ending(ctx context.Context, broken error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case c.wrote.Load() != nil:
		return *c.wrote.Load()
	case c.refused() != nil:
		return c.read
	case errors.Is(broken, io.EOF):
		return nil
	}
	return broken
}

// refused is what in has against being read, as far as that is known.
func (c *lineConn) refused() error {
	select {
	case <-c.ended:
		return c.read
	default:
		return nil
	}
}

// settle waits until ended is closed, if it is not nil, and all calls are answered; or for so long, or until ctx ends.
func (c *lineConn) settle(ctx context.Context, most time.Duration, ended <-chan struct{}) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	for ended != nil || c.waiting.Load() > 0 {
		select {
		case <-ended:
			ended = nil
		case <-c.answered:
		case <-c.closed:
			return
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// clientOf reads what the client says of itself in a message, where it does.
func clientOf(msg jsonrpc.Message) string {
	req, ok := msg.(*jsonrpc.Request)
	if !ok {
		return ""
	}
	type implementation struct{ Name, Version string }
	var params struct {
		ClientInfo implementation
		Meta       map[string]json.RawMessage `json:"_meta"`
	}
	if json.Unmarshal(req.Params, &params) != nil {
		return ""
	}
	about := params.ClientInfo
	if text, ok := params.Meta[mcp.MetaKeyClientInfo]; ok {
		about = implementation{}
		_ = json.Unmarshal(text, &about)
	}
	return clientName(about.Name, about.Version)
}
