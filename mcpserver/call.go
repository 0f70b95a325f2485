// Calls: from a tools/call request through the registry to its result.

package mcpserver

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// handler returns what the SDK calls for a tool.
func (s *Server) handler(t *tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, end := begin(ctx, req)
		defer end()
		who, err := s.request(ctx, req)
		if err != nil {
			s.log.Error("mcpserver: Config.Request has failed", "command", t.def.Name(), "error", err)
			return nil, internal(msgRefused)
		}
		call := jarvis.Call{Name: t.def.Name(), Arguments: t.Decode(req.Params.Arguments)}
		resp, err := s.cfg.Registry.Call(ctx, who, call, s.options...)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			return nil, internal(msgTimeout)
		case err != nil:
			return nil, internal(msgCancelled)
		}
		return s.result(t.def.Name(), resp), nil
	}
}

func internal(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: message}
}

// request asks for whom a call runs.
func (s *Server) request(ctx context.Context, req *mcp.CallToolRequest) (who *jarvis.Request, err error) {
	if s.cfg.Request == nil {
		return nil, nil
	}
	defer func() {
		if r := recover(); r != nil {
			who, err = nil, &jarvis.PanicError{Command: req.Params.Name, Value: r}
		}
	}()
	caller, err := s.caller(req)
	if err != nil {
		return nil, err
	}
	return s.cfg.Request(ctx, caller)
}

// caller says who has made a call. It is an error if the client has gone before that is known: a Caller without HTTP is one on this
// machine.
func (s *Server) caller(req *mcp.CallToolRequest) (Caller, error) {
	c := Caller{SessionID: req.Session.ID()}
	if about := req.ClientInfo(); about != nil {
		c.Client = clientName(about.Name, about.Version)
	}
	if req.Extra == nil || req.Extra.Header == nil {
		return c, nil
	}
	if c.HTTP = s.requests.find(req.Extra.Header); c.HTTP == nil {
		return c, errors.New(msgGone)
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

// headerKey tells the header of a request from all others that are in use.
func headerKey(h http.Header) uintptr { return reflect.ValueOf(h).Pointer() }
