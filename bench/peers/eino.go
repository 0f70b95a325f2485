// cloudwego/eino, by utils.InferTool.

package peers

import (
	"context"
	"encoding/json"
	"testing"
	"time"
	"unsafe"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
)

type (
	einoWeather struct {
		City  string      `json:"city,omitempty" jsonschema_description:"City name as spoken"`
		Unit  string      `json:"unit,omitempty" jsonschema:"enum=metric,enum=imperial" jsonschema_description:"Unit system for temperatures"`
		Dates []time.Time `json:"dates" jsonschema_description:"Dates to report"`
	}
	einoMedia struct {
		Action      string    `json:"action" jsonschema:"enum=play,enum=pause,enum=resume,enum=stop,enum=next,enum=previous" jsonschema_description:"What to do"`
		Query       string    `json:"query,omitempty" jsonschema_description:"What to play"`
		Volume      int       `json:"volume,omitempty" jsonschema:"minimum=0,maximum=100" jsonschema_description:"Volume in percent"`
		Shuffle     bool      `json:"shuffle,omitempty" jsonschema_description:"Shuffle the queue"`
		Rate        float64   `json:"rate,omitempty" jsonschema_description:"Playback rate"`
		QueueOption string    `json:"queue_option,omitempty" jsonschema:"enum=now,enum=next,enum=last" jsonschema_description:"Where to queue"`
		Rooms       []string  `json:"rooms,omitempty" jsonschema_description:"Rooms to play in"`
		StartAt     time.Time `json:"start_at,omitempty" jsonschema_description:"When to start"`
	}
)

func newEino(w Work, name string, seen *Seen) tool.InvokableTool {
	if w == W3 {
		return must(utils.InferTool(name, w.Description(), func(_ context.Context, in *einoWeather) (Result, error) {
			return seen.weather(in.City, in.Unit, in.Dates), nil
		}))
	}
	return must(utils.InferTool(name, w.Description(), func(_ context.Context, in *einoMedia) (Result, error) {
		return seen.media((*Media)(in)), nil
	}))
}

func einoSchema(t tool.InvokableTool) []byte {
	info := must(t.Info(context.Background()))
	return must(json.Marshal(must(info.ParamsOneOf.ToJSONSchema())))
}

// einoCall takes a string, which is what its arguments are to begin with.
func einoCall(t tool.InvokableTool, arguments string) (string, bool) {
	text, err := t.InvokableRun(context.Background(), arguments)
	if err != nil {
		return err.Error(), false
	}
	return text, true
}

func registerEino(_ testing.TB, n int) func() *Tools {
	names, arguments := toolNames(n), string(W3.Arguments())
	return func() *Tools {
		byName := make(map[string]tool.InvokableTool, n)
		for _, name := range names {
			byName[name] = newEino(W3, name, nil)
		}
		return &Tools{
			Keep: byName,
			List: listed(n, func(i int) []byte { return einoSchema(byName[names[i]]) }),
			Call: func(i int) bool { _, ok := einoCall(byName[names[i]], arguments); return ok },
		}
	}
}

func eino() []Contestant {
	return []Contestant{{
		Name: "eino", Module: "github.com/cloudwego/eino",
		Path: "InvokableRun: decoded by sonic, nothing checked, the result encoded",
		Derive: func(w Work) func() []byte {
			return func() []byte { return einoSchema(newEino(w, w.Name(), nil)) }
		},
		DeriveWarm: func(w Work) func() []byte {
			t := newEino(w, w.Name(), nil)
			return func() []byte { return einoSchema(t) }
		},
		New: func(_ testing.TB, w Work, seen *Seen) CallFunc {
			t := newEino(w, w.Name(), seen)
			return func(raw []byte) (string, bool) {
				return einoCall(t, unsafe.String(unsafe.SliceData(raw), len(raw))) // a copy would be counted against it
			}
		},
		Register: registerEino,
	}}
}
