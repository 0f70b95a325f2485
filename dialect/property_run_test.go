// Properties of all dialects on random commands: what a vendor is told is right, all that a command takes can be said, and what
// comes back is judged as if it had never been in another form.

package dialect_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

const (
	workers         = 4
	dynamicCommands = 160
	textsPerWay     = 6 // of each of the three ways to find arguments
	mostReports     = 4 // of each dialect and worker

	leastTold  = 0.6 // the part of all arguments tried that a dialect takes
	leastMeant = 0.3 // and that a command takes
	leastTried = 2000
)

// processSeed makes the runs repeatable; JARVIS_SEED, a number or "random", sets others.
var processSeed = sync.OnceValue(func() uint64 {
	switch text := os.Getenv("JARVIS_SEED"); text {
	case "":
		return 20261121
	case "random":
		return rand.Uint64()
	default:
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			panic("JARVIS_SEED: " + err.Error())
		}
		return n
	}
})

func seed(t *testing.T) uint64 {
	t.Helper()
	t.Logf("JARVIS_SEED=%d", processSeed())
	return processSeed()
}

func TestDialectProperties(t *testing.T) {
	start := seed(t)
	runs := make([]map[dialect.Dialect]*propertyRun, workers)
	t.Run("commands", func(t *testing.T) {
		for i := range runs {
			runs[i] = map[dialect.Dialect]*propertyRun{}
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				g := newGenerator(start, uint64(i))
				for _, c := range g.commands(t, i) {
					for _, d := range dialect.All() {
						if runs[i][d] == nil {
							runs[i][d] = newPropertyRun(d)
						}
						runs[i][d].command(t, g, c)
					}
				}
			})
		}
	})
	for _, d := range dialect.All() {
		total := newPropertyRun(d)
		for _, run := range runs {
			total.add(run[d])
		}
		t.Log(total)
		total.check(t)
	}
}

// commands is the share of worker i.
func (g *generator) commands(t testing.TB, i int) (list []*command) {
	for n, c := range append(structCommands(t, g), randomCommands(t, g)...) {
		if n%workers == i {
			list = append(list, c)
		}
	}
	for range dynamicCommands / workers {
		list = append(list, g.dynamic(t))
	}
	return list
}

// propertyRun counts what a run has seen of a dialect.
type propertyRun struct {
	dialect dialect.Dialect
	reports int

	tools, strict, losses int
	told, refused         int // arguments that the dialect takes, and those of them that the command does not
	meant                 int // arguments that the command takes
	tried                 int
	absentNulls           int
	took                  map[string]int // what the encoder had to do
	kinds                 map[dialect.LossKind]int
}

func newPropertyRun(d dialect.Dialect) *propertyRun {
	return &propertyRun{dialect: d, took: map[string]int{}, kinds: map[dialect.LossKind]int{}}
}

func (r *propertyRun) add(other *propertyRun) {
	r.tools, r.strict, r.losses = r.tools+other.tools, r.strict+other.strict, r.losses+other.losses
	r.told, r.refused, r.meant, r.tried = r.told+other.told, r.refused+other.refused, r.meant+other.meant, r.tried+other.tried
	r.absentNulls += other.absentNulls
	for what, n := range other.took {
		r.took[what] += n
	}
	for kind, n := range other.kinds {
		r.kinds[kind] += n
	}
}

func (r *propertyRun) String() string {
	return fmt.Sprintf("%-16s %d tools, %d strict, %d losses %v; of %d arguments the dialect takes %d, the command refuses %d of them (%d by null alone); the command takes %d; encoder %v",
		r.dialect, r.tools, r.strict, r.losses, r.kinds, r.tried, r.told, r.refused, r.absentNulls, r.meant, r.took)
}

// check demands that the run was worth something.
func (r *propertyRun) check(t *testing.T) {
	t.Helper()
	assert.GreaterOrEqual(t, r.tools, dynamicCommands)
	if r.dialect == dialect.Jarvis {
		return
	}
	assert.GreaterOrEqual(t, r.tried, leastTried, r.dialect)
	assert.GreaterOrEqual(t, float64(r.told)/float64(r.tried), leastTold, r.dialect)
	assert.GreaterOrEqual(t, float64(r.meant)/float64(r.tried), leastMeant, r.dialect)
	assert.Positive(t, r.losses, r.dialect)
	switch r.dialect {
	case dialect.OpenAIStrict:
		assert.Positive(t, r.took["null"])
		assert.GreaterOrEqual(t, r.strict, r.tools/4)
	case dialect.AnthropicStrict:
		assert.Positive(t, r.took["renamed"])
		assert.GreaterOrEqual(t, r.strict, r.tools/4)
	case dialect.Anthropic:
		assert.Positive(t, r.took["renamed"])
	case dialect.Gemini:
		assert.Positive(t, r.took["encoded"])
	}
	if r.dialect != dialect.OpenAI && r.dialect != dialect.Anthropic && r.dialect != dialect.MCP {
		assert.Positive(t, r.refused, "%s: nothing that it takes is refused by a command: the test has no wrong values", r.dialect)
	}
}

// fail reports something that is wrong, the first few times.
func (r *propertyRun) fail(t testing.TB, c *command, tool *dialect.Tool, format string, args ...any) {
	if r.reports++; r.reports > mostReports {
		t.Fail()
		return
	}
	t.Errorf("%s: %s\n  command %s\n  neutral %s\n  tool    %s\n  report  %s", r.dialect, fmt.Sprintf(format, args...), c.def.Name(), c.def.Schema(), tool.JSON(), reportText(tool))
}

func reportText(tool *dialect.Tool) string {
	var lines []string
	for _, loss := range tool.Report().Losses {
		lines = append(lines, fmt.Sprintf("%s %q %s %s (%s)", loss.Kind, loss.At, loss.Keyword, loss.Value, loss.Note))
	}
	return strings.Join(append(lines, tool.Report().Obstacles...), "\n          ")
}

// command tries one command.
func (r *propertyRun) command(t testing.TB, g *generator, c *command) {
	tool := r.print(t, c)
	if tool == nil {
		return
	}
	r.tools++
	r.losses += len(tool.Report().Losses)
	for _, loss := range tool.Report().Losses {
		r.kinds[loss.Kind]++
		if loss.Kind == dialect.Dropped && !meaningless(loss) {
			r.fail(t, c, tool, "dropped without a word: %q %s %s", loss.At, loss.Keyword, loss.Value)
		}
	}
	r.strictness(t, c, tool)
	for _, refusal := range refusals(r.dialect, tool, c.def) {
		r.fail(t, c, tool, "the vendor refuses the tool: %s", refusal)
	}
	for _, silent := range unaccounted(c, tool) {
		r.fail(t, c, tool, "neither kept nor reported: %s", silent)
	}
	if tool.Schema() == nil {
		raw := []byte(g.arguments(c.neutral))
		assert.Equal(t, string(raw), string(tool.Decode(raw)), r.dialect)
		return
	}
	told := asJSONSchema(r.dialect, mustRead(t, tool.Schema()))
	schema, err := compileSchema(told)
	if err != nil {
		r.fail(t, c, tool, "the schema does not compile: %v", err)
		return
	}
	for range textsPerWay {
		r.arguments(t, c, tool, schema, []byte(g.arguments(told)))
		raw := []byte(g.arguments(c.neutral))
		encoded := []byte(write(newEncoder(tool, r.took).encode("", told, mustRead(t, raw))))
		r.arguments(t, c, tool, schema, encoded)
		if accepts(c.schema, raw) {
			r.meaning(t, c, tool, schema, raw, encoded)
		}
	}
}

// strictness checks that a tool is strict where it can be, and that the report says why where it is not.
func (r *propertyRun) strictness(t testing.TB, c *command, tool *dialect.Tool) {
	report := tool.Report()
	if report.Strict {
		r.strict++
	}
	if r.dialect != dialect.OpenAIStrict && r.dialect != dialect.AnthropicStrict {
		if report.Strict || len(report.Obstacles) > 0 {
			r.fail(t, c, tool, "no strict dialect")
		}
		return
	}
	if report.Strict == (len(report.Obstacles) > 0) {
		r.fail(t, c, tool, "strict: %v, with %d obstacles", report.Strict, len(report.Obstacles))
	}
	if canBeStrict(c.neutral) && !report.Strict {
		r.fail(t, c, tool, "could be strict")
	}
}

// print prints the tool twice at once, and again.
func (r *propertyRun) print(t testing.TB, c *command) (tool *dialect.Tool) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s panics: %v\n  neutral %s\n%s", r.dialect, p, c.def.Schema(), debug.Stack())
			tool = nil
		}
	}()
	tool, err := r.dialect.Tool(c.def)
	require.NoError(t, err)
	var group sync.WaitGroup
	texts := make([]string, 2)
	for i := range texts {
		group.Go(func() {
			if again, err := r.dialect.Tool(c.def); err == nil {
				texts[i] = string(again.JSON()) + "\n" + reportText(again)
			}
		})
	}
	group.Wait()
	for _, text := range texts {
		require.Equal(t, string(tool.JSON())+"\n"+reportText(tool), text, "%s prints %s in two ways", r.dialect, c.def.Name())
	}
	assert.Equal(t, c.def.Name(), tool.Command())
	assert.Equal(t, r.dialect, tool.Report().Dialect)
	assert.Equal(t, c.def.Name(), tool.Report().Command)
	assert.Equal(t, tool.Name(), tool.Report().Tool)
	return tool
}

// arguments checks that what the dialect takes is judged alike before and after: by the neutral schema and by the binder, both on
// what Decode makes of it.
func (r *propertyRun) arguments(t testing.TB, c *command, tool *dialect.Tool, told *jsonschema.Schema, raw []byte) {
	r.tried++
	if !accepts(told, raw) {
		return
	}
	r.told++
	decoded := tool.Decode(slices.Clone(raw))
	binder, report := c.binds(decoded)
	neutral := accepts(c.schema, decoded)
	if _, err := readDoc(decoded); errors.Is(err, errRepeated) {
		neutral = false // a validator sees one of the two
	}
	if !binder {
		r.refused++
	}
	if binder && !neutral && c.nullAlone(t, decoded) {
		r.absentNulls++
		return
	}
	if binder != neutral {
		r.fail(t, c, tool, "arguments %s become %s: the binder takes them: %v, the schema does: %v\n  binder  %s", raw, decoded, binder, neutral, report)
	}
}

// meaning checks that what the command takes can be said in the dialect, and comes back.
func (r *propertyRun) meaning(t testing.TB, c *command, tool *dialect.Tool, told *jsonschema.Schema, raw, encoded []byte) {
	r.meant++
	if binder, report := c.binds(raw); !binder {
		r.fail(t, c, tool, "the test is wrong: arguments %s are taken by the schema alone: %s", raw, report)
	}
	if !accepts(told, encoded) {
		r.fail(t, c, tool, "arguments %s cannot be said: not as %s", raw, encoded)
		return
	}
	decoded := tool.Decode(slices.Clone(encoded))
	back, err := readDoc(decoded)
	want := mustRead(t, raw)
	if err != nil || write(want) != write(back) {
		r.fail(t, c, tool, "arguments %s are said as %s and come back as %s", raw, encoded, decoded)
	}
}

func (c *command) binds(raw []byte) (ok bool, report string) {
	_, err := c.def.Parameters().Validate(raw)
	var invalid *jarvis.ValidationError
	if err != nil && !errors.As(err, &invalid) {
		return false, "PANIC " + err.Error()
	}
	if err != nil {
		return false, err.Error()
	}
	return true, ""
}

// nullAlone reports whether the schema takes the arguments without the nulls of optional parameters: the binder takes null there
// as leaving out.
func (c *command) nullAlone(t testing.TB, raw []byte) bool {
	doc, err := readDoc(raw)
	if err != nil {
		return false
	}
	return accepts(c.schema, []byte(write(withoutNulls(c.neutral, doc))))
}

// withoutNulls drops the nulls of properties that are not required.
func withoutNulls(neutral, v any) any {
	schema, _ := neutral.(*object)
	switch v := v.(type) {
	case *object:
		out := newObject()
		for _, name := range v.keys {
			if v.vals[name] == nil && schema.object("properties").has(name) && !slices.Contains(schema.texts("required"), name) {
				continue
			}
			inner := schema.object("properties").get(name)
			if inner == nil {
				inner = schema.get("additionalProperties")
			}
			out.set(name, withoutNulls(inner, v.vals[name]))
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withoutNulls(schema.get("items"), e)
		}
		return out
	}
	return v
}
