// Authentication: how a command's account is connected by OAuth, as data; and whether it has to be.

package jarvis

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Authentication says how the account behind a command is connected (seed: AuthenticationConfig). Commands with the same
// Provider share what it brings. Services with fixed addresses give AuthorizeURL and ExchangeURL; those in the home are found by
// DiscoveryPort and DiscoveryProbePath and give AuthorizePath and ExchangePath. It is data: the host runs the flow.
type Authentication struct {
	Type         string   // empty means "oauth"
	Provider     string   // such as "google_gmail"
	FriendlyName string   // shown to a person
	ClientID     string   // of the OAuth client
	Keys         []string // to take from the token response, such as "access_token"

	AuthorizeURL string
	ExchangeURL  string

	AuthorizePath      string
	ExchangePath       string
	DiscoveryPort      *int   // nil if there is none; new(8123) makes one
	DiscoveryProbePath string // what answers on a host that is the right one

	Scopes               []string          // that are asked for
	ExtraAuthorizeParams map[string]string // of the query of the authorize address
	ExtraExchangeParams  map[string]string // of the form of the exchange
	OmitRedirectURI      bool              // leave redirect_uri out of the exchange (seed: send_redirect_uri_in_exchange=False)
	SupportsPKCE         bool              // RFC 7636
	NativeRedirectURI    string            // of an app on the phone
	ClientSecret         SecretString      // is in no printed or marshalled form

	RequiresBackgroundRefresh bool          // the host renews tokens by itself; it needs RefreshTokenSecretKey
	RefreshInterval           time.Duration // how long before they end tokens are renewed; 0 means DefaultRefreshInterval
	RefreshTokenSecretKey     string        // key of the secret that holds the refresh token
}

// DefaultRefreshInterval is the RefreshInterval of an Authentication that gives none.
const DefaultRefreshInterval = 600 * time.Second

// RefreshEvery returns RefreshInterval or its default.
func (a Authentication) RefreshEvery() time.Duration {
	if a.RefreshInterval == 0 {
		return DefaultRefreshInterval
	}
	return a.RefreshInterval
}

// authenticationForm is an Authentication under the names of the original's to_dict.
type authenticationForm struct {
	Type                 string            `json:"type"`
	Provider             string            `json:"provider"`
	FriendlyName         string            `json:"friendly_name"`
	ClientID             string            `json:"client_id"`
	Keys                 []string          `json:"keys"`
	AuthorizeURL         string            `json:"authorize_url,omitempty"`
	ExchangeURL          string            `json:"exchange_url,omitempty"`
	AuthorizePath        string            `json:"authorize_path,omitempty"`
	ExchangePath         string            `json:"exchange_path,omitempty"`
	DiscoveryPort        *int              `json:"discovery_port,omitempty"`
	DiscoveryProbePath   string            `json:"discovery_probe_path,omitempty"`
	Scopes               []string          `json:"scopes,omitempty"`
	ExtraAuthorizeParams map[string]string `json:"extra_authorize_params,omitempty"`
	ExtraExchangeParams  map[string]string `json:"extra_exchange_params,omitempty"`
	SendRedirectURI      *bool             `json:"send_redirect_uri_in_exchange,omitempty"`
	SupportsPKCE         bool              `json:"supports_pkce,omitempty"`
	NativeRedirectURI    string            `json:"native_redirect_uri,omitempty"`
}

// MarshalJSON writes what a phone needs to run the flow, under the names of the original (to_dict): empty optional fields, the
// client secret and the three fields of background refresh are left out.
func (a Authentication) MarshalJSON() ([]byte, error) {
	form := authenticationForm{
		Type: a.kind(), Provider: a.Provider, FriendlyName: a.FriendlyName, ClientID: a.ClientID, Keys: append([]string{}, a.Keys...),
		AuthorizeURL: a.AuthorizeURL, ExchangeURL: a.ExchangeURL,
		AuthorizePath: a.AuthorizePath, ExchangePath: a.ExchangePath, DiscoveryPort: a.DiscoveryPort, DiscoveryProbePath: a.DiscoveryProbePath,
		Scopes: a.Scopes, ExtraAuthorizeParams: a.ExtraAuthorizeParams, ExtraExchangeParams: a.ExtraExchangeParams,
		SupportsPKCE: a.SupportsPKCE, NativeRedirectURI: a.NativeRedirectURI,
	}
	if a.OmitRedirectURI {
		form.SendRedirectURI = new(false)
	}
	return json.Marshal(form)
}

// UnmarshalJSON reads what MarshalJSON writes. It does not check the declaration: Define does.
func (a *Authentication) UnmarshalJSON(text []byte) error {
	var form authenticationForm
	if string(text) == "null" {
		return nil
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*a = Authentication{
		Type: form.Type, Provider: form.Provider, FriendlyName: form.FriendlyName, ClientID: form.ClientID, Keys: form.Keys,
		AuthorizeURL: form.AuthorizeURL, ExchangeURL: form.ExchangeURL,
		AuthorizePath: form.AuthorizePath, ExchangePath: form.ExchangePath, DiscoveryPort: form.DiscoveryPort, DiscoveryProbePath: form.DiscoveryProbePath,
		Scopes: form.Scopes, ExtraAuthorizeParams: form.ExtraAuthorizeParams, ExtraExchangeParams: form.ExtraExchangeParams,
		OmitRedirectURI: form.SendRedirectURI != nil && !*form.SendRedirectURI,
		SupportsPKCE:    form.SupportsPKCE, NativeRedirectURI: form.NativeRedirectURI,
	}
	return nil
}

func (a Authentication) kind() string {
	if a.Type == "" {
		return "oauth"
	}
	return a.Type
}

// check returns what is wrong with the declaration.
func (a Authentication) check() (mistakes []string) {
	wrong := func(is bool, text string) {
		if is {
			mistakes = append(mistakes, text)
		}
	}
	wrong(a.Provider == "", msgAuthProvider)
	wrong(a.DiscoveryPort != nil && (*a.DiscoveryPort < 0 || *a.DiscoveryPort > 65535), msgAuthPort)
	wrong(a.RefreshInterval < 0, msgAuthInterval)
	wrong(a.RequiresBackgroundRefresh && a.RefreshTokenSecretKey == "", msgAuthRefreshKey)
	return mistakes
}

func (a *Authentication) clone() *Authentication {
	if a == nil {
		return nil
	}
	own := *a
	own.Keys, own.Scopes = slices.Clone(a.Keys), slices.Clone(a.Scopes)
	own.ExtraAuthorizeParams, own.ExtraExchangeParams = maps.Clone(a.ExtraAuthorizeParams), maps.Clone(a.ExtraExchangeParams)
	if a.DiscoveryPort != nil {
		own.DiscoveryPort = new(*a.DiscoveryPort)
	}
	return &own
}

// AuthState knows which providers a user has to authenticate with again, such as after a refresh that failed. It must be safe
// for concurrent use.
type AuthState interface {
	// NeedsAuth reports whether the provider is flagged, for the user of req or for all.
	NeedsAuth(ctx context.Context, req *Request, provider string) (bool, error)
}

// NeedsAuth reports whether a person should be asked to authenticate for the command (seed: needs_auth): it declares an
// Authentication, and a required secret is not in source or its provider is flagged in state. A nil req is an empty one, a nil
// source has nothing, a nil state flags nothing. The errors are those of source, state and the command's own code.
func (d *Definition) NeedsAuth(ctx context.Context, req *Request, source SecretSource, state AuthState) (needs bool, err error) {
	defer d.recovered(&err)
	a := d.spec.Authentication
	if a == nil || ctx.Err() != nil {
		return false, ctx.Err()
	}
	required, found, err := d.requiredNow(ctx, req, source)
	if err != nil {
		return false, err
	}
	if found.missing(required) != nil {
		return true, nil
	}
	if state == nil {
		return false, nil
	}
	flagged, err := state.NeedsAuth(ctx, req.orEmpty(), a.Provider)
	if err != nil {
		return false, fmt.Errorf(msgAuthState, d.Name(), a.Provider, err)
	}
	return flagged, nil
}
