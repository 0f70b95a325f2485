// What a schema and a call cost: from the Go type to the schema, a call that is right, and one with three mistakes.

package bench_test

import (
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis/bench/peers"
)

func BenchmarkDerive(b *testing.B) {
	for _, w := range peers.Works() {
		for _, c := range peers.All() {
			of := w.String() + "/" + c.Name
			if c.Fresh != nil {
				b.Run("cold/"+of, func(b *testing.B) { deriveFresh(b, c.Fresh(w)) })
			} else if c.Derive != nil {
				b.Run("cold/"+of, func(b *testing.B) { derive(b, c.Derive(w)) })
			}
			if c.Fresh != nil && c.Derive != nil {
				b.Run("known/"+of, func(b *testing.B) { derive(b, c.Derive(w)) })
			}
			if c.DeriveWarm != nil {
				b.Run("warm/"+of, func(b *testing.B) { derive(b, c.DeriveWarm(w)) })
			}
		}
	}
}

func derive(b *testing.B, schema func() []byte) {
	schema()
	b.ReportAllocs()
	for b.Loop() {
		schema()
	}
}

// deriveFresh tells the time of one schema when each is of a type that was not seen. A type is new once in a process: the first round
// is the measurement, and a second benchmark in the same process finds the types known.
func deriveFresh(b *testing.B, schemas []func() []byte) {
	began := time.Now()
	for _, schema := range schemas {
		schema()
	}
	first := time.Since(began)
	for b.Loop() {
		schemas[0]()
	}
	b.ReportMetric(float64(first.Nanoseconds())/float64(len(schemas)), "ns/op")
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
	named := w.Named(call)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := call(raw); ok {
			b.Fatal("accepted")
		}
	}
	b.ReportMetric(float64(named), "named")
}
