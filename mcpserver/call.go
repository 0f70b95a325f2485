// Calls: from a tools/call request through the registry to its result.

package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// deafTime is how long a command has to answer after its ctx has ended; one that does not is answered for, and runs on alone.
const deafTime = 100 * time.Millisecond

// errCallTime is why the ctx of a call has ended that took longer than Config.CallTimeout.
var errCallTime = errors.New("mcpserver: Config.CallTimeout is over")

// errGone is why a call does not run whose HTTP request is over.
var errGone = errors.New(msgGone)

// answer is what a call comes to.
type answer struct {
	result *mcp.CallToolResult
	err    error
}

// handler returns what the SDK calls for a tool.
func (s *Server) handler(t *tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !s.running.take() {
			return failed(msgBusy), nil
		}
		ctx, end := s.begin(ctx, req)
		defer end()
		answers := make(chan answer, 1)
		go s.run(ctx, t, req, answers)
		a := s.await(ctx, answers)
		return a.result, a.err
	}
}

// run answers a call in a goroutine of its own, since a command may end the one that it runs in.
func (s *Server) run(ctx context.Context, t *tool, req *mcp.CallToolRequest, answers chan<- answer) {
	a, ended := answer{result: failed(msgFailed)}, true
	defer func() {
		if r := recover(); r != nil || ended {
			s.log.Error("mcpserver: a call has panicked or ended its goroutine", "command", t.def.Name(), "panic", r)
		}
		s.running.release() // before the answer, after which the next call may come
		answers <- a
	}()
	a = s.call(ctx, t, req)
	ended = false
}

// await waits for the answer of a call, but not long for a command that does not care for the end of its ctx.
func (s *Server) await(ctx context.Context, answers <-chan answer) answer {
	select {
	case a := <-answers:
		return a
	case <-ctx.Done():
	}
	select {
	case a := <-answers:
		return a
	case <-time.After(deafTime):
		return s.ended(ctx)
	}
}

func (s *Server) call(ctx context.Context, t *tool, req *mcp.CallToolRequest) answer {
	who, err := s.request(ctx, req)
	if errors.Is(err, errGone) {
		s.log.Debug("mcpserver: the client has gone before its call began", "command", t.def.Name())
		return answer{err: internal(msgGone)}
	}
	if err != nil {
		s.log.Error("mcpserver: Config.Request has failed", "command", t.def.Name(), "error", err)
		return answer{err: internal(msgRefused)}
	}
	call := jarvis.Call{Name: t.def.Name(), Arguments: t.Decode(req.Params.Arguments)}
	resp, err := s.cfg.Registry.Call(ctx, who, call, s.options...)
	if err != nil {
		return s.ended(ctx)
	}
	return answer{result: s.result(t.def.Name(), resp)}
}

// ended is the answer to a call whose ctx has ended. Only of the time that is over a model has to know.
func (s *Server) ended(ctx context.Context) answer {
	if context.Cause(ctx) == errCallTime {
		return answer{result: failed(fmt.Sprintf(msgTimeout, s.cfg.CallTimeout))}
	}
	return answer{err: internal(msgCancelled)}
}

// failed is a result that says why there is no better one.
func failed(message string) *mcp.CallToolResult {
	result, _ := resultOf(jarvis.Failure(message)) // which can be encoded
	return result
}

func internal(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: message}
}

// request asks for whom a call runs.
func (s *Server) request(ctx context.Context, req *mcp.CallToolRequest) (who *jarvis.Request, err error) {
	defer func() {
		if r := recover(); r != nil {
			who, err = nil, &jarvis.PanicError{Command: req.Params.Name, Value: r}
		}
	}()
	caller, err := s.caller(req)
	if err != nil {
		return nil, err
	}
	if s.cfg.Request != nil {
		who, err = s.cfg.Request(ctx, caller)
	}
	if who == nil {
		who = &jarvis.Request{User: caller.User}
	}
	return who, err
}

// caller says who has made a call. It is an error if the client has gone before that is known: a Caller without HTTP is one on this
// machine.
func (s *Server) caller(req *mcp.CallToolRequest) (Caller, error) {
	var c Caller
	if req.Extra != nil && req.Extra.Header != nil {
		known, ok := s.requests.find(req.Extra.Header)
		if !ok {
			return c, errGone
		}
		c = known
	}
	c.SessionID = req.Session.ID()
	if about := req.ClientInfo(); about != nil {
		c.Client = clientName(about.Name, about.Version)
	}
	return c, nil
}

// clientName joins what a client says of itself. It comes from outside and may be logged.
func clientName(name, version string) string {
	if name == "" || version == "" {
		return echo.Clip(name)
	}
	return echo.Clip(name + "/" + version)
}
