// Examples of the package.

package llmtest_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func ExampleScript() {
	script := llmtest.NewScript(
		llmtest.Call("get_weather", `{"city":"Oslo"}`),
		llmtest.Say("It is sunny in Oslo."),
	)
	question := []toolcall.Message{{Role: toolcall.RoleUser, Content: "How is the weather in Oslo?"}}

	reply, _ := script.Chat(context.Background(), &llm.Request{Messages: question})
	fmt.Println(reply.Finish, reply.Calls[0].ID, reply.Calls[0].Name, string(reply.Calls[0].Arguments))
	reply, _ = script.Chat(context.Background(), &llm.Request{Messages: question})
	fmt.Println(reply.Content)
	_, err := script.Chat(context.Background(), &llm.Request{Messages: question})
	fmt.Println(err)
	// Output:
	// tool_calls call_1 get_weather {"city":"Oslo"}
	// It is sunny in Oslo.
	// llmtest: the script is over: it has 2 steps, and there is one more request, with the last user message "How is the weather in Oslo?"
}

func ExampleStart() {
	parrot := llmtest.Model(func(_ context.Context, req *llm.Request) (*llm.Reply, error) {
		return &llm.Reply{Content: "You said: " + req.Messages[len(req.Messages)-1].Content}, nil
	})
	server, err := llmtest.Start(parrot)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()

	body := `{"model":"parrot","messages":[{"role":"user","content":"Lights on"}]}`
	resp, err := http.Post(server.URL()+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	fmt.Println(resp.StatusCode, strings.Contains(string(text), "You said: Lights on"))
	// Output:
	// 200 true
}
