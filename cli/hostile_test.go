// Hostile texts on standard input and in flags: what is printed is short, and fit for a terminal.

package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

// hostileEntries are verbs that read a text. What a refusal prints on either output counts as told.
func hostileEntries(t testing.TB) []hostile.Entry {
	verb := func(name, sound string, args ...string) hostile.Entry {
		e := hostile.Entry{
			Name: name, Tolerant: true, MostTold: 24 << 10, Factor: 120, Plus: 8 << 20,
			Read: func(text []byte) hostile.Outcome {
				var out, errs bytes.Buffer
				code := home().Run(t.Context(), args, cli.Stdio{In: bytes.NewReader(text), Out: &out, Err: &errs})
				return hostile.Outcome{Accepted: code == 0, Told: strings.TrimSpace(errs.String() + out.String())}
			},
		}
		if sound != "" {
			e.Sound = []string{sound}
		}
		return e
	}
	call := verb("call --json -", `{"sides":6}`, "call", "roll_dice", "--json", "-")
	call.MaxBytes = 1 << 20
	call.Tolerant, call.Takes, call.Cut = false, []string{"only spaces"}, `{"sides":6}`
	call.Frames = []hostile.Frame{hostile.Between("arguments", "", ""), hostile.Between("sides", `{"sides":`, "}"), hostile.Between("unknown", `{"x":`, "}")}
	parse := verb("parse", "Hello", "parse")
	parse.ToldFactor, parse.Kept, parse.Factor = 3, 4*hostile.Large, 180 // what is found is shown
	return []hostile.Entry{call, parse}
}

func TestHostile(t *testing.T) {
	for _, e := range hostileEntries(t) {
		e.Test(t)
	}
}

func TestHostilePage(t *testing.T) {
	hostile.CheckPage(t, "../docs/hostile.md", "cli", hostileEntries(t)[0])
}
