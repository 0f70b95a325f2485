// Patterns of benchmarks: those of go test, but for names that end where the pattern does.

package main

import (
	"fmt"
	"regexp"
	"strings"
)

// selection are the flags -test.bench and -test.skip of one process.
type selection struct{ bench, skip string }

// parsePattern makes of each alternative a selection. To go test a pattern is about the first parts of a name, so that
// Call/W3/jarvis$ is Call/W3/jarvis/mcp too; here what ends in $ ends the name.
func parsePattern(pattern string) ([]selection, error) {
	var all []selection
	for _, alternative := range cut(pattern, '|') {
		for _, part := range cut(alternative, '/') {
			if _, err := regexp.Compile(part); err != nil {
				return nil, fmt.Errorf("-pattern: %w", err)
			}
		}
		s := selection{bench: alternative}
		if strings.HasSuffix(alternative, "$") && !strings.HasSuffix(alternative, `\$`) {
			s.skip = alternative + "/."
		}
		all = append(all, s)
	}
	return all, nil
}

// cut parts a pattern where go test does: at separators that are neither escaped nor inside brackets.
func cut(pattern string, at byte) (parts []string) {
	square, round, from := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			square++
		case c == ']':
			square = max(square-1, 0)
		case c == '(' && square == 0:
			round++
		case c == ')' && square == 0:
			round--
		case c == at && square == 0 && round == 0:
			parts, from = append(parts, pattern[from:i]), i+1
		}
	}
	return append(parts, pattern[from:])
}
