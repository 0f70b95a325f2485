// Agreement: the emitted schema, in the hands of a validator, and the strict binder judge the same texts. They have to agree
// except for the two lists in the package documentation, and to follow an independent reading of the rules where they do agree.

package jarvis_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

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

// count notes the keywords of a declared parameter: those of values when there is a value.
func (r *agreementRun) count(f *modelField, present bool) {
	row := f.row()
	if r.cells[row] == nil {
		return // such as an array of typed maps
	}
	for _, keyword := range f.presence() {
		r.cells[row][keyword]++
	}
	if !present {
		return
	}
	for _, keyword := range f.keywords() {
		r.cells[row][keyword]++
	}
	if s := f.innermost(); s.goKind != "" {
		r.goFields[s.goKind]++
	}
}

func (f *modelField) presence() (keywords []string) {
	keywords = append(keywords, map[bool]string{true: "required", false: "optional"}[f.required])
	if f.def != nil {
		keywords = append(keywords, "default")
	}
	return keywords
}

// innermost is the slot of the element of an array or map, else the slot itself.
func (s *modelSlot) innermost() *modelSlot {
	if s.elem != nil {
		return s.elem
	}
	return s
}

func (f *modelField) keywords() (keywords []string) {
	if f.enumTexts() != nil {
		keywords = append(keywords, "enum")
	}
	if f.kind == "dict" && f.elem != nil {
		keywords = append(keywords, "additional")
	}
	if s := f.innermost(); s.kind == "int" && (s.size < 64 || s.unsigned) {
		keywords = append(keywords, "narrow")
	}
	rules := slices.Clone(f.rules)
	if f.elem != nil {
		rules = append(rules, f.elem.rules...)
	}
	for _, rule := range rules {
		name, _, _ := strings.Cut(rule, "=")
		switch {
		case name == "unique" || strings.HasPrefix(name, "uuid"):
			keywords = append(keywords, name[:4])
		case slices.Contains([]string{"min", "max", "gte", "lte", "gt", "lt"}, name):
			keywords = append(keywords, f.boundName(rule))
		case name == "len":
			keywords = append(keywords, "length")
		case name == "eq" && !strings.Contains(rule, "|"):
			keywords = append(keywords, map[bool]string{true: "length", false: "const"}[slices.Contains(f.rules, rule) && (f.kind == "array" || f.kind == "dict")])
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(keywords)))
}

// boundName says whether a bound is one of a length.
func (f *modelField) boundName(rule string) string {
	kind := f.kind
	if !slices.Contains(f.rules, rule) {
		kind = f.elem.kind
	}
	if slices.Contains([]string{"int", "float", "timedelta"}, kind) {
		return "bounds"
	}
	return "length"
}

var tableRows = []string{
	"string", "int", "float", "bool", "date", "datetime", "time", "timedelta", "array", "dict", "map", "object",
	"array<string>", "array<int>", "array<float>", "array<bool>", "array<date>", "array<datetime>", "array<time>", "array<timedelta>",
	"array<dict>", "array<object>",
}

var tableColumns = []string{"required", "optional", "enum", "default", "bounds", "length", "uuid", "uniq", "const", "additional", "narrow"}

// applies reports whether a keyword can be declared for a kind, so that it has to come up.
func applies(row, column string) bool {
	elem, ok := strings.CutPrefix(strings.TrimSuffix(row, ">"), "array<")
	if !ok {
		elem = row
	}
	is := func(kinds ...string) bool { return slices.Contains(kinds, elem) }
	switch column {
	case "enum":
		return slices.Contains(scalarKinds, elem)
	case "bounds":
		return is("int", "float", "timedelta")
	case "length":
		return elem != row || is("string", "array", "dict", "map")
	case "uuid":
		return is("string")
	case "uniq":
		return elem != row && is(plainKinds...)
	case "const":
		return is(plainKinds...)
	case "additional":
		return row == "map"
	case "narrow":
		return is("int", "map")
	}
	return true
}

// report prints the counts of the run.
func (r *agreementRun) report() string {
	var out strings.Builder
	fmt.Fprintf(&out, "pairs %d, accepted by both %d (%.0f %%), refused by both %d, apart %d; not tried %d, validator quirks %d\n",
		r.pairs, r.both, 100*float64(r.both)/float64(r.pairs), r.neither, r.pairs-r.both-r.neither-r.quirks, r.skipped, r.quirks)
	for i, name := range classNames[:listedClasses] {
		fmt.Fprintf(&out, "%s %d; ", name, r.alone[1<<i])
	}
	fmt.Fprintln(&out)
	w := tabwriter.NewWriter(&out, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\t%s\t\n", strings.Join(tableColumns, "\t"))
	for _, row := range tableRows {
		fmt.Fprintf(w, "%s\t", row)
		for _, column := range tableColumns {
			cell := "-"
			if applies(row, column) {
				cell = strconv.Itoa(r.cells[row][column])
			}
			fmt.Fprintf(w, "%s\t", cell)
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // a strings.Builder takes everything
	fmt.Fprintf(&out, "Go fields with a value: %v", r.goFields)
	return out.String()
}

// check demands that the run was worth something.
func (r *agreementRun) check(t *testing.T) {
	require.NotZero(t, r.pairs, "a declaration was refused")
	assert.Zero(t, r.failures, "pairs that the lists do not explain")
	assert.GreaterOrEqual(t, r.pairs, leastPairs)
	assert.GreaterOrEqual(t, float64(r.both)/float64(r.pairs), leastAccepted, "accepted by both")
	for i, name := range classNames[:listedClasses] {
		assert.Positive(t, r.alone[1<<i], "no disagreement of class %s alone", name)
	}
	for _, row := range tableRows {
		for _, column := range tableColumns {
			if applies(row, column) {
				assert.GreaterOrEqual(t, r.cells[row][column], leastPerCell, "%s with %s", row, column)
			}
		}
	}
	for _, kind := range []string{"int8", "int16", "int32", "int64", "int", "uint8", "uint16", "uint32", "uint64", "uint", "float32", "float64"} {
		assert.GreaterOrEqual(t, r.goFields[kind], leastPerCell, kind)
	}
}

// compareValues checks every bound value against a reading of the text of its own, or against the default.
func (d *declaration) compareValues(t testing.TB, raw []byte, vals jarvis.Values) {
	doc, _ := jsonschema.UnmarshalJSON(bytes.NewReader(raw)) // no document is no arguments
	sent, _ := doc.(map[string]any)
	bound := vals.Map()
	for i := range d.fields {
		f := &d.fields[i]
		v := sent[f.name]
		assert.Equal(t, v != nil, vals.Given(f.name), "given: %q in %s", f.name, raw)
		if v == nil {
			v = f.defaultValue()
		}
		got, ok := bound[f.name]
		if assert.Equal(t, v != nil, ok, "there: %q in %s", f.name, raw) && ok && !sameValue(&f.modelSlot, v, reflect.ValueOf(got)) {
			t.Errorf("%s: parameter %v is bound to %#v\n  text %s", d.name, f, got, raw)
		}
	}
}

// defaultValue decodes the default: text as it is, all else as JSON. Nil is none.
func (f *modelField) defaultValue() any {
	if f.def == nil || f.isText() {
		if f.def != nil {
			return *f.def
		}
		return nil
	}
	v, _ := jsonschema.UnmarshalJSON(strings.NewReader(*f.def)) // was read when it was declared
	return v
}

// sameValue compares what was sent with what was bound: numbers up to the rounding of floats, times and durations up to the
// ninth digit, everything else exactly.
func sameValue(s *modelSlot, sent any, got reflect.Value) bool {
	for got.Kind() == reflect.Pointer {
		got = got.Elem()
	}
	switch v := sent.(type) {
	case bool:
		return got.Bool() == v
	case json.Number:
		return sameNumber(s, v.String(), got)
	case string:
		return sameText(s, v, got)
	case []any:
		if s.elem == nil {
			return reflect.DeepEqual(v, got.Interface())
		}
		for i := range v {
			if got.Len() != len(v) || !sameValue(s.elem, v[i], got.Index(i)) {
				return false
			}
		}
		return got.Len() == len(v) && !got.IsNil()
	case map[string]any:
		return sameObject(s, v, got)
	}
	return false
}

func sameNumber(s *modelSlot, text string, got reflect.Value) bool {
	x := ratOf(text)
	switch {
	case got.CanInt():
		return x.Cmp(new(big.Rat).SetInt64(got.Int())) == 0
	case got.CanUint():
		return x.Cmp(new(big.Rat).SetUint64(got.Uint())) == 0
	}
	rounded, _ := rounding(x, s.size)
	f, _ := rounded.Float64()
	return got.Float() == f
}

func sameText(s *modelSlot, text string, got reflect.Value) bool {
	switch v := got.Interface().(type) {
	case jarvis.Date:
		d, _ := readDate(text)
		return v == jarvis.Date{Year: d[0], Month: time.Month(d[1]), Day: d[2]}
	case time.Time:
		at, _ := readInstant(text)
		return v.Equal(at)
	case jarvis.TimeOfDay:
		c, _ := readClock(text)
		return v == jarvis.TimeOfDay{Hour: c.hour, Minute: c.minute, Second: c.second, Nanosecond: c.nano, Offset: c.offset * 60, HasOffset: c.hasOffset}
	case time.Duration:
		span, _ := readSpan(text)
		return span.IsInt64() && span.Int64() == int64(v)
	}
	return s.accepts != nil && got.Kind() != reflect.String || got.String() == text // a TextUnmarshaler may keep its text as it likes
}

func sameObject(s *modelSlot, sent map[string]any, got reflect.Value) bool {
	if s.fields == nil && s.elem == nil {
		return reflect.DeepEqual(sent, got.Interface())
	}
	for name, v := range sent {
		elem, at := s.elem, reflect.Value{}
		if s.fields == nil {
			at = got.MapIndex(reflect.ValueOf(name).Convert(got.Type().Key()))
		} else {
			f := &s.fields[slices.IndexFunc(s.fields, func(f modelField) bool { return f.name == name })]
			elem, at = &f.modelSlot, fieldOf(f, got)
		}
		if v != nil && (!at.IsValid() || !sameValue(elem, v, at)) {
			return false
		}
	}
	return s.fields != nil || got.Len() == len(sent)
}

// fieldOf finds the value of a parameter in a struct or in Values; the zero Value if it is not there.
func fieldOf(f *modelField, object reflect.Value) reflect.Value {
	if vals, ok := object.Interface().(jarvis.Values); ok {
		v, _ := vals.Lookup(f.name)
		return reflect.ValueOf(v)
	}
	return object.FieldByIndex(f.index)
}
