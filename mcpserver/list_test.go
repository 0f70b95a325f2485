// What is listed: every command with its schema and effect, as the dialect prints it, and nothing that there is not.

package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

const listLine = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestListIsGolden(t *testing.T) {
	answers := ask(t, newServer(t, home()), listLine)
	require.Len(t, answers, 1)
	golden(t, "tools_list.json", answers[0]+"\n")
}

// TestListIsTheDialect compares by meaning but for the schema, which has to come in the order of its declaration.
func TestListIsTheDialect(t *testing.T) {
	registry := registered(t, home()...)
	server, err := mcpserver.New(mcpserver.Config{Registry: registry})
	require.NoError(t, err)
	printed, err := dialect.MCP.Set(registry.All())
	require.NoError(t, err)
	var list struct {
		Result struct{ Tools []map[string]json.RawMessage }
	}
	require.NoError(t, json.Unmarshal([]byte(ask(t, server, listLine)[0]), &list))
	require.Len(t, list.Result.Tools, printed.Len())
	for _, listed := range list.Result.Tools {
		var name string
		require.NoError(t, json.Unmarshal(listed["name"], &name))
		want, ok := printed.Lookup(name)
		require.True(t, ok, name)
		assert.Equal(t, string(want.Schema()), string(listed["inputSchema"]))
		if hints := listed["annotations"]; hints != nil {
			assert.Contains(t, string(hints), `"idempotentHint":false`)
			plain := strings.NewReplacer(`,"idempotentHint":false`, "", `"idempotentHint":false,`, "", `,"readOnlyHint":false`, "").Replace(string(hints))
			listed["annotations"] = json.RawMessage(plain)
		}
		got, err := json.Marshal(listed)
		require.NoError(t, err)
		assert.JSONEq(t, strings.Replace(string(want.JSON()), `"description":"",`, "", 1), string(got), "the SDK leaves an empty description out and writes hints that are false")
	}
}

func TestEffects(t *testing.T) {
	listed := ask(t, newServer(t, home()), listLine)[0]
	for name, hints := range map[string]string{
		"light": `{"destructiveHint":false,"idempotentHint":false,"readOnlyHint":false}`,
		"note":  `{"idempotentHint":false,"readOnlyHint":true}`,
		"wipe":  `{"destructiveHint":true,"idempotentHint":false,"readOnlyHint":false}`,
	} {
		spec, _ := registered(t, home()...).Lookup(name)
		description, err := json.Marshal(spec.Spec().Description)
		require.NoError(t, err)
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(description))
		assert.Contains(t, listed, `{"annotations":`+hints+`,"description":`+plain, name)
	}
	assert.Equal(t, 3, strings.Count(listed, `"annotations"`), "an effect that is not declared has none")
}

func TestWhatThereIsNot(t *testing.T) {
	for _, method := range []string{"prompts/list", "resources/list", "resources/templates/list", "completion/complete", "nonsense"} {
		answers := ask(t, newServer(t, home()), `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"ref":{"type":"ref/prompt","name":"x"},"argument":{"name":"a","value":"b"}}}`)
		require.Len(t, answers, 1)
		assert.Contains(t, answers[0], `"code":-32601`, method)
	}
	session := dial(t, newServer(t, home()), nil)
	caps := session.InitializeResult().Capabilities
	assert.Equal(t, &mcp.ToolCapabilities{}, caps.Tools)
	assert.Nil(t, caps.Prompts)
	assert.Nil(t, caps.Resources)
	assert.Nil(t, caps.Completions)
}

func TestManyCommandsComeInPages(t *testing.T) {
	cmds := make([]jarvis.Command, 2500)
	for i := range cmds {
		cmds[i] = giving(fmt.Sprintf("command_%04d", i), jarvis.Final(nil))
	}
	session := dial(t, newServer(t, cmds), nil)
	list := names(t, session)
	require.Len(t, list, len(cmds))
	for i, name := range list {
		assert.Equal(t, cmds[i].Spec().Name, name)
	}
}

// mirrored declares a header of the protocol that the SDK does not take.
type mirrored struct{}

// JSONSchema describes it.
func (mirrored) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Extras: map[string]any{"x-mcp-header": "not a header name"}}
}

// UnmarshalJSON takes anything.
func (*mirrored) UnmarshalJSON([]byte) error { return nil }

// unreadable has a schema that no reader takes.
type unreadable struct{}

// JSONSchema has a key twice.
func (unreadable) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Extras: map[string]any{"type": "integer"}}
}

// UnmarshalJSON takes anything.
func (*unreadable) UnmarshalJSON([]byte) error { return nil }

func TestUnreadableSchema(t *testing.T) {
	type takesOne struct {
		One unreadable `jarvis:"one"`
	}
	bad := jarvis.MustNew(jarvis.Spec{Name: "bad"}, func(context.Context, *jarvis.Request, takesOne) (*jarvis.Response, error) {
		return jarvis.Final(nil), nil
	})
	_, err := mcpserver.New(mcpserver.Config{Registry: registered(t, append(home(), bad)...)})
	require.ErrorContains(t, err, `"bad"`)

	registry := registered(t, home()...)
	var log bytes.Buffer
	cfg := mcpserver.Config{Registry: registry}
	logTo(&log)(&cfg)
	server, err := mcpserver.New(cfg)
	require.NoError(t, err)
	require.NoError(t, registry.Register(bad, giving("good", jarvis.Final(map[string]any{"message": "Well."}))))
	session := dial(t, server, nil)
	assert.Len(t, names(t, session), len(home())+1, "all others are there")
	assert.Equal(t, "Well.", text(t, call(t, session, "good", nil)))
	assert.Contains(t, log.String(), "bad")
}

func TestNewRefuses(t *testing.T) {
	_, err := mcpserver.New(mcpserver.Config{})
	require.Error(t, err)
	type takesOne struct {
		One mirrored `jarvis:"one"`
	}
	bad := jarvis.MustNew(jarvis.Spec{Name: "bad"}, func(ctx context.Context, req *jarvis.Request, _ takesOne) (*jarvis.Response, error) {
		return jarvis.Final(nil), nil
	})
	_, err = mcpserver.New(mcpserver.Config{Registry: registered(t, append(home(), bad)...)})
	require.ErrorContains(t, err, `command "bad" cannot be a tool`)

	registry := registered(t, home()...)
	server, err := mcpserver.New(mcpserver.Config{Registry: registry})
	require.NoError(t, err)
	require.NoError(t, registry.Register(bad, giving("good", jarvis.Final(nil))))
	assert.Len(t, names(t, dial(t, server, nil)), len(home())+1, "one that comes later is left out")
}
