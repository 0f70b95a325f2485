// Command and what it is declared with: Spec, Example, Antipattern; and Request, what it runs with.

package jarvis

import (
	"context"
	"maps"
	"slices"
)

// Command is something a language model or voice assistant can call: static metadata and the code to run. Its parameters are
// the tagged fields of the struct that implements it, which hold the bound arguments when Run is called.
//
// Run is called on a copy of the registered value, so that calls do not see each other's arguments; what several calls share,
// such as a store or an HTTP client, is held through a pointer. Source: seed IJarvisCommand (command_name, description, run).
type Command interface {
	Spec() Spec
	Run(ctx context.Context, req *Request) (*Response, error)
}

// Spec is the static metadata of a command. Only Name is needed; zero fields are the seed's defaults.
type Spec struct {
	Name              string        // unique in a registry; the tool name a model calls
	Description       string        // what the command is for; the first thing a model chooses by
	Keywords          []string      // words for fuzzy matching
	Examples          []Example     // a few, for every prompt; at most one primary
	AdapterExamples   []Example     // many, for adapter training; at most one primary
	Rules             []string      // guidance for the model
	CriticalRules     []string      // rules that a prompt sets off from the others
	Antipatterns      []Antipattern // commands this one is not to be confused with
	AllowDirectAnswer bool          // the model may answer without calling
	Secrets           []Secret      // beyond those of secret tags
}

// clone copies what a Spec holds by reference.
func (s Spec) clone() Spec {
	s.Keywords, s.Rules, s.CriticalRules = slices.Clone(s.Keywords), slices.Clone(s.Rules), slices.Clone(s.CriticalRules)
	s.Antipatterns, s.Secrets = slices.Clone(s.Antipatterns), slices.Clone(s.Secrets)
	s.Examples, s.AdapterExamples = cloneExamples(s.Examples), cloneExamples(s.AdapterExamples)
	return s
}

func cloneExamples(list []Example) []Example {
	list = slices.Clone(list)
	for i := range list {
		list[i].Arguments = maps.Clone(list[i].Arguments)
	}
	return list
}

// Example is an utterance and the arguments that a model should make of it (seed: CommandExample). Arguments are checked
// against the parameters when the command is registered; relative date keys such as "tomorrow" stand for datetimes, and
// required parameters may be left out.
type Example struct {
	Utterance string
	Arguments Args
	Primary   bool
}

// Antipattern names a command that is not to be confused with the declaring one (seed: CommandAntipattern).
type Antipattern struct {
	Command     string
	Description string // when to use that command instead
}

// Request is what a command runs for, besides its arguments (seed: RequestInformation). All fields may be zero. Run must not
// keep or change it.
type Request struct {
	VoiceCommand   string // the original utterance
	ConversationID string
	User           string // whose secrets of user scope are looked up
}
