// Configs from the environment.

package llm

import (
	"errors"
	"os"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// The variables of the environment.
const (
	envBaseURL  = "OPENAI_BASE_URL"
	envKey      = "OPENAI_API_KEY"
	envModel    = "OPENAI_MODEL"
	envInsecure = "OPENAI_ALLOW_INSECURE_KEY"
)

// variable says which variable a field of Config is from.
func variable(field string) string {
	switch field {
	case "BaseURL":
		return envBaseURL
	case "Key":
		return envKey
	case "AllowInsecureKey":
		return envInsecure
	}
	return ""
}

// ConfigFromEnv returns a Config with BaseURL, Key and Model from OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL, white space around
// them left out, and with AllowInsecureKey if OPENAI_ALLOW_INSECURE_KEY is 1 or true. Variables that are empty or not set leave the
// zero value. A nil getenv is os.Getenv. Mistakes are found by [NewOpenAI].
func ConfigFromEnv(getenv func(string) string) Config {
	if getenv == nil {
		getenv = os.Getenv
	}
	value := func(name string) string { return strings.TrimSpace(getenv(name)) }
	insecure := strings.ToLower(value(envInsecure))
	cfg := Config{BaseURL: value(envBaseURL), Model: value(envModel), AllowInsecureKey: insecure == "1" || insecure == "true"}
	if key := value(envKey); key != "" {
		cfg.Key = jarvis.NewSecretString(key)
	}
	return cfg
}

// NewOpenAIFromEnv is NewOpenAI with what [ConfigFromEnv] returns. Its errors name the variables too.
func NewOpenAIFromEnv(getenv func(string) string) (*OpenAI, error) {
	client, err := NewOpenAI(ConfigFromEnv(getenv))
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			var mistake *ConfigError
			if errors.As(err, &mistake) {
				mistake.variable = variable(mistake.Field)
			}
		}
	}
	return client, err
}
