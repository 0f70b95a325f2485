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

// Some servers want their key in a header of their own, as Azure does, or know the program by headers, as OpenRouter does.
func ExampleConfig_headers() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.URL)
		fmt.Println(r.Header.Get("Api-Key") == "4f9a7c21de8b46f0", r.Header.Get("X-Title"))
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error":{"message":"Access denied for 4f9a7c21de8b46f0."}}`)
	}))
	defer server.Close()

	client, err := llm.NewOpenAI(llm.Config{
		BaseURL: server.URL + "/openai/deployments/kitchen?api-version=2024-10-21",
		Headers: http.Header{"Api-Key": {"4f9a7c21de8b46f0"}, "X-Title": {"Kitchen"}},
	})
	if err != nil {
		panic(err)
	}
	_, err = client.Chat(context.Background(), &llm.Request{
		Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: "Is it raining in Bern?"}},
	})
	fmt.Println(err)
	// Output:
	// /openai/deployments/kitchen/chat/completions?api-version=2024-10-21
	// true Kitchen
	// llm: the server answers 401 Unauthorized: Access denied for [secret].
}

// What the environment does not say is set on the Config.
func ExampleConfigFromEnv() {
	env := map[string]string{"OPENAI_BASE_URL": "http://192.168.1.5:11434/v1", "OPENAI_API_KEY": "sk-example"}

	cfg := llm.ConfigFromEnv(func(name string) string { return env[name] }) // or nil for the environment of the process
	cfg.Model = "qwen3-4b"
	cfg.Retries = 5
	cfg.AllowInsecureKey = true // the network is trusted
	if _, err := llm.NewOpenAI(cfg); err != nil {
		panic(err)
	}
	fmt.Println(cfg)
	// Output:
	// {BaseURL:http://192.168.1.5:11434/v1 Key:[secret] AllowInsecureKey:true Model:qwen3-4b Retries:5}
}
