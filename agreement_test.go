// Agreement: the emitted schema, in the hands of a validator, and the strict binder judge the same texts. They have to agree
// except for the two lists in the package documentation, and to follow an independent reading of the rules where they do agree.

package jarvis_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

const (
	workers             = 4
	builderDeclarations = 800
	textsPerBuilder     = 22
	textsPerStruct      = 160
	leastPairs          = 20_000
	leastAccepted       = 0.30
	leastPerCell        = 100
	mostReports         = 5 // of each worker
)

// TestAgreement runs the same pairs every time; JARVIS_SEED, a number or "random", sets others.
func TestAgreement(t *testing.T) {
	seed := uint64(20261121)
	switch text := os.Getenv("JARVIS_SEED"); text {
	case "":
	case "random":
		seed = rand.Uint64()
	default:
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, "JARVIS_SEED")
	}
	t.Logf("JARVIS_SEED=%d", seed)
	runs := make([]*agreementRun, workers)
	t.Run("pairs", func(t *testing.T) {
		for i := range runs {
			runs[i] = newAgreementRun()
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(i)))}
				runs[i].structs(t, g)
				runs[i].builders(t, g)
			})
		}
	})
	total := newAgreementRun()
	for _, run := range runs {
		total.add(run)
	}
	t.Log(total.report())
	total.check(t)
}

func (r *agreementRun) structs(t testing.TB, g *generator) {
	for _, d := range structDeclarations(t) {
		for range textsPerStruct / workers {
			r.pair(t, g, d, g.arguments(d.fields))
		}
	}
}

func (r *agreementRun) builders(t testing.TB, g *generator) {
	for range builderDeclarations / workers {
		fields := g.fields(2)
		d := declare(t, "builder", fields, g.build(t, fields))
		for range textsPerBuilder {
			r.pair(t, g, d, g.arguments(fields))
		}
	}
}

// declaration is a set of parameters, its compiled schema, and what this test thinks it means.
type declaration struct {
	name   string
	fields []modelField
	params *jarvis.Parameters
	schema *jsonschema.Schema
}

func declare(t testing.TB, name string, fields []modelField, params *jarvis.Parameters) *declaration {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(params.Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("mem:///schema", doc))
	schema, err := c.Compile("mem:///schema")
	require.NoError(t, err, "%s", params.Schema())
	return &declaration{name: name, fields: fields, params: params, schema: schema}
}

// verdicts asks both sides. vals is only fit for use if the binder accepts.
func (d *declaration) verdicts(t testing.TB, raw []byte) (schema, binder bool, vals jarvis.Values) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	schema = err == nil && d.schema.Validate(doc) == nil
	vals, err = d.params.Validate(raw)
	var invalid *jarvis.ValidationError
	if err != nil && (!errors.As(err, &invalid) || len(invalid.Problems) == 0) {
		assert.Fail(t, "not a report of problems", "%s: %v", raw, err)
	}
	return schema, err == nil, vals
}

// agreementRun counts what a run of the test has seen.
type agreementRun struct {
	pairs, skipped, quirks, both, neither, failures, reports int

	alone    map[class]int             // disagreements by their only reason
	cells    map[string]map[string]int // values by row and column of the table
	goFields map[string]int            // values by Go kind
	failed   *declaration              // the last one reported: one report for each is enough
}

func newAgreementRun() *agreementRun {
	r := &agreementRun{alone: map[class]int{}, cells: map[string]map[string]int{}, goFields: map[string]int{}}
	for _, row := range tableRows {
		r.cells[row] = map[string]int{}
	}
	return r
}

func (r *agreementRun) add(other *agreementRun) {
	r.pairs, r.skipped, r.quirks = r.pairs+other.pairs, r.skipped+other.skipped, r.quirks+other.quirks
	r.both, r.neither = r.both+other.both, r.neither+other.neither
	r.failures += other.failures
	addCounts(r.alone, other.alone)
	addCounts(r.goFields, other.goFields)
	for _, row := range tableRows {
		addCounts(r.cells[row], other.cells[row])
	}
}

func addCounts[K comparable](to, from map[K]int) {
	for key, n := range from {
		to[key] += n
	}
}

// hugeExponent finds numbers beyond 1e400, which only a random edit makes. The validator expands them with big.Rat, which takes
// time and memory out of all proportion.
var hugeExponent = regexp.MustCompile(`(^|[^0-9a-zA-Z.])[0-9][0-9.]*[eE][+-]?0*(4[0-9][1-9]|4[1-9][0-9]|[5-9][0-9]{2}|[1-9][0-9]{3,})`)

func (r *agreementRun) pair(t testing.TB, g *generator, d *declaration, raw []byte) {
	if hugeExponent.Match(raw) {
		r.skipped++
		return
	}
	r.pairs++
	want := judge(d.fields, raw, r.count)
	schema, binder, vals := d.verdicts(t, raw)
	switch {
	case want&quirk != 0:
		r.quirks++
		schema = want.schema()
	case schema && binder:
		r.both++
	case !schema && !binder:
		r.neither++
	case want&(want-1) == 0:
		r.alone[want]++
	}
	if schema != want.schema() || binder != want.binder() {
		r.fail(t, g, d, raw)
		return
	}
	if binder {
		d.compareValues(t, raw, vals)
	}
}

// fail reports the smallest text, and for the builder the smallest declaration, that still goes wrong.
func (r *agreementRun) fail(t testing.TB, g *generator, d *declaration, raw []byte) {
	if r.failures++; r.reports == mostReports || r.failed == d {
		return
	}
	r.reports, r.failed = r.reports+1, d
	d, raw = shrink(t, g, d, raw)
	schema, binder, _ := d.verdicts(t, raw)
	want := judge(d.fields, raw, nil)
	_, err := d.params.Validate(raw)
	t.Errorf(failureText, raw, raw, d.name, d.fields, d.params.Schema(), schema, want.schema(), binder, want.binder(), want, err)
}

const failureText = `the lists do not explain this
  text     %s
  quoted   %q
  declared %s %v
  schema   %s
  schema accepts: %v, expected %v
  binder accepts: %v, expected %v
  reasons found: %v
  binder says: %v`

// wrong reports whether a pair is not explained by the lists.
func (d *declaration) wrong(t testing.TB, raw []byte) bool {
	schema, binder, _ := d.verdicts(t, raw)
	want := judge(d.fields, raw, nil)
	return binder != want.binder() || want&quirk == 0 && schema != want.schema()
}

// shrink drops members of the text, of the builder with their declarations, as long as the pair stays wrong.
func shrink(t testing.TB, g *generator, d *declaration, raw []byte) (*declaration, []byte) {
	var members map[string]json.RawMessage
	if isBroken(raw) || json.Unmarshal(raw, &members) != nil {
		return d, raw
	}
	for i := 0; i < len(d.fields); {
		name, fewer := d.fields[i].name, maps.Clone(members)
		delete(fewer, name)
		less, err := json.Marshal(fewer)
		smaller := d
		if d.name == "builder" && len(d.fields) > 1 {
			fields := slices.Delete(slices.Clone(d.fields), i, i+1)
			smaller = declare(t, d.name, fields, g.build(t, fields))
		}
		if _, given := members[name]; err == nil && (given || smaller != d) && smaller.wrong(t, less) {
			members, raw = fewer, less
			if smaller != d {
				d = smaller
				continue
			}
		}
		i++
	}
	return d, raw
}
