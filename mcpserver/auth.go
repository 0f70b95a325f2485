// Who gets in: where a request comes from, the token that it brings, and the user that it is of.

package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"unicode"
)

// hostFits reports whether a request to a loopback address is made by a name that this machine has. A page whose name was rebound
// to it sends that name.
func (s *Server) hostFits(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok || !isLoopback(local.String()) {
		return true
	}
	host := hostname(r.Host)
	return isLoopback(host) || slices.ContainsFunc(s.cfg.Hosts, func(allowed string) bool { return strings.EqualFold(host, hostname(allowed)) })
}

// originFits reports whether a request is of no page, or of one with the same origin. The check of net/http lets all reads
// through, which here open streams, and looks at the first of several origins alone.
func (g *guard) originFits(r *http.Request) bool {
	own := *r
	own.Method = http.MethodPost
	return len(r.Header.Values("Origin")) <= 1 && g.origins.Check(&own) == nil
}

// hostname is a host without its port, and without the brackets of an IPv6 address, which is all that may be in them.
func hostname(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimPrefix(strings.TrimSuffix(host, "]"), "[")
		if len(host)-len(name) == 1 { // half of a pair
			return host
		}
	}
	if ip, err := netip.ParseAddr(name); strings.HasPrefix(host, "[") && (err != nil || !ip.Is6()) {
		return host
	}
	return name
}

// isLoopback reports whether an address, with or without a port, is of this machine alone.
func isLoopback(address string) bool {
	host := hostname(address)
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

// open reports whether everybody is let in who reaches the server.
func (s *Server) open() bool { return s.cfg.Token.IsEmpty() && s.cfg.Authenticate == nil }

// checkToken refuses a token that no client could send as it is. The error does not show it.
func (c Config) checkToken() error {
	unsent := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar }
	switch {
	case strings.ContainsFunc(c.Token.Reveal(), unsent):
		return errors.New(msgBadToken)
	case !c.Token.IsEmpty() && c.Authenticate != nil:
		return errors.New(msgTwoAuths)
	}
	return nil
}

// authorized reports whether a request has the token, and answers it if not. Source: RFC 6750, sections 2.1 and 3.
func (s *Server) authorized(w http.ResponseWriter, r *http.Request) bool {
	if s.cfg.Token.IsEmpty() {
		return true
	}
	challenge, message := "Bearer", msgNoToken
	if given := r.Header.Values("Authorization"); len(given) == 1 {
		scheme, token, _ := strings.Cut(given[0], " ")
		if strings.EqualFold(scheme, "Bearer") {
			if sameToken(strings.TrimSpace(token), s.cfg.Token.Reveal()) {
				return true
			}
			challenge, message = `Bearer error="invalid_token"`, msgWrongToken
		}
	}
	w.Header().Set("WWW-Authenticate", challenge)
	turnAway(w, r, http.StatusUnauthorized, message)
	return false
}

// sameToken takes the same time for all tokens; those of equal length are all that the comparison is about once they are hashed.
func sameToken(given, want string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// authenticated finds out the user of a request, and answers one that has none.
func (s *Server) authenticated(w http.ResponseWriter, caller *Caller) bool {
	if s.cfg.Authenticate == nil {
		return true
	}
	user, err := s.userOf(caller.HTTP)
	if err != nil {
		s.log.Warn("mcpserver: Config.Authenticate has refused a request", "error", err)
		w.Header().Set("WWW-Authenticate", "Bearer")
		turnAway(w, caller.HTTP, http.StatusUnauthorized, msgNoUser)
		return false
	}
	caller.User = user
	return true
}

func (s *Server) userOf(r *http.Request) (user string, err error) {
	if broken := alone(func() { user, err = s.cfg.Authenticate(r) }); broken != nil {
		return "", broken
	}
	return user, err
}

// turnAway answers a request whose body is not read; the connection ends with it, so that nobody waits for the rest.
// A connection of HTTP/2 carries other requests too.
func turnAway(w http.ResponseWriter, r *http.Request, status int, message string) {
	if r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close")
	}
	http.Error(w, message, status)
}
