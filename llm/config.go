// Config: what an OpenAI is made with, and everything that can be wrong with it.

package llm

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
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
	// BaseURL is what /chat/completions is added to; default DefaultBaseURL. The scheme is http or https. A user, a password or
	// a query is refused: they belong in Key or Headers.
	BaseURL string
	// Key is sent as a bearer token; none if empty.
	Key jarvis.SecretString
	// AllowInsecureKey allows to send Key and Headers over plain http to other machines, where whoever shares the network can
	// read them. This machine (localhost, 127.0.0.0/8, ::1) is always allowed.
	AllowInsecureKey bool
	// Model is asked for unless the Request names one. If both are empty the server decides, where it can.
	Model string
	// Organization is sent as Openai-Organization; none if empty.
	Organization string
	// Headers are sent too. Their values are treated as secrets. Those that the client sets itself are refused.
	Headers http.Header

	// HTTPClient is the one to ask with; nil is one of the defaults of net/http. It is copied, the copy follows redirects by the
	// rules of this package, and its Timeout, if shorter, is that of an attempt.
	HTTPClient *http.Client
	Timeout    time.Duration // the longest that an attempt takes, with the time that OnDelta takes; 0 is 2 minutes

	// IdleTimeout is the longest silence of the server: until the answer begins, and between two pieces of it; 0 is 30 seconds.
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
	l.retries = max(l.retries, 0)
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

// mistakes collects what is wrong with a Config.
type mistakes []error

func (m *mistakes) add(field, format string, args ...any) {
	*m = append(*m, &ConfigError{field, sprintf(format, args...)})
}

// check returns the base URL, or all mistakes.
func (cfg *Config) check() (*url.URL, error) {
	var m mistakes
	base := cfg.checkURL(&m)
	cfg.checkHeaders(&m)
	if key := cfg.Key.Reveal(); len(key) > maxKey {
		m.add("Key", msgKeyLong, maxKey)
	} else if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		m.add("Key", msgKeyText)
	}
	if !headerValue(cfg.Organization) {
		m.add("Organization", msgOrganization)
	}
	for _, d := range []struct {
		field    string
		value    time.Duration
		standard time.Duration
	}{
		{"Timeout", cfg.Timeout, defaultTimeout},
		{"IdleTimeout", cfg.IdleTimeout, defaultIdleTimeout},
		{"MaxWait", cfg.MaxWait, defaultMaxWait},
	} {
		if d.value < 0 {
			m.add(d.field, msgNegative, d.standard)
		}
	}
	if cfg.MaxBytes < 0 {
		m.add("MaxBytes", msgNegative, defaultMaxBytes)
	}
	return base, errors.Join(m...)
}

// checkURL names no part of the URL: any could hold a secret that should stand elsewhere.
func (cfg *Config) checkURL(m *mistakes) *url.URL {
	text := cfg.BaseURL
	setDefault(&text, DefaultBaseURL)
	base, err := url.Parse(text)
	if err != nil {
		m.add("BaseURL", msgURLSyntax)
		return nil
	}
	path := strings.TrimRight(base.Path, "/")
	switch {
	case base.Scheme != "http" && base.Scheme != "https":
		m.add("BaseURL", msgURLScheme)
	case base.Hostname() == "":
		m.add("BaseURL", msgURLHost)
	case strings.HasSuffix(path, "/chat/completions"):
		m.add("BaseURL", msgURLEndpoint)
	case base.Scheme == "http" && !cfg.AllowInsecureKey && !isLoopback(base.Hostname()) && (!cfg.Key.IsEmpty() || len(cfg.Headers) > 0):
		m.add("AllowInsecureKey", msgInsecure)
	}
	if base.User != nil {
		m.add("BaseURL", msgURLUserinfo)
	}
	if base.RawQuery != "" || base.ForceQuery || base.Fragment != "" {
		m.add("BaseURL", msgURLQuery)
	}
	return base
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// ownHeaders are those that Headers may not have: the client or net/http sets them, and would send another request with others.
var ownHeaders = [...]string{
	"Accept", "Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Expect", "Host", "Te",
	"Trailer", "Transfer-Encoding", "Upgrade",
}

func (cfg *Config) checkHeaders(m *mistakes) {
	names := make([]string, 0, len(cfg.Headers))
	for name := range cfg.Headers {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case !headerName(name):
			m.add("Headers", msgHeaderName, name)
		case slices.Contains(ownHeaders[:], canonical):
			m.add("Headers", msgHeaderOwned, name)
		case canonical == "Authorization" && !cfg.Key.IsEmpty():
			m.add("Headers", msgHeaderKey)
		case canonical == "Openai-Organization" && cfg.Organization != "":
			m.add("Headers", msgHeaderOrg)
		case slices.ContainsFunc(cfg.Headers[name], func(v string) bool { return !headerValue(v) }):
			m.add("Headers", msgHeaderValue, name)
		}
	}
}

// headerName reports whether a text is a token of RFC 9110 section 5.6.2.
func headerName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		return r >= 0x80 || !letter && (r < '0' || r > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
}

// headerValue reports whether a text can be sent as the value of a header.
func headerValue(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
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
