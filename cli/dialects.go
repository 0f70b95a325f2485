// Dialects by name, for verbs that print or measure tools.

package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// dialectNames are the names of all dialects, and of what else a verb takes in their place.
func dialectNames(more ...string) (names []string) {
	for _, d := range dialect.All() {
		names = append(names, string(d))
	}
	return append(names, more...)
}

// findDialect returns the name if it is among those, else an error with the one that may have been meant.
func findDialect(name string, names []string) (dialect.Dialect, error) {
	if slices.Contains(names, name) {
		return dialect.Dialect(name), nil
	}
	list := strings.Join(names, ", ")
	if near, ok := suggest.Nearest(name, names); ok {
		return "", usage(msgDialectNear, echo.Cut(name), near, list)
	}
	return "", usage(msgDialect, echo.Cut(name), list)
}

// completeDialects completes the flag --dialect of a verb.
func (p *program) completeDialects(verb *cobra.Command, names []string) {
	p.complete(verb, "dialect", func(_ *cobra.Command, _ []string, begun string) (found []string, _ cobra.ShellCompDirective) {
		for _, name := range names {
			if strings.HasPrefix(name, begun) {
				found = append(found, cobra.CompletionWithDesc(name, dialectSummary(name)))
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	})
}

// dialectSummary says whose dialect it is.
func dialectSummary(name string) string {
	switch dialect.Dialect(name) {
	case dialect.OpenAI:
		return "Chat Completions of OpenAI, and of servers like it"
	case dialect.OpenAIStrict:
		return "the same with strict: true"
	case dialect.Anthropic:
		return "Messages API of Anthropic"
	case dialect.AnthropicStrict:
		return "the same with strict: true"
	case dialect.Gemini:
		return "function declarations of Gemini, with parameters"
	case dialect.GeminiJSON:
		return "function declarations of Gemini, with parametersJsonSchema"
	case dialect.MCP:
		return "tools/list of the Model Context Protocol"
	case dialect.Jarvis:
		return "available_commands of the Jarvis command center"
	case neutral:
		return "the JSON Schema of the arguments as declared"
	}
	return ""
}
