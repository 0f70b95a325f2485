// What commands get: a request of their own, whose changes nobody else sees, and secrets that go nowhere else.

package assistant_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// scribble changes all of a request.
func scribble(req *jarvis.Request) {
	req.User, req.VoiceCommand, req.ConversationID, req.IsValidationResponse = "mallory", "scribbled", "scribbled", false
	for key := range req.ValidationContext {
		if list, ok := req.ValidationContext[key].([]string); ok && len(list) > 0 {
			list[0] = "scribbled"
		}
		req.ValidationContext[key] = "scribbled"
	}
}

// A command that changes its request changes neither that of the next call nor the one of the result.
func TestRequestsAreTheCommands(t *testing.T) {
	both := []toolcall.Call{made("light", `{"room":"den"}`), made("lock", `{"door":"front"}`)}
	eachMode(t, func(t *testing.T, m mode) {
		scribbling := func(h *home, _ *assistant.Config, _ *assistant.Start) {
			h.answers["light"] = func(req *jarvis.Request, _ jarvis.Values) (*jarvis.Response, error) {
				scribble(req)
				return jarvis.Final(nil), nil
			}
		}
		say := func(h *home, text string) *assistant.Result {
			res, err := h.turn(func() (*assistant.Result, error) {
				return h.conv.Say(t.Context(), assistant.Utterance{Text: text, User: "ada"})
			})
			require.NoError(t, err)
			return res
		}
		t.Run("of an utterance", func(t *testing.T) {
			h := newHome(t, m, scribbling, m.calls(both...), m.calls(made("recall", `{"topic":"tea"}`)), m.say("Done."))
			res := say(h, "Do both")
			want := jarvis.Request{VoiceCommand: "Do both", ConversationID: "c1", User: "ada"}
			assert.Equal(t, want, res.Request)
			assert.Equal(t, []jarvis.Request{want, want, want}, h.requests)
		})
		t.Run("of an answer", func(t *testing.T) {
			question := made("request_validation", `{"question":"Which?","parameter_name":"room","options":["den","hall"]}`)
			h := newHome(t, m, scribbling, m.calls(question), m.calls(both...), m.say("Done."))
			say(h, "Do both")
			res := say(h, "the den")
			want := map[string]any{"answer": "the den", "parameter_name": "room", "question": "Which?", "options": []string{"den", "hall"}}
			assert.Equal(t, want, res.Request.ValidationContext)
			require.Len(t, h.requests, 2)
			assert.Equal(t, want, h.requests[1].ValidationContext)
			assert.True(t, h.requests[1].IsValidationResponse)
			assert.Equal(t, "ada", h.requests[1].User)
		})
		t.Run("of a command that recognises an utterance", func(t *testing.T) {
			h := newHome(t, m, routed(jarvis.Route{}, nil), m.calls(made("recall", `{"topic":"tea"}`)), m.say("It goes on."))
			h.answers["timer"] = func(req *jarvis.Request, _ jarvis.Values) (*jarvis.Response, error) {
				scribble(req)
				return jarvis.Failure("no"), nil
			}
			res := say(h, "stop")
			assert.Equal(t, "ada", res.Request.User)
			assert.Equal(t, "ada", h.requests[1].User)
		})
		t.Run("the caller's result", func(t *testing.T) {
			question := made("request_validation", `{"question":"Which?","parameter_name":"room","options":["den","hall"]}`)
			h := newHome(t, m, nil, m.calls(question), m.calls(made("tv", `{"channel":"1"}`)), m.say("Done."))
			say(h, "Do both")
			res := say(h, "the den")
			scribble(&res.Request)
			res = h.resume(resultOf(res.Calls[0], message("on")))
			assert.Equal(t, []string{"den", "hall"}, res.Request.ValidationContext["options"])
			assert.Equal(t, "the den", res.Request.ValidationContext["answer"], "the turn still has its own")
		})
	})
}

// account is a command with a secret of its user.
type account struct {
	Folder string `jarvis:"folder,required"`

	Token jarvis.SecretString `secret:"TOKEN,user"`

	ran *int
}

func (*account) Spec() jarvis.Spec { return jarvis.Spec{Name: "account"} }

func (a *account) Run(_ context.Context, req *jarvis.Request) (*jarvis.Response, error) {
	if a.Token.Reveal() != token || req.User != user {
		return nil, fmt.Errorf("want the token of the user")
	}
	*a.ran++
	switch a.Folder {
	case "panic":
		panic(a.Token)
	case "error":
		return nil, fmt.Errorf("no such folder with %v", a.Token)
	}
	return jarvis.Final(map[string]any{"mails": 3}), nil
}

const (
	token = "s3cr3t-t0ken"
	user  = "ada-0815"
)

// keeper is a handler that keeps what is logged, with all attributes.
type keeper struct{ records *[]string }

func (keeper) Enabled(context.Context, slog.Level) bool { return true }

func (k keeper) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		*k.records = append(*k.records, fmt.Sprintf("%s %+v %#v", a.Key, a.Value.Any(), a.Value.Any()))
		return true
	})
	*k.records = append(*k.records, r.Message)
	return nil
}

func (k keeper) WithAttrs(list []slog.Attr) slog.Handler {
	*k.records = append(*k.records, fmt.Sprintf("%+v", list))
	return k
}

func (k keeper) WithGroup(string) slog.Handler { return k }

// A secret that a command uses and the name it is looked up by reach neither the model, nor logs, nor errors.
func TestSecretsStayWithCommands(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		var records []string
		ran := 0
		change := func(h *home, c *assistant.Config, _ *assistant.Start) {
			logger := slog.New(keeper{&records})
			c.Logger = logger
			c.Commands = jarvis.NewRegistry(jarvis.WithLogger(logger))
			require.NoError(t, c.Commands.Register(&account{ran: &ran}))
			c.Classify = func(context.Context, string, []prompt.Tool) ([]string, error) { return nil, errDown }
			c.Options = []jarvis.Option{jarvis.WithSecrets(jarvis.StaticUserSecrets(user, map[string]string{"TOKEN": token})), jarvis.WithLogger(logger)}
		}
		call := func(folder string) toolcall.Call { return made("account", `{"folder":"`+folder+`"}`) }
		h := newHome(t, m, change,
			m.calls(call("in"), made("recall", `{"topic":"tea"}`)), m.calls(call("panic"), made("recall", `{"topic":"x"}`)), m.say("Three mails."),
			m.calls(call("error")), m.calls(call("in")), m.calls(made("request_validation", `{"question":"Which folder?","parameter_name":"folder"}`)), m.calls(call("out")), m.say("Done."))
		var errs []error
		for _, who := range []string{user, user, "bob-4711", user, user} {
			_, err := h.turn(func() (*assistant.Result, error) {
				return h.conv.Say(t.Context(), assistant.Utterance{Text: "Read my mail", User: who})
			})
			errs = append(errs, err)
		}
		_, err := h.try("And now?")
		require.Error(t, err, "the script is over")
		errs = append(errs, err)
		assert.Equal(t, 4, ran)
		for _, hidden := range []string{token, user, "bob-4711"} {
			for i := range h.script.Requests() {
				assert.NotContains(t, fmt.Sprintf("%+v %s", h.request(i), h.request(i).Tools), hidden, "request %d", i)
			}
			for _, record := range records {
				assert.NotContains(t, record, hidden)
			}
			for _, err := range errs {
				if err != nil {
					assert.NotContains(t, fmt.Sprintf("%v %+v", err, err), hidden)
				}
			}
			assert.NotContains(t, fmt.Sprintf("%+v", h.conv.Messages()), hidden)
		}
		assert.NotEmpty(t, records, "something was logged")
	})
}
