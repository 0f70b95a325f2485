// Redirects: followed only to where the key is for.

package llm

import (
	"net/http"
	"net/url"
	"strings"
)

const maxRedirects = 5

// strictClient returns a copy of hc, which may be nil, that follows redirects by the rules of this package. Its Timeout is left out:
// an attempt has its own.
func (c *client) strictClient(hc *http.Client) *http.Client {
	var strict http.Client
	if hc != nil {
		strict = *hc
	}
	if strict.Transport == nil {
		strict.Transport = http.DefaultTransport
	}
	strict.Transport = locationReader{strict.Transport}
	strict.CheckRedirect = c.checkRedirect
	strict.Timeout = 0
	return &strict
}

// checkRedirect allows the statuses that keep method and body, as RFC 9110 sections 15.4.8 and 15.4.9 have it, to the same origin. The
// path may be another one: net/http sends body and headers again.
func (c *client) checkRedirect(req *http.Request, via []*http.Request) error {
	status := 0
	if req.Response != nil {
		status = req.Response.StatusCode
	}
	target := originOf(req.URL)
	same := target == originOf(via[0].URL) && req.URL.User == nil
	switch {
	case same:
		target += req.URL.EscapedPath()
	case req.URL.Scheme != "http" && req.URL.Scheme != "https":
		target = req.URL.Scheme + ":"
	}
	switch {
	case !same || status != http.StatusTemporaryRedirect && status != http.StatusPermanentRedirect:
		return &RedirectError{Status: status, Target: c.hide(target, false)}
	case len(via) > maxRedirects:
		return &RedirectError{Status: status, Target: c.hide(target, false), many: true}
	}
	req.Header = via[0].Header.Clone() // net/http drops the key if the host is written otherwise
	return nil
}

// locationReader drops a Location that is no URL: net/http would repeat it in its error. The redirect is refused without it.
type locationReader struct{ next http.RoundTripper }

func (l locationReader) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.next.RoundTrip(req)
	if err == nil && resp != nil && isRedirect(resp.StatusCode) {
		if _, err := req.URL.Parse(resp.Header.Get("Location")); err != nil {
			resp.Header.Del("Location")
		}
	}
	return resp, err
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// originOf returns scheme, host and port of a URL, always in the same form.
func originOf(u *url.URL) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" || port == "80" && scheme == "http" || port == "443" && scheme == "https" {
		return scheme + "://" + host
	}
	return scheme + "://" + host + ":" + port
}
