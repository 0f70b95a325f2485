// Fuzzing of everything that reads what a server sends.

package llm_test

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/llm"
)

// bodyClient answers with a body, read in pieces of any size.
func bodyClient(t testing.TB, cfg llm.Config, status int, contentType string, body io.Reader) *llm.OpenAI {
	cfg.Retries = -1
	cfg.HTTPClient = inMemory(func(r *http.Request) (*http.Response, error) {
		return response(r, status, http.Header{"Content-Type": {contentType}}, io.NopCloser(body)), nil
	})
	return newClient(t, cfg)
}

// However a stream is cut into reads, it is the same answer; joined, the deltas are the reply; an error is one of ours.
func FuzzStream(f *testing.F) {
	for _, s := range []string{
		chunk("Es ") + chunk("regnet 🌧.") + stopChunk + doneChunk,
		strings.ReplaceAll(chunk("a")+doneChunk, "\n", "\r"), strings.ReplaceAll(chunk("a")+doneChunk, "\n", "\r\n"),
		piecesOf(`{"index":0,"id":"c1","function":{"name":"f","arguments":"{"}}`) + piecesOf(`{"index":0,"function":{"arguments":"}"}}`) + doneChunk,
		"\ufeff: x\n\nevent: error\ndata: x\n\n", "data: [DONE]", "data: {\ndata: }\n\n", "error: {}\n\n", "{\"error\":1}\n", ":\r\r\n\n", "",
		delta(`{"reasoning":"h","content":[{"text":"x"}],"function_call":{"name":"f"}}`),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		ask := func(r io.Reader) (*llm.Reply, string, string, error) {
			var content, reasoning strings.Builder
			reply, err := bodyClient(t, llm.Config{}, 200, "text/event-stream", r).Chat(t.Context(), hello(func(d llm.Delta) error {
				assert.NotEqual(t, llm.Delta{}, d)
				content.WriteString(d.Content)
				reasoning.WriteString(d.Reasoning)
				return nil
			}))
			return reply, content.String(), reasoning.String(), err
		}
		reply, content, reasoning, err := ask(strings.NewReader(body))
		slow, slowContent, _, slowErr := ask(iotest.OneByteReader(strings.NewReader(body)))
		assert.Equal(t, reply, slow)
		assert.Equal(t, err, slowErr)
		assert.Equal(t, content, slowContent)
		if err != nil {
			assertNoReply(t, reply)
			assertTyped(t, err)
			return
		}
		assert.Equal(t, reply.Content, content)
		assert.Equal(t, reply.Reasoning, reasoning)
		assertSound(t, reply, len(body))
	})
}

func assertTyped(t *testing.T, err error) {
	t.Helper()
	var stream *llm.StreamError
	var answer *llm.AnswerError
	require.True(t, errors.As(err, &stream) || errors.As(err, &answer), "%T", err)
	assert.True(t, utf8.ValidString(err.Error()))
	assert.Less(t, utf8.RuneCountInString(err.Error()), 2000)
}

// assertSound checks that a reply is text and no larger than its source. A byte that is not UTF-8 becomes three.
func assertSound(t *testing.T, reply *llm.Reply, size int) {
	t.Helper()
	n := len(reply.Content) + len(reply.Reasoning)
	for _, c := range reply.Calls {
		n += len(c.Name) + len(c.ID) + len(c.Arguments)
	}
	assert.LessOrEqual(t, n, 3*size)
	assert.LessOrEqual(t, len(reply.Calls), 1024)
	assert.True(t, utf8.ValidString(reply.Content))
	assert.GreaterOrEqual(t, min(reply.Usage.Prompt, reply.Usage.Completion, reply.Usage.Total), 0)
}

// Content that is a string is what encoding/json reads there.
func FuzzAnswer(f *testing.F) {
	f.Add(completion("7 °C"))
	f.Add(`{"choices":[{"message":{"content":[{"type":"text","text":"a"}],"tool_calls":[{"function":{"name":"f","arguments":{}}}]}}]}`)
	f.Add(`{"choices":[{"message":{"content":null,"refusal":"no","function_call":{"arguments":"{"}}}],"usage":{"total_tokens":1e9}}`)
	f.Add(`{"error":{"message":"x"}}`)
	f.Add(`{"choices":[{"index":"1","message":null,"finish_reason":"length"}]}`)
	f.Add("\ufeff<html>")
	f.Fuzz(func(t *testing.T, body string) {
		reply, err := bodyClient(t, llm.Config{}, 200, "application/json", strings.NewReader(body)).Chat(t.Context(), hello())
		if err != nil {
			assertNoReply(t, reply)
			assertTyped(t, err)
			return
		}
		assertSound(t, reply, len(body))
		var plain struct {
			Choices []struct {
				Message struct {
					Content string `json:"content"`
				} `json:"message"`
			} `json:"choices"`
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(body, "\ufeff")), &plain) == nil && len(plain.Choices) == 1 && plain.Choices[0].Message.Content != "" {
			assert.Equal(t, plain.Choices[0].Message.Content, reply.Content)
		}
	})
}

// The key stands in no error, whatever stands around it, in whatever form it comes, wherever the body is cut.
func FuzzRedaction(f *testing.F) {
	f.Add("sk-proj-0123456789abc", "before ", " after", uint16(3), uint16(9))
	f.Add(`k/"\<&>%41+=1234567890`, strings.Repeat("é", 490), "", uint16(1), uint16(500))
	f.Add("12345678901234567890", `{"error":{"message":"`, `"}}`, uint16(0), uint16(0))
	f.Add(`\x41\x41\x41\x41\u0042%43`, `\`, "%", uint16(7), uint16(30))
	f.Fuzz(func(t *testing.T, key, before, after string, pick, cut uint16) {
		if len(key) < 20 || len(key) > 8<<10 || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Skip()
		}
		forms := echoes(key)
		names := slices.Sorted(maps.Keys(forms))
		body := before + forms[names[int(pick)%len(names)]] + after
		var from io.Reader = strings.NewReader(body)
		if n := int(cut); n > 0 && n < len(body) {
			from = io.MultiReader(strings.NewReader(body[:n]), brokenReader{io.ErrUnexpectedEOF})
		}
		cfg := llm.Config{Key: secret(key)}
		_, err := bodyClient(t, cfg, 400, "", from).Chat(t.Context(), hello())
		status := asError[*llm.StatusError](t, err)
		_, err = bodyClient(t, cfg, 200, "text/html", strings.NewReader(body)).Chat(t.Context(), hello())
		shown := []string{status.Body, status.Message}
		var answer *llm.AnswerError
		if errors.As(err, &answer) {
			shown = append(shown, answer.Body, answer.Message)
		}
		for _, text := range shown {
			assert.LessOrEqual(t, utf8.RuneCountInString(text), 500)
			assert.True(t, utf8.ValidString(text))
			for name, form := range forms {
				if strings.Contains(text, form) {
					t.Fatalf("the %s form %q of %q is shown: %q", name, form, key, text)
				}
			}
		}
	})
}

// Retry-After is never negative, and what is waited for is at most MaxWait.
func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"7", "1.5", "Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "1e9", "-1", "", "99999999999999999999", "..", "0x10"} {
		f.Add(s, "Fri, 31 Dec 1999 23:59:50 GMT")
	}
	f.Fuzz(func(t *testing.T, text, date string) {
		header := http.Header{"Retry-After": {text}, "Date": {date}}
		hc := inMemory(answering(429, header, ""))
		_, err := newClient(t, llm.Config{Retries: -1, HTTPClient: hc}).Chat(t.Context(), hello())
		got := asError[*llm.StatusError](t, err).RetryAfter
		assert.GreaterOrEqual(t, got, time.Duration(0))
		if seconds, convErr := time.ParseDuration(text + "s"); convErr == nil && strings.Trim(text, "0123456789") == "" {
			assert.Equal(t, seconds, got.Truncate(time.Second))
		}
	})
}
