//go:build !race

// Without the race detector memory is measured.

package hostile

const raced = false
