// Where secrets come from: the SecretSource interface and its simple kinds.

package jarvis

import (
	"context"
	"os"
)

// SecretRef names the secret that is looked up.
type SecretRef struct {
	Key   string // as it is declared
	Scope Scope
	User  string // for ScopeUser: of the request
}

// SecretSource finds secrets. Lookup must be safe for concurrent use; an empty value counts as absent.
type SecretSource interface {
	Lookup(ctx context.Context, ref SecretRef) (value string, ok bool, err error)
}

// secretFunc is a SecretSource that shows nothing of what it asks, however it is printed.
type secretFunc func(ctx context.Context, ref SecretRef) (value string, ok bool, err error)

func (f secretFunc) Lookup(ctx context.Context, ref SecretRef) (string, bool, error) {
	return f(ctx, ref)
}

// hideSource covers a source, which may be a plain map. Nil stays nil, and a nil pointer becomes nil.
func hideSource(source SecretSource) SecretSource {
	if isNil(source) {
		return nil
	}
	return secretFunc(func(ctx context.Context, ref SecretRef) (string, bool, error) { return source.Lookup(ctx, ref) })
}

// EnvSecrets looks secrets up in the environment, as the variable prefix+key. The environment is the installation's, so there
// are no secrets of user scope in it.
func EnvSecrets(prefix string) SecretSource { return envSecrets(prefix) }

type envSecrets string

func (prefix envSecrets) Lookup(_ context.Context, ref SecretRef) (string, bool, error) {
	if ref.Scope == ScopeUser {
		return "", false, nil
	}
	value, ok := os.LookupEnv(string(prefix) + ref.Key)
	return value, ok, nil
}

// StaticSecrets holds secrets of integration scope by key. It copies values.
func StaticSecrets(values map[string]string) SecretSource {
	return &staticSecrets{ScopeIntegration, "", hidden(values)}
}

// StaticUserSecrets holds the secrets of user scope of one user by key. It copies values.
func StaticUserSecrets(user string, values map[string]string) SecretSource {
	return &staticSecrets{ScopeUser, user, hidden(values)}
}

type staticSecrets struct {
	scope  Scope
	user   string
	values map[string]SecretString
}

func hidden(values map[string]string) map[string]SecretString {
	kept := make(map[string]SecretString, len(values))
	for key, value := range values {
		kept[key] = NewSecretString(value)
	}
	return kept
}

func (s *staticSecrets) Lookup(_ context.Context, ref SecretRef) (string, bool, error) {
	if (ref.Scope == ScopeUser) != (s.scope == ScopeUser) || s.scope == ScopeUser && ref.User != s.user {
		return "", false, nil
	}
	value, ok := s.values[ref.Key]
	return value.Reveal(), ok, nil
}

// ChainSecrets asks sources in order; the first one with a value that is not empty answers. An error ends the search, so that
// a source that is out of order is not passed over. Nil sources and nil pointers are left out.
func ChainSecrets(sources ...SecretSource) SecretSource {
	var chain chainedSecrets
	for _, s := range sources {
		if source := hideSource(s); source != nil {
			chain = append(chain, source)
		}
	}
	return chain
}

type chainedSecrets []SecretSource

func (c chainedSecrets) Lookup(ctx context.Context, ref SecretRef) (string, bool, error) {
	for _, source := range c {
		if value, ok, err := source.Lookup(ctx, ref); err != nil || ok && value != "" {
			return value, ok, err
		}
	}
	return "", false, nil
}
