// Options of a call, or of all calls of a registry.

package jarvis

import (
	"log/slog"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Option changes how arguments are bound and commands run. Options given to a call come after those of its registry.
type Option func(*settings)

// Limits bound what outside text may cost. A zero field means its default.
type Limits struct {
	MaxBytes int // length of the arguments in bytes; default 1 MiB
	MaxDepth int // nesting of the arguments in levels, the arguments object being the first; default 64, at most 9,999
}

const (
	defaultMaxBytes = 1 << 20
	defaultMaxDepth = 64
)

func (l Limits) bytes() int {
	if l.MaxBytes > 0 {
		return l.MaxBytes
	}
	return defaultMaxBytes
}

func (l Limits) depth() int {
	if l.MaxDepth > 0 {
		return min(l.MaxDepth, scan.MostDepth)
	}
	return defaultMaxDepth
}

// settings are the resolved options.
type settings struct {
	lenient, ignoreUnknown bool
	examples               bool // arguments of a declared example: date keys stand for instants, nothing has to be there
	dates                  DateResolver
	limits                 Limits
	secrets                SecretSource
	logger                 *slog.Logger
	coercion               func(Coercion)
	suggestion             func(ValidationResult)
}

var defaultSettings settings

// with returns the settings changed by opts, or s itself if there are none.
func (s *settings) with(opts []Option) *settings {
	if len(opts) == 0 {
		return s
	}
	changed := *s
	for _, opt := range opts {
		if opt != nil {
			opt(&changed)
		}
	}
	return &changed
}

func (s *settings) log() *slog.Logger {
	if s.logger != nil {
		return s.logger
	}
	return slog.Default()
}

// Lenient accepts, beyond what strict binding does, exactly these coercions (Pikuri):
// decimal text for numbers, "true" and "false" for bool, looser datetime texts, Go durations, numbers in an array of strings.
// Every coercion is reported: see OnCoercion and Values.Coercions.
func Lenient() Option { return func(s *settings) { s.lenient = true } }

// Strict undoes Lenient for one call of a lenient registry.
func Strict() Option { return func(s *settings) { s.lenient = false } }

// IgnoreUnknown drops keys that are not declared, at every level, instead of refusing them.
func IgnoreUnknown() Option { return func(s *settings) { s.ignoreUnknown = true } }

// RefuseUnknown undoes IgnoreUnknown for one call of a registry that ignores unknown keys.
func RefuseUnknown() Option { return func(s *settings) { s.ignoreUnknown = false } }

// WithSecrets sets where secrets are looked up. Without it, or with nil or a nil pointer, no secret is found.
func WithSecrets(source SecretSource) Option {
	return func(s *settings) { s.secrets = hideSource(source) }
}

// WithLogger sets where errors that a model must not see are logged; the default, also for nil, is slog.Default().
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.logger = logger } }

// WithLimits sets the limits on outside text.
func WithLimits(limits Limits) Option { return func(s *settings) { s.limits = limits } }

// OnCoercion calls f for every coercion and absent word that an accepted call needed, before the command runs.
func OnCoercion(f func(Coercion)) Option { return func(s *settings) { s.coercion = f } }

// OnSuggestion calls f for every value that a Validator suggested and that took the place of an argument, before the command
// runs.
func OnSuggestion(f func(ValidationResult)) Option { return func(s *settings) { s.suggestion = f } }
