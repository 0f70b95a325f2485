// What a schema and a call cost: from the Go type to the schema, a call that is right, and one with three mistakes.

package bench_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

func BenchmarkDerive(b *testing.B) {
	ways := []struct {
		name string
		of   func(peers.Contestant) func(peers.Work) func() []byte
	}{
		{"cold", func(c peers.Contestant) func(peers.Work) func() []byte { return c.Derive }},
		{"warm", func(c peers.Contestant) func(peers.Work) func() []byte { return c.DeriveWarm }},
	}
	for _, way := range ways {
		for _, w := range peers.Works() {
			for _, c := range peers.All() {
				derive := way.of(c)
				if derive == nil {
					continue
				}
				b.Run(way.name+"/"+w.String()+"/"+c.Name, func(b *testing.B) {
					schema := derive(w)
					schema()
					b.ReportAllocs()
					for b.Loop() {
						schema()
					}
				})
			}
		}
	}
}

func BenchmarkCall(b *testing.B) {
	for _, w := range peers.Works() {
		for _, c := range peers.All() {
			if c.New != nil {
				b.Run(w.String()+"/"+c.Name, func(b *testing.B) { accept(b, c, w) })
			}
		}
		b.Run(w.String()+"/jarvis/idle", func(b *testing.B) {
			call := peers.Idle(w)
			b.ReportAllocs()
			for b.Loop() {
				if !call() {
					b.Fatal("refused")
				}
			}
		})
	}
}

// accept times calls that are right.
func accept(b *testing.B, c peers.Contestant, w peers.Work) {
	call, raw := c.New(b, w, nil), w.Arguments()
	b.ReportAllocs()
	for b.Loop() {
		if text, ok := call(raw); !ok {
			b.Fatal(text)
		}
	}
}

// A refused call is compared with an accepted one of the yardstick, which names at most one mistake.
func BenchmarkReject(b *testing.B) {
	for _, w := range peers.Works() {
		for _, c := range peers.All() {
			if c.Name == peers.Yardstick {
				b.Run(w.String()+"/"+c.Name+"/accepts", func(b *testing.B) { accept(b, c, w) })
			}
			if c.New != nil {
				b.Run(w.String()+"/"+c.Name, func(b *testing.B) { refuse(b, c, w) })
			}
		}
	}
}

// refuse times calls with three mistakes, and tells how many of them are named by every text.
func refuse(b *testing.B, c peers.Contestant, w peers.Work) {
	call, raw := c.New(b, w, nil), w.Mistaken()
	named := len(w.Mistakes())
	for range 50 { // some texts depend on the order of a map
		text, _ := call(raw)
		named = min(named, mentioned(text, w.Mistakes()))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := call(raw); ok {
			b.Fatal("accepted")
		}
	}
	b.ReportMetric(float64(named), "named")
}

// mentioned counts the names that a text has.
func mentioned(text string, names []string) (n int) {
	for _, name := range names {
		if strings.Contains(text, name) {
			n++
		}
	}
	return n
}
