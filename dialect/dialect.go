// The dialects and their names.

package dialect

import (
	"fmt"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Dialect is the form of a tool that a vendor or host takes. Its text is the name of the dialect in command lines. The zero value
// and texts that [All] does not have are no dialect.
type Dialect string

// The dialects. The file of each says what its vendor takes and where the vendor says so.
const (
	OpenAI          Dialect = "openai"           // Chat Completions, function tools
	OpenAIStrict    Dialect = "openai-strict"    // the same with "strict": true
	Anthropic       Dialect = "anthropic"        // Messages API, client tools
	AnthropicStrict Dialect = "anthropic-strict" // the same with "strict": true
	Gemini          Dialect = "gemini"           // FunctionDeclaration with parameters, a subset of OpenAPI 3.0
	GeminiJSON      Dialect = "gemini-json"      // FunctionDeclaration with parametersJsonSchema
	MCP             Dialect = "mcp"              // Model Context Protocol, an entry of tools/list
	Jarvis          Dialect = "jarvis"           // available_commands of the Jarvis command center
)

// All returns the dialects in the order of the constants.
func All() []Dialect {
	return []Dialect{OpenAI, OpenAIStrict, Anthropic, AnthropicStrict, Gemini, GeminiJSON, MCP, Jarvis}
}

// Parse returns the dialect of that name; the error is an [*UnknownError].
func Parse(name string) (Dialect, error) {
	var names []string
	for _, d := range All() {
		if string(d) == name {
			return d, nil
		}
		names = append(names, string(d))
	}
	near, _ := suggest.Nearest(name, names)
	return "", &UnknownError{Name: name, Near: Dialect(near)}
}

// UnknownError reports a name that is no dialect.
type UnknownError struct {
	Name string  // as it was asked for
	Near Dialect // the nearest one, if any is near
}

// Error names the dialects, or the one that may have been meant.
func (e *UnknownError) Error() string {
	if e.Near != "" {
		return fmt.Sprintf(msgUnknownNear, echo.Cut(e.Name), e.Near)
	}
	return fmt.Sprintf(msgUnknown, echo.Cut(e.Name), All())
}
