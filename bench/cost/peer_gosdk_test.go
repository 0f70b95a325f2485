// The peer modelcontextprotocol/go-sdk: tools with schemas that google/jsonschema-go makes of structs.

package cost

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/jarvis-sdk/jarvis"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// The settings of go-sdk and of jsonschema-go that make their output smallest. The first is read when a process starts, so
// the trimmed lists are printed in another one.
const (
	sdkSetting    = "MCPGODEBUG=hintomitempty=1"
	schemaSetting = "JSONSCHEMAGODEBUG=typeschemasnull=1"
	printSDKList  = "JARVIS_COST_PRINT" // the name of the work
)

// sdkList prints the list as it comes.
func sdkList(t testing.TB, commands []declared) json.RawMessage { return sdkServed(t, commands, false) }

// sdkServed prints what a server answers to tools/list. The schema is the one that AddTool infers of an argument type, with the
// constraints set in it afterwards, as its tags hold descriptions alone. An array may be null there.
func sdkServed(t testing.TB, commands []declared, trimmed bool) json.RawMessage {
	s := mcp.NewServer(&mcp.Implementation{Name: "cost", Version: "1"}, nil)
	for _, d := range commands {
		made, err := jsonschema.ForType(d.structType(sdkTag), nil)
		require.NoError(t, err)
		for _, p := range d.params {
			p.constrain(made.Properties[p.name])
		}
		s.AddTool(&mcp.Tool{Name: d.name, Description: d.description, InputSchema: made, Annotations: sdkHints(d.effect, trimmed)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	}
	return toolsOf(t, listRaw(t, s))
}

func sdkTag(p property) tags { return tags{p.jsonTag(), {"jsonschema", p.Description}} }

// sdkHints are both hints of an effect, or trimmed the one that tells it: readOnlyHint, false if left out, or destructiveHint,
// which the protocol gives no meaning for a tool that only reads.
func sdkHints(effect jarvis.Effect, trimmed bool) *mcp.ToolAnnotations {
	if effect == "" {
		return nil
	}
	read, destroy := effect == jarvis.EffectRead, effect == jarvis.EffectDestructive
	if read && trimmed {
		return &mcp.ToolAnnotations{ReadOnlyHint: read}
	}
	return &mcp.ToolAnnotations{ReadOnlyHint: read, DestructiveHint: &destroy}
}

// constrain sets the keywords that jsonschema-go does not take from a struct.
func (s schema) constrain(to *jsonschema.Schema) {
	to.Format, to.Default = s.Format, s.Default
	to.MinLength, to.MaxLength, to.MinItems, to.MaxItems = s.MinLength, s.MaxLength, s.MinItems, s.MaxItems
	to.Minimum, to.Maximum = float(s.Minimum), float(s.Maximum)
	for _, member := range s.Enum {
		to.Enum = append(to.Enum, member)
	}
	if s.Items != nil {
		s.Items.constrain(to.Items)
	}
}

func float(n *int) *float64 {
	if n == nil {
		return nil
	}
	return jsonschema.Ptr(float64(*n))
}

// listRaw asks a server for its tools over its own transport and returns the result as it was on the wire: a client of go-sdk
// would decode it.
func listRaw(t testing.TB, s *mcp.Server) json.RawMessage {
	here, there := mcp.NewInMemoryTransports()
	session, err := s.Connect(t.Context(), there, nil)
	require.NoError(t, err)
	conn, err := here.Connect(t.Context())
	require.NoError(t, err)
	ask := func(method, params string) json.RawMessage {
		id, err := jsonrpc.MakeID(method)
		require.NoError(t, err)
		require.NoError(t, conn.Write(t.Context(), &jsonrpc.Request{ID: id, Method: method, Params: json.RawMessage(params)}))
		message, err := conn.Read(t.Context())
		require.NoError(t, err)
		answer, ok := message.(*jsonrpc.Response)
		require.True(t, ok, "%T", message)
		require.NoError(t, answer.Error)
		return answer.Result
	}
	ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"cost","version":"1"}}`)
	require.NoError(t, conn.Write(t.Context(), &jsonrpc.Request{Method: "notifications/initialized", Params: json.RawMessage(`{}`)}))
	list := ask("tools/list", `{}`)
	require.NoError(t, conn.Close())
	_ = session.Wait() // ends with the connection; how it says so is no matter here
	return list
}

// sdkTrimmedList prints the list in a process with the settings of the peer for a smaller one.
func sdkTrimmedList(t testing.TB, commands []declared) json.RawMessage {
	program, err := os.Executable()
	require.NoError(t, err)
	run := exec.CommandContext(t.Context(), program, "-test.run=^TestPrintSDKList$", "-test.v=false")
	run.Env = append(os.Environ(), sdkSetting, schemaSetting, printSDKList+"="+workOf(t, commands))
	run.Stderr = os.Stderr
	out, err := run.Output()
	require.NoError(t, err, "%s", out)
	list, _, found := bytes.Cut(out, []byte("\n"))
	require.True(t, found)
	return list
}

// workOf finds the name of the list again, to tell it to another process.
func workOf(t testing.TB, commands []declared) string {
	for _, w := range works(t) {
		if reflect.DeepEqual(w.declared(t), commands) {
			return w.name
		}
	}
	require.Fail(t, "no work has these commands")
	return ""
}

// TestPrintSDKList is run by sdkTrimmedList.
func TestPrintSDKList(t *testing.T) {
	name := os.Getenv(printSDKList)
	if name == "" {
		t.Skip("not asked to print")
	}
	fmt.Printf("%s\n", sdkServed(t, workNamed(t, name).declared(t), true))
}
