// The claim: a list of ours costs no more than that of a peer, by any measure.

package cost

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/dialect"
	"github.com/stretchr/testify/assert"
)

// smallest stands for the least that any peer costs, each measure by itself.
const smallest = "the smallest peer"

// exception is where a list of ours costs more than a peer's, and why. The table repeats it.
type exception struct {
	ours  dialect.Dialect
	peer  string
	where map[string]string // by work: the measures
	why   string
}

const all = "bytes o200k cl100k"

func exceptions() []exception {
	const order = "the keys stand in another order, and tokenizers join what stands side by side"
	return []exception{
		{dialect.OpenAI, "huma, trimmed", map[string]string{"W3": "cl100k"}, "the same bytes: " + order},
		{dialect.OpenAIStrict, smallest, map[string]string{"home": all, "W3": all, "W8": all},
			"`strict`, every parameter in `required`, `null` for those that may be left out, and sentences for what the strict form has no keyword for"},
		{dialect.AnthropicStrict, smallest, map[string]string{"home": all, "W8": all},
			"`strict`, and sentences for bounds and lengths"},
		{dialect.Gemini, smallest, map[string]string{"W3": all, "W8": all},
			"`propertyOrdering`, as the vendor orders parameters by the alphabet otherwise, and `functionDeclarations` around the list"},
		{dialect.GeminiJSON, smallest, map[string]string{"home": all, "W3": all, "W8": all},
			"`propertyOrdering` and `functionDeclarations` as above, the long `parametersJsonSchema`, and sentences for lengths"},
		{dialect.MCP, "go-sdk, trimmed", map[string]string{"home": all, "W3": "o200k", "W8": "o200k"},
			"`\"properties\":{}`, without which OpenAI refuses a tool that a host hands on; for W3 and W8 the same bytes: " + order},
		{dialect.MCP, "mcp-go, trimmed", map[string]string{"home": "cl100k", "W3": "cl100k", "W8": "cl100k"}, "no more bytes: " + order},
		{dialect.Jarvis, smallest, map[string]string{"home": all, "W3": all, "W8": all},
			"the format carries examples, keywords and rules, and names the default and the enum of every parameter even where it has none"},
	}
}

// excused reports whether an exception is made.
func excused(ours dialect.Dialect, peer, work, measure string) bool {
	return slices.ContainsFunc(exceptions(), func(e exception) bool {
		return e.ours == ours && e.peer == peer && slices.Contains(strings.Fields(e.where[work]), measure)
	})
}

// rivals are the peers that a dialect is compared with: those that print the same form, or where there are none the smallest.
func rivals(rows []priced, ours priced) []priced {
	var same []priced
	least := priced{form: form{name: smallest}, prices: map[string]price{}}
	for _, r := range rows {
		if !r.peer {
			continue
		}
		if r.family == ours.family {
			same = append(same, r)
		}
		for work, p := range r.prices {
			least.prices[work] = cheaper(least.prices[work], p)
		}
	}
	if same != nil {
		return same
	}
	return []priced{least}
}

// cheaper is the lower price by each measure; a zero price is none.
func cheaper(a, b price) price {
	if a == (price{}) {
		return b
	}
	for i := range a {
		a[i] = min(a[i], b[i])
	}
	return a
}

// An exception that is no longer needed fails as a broken claim does.
func TestClaim(t *testing.T) {
	rows := prices(t)
	for _, ours := range rows {
		if ours.peer {
			continue
		}
		for _, theirs := range rivals(rows, ours) {
			for work, mine := range ours.prices {
				other := theirs.prices[work]
				t.Run(fmt.Sprintf("%s, %s, %s", ours.family, theirs.name, work), func(t *testing.T) {
					for i, measure := range measures {
						assert.NotZero(t, other[i])
						if excused(ours.family, theirs.name, work, measure) {
							assert.Greater(t, mine[i], other[i], "%s: the exception can go", measure)
						} else {
							assert.LessOrEqual(t, mine[i], other[i], "%s: ours costs more", measure)
						}
					}
				})
			}
		}
	}
}

// Every exception is of a comparison that TestClaim makes.
func TestExceptionsAreOfTheClaim(t *testing.T) {
	rows := prices(t)
	for _, e := range exceptions() {
		ours := named(t, rows, "jarvis, "+string(e.ours))
		rival := slices.IndexFunc(rivals(rows, ours), func(r priced) bool { return r.name == e.peer })
		assert.GreaterOrEqual(t, rival, 0, "%s is not compared with %s", e.ours, e.peer)
		for work, excused := range e.where {
			assert.Contains(t, ours.prices, work)
			assert.Subset(t, measures[:], strings.Fields(excused))
		}
	}
}
