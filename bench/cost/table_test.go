// The section "cost" of the README: written by TestTable, which fails when it is stale.

package cost

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Where the section stands, and what stands around it.
const (
	readme   = "../README.md"
	begin    = "<!-- cost -->\n"
	end      = "<!-- /cost -->"
	mostKeys = 6 // that an account tells of
)

func TestTable(t *testing.T) {
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), begin)
	require.True(t, found, "%s has no %q", readme, begin)
	old, after, found := strings.Cut(rest, end)
	require.True(t, found, "%s has no %q", readme, end)
	now := section(t)
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.WriteFile(readme, []byte(before+begin+now+end+after), 0o644))
		return
	}
	assert.Equal(t, old, now, "JARVIS_UPDATE=1 go test ./cost writes it")
}

// section is the text between the markers.
func section(t testing.TB) string {
	rows := prices(t)
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n%s\n", intro(t), table(t, rows))
	out.WriteString("Where ours costs more, and why:\n\n" + exceptionList(t, rows))
	out.WriteString("\nWhere the bytes of `home` differ, by the keys of the JSON; of ours from the peer, or from `openai`:\n\n" + accounts(t, rows))
	return out.String()
}

func intro(t testing.TB) string {
	var lists strings.Builder
	for _, w := range works(t) {
		fmt.Fprintf(&lists, "- `%s`: %s\n", w.name, w.about)
	}
	return fmt.Sprintf(`
What a request says to declare its tools, in bytes and in tokens of o200k_base and cl100k_base, for three lists:

%s
Peers: %s.

Every peer is told what our declarations say: names, descriptions, defaults and constraints, and effects where the form has a
place for them. Tests in [cost](cost) hold each list of a peer to that: its schemas must judge at least %d calls of every command,
right ones and ones with a single mistake, as ours do. What they judge otherwise stands in the last column. invopop and huma make
schemas alone, which are counted as function tools of OpenAI; go-sdk and mcp-go answer tools/list.

"Trimmed" is the smallest output that a peer's own options give. invopop: no $schema, $ref and $defs; the $id of named types is
counted in neither row. huma: no null for arrays; its formats of numbers stay. go-sdk: no null for arrays and no hints that are
false, by the settings MCPGODEBUG and JSONSCHEMAGODEBUG of the environment. go-sdk and mcp-go: of the four hints the one that
tells the effect.
`, lists.String(), versions(t), fewest)
}

// versions names the peers with their versions in go.mod.
func versions(t testing.TB) string {
	mod, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	var list []string
	for _, path := range []string{
		"github.com/invopop/jsonschema", "github.com/danielgtaylor/huma/v2", "github.com/modelcontextprotocol/go-sdk", "github.com/mark3labs/mcp-go",
	} {
		found := regexp.MustCompile(`(?m)^\t` + regexp.QuoteMeta(path) + ` (\S+)`).FindSubmatch(mod)
		require.NotNil(t, found, path)
		list = append(list, strings.TrimPrefix(path, "github.com/")+" "+string(found[1]))
	}
	return strings.Join(list, ", ")
}

func table(t testing.TB, rows []priced) string {
	var out strings.Builder
	out.WriteString("| form |")
	rule := "| --- |"
	for _, w := range works(t) {
		fmt.Fprintf(&out, " %s: bytes | o200k | cl100k |", w.name)
		rule += strings.Repeat(" ---: |", len(measures))
	}
	out.WriteString(" says otherwise |\n" + rule + " --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&out, "| %s |", r.name)
		for _, w := range works(t) {
			for _, n := range r.prices[w.name] {
				fmt.Fprintf(&out, " %s |", thousands(n))
			}
		}
		fmt.Fprintf(&out, " %s |\n", strings.Join(differences()[r.name], "; "))
	}
	return out.String()
}

// thousands writes a number below a million with a comma.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

func exceptionList(t testing.TB, rows []priced) string {
	var out strings.Builder
	for _, e := range exceptions() {
		ours := named(t, rows, "jarvis, "+string(e.ours))
		i := slices.IndexFunc(rivals(rows, ours), func(r priced) bool { return r.name == e.peer })
		require.GreaterOrEqual(t, i, 0, e.peer)
		theirs := rivals(rows, ours)[i]
		var by []string
		for _, w := range works(t) {
			if more := excess(e, w.name, ours, theirs); more != "" {
				by = append(by, w.name+" "+more)
			}
		}
		fmt.Fprintf(&out, "- `%s` beside %s: %s (%s).\n", e.ours, e.peer, e.why, strings.Join(by, "; "))
	}
	return out.String()
}

// excess is by how much ours is more, by the measures that an exception names.
func excess(e exception, work string, ours, theirs priced) string {
	var list []string
	for i, measure := range measures {
		if slices.Contains(strings.Fields(e.where[work]), measure) {
			list = append(list, fmt.Sprintf("%+d %s", ours.prices[work][i]-theirs.prices[work][i], measure))
		}
	}
	return strings.Join(list, ", ")
}

// accounts tells of each peer what ours has more and less, and of each other dialect what it has beside openai.
func accounts(t testing.TB, rows []priced) string {
	var out strings.Builder
	base := named(t, rows, "jarvis, openai")
	out.WriteString("| ours | beside | bytes | of which |\n| --- | --- | ---: | --- |\n")
	for _, ours := range rows {
		if ours.peer {
			continue
		}
		beside := rivals(rows, ours)
		if beside[0].name == smallest {
			beside = []priced{base}
		}
		for _, other := range beside {
			sum, parts := difference(accountOf(t, ours.lists["home"]), accountOf(t, other.lists["home"]))
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", ours.family, other.name, signed(sum), parts)
		}
	}
	return out.String()
}

// signed writes a difference.
func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// difference tells the keys that differ most, and the rest in one.
func difference(ours, theirs account) (sum int, parts string) {
	by := maps.Clone(ours)
	for key, n := range theirs {
		by[key] -= n
	}
	maps.DeleteFunc(by, func(_ string, n int) bool { return n == 0 })
	keys := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(max(by[b], -by[b]), max(by[a], -by[a])), strings.Compare(a, b))
	})
	rest := 0
	var list []string
	for i, key := range keys {
		sum += by[key]
		if i < mostKeys {
			list = append(list, fmt.Sprintf("%s %+d", key, by[key]))
		} else {
			rest += by[key]
		}
	}
	if len(keys) > mostKeys {
		list = append(list, fmt.Sprintf("%d others %+d", len(keys)-mostKeys, rest))
	}
	return sum, strings.Join(list, ", ")
}
