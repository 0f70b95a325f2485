// Engine: what all conversations share.

package assistant

import (
	"context"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Engine holds conversations. It is immutable and safe for concurrent use.
type Engine struct {
	config   Config
	provider prompt.Complete
	offer    offer // of commands and server tools, without the engine's own
}

// New makes an engine. The error joins one *ConfigError for each mistake.
func New(c Config) (*Engine, error) {
	var mistakes []error
	if c.Provider == nil {
		mistakes = append(mistakes, &ConfigError{"Config.Provider", msgNoProvider})
	}
	if c.Client == nil {
		mistakes = append(mistakes, &ConfigError{"Config.Client", msgNoClient})
	}
	e := &Engine{provider: prompt.WithDefaults(c.Provider)}
	if e.provider != nil {
		if stream, err := e.provider.Parser().Stream(); err != nil {
			mistakes = append(mistakes, &ConfigError{"Config.Provider", sprintf(msgFormat, err)})
		} else {
			_, _ = stream.Close()
		}
	}
	e.offer.addRegistry(c.Commands, byCommands)
	e.offer.addRegistry(c.ServerTools, byServer)
	if err := errors.Join(append(mistakes, e.offer.mistakes...)...); err != nil {
		return nil, err
	}
	c.fill(e.provider.SupportsNativeTools())
	e.config = c
	return e, nil
}

// Start says what a conversation begins with. The zero value is a conversation that nothing is known of.
type Start struct {
	ID          string             // the conversation_id that commands get
	Context     prompt.Context     // of the node: room, zone and the like, not to be changed any more; who speaks is said with each Utterance
	ClientTools []prompt.Tool      // executed by the caller: their calls come back in Result.Calls, and Continue takes the results
	History     []toolcall.Message // of Messages, to go on from there
	Listener    Listener
}

// Start begins a conversation: it writes the system prompt once for all its turns. The error joins the names of tools that are
// declared twice and the mistakes of ClientTools.
func (e *Engine) Start(s Start) (*Conversation, error) {
	c := &Conversation{
		engine: e, id: s.ID, context: s.Context, listener: s.Listener,
		dates:   dates.New(dates.Config{Zone: s.Context.Timezone, Clock: e.config.Clock, WeekStart: e.config.WeekStart}),
		options: slices.Clone(e.config.Options), offer: e.offer.clone(), idle: make(chan struct{}, 1),
		state: state{messages: toolcall.CloneMessages(s.History)},
	}
	if e.config.DateKeys {
		c.options = append(c.options, jarvis.WithDateKeys(c.dates))
	}
	if zone := c.dates.Zone(); zone.FellBack && s.Context.Timezone != "" {
		e.config.Logger.Warn("assistant: the time zone is not known, so UTC is used", "zone", echo.Cut(s.Context.Timezone))
	}
	c.offer.addClient(s.ClientTools)
	if err := c.ownTools(); err != nil {
		return nil, err
	}
	if err := c.offer.check(); err != nil {
		return nil, err
	}
	if err := e.render(c.offer, c.context); err != nil {
		return nil, err
	}
	c.idle <- struct{}{}
	return c, nil
}

// render writes what the model is told of the tools.
func (e *Engine) render(o *offer, c prompt.Context) error {
	shown := o.tools
	if e.config.Refine {
		shown = prompt.BuildTools(o.tools, prompt.ToolOptions{ExcludeRefinable: true})
		relaxed := prompt.BuildTools(o.tools, prompt.ToolOptions{OptionalRefinable: true})
		stage, err := toolcall.ToolsFromOpenAI(prompt.OpenAITools(relaxed))
		if err != nil {
			return err
		}
		o.stage = stage
	}
	in := prompt.Input{Context: c, Tools: shown}
	if e.config.DateKeys {
		in.DateKeys = dates.Keys()
	}
	o.system = e.provider.SystemPrompt(in)
	blocks := []prompt.Block{{Text: o.system}}
	if e.config.NotForMe {
		blocks = append(blocks, prompt.Block{Text: prompt.NotForMe()})
	}
	if e.config.ExchangeComplete {
		blocks = append(blocks, prompt.Block{Text: prompt.ExchangeComplete()})
	}
	o.system = prompt.Join(blocks)
	if e.provider.SupportsNativeTools() {
		if e.config.DateKeys {
			shown = prompt.BuildTools(shown, prompt.ToolOptions{NoDatetimeFormats: true})
		}
		o.request = prompt.OpenAITools(e.provider.BuildTools(shown))
	}
	return nil
}

// retry says how answers are read and checked, with the retries that are left.
func (e *Engine) retry(o *offer, options []jarvis.Option, spent int) toolcall.Retry {
	parser := e.provider.Parser()
	parser.Tools, parser.Limits = o.checks, e.config.Limits
	r := toolcall.Retry{
		Parser: parser, Tools: o.checks, Native: e.provider.SupportsNativeTools(), Max: e.config.Retries,
		OnExhausted: e.config.OnExhausted, Options: options,
	}
	if o.stage != nil {
		r.Tools = o.stage
	}
	if r.Max == 0 || r.Max > toolcall.MostRetries {
		r.Max = toolcall.MostRetries
	}
	if r.Max -= spent; r.Max <= 0 {
		r.Max = -1
	}
	return r
}

// refused is the result of a turn that has not begun.
func (e *Engine) refused(err error) (*Result, error) {
	r := &Result{Stop: toolcall.StopError, Code: CodeInternal}
	switch {
	case errors.Is(err, context.Canceled):
		r.Code = CodeCanceled
	case !errors.Is(err, ErrEmpty) && !errors.Is(err, ErrNotPending):
		r.Text = e.config.Phrases.Unreachable
	}
	return r, err
}
