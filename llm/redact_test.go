// Redaction: whatever a server sends back, the key and the headers stand in no error.

package llm_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

const headerSecret = "Zm9v top-secret/value"

// echoes are the forms in which a server may send a secret back.
func echoes(secret string) map[string]string {
	quoted, _ := json.Marshal(secret)
	plain := string(quoted[1 : len(quoted)-1])
	twice, _ := json.Marshal(plain)
	var hex, points strings.Builder
	for _, c := range []byte(secret) {
		fmt.Fprintf(&hex, "%%%02x", c)
		fmt.Fprintf(&points, `\u%04X`, c)
	}
	return map[string]string{
		"raw": secret, "upper case": strings.ToUpper(secret), "JSON": plain, "JSON twice": string(twice),
		"JSON with slashes": strings.ReplaceAll(plain, "/", `\/`), "JSON code points": points.String(), "quoted by Go": strings.Trim(fmt.Sprintf("%q", secret), `"`),
		"query": url.QueryEscape(secret), "path": url.PathEscape(secret), "all percent": hex.String(), "percent twice": url.QueryEscape(hex.String()),
		"JSON of percent": strings.ReplaceAll(hex.String(), "%", `\u0025`), "HTML": html.EscapeString(secret),
		"base64": base64.StdEncoding.EncodeToString([]byte(secret)), "base64 for URLs": base64.RawURLEncoding.EncodeToString([]byte(secret)),
		"base64 of the header": base64.StdEncoding.EncodeToString([]byte("Bearer " + secret)), "base64 of a pair": base64.StdEncoding.EncodeToString([]byte("ab:" + secret + "!")),
		"base64 in a query": url.QueryEscape(base64.StdEncoding.EncodeToString([]byte("x" + secret))),
	}
}

// core is base64 of a secret without the characters that depend on what stands around it.
func core(secret string, shift int) string {
	text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + secret))
	return text[(shift*8+5)/6 : (shift+len(secret))*8/6]
}

// assertHidden fails if a text shows a secret in any form, or a long part of it.
func assertHidden(t testing.TB, secret, text string) {
	t.Helper()
	for name, form := range echoes(secret) {
		if strings.Contains(strings.ToLower(text), strings.ToLower(form)) {
			t.Errorf("the %s form is shown: %q", name, text)
		}
	}
	for shift := range 3 {
		assert.NotContains(t, text, core(secret, shift), "base64")
	}
}

// told is all that a program can print of an error.
func told(err error) string {
	var b strings.Builder
	for err != nil {
		fmt.Fprintf(&b, "%v %+v %#v\n", err, err, err)
		encoded, _ := json.Marshal(err)
		b.Write(encoded)
		err = errors.Unwrap(err)
	}
	return b.String()
}

func TestEchoedSecrets(t *testing.T) {
	stream := http.Header{"Content-Type": {"text/event-stream"}}
	quote := func(s string) string { q, _ := json.Marshal(s); return string(q) }
	for _, c := range []struct {
		name   string
		answer func(form string) transport
	}{
		{"in a body", func(f string) transport { return answering(400, nil, "bad key "+f+" given") }},
		{"in a long body", func(f string) transport {
			return answering(400, nil, strings.Repeat("é", 480)+f+strings.Repeat(f, 50))
		}},
		{"in a message", func(f string) transport {
			return answering(401, nil, `{"error":{"message":`+quote("bad key "+f+" given")+`}}`)
		}},
		{"in a message as it is", func(f string) transport { return answering(401, nil, `{"error":{"message":"bad key `+f+` given"}}`) }},
		{"in the status text", func(f string) transport {
			return func(r *http.Request) (*http.Response, error) {
				resp := response(r, 500, nil, io.NopCloser(strings.NewReader("")))
				resp.Status = "500 " + f
				return resp, nil
			}
		}},
		{"in a page", func(f string) transport {
			return answering(200, http.Header{"Content-Type": {"text/html; x=" + f}}, "<p>"+f)
		}},
		{"in a content type", func(f string) transport {
			return answering(200, http.Header{"Content-Type": {"text/" + f}}, "no")
		}},
		{"in JSON without choices", func(f string) transport {
			return answering(200, nil, `{"error":{"message":`+quote(f)+`},"key":`+quote(f)+`}`)
		}},
		{"in a key of JSON", func(f string) transport { return answering(200, nil, `{"choices":{`+quote(f)+`:7}}`) }},
		{"in arguments that are broken", func(f string) transport {
			return answering(200, nil, `{"choices":[{"message":{"content":9,"tool_calls":[{"function":{"name":"f","arguments":`+quote(f)+`}}]}}]}`)
		}},
		{"in a stream's error", func(f string) transport {
			return answering(200, stream, "event: error\ndata: "+f+"\n\n")
		}},
		{"in a stream's JSON", func(f string) transport { return answering(200, stream, `data: {"error":`+quote(f)+"}\n\n") }},
		{"in a stream's garbage", func(f string) transport { return answering(200, stream, "data: "+f+"\n\n") }},
		{"in a Location", func(f string) transport {
			return answering(307, http.Header{"Location": {"https://evil.example/" + f + "?" + f}}, f)
		}},
		{"in a host", func(f string) transport {
			return answering(307, http.Header{"Location": {"https://" + f + ".evil.example/"}}, f)
		}},
		{"in a Location that is none", func(f string) transport {
			return answering(302, http.Header{"Location": {"https://evil.example/%zz" + f}}, f)
		}},
		{"in Retry-After", func(f string) transport { return answering(429, http.Header{"Retry-After": {f}}, "") }},
		{"in an error of the transport", func(f string) transport {
			return func(*http.Request) (*http.Response, error) { return nil, fmt.Errorf("malformed answer %q", f) }
		}},
		{"in an error of the body", func(f string) transport {
			return func(r *http.Request) (*http.Response, error) {
				return response(r, 200, nil, io.NopCloser(io.MultiReader(strings.NewReader("{"), brokenReader{errors.New(f)}))), nil
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range []string{asciiKey, headerSecret} {
				for form, text := range echoes(s) {
					cfg := llm.Config{Retries: -1, Key: secret(asciiKey), Headers: http.Header{"X-Token": {headerSecret}}, HTTPClient: inMemory(c.answer(text))}
					_, err := newClient(t, cfg).Chat(t.Context(), hello())
					require.Error(t, err)
					assertHidden(t, s, told(err))
					if t.Failed() {
						t.Fatalf("form %s: %s", form, told(err))
					}
				}
			}
		})
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }

// A body cut by the limit of reading, by the excerpt or by the server shows no long part of the key either.
func TestCutSecrets(t *testing.T) {
	for name, form := range echoes(asciiKey) {
		for _, size := range []int{500, 64 << 10} {
			for at := 1; at <= len(form); at += 1 + size>>13 {
				body := strings.Repeat("x", size-at) + form + "tail"
				_, err := chatStatus(t, 400, body)
				got := asError[*llm.StatusError](t, err).Body
				for n := 13; n <= len(asciiKey); n++ {
					if strings.Contains(got, asciiKey[:n]) {
						t.Fatalf("%s, cut after %d: %q", name, at, got[max(0, len(got)-60):])
					}
				}
			}
		}
	}
	for at := 4; at <= len(asciiKey); at++ { // all that is read is a part of the key
		hc := inMemory(func(r *http.Request) (*http.Response, error) {
			body := io.MultiReader(strings.NewReader("key "+asciiKey[:at]), brokenReader{io.ErrUnexpectedEOF})
			return response(r, 400, nil, io.NopCloser(body)), nil
		})
		_, err := newClient(t, llm.Config{Key: secret(asciiKey), HTTPClient: hc}).Chat(t.Context(), hello())
		assert.Equal(t, "key [secret]", asError[*llm.StatusError](t, err).Body, "cut after %d", at)
	}
	for _, name := range []string{"all percent", "JSON code points"} { // also in the middle of an escape
		form := echoes(asciiKey)[name]
		for at := 24; at <= len(form); at++ {
			hc := inMemory(func(r *http.Request) (*http.Response, error) {
				body := io.MultiReader(strings.NewReader("key "+form[:at]), brokenReader{io.ErrUnexpectedEOF})
				return response(r, 400, nil, io.NopCloser(body)), nil
			})
			_, err := newClient(t, llm.Config{Key: secret(asciiKey), HTTPClient: hc}).Chat(t.Context(), hello())
			assert.Equal(t, "key [secret]", asError[*llm.StatusError](t, err).Body, "%s cut after %d", name, at)
		}
	}
}

func chatStatus(t testing.TB, status int, body string) (*llm.Reply, error) {
	return newClient(t, llm.Config{Retries: -1, Key: secret(asciiKey), HTTPClient: inMemory(answering(status, nil, body))}).Chat(t.Context(), hello())
}

func TestRedactionLeavesTheRest(t *testing.T) {
	for _, c := range []struct{ name, key, header, body, want string }{
		{"the key alone", "sk-1234567890abcdef", "", "key sk-1234567890abcdef is wrong", "key [secret] is wrong"},
		{"two in a row", "sk-1234567890abcdef", "", "sk-1234567890abcdefsk-1234567890abcdef!", "[secret]!"},
		{"a part of it", "sk-1234567890abcdef", "", "…4567890abcdef?", "…[secret]?"},
		{"masked by the server", "sk-1234567890abcdef", "", "key sk-12345*****cdef is wrong", "key sk-12345*****cdef is wrong"},
		{"words that it shares", "sk-no-key-required", "", "model is required, no key required", "model is required, no key required"},
		{"a short key", "EMPTY", "", "the key empty and EMPTY", "the key [secret] and [secret]"},
		{"a key that the mask has", "secret", "", "my secret", "my ***"},
		{"a key that the mask completes", "xy[secret]", "", "xyxy[secret]", "[secret]"},
		{"a key that looks like escapes", `"%41"%42"%43"%44`, "", `is \"%41\"%42\"%43\"%44`, `is \[secret]`},
		{"short headers", "", "yes", "yes and no", "yes and no"},
		{"a header", "", "token-1", "got token-1.", "got [secret]."},
		{"a part of a header", "", "Token abcdefgh", "got abcdefgh.", "got [secret]."},
		{"the scheme of a header", "", "Token abcdefgh", "Token needed", "Token needed"},
		{"the password of a header", "", "Basic " + base64.StdEncoding.EncodeToString([]byte("bob:hunter22")), "hunter22 is wrong", "[secret] is wrong"},
		{"the password of a URL", "", "", "proxy http://bob:hunter22@proxy.example:3128/ fails", "proxy http://[secret]proxy.example:3128/ fails"},
		{"an @ in a path", "", "", "see https://example.com/@bob", "see https://example.com/@bob"},
		{"a key that is a letter", "e", "", "the key e, see http://127.0.0.1:1", "the key e, see http://127.0.0.1:1"},
		{"a letter behind its scheme", "e", "", "Authorization: bearer e, no e", "Authorization: bearer [secret], no e"},
		{"a number", "1", "", "dial tcp 127.0.0.1:40071: qwen:1.7b", "dial tcp 127.0.0.1:40071: qwen:1.7b"},
		{"a key in words", "ollama", "", "ollama-7b, ollama.example, xollama", "ollama-7b, ollama.example, xollama"},
		{"a key as a word", "ollama", "", `ollama, "ollama" and key=ollama.`, `[secret], "[secret]" and key=[secret].`},
		{"a key in escaped quotes", "ollama", "", `is \"ollama\" here`, `is \"[secret]" here`},
		{"a short header in words", "", "true", "trueish and untrue", "trueish and untrue"},
		{"a part of a long header", "", "4f9a7c21de8b46f0a1b2c3d4", "denied for 21de8b46f0a1b2...", "denied for [secret]..."},
		{"no key", "", "", "100% \\o/ & more", "100% \\o/ & more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := llm.Config{Retries: -1, Key: secret(c.key), HTTPClient: inMemory(answering(400, nil, c.body))}
			if c.header != "" {
				cfg.Headers = http.Header{"X-Token": {c.header}}
			}
			_, err := newClient(t, cfg).Chat(t.Context(), hello())
			assert.Equal(t, c.want, asError[*llm.StatusError](t, err).Body)
		})
	}
}

// Headers are secret by their names, or if they look like a secret.
func TestHeadersThatAreSecret(t *testing.T) {
	const long = "9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d"
	for _, c := range []struct{ header, value, body, want string }{
		{"X-Title", "jarvis", "got jarvis", "got jarvis"},
		{"X-Title", "connect", "dial tcp: connect: connection refused", "dial tcp: connect: connection refused"},
		{"Openai-Beta", "true", "must be true or false", "must be true or false"},
		{"X-Title", "My Kitchen Assistant", "the title is My Kitchen Assistant", "the title is My Kitchen Assistant"},
		{"Openai-Beta", "assistants=v2", "unknown: assistants=v2", "unknown: assistants=v2"},
		{"X-Trace", long, "trace " + long, "trace [secret]"},
		{"X-Trace", long, "trace " + long[5:20] + "…", "trace [secret]…"},
		{"Api-Key", "hunter22", "hunter22 is wrong", "[secret] is wrong"},
		{"Cookie", "session=" + long + "; theme=dark; a=b", "unknown session " + long, "unknown session [secret]"},
		{"Cookie", "session=" + long + "; theme=dark; a=b", "unknown session " + long[:18], "unknown session [secret]"},
		{"Cookie", "session=" + long + "; theme=dark; a=b", "a theme: bright, or b", "a theme: bright, or b"},
		{"Proxy-Authorization", "Bearer " + long, "Bearer needed, not " + long[3:], "Bearer needed, not [secret]"},
	} {
		t.Run(c.header+" "+c.body, func(t *testing.T) {
			cfg := llm.Config{Retries: -1, Headers: http.Header{c.header: {c.value}}, HTTPClient: inMemory(answering(400, nil, c.body))}
			_, err := newClient(t, cfg).Chat(t.Context(), hello())
			assert.Equal(t, c.want, asError[*llm.StatusError](t, err).Body)
		})
	}
}

// An error whose text had to be changed is still the same to errors.Is.
func TestHiddenErrors(t *testing.T) {
	cause := errors.New("the cause")
	hc := inMemory(func(*http.Request) (*http.Response, error) { return nil, fmt.Errorf("%s: %w", asciiKey, cause) })
	_, err := newClient(t, llm.Config{Retries: -1, Key: secret(asciiKey), HTTPClient: hc}).Chat(t.Context(), hello())
	require.ErrorIs(t, err, cause)
	assert.NotErrorIs(t, err, io.EOF)
	assert.Equal(t, "llm: no answer from https://api.openai.com: [secret]: the cause", err.Error())
}

// Nor is it another one to errors.As, unless what is asked for has the secret in its text.
func TestHiddenErrorsCanBeTakenApart(t *testing.T) {
	ask := func(err error) error {
		hc := inMemory(func(*http.Request) (*http.Response, error) { return nil, err })
		_, err = newClient(t, llm.Config{Retries: -1, Key: secret(asciiKey), HTTPClient: hc}).Chat(t.Context(), hello())
		return err
	}
	inner := &net.OpError{Op: "dial", Net: "tcp", Err: os.ErrDeadlineExceeded}
	err := ask(fmt.Errorf("%s: %w", asciiKey, inner))
	assert.Same(t, inner, asError[*net.OpError](t, err))
	assert.True(t, asError[*llm.TransportError](t, err).Timeout())

	err = ask(&net.OpError{Op: "dial", Net: asciiKey, Err: os.ErrDeadlineExceeded})
	var kept *net.OpError
	assert.NotErrorAs(t, err, &kept)
	assert.True(t, asError[*llm.TransportError](t, err).Timeout())
	assertHidden(t, asciiKey, told(err))
}
