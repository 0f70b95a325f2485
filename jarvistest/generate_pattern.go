// Generating texts that match a pattern, which imported schemas like to ask for.

package jarvistest

import (
	"regexp/syntax"
	"strings"
)

// matching draws a text that matches a regular expression of RE2, or one near it: word boundaries are not looked at.
func (g *generator) matching(expr string) string {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return ""
	}
	var out strings.Builder
	g.match(&out, parsed)
	return out.String()
}

func (g *generator) match(out *strings.Builder, expr *syntax.Regexp) {
	const more = 3 // than the least number of repetitions, where there is no end to them
	least, most := 1, 1
	switch expr.Op {
	case syntax.OpLiteral:
		out.WriteString(string(expr.Rune))
	case syntax.OpCharClass:
		if ranges := len(expr.Rune) / 2; ranges > 0 {
			at := 2 * g.below(ranges)
			low, high := expr.Rune[at], expr.Rune[at+1]
			out.WriteRune(low + rune(g.below(int(min(high-low, 90))+1)))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		out.WriteByte("abz09 -_"[g.below(8)])
	case syntax.OpAlternate:
		g.match(out, choose(g.dice, expr.Sub...))
		return
	case syntax.OpStar:
		least, most = 0, more
	case syntax.OpPlus:
		most = more
	case syntax.OpQuest:
		least = 0
	case syntax.OpRepeat:
		least, most = expr.Min, expr.Max
		if most < 0 {
			most = least + more
		}
	}
	for range least + g.below(most-least+1) {
		for _, sub := range expr.Sub {
			g.match(out, sub)
		}
	}
}
