// Seeds: where the random choices of Agree and Fuzz come from, and how a run is repeated.

package jarvistest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// usualSeed makes every run the same unless JARVIS_SEED asks for another one.
const usualSeed = 20261121

// seedOf reads JARVIS_SEED: a number, "random", or nothing for the usual seed. A text that is neither fails the test.
func seedOf(tb testing.TB) uint64 {
	tb.Helper()
	switch text := os.Getenv("JARVIS_SEED"); text {
	case "":
		return usualSeed
	case "random":
		return rand.Uint64()
	default:
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			tb.Errorf("JARVIS_SEED is %q; use a number from 0 to 18446744073709551615, or random", text)
			return usualSeed
		}
		return seed
	}
}

// dice makes the choices of a generator: from drive as long as it lasts, a byte for most, then from a sequence.
type dice struct {
	drive []byte
	rest  *rand.Rand
}

// newDice throws by the seed. Each command has a stream of its own, so that adding one does not change what another is tried on.
func newDice(seed uint64, stream string) *dice {
	return &dice{rest: rand.New(rand.NewPCG(seed, hashOf(stream)))}
}

// drivenDice throws by the bytes of a fuzz test. What comes after the last depends on all of them: the shortest input is whole
// arguments already, and no two are the same.
func drivenDice(drive []byte) *dice {
	return &dice{drive: drive, rest: rand.New(rand.NewPCG(0, hashOf(string(drive))))}
}

// hashOf is FNV-1a.
func hashOf(text string) uint64 {
	hash := uint64(14695981039346656037)
	for i := range len(text) {
		hash = (hash ^ uint64(text[i])) * 1099511628211
	}
	return hash
}

// below returns a number from 0 to n-1, for an n of at least 1.
func (d *dice) below(n int) int {
	if len(d.drive) == 0 {
		return d.rest.IntN(n)
	}
	at := int(d.drive[0])
	d.drive = d.drive[1:]
	if n > 256 && len(d.drive) > 0 {
		at = at<<8 | int(d.drive[0])
		d.drive = d.drive[1:]
	}
	return at % n
}

// percent is true in so many of a hundred throws.
func (d *dice) percent(n int) bool { return d.below(100) < n }

// choose picks one of a list that is not empty.
func choose[T any](d *dice, list ...T) T { return list[d.below(len(list))] }

// shuffled returns the list in another order.
func shuffled[T any](d *dice, list []T) []T {
	out := append([]T(nil), list...)
	for i := len(out) - 1; i > 0; i-- {
		j := d.below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
