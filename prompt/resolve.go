// Resolve: which provider a program is to use.

package prompt

import (
	"errors"
	"fmt"
	"strings"
)

// EnvModelInterface is the environment variable that names the provider. Source: the settings of the original.
const EnvModelInterface = "JARVIS_MODEL_INTERFACE"

// DefaultProvider is the name that the original's setting has by default.
const DefaultProvider = "Qwen25MediumUntrained"

// ResolveName returns the name of the provider to use: the setting, else the variable EnvModelInterface, else the fallback,
// such as DefaultProvider. What is blank is passed over, and white space around a name is dropped; if all are blank, the name
// is empty. A setting that cannot be read is passed over too; its error, wrapped, is returned beside the name, to be logged.
//
// A nil setting or getenv has nothing to say: the environment is read only where getenv says so, as with os.Getenv.
func ResolveName(setting func() (string, error), getenv func(string) string, fallback string) (name string, err error) {
	if setting != nil {
		if name, err = setting(); err != nil {
			name, err = "", fmt.Errorf(msgSetting, err)
		}
	}
	if name = strings.TrimSpace(name); name == "" && getenv != nil {
		name = strings.TrimSpace(getenv(EnvModelInterface))
	}
	if name == "" {
		name = strings.TrimSpace(fallback)
	}
	return name, err
}

// Resolve is ResolveName and Lookup. If the provider is nil, the error says why: an *UnknownProviderError, the empty name
// included, with the error of the setting joined to it if there is one. An error beside a provider is that of the setting.
func (r *Registry) Resolve(setting func() (string, error), getenv func(string) string, fallback string) (Provider, error) {
	name, failed := ResolveName(setting, getenv, fallback)
	p, err := r.Lookup(name)
	if err != nil {
		return nil, errors.Join(err, failed)
	}
	return p, failed
}
