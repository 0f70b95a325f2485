// google/adk-go, by its functiontool.

package peers

import (
	"encoding/json"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/genai"
)

// adkTool is what a tool of functiontool can do beyond its interface.
type adkTool interface {
	Declaration() *genai.FunctionDeclaration
	Run(ctx agent.Context, args any) (map[string]any, error)
}

// adkContext is the least that functiontool asks of its context.
type adkContext struct{ agent.Context }

// ToolConfirmation returns nil: nothing is to be confirmed.
func (adkContext) ToolConfirmation() *toolconfirmation.ToolConfirmation { return nil }

func newADK(w Work, name string, seen *Seen) adkTool {
	config := functiontool.Config{Name: name, Description: w.Description(), InputSchema: schemaOf(w)}
	var made tool.Tool
	if w == W3 {
		made = must(functiontool.New(config, func(_ agent.Context, in schemaWeather) (Result, error) { return in.handle(seen), nil }))
	} else {
		made = must(functiontool.New(config, func(_ agent.Context, in schemaMedia) (Result, error) { return in.handle(seen), nil }))
	}
	return made.(adkTool)
}

func adkSchema(t adkTool) []byte { return must(json.Marshal(t.Declaration().ParametersJsonSchema)) }

// adkCall decodes to a map first: that is what Run takes.
func adkCall(t adkTool, raw []byte) (string, bool) {
	var args map[string]any
	if err := json.Unmarshal(raw, &args); err != nil {
		return err.Error(), false
	}
	if _, err := t.Run(adkContext{}, args); err != nil {
		return err.Error(), false
	}
	return "", true
}

func registerADK(_ testing.TB, n int) func() *Tools {
	names, raw := toolNames(n), W3.Arguments()
	return func() *Tools {
		byName := make(map[string]adkTool, n)
		for _, name := range names {
			byName[name] = newADK(W3, name, nil)
		}
		return &Tools{
			Keep: byName,
			List: listed(n, func(i int) []byte { return adkSchema(byName[names[i]]) }),
			Call: func(i int) bool { _, ok := adkCall(byName[names[i]], raw); return ok },
		}
	}
}

func adk() []Contestant {
	return []Contestant{{
		Name: "adk", Module: "google.golang.org/adk/v2",
		Path:   "json.Unmarshal to a map, then functiontool's Run, whose typed result goes through JSON and its schema too",
		Checks: true,
		Derive: func(w Work) func() []byte {
			return func() []byte { return adkSchema(newADK(w, w.Name(), nil)) }
		},
		DeriveWarm: func(w Work) func() []byte {
			t := newADK(w, w.Name(), nil)
			return func() []byte { return adkSchema(t) }
		},
		New: func(_ testing.TB, w Work, seen *Seen) CallFunc {
			t := newADK(w, w.Name(), seen)
			return func(raw []byte) (string, bool) { return adkCall(t, raw) }
		},
		Register: registerADK,
	}}
}
