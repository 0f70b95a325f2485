// Runnable examples: a server with a client of the SDK, the lines of a session, and what is different for guests.

package mcpserver_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

type dim struct {
	Room    string `jarvis:"room,required" enum:"kitchen,hall"`
	Percent int    `jarvis:"percent,required" validate:"gte=0,lte=100"`
}

// Spec names the command.
func (dim) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "dim", Description: "Dims the lamp of a room", Effect: jarvis.EffectWrite}
}

// Run tells how it goes to a client that wants to know.
func (d dim) Run(ctx context.Context, _ *jarvis.Request) (*jarvis.Response, error) {
	mcpserver.Progress(ctx, 1, 2, "fading")
	return jarvis.Final(map[string]any{"message": fmt.Sprintf("The %s is at %d percent.", d.Room, d.Percent)}), nil
}

// A server over HTTP, and a client of the SDK that calls a tool well and badly.
func Example() {
	registry := jarvis.NewRegistry()
	registry.MustRegister(&dim{})
	server, err := mcpserver.New(mcpserver.Config{Registry: registry, Name: "home"})
	if err != nil {
		log.Fatal(err)
	}
	web := httptest.NewServer(server.Handler())
	defer web.Close()

	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: web.URL}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for _, percent := range []int{40, 400} {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "dim", Arguments: map[string]any{"room": "hall", "percent": percent}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.IsError, result.Content[0].(*mcp.TextContent).Text)
	}
	// Output:
	// false The hall is at 40 percent.
	// true Parameter 'percent' must be at most 100, got 400
	// Call again with these mended. The parameters concerned: {"percent":{"type":"integer","maximum":100,"minimum":0}}
}

// What a host sends over standard input, and what it gets.
func ExampleServer_Stdio() {
	registry := jarvis.NewRegistry()
	registry.MustRegister(&dim{})
	server, err := mcpserver.New(mcpserver.Config{Registry: registry, Name: "home"})
	if err != nil {
		log.Fatal(err)
	}
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"example","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"ping"}
`)
	if err := server.Stdio(context.Background(), in, os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"logging":{},"tools":{}},"protocolVersion":"2025-11-25","serverInfo":{"name":"home","version":"0.0.0"}}}
	// {"jsonrpc":"2.0","id":2,"result":{}}
}

// Guests see what changes nothing. Calls run for the user that the header names, whose secrets are looked up.
func ExampleConfig_authenticate() {
	registry := jarvis.NewRegistry()
	registry.MustRegister(&dim{})
	users := map[string]string{"Bearer 1f7c": "ada"}
	_, err := mcpserver.New(mcpserver.Config{
		Registry: registry,
		Authenticate: func(r *http.Request) (string, error) {
			given := r.Header.Get("Authorization")
			if user, ok := users[given]; ok || given == "" {
				return user, nil
			}
			return "", errors.New("an unknown token")
		},
		Filter: func(_ context.Context, caller mcpserver.Caller) func(*jarvis.Definition) bool {
			if caller.User != "" {
				return nil // all
			}
			return func(d *jarvis.Definition) bool { return d.Spec().Effect == jarvis.EffectRead }
		},
	})
	fmt.Println(err)
	// Output: <nil>
}
