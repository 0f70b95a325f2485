// WithDefaults: any provider with the defaults for what it does not say.

package prompt

import (
	"encoding/json"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// WithDefaults returns the provider with the original's default for each optional interface that it does not have. A provider that
// has them all comes back as it is, but for its capabilities: name, classifier and native tools are always those of the
// methods, and what is not said is "unknown". It is nil for nil.
func WithDefaults(p Provider) Complete {
	switch p := p.(type) {
	case nil:
		return nil
	case *complete:
		return p
	}
	return &complete{Provider: p}
}

// complete asks the provider and, where it has no answer, Base.
type complete struct {
	Provider
	base Base
}

func (c *complete) UseToolClassifier() bool {
	if p, ok := c.Provider.(ClassifierUser); ok {
		return p.UseToolClassifier()
	}
	return c.base.UseToolClassifier()
}

func (c *complete) SupportsNativeTools() bool {
	if p, ok := c.Provider.(NativeToolUser); ok {
		return p.SupportsNativeTools()
	}
	return c.base.SupportsNativeTools()
}

func (c *complete) UserMessageSuffix() string {
	if p, ok := c.Provider.(Suffixer); ok {
		return p.UserMessageSuffix()
	}
	return c.base.UserMessageSuffix()
}

func (c *complete) ResponseFormat() json.RawMessage {
	if p, ok := c.Provider.(ResponseFormatter); ok {
		return p.ResponseFormat()
	}
	return c.base.ResponseFormat()
}

func (c *complete) Parser() toolcall.Parser {
	if p, ok := c.Provider.(CallReader); ok {
		return p.Parser()
	}
	return c.base.Parser()
}

func (c *complete) ParseResponse(raw string) (string, bool) {
	if p, ok := c.Provider.(ResponseParser); ok {
		return p.ParseResponse(raw)
	}
	return c.base.ParseResponse(raw)
}

func (c *complete) BuildTools(tools []Tool) []Tool {
	if p, ok := c.Provider.(ToolBuilder); ok {
		return p.BuildTools(tools)
	}
	return c.base.BuildTools(tools)
}

func (c *complete) Sanitize(text string) string {
	if p, ok := c.Provider.(Sanitizer); ok {
		return p.Sanitize(text)
	}
	return c.base.Sanitize(text)
}

func (c *complete) SystemOnce() bool {
	if p, ok := c.Provider.(SystemOnce); ok {
		return p.SystemOnce()
	}
	return c.base.SystemOnce()
}

func (c *complete) TrainingSystemPrompt() string {
	if p, ok := c.Provider.(Trainer); ok {
		return p.TrainingSystemPrompt()
	}
	return c.base.TrainingSystemPrompt()
}

func (c *complete) TrainingCompletion(call toolcall.Call) (string, error) {
	if p, ok := c.Provider.(Trainer); ok {
		return p.TrainingCompletion(call)
	}
	return c.base.TrainingCompletion(call)
}

func (c *complete) Capabilities() Capabilities {
	caps := c.base.Capabilities()
	if p, ok := c.Provider.(CapabilityReporter); ok {
		caps = p.Capabilities()
	}
	return caps.of(c)
}

// Blocks of a provider that does not show its parts are its prompt as a whole.
func (c *complete) Blocks(in Input) []Block {
	if p, ok := c.Provider.(Sectioned); ok {
		return p.Blocks(in)
	}
	return []Block{{Name: "prompt", Text: c.SystemPrompt(in)}}
}
