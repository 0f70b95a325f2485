// Provider: what a prompt provider must do, what it may do, and the defaults for the rest.

package prompt

import (
	"encoding/json"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Provider writes the system prompt for one model. Everything else is optional: the interfaces below are found by type
// assertion, and [WithDefaults] supplies the original's defaults for those that are absent, as embedding [Base] does. A Provider is
// shared by all conversations: it has to be safe for concurrent use, and the same Input has to give the same bytes.
// Source: IJarvisPromptProvider of the original.
type Provider interface {
	// Name is unique in a Registry, where case does not count. By convention it is family, size and tier, such as
	// Qwen25MediumUntrained.
	Name() string

	// SystemPrompt writes the first message of every conversation. It must take any Input, the zero one too. What changes from
	// turn to turn does not belong there, see [Trailing].
	SystemPrompt(in Input) string
}

// Input is what a system prompt is made of. The zero value is a home nothing is known of, without tools.
type Input struct {
	Context Context
	Tools   []Tool // in the order in which they are shown

	// DateKeys is the vocabulary of relative dates, such as dates.Keys(). If it is not empty, dates are asked for as keys; else
	// as ISO values. Set it together with jarvis.WithDateKeys: prompt and binder have to agree.
	DateKeys []string
}

// ClassifierUser is a Provider that says whether a classifier may narrow the tools; the default is true. Models that were
// trained on the tools know them. Source: use_tool_classifier.
type ClassifierUser interface{ UseToolClassifier() bool }

// NativeToolUser is a Provider that says whether tools go into the request and calls come back structured, which needs a server
// that supports it for the model; the default is false: tools are in the prompt and calls in the text. Source:
// supports_native_tools.
type NativeToolUser interface{ SupportsNativeTools() bool }

// Suffixer is a Provider that has a control token put behind each message of the user, such as "/no_think", on a line of its
// own; the default is none. Source: user_message_suffix.
type Suffixer interface{ UserMessageSuffix() string }

// ResponseFormatter is a Provider that says what the server is to hold the answer to in text mode: the JSON of an OpenAI
// response_format such as [TextFormat]. The default is nil, which stands for [EnvelopeFormat]. Source: get_response_format.
type ResponseFormatter interface{ ResponseFormat() json.RawMessage }

// CallReader is a Provider that says how calls are read from the text of its model. The default reads the Jarvis format, and
// makes a list of a date parameter given as text; see [DateParameter]. It has no part in native mode. Source: parse_response.
type CallReader interface{ Parser() toolcall.Parser }

// ResponseParser is a Provider that rewrites the text of its model into a form its Parser reads, such as Jarvis JSON, for
// formats that package toolcall does not know. If ok is false, the text is read as it is, which is the default. It must take any
// text, and is not called in native mode. Source: parse_response.
type ResponseParser interface {
	ParseResponse(raw string) (text string, ok bool)
}

// ToolBuilder is a Provider that changes the tools of native mode before they go into the request, without touching those it
// is given; the default is to leave them as they are. Source: build_tools.
type ToolBuilder interface{ BuildTools(tools []Tool) []Tool }

// Sanitizer is a Provider that takes away what is not to be spoken: thinking and control tokens. The default is [Clean].
type Sanitizer interface{ Sanitize(text string) string }

// SystemOnce is a Provider that says that the chat template of its model takes one system message only, at the beginning;
// then [Fold] puts later ones into messages of the user. The default is false.
type SystemOnce interface{ SystemOnce() bool }

// Trainer is a Provider that says what fine-tuning shows its model. The defaults are [DefaultTrainingPrompt] and
// [EnvelopeCompletion]. Source: the training methods of the original.
type Trainer interface {
	// TrainingSystemPrompt is the system message of every training example.
	TrainingSystemPrompt() string

	// TrainingCompletion is the assistant's message: the call as the model is to write it, with one space before it. The error
	// is that of arguments that are no JSON object.
	TrainingCompletion(call toolcall.Call) (string, error)
}

// CapabilityReporter is a Provider that describes itself. Source: get_capabilities.
type CapabilityReporter interface{ Capabilities() Capabilities }

// Sectioned is a Provider that shows the parts of its system prompt, for [Estimate] to count. Joined as [Join] does they are
// the prompt.
type Sectioned interface{ Blocks(in Input) []Block }

// Block is a part of a system prompt.
type Block struct {
	Name string // such as "rules"
	Text string // empty if there is nothing to say
}

// Complete is a Provider with all optional behaviour.
type Complete interface {
	Provider
	ClassifierUser
	NativeToolUser
	Suffixer
	ResponseFormatter
	CallReader
	ResponseParser
	ToolBuilder
	Sanitizer
	SystemOnce
	Trainer
	CapabilityReporter
	Sectioned
}

// DateParameter is the parameter whose date keys are brought into the form of a list, unless a provider names another one.
const DateParameter = "resolved_datetimes"

// Base has the defaults of everything optional. Embed it in a provider; the zero value is ready.
type Base struct{}

// UseToolClassifier is true.
func (Base) UseToolClassifier() bool { return true }

// SupportsNativeTools is false.
func (Base) SupportsNativeTools() bool { return false }

// UserMessageSuffix is empty.
func (Base) UserMessageSuffix() string { return "" }

// ResponseFormat is nil.
func (Base) ResponseFormat() json.RawMessage { return nil }

// Parser reads the Jarvis format.
func (Base) Parser() toolcall.Parser {
	return toolcall.Parser{Format: toolcall.Jarvis, DateParameter: DateParameter}
}

// ParseResponse leaves the text as it is.
func (Base) ParseResponse(string) (string, bool) { return "", false }

// BuildTools returns the tools as they are.
func (Base) BuildTools(tools []Tool) []Tool { return tools }

// Sanitize is [Clean].
func (Base) Sanitize(text string) string { return Clean(text) }

// SystemOnce is false.
func (Base) SystemOnce() bool { return false }

// TrainingSystemPrompt is [DefaultTrainingPrompt].
func (Base) TrainingSystemPrompt() string { return DefaultTrainingPrompt }

// TrainingCompletion is [EnvelopeCompletion].
func (Base) TrainingCompletion(call toolcall.Call) (string, error) { return EnvelopeCompletion(call) }

// Capabilities is empty: [WithDefaults] fills in what a provider says elsewhere, and "unknown" for the rest.
func (Base) Capabilities() Capabilities { return Capabilities{} }
