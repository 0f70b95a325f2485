// Package suggest finds the declared name that a mistyped name was meant to be.
//
// Near means: an optimal string alignment distance (insert, delete, replace, swap of neighbours, each 1) of at most 2, and of
// at most 1 when the shorter of the two names has under 5 code points. A name that differs in case alone is near whatever
// its distance and comes before all others. An equal name is never suggested.
//
// Names may come from outside: the work is linear in their length, no memory depends on it, and a name of more than
// 256 code points is near to nothing but itself in another case.
package suggest

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxName   = 256 // code points of a name that is compared
	maxReach  = 2
	shortName = 5 // below so many code points a single edit is allowed
	width     = 2*maxReach + 1
)

// Nearest returns the candidate nearest to name, if one is near; the first of equally near ones.
func Nearest(name string, candidates []string) (string, bool) {
	s := newSearch(name)
	for _, c := range candidates {
		if s.try(c) {
			break
		}
	}
	return s.best, s.bestRank <= maxReach
}

// NearestFunc is Nearest over a sequence. It stops reading at a case-only difference.
func NearestFunc(name string, candidates iter.Seq[string]) (string, bool) {
	s := newSearch(name)
	for c := range candidates {
		if s.try(c) {
			break
		}
	}
	return s.best, s.bestRank <= maxReach
}

// search is the state of one Nearest.
type search struct {
	name     string
	text     runes
	best     string
	bestRank int
}

func newSearch(name string) *search {
	s := &search{name: name, bestRank: maxReach + 1}
	s.text.set(name)
	return s
}

// try weighs one candidate and reports whether no other can be nearer.
func (s *search) try(candidate string) bool {
	if r := s.text.rank(s.name, candidate); r < s.bestRank {
		s.best, s.bestRank = candidate, r
	}
	return s.bestRank == 0
}

// Near returns up to n candidates that are near to name, nearest first, equally near ones in their order.
// It is nil if there is none.
func Near(name string, candidates iter.Seq[string], n int) []string {
	var text runes
	text.set(name)
	var found [maxReach + 1][]string
	for c := range candidates {
		if r := text.rank(name, c); r <= maxReach && len(found[r]) < n {
			found[r] = append(found[r], c)
		}
	}
	all := slices.Concat(found[:]...)
	return all[:min(len(all), max(n, 0))]
}

// Within reports whether the distance of two names is at most reach, which is at most 2. Case counts, and equal names are.
func Within(a, b string, reach int) bool {
	reach = min(reach, maxReach)
	if x, y := runesUpTo(a, maxName+1), runesUpTo(b, maxName+1); max(x-y, y-x) > reach {
		return false
	}
	var n runes
	n.set(a)
	return n.distance(b, reach) <= reach
}

// runes holds the code points of a name, so that they are decoded once for all candidates and without a heap slice.
type runes struct {
	text    [maxName]rune
	size    int // maxName+1 for any longer name
	letters letters
}

// letters is the set of code points of a name, of which several may share a bit: what tells most names apart at once.
type letters uint64

func lettersOf(name string) (set letters) {
	for _, r := range name {
		set |= 1 << (r & 63)
	}
	return set
}

// within reports whether names of these letters can be that near: one edit takes at most one letter away and brings at most one.
func (l letters) within(other letters, reach int) bool {
	return bits.OnesCount64(uint64(l&^other)) <= reach && bits.OnesCount64(uint64(other&^l)) <= reach
}

func (n *runes) set(name string) {
	for _, r := range name {
		if n.size == maxName {
			n.size++
			return
		}
		n.text[n.size] = r
		n.letters |= 1 << (r & 63)
		n.size++
	}
}

// rank returns 0 for a case-only difference, the distance of another near candidate, and maxReach+1 for the rest.
func (n *runes) rank(name, candidate string) int {
	switch {
	case name == candidate:
		return maxReach + 1
	case strings.EqualFold(name, candidate):
		return 0
	}
	reach := maxReach
	if n.size < shortName || runesUpTo(candidate, shortName) < shortName {
		reach = 1
	}
	if !n.letters.within(lettersOf(candidate), reach) {
		return maxReach + 1
	}
	if d := n.distance(candidate, reach); d <= reach {
		return max(d, 1) // invalid UTF-8 can differ at distance 0
	}
	return maxReach + 1
}

// distance returns the optimal string alignment distance if it is at most reach, and more than reach otherwise.
// Cells further than maxReach from the diagonal cannot lie on a path that cheap, so each row keeps five of them: row i,
// column j of the full matrix is cell j-i+maxReach here.
func (n *runes) distance(candidate string, reach int) int {
	far := maxReach + 1
	size := runesUpTo(candidate, maxName+1)
	if n.size > maxName || size > maxName || max(n.size-size, size-n.size) > reach {
		return far
	}
	before, last := [width]int{far, far, far, far, far}, [width]int{far, far, 0, 1, 2}
	var prev rune
	i := 0
	for _, r := range candidate {
		i++
		row, low := n.row(i, r, prev, &before, &last)
		if low > reach {
			return far
		}
		before, last, prev = last, row, r
	}
	return last[n.size-size+maxReach]
}

// row computes row i, of code point r after prev, from the two rows above it, and its least cell.
func (n *runes) row(i int, r, prev rune, before, last *[width]int) (row [width]int, low int) {
	low = maxReach + 1
	for k := range row {
		j := i + k - maxReach
		row[k] = maxReach + 1
		switch {
		case j < 0 || j > n.size:
			continue
		case j == 0:
			row[k] = i
		default:
			row[k] = n.cell(i, j, k, r, prev, before, last)
			if k > 0 {
				row[k] = min(row[k], row[k-1]+1)
			}
		}
		low = min(low, row[k])
	}
	return row, low
}

// cell is the cheapest way into a cell from the rows above it.
func (n *runes) cell(i, j, k int, r, prev rune, before, last *[width]int) int {
	cost := last[k]
	if n.text[j-1] != r {
		cost++
	}
	if k+1 < width {
		cost = min(cost, last[k+1]+1)
	}
	if i > 1 && j > 1 && n.text[j-1] == prev && n.text[j-2] == r {
		cost = min(cost, before[k]+1)
	}
	return cost
}

// runesUpTo counts code points, at most limit of them, without reading further.
func runesUpTo(text string, limit int) int {
	count := 0
	for len(text) > 0 && count < limit {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		count++
	}
	return count
}
