// Checks of documents that find nothing wrong prove nothing: each is shown documents that are wrong, and some that are right.

package jarvis_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// quickstartWrites is what the program of these tests writes.
func quickstartWrites(program, stdin string) (string, error) {
	if program != "examples/quickstart" {
		return "", errors.New("no such program")
	}
	return "one\ntwo " + stdin + "\nthree\nfour\n", nil
}

const thermostatCall = `{"room": "office", "target": 21.5}` + "\n"

func TestWeave(t *testing.T) {
	spec := "// Spec names the command and says what it is for.\nfunc (*SetThermostat) Spec() jarvis.Spec {\n\treturn jarvis.Spec{Name: \"set_thermostat\", Description: \"Heat a room to a temperature for a while.\"}\n}\n"
	for name, c := range map[string]struct{ text, want, fault string }{
		"prose":            {"# A\n\nb\n", "", ""},
		"code":             {"<!-- from examples/quickstart/main.go#SetThermostat.Spec -->\n```go\nold\n```\nrest\n", "<!-- from examples/quickstart/main.go#SetThermostat.Spec -->\n```go\n" + spec + "```\nrest\n", ""},
		"no declaration":   {"<!-- from examples/quickstart/main.go#Nothing -->\n```go\n```\n", "", `doc.md:2: examples/quickstart/main.go has no declaration "Nothing"`},
		"no name":          {"<!-- from examples/quickstart/main.go -->\n```go\n```\n", "", "doc.md:2: examples/quickstart/main.go names no declaration"},
		"an empty name":    {"<!-- from examples/quickstart/main.go# -->\n```go\n```\n", "", "doc.md:2: examples/quickstart/main.go# names no declaration"},
		"no file":          {"<!-- from examples/nothing/main.go#A -->\n```go\n```\n", "", "doc.md:2: open examples/nothing/main.go: no such file or directory"},
		"no marker":        {"```go\na := 1\n```\n", "", "doc.md:1: a block of \"go\" without <!-- from FILE#NAME --> or <!-- output of PROGRAM --> above it"},
		"marker too high":  {"<!-- from examples/quickstart/main.go#SetThermostat -->\n\n```go\n```\n", "", "doc.md:3: a block of \"go\" without <!-- from FILE#NAME --> or <!-- output of PROGRAM --> above it"},
		"no language":      {"a\n```\nb\n```\n", "", "doc.md:2: a block of \"\" without <!-- from FILE#NAME --> or <!-- output of PROGRAM --> above it"},
		"code of a shell":  {"<!-- from examples/quickstart/main.go#SetThermostat -->\n```sh\n```\n", "", `doc.md:2: a block of "sh" is not Go`},
		"no end":           {"a\n```go\nb\n", "", "doc.md:2: a block without an end"},
		"indented":         {"a\n\n    b := 1\n", "", "doc.md:3: a block without a fence"},
		"output":           {"<!-- output of examples/quickstart -->\n```text\nold\n```\n", "<!-- output of examples/quickstart -->\n```text\none\ntwo \nthree\nfour\n```\n", ""},
		"a line of it":     {"<!-- output of examples/quickstart, line 3 -->\n```text\n```\n", "<!-- output of examples/quickstart, line 3 -->\n```text\nthree\n```\n", ""},
		"lines of it":      {"<!-- output of examples/quickstart, lines 3-4 -->\n```text\n```\n", "<!-- output of examples/quickstart, lines 3-4 -->\n```text\nthree\nfour\n```\n", ""},
		"too many lines":   {"<!-- output of examples/quickstart, lines 3-5 -->\n```text\n```\n", "", "doc.md:2: examples/quickstart writes 4 lines, not 3 to 5"},
		"no program":       {"<!-- output of examples/nothing -->\n```text\n```\n", "", "doc.md:2: no such program"},
		"a dialogue":       {"<!-- output of examples/quickstart -->\n```text\n" + thermostatCall + "→ a\n  b\n\n" + thermostatCall + "→ c\n```\n", "<!-- output of examples/quickstart -->\n```text\n" + thermostatCall + "→ one\n  two \n\n" + thermostatCall + "→ three\n  four\n```\n", ""},
		"fewer answers":    {"<!-- output of examples/quickstart, line 1 -->\n```text\n" + thermostatCall + "→ a\n  b\n```\n", "<!-- output of examples/quickstart, line 1 -->\n```text\n" + thermostatCall + "→ one\n```\n", ""},
		"no such call":     {"<!-- output of examples/quickstart -->\n```text\n{\"room\": \"hall\"}\n→ a\n```\n", "", `doc.md:2: examples/quickstart does not call {"room": "hall"}`},
		"a shell":          {"```sh\nA=1 go run ./examples/home list # ./nothing\ngo test ./...\nmake test\ne2e/run.sh a\ngo test -run A \\\n  ./cli\n```\n", "", ""},
		"no package":       {"```sh\ngo run ./examples/nothing\n```\n", "", `doc.md:1: no package "examples/nothing"`},
		"no target":        {"```sh\nA=1 make nothing\n```\n", "", `doc.md:1: the Makefile has no target "nothing"`},
		"a part of one":    {"```sh\nmake tes\n```\n", "", `doc.md:1: the Makefile has no target "tes"`},
		"no script":        {"```sh\ne2e/walk.sh\n```\n", "", `doc.md:1: no script "e2e/walk.sh"`},
		"behind the break": {"```sh\ngo test \\\n  ./nothing/...\n```\n", "", `doc.md:1: no package "nothing"`},
	} {
		t.Run(name, func(t *testing.T) {
			w := weaver{document: "doc.md", run: quickstartWrites}
			woven := w.weave(c.text)
			if c.want == "" {
				c.want = c.text
			}
			assert.Equal(t, c.want, woven)
			if c.fault == "" {
				assert.Empty(t, w.faults)
			} else {
				assert.Equal(t, []string{c.fault}, w.faults)
			}
			again := weaver{document: "doc.md", run: quickstartWrites}
			assert.Equal(t, woven, again.weave(woven), "what is woven stays")
		})
	}
}

// Packages, scripts and files may stand beside the document, as those of a module of its own do.
func TestBesideTheDocument(t *testing.T) {
	w := weaver{document: "dialect/README.md", run: quickstartWrites}
	w.weave("```sh\ngo run ./testdata\ngo run ./nothing\n```\n")
	assert.Equal(t, []string{`dialect/README.md:1: no package "nothing"`}, w.faults)
	assert.Equal(t, []string{"docs/x.md: no file nothing.md"}, unknownNames("docs/x.md", "`seeds.md` and `nothing.md`", readLedger(t)))
}

func TestWhatDocumentsAre(t *testing.T) {
	m := treeOf(t, map[string]string{
		"NEW.md": "", "docs/a.md": "", "cli/README.md": "", "a/b/README.md": "",
		"docs/a.txt": "", "docs/old/a.md": "", "cli/a.md": "", "testdata/README.md": "", "cli/testdata/x/README.md": "", "main.go": "package p\n",
	})
	assert.ElementsMatch(t, []string{"NEW.md", "docs/a.md", "cli/README.md", "a/b/README.md"}, slices.Collect(maps.Keys(m.documents())))
}

func TestRunProgramFails(t *testing.T) {
	_, err := runProgram("examples/nothing", "")
	assert.ErrorContains(t, err, "examples/nothing: exit status 1: ")
}

func TestWeaveTellsTheProgram(t *testing.T) {
	w := weaver{document: "examples/quickstart/README.md", run: quickstartWrites}
	woven := w.weave("<!-- output of the program -->\n```text\n> hello\nold\n```\n")
	assert.Equal(t, "<!-- output of the program -->\n```text\ntwo hello\n\nthree\nfour\n```\n", woven)
	assert.Empty(t, w.faults)
}

func TestBrokenLinks(t *testing.T) {
	all := map[string]string{
		"README.md":   "# Top\n\n## Python → Go\n\n## The `A`, and b_c-d!\n\n## Top\n\n```sh\n# Not one\n```\n",
		"docs/new.md": "# New\n",
	}
	for text, fault := range map[string]string{
		"[a](https://example.com/a) [b](mailto:a@example.com)":         "",
		"[a](docs/new.md) [b](docs/new.md#new) [c](LICENSE) [d](cli)":  "",
		"[a](#top) [b](#top-1) [c](#python--go) [d](#the-a-and-b_c-d)": "",
		"`[a](nothing.md)`":             "",
		"```text\n[a](nothing.md)\n```": "",
		"[a](nothing.md)":               "no file for the link nothing.md",
		"![a](docs/nothing.png)":        "no file for the link docs/nothing.png",
		"[`a`](new.md)":                 "no file for the link new.md",
		"[a](#nothing)":                 "no heading for the link #nothing",
		"[a](#not-one)":                 "no heading for the link #not-one",
		"[a](#top-2)":                   "no heading for the link #top-2",
		"[a](docs/new.md#top)":          "no heading for the link docs/new.md#top",
		"[a](cli#top)":                  "no heading for the link cli#top",
	} {
		t.Run(text, func(t *testing.T) {
			list := brokenLinks("README.md", text, all)
			if fault == "" {
				assert.Empty(t, list)
			} else {
				assert.Equal(t, []string{"README.md: " + fault}, list)
			}
		})
	}
	assert.Equal(t, []string{"docs/x.md: no file for the link docs/new.md"}, brokenLinks("docs/x.md", "[a](docs/new.md) [b](new.md) [c](../README.md#top)", all))
}

func TestUnknownNames(t *testing.T) {
	ledger := readLedger(t)
	for text, fault := range map[string]string{
		"`Registry.Call(ctx)` and `jarvis.Registry`":                  "",
		"`toolcall.Parser{Format: …}.Parse(text)`, `Parser.Stream`":   "",
		"`dialect.OpenAIStrict.Tool(d)`, `reflect.Type`, `Nobody.Of`": "",
		"`cli/app.go`, `doc.go`, `docs/seeds.md`, jarvis.Nothing":     "",
		"`CommandAntipattern.description`, `a.b`, `runtime.Goexit`":   "",
		"`jarvis.Nothing`":          "name jarvis.Nothing",
		"`toolcall.Parser.Nothing`": "name toolcall.Parser.Nothing",
		"`New(dates.Nothing{})`":    "name dates.Nothing",
		"`Registry.Nothing`":        "name Registry.Nothing",
		"`cli/nothing.go`":          "file cli/nothing.go",
		"`nothing.md`":              "file nothing.md",
	} {
		t.Run(text, func(t *testing.T) {
			list := unknownNames("README.md", text, ledger)
			if fault == "" {
				assert.Empty(t, list)
				return
			}
			require.NotEmpty(t, list)
			assert.Equal(t, "README.md: no "+fault, list[0])
		})
	}
}
