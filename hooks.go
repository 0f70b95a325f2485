// Hooks: optional parts of a command, each an interface of one method that the command may implement.

package jarvis

import "context"

// PreRouter recognizes short, unambiguous utterances without a model (seed: pre_route). Registry.PreRoute asks all commands.
type PreRouter interface {
	// PreRoute returns the arguments to run the command with, or nil if the utterance is for a model. The command has neither
	// arguments nor secrets yet.
	PreRoute(ctx context.Context, utterance string) *Route
}

// PostProcessor mends arguments that models are known to get wrong (seed: post_process_tool_call). Registry.Call runs it
// before anything else looks at the arguments; Execute never does.
type PostProcessor interface {
	// PostProcess changes args in place. Their values are those of JSON: string, json.Number, bool, nil, []any and
	// map[string]any; anything that Args can write may be put in. The utterance is req.VoiceCommand. Arguments that are not one
	// JSON object within the limits do not come here. The command has neither arguments nor secrets yet. An error fails the
	// call.
	PostProcess(ctx context.Context, req *Request, args Args) error
}

// Validator checks what no declaration can say: parameters against each other, names against what is there today (seed:
// validate_call).
type Validator interface {
	// Validate runs on the bound command after all declared checks have passed. Results without Success refuse the call: their
	// messages and valid values reach the model, and Run is not called. If none does, the SuggestedValue of a result, if it is
	// not nil, replaces the argument before Run; of several for one parameter the last holds. A string is read as in a default
	// tag, anything else as its JSON, and the declared checks hold for it too. No result is no objection. What it keeps in
	// untagged fields is there in Run. An error fails the call like one of Run.
	Validate(ctx context.Context, req *Request) ([]ValidationResult, error)
}

// ValidationResult is the verdict of one check of a parameter (seed: ValidationResult), such as a Validator returns. The zero
// value is a failure.
type ValidationResult struct {
	Success        bool     `json:"success"`                   // the value may be used
	ParamName      string   `json:"param_name"`                // a declared parameter
	CommandName    string   `json:"command_name"`              // may be left empty by a Validator
	Message        string   `json:"message,omitempty"`         // what is wrong, for the model
	SuggestedValue any      `json:"suggested_value,omitempty"` // of a success: takes the place of the argument; of a failure: told to the model
	ValidValues    []string `json:"valid_values"`              // allowed values, for the retry; null when there are none to name
}

// ActionHandler answers taps on the buttons of a response (seed: handle_action).
type ActionHandler interface {
	// HandleAction answers the tap on a button with that Action; data is the context data the button was shown with, its map a
	// copy. The command has its secrets but no arguments. For actions that are not its own it returns nil and no error: then
	// the default answers, which takes cancel_click for cancelling and refuses anything else by name.
	HandleAction(ctx context.Context, req *Request, action string, data map[string]any) (*Response, error)
}

// SecretRequirer says which secrets are needed where that depends on other secrets, such as which mail provider is configured.
// All that could ever be needed are declared, by tags and Spec.Secrets (seed: required_secrets, all_possible_secrets).
type SecretRequirer interface {
	// RequiredSecrets returns the keys of the declared secrets without which the command cannot run now, in place of those
	// declared as required. The command has the secrets that were found, but no arguments.
	RequiredSecrets() []string
}

// AuthStorer keeps the tokens that an authentication brought (seed: store_auth_values). Without it they are not kept.
type AuthStorer interface {
	// StoreAuth gets what the host took from the token response, by the Keys of the Authentication; the map is a copy. The
	// command has the secrets that were found, but no arguments.
	StoreAuth(ctx context.Context, req *Request, values map[string]SecretString) error
}

// TokenRefresher renews the tokens of an authentication in its own way (seed: refresh_token).
type TokenRefresher interface {
	// RefreshToken gets and stores new tokens; an error means that the user has to authenticate again. The command has the
	// secrets that were found, but no arguments.
	RefreshToken(ctx context.Context, req *Request) error
}

// Initializer prepares a command once, when it is installed (seed: init_data).
type Initializer interface {
	// Initialize returns what it did, such as {"devices_found": 3}. The command has its secrets but no arguments.
	Initialize(ctx context.Context, req *Request) (map[string]any, error)
}

// Route is how an utterance is answered without a model (seed: PreRouteResult). Registry.CallRoute runs it.
type Route struct {
	Command        string // set by Registry.PreRoute
	Arguments      Args
	SpokenResponse string // what CallRoute makes the message of a success, if not empty
}

// Hooks are the hooks of a command made of functions: by New, whose input is In, or by Func, with Values for In. Each does what
// the interface of its name says; nil fields are no hooks. Where the interface finds secrets in the command, they are in the
// input.
type Hooks[In any] struct {
	PreRoute        func(ctx context.Context, utterance string) *Route                                                    // see PreRouter
	PostProcess     func(ctx context.Context, req *Request, args Args) error                                              // see PostProcessor
	Validate        func(ctx context.Context, req *Request, in In) ([]ValidationResult, error)                            // see Validator
	HandleAction    func(ctx context.Context, req *Request, in In, action string, data map[string]any) (*Response, error) // see ActionHandler
	RequiredSecrets func(in In) []string                                                                                  // see SecretRequirer
	StoreAuth       func(ctx context.Context, req *Request, in In, values map[string]SecretString) error                  // see AuthStorer
	RefreshToken    func(ctx context.Context, req *Request, in In) error                                                  // see TokenRefresher
	Initialize      func(ctx context.Context, req *Request, in In) (map[string]any, error)                                // see Initializer
}

// hookSet says which hooks a command has. Its bits are in the order of hookInterfaces and of Hooks.set.
type hookSet uint8

const (
	hookPreRoute hookSet = 1 << iota
	hookPostProcess
	hookValidate
	hookHandleAction
	hookRequiredSecrets
	hookStoreAuth
	hookRefreshToken
	hookInitialize
)

func (s hookSet) has(h hookSet) bool { return s&h != 0 }

// set returns which fields are not nil.
func (h *Hooks[In]) set() (s hookSet) {
	given := [...]bool{h.PreRoute != nil, h.PostProcess != nil, h.Validate != nil, h.HandleAction != nil,
		h.RequiredSecrets != nil, h.StoreAuth != nil, h.RefreshToken != nil, h.Initialize != nil}
	for i, is := range given {
		if is {
			s |= 1 << i
		}
	}
	return s
}
