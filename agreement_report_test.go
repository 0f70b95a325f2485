// What agreement was tried on: which keyword on which type, how often, and what was never tried.

package jarvis_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
