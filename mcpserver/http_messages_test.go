// Messages over HTTP: what is refused before the protocol sees it.

package mcpserver_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
)

// TestMessagesOverHTTP compares with standard input, which refuses the same.
func TestMessagesOverHTTP(t *testing.T) {
	var ran atomic.Int64
	cmd := answering("count", func(context.Context, *jarvis.Request) (*jarvis.Response, error) {
		ran.Add(1)
		return jarvis.Final(nil), nil
	})
	server := newServer(t, []jarvis.Command{cmd})
	url := serve(t, server)
	one := callLine("count", `{}`)
	for name, body := range map[string]string{
		"fraction":        strings.Replace(one, `"id":1`, `"id":1.5`, 1),
		"large id":        strings.Replace(one, `"id":1`, `"id":9007199254740993`, 1),
		"null id":         strings.Replace(one, `"id":1`, `"id":null`, 1),
		"two ids":         strings.Replace(one, `"id":1`, `"id":1,"id":2`, 1),
		"two methods":     strings.Replace(one, `"id":1`, `"id":1,"method":"ping"`, 1),
		"no method":       `{"jsonrpc":"2.0","id":1}`,
		"no object":       "5",
		"long batch":      "[" + strings.Repeat("5,", 100) + "5]",
		"empty batch":     "[]",
		"broken in batch": `[{"jsonrpc":"2.0","id":2.5,"method":"tools/list"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			resp, got := post(t, url, body, http.Header{"Mcp-Protocol-Version": {"2025-03-26"}})
			assert.Equal(t, http.StatusBadRequest, resp.StatusCode)
			assert.Equal(t, "application/json", resp.Header.Get("Content-Type"))
			assert.Equal(t, ask(t, server, body)[0], map[bool]string{false: got, true: "[" + got + "]"}[name == "broken in batch"])
		})
	}
	for name, ids := range map[string]string{"numbers": "1 1", "texts": `"a" "a"`} {
		a, b, _ := strings.Cut(ids, " ")
		body := "[" + strings.Replace(one, `"id":1`, `"id":`+a, 1) + "," + strings.Replace(one, `"id":1`, `"id":`+b, 1) + "]"
		resp, _ := post(t, url, body, http.Header{"Mcp-Protocol-Version": {"2025-03-26"}})
		assert.Equal(t, http.StatusBadRequest, resp.StatusCode, name)
	}
	assert.Zero(t, ran.Load())
	body := "[" + one + "," + strings.Replace(one, `"id":1`, `"id":"1"`, 1) + "," + initialized + "," + initialized + "]"
	_, got := post(t, url, body, http.Header{"Mcp-Protocol-Version": {"2025-03-26"}})
	assert.Equal(t, 2, strings.Count(got, `"Done."`), got)
}
