// Model: a provider as data, made of named sections.

package prompt

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Section is a part of a system prompt: a name for it, and the function that writes it. An empty text leaves the section out, and
// so does a Text that is nil. Text has to be pure: the same Input gives the same bytes.
type Section struct {
	Name string // of the block, for [Estimate]
	Text func(in Input) string
}

// Model is a provider as data; [New] makes the provider. The built-in ones are in the files of their families, and a model of
// your own is made in the same way. Zero fields are the original's defaults.
type Model struct {
	Name   string // by which it is found in a Registry
	Family string // such as "qwen"
	Size   Size
	Tier   Tier // empty means Untrained

	// Sections are the parts of the system prompt in their order: what is stable first, tools late where they vary.
	Sections []Section

	Native       bool            // tools go into the request and calls come back structured
	NoClassifier bool            // the model sees all tools
	Suffix       string          // behind each message of the user
	SystemOnce   bool            // the chat template takes one system message only
	Format       toolcall.Format // how calls are written as text; empty means toolcall.Jarvis

	// Reasoning says how thinking is marked, for Parser and Sanitize. What is thought between marks of your own is not spoken:
	// without a closing mark it goes up to the end. With Started it goes from the beginning to the first closing mark; a text
	// without one is taken to be without its thinking already, as what Parser or a server has read is. With Off such marks are
	// ordinary text. What [Clean] takes out is never spoken.
	Reasoning toolcall.Reasoning

	// ResponseFormat is what the server holds an answer to in text mode; nil means TextFormat, EnvelopeFormat is for models
	// that write Jarvis JSON.
	ResponseFormat json.RawMessage
	DateParameter  string // empty means DateParameter, "-" none
	// ToolOptions say how the tools of native mode are shown. Where dates are keys, who holds the conversation takes the formats
	// of datetimes out before; see ToolOptions.NoDatetimeFormats.
	ToolOptions ToolOptions

	TrainingPrompt string                                   // empty means DefaultTrainingPrompt
	Completion     func(call toolcall.Call) (string, error) // nil means EnvelopeCompletion
	ThinkingMode   string                                   // for Capabilities
	Quantization   string                                   // for Capabilities
}

// New makes a provider of a model. It copies what it is given; changing the Model later has no effect.
func New(m Model) Complete {
	m.Sections = slices.Clone(m.Sections)
	m.ResponseFormat = slices.Clone(m.ResponseFormat)
	return WithDefaults(&modelProvider{model: m})
}

// modelProvider is a Model as a provider.
type modelProvider struct {
	Base
	model Model
}

func (p *modelProvider) Name() string { return p.model.Name }

func (p *modelProvider) SystemPrompt(in Input) string { return Join(p.Blocks(in)) }

func (p *modelProvider) Blocks(in Input) []Block {
	blocks := make([]Block, len(p.model.Sections))
	for i, s := range p.model.Sections {
		blocks[i].Name = s.Name
		if s.Text != nil {
			blocks[i].Text = s.Text(in)
		}
	}
	return blocks
}

// Join puts the blocks of a prompt together: those that are not empty, without white space around them, with a blank line
// between.
func Join(blocks []Block) string {
	var texts []string
	for _, b := range blocks {
		if text := strings.TrimSpace(b.Text); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

func (p *modelProvider) UseToolClassifier() bool { return !p.model.NoClassifier }

func (p *modelProvider) SupportsNativeTools() bool { return p.model.Native }

func (p *modelProvider) UserMessageSuffix() string { return p.model.Suffix }

func (p *modelProvider) ResponseFormat() json.RawMessage {
	if p.model.ResponseFormat == nil {
		return TextFormat()
	}
	return slices.Clone(p.model.ResponseFormat)
}

func (p *modelProvider) Parser() toolcall.Parser {
	parser := toolcall.Parser{
		Format:        cmp.Or(p.model.Format, toolcall.Jarvis),
		Reasoning:     p.model.Reasoning,
		DateParameter: cmp.Or(p.model.DateParameter, DateParameter),
	}
	if parser.DateParameter == "-" {
		parser.DateParameter = ""
	}
	return parser
}

// Sanitize takes out the thinking of the model, and then what Clean does.
func (p *modelProvider) Sanitize(text string) string { return unthought(text, p.model.Reasoning) }

func (p *modelProvider) BuildTools(tools []Tool) []Tool {
	return BuildTools(tools, p.model.ToolOptions)
}

func (p *modelProvider) SystemOnce() bool { return p.model.SystemOnce }

func (p *modelProvider) TrainingSystemPrompt() string {
	return cmp.Or(p.model.TrainingPrompt, DefaultTrainingPrompt)
}

func (p *modelProvider) TrainingCompletion(call toolcall.Call) (string, error) {
	if p.model.Completion == nil {
		return EnvelopeCompletion(call)
	}
	return p.model.Completion(call)
}

func (p *modelProvider) Capabilities() Capabilities {
	return Capabilities{
		ModelFamily: p.model.Family, SizeTier: p.model.Size, TrainingTier: cmp.Or(p.model.Tier, Untrained),
		ThinkingMode: p.model.ThinkingMode, Quantization: p.model.Quantization,
	}
}
