// Suite authentication: configurations of OAuth, their wire form, their fields, and that the client secret is in no form.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/jarvis-sdk/jarvis"
)

// authLine is one configuration.
type authLine struct {
	header
	Input          *authInput `json:"input"`
	ToDict         *jsonValue `json:"to_dict"`
	Fields         *jsonValue `json:"fields"`
	MustNotContain *string    `json:"must_not_contain"`
}

// authInput holds what the constructor of the original takes.
type authInput struct {
	Type                 string            `json:"type"`
	Provider             string            `json:"provider"`
	FriendlyName         string            `json:"friendly_name"`
	ClientID             string            `json:"client_id"`
	Keys                 []string          `json:"keys"`
	AuthorizeURL         string            `json:"authorize_url"`
	ExchangeURL          string            `json:"exchange_url"`
	AuthorizePath        string            `json:"authorize_path"`
	ExchangePath         string            `json:"exchange_path"`
	DiscoveryPort        *int              `json:"discovery_port"`
	DiscoveryProbePath   string            `json:"discovery_probe_path"`
	Scopes               []string          `json:"scopes"`
	ExtraAuthorizeParams map[string]string `json:"extra_authorize_params"`
	ExtraExchangeParams  map[string]string `json:"extra_exchange_params"`
	SendRedirectURI      *bool             `json:"send_redirect_uri_in_exchange"`
	SupportsPKCE         bool              `json:"supports_pkce"`
	NativeRedirectURI    string            `json:"native_redirect_uri"`
	ClientSecret         string            `json:"client_secret"`
	BackgroundRefresh    bool              `json:"requires_background_refresh"`
	RefreshSeconds       int64             `json:"refresh_interval_seconds"`
	RefreshKey           string            `json:"refresh_token_secret_key"`
}

func (in *authInput) authentication() jarvis.Authentication {
	return jarvis.Authentication{Type: in.Type, Provider: in.Provider, FriendlyName: in.FriendlyName, ClientID: in.ClientID,
		Keys: in.Keys, AuthorizeURL: in.AuthorizeURL, ExchangeURL: in.ExchangeURL, AuthorizePath: in.AuthorizePath,
		ExchangePath: in.ExchangePath, DiscoveryPort: in.DiscoveryPort, DiscoveryProbePath: in.DiscoveryProbePath,
		Scopes: in.Scopes, ExtraAuthorizeParams: in.ExtraAuthorizeParams, ExtraExchangeParams: in.ExtraExchangeParams,
		OmitRedirectURI: in.SendRedirectURI != nil && !*in.SendRedirectURI, SupportsPKCE: in.SupportsPKCE,
		NativeRedirectURI: in.NativeRedirectURI, ClientSecret: jarvis.NewSecretString(in.ClientSecret),
		RequiresBackgroundRefresh: in.BackgroundRefresh, RefreshInterval: time.Duration(in.RefreshSeconds) * time.Second,
		RefreshTokenSecretKey: in.RefreshKey}
}

func (l *authLine) check(r *report) {
	if l.Input == nil || l.ToDict == nil && l.Fields == nil && l.MustNotContain == nil {
		r.broken("needs input, and something that is made of it")
		return
	}
	a := l.Input.authentication()
	if l.ToDict != nil {
		r.sameJSON("to_dict", l.ToDict.v, marshalled(r, "to_dict", a))
	}
	if l.Fields != nil {
		r.sameFields("fields", l.Fields.v, marshalled(r, "fields", authFields(a)), noText)
	}
	if l.Input.ClientSecret != a.ClientSecret.Reveal() {
		r.fail("ClientSecret.Reveal", l.Input.ClientSecret, a.ClientSecret.Reveal())
	}
	if l.MustNotContain != nil {
		checkHidden(r, a, *l.MustNotContain)
	}
}

// authFields reads the struct under the names of the original. A list or map is never null there.
func authFields(a jarvis.Authentication) map[string]any {
	return map[string]any{
		"type": a.Type, "provider": a.Provider, "friendly_name": a.FriendlyName, "client_id": a.ClientID,
		"keys":          append([]string{}, a.Keys...),
		"authorize_url": a.AuthorizeURL, "exchange_url": a.ExchangeURL,
		"authorize_path": a.AuthorizePath, "exchange_path": a.ExchangePath,
		"discovery_port": a.DiscoveryPort, "discovery_probe_path": a.DiscoveryProbePath,
		"scopes":                        append([]string{}, a.Scopes...),
		"extra_authorize_params":        notNil(a.ExtraAuthorizeParams),
		"extra_exchange_params":         notNil(a.ExtraExchangeParams),
		"send_redirect_uri_in_exchange": !a.OmitRedirectURI, "supports_pkce": a.SupportsPKCE,
		"native_redirect_uri": a.NativeRedirectURI, "requires_background_refresh": a.RequiresBackgroundRefresh,
		"refresh_interval_seconds": json.Number(fmt.Sprintf("%.9f", a.RefreshEvery().Seconds())),
		"refresh_token_secret_key": a.RefreshTokenSecretKey,
	}
}

func notNil(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

// checkHidden looks for a text in all that can be printed or marshalled of a configuration, alone and inside of other values.
func checkHidden(r *report, a jarvis.Authentication, text string) {
	if text == "" {
		r.broken("must_not_contain is empty")
		return
	}
	if !strings.Contains(a.ClientSecret.Reveal(), text) {
		r.broken(fmt.Sprintf("must_not_contain %q is not in the client secret", text))
		return
	}
	for _, v := range []any{a, &a, []jarvis.Authentication{a}, map[string]any{"a": &a}, jarvis.Spec{Authentication: &a}, a.ClientSecret, &a.ClientSecret} {
		for _, f := range formsOf(r, v) {
			for _, leak := range []string{text, fmt.Sprintf("%x", text)} {
				if strings.Contains(f.text, leak) {
					r.fail(fmt.Sprintf("%s of %T", f.name, v), "nothing with "+leak, f.text)
				}
			}
		}
	}
}

// shownForm is a printed or marshalled value.
type shownForm struct{ name, text string }

// formsOf returns the forms in which a value may come into a log, a message or a file.
func formsOf(r *report, v any) (list []shownForm) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		list = append(list, shownForm{verb, fmt.Sprintf(verb, v)})
	}
	plain, err := json.Marshal(v)
	newer, err2 := jsonv2.Marshal(v)
	if err = errors.Join(err, err2); err != nil {
		r.fail(fmt.Sprintf("JSON of %T", v), "no error", err.Error())
	}
	list = append(list, shownForm{"JSON", string(plain)}, shownForm{"JSON v2", string(newer)})
	var text, lines bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("shown", "v", v)
	slog.New(slog.NewJSONHandler(&lines, nil)).Info("shown", "v", v)
	return append(list, shownForm{"slog text", text.String()}, shownForm{"slog JSON", lines.String()})
}
