// Redirects: the key stays with the server that it is for.

package llm_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

func TestRedirectToAnotherServer(t *testing.T) {
	other, hits := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, completion("caught")) })
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, c := range []struct {
			name  string
			start func(http.Handler) *httptest.Server
		}{
			{"another port", httptest.NewServer},
			{"https to http", httptest.NewTLSServer},
		} {
			t.Run(fmt.Sprint(c.name, " ", status), func(t *testing.T) {
				s := c.start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					http.Redirect(w, r, other.URL+"/private?token=t0ken#f", status)
				}))
				defer s.Close()
				client := newClient(t, llm.Config{BaseURL: s.URL, Key: secret(asciiKey), HTTPClient: s.Client()})
				reply, err := client.Chat(t.Context(), hello())
				assertNoReply(t, reply)
				refused := asError[*llm.RedirectError](t, err)
				assert.Equal(t, status, refused.Status)
				assert.Equal(t, other.URL, refused.Target)
				assert.Contains(t, err.Error(), other.URL+",")
				assert.NotContains(t, err.Error(), "private")
				assert.NotContains(t, err.Error(), "t0ken")
			})
		}
	}
	assert.Zero(t, hits.count(), "nothing is sent to the other server")
}

func TestRedirectTargets(t *testing.T) {
	const base = "https://models.example/v1"
	for _, c := range []struct {
		name, location string
		status         int
		target         string // empty if it is followed
	}{
		{"another path", "/v2/chat/completions", 307, ""},
		{"another path for good", "/v2/chat/completions", 308, ""},
		{"the same origin written out", "HTTPS://Models.Example:443/v2?x=1", 308, ""},
		{"a relative path", "elsewhere", 307, ""},
		{"the same origin, but by GET", "/v2?x=hunter22", 301, "https://models.example/v2"},
		{"the same origin, found", "/v2?x=hunter22", 302, "https://models.example/v2"},
		{"the same origin, see other", "/v2?x=hunter22", 303, "https://models.example/v2"},
		{"a part of it", "https://eu.models.example/v1", 307, "https://eu.models.example"},
		{"the whole of it", "https://example/v1", 307, "https://example"},
		{"a longer name", "https://models.example.evil.example/v1", 307, "https://models.example.evil.example"},
		{"a last point", "https://models.example./v1", 307, "https://models.example."},
		{"another port", "https://models.example:8443/v1", 308, "https://models.example:8443"},
		{"another scheme", "http://models.example/v1", 308, "http://models.example"},
		{"the port of the other scheme", "http://models.example:443/v1", 308, "http://models.example:443"},
		{"without a scheme", "//evil.example/v1", 307, "https://evil.example"},
		{"an address", "https://[::1]:9/v1", 307, "https://[::1]:9"},
		{"userinfo", "https://bob:hunter22@models.example/v1", 307, "https://models.example"},
		{"another name before an @", "https://models.example@evil.example/", 307, "https://evil.example"},
		{"a key in the name", "https://" + strings.ToUpper(hostKey) + ".evil.example/", 307, "https://[secret].evil.example"},
		{"no URL", "https://%zz/" + hostKey, 307, "an unreadable place"},
		{"no URL, found", ":" + hostKey, 302, "an unreadable place"},
		{"the key in the path", "/v2/" + hostKey, 302, "https://models.example/v2/[secret]"},
		{"no http", "mailto:bob@models.example", 302, "mailto:"},
		{"another scheme with a host", "ftp://bob:hunter22@models.example/x", 307, "ftp:"},
		{"none", "", 307, "an unreadable place"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var sent []*http.Request
			hc := inMemory(func(r *http.Request) (*http.Response, error) {
				sent = append(sent, r)
				body, _ := io.ReadAll(r.Body)
				assert.Contains(t, string(body), "Zürich", "the body is sent again")
				assert.Equal(t, "Bearer "+hostKey, r.Header.Get("Authorization"))
				assert.Equal(t, "POST", r.Method)
				if len(sent) > 1 {
					return answering(200, nil, completion("x"))(r)
				}
				header := http.Header{}
				if c.location != "" {
					header.Set("Location", c.location)
				}
				return answering(c.status, header, "")(r)
			})
			_, err := newClient(t, llm.Config{BaseURL: base, Key: secret(hostKey), HTTPClient: hc}).Chat(t.Context(), hello())
			if c.target == "" {
				require.NoError(t, err)
				require.Len(t, sent, 2)
				assert.Equal(t, "models.example", strings.ToLower(sent[1].URL.Hostname()))
				return
			}
			refused := asError[*llm.RedirectError](t, err)
			assert.Contains(t, err.Error(), " to "+c.target+", which is not followed")
			assert.Equal(t, c.status, refused.Status)
			assert.NotContains(t, err.Error(), "hunter22")
			assert.NotContains(t, strings.ToLower(err.Error()), hostKey)
			assert.Len(t, sent, 1)
		})
	}
}

// hostKey is a key that can be the name of a host.
const hostKey = "sk-k3y-0123456789abcdef"

func TestRedirectsInCircles(t *testing.T) {
	s, n := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/again", http.StatusTemporaryRedirect)
	})
	_, err := once(t, s.URL).Chat(t.Context(), hello())
	asError[*llm.RedirectError](t, err)
	assert.Contains(t, err.Error(), "more than 5 times")
	assert.Equal(t, 6, n.count())
}

// Cookies and the CheckRedirect of the caller's client do not weaken the rules.
func TestCallersCheckRedirect(t *testing.T) {
	other, hits := serve(t, func(http.ResponseWriter, *http.Request) {})
	s, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusPermanentRedirect)
	})
	hc := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
	_, err := newClient(t, llm.Config{BaseURL: s.URL, Key: secret(asciiKey), HTTPClient: hc}).Chat(t.Context(), hello())
	asError[*llm.RedirectError](t, err)
	assert.Zero(t, hits.count())
}
