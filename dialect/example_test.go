// Examples: a command in the format of a vendor, and the call that comes back.

package dialect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// PlaySong is a command with an optional bounded number.
type PlaySong struct {
	Title  string `jarvis:"title,required" description:"What to play"`
	Volume int    `jarvis:"volume" validate:"gte=1,lte=10" default:"5"`
}

func (*PlaySong) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "play.song", Description: "Plays a song."}
}

func (p *PlaySong) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(map[string]any{"playing": p.Title, "volume": p.Volume}), nil
}

func ExampleDialect_Tool() {
	tool, err := dialect.AnthropicStrict.Tool(jarvis.MustDefine(&PlaySong{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(tool.JSON()))
	fmt.Print(tool.Report())
	// Output:
	// {"name":"play_song","description":"Plays a song.","input_schema":{"type":"object","properties":{"title":{"type":"string","description":"What to play"},"volume":{"type":"integer","description":"Must be at least 1. Must be at most 10.","default":5}},"additionalProperties":false,"required":["title"]},"strict":true}
	// anthropic-strict play_song (strict)
	//   changed name "play.song" -> play_song
	//   volume: moved maximum 10 -> Must be at most 10.
	//   volume: moved minimum 1 -> Must be at least 1.
}

func ExampleTool_Decode() {
	tool, err := dialect.OpenAIStrict.Tool(jarvis.MustDefine(&PlaySong{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	// A strict model has to write every property; null stands for leaving one out.
	args := tool.Decode(json.RawMessage(`{"title":"Clair de Lune","volume":null}`))
	fmt.Println(string(args))
	// Output:
	// {"title":"Clair de Lune"}
}

func ExampleDialect_Set() {
	registry := jarvis.NewRegistry()
	if err := registry.Register(&PlaySong{}); err != nil {
		fmt.Println(err)
		return
	}
	set, err := dialect.Gemini.Set(registry.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(set.JSON()))

	names := []string{}
	for tool := range set.All() {
		names = append(names, tool.Name())
	}
	call := set.Call(jarvis.Call{Name: names[0], Arguments: json.RawMessage(`{"title":"Clair de Lune"}`)})
	resp, err := registry.Call(context.Background(), nil, call)
	fmt.Println(slices.Contains(names, "play.song"), resp.Success, err)
	// Output:
	// [{"functionDeclarations":[{"name":"play.song","description":"Plays a song.","parameters":{"type":"OBJECT","properties":{"title":{"type":"STRING","description":"What to play"},"volume":{"type":"INTEGER","description":"Default: 5.","maximum":10,"minimum":1}},"required":["title"],"propertyOrdering":["title","volume"]}}]}]
	// true true <nil>
}
