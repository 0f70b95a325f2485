// Config: what an engine is made of, and what is wrong with it.

package assistant

import (
	"context"
	"log/slog"
	"time"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Config sets up an [Engine]. Provider and Client are needed; the zero value of everything else is its default.
type Config struct {
	Provider prompt.Provider // writes the prompts and says how the model makes calls
	Client   llm.Client      // asks the model

	// Commands are executed by the engine, and what they answer is for the user: a message that waits for input is spoken as it
	// is, and if all calls of an answer fail, that is said. Nil has none.
	Commands *jarvis.Registry

	// ServerTools are executed by the engine too, but what they answer is for the model alone. Nil has none. The engine adds two
	// of its own: request_validation, and while DateKeys is off resolve_relative_date for tools with dates.
	ServerTools *jarvis.Registry

	NoQuestions bool // request_validation is not offered

	// DateKeys is the one setting of dates. Off, the prompt asks for ISO values. On, it lists the keys of package dates, and
	// datetime parameters take them; those of ClientTools come to the caller as keys, which jarvis.WithDateKeys binds there too.
	DateKeys  bool
	WeekStart time.Weekday     // of relative dates; see dates.Config
	Clock     func() time.Time // nil is time.Now

	// Classify narrows the tools for an utterance, for providers that let a classifier do so: it returns the names of those that
	// may be needed. Unknown names are left out; no names, or an error, which is logged, leave all tools. Server tools always
	// stay. It has to be safe for concurrent use. Nil leaves all. The system prompt of a turn that is narrowed shows only
	// its tools, so servers cannot reuse all of what they have read before.
	Classify func(ctx context.Context, utterance string, tools []prompt.Tool) ([]string, error)

	Guard Guard // looks at answers without calls; nil lets all pass

	// Refine fills in refinable parameters in a second step: the model first sees the tools without them, and for each call that
	// has some it is asked for their values. Source: two-stage filling of the original.
	Refine bool

	// SpeakResults says that once all calls of an answer have succeeded with a message, the messages are spoken and the model is
	// not asked for words: quicker, but a request that needs a second step ends after the first.
	SpeakResults bool

	NotForMe         bool // the model is told how to say that nobody has spoken to it, see [StopNotForMe]
	ExchangeComplete bool // the model is told how to say that no follow-up is natural, see Result.EndOfExchange

	OnExhausted toolcall.Exhausted // what becomes of calls that stay refused; see toolcall.Retry
	Retries     int                // of refused calls in one turn; see toolcall.Retry.Max

	MaxRounds   int             // answers of the model in one turn, without retries; unless it is positive: 10 in native, 3 in text mode
	MaxTurns    int             // turns that the model still sees, in text mode answers to questions count too; older ones are forgotten; 0 means 20
	Model       string          // empty means the client's
	Temperature *float64        // nil means 0.4
	MaxTokens   int             // of an answer; 0 means 256, less than 0 leaves it to the server
	Limits      toolcall.Limits // of an answer

	Options []jarvis.Option // for checks and calls, such as jarvis.WithSecrets
	Phrases Phrases         // what is said without a model
	Logger  *slog.Logger    // nil is slog.Default()
}

// Numbers of the original.
const (
	nativeRounds = 10
	textRounds   = 3
	temperature  = 0.4
	maxTokens    = 256
	maxTurns     = 20
)

// fill sets the defaults.
func (c *Config) fill(native bool) {
	if c.Temperature == nil {
		t := temperature
		c.Temperature = &t
	}
	switch {
	case c.MaxTokens == 0:
		c.MaxTokens = maxTokens
	case c.MaxTokens < 0:
		c.MaxTokens = 0
	}
	if c.MaxTurns <= 0 {
		c.MaxTurns = maxTurns
	}
	switch {
	case c.MaxRounds > 0:
	case native:
		c.MaxRounds = nativeRounds
	default:
		c.MaxRounds = textRounds
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	c.Phrases.fill()
}

// ConfigError is one mistake in a Config or a Start.
type ConfigError struct {
	Field   string // such as "Config.Provider" or "ClientTools[2]"
	Problem string // what is wrong and what to do
}

// Error names the field and the problem.
func (e *ConfigError) Error() string { return "assistant: " + e.Field + " " + e.Problem }
