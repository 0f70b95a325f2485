// Asking again: after which errors, and when.

package llm

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	firstWait = 500 * time.Millisecond
	mostWait  = 8 * time.Second
)

// passing are the statuses that may be others the next time. 529 is Anthropic's for an overloaded server.
var passing = [...]int{
	http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
	http.StatusServiceUnavailable, http.StatusGatewayTimeout, 529,
}

// again says whether to ask again after the error of an attempt, and how long to wait before.
func (c *client) again(err error, q *question, attempt int) (time.Duration, bool) {
	if q.told || attempt > c.retries || !isPassing(err) {
		return 0, false
	}
	wait := min(backoff(attempt), c.maxWait)
	var status *StatusError
	if errors.As(err, &status) {
		if status.RetryAfter > c.maxWait {
			status.maxWait = c.maxWait
			return 0, false
		}
		wait = max(wait, status.RetryAfter)
	}
	return wait, true
}

// isPassing reports whether another attempt may succeed.
func isPassing(err error) bool {
	switch err := err.(type) { // what these wrap is no reason
	case *StatusError:
		return slices.Contains(passing[:], err.Status)
	case *TransportError:
		return !err.own && !isLasting(err.Err)
	case *StreamError:
		return errors.Is(err.Err, io.ErrUnexpectedEOF)
	}
	return false
}

// isLasting reports whether a connection fails for a reason that does not pass: the certificate, the scheme or the host is wrong.
func isLasting(err error) bool {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var name *net.DNSError
	return errors.As(err, &certificate) || errors.As(err, &record) || errors.As(err, &alert) ||
		errors.Is(err, http.ErrSchemeMismatch) || errors.As(err, &name) && name.IsNotFound
}

// backoff returns the wait before the next attempt: half a second, doubled each time, at most mostWait, and of that a random part
// between one half and all, so that many clients do not come back at once.
func backoff(attempt int) time.Duration {
	most := mostWait
	if shift := attempt - 1; shift < 4 {
		most = firstWait << shift
	}
	return most/2 + rand.N(most/2+1)
}

// sleep waits, or returns the error of the context as soon as that ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return ctx.Err()
	}
}

// logRetry tells the kind of an error: what the server says stays out of logs.
func (c *client) logRetry(ctx context.Context, err error, attempt int, wait time.Duration) {
	reason := slog.String("reason", msgTorn)
	var status *StatusError
	var transport *TransportError
	switch {
	case errors.As(err, &status):
		reason = slog.Int("status", status.Status)
	case errors.As(err, &transport):
		reason = slog.String("reason", transport.Err.Error())
	}
	c.log.LogAttrs(ctx, slog.LevelWarn, logRetry, reason, slog.String("server", c.origin), slog.Int("attempt", attempt), slog.Duration("wait", wait))
}

// setAttempts notes in an error how often was asked.
func setAttempts(err error, n int) {
	switch err := err.(type) {
	case *StatusError:
		err.Attempts = n
	case *TransportError:
		err.Attempts = n
	case *StreamError:
		err.Attempts = n
	}
}

// retryAfter reads Retry-After of RFC 9110 section 10.2.3: seconds, or a date. Some servers send fractions of seconds. A date is
// compared with that of the server, whose clock it was made with; small machines without a battery often have no idea of the time.
// It is 0 if there is none, none that can be read, or one in the past.
func retryAfter(h http.Header) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0
	}
	if strings.Trim(text, "0123456789.") == "" {
		return seconds(text)
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	return max(at.Sub(now), 0)
}

// seconds reads a number of digits and points; one too large is the longest duration.
func seconds(text string) time.Duration {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0
	case n >= math.MaxInt64/float64(time.Second):
		return math.MaxInt64
	}
	return time.Duration(n * float64(time.Second))
}
