// Configs: mistakes, defaults, and that printing shows no secret.

package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func secret(text string) jarvis.SecretString { return jarvis.NewSecretString(text) }

func TestConfigMistakes(t *testing.T) {
	const https = "https://models.example/v1"
	for _, c := range []struct {
		name string
		cfg  llm.Config
		want string // all errors
	}{
		{"no URL", llm.Config{BaseURL: "http://a b/%zz"}, "llm: Config.BaseURL: is not a URL; write one such as http://localhost:8080/v1"},
		{"no scheme", llm.Config{BaseURL: "localhost:8080/v1"}, "llm: Config.BaseURL: the scheme is neither http nor https; write one such as http://localhost:8080/v1"},
		{"another scheme", llm.Config{BaseURL: "unix:///run/llm.sock"}, "llm: Config.BaseURL: the scheme is neither http nor https; write one such as http://localhost:8080/v1"},
		{"no host", llm.Config{BaseURL: "http:///v1"}, "llm: Config.BaseURL: the URL has no host; write one such as http://localhost:8080/v1"},
		{"a port alone", llm.Config{BaseURL: "http://:8080/v1"}, "llm: Config.BaseURL: the URL has no host; write one such as http://localhost:8080/v1"},
		{"userinfo", llm.Config{BaseURL: "https://bob:hunter22@models.example/v1"}, "llm: Config.BaseURL: the URL has a user or password; leave it out and use Key or Headers"},
		{"a key in the query", llm.Config{BaseURL: https + "?api-version=1&subscription%2dKEY=hunter22"}, "llm: Config.BaseURL: the query has a name that looks like a secret; leave it out and use Key or Headers"},
		{"a signature in the query", llm.Config{BaseURL: https + "?sig=hunter22"}, "llm: Config.BaseURL: the query has a name that looks like a secret; leave it out and use Key or Headers"},
		{"the code of a function in the query", llm.Config{BaseURL: https + "?code=hunter22"}, "llm: Config.BaseURL: the query has a name that looks like a secret; leave it out and use Key or Headers"},
		{"a query that is none", llm.Config{BaseURL: https + "?a=%hunter22"}, "llm: Config.BaseURL: is not a URL; write one such as http://localhost:8080/v1"},
		{"a fragment", llm.Config{BaseURL: https + "#hunter22"}, "llm: Config.BaseURL: the URL has a fragment; leave it out"},
		{"a port out of range", llm.Config{BaseURL: "http://localhost:99999/v1"}, "llm: Config.BaseURL: the port is not one of 1 to 65535"},
		{"port 0", llm.Config{BaseURL: "http://localhost:0/v1"}, "llm: Config.BaseURL: the port is not one of 1 to 65535"},
		{"a key with its scheme", llm.Config{Key: secret("bearer hunter22")}, "llm: Config.Key: the key begins with the word Bearer; leave that out, it is added"},
		{"one header twice", llm.Config{Headers: http.Header{"X-Id": {"hunter22"}, "x-id": {"hunter22"}}}, `llm: Config.Headers: "X-Id" and "x-id" are the same header; write one of them`},
		{"a key to the same network", llm.Config{BaseURL: "http://10.0.0.7:8080/v1", Key: secret("k")}, "llm: Config.AllowInsecureKey: the key or the headers would go over plain http to another host; use https, or set AllowInsecureKey if the network is trusted"},
		{"the endpoint", llm.Config{BaseURL: https + "/chat/completions/"}, "llm: Config.BaseURL: the URL ends with /chat/completions; leave that out, it is added"},
		{"a key over http", llm.Config{BaseURL: "http://192.168.1.7:8080/v1", Key: secret("k")}, "llm: Config.AllowInsecureKey: the key or the headers would go over plain http to another host; use https, or set AllowInsecureKey if the network is trusted"},
		{"headers over http", llm.Config{BaseURL: "http://nas.local/v1", Headers: http.Header{"X-Api-Key": {"k"}}}, "llm: Config.AllowInsecureKey: the key or the headers would go over plain http to another host; use https, or set AllowInsecureKey if the network is trusted"},
		{"not quite this machine", llm.Config{BaseURL: "http://localhost.evil.example/v1", Key: secret("k")}, "llm: Config.AllowInsecureKey: the key or the headers would go over plain http to another host; use https, or set AllowInsecureKey if the network is trusted"},
		{"a key with a line end", llm.Config{Key: secret("hunter22\n")}, "llm: Config.Key: the key has white space, control characters or characters outside ASCII; trim it"},
		{"a key outside ASCII", llm.Config{Key: secret("hünter22")}, "llm: Config.Key: the key has white space, control characters or characters outside ASCII; trim it"},
		{"a long key", llm.Config{Key: secret(strings.Repeat("k", 8193))}, "llm: Config.Key: the key is longer than 8192 bytes"},
		{"headers", llm.Config{Key: secret("k"), Organization: "o", Headers: http.Header{
			"a b": {"x"}, "": {"x"}, "authorization": {"x"}, "content-type": {"x"}, "X-Nl": {"hunter22\n"}, "OpenAI-Organization": {"x"}, "X-Ok": {"ü\tx"},
		}}, `llm: Config.Headers: "" is no header name
llm: Config.Headers: "Openai-Organization" is set from Organization; set one of the two
llm: Config.Headers: the value of "X-Nl" has control characters; trim it
llm: Config.Headers: "a b" is no header name
llm: Config.Headers: "Authorization" is set from Key; set one of the two
llm: Config.Headers: "content-type" is set by the client; leave it out`},
		{"all at once", llm.Config{BaseURL: "ftp://x", Key: secret("a b"), Organization: "a\nb", Timeout: -1, IdleTimeout: -1, MaxWait: -1, MaxBytes: -1}, `llm: Config.BaseURL: the scheme is neither http nor https; write one such as http://localhost:8080/v1
llm: Config.Key: the key has white space, control characters or characters outside ASCII; trim it
llm: Config.Organization: has control characters; trim it
llm: Config.Timeout: is negative; 0 is the default of 2m0s
llm: Config.IdleTimeout: is negative; 0 is the default of 30s
llm: Config.MaxWait: is negative; 0 is the default of 30s
llm: Config.MaxBytes: is negative; 0 is the default of 16777216`},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, err := llm.NewOpenAI(c.cfg)
			assert.Nil(t, client)
			mistake := asError[*llm.ConfigError](t, err)
			assert.NotEmpty(t, mistake.Field)
			assert.Equal(t, c.want, err.Error())
			assert.NotContains(t, err.Error(), "hunter22")
		})
	}

	for _, c := range []struct {
		name string
		cfg  llm.Config
	}{
		{"nothing", llm.Config{}},
		{"a key over https", llm.Config{BaseURL: https, Key: secret("k")}},
		{"no key over http", llm.Config{BaseURL: "http://nas.local:8080"}},
		{"a key over http, allowed", llm.Config{BaseURL: "http://nas.local:8080", Key: secret("k"), AllowInsecureKey: true}},
		{"a key to localhost", llm.Config{BaseURL: "http://LOCALHOST:8080/v1/", Key: secret("k")}},
		{"a key to 127.0.0.0/8", llm.Config{BaseURL: "http://127.8.8.8/v1", Key: secret("k")}},
		{"a key to ::1", llm.Config{BaseURL: "http://[::1]:80", Key: secret("k")}},
		{"a query", llm.Config{BaseURL: https + "?api-version=2024-10-21&x"}},
		{"an empty query", llm.Config{BaseURL: https + "?"}},
		{"the last port", llm.Config{BaseURL: "http://localhost:65535"}},
		{"a large limit", llm.Config{MaxBytes: math.MaxInt64, Retries: math.MaxInt}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := llm.NewOpenAI(c.cfg)
			assert.NoError(t, err)
		})
	}
}

func TestPrintingShowsNoSecret(t *testing.T) {
	cfg := llm.Config{
		BaseURL: "https://bob:hunter22@models.example/v1?k=hunter22#hunter22", Key: secret("hunter22"), Model: "m", Organization: "o",
		Headers: http.Header{"X-B": {"hunter22"}, "X-A": {"hunter22"}}, AllowInsecureKey: true,
		Timeout: time.Second, IdleTimeout: 2 * time.Second, Retries: 3, MaxWait: 4 * time.Second, MaxBytes: 5,
	}
	const want = "{BaseURL:https://models.example/v1 Key:[secret] AllowInsecureKey:true Model:m Organization:o Headers:[X-A X-B] Timeout:1s IdleTimeout:2s Retries:3 MaxWait:4s MaxBytes:5}"
	assert.Equal(t, want, cfg.String())
	assert.Equal(t, "{}", llm.Config{}.String())
	assert.Equal(t, "{BaseURL:[unreadable]}", llm.Config{BaseURL: "https://hunter22@%"}.String())
	assert.Equal(t, "{BaseURL:[unreadable]}", llm.Config{BaseURL: "hunter22:hunter22"}.String())
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		assert.Equal(t, want, fmt.Sprintf(verb, cfg), verb)
		assert.Equal(t, want, fmt.Sprintf(verb, &cfg), verb)
	}
	text, err := json.Marshal(map[string]any{"cfg": cfg, "at": &cfg})
	require.NoError(t, err)
	assert.NotContains(t, string(text), "hunter22")

	var b bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		slog.New(h).Info("made", "cfg", cfg, "at", &cfg)
	}
	assert.NotContains(t, b.String(), "hunter22")
	assert.Contains(t, b.String(), "models.example")

	cfg.BaseURL = ""
	client := newClient(t, cfg)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		for _, out := range []string{fmt.Sprintf(verb, client), fmt.Sprintf(verb, *client)} {
			assert.NotContains(t, out, "hunter22", verb)
			assert.NotContains(t, out, fmt.Sprintf("%x", "hunter22"), verb)
		}
	}
}

// What NewOpenAI was given may be changed afterwards.
func TestConfigIsCopied(t *testing.T) {
	var got http.Header
	hc := inMemory(func(r *http.Request) (*http.Response, error) {
		got = r.Header
		return answering(200, nil, completion("x"))(r)
	})
	headers := http.Header{"X-A": {"first"}}
	client := newClient(t, llm.Config{Headers: headers, HTTPClient: hc})
	headers["X-A"][0] = "second"
	headers.Set("X-B", "new")
	hc.Transport = nil
	_, err := client.Chat(t.Context(), hello())
	require.NoError(t, err)
	assert.Equal(t, []string{"first"}, got["X-A"])
	assert.NotContains(t, got, "X-B")
}

func TestFromEnv(t *testing.T) {
	s, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "Bearer k-1", r.Header.Get("Authorization"))
		fmt.Fprint(w, completion("x"))
	})
	env := map[string]string{"OPENAI_BASE_URL": s.URL, "OPENAI_API_KEY": "k-1\n", "OPENAI_MODEL": " m"}
	client, err := llm.NewOpenAIFromEnv(func(name string) string { return env[name] })
	require.NoError(t, err)
	_, err = client.Chat(t.Context(), hello())
	require.NoError(t, err)

	env["OPENAI_BASE_URL"] = "no url"
	env["OPENAI_API_KEY"] = "Bearer x"
	_, err = llm.NewOpenAIFromEnv(func(name string) string { return env[name] })
	assert.Equal(t, "BaseURL", asError[*llm.ConfigError](t, err).Field)
	assert.Equal(t, `llm: OPENAI_BASE_URL (Config.BaseURL): the scheme is neither http nor https; write one such as http://localhost:8080/v1
llm: OPENAI_API_KEY (Config.Key): the key begins with the word Bearer; leave that out, it is added`, err.Error())

	for name, value := range env {
		t.Setenv(name, value)
	}
	_, err = llm.NewOpenAIFromEnv(nil)
	asError[*llm.ConfigError](t, err)
}

func TestConfigFromEnv(t *testing.T) {
	env := map[string]string{"OPENAI_BASE_URL": " http://192.168.1.5:11434/v1\n", "OPENAI_API_KEY": " k-1", "OPENAI_MODEL": "m"}
	getenv := func(name string) string { return env[name] }
	assert.Equal(t, llm.Config{}, llm.ConfigFromEnv(func(string) string { return "" }))
	cfg := llm.ConfigFromEnv(getenv)
	assert.Equal(t, llm.Config{BaseURL: "http://192.168.1.5:11434/v1", Key: cfg.Key, Model: "m"}, cfg)
	assert.Equal(t, "k-1", cfg.Key.Reveal())

	_, err := llm.NewOpenAIFromEnv(getenv)
	assert.Contains(t, err.Error(), "llm: OPENAI_ALLOW_INSECURE_KEY (Config.AllowInsecureKey): ")
	for value, allowed := range map[string]bool{"1": true, " true ": true, "TRUE": true, "0": false, "no": false, "yes?": false} {
		env["OPENAI_ALLOW_INSECURE_KEY"] = value
		assert.Equal(t, allowed, llm.ConfigFromEnv(getenv).AllowInsecureKey, value)
		_, err := llm.NewOpenAIFromEnv(getenv)
		assert.Equal(t, allowed, err == nil, value)
	}
}

func TestRequestMistakes(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		edit  func(*llm.Request)
		field string
	}{
		{"no messages", func(r *llm.Request) { r.Messages = nil }, "Messages"},
		{"tools that are not JSON", func(r *llm.Request) { r.Tools = json.RawMessage("[") }, "Tools"},
		{"tools that are no list", func(r *llm.Request) { r.Tools = json.RawMessage("{}") }, "Tools"},
		{"a choice that is not JSON", func(r *llm.Request) { r.ToolChoice = json.RawMessage("auto") }, "ToolChoice"},
		{"a format that is not JSON", func(r *llm.Request) { r.ResponseFormat = json.RawMessage("{") }, "ResponseFormat"},
		{"a temperature that is none", func(r *llm.Request) { r.Temperature = &nan }, "Temperature"},
		{"less than no tokens", func(r *llm.Request) { r.MaxTokens = -1 }, "MaxTokens"},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := hello()
			c.edit(req)
			client := newClient(t, llm.Config{HTTPClient: inMemory(func(*http.Request) (*http.Response, error) {
				t.Error("it was sent")
				return nil, http.ErrNotSupported
			})})
			reply, err := client.Chat(t.Context(), req)
			assertNoReply(t, reply)
			assert.Equal(t, c.field, asError[*llm.RequestError](t, err).Field)
			assert.Contains(t, err.Error(), "llm: Request."+c.field+": is")
		})
	}
}

func TestMisuse(t *testing.T) {
	_, err := newClient(t, llm.Config{}).Chat(t.Context(), nil)
	require.Error(t, err)
	for _, c := range []llm.Client{(*llm.OpenAI)(nil), &llm.OpenAI{}, llm.Func(nil)} {
		reply, err := c.Chat(t.Context(), hello())
		require.Error(t, err)
		assertNoReply(t, reply)
	}
}

func TestFunc(t *testing.T) {
	failed := errors.New("no")
	for _, c := range []struct {
		name  string
		reply *llm.Reply
		err   error
	}{
		{"a reply", &llm.Reply{Content: "x"}, nil},
		{"an error", nil, failed},
		{"both", &llm.Reply{}, failed},
		{"neither", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			sent := hello()
			var client llm.Client = llm.Func(func(_ context.Context, req *llm.Request) (*llm.Reply, error) {
				assert.Same(t, sent, req)
				return c.reply, c.err
			})
			reply, err := client.Chat(t.Context(), sent)
			if c.err == nil && c.reply != nil {
				require.NoError(t, err)
				assert.Same(t, c.reply, reply)
				return
			}
			require.Error(t, err)
			assertNoReply(t, reply)
			if c.err != nil {
				assert.ErrorIs(t, err, failed)
			}
		})
	}
}

// A request is not changed, and many can be on their way at once.
func TestConcurrentUse(t *testing.T) {
	s, n := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, completion("x")) })
	client := newClient(t, llm.Config{BaseURL: s.URL, Key: secret(asciiKey)})
	req := hello()
	req.Tools, req.ToolChoice = json.RawMessage(` [{"type":"function"}] `), json.RawMessage(` "auto" `)
	done := make(chan error, 20)
	for range cap(done) {
		go func() {
			_, err := client.Chat(context.Background(), req)
			done <- err
		}()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
	assert.Equal(t, cap(done), n.count())
	assert.Equal(t, &llm.Request{Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "Regnet es in Zürich? 🌧"}}, Tools: json.RawMessage(` [{"type":"function"}] `), ToolChoice: json.RawMessage(` "auto" `)}, req)
}
