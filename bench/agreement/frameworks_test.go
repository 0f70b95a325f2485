// Frameworks whose tools or operations are typed functions: huma, eino and adk.

package agreement

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/schema"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	einoschema "github.com/eino-contrib/jsonschema"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
)

// humaOperation is an operation whose body is the struct, called over HTTP. Names are compared with their case: see TestMain.
func humaOperation[T any](*kind) contestant {
	s := &seen{}
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("agreement", "1"))
	type input struct{ Body T }
	huma.Register(api, huma.Operation{OperationID: toolName, Method: http.MethodPost, Path: "/" + toolName},
		func(_ context.Context, in *input) (*struct{}, error) {
			s.in = in.Body
			return nil, nil
		})
	return contestant{name: "huma", silent: rules(durationText), call: func(raw string) outcome {
		request := httptest.NewRequest(http.MethodPost, "/"+toolName, strings.NewReader(raw))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, request)
		return s.outcome(answer.Code == http.StatusNoContent)
	}}
}

// einoTool is a tool with an explicit schema, which is told to the model.
func einoTool[T any](k *kind) contestant {
	s := &seen{}
	var declared einoschema.Schema
	must(0, json.Unmarshal([]byte(k.schema), &declared))
	tool := utils.NewTool(&schema.ToolInfo{Name: toolName, Desc: "Is asked.", ParamsOneOf: schema.NewParamsOneOfByJSONSchema(&declared)},
		func(_ context.Context, in T) (string, error) {
			s.in = in
			return "done", nil
		})
	return contestant{name: "eino", silent: rules(durationText), call: func(raw string) outcome {
		_, err := tool.InvokableRun(context.Background(), raw)
		return s.outcome(err == nil)
	}}
}

// adkTool is a function tool with an explicit schema. It takes a map, as the client library for the model decodes one.
func adkTool[T any](k *kind) contestant {
	s := &seen{}
	tool := must(functiontool.New(functiontool.Config{Name: toolName, Description: "Is asked.", InputSchema: readSchema(k)},
		func(_ agent.Context, in T) (map[string]any, error) {
			s.in = in
			return map[string]any{"done": true}, nil
		}))
	run := tool.(interface {
		Run(ctx agent.Context, args any) (map[string]any, error)
	})
	return contestant{name: "adk", silent: rules(durationText), call: func(raw string) outcome {
		var args map[string]any
		if json.Unmarshal([]byte(raw), &args) != nil {
			return s.outcome(false)
		}
		_, err := run.Run(adkContext{}, args)
		return s.outcome(err == nil)
	}}
}

// adkContext is the least that a function tool asks of its context.
type adkContext struct{ agent.Context }

func (adkContext) ToolConfirmation() *toolconfirmation.ToolConfirmation { return nil }
