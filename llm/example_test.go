// How a program asks a model.

package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func ExampleNewOpenAI() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"choices":[{"message":{"content":null,"tool_calls":[
			{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Bern\"}"}}
		]},"finish_reason":"tool_calls"}],"usage":{"total_tokens":61}}`)
	}))
	defer server.Close()

	client, err := llm.NewOpenAI(llm.Config{
		BaseURL: server.URL + "/v1",
		Key:     jarvis.NewSecretString("sk-example"),
		Model:   "qwen3-4b",
	})
	if err != nil {
		panic(err)
	}
	reply, err := client.Chat(context.Background(), &llm.Request{
		Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "Is it raining in Bern?"}},
		Tools: json.RawMessage(`[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object",
			"properties":{"city":{"type":"string"}}}}}]`),
	})
	if err != nil {
		panic(err)
	}
	for _, call := range reply.Calls {
		fmt.Printf("%s %s\n", call.Name, call.Arguments)
	}
	fmt.Println(reply.Finish, reply.Usage.Total)
	// Output:
	// get_weather {"city":"Bern"}
	// tool_calls 61
}

func ExampleRequest_stream() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, word := range []string{"It ", "is ", "dry."} {
			fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%q}}]}\n\n", word)
		}
		fmt.Fprint(w, "data: [DONE]\n\n")
	}))
	defer server.Close()

	client, err := llm.NewOpenAI(llm.Config{BaseURL: server.URL})
	if err != nil {
		panic(err)
	}
	reply, err := client.Chat(context.Background(), &llm.Request{
		Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "Is it raining in Bern?"}},
		OnDelta: func(d llm.Delta) error {
			fmt.Printf("say: %q\n", d.Content)
			return nil
		},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Content)
	// Output:
	// say: "It "
	// say: "is "
	// say: "dry."
	// It is dry.
}
