// Examples of what happens with calls: the check, the retry and the correction.

package toolcall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// available is what a node says it can do.
var available = json.RawMessage(`[{
	"command_name": "get_calendar_events",
	"description": "Read calendar events.",
	"parameters": [
		{"name": "resolved_datetimes", "type": "array<datetime>", "required": true},
		{"name": "calendar", "type": "string", "enum_values": ["work", "home"]}
	]
}]`)

func ExampleTools_Check() {
	tools, err := toolcall.ToolsFromCommands(available)
	if err != nil {
		fmt.Println(err)
		return
	}
	err = tools.Check(jarvis.Call{
		Name:      "get_calendar_events",
		Arguments: json.RawMessage(`{"resolved_datetimes": ["2026-01-18T05:00:00"], "calendar": "job"}`),
	})
	var refused *toolcall.CallError
	if errors.As(err, &refused) {
		for _, fragment := range refused.Fragments() {
			fmt.Println(fragment)
		}
	}
	// Output:
	// get_calendar_events.resolved_datetimes expected array<datetime>
	// get_calendar_events.calendar must be one of: work, home
}

func ExampleRetry_Run() {
	tools, err := toolcall.ToolsFromCommands(available)
	if err != nil {
		fmt.Println(err)
		return
	}
	model := func(_ context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
		last := messages[len(messages)-1]
		fmt.Printf("%s: %s\n", last.Role, last.Content)
		at := `"2026-01-18T05:00:00"` // without a zone
		if last.Role == toolcall.RoleSystem {
			at = `"2026-01-18T05:00:00Z"`
		}
		return toolcall.Reply{Content: `<tool_call>{"name": "get_calendar_events", "arguments": {"resolved_datetimes": [` + at + `]}}</tool_call>`}, nil
	}
	retry := toolcall.Retry{Parser: toolcall.Parser{Format: toolcall.Hermes}, Tools: tools}
	turn, err := retry.Run(context.Background(), []toolcall.Message{{Role: toolcall.RoleUser, Content: "What is on tomorrow?"}}, model)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s after %d retry: %s\n", turn.Stop, turn.Retries, turn.Calls[0].Arguments)
	// Output:
	// user: What is on tomorrow?
	// system: [INVALID_PARAM_RETRY 1/2] get_calendar_events.resolved_datetimes expected array<datetime>. Make the call again with this mended and nothing else changed. Values are written so: datetime is RFC 3339 with a zone, as 2026-01-18T05:00:00Z.
	// tool_calls after 1 retry: {"resolved_datetimes": ["2026-01-18T05:00:00Z"]}
}

// A command refuses a value for which there is no declaration. The model picks one that is allowed; if it does not, the user is
// asked.
func ExampleRetry_Execute() {
	tools, err := toolcall.ToolsFromCommands(json.RawMessage(`[{"command_name": "light", "parameters": [{"name": "room", "type": "string"}]}]`))
	if err != nil {
		fmt.Println(err)
		return
	}
	execute := func(_ context.Context, call toolcall.Call, req *jarvis.Request) (*jarvis.Response, error) {
		fmt.Printf("light %s, answer of the user: %t\n", call.Arguments, req.IsValidationResponse)
		if string(call.Arguments) != `{"room": "den"}` {
			return jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", Message: "No such room.", ValidValues: []string{"den", "hall"}}), nil
		}
		return jarvis.Final(map[string]any{"message": "It is on."}), nil
	}
	rooms := []string{"attic", "cellar", "den"} // what the model says, one after the other
	model := func(_ context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
		room := rooms[0]
		rooms = rooms[1:]
		call := jarvis.Call{ID: "call_1", Name: "light", Arguments: json.RawMessage(`{"room": "` + room + `"}`)}
		return toolcall.Reply{Calls: []toolcall.Call{{Call: call}}}, nil
	}

	ctx, req, retry := context.Background(), &jarvis.Request{}, toolcall.Retry{Native: true, Tools: tools}
	turn, err := retry.Run(ctx, []toolcall.Message{{Role: toolcall.RoleUser, Content: "Light!"}}, model)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := retry.Execute(ctx, turn, req, model, execute)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Stop, out.Clarification.Question)

	out, err = retry.Resume(ctx, out.Messages, out.Clarification.Answer("the den"), req, model, execute)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Stop, *out.Executed[0].Result().Output.Message)
	// Output:
	// light {"room": "attic"}, answer of the user: false
	// validation_required Which room should I use: den, hall?
	// light {"room": "den"}, answer of the user: true
	// complete It is on.
}

func ExampleRepair() {
	fixed, changes, ok := toolcall.Repair(`{'city': 'Rome', days: 3, metric: True,`)
	fmt.Println(string(fixed), ok)
	for _, change := range changes {
		fmt.Println(change)
	}
	// Output:
	// {"city": "Rome", "days": 3, "metric": true} true
	// replaced single quotes
	// put a bare key into quotes
	// wrote True as true
	// removed a trailing comma
	// added a missing }
}
