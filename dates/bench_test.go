// What resolving and extracting cost.

package dates_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/dates"
)

func BenchmarkResolve(b *testing.B) {
	r := at(b, newYorkNow, "America/New_York")
	for name, keys := range map[string][]string{
		"one":       {"tomorrow"},
		"three":     {"tomorrow", "at_7_30pm", "in_2_hours"},
		"weekend":   {"this_weekend"},
		"unknown":   {"christmas"},
		"unnatural": {" Next  Monday"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Resolve(keys...)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		dates.New(dates.Config{Zone: "America/New_York"})
	}
}

func BenchmarkContext(b *testing.B) {
	r := at(b, newYorkNow, "America/New_York")
	b.ReportAllocs()
	for b.Loop() {
		r.Context()
	}
}

func BenchmarkTool(b *testing.B) {
	tool, args := at(b, newYorkNow, "America/New_York").Tool(), json.RawMessage(`{"relative_term":"tomorrow at 7pm"}`)
	b.ReportAllocs()
	for b.Loop() {
		tool.CallCompact(context.Background(), args)
	}
}

func BenchmarkExtract(b *testing.B) {
	for name, utterance := range map[string]string{
		"sentence": "set an alarm for 7:30 pm on Friday",
		"nothing":  "turn on the light in the kitchen",
		"hostile":  strings.Repeat("in twenty a couple of half past ", dates.MaxUtterance/32),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dates.Extract(utterance)
			}
		})
	}
}
