// Everything that can be wrong with a Config.

package llm

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mistakes collects what is wrong with a Config.
type mistakes []error

func (m *mistakes) add(field, format string, args ...any) {
	*m = append(*m, &ConfigError{Field: field, Problem: sprintf(format, args...)})
}

// check returns the base URL, or all mistakes.
func (cfg *Config) check() (*url.URL, []error) {
	var m mistakes
	base := cfg.checkURL(&m)
	cfg.checkHeaders(&m)
	cfg.checkKey(&m)
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
	return base, m
}

func (cfg *Config) checkKey(m *mistakes) {
	const scheme = "bearer "
	switch key := cfg.Key.Reveal(); {
	case len(key) > maxKey:
		m.add("Key", msgKeyLong, maxKey)
	case len(key) >= len(scheme) && strings.EqualFold(key[:len(scheme)], scheme):
		m.add("Key", msgKeyScheme)
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		m.add("Key", msgKeyText)
	}
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
	case !isPort(base.Port()):
		m.add("BaseURL", msgURLPort)
	case strings.HasSuffix(path, "/chat/completions"):
		m.add("BaseURL", msgURLEndpoint)
	case base.Scheme == "http" && !cfg.AllowInsecureKey && !isLoopback(base.Hostname()) && (!cfg.Key.IsEmpty() || len(cfg.Headers) > 0):
		m.add("AllowInsecureKey", msgInsecure)
	}
	if base.User != nil {
		m.add("BaseURL", msgURLUserinfo)
	}
	if base.Fragment != "" {
		m.add("BaseURL", msgURLFragment)
	}
	query, err := url.ParseQuery(base.RawQuery)
	if err != nil {
		m.add("BaseURL", msgURLSyntax)
	}
	for name := range query {
		if isSecretName(name) {
			m.add("BaseURL", msgURLQuery)
			break
		}
	}
	return base
}

// isPort reports whether a port, which url.Parse has found to be of digits, is one, or absent.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

// secretNames are parts of the names of headers and queries that hold secrets.
var secretNames = [...]string{"auth", "cookie", "credential", "key", "pass", "pwd", "secret", "session", "sig", "token"}

// isSecretName reports whether a header or a part of a query looks by its name as if it were a secret. Azure Functions have theirs in
// code.
func isSecretName(name string) bool {
	name = lower(name)
	return name == "code" || slices.ContainsFunc(secretNames[:], func(part string) bool { return strings.Contains(name, part) })
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
	before := map[string]string{}
	for _, name := range names {
		canonical := http.CanonicalHeaderKey(name)
		other, twice := before[canonical]
		before[canonical] = name
		switch {
		case !headerName(name):
			m.add("Headers", msgHeaderName, name)
		case twice:
			m.add("Headers", msgHeaderTwice, other, name)
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
