// Tests of the verb init with commands that have something to prepare.

package cli_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// preparing is a program whose commands prepare themselves in all ways.
func preparing(cancel func()) cli.App {
	registry := jarvis.NewRegistry()
	add := func(spec jarvis.Spec, initialize func(context.Context, *jarvis.Request, struct{}) (map[string]any, error)) {
		run := func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
			return jarvis.Final(nil), nil
		}
		registry.MustRegister(jarvis.MustNew(spec, run, jarvis.Hooks[struct{}]{Initialize: initialize}))
	}
	result := func(result map[string]any, err error) func(context.Context, *jarvis.Request, struct{}) (map[string]any, error) {
		return func(context.Context, *jarvis.Request, struct{}) (map[string]any, error) { return result, err }
	}
	add(jarvis.Spec{Name: "lights"}, result(map[string]any{"rooms": []string{"office"}, "found": 3, "note": "a\nfake: b\x1b[0m"}, nil))
	add(jarvis.Spec{Name: "broken"}, result(nil, errors.New("no\nnetwork")))
	add(jarvis.Spec{Name: "weather", Secrets: []jarvis.Secret{{Key: "API_KEY", Description: "Key"}}}, result(nil, nil))
	add(jarvis.Spec{Name: "mute"}, result(map[string]any{"f": func() {}}, nil))
	add(jarvis.Spec{Name: "panics"}, func(context.Context, *jarvis.Request, struct{}) (map[string]any, error) { panic("oops") })
	add(jarvis.Spec{Name: "ends"}, func(ctx context.Context, _ *jarvis.Request, _ struct{}) (map[string]any, error) {
		cancel()
		return nil, ctx.Err()
	})
	return cli.App{Registry: registry, Name: "odd"}
}

func TestInit(t *testing.T) {
	const missing = "weather lacks secrets:\\n  API_KEY  Key\\nSet them where this program looks secrets up, mostly in the environment: export API_KEY=…"
	tests := []struct {
		name string
		args []string
		want callResult
	}{
		{"result", []string{"lights"}, callResult{0, "lights: success\n  found: 3\n  note: a\n  fake: b\\x1b[0m\n  rooms: [\"office\"]\n", ""}},
		{"failure stops nothing", []string{"broken", "lights", "--json"},
			callResult{1, `[
  {
    "command": "broken",
    "error": "broken failed: no\n  network"
  },
  {
    "command": "lights",
    "result": {
      "found": 3,
      "note": "a\nfake: b\u001b[0m",
      "rooms": [
        "office"
      ],
      "status": "success"
    }
  }
]
`, "odd: broken failed: no\n  network\n"}},
		{"secrets", []string{"weather", "--json"},
			callResult{1, `[
  {
    "command": "weather",
    "error": "` + missing + `",
    "missing_secrets": [
      "API_KEY"
    ]
  }
]
`, "odd: weather lacks secrets:\n  API_KEY  Key\nSet them where this program looks secrets up, mostly in the environment: export API_KEY=…\n"}},
		{"no JSON", []string{"mute"}, callResult{1, "", "odd: mute failed: json: unsupported type: func()\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, runCall(t.Context(), preparing(nil), "", append([]string{"init"}, tt.args...)...))
		})
	}
}

func TestInitPanics(t *testing.T) {
	got := runCall(t.Context(), preparing(nil), "", "init", "panics", "lights")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.err, "odd: panics failed: panicked: oops\n")
	assert.Contains(t, got.err, "init_test.go:")
	assert.Contains(t, got.out, "lights: success\n")
}

func TestInitEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	got := runCall(ctx, preparing(cancel), "", "init", "ends", "lights")
	assert.Equal(t, callResult{1, "", "odd: stopped: context canceled\n"}, got)
}

func TestInitThatNeverReturns(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func() map[string]any
		reason  string
	}{
		"Goexit":           {func() map[string]any { runtime.Goexit(); return nil }, "ended its goroutine"},
		"JSON that panics": {func() map[string]any { return map[string]any{"a": marshals{}} }, "its MarshalJSON panicked: oops"},
	} {
		t.Run(name, func(t *testing.T) {
			registry := jarvis.NewRegistry()
			registry.MustRegister(command[struct{}](jarvis.Spec{Name: "rest"}), jarvis.MustNew(jarvis.Spec{Name: "act"},
				func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) { return nil, nil },
				jarvis.Hooks[struct{}]{Initialize: func(context.Context, *jarvis.Request, struct{}) (map[string]any, error) { return c.prepare(), nil }}))
			app := cli.App{Registry: registry, Name: "odd"}
			got := runCall(t.Context(), app, "", "init", "act", "rest")
			assert.Equal(t, callResult{1, "rest: no_init_required\n", "odd: act failed: " + c.reason + "\n"}, got)
			got = runCall(t.Context(), app, "", "init", "act", "--json")
			assert.Contains(t, got.out, `"error": "act failed: `+c.reason+`"`)
		})
	}
}
