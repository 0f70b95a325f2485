// Asking again: in memory, with the clock of testing/synctest, so that no test waits.

package llm_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
)

// step is what a server does with one request.
type step struct {
	status int
	header http.Header
	body   string
	err    error
	sent   io.ReadCloser // in the place of body
}

// steps answers each request with the next step, the last one again and again, and notes when they came.
type steps struct {
	list  []step
	times []time.Time
}

func (s *steps) answer(r *http.Request) (*http.Response, error) {
	now := s.list[min(len(s.times), len(s.list)-1)]
	s.times = append(s.times, time.Now())
	if now.err != nil {
		return nil, now.err
	}
	if now.sent != nil {
		return response(r, now.status, now.header, now.sent), nil
	}
	return response(r, now.status, now.header, io.NopCloser(strings.NewReader(now.body))), nil
}

func (s *steps) client(t *testing.T, cfg llm.Config) *llm.OpenAI {
	cfg.HTTPClient = inMemory(s.answer)
	return newClient(t, cfg)
}

func retryAfter(text string) http.Header { return http.Header{"Retry-After": {text}} }

func TestAsksAgain(t *testing.T) {
	fine := step{status: 200, body: completion("Ja.")}
	limited := step{status: 429, body: `{"error":{"message":"slow down"}}`}
	opErr := &net.OpError{Op: "read", Net: "tcp", Err: errors.New("reset")}
	for _, c := range []struct {
		name    string
		list    []step
		retries int
		asked   int
		ok      bool
	}{
		{"429, then an answer", []step{limited, fine}, 0, 2, true},
		{"two failures, then an answer", []step{{status: 503}, {status: 529}, fine}, 0, 3, true},
		{"500 until spent", []step{{status: 500}}, 0, 3, false},
		{"retries of its own", []step{{status: 500}}, 5, 6, false},
		{"none", []step{{status: 500}, fine}, -1, 1, false},
		{"408", []step{{status: 408}, fine}, 0, 2, true},
		{"502", []step{{status: 502}, fine}, 0, 2, true},
		{"504", []step{{status: 504}, fine}, 0, 2, true},
		{"400", []step{{status: 400}, fine}, 0, 1, false},
		{"401", []step{{status: 401}, fine}, 0, 1, false},
		{"409", []step{{status: 409}, fine}, 0, 1, false},
		{"501", []step{{status: 501}, fine}, 0, 1, false},
		{"a connection that fails", []step{{err: opErr}, {err: io.EOF}, fine}, 0, 3, true},
		{"a wrong certificate", []step{{err: &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}}, fine}, 0, 1, false},
		{"https where http is", []step{{err: http.ErrSchemeMismatch}, fine}, 0, 1, false},
		{"a host that does not exist", []step{{err: &net.OpError{Op: "dial", Err: &net.DNSError{IsNotFound: true}}}, fine}, 0, 1, false},
		{"a name server that fails", []step{{err: &net.OpError{Op: "dial", Err: &net.DNSError{IsTemporary: true}}}, fine}, 0, 2, true},
		{"invalid JSON", []step{{status: 200, body: "{"}, fine}, 0, 1, false},
		{"nothing", []step{{status: 200}, fine}, 0, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := steps{list: c.list}
				reply, err := s.client(t, llm.Config{Retries: c.retries}).Chat(t.Context(), hello())
				assert.Len(t, s.times, c.asked)
				if c.ok {
					require.NoError(t, err)
					assert.Equal(t, "Ja.", reply.Content)
					return
				}
				require.Error(t, err)
				assertNoReply(t, reply)
				var status *llm.StatusError
				if errors.As(err, &status) {
					assert.Equal(t, c.asked, status.Attempts)
				}
			})
		})
	}
}

func TestBackoff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := steps{list: []step{{status: 500}}}
		_, err := s.client(t, llm.Config{Retries: 70}).Chat(t.Context(), hello())
		require.Error(t, err)
		require.Len(t, s.times, 71)
		for i := range 70 {
			most := 8 * time.Second
			if i < 4 {
				most = 500 * time.Millisecond << i
			}
			got := s.times[i+1].Sub(s.times[i])
			assert.GreaterOrEqual(t, got, most/2, "wait %d", i)
			assert.LessOrEqual(t, got, most, "wait %d", i)
		}
	})
	t.Run("no longer than MaxWait", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := steps{list: []step{{status: 500}}}
			_, err := s.client(t, llm.Config{Retries: 9, MaxWait: time.Second}).Chat(t.Context(), hello())
			require.Error(t, err)
			for i := range 9 {
				assert.LessOrEqual(t, s.times[i+1].Sub(s.times[i]), time.Second)
			}
		})
	})
}

func TestRetryAfter(t *testing.T) {
	const most = 1<<63 - 1
	date := func(s string) http.Header {
		return http.Header{"Retry-After": {"Fri, 31 Dec 1999 23:59:50 GMT"}, "Date": {s}}
	}
	for _, c := range []struct {
		name   string
		header http.Header
		want   time.Duration // of the last StatusError
		waited time.Duration // at least; 0: the backoff
		asked  int
	}{
		{"seconds", retryAfter("7"), 7 * time.Second, 7 * time.Second, 2},
		{"a fraction", retryAfter("1.5"), 1500 * time.Millisecond, 1500 * time.Millisecond, 2},
		{"at the limit", retryAfter("30"), 30 * time.Second, 30 * time.Second, 2},
		{"beyond the limit", retryAfter("31"), 31 * time.Second, 0, 1},
		{"huge", retryAfter("9223372037"), most, 0, 1},
		{"larger than numbers", retryAfter(strings.Repeat("9", 400)), most, 0, 1},
		{"less than the backoff", retryAfter("0"), 0, 0, 2},
		{"garbage", retryAfter("soon"), 0, 0, 2},
		{"points", retryAfter("1.2.3"), 0, 0, 2},
		{"negative", retryAfter("-5"), 0, 0, 2},
		{"empty", retryAfter(""), 0, 0, 2},
		{"a date by our clock", retryAfter("Sat, 01 Jan 2000 00:00:09 GMT"), 0, 9 * time.Second, 2},
		{"a date by the server's clock", date("Fri, 31 Dec 1999 23:59:40 GMT"), 10 * time.Second, 10 * time.Second, 2},
		{"a date and a clock that is garbage", date("noon"), 0, 0, 2},
		{"a date in the past", date("Fri, 31 Dec 1999 23:59:59 GMT"), 0, 0, 2},
		{"a date far away", retryAfter("Fri, 31 Dec 9999 23:59:59 GMT"), most, 0, 1},
		{"spaces", retryAfter("  3 "), 3 * time.Second, 3 * time.Second, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := steps{list: []step{{status: 429, header: c.header}}}
				_, err := s.client(t, llm.Config{Retries: 1}).Chat(t.Context(), hello())
				status := asError[*llm.StatusError](t, err)
				assert.Equal(t, c.want, status.RetryAfter)
				require.Len(t, s.times, c.asked)
				assert.Equal(t, c.asked, status.Attempts)
				if c.asked == 1 {
					assert.Contains(t, err.Error(), "longer than Config.MaxWait (30s)")
					return
				}
				waited := s.times[1].Sub(s.times[0])
				if c.waited > 0 {
					assert.Equal(t, c.waited, waited)
				} else {
					assert.LessOrEqual(t, waited, 500*time.Millisecond)
				}
			})
		})
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	for _, c := range []struct {
		name string
		list []step
		is   error
		ctx  func(context.Context) (context.Context, context.CancelFunc)
	}{
		{"a deadline", []step{{status: 429, header: retryAfter("20")}}, context.DeadlineExceeded, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 3*time.Second)
		}},
		{"canceled", []step{{status: 429, header: retryAfter("20")}}, context.Canceled, func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(3*time.Second, cancel)
			return ctx, cancel
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := steps{list: c.list}
				ctx, cancel := c.ctx(t.Context())
				defer cancel()
				begun := time.Now()
				reply, err := s.client(t, llm.Config{}).Chat(ctx, hello())
				assertNoReply(t, reply)
				require.ErrorIs(t, err, c.is)
				assert.Equal(t, 3*time.Second, time.Since(begun))
				assert.Equal(t, 429, asError[*llm.StatusError](t, err).Status, "the last error is told too")
				assert.Len(t, s.times, 1)
			})
		})
	}

	t.Run("ended before", func(t *testing.T) {
		s := steps{list: []step{{status: 200, body: completion("x")}}}
		_, err := s.client(t, llm.Config{}).Chat(canceled(t), hello())
		require.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, s.times)
	})

	t.Run("with a cause", func(t *testing.T) {
		gone := errors.New("the user has left")
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(gone)
		_, err := newClient(t, llm.Config{}).Chat(ctx, hello())
		require.ErrorIs(t, err, context.Canceled)
		require.ErrorIs(t, err, gone)
	})
}

// A stream that breaks off before anything was told is asked for again, and the calls of the first are forgotten.
func TestStreamAsksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		header := http.Header{"Content-Type": {"text/event-stream"}}
		call := `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{"}}]}}]}` + "\n\n"
		s := steps{list: []step{{status: 200, header: header, body: call}, {status: 200, header: header, body: chunk("Ja.") + doneChunk}}}
		var h heard
		reply, err := s.client(t, llm.Config{}).Chat(t.Context(), hello(h.on))
		require.NoError(t, err)
		assert.Len(t, s.times, 2)
		assert.Equal(t, "Ja.", reply.Content)
		assert.Empty(t, reply.Calls)
		assert.Equal(t, []string{"Ja."}, h.content)
	})
}

func TestRetriesAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logger, text := logged()
		s := steps{list: []step{
			{status: 500, body: "the body says " + asciiKey},
			{err: errors.New("broken by " + asciiKey)},
			{status: 200, body: completion("x")},
		}}
		_, err := s.client(t, llm.Config{Logger: logger, Key: jarvis.NewSecretString(asciiKey)}).Chat(t.Context(), hello())
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSpace(text.String()), "\n")
		require.Len(t, lines, 2)
		assert.Contains(t, lines[0], `"msg":"llm: asking again","status":500,"server":"https://api.openai.com","attempt":1`)
		assert.Contains(t, lines[1], `"reason":"broken by [secret]"`)
		assert.NotContains(t, text.String(), "body says")
		assert.NotContains(t, text.String(), "sk-proj")
	})
}
