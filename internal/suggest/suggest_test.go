// Tests of the nearest-name search: named cases, and a comparison with the textbook matrix.

package suggest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	for _, tc := range []struct {
		name, given string
		candidates  []string
		want        string // empty = none
	}{
		{"one letter replaced", "cuty", []string{"city", "unit"}, "city"},
		{"one letter missing", "ciy", []string{"city"}, "city"},
		{"one letter too many", "cityy", []string{"city"}, "city"},
		{"a swap counts one", "ctiy", []string{"city"}, "city"},
		{"two edits of a short name", "ctyi", []string{"city"}, ""},
		{"two edits, the shorter has 5", "colours", []string{"color"}, "color"},
		{"two edits, the shorter has 4", "abcdef", []string{"abcd"}, ""},
		{"three edits", "resolved", []string{"resolver__"}, ""},
		{"two swaps", "erquierd", []string{"required"}, "required"},
		{"two swaps and an edit", "erquierdd", []string{"required"}, ""},
		{"no edit between swapped letters", "ca", []string{"abc"}, ""},
		{"nearest wins over first", "metrics", []string{"metro__", "metrical", "metric"}, "metric"},
		{"ties by order", "unit1", []string{"unit2", "unit3"}, "unit2"},
		{"equal is skipped", "city", []string{"city"}, ""},
		{"equal is skipped, the next counts", "city", []string{"city", "cities", "citys"}, "citys"},
		{"case only beats distance 1", "CITY", []string{"CITI", "city"}, "city"},
		{"case only whatever the distance", "RESOLVEDDATES", []string{"resolveddates"}, "resolveddates"},
		{"case counts as an edit beside another", "Citx", []string{"city"}, ""},
		{"code points, not bytes", "größe", []string{"grösse"}, "grösse"},
		{"letters are code points", "éééé", []string{"éééaa"}, ""},
		{"case beyond ASCII", "ÉTÉ", []string{"été"}, "été"},
		{"no candidates", "city", nil, ""},
		{"empty name and a single letter", "", []string{"x"}, "x"},
		{"both empty", "", []string{""}, ""},
		{"invalid bytes differ", "abcd\xff", []string{"abcde"}, "abcde"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := Nearest(tc.given, tc.candidates)
			assert.Equal(t, tc.want, got)
			assert.Equal(t, tc.want != "", ok)
			again, ok := NearestFunc(tc.given, slices.Values(tc.candidates))
			assert.Equal(t, tc.want, again)
			assert.Equal(t, tc.want != "", ok)
		})
	}
}

func TestNear(t *testing.T) {
	all := []string{"lights", "kitchen", "lihgts", "light", "LIGHT_", "light_", "deligth"}
	for _, tc := range []struct {
		name string
		n    int
		want []string
	}{
		{"nearest first, ties by order", 9, []string{"LIGHT_", "lights", "light", "lihgts"}},
		{"cut to n", 2, []string{"LIGHT_", "lights"}},
		{"none asked for", 0, nil},
		{"less than none", -1, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, Near("light_", slices.Values(all), tc.n))
		})
	}
	assert.Nil(t, Near("x1234", slices.Values(all), 3))
}

func TestWithin(t *testing.T) {
	assert.True(t, Within("enmu", "enum", 1))
	assert.True(t, Within("enum", "enum", 0))
	assert.False(t, Within("table", "label", 1))
	assert.True(t, Within("table", "label", 2))
	assert.False(t, Within("abcdef", "xyzdef", 9), "reach is at most 2")
}

func TestHostileNames(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	_, ok := Nearest(long, []string{long + "b", long[1:], "a"})
	assert.False(t, ok, "too long to be compared")
	got, ok := Nearest(long, []string{strings.ToUpper(long)})
	assert.True(t, ok, "case is compared at any length")
	assert.Len(t, got, len(long))

	edge := strings.Repeat("é", maxName)
	_, ok = Nearest(edge, []string{edge[2:]})
	assert.True(t, ok)
	_, ok = Nearest(edge, []string{edge + "é"})
	assert.False(t, ok)

	candidates := []string{"city", "unit_system", "resolved_datetimes"}
	assert.Zero(t, testing.AllocsPerRun(20, func() { Nearest(long, candidates); Nearest("unit_sistem", candidates) }))
}

func TestAgainstReference(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abAé")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		name, candidates := word.Draw(t, "name"), rapid.SliceOfN(word, 0, 6).Draw(t, "candidates")
		n := rapid.IntRange(0, 4).Draw(t, "n")
		want := referenceNear(name, candidates)
		got := Near(name, slices.Values(candidates), n)
		assert.Equal(t, append([]string{}, want[:min(n, len(want))]...), append([]string{}, got...))
		first, ok := Nearest(name, candidates)
		assert.Equal(t, len(want) > 0, ok)
		if ok {
			assert.Equal(t, want[0], first)
		}
	})
}

func FuzzDistance(f *testing.F) {
	f.Add("requierd", "required")
	f.Add("größe", "gr\xffe")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 600 {
			t.Skip()
		}
		want := referenceDistance([]rune(a), []rune(b))
		for reach := range maxReach + 1 {
			assert.Equal(t, want <= reach, Within(a, b, reach), "%q %q %d", a, b, want)
		}
	})
}

// referenceNear is the rule of the package comment, spelt out.
func referenceNear(name string, candidates []string) []string {
	var byRank [3][]string
	for _, c := range candidates {
		d, reach := referenceDistance([]rune(name), []rune(c)), 2
		if min(len([]rune(name)), len([]rune(c))) < 5 {
			reach = 1
		}
		switch {
		case c == name:
		case strings.EqualFold(c, name):
			byRank[0] = append(byRank[0], c)
		case d <= reach:
			byRank[d] = append(byRank[d], c)
		}
	}
	return slices.Concat(byRank[:]...)
}

// referenceDistance is the optimal string alignment distance by the full matrix.
func referenceDistance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
