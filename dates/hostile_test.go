// Hostile texts in the place of keys, terms, utterances and arguments: what is too long is not read, and nothing is kept.

package dates_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

// hostileEntries are the functions that take a text from outside. Most answer with nothing where there is nothing to find.
func hostileEntries() []hostile.Entry {
	tool := dates.New(dates.Config{Zone: "Europe/Berlin"}).Tool()
	unzoned := dates.New(dates.Config{Zone: "Nowhere/Land"}).Tool()
	resolver := dates.New(dates.Config{Zone: "Europe/Berlin"})
	outcome := func(o dates.Outcome) hostile.Outcome {
		return hostile.Outcome{Accepted: o.Error == "" && o.Candidates == nil, Told: o.Message}
	}
	const sound = `{"relative_term":"tomorrow at 7pm"}`
	entries := []hostile.Entry{{
		Name: "Tool.Resolve", Sound: []string{sound}, Cut: sound, MaxBytes: 1 << 16, Takes: []string{"long text of words"},
		Frames: []hostile.Frame{
			hostile.Between("arguments", "", ""), hostile.Between("relative_term", `{"relative_term":`, "}"),
			hostile.Between("timezone", `{"relative_term":"today","timezone":`, "}"), hostile.Between("unknown", `{"x":`, "}"),
		},
		Read: func(text []byte) hostile.Outcome { return outcome(tool.Resolve(text)) },
	}, {
		Name: "Tool.Resolve, without a zone", Sound: []string{sound}, Tolerant: true,
		Frames: []hostile.Frame{hostile.Between("timezone", `{"relative_term":"today","timezone":`, "}")},
		Read:   func(text []byte) hostile.Outcome { return outcome(unzoned.Resolve(text)) },
	}, {
		Name: "Resolver.Resolve", Sound: []string{"tomorrow"}, Tolerant: true,
		Read: func(text []byte) hostile.Outcome {
			r := resolver.Resolve(string(text))
			if len(r.Instants) > 0 {
				return hostile.Outcome{Accepted: true}
			}
			return hostile.Refused(errors.New("unresolved"))
		},
	}}
	for name, read := range map[string]func(text string){
		"Extract": func(text string) { dates.Extract(text) }, "Near": func(text string) { dates.Near(text) },
		"Normalize": func(text string) { dates.Normalize(text) }, "Valid": func(text string) { dates.Valid(text) },
		"ParseTime":                  func(text string) { dates.ParseTime(text) },
		"Resolver.Resolve, key list": func(text string) { resolver.Resolve(strings.Fields(text)...) },
	} {
		entries = append(entries, hostile.Entry{Name: name, Tolerant: true, Sound: []string{"tomorrow"}, Read: func(text []byte) hostile.Outcome {
			read(string(text))
			return hostile.Outcome{Accepted: true}
		}})
	}
	for i := range entries {
		entries[i].Factor, entries[i].Plus = 40, 512<<10
	}
	return entries
}

func TestHostile(t *testing.T) {
	for _, e := range hostileEntries() {
		e.Test(t)
	}
}

func BenchmarkHostile(b *testing.B) {
	for _, e := range hostileEntries() {
		e.Benchmark(b)
	}
}

func TestHostilePage(t *testing.T) {
	hostile.CheckPage(t, "../docs/hostile.md", "dates", hostileEntries()[0])
}
