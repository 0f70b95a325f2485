// Figures as text, and tables of texts.

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// threeDigits writes a figure with three significant digits, or all before the point.
func threeDigits(v float64) string {
	decimals := 2
	for limit := 9.995; decimals > 0 && math.Abs(v) >= limit; limit *= 10 {
		decimals--
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// duration writes nanoseconds.
func duration(ns float64) string {
	for _, unit := range []string{"ns", "µs", "ms"} {
		if ns < 999.5 {
			return threeDigits(ns) + " " + unit
		}
		ns /= 1000
	}
	return threeDigits(ns) + " s"
}

// size writes bytes, in thousands of their kind.
func size(bytes float64) string {
	if bytes < 9999.5 {
		return fmt.Sprintf("%.0f B", bytes)
	}
	return threeDigits(bytes/1000) + " kB"
}

// times writes a ratio.
func times(ratio float64) string { return threeDigits(ratio) + "×" }

// number writes a count.
func number(n float64) string { return fmt.Sprintf("%.0f", n) }

// table is a Markdown table.
type table struct{ text strings.Builder }

// newTable begins a table of figures, whose first column is text.
func newTable(columns ...string) *table {
	return begin(append([]string{"---"}, slices.Repeat([]string{"---:"}, len(columns)-1)...), columns)
}

// newTextTable begins a table of texts.
func newTextTable(columns ...string) *table {
	return begin(slices.Repeat([]string{"---"}, len(columns)), columns)
}

func begin(rule, columns []string) *table {
	t := &table{}
	t.row(columns...)
	t.row(rule...)
	return t
}

func (t *table) row(cells ...string) {
	t.text.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// String returns the table and an empty line.
func (t *table) String() string { return t.text.String() + "\n" }
