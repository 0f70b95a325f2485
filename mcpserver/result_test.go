// What comes back: text that suffices, the response as structured content, and errors that a model can act on.

package mcpserver_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

func TestResultsAreGolden(t *testing.T) {
	button := jarvis.Button{Text: "Send", Action: "send_click", Type: jarvis.ButtonPrimary}
	invalid := &jarvis.Response{ContextData: map[string]any{"x": 1}}
	results := []struct {
		name string
		resp *jarvis.Response
	}{
		{"message", jarvis.Final(map[string]any{"message": "Done & <dusted>"})},
		{"data", jarvis.Final(map[string]any{"b": []int{1}, "a": map[string]any{"deep": "<&>\u2028"}})},
		{"message_and_data", jarvis.Final(map[string]any{"message": "Warm.", "celsius": 21.5})},
		{"message_that_is_no_text", jarvis.Final(map[string]any{"message": 5})},
		{"empty_message", jarvis.Final(map[string]any{"message": ""})},
		{"nothing", jarvis.Final(nil)},
		{"waits", jarvis.FollowUp(map[string]any{"message": "Which room?"})},
		{"chunk", jarvis.Chunked("s 1", map[string]any{"part": "once upon"})},
		{"all", jarvis.Success(map[string]any{"draft": "Hi"}, jarvis.WithActions(button), jarvis.WithMetadata(map[string]any{"n": 1}), jarvis.WithClearHistory())},
		{"failure", jarvis.Failure("There is no lamp.")},
		{"failure_with_data", jarvis.Failure("There is no lamp.", jarvis.WithContextData(map[string]any{"lamps": 0}), jarvis.WithWaitForInput(true))},
		{"failure_without_reason", invalid},
		{"failure_of_own_checks", jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", Message: "No such room.", ValidValues: []string{"hall"}})},
		{"details_of_a_success", &jarvis.Response{Success: true, ErrorDetails: "but not quite"}},
	}
	var b strings.Builder
	for _, r := range results {
		answers := ask(t, newServer(t, []jarvis.Command{giving(r.name, r.resp)}), callLine(r.name, `{}`))
		require.Len(t, answers, 1, r.name)
		b.WriteString(r.name + "\n" + answers[0] + "\n\n")
	}
	golden(t, "results.txt", b.String())
}

func TestStructuredContentIsTheResponse(t *testing.T) {
	resp := jarvis.FollowUp(map[string]any{"draft": "Hi"}, jarvis.WithMetadata(map[string]any{"n": 1.0}))
	result := call(t, dial(t, newServer(t, []jarvis.Command{giving("draft", resp)}), nil), "draft", nil)
	structured, err := json.Marshal(result.StructuredContent)
	require.NoError(t, err)
	var got jarvis.Response
	require.NoError(t, json.Unmarshal(structured, &got))
	want := *resp
	want.Metadata = nil
	assert.Equal(t, want, got)
	assert.Equal(t, map[string]any{"n": 1.0}, result.GetMeta()[mcpserver.MetaMetadata])
	assert.NotNil(t, resp.Metadata, "the response may be shared")
}

func TestRefusedArgumentsCanBeMended(t *testing.T) {
	for name, tt := range map[string]struct{ arguments, want string }{
		"not one of the allowed": {`{"room":"kichen"}`, "Invalid value 'kichen' for 'room'. Must be one of: kitchen, hall; did you mean 'kitchen'?"},
		"missing":                {`{"level":5}`, "Missing required params: room"},
		"repeated":               {`{"room":"hall","room":"kitchen"}`, "repeated"},
		"unknown":                {`{"room":"hall","lvl":5}`, "lvl"},
		"no object":              {`[1]`, "object"},
		"broken unicode":         {"{\"room\":\"\xff\"}", "UTF-8"},
		"all at once":            {`{"room":5,"level":500}`, "level"},
	} {
		t.Run(name, func(t *testing.T) {
			answers := ask(t, newServer(t, home()), callLine("light", tt.arguments))
			require.Len(t, answers, 1)
			var got struct {
				Result struct {
					IsError           bool
					Content           []struct{ Text string }
					StructuredContent struct {
						ErrorDetails string `json:"error_details"`
					}
				}
			}
			require.NoError(t, json.Unmarshal([]byte(answers[0]), &got), answers[0])
			assert.True(t, got.Result.IsError, answers[0])
			require.NotEmpty(t, got.Result.Content)
			assert.Contains(t, got.Result.Content[0].Text, tt.want)
			assert.Equal(t, got.Result.Content[0].Text, got.Result.StructuredContent.ErrorDetails)
		})
	}
}

func TestNumbersKeepTheirDigits(t *testing.T) {
	type takes struct {
		More map[string]any `jarvis:"more"`
	}
	var got []byte
	keep := jarvis.MustNew(jarvis.Spec{Name: "keep"}, func(_ context.Context, _ *jarvis.Request, in takes) (_ *jarvis.Response, err error) {
		got, err = json.Marshal(in.More)
		return jarvis.Final(nil), err
	})
	ask(t, newServer(t, []jarvis.Command{keep}), callLine("keep", `{"more":{"f":1.10,"n":12345678901234567890}}`))
	assert.Equal(t, `{"f":1.10,"n":12345678901234567890}`, string(got))
}

func TestAbsentArgumentsAreNone(t *testing.T) {
	server := newServer(t, home())
	for _, params := range []string{`{"name":"wipe"}`, `{"name":"wipe","arguments":null}`, `{"name":"wipe","arguments":{}}`} {
		answers := ask(t, server, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`)
		assert.Contains(t, answers[0], `"Gone."`, params)
	}
}

func TestMappedNames(t *testing.T) {
	session := dial(t, newServer(t, home()), nil)
	list := names(t, session)
	assert.NotContains(t, list, "tell·the·time")
	var mapped string
	for _, name := range list {
		if strings.HasPrefix(name, "tell") {
			mapped = name
		}
	}
	assert.Equal(t, "Noon.", text(t, call(t, session, mapped, nil)))
}
