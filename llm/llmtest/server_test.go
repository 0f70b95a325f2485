// Server: many requests at once, and how it ends.

package llmtest_test

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
)

func TestServerAtOnce(t *testing.T) {
	const n = 40
	script := llmtest.NewScript(slices.Repeat([]llmtest.Step{llmtest.SayAndCall("Counting.", call("", "count", `{"to":3}`))}, n)...)
	server, c := start(t, script)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			req := asks("Now")
			if i%2 == 0 {
				req.OnDelta = func(llm.Delta) error { return nil }
			}
			reply, err := c.Chat(t.Context(), req)
			if assert.NoError(t, err) {
				assert.Equal(t, "Counting.", reply.Content)
				assert.JSONEq(t, `{"to":3}`, string(reply.Calls[0].Arguments))
			}
		})
	}
	all.Wait()
	script.Check(t)
	assert.Equal(t, n, server.Requests())
	assert.NoError(t, server.Close())
}

func TestCloseDoesNotWaitForUnusedConnections(t *testing.T) {
	server, c := start(t, llmtest.NewScript(llmtest.Say("Hello")))
	unused, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(server.URL(), "http://"), "/v1"))
	require.NoError(t, err)
	defer unused.Close()
	_, err = c.Chat(t.Context(), asks("Hello")) // accepted after the other
	require.NoError(t, err)
	assert.NoError(t, server.Close())
	_, err = unused.Read(make([]byte, 1))
	assert.Error(t, err)
}

func TestServerAddress(t *testing.T) {
	server, _ := start(t, llmtest.NewScript())
	assert.Regexp(t, `^http://127\.0\.0\.1:[1-9][0-9]*/v1$`, server.URL())
}

func TestClose(t *testing.T) {
	asked, goOn := make(chan struct{}), make(chan struct{})
	server, c := start(t, llmtest.NewScript(llmtest.Do(func(*llm.Request) (*llm.Reply, error) {
		close(asked)
		<-goOn
		return &llm.Reply{Content: "ready"}, nil
	})))
	answered := make(chan *llm.Reply)
	go func() {
		reply, err := c.Chat(context.Background(), asks("Hello"))
		assert.NoError(t, err)
		answered <- reply
	}()
	<-asked
	closed := make(chan error)
	go func() { closed <- server.Close() }()
	close(goOn)
	assert.Equal(t, "ready", (<-answered).Content, "a running request is answered")
	assert.NoError(t, <-closed)
	assert.NoError(t, server.Close(), "again")
	_, err := c.Chat(t.Context(), asks("Hello"))
	assert.Error(t, err)
}

func TestCloseEndsWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	for name, wait := range map[string]func(ctx context.Context){
		"a model that minds its context": func(ctx context.Context) { <-ctx.Done() },
		"a model that does not":          func(context.Context) { <-release },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, failed, ended := make(chan struct{}), make(chan error), make(chan struct{})
			server, c := start(t, llmtest.Model(func(ctx context.Context, _ *llm.Request) (*llm.Reply, error) {
				defer close(ended)
				close(asked)
				wait(ctx)
				return nil, ctx.Err()
			}))
			go func() {
				_, err := c.Chat(context.Background(), asks("Hello"))
				failed <- err
			}()
			<-asked
			assert.ErrorIs(t, server.Close(), context.DeadlineExceeded)
			assert.Error(t, <-failed)
			if strings.HasSuffix(name, "its context") {
				<-ended
			}
		})
	}
	t.Cleanup(func() { close(release) })
}

func TestClientThatLeavesEndsTheStream(t *testing.T) {
	ended := make(chan error, 1)
	_, c := start(t, clientFunc(func(req *llm.Request) (*llm.Reply, error) {
		for {
			if err := req.OnDelta(llm.Delta{Content: "and on "}); err != nil {
				ended <- err
				return nil, err
			}
			time.Sleep(time.Millisecond)
		}
	}))
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/chat/completions", strings.NewReader(hello(`,"stream":true`)))
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	first := make([]byte, 6)
	_, err = resp.Body.Read(first)
	require.NoError(t, err)
	assert.Equal(t, "data: ", string(first), "pieces are sent at once")
	cancel()
	assert.Error(t, <-ended)
}
