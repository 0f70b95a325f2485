// Execute and Call under contexts that end before, during and by a deadline.

package jarvis_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func TestContextEndedBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	asked := 0
	h := newHost(t, succeed, jarvis.WithSecrets(sourceFunc(func(context.Context, jarvis.SecretRef) (string, bool, error) { asked++; return "t", true, nil })))
	for _, args := range []string{probeArgs, `{}`, `[]`} {
		for _, run := range []func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){h.execute, h.call} {
			resp, err := run(ctx, args)
			assert.Nil(t, resp)
			assert.Equal(t, context.Canceled, err, "the context's own error")
		}
	}
	assert.Zero(t, h.ran.Load())
	assert.Zero(t, asked)
	assert.Empty(t, h.log.String())
}

func TestContextEndsDuring(t *testing.T) {
	for name, tt := range map[string]struct {
		does func(ctx context.Context, cancel func()) (*jarvis.Response, error)
	}{
		"in Run, its error": {func(ctx context.Context, cancel func()) (*jarvis.Response, error) { cancel(); return nil, ctx.Err() }},
		"in Run, wrapped": {func(ctx context.Context, cancel func()) (*jarvis.Response, error) {
			cancel()
			return nil, fmt.Errorf("get: %w", ctx.Err())
		}},
		"in Run, and response": {func(ctx context.Context, cancel func()) (*jarvis.Response, error) {
			cancel()
			return jarvis.Success(nil), ctx.Err()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, column := range []string{"execute", "call"} {
				ctx, cancel := context.WithCancel(t.Context())
				h := newHost(t, func(ctx context.Context, _ *jarvis.Request, _ *probe) (*jarvis.Response, error) {
					return tt.does(ctx, cancel)
				})
				resp, err := map[string]func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){"execute": h.execute, "call": h.call}[column](ctx, probeArgs)
				assert.Nil(t, resp, column)
				assert.Equal(t, context.Canceled, err, column)
				assert.Empty(t, h.log.String())
			}
		})
	}
	t.Run("while secrets are looked up", func(t *testing.T) {
		for _, column := range []string{"execute", "call"} {
			ctx, cancel := context.WithCancel(t.Context())
			h := newHost(t, succeed, jarvis.WithSecrets(sourceFunc(func(ctx context.Context, _ jarvis.SecretRef) (string, bool, error) {
				cancel()
				return "", false, fmt.Errorf("vault: %w", ctx.Err())
			})))
			resp, err := map[string]func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){"execute": h.execute, "call": h.call}[column](ctx, probeArgs)
			assert.Nil(t, resp, column)
			assert.Equal(t, context.Canceled, err, column)
			assert.Empty(t, h.log.String())
			assert.Zero(t, h.ran.Load())
		}
	})
	t.Run("while arguments are bound", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := newHost(t, succeed)
		resp, err := h.call(ctx, `{"mode":"fast","level":"3"}`, jarvis.Lenient(), jarvis.OnCoercion(func(jarvis.Coercion) { cancel() }))
		assert.Nil(t, resp)
		assert.Equal(t, context.Canceled, err)
		assert.Zero(t, h.ran.Load())
	})
}

func TestContextDeadline(t *testing.T) {
	wait := func(ctx context.Context, _ *jarvis.Request, _ *probe) (*jarvis.Response, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Minute):
			return jarvis.Success(nil), nil
		}
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHost(t, wait)
		for timeout, ended := range map[time.Duration]bool{59 * time.Second: true, 61 * time.Second: false} {
			for _, run := range []func(context.Context, string, ...jarvis.Option) (*jarvis.Response, error){h.execute, h.call} {
				start := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), timeout)
				resp, err := run(ctx, probeArgs)
				cancel()
				if ended {
					assert.Equal(t, context.DeadlineExceeded, err)
					assert.Nil(t, resp)
					assert.Equal(t, timeout, time.Since(start))
					continue
				}
				require.NoError(t, err)
				assert.True(t, resp.Success)
			}
		}
		assert.Empty(t, h.log.String())
	})
}
