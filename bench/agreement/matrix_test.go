// The matrix: every contestant gets every payload.

package agreement

import (
	"os"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain sets what huma has for the whole process: names that differ in case are different names.
func TestMain(m *testing.M) {
	huma.ValidateStrictCasing = true
	os.Exit(m.Run())
}

func kinds() []kind {
	return []kind{
		jobKind(), textKind(), nameKind(), unitKind(), intKind(), byteKind(), int8Kind(), percentKind(), floatKind(), shareKind(), stepKind(),
		boolKind(), noteKind(), momentKind(), spanKind(), roomsKind(), countsKind(), fewKind(), sharesKind(), momentsKind(), levelsKind(),
		treeKind(), lampKind(), weeksKind(),
	}
}

// cell is what one contestant did with one payload.
type cell struct {
	verdict  verdict
	got      any
	panicked string
}

// sheet is one kind of the matrix: a row for each payload, a cell for each contestant.
type sheet struct {
	kind  kind
	rows  [][]cell
	names []string
}

var matrix = sync.OnceValue(func() []sheet { return play(kinds()) })

func play(list []kind) (sheets []sheet) {
	for _, k := range list {
		sheets = append(sheets, k.play())
	}
	return sheets
}

func (k kind) play() sheet {
	s := sheet{kind: k}
	players := k.make(&k)
	for _, c := range players {
		s.names = append(s.names, c.name)
	}
	for _, p := range k.payloads {
		var row []cell
		for i := range players {
			o := players[i].try(p.raw)
			row = append(row, cell{p.judge(&players[i], o), o.got, o.panicked})
		}
		s.rows = append(s.rows, row)
	}
	return s
}

// The first payload of a kind shows that a contestant's declaration is right.
func TestControls(t *testing.T) {
	for _, s := range matrix() {
		require.Equal(t, whyPlain, s.kind.payloads[0].why, s.kind.name)
		for i, c := range s.rows[0] {
			assert.Equal(t, fine, c.verdict, "%s: %s got %v", s.kind.name, s.names[i], c.got)
		}
	}
}

// Payloads are written once: one that is there twice is one that was meant to be another.
func TestPayloadsDiffer(t *testing.T) {
	for _, k := range kinds() {
		seen := map[string]bool{}
		for _, p := range k.payloads {
			assert.False(t, seen[p.raw], "%s: %s", k.name, p.name())
			seen[p.raw] = true
		}
	}
}
