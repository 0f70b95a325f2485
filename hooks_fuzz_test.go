// A PostProcessor that changes nothing must not change what becomes of a call, whatever the model sent; nor may a Validator that
// suggests what is bound already.

package jarvis_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func FuzzHooksThatChangeNothing(f *testing.F) {
	for _, args := range []string{``, `null`, `{}`, `[]`, `{"mode":"fast"}`, `"{\"mode\":\"slow\",\"level\":3}"`, `{"mode":"fast","level":9007199254740993,"x":1,"a":2}`,
		`{"mode":"fast","mode":"slow"}`, `{"mode":"\ud800"}`, "{\"mode\":\"\xff\"}", `{"tags":[["a"]],"extra":{"a":{"b":[1,2.50,-0,1e400]}}}`, `{"day":"2026-01-18"} x`} {
		f.Add(args)
	}
	plain := newHookHost(f, &hookCommand{name: "hooked"})
	hooked := newHookHost(f, &hookCommand{name: "hooked", does: hookDoes{
		postProcess: func(context.Context, *jarvis.Request, jarvis.Args) error { return nil },
		validate: func(_ context.Context, _ *jarvis.Request, in hookView) ([]jarvis.ValidationResult, error) {
			return []jarvis.ValidationResult{{Success: true, ParamName: "mode", SuggestedValue: in.args["mode"]}}, nil
		},
	}})
	f.Fuzz(func(t *testing.T, args string) {
		want, err := plain.call(t.Context(), args)
		require.NoError(t, err)
		got, err := hooked.call(t.Context(), args)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.Equal(t, want.Report(), got.Report())
	})
}
