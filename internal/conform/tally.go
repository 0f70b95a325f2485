// Running files: reads lines of any length, judges each, prints the first failures and counts all.

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// maxShown is the number of failing cases that are printed.
const maxShown = 20

// maxText is the number of bytes of a wanted or gotten text that are printed.
const maxText = 600

// tally counts the lines of the files of one run.
type tally struct {
	suite                   suite
	out                     io.Writer
	passed, failed, skipped int
	absent                  map[string]int // skipped lines by what the library does not have
}

// file judges every line of a file.
func (t *tally) file(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return t.lines(path, f)
}

func (t *tally) lines(path string, from io.Reader) error {
	seen := map[string]bool{} // ids are unique in their file
	in := bufio.NewReader(from)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", path, err)
		}
		if len(line) > 0 {
			if err := t.line(fmt.Sprintf("%s:%d", path, n), bytes.TrimSuffix(line, []byte("\n")), seen); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// line judges one line and counts it.
func (t *tally) line(place string, line []byte, seen map[string]bool) error {
	id, r := t.judge(line)
	switch {
	case id == "":
		if len(r.failures) == 0 {
			r.broken("no id")
		}
		id = place
	case seen[id]:
		r.broken("the id stands in this file already")
	}
	seen[id] = true
	switch {
	case len(r.failures) > 0:
		t.failed++
		return t.show(id, r.failures)
	case r.skipped != "":
		t.skipped++
		if t.absent == nil {
			t.absent = map[string]int{}
		}
		t.absent[r.skipped]++
	default:
		t.passed++
	}
	return nil
}

// judge decodes a line and lets it check itself. A panic of the library is a failure of this line only.
func (t *tally) judge(text []byte) (id string, r *report) {
	r = &report{}
	defer func() {
		if p := recover(); p != nil {
			r.fail("the library", "no panic", fmt.Sprintf("panic: %v", p))
		}
	}()
	c := t.suite.line()
	if err := json.Unmarshal(text, c, json.RejectUnknownMembers(true)); err != nil {
		r.broken(err.Error())
		return idOf(text), r
	}
	if id = c.head().ID; id != "" {
		c.check(r)
	}
	return id, r
}

// idOf finds the id of a line that does not decode otherwise, or "".
func idOf(text []byte) string {
	var line struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(text, &line) != nil {
		return ""
	}
	return line.ID
}

// show prints a failing case if it is one of the first.
func (t *tally) show(id string, failures []failure) error {
	if t.failed > maxShown {
		return nil
	}
	for _, f := range failures {
		if _, err := fmt.Fprintf(t.out, "%s: %s\n  want: %s\n  got:  %s\n", id, f.what, shorten(f.want), shorten(f.got)); err != nil {
			return err
		}
	}
	return nil
}

// finish says how many failing cases were not printed, and what was skipped.
func (t *tally) finish() error {
	var b strings.Builder
	if t.failed > maxShown {
		fmt.Fprintf(&b, "… and %d more\n", t.failed-maxShown)
	}
	for _, what := range slices.Sorted(maps.Keys(t.absent)) {
		fmt.Fprintf(&b, "skipped: %s (%d)\n", what, t.absent[what])
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// shorten keeps a text on one line of bounded length.
func shorten(text string) string {
	if len(text) > maxText {
		cut := maxText
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(text)
}
