// Command and what it is declared with: Spec, Example, Antipattern; and Request, what it runs with.

package jarvis

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// Command is something a language model or voice assistant can call: static metadata and the code to run. Its parameters are
// the tagged fields of the struct that implements it, which hold the bound arguments when Run is called.
//
// Run is called on a copy of the registered value, so that calls do not see each other's arguments; what several calls share,
// such as a store or an HTTP client, is held through a pointer. Source: seed IJarvisCommand (command_name, description, run).
type Command interface {
	Spec() Spec // read when the command is defined or registered
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
	Packages          []Package     // what the command needs installed, as data
	Service           string        // groups commands in settings; default: FriendlyName of the Authentication
	Authentication    *Authentication
	Secrets           []Secret // beyond those of secret tags, which alone put values into fields: all the command could ever need
	Effect            Effect   // what a call does to the world
}

// Effect says what a call does to the world, taps on the buttons of its answer included, so that a host knows what to ask a
// person about first.
type Effect string

// The effects of commands. The empty effect means that it is not declared.
const (
	EffectRead        Effect = "read"        // changes nothing
	EffectWrite       Effect = "write"       // changes something that can be changed back
	EffectDestructive Effect = "destructive" // deletes, sends or pays: it cannot be undone
)

// Package is a Python package that a command of the original needs (seed: JarvisPackage). Here it is data: nothing is installed.
type Package struct {
	Name    string `json:"name"`              // as pip knows it
	Version string `json:"version,omitempty"` // a version, or a constraint such as ">=2.0,<3.0"; empty for the latest
}

// PipSpec returns the requirement as pip reads it: a bare version is pinned with ==. Source: seed JarvisPackage.to_pip_spec.
func (p Package) PipSpec() string {
	switch {
	case p.Version == "":
		return p.Name
	case strings.ContainsRune("=<>!~", rune(p.Version[0])):
		return p.Name + p.Version
	default:
		return p.Name + "==" + p.Version
	}
}

// clone copies what a Spec holds by reference.
func (s Spec) clone() Spec {
	s.Keywords, s.Rules, s.CriticalRules = slices.Clone(s.Keywords), slices.Clone(s.Rules), slices.Clone(s.CriticalRules)
	s.Antipatterns, s.Packages, s.Secrets = slices.Clone(s.Antipatterns), slices.Clone(s.Packages), cloneSecrets(s.Secrets)
	s.Authentication = s.Authentication.clone()
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
// against the parameters when the command is registered; date keys such as "tomorrow" (see package dates) stand for datetimes,
// with or without WithDateKeys, and required parameters may be left out.
type Example struct {
	Utterance string // what a user says
	Arguments Args
	Primary   bool // shown where there is room for one; one example at most
}

// Antipattern names a command that is not to be confused with the declaring one (seed: CommandAntipattern).
type Antipattern struct {
	Command     string // the name of the other one
	Description string // when to use that command instead
}

// Request is what a command runs for, besides its arguments (seed: RequestInformation). All fields may be zero. Commands
// must not keep or change it.
type Request struct {
	VoiceCommand         string         `json:"voice_command"`                // the original utterance
	ConversationID       string         `json:"conversation_id"`              // empty outside of one
	IsValidationResponse bool           `json:"is_validation_response"`       // the user answered a question about a refused argument
	ValidationContext    map[string]any `json:"validation_context,omitempty"` // of that question
	User                 string         `json:"user,omitempty"`               // whose secrets of user scope are looked up
}

// orEmpty makes a nil request an empty one.
func (r *Request) orEmpty() *Request {
	if r == nil {
		return &Request{}
	}
	return r
}
