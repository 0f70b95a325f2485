//go:build race

// With the race detector everything takes many times as long, and pools forget what they hold.

package hostile

const raced = true
