// Import: how much a pattern of a foreign schema may take.

package jarvis

import (
	"encoding/json"
	"regexp/syntax"
)

// A short text can compile to a large program: x{1000} has a thousand instructions, and a class such as \pL hundreds of ranges.
// 64 Ki of instructions take about 17 MB while they are compiled and 4 MB afterwards. The length bounds what parsing takes, which
// goes before counting.
const (
	maxPattern    = 4 << 10  // bytes of one pattern
	maxPatterns   = 64 << 10 // patternSize of all patterns of a schema
	brokenPattern = 16       // what a byte of a pattern that cannot be parsed counts
)

// isTooLarge reports whether a pattern is refused for what it takes, and says so. Whether it is one at all, others say.
func (im *importer) isTooLarge(at string, raw json.RawMessage) bool {
	var pattern string
	if json.Unmarshal(raw, &pattern) != nil {
		return false
	}
	if len(pattern) > maxPattern {
		im.mistake(at, msgImportConstraint, sprintf(msgImportPattern, len(pattern), maxPattern))
		return true
	}
	if im.patterns >= 0 { // what is known to be too much need not be parsed
		im.patterns -= patternSize(pattern)
	}
	if im.patterns < 0 {
		im.mistake(at, msgImportConstraint, msgImportPatterns)
	}
	return im.patterns < 0
}

// patternSize estimates the instructions of a pattern. What is repeated has them again and again, but its ranges once; eight of
// those take what an instruction takes.
func patternSize(pattern string) int {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return brokenPattern * len(pattern)
	}
	instructions, ranges := patternParts(parsed)
	return instructions + ranges/8
}

func patternParts(re *syntax.Regexp) (instructions, ranges int) {
	instructions = 1
	switch re.Op {
	case syntax.OpLiteral:
		instructions = len(re.Rune)
	case syntax.OpCharClass:
		ranges = len(re.Rune) / 2
	}
	for _, sub := range re.Sub {
		i, r := patternParts(sub)
		instructions += i
		ranges += r
	}
	if re.Op == syntax.OpRepeat {
		instructions *= max(re.Min, re.Max, 1)
	}
	return instructions, ranges
}
