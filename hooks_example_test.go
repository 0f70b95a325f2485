// Runnable examples of hooks, for a reader of the documentation.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// Dim is a command whose lamps are known only at run time.
type Dim struct {
	Lamp  string `jarvis:"lamp,required"`
	Level int    `jarvis:"level,required" validate:"gte=0,lte=100"`
}

// Spec says what a model reads.
func (*Dim) Spec() jarvis.Spec { return jarvis.Spec{Name: "dim", Description: "Dims a lamp."} }

// Validate checks the lamp against those of today, and mends what is safe to mend.
func (d *Dim) Validate(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error) {
	lamps := []string{"desk", "ceiling"}
	name := strings.ToLower(d.Lamp)
	if !slices.Contains(lamps, name) {
		return []jarvis.ValidationResult{{ParamName: "lamp", Message: "There is no lamp '" + d.Lamp + "'.", ValidValues: lamps}}, nil
	}
	return []jarvis.ValidationResult{{Success: true, ParamName: "lamp", SuggestedValue: name}}, nil
}

// Run gets the mended lamp.
func (d *Dim) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"message": fmt.Sprintf("The %s lamp is at %d%%.", d.Lamp, d.Level)}), nil
}

func ExampleValidator() {
	for _, args := range []string{`{"lamp":"Desk","level":40}`, `{"lamp":"floor","level":40}`} {
		resp, err := jarvis.Execute[Dim](context.Background(), nil, json.RawMessage(args))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v %v %q\n", resp.Success, resp.ContextData["message"], resp.ErrorDetails)
	}
	// Output:
	// true The desk lamp is at 40%. ""
	// false <nil> "There is no lamp 'floor'."
}

// Player is a command that knows the shortest utterances itself.
type Player struct {
	Action string `jarvis:"action,required" enum:"play,pause"`
}

// Spec says what a model reads.
func (*Player) Spec() jarvis.Spec { return jarvis.Spec{Name: "player", Description: "Plays music."} }

// PreRoute answers without a model.
func (*Player) PreRoute(_ context.Context, utterance string) *jarvis.Route {
	if strings.ToLower(strings.TrimSpace(utterance)) == "pause" {
		return &jarvis.Route{Arguments: jarvis.Args{"action": "pause"}, SpokenResponse: "Paused."}
	}
	return nil
}

// Run does it.
func (p *Player) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"done": p.Action}), nil
}

func ExamplePreRouter() {
	reg := jarvis.NewRegistry()
	reg.MustRegister(&Player{})

	for _, utterance := range []string{"Pause", "Something quiet, please"} {
		route, ok := reg.PreRoute(context.Background(), utterance)
		if !ok {
			fmt.Println("for the model:", utterance)
			continue
		}
		args, err := route.Arguments.JSON()
		if err != nil {
			fmt.Println(err)
			return
		}
		resp, err := reg.Execute(context.Background(), route.Command, &jarvis.Request{VoiceCommand: utterance}, args)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(route.SpokenResponse, resp.ContextData)
	}
	// Output:
	// Paused. map[done:pause]
	// for the model: Something quiet, please
}

// SendMail is a command that asks before it sends.
type SendMail struct {
	To string `jarvis:"to,required"`
}

// Spec says what a model reads.
func (*SendMail) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "send_mail", Description: "Sends a mail.", Effect: jarvis.EffectDestructive}
}

// Run shows the draft and two buttons.
func (m *SendMail) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.FollowUp(map[string]any{"to": m.To, "message": "Shall I send it?"}, jarvis.WithActions(
		jarvis.Button{Text: "Send", Action: "send_click", Type: jarvis.ButtonPrimary},
		jarvis.Button{Text: "Cancel", Action: jarvis.ActionCancel, Type: jarvis.ButtonSecondary},
	)), nil
}

// HandleAction takes the tap on Send; that on Cancel has a default.
func (*SendMail) HandleAction(_ context.Context, _ *jarvis.Request, action string, data map[string]any) (*jarvis.Response, error) {
	if action != "send_click" {
		return nil, nil
	}
	return jarvis.Final(map[string]any{"message": fmt.Sprintf("Sent to %s.", data["to"])}), nil
}

func ExampleActionHandler() {
	reg := jarvis.NewRegistry()
	reg.MustRegister(&SendMail{})

	shown, err := reg.Call(context.Background(), nil, jarvis.Call{Name: "send_mail", Arguments: json.RawMessage(`{"to":"Ada"}`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, button := range append(shown.Actions, jarvis.Button{Action: "print_click"}) {
		resp, err := reg.HandleAction(context.Background(), nil, "send_mail", button.Action, shown.ContextData)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v %v %q\n", resp.Success, resp.ContextData["message"], resp.ErrorDetails)
	}
	// Output:
	// true Sent to Ada. ""
	// true Cancelled. ""
	// false <nil> "The command 'send_mail' has no action 'print_click'."
}
