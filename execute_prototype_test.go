// Prototypes: every execution has a copy of its own, also when many run at once.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// counter shows that a call works on a copy of the registered value, whose unexported fields survive.
type counter struct {
	N      int      `jarvis:"n"`
	Names  []string `jarvis:"names"`
	plain  int
	shared *atomic.Int32
	list   []int
}

func (counter) Spec() jarvis.Spec { return jarvis.Spec{Name: "counter"} }

func (c *counter) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	c.plain++
	c.shared.Add(1)
	return jarvis.Success(map[string]any{"n": c.N, "names": c.Names, "plain": c.plain, "list": len(c.list)}), nil
}

func TestPrototype(t *testing.T) {
	proto := &counter{N: 99, Names: []string{"kept?"}, plain: 7, shared: new(atomic.Int32), list: []int{1, 2}}
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(proto))
	proto.plain, proto.list = 1000, nil // the registry has its own copy
	for range 3 {
		resp, err := reg.Execute(t.Context(), "counter", nil, nil)
		require.NoError(t, err)
		assert.Equal(t, map[string]any{"n": 0, "names": []string(nil), "plain": 8, "list": 2}, resp.ContextData, "tagged fields start at zero")
	}
	resp, err := reg.Execute(t.Context(), "counter", nil, json.RawMessage(`{"n":5,"names":["a"]}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"n": 5, "names": []string{"a"}, "plain": 8, "list": 2}, resp.ContextData)
	assert.EqualValues(t, 4, proto.shared.Load())
	assert.Equal(t, counter{N: 99, Names: []string{"kept?"}, plain: 1000, shared: proto.shared}, *proto, "the value that was registered is not touched")
}

// Embedded by value, secrets of the prototype included.
type withGroup struct {
	group
	Own string `jarvis:"own"`
}

type group struct {
	Shared string              `jarvis:"shared"`
	Key    jarvis.SecretString `secret:"KEY,optional"`
}

func (*withGroup) Spec() jarvis.Spec { return jarvis.Spec{Name: "with_group"} }

func (w *withGroup) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(map[string]any{"shared": w.Shared, "own": w.Own, "key": w.Key.Reveal()}), nil
}

func TestPrototypeGroups(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(&withGroup{group: group{Shared: "old", Key: jarvis.NewSecretString("old")}, Own: "old"}))
	resp, err := reg.Execute(t.Context(), "with_group", nil, json.RawMessage(`{"own":"o"}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"shared": "", "own": "o", "key": ""}, resp.ContextData, "what no source has is not taken from the prototype")
	resp, err = reg.Execute(t.Context(), "with_group", nil, json.RawMessage(`{"shared":"s"}`), jarvis.WithSecrets(mapSecrets{"KEY": "k"}))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"shared": "s", "own": "", "key": "k"}, resp.ContextData)
}

// One prototype, many calls at once: no call sees the arguments or secrets of another.
func TestConcurrentExecutions(t *testing.T) {
	var mixed atomic.Int32
	h := newHost(t, func(_ context.Context, req *jarvis.Request, p *probe) (*jarvis.Response, error) {
		sum := func() string { return fmt.Sprint(p.Level, p.Note, p.Token.Reveal(), p.Region) }
		before := sum()
		time.Sleep(time.Duration(p.Level%7) * 100 * time.Microsecond)
		if before != sum() || before != req.VoiceCommand {
			mixed.Add(1)
		}
		return jarvis.Success(map[string]any{"sum": before}), nil
	})
	var wg sync.WaitGroup
	for i := range 1000 {
		wg.Go(func() {
			source := mapSecrets{"TOKEN": fmt.Sprint("token", i), "REGION": fmt.Sprint("region", i)}
			args, note := fmt.Sprintf(`{"mode":"slow","level":%d,"note":"note%d"}`, i, i), fmt.Sprint("note", i)
			if i%3 == 0 {
				args, note = fmt.Sprintf(`{"mode":"slow","level":%d}`, i), "hi"
				delete(source, "REGION")
			}
			want := fmt.Sprint(i, note, source["TOKEN"], source["REGION"])
			resp, err := h.Execute(context.Background(), "probe", &jarvis.Request{VoiceCommand: want}, json.RawMessage(args), jarvis.WithSecrets(source))
			if assert.NoError(t, err) {
				assert.Equal(t, want, resp.ContextData["sum"])
			}
		})
	}
	wg.Wait()
	assert.Zero(t, mixed.Load())
}
