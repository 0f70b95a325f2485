// Config: what an OpenAI is made with.

package llm

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// The defaults of a Config.
const (
	DefaultBaseURL     = "https://api.openai.com/v1"
	defaultTimeout     = 2 * time.Minute
	defaultIdleTimeout = 30 * time.Second
	defaultMaxWait     = 30 * time.Second
	defaultRetries     = 2
	defaultMaxBytes    = 16 << 20
	maxKey             = 8 << 10 // bytes; no server takes longer headers
)

// Config says which server to ask, and how patiently. The zero Config asks OpenAI, which needs a Key and a Model. Printing a Config
// shows neither the key nor the values of headers.
type Config struct {
	// BaseURL is what /chat/completions is added to; default DefaultBaseURL. The scheme is http or https. A query such as Azure's
	// ?api-version=… is sent with each request. A user, a password, and names in the query that look like secrets are refused:
	// they belong in Key or Headers.
	BaseURL string
	// Key is sent as a bearer token; none if empty.
	Key jarvis.SecretString
	// AllowInsecureKey allows to send Key and Headers over plain http to other machines, where whoever shares the network can
	// read them. This machine (localhost, 127.0.0.0/8, ::1) is always allowed. Machines of the same network (192.168.0.0/16,
	// .local and the like) are others: such a network has guests, and names in it can be taken.
	AllowInsecureKey bool
	// Model is asked for unless the Request names one. If both are empty the server decides, where it can.
	Model string
	// Organization is sent as Openai-Organization; none if empty.
	Organization string
	// Headers are sent too. Those that the client sets itself are refused, and those that differ in case alone. For which values
	// are kept out of errors see Secrets in the package comment.
	Headers http.Header

	// HTTPClient is the one to ask with; nil is one of the defaults of net/http. It is copied, the copy follows redirects by the
	// rules of this package, and its Timeout, if shorter, is that of an attempt.
	HTTPClient *http.Client

	// Timeout is the longest that an attempt takes, with the time that OnDelta takes; 0 is 2 minutes. A streamed answer whose
	// reason to finish has come is complete, whatever comes after it but an error of the server.
	Timeout time.Duration

	// IdleTimeout is the longest silence of the server: between two pieces of an answer that has begun, and before the first piece
	// of one that is streamed; 0 is 30 seconds. Before an answer that is not streamed only Timeout counts: a model on a small
	// machine may think all of it first.
	IdleTimeout time.Duration
	Retries     int // how often is asked again; 0 is 2, less is none

	// MaxWait is the longest Retry-After that is waited for, and the longest wait of all; 0 is 30 seconds. If the server asks for
	// more, its StatusError is returned at once.
	MaxWait  time.Duration
	MaxBytes int64        // of an answer, unpacked; 0 is 16 MiB
	Logger   *slog.Logger // is told of retries, without bodies and secrets; nil is slog.Default()
}

// limits returns the numbers with their defaults. check has been passed.
func (cfg *Config) limits() limits {
	l := limits{timeout: cfg.Timeout, idle: cfg.IdleTimeout, maxWait: cfg.MaxWait, retries: cfg.Retries, maxBytes: cfg.MaxBytes}
	setDefault(&l.timeout, defaultTimeout)
	setDefault(&l.idle, defaultIdleTimeout)
	setDefault(&l.maxWait, defaultMaxWait)
	setDefault(&l.retries, defaultRetries)
	setDefault(&l.maxBytes, defaultMaxBytes)
	l.retries, l.timeoutOf = max(l.retries, 0), "Config.Timeout"
	if hc := cfg.HTTPClient; hc != nil && hc.Timeout > 0 && hc.Timeout < l.timeout {
		l.timeout, l.timeoutOf = hc.Timeout, "HTTPClient.Timeout"
	}
	return l
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// sent returns the function that makes the headers of a request.
func (cfg *Config) sent() func() http.Header {
	key, own := cfg.Key, cfg.Headers.Clone()
	organization := cfg.Organization
	return func() http.Header {
		h := http.Header{"User-Agent": {"jarvis-sdk"}}
		for name, values := range own {
			h[http.CanonicalHeaderKey(name)] = slices.Clone(values)
		}
		h.Set("Content-Type", typeJSON)
		h.Set("Accept", typeJSON)
		if !key.IsEmpty() {
			h.Set("Authorization", "Bearer "+key.Reveal())
		}
		if organization != "" {
			h.Set("Openai-Organization", organization)
		}
		return h
	}
}

// String returns the fields that differ from zero, without the key, the values of headers, and what a URL could hide.
func (cfg Config) String() string {
	var b strings.Builder
	field := func(name string, value any, set bool) {
		if set {
			fmt.Fprintf(&b, " %s:%v", name, value)
		}
	}
	field("BaseURL", safeURL(cfg.BaseURL), cfg.BaseURL != "")
	field("Key", cfg.Key, !cfg.Key.IsEmpty())
	field("AllowInsecureKey", true, cfg.AllowInsecureKey)
	field("Model", cfg.Model, cfg.Model != "")
	field("Organization", cfg.Organization, cfg.Organization != "")
	names := make([]string, 0, len(cfg.Headers))
	for name := range cfg.Headers {
		names = append(names, name)
	}
	slices.Sort(names)
	field("Headers", names, len(names) > 0)
	field("Timeout", cfg.Timeout, cfg.Timeout != 0)
	field("IdleTimeout", cfg.IdleTimeout, cfg.IdleTimeout != 0)
	field("Retries", cfg.Retries, cfg.Retries != 0)
	field("MaxWait", cfg.MaxWait, cfg.MaxWait != 0)
	field("MaxBytes", cfg.MaxBytes, cfg.MaxBytes != 0)
	return "{" + strings.TrimPrefix(b.String(), " ") + "}"
}

// safeURL is what may be shown of a URL: scheme, host and path.
func safeURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Host == "" {
		return "[unreadable]"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}

// Format prints what String returns, whatever the verb.
func (cfg Config) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, cfg.String()) }

// MarshalText encodes what String returns.
func (cfg Config) MarshalText() ([]byte, error) { return []byte(cfg.String()), nil }

// LogValue logs what String returns.
func (cfg Config) LogValue() slog.Value { return slog.StringValue(cfg.String()) }
