// The report: calls, answers and refusals as text for a person.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"
	"unicode"

	"github.com/jarvis-sdk/jarvis"
)

const (
	maxEcho = 100 // code points of a call, of data or of a bad line that are repeated
	maxText = 500 // code points of a sentence that is repeated
)

// report prints a run and counts.
type report struct {
	out                       io.Writer
	answered, refused, unread int
	spent                     time.Duration // in calls
}

// call prints what is called and how long it took.
func (r *report) call(call jarvis.Call, took time.Duration) {
	r.spent += took
	id := ""
	if call.ID != "" {
		id = "  id " + shorten(call.ID, maxEcho)
	}
	number := r.answered + r.refused + 1
	fmt.Fprintf(r.out, "%3d  %s %s%s  [%s]\n", number, shorten(call.Name, maxEcho), argumentsText(call.Arguments), id, rounded(took))
}

func argumentsText(args json.RawMessage) string {
	if len(args) == 0 {
		return "(no arguments)"
	}
	var out bytes.Buffer
	_ = json.Compact(&out, args) // was part of valid JSON
	return shorten(out.String(), maxEcho)
}

// notes prints what was accepted though it was not of the declared type.
func (r *report) notes(notes []jarvis.Coercion) {
	for _, n := range notes {
		as := n.Type
		if as == "" {
			as = "absent"
		}
		r.entry("note", fmt.Sprintf("%s: %s was taken as %s", n.Path, n.Got, as))
	}
}

// answer prints the message and then the other data, or every problem in a line of its own.
func (r *report) answer(resp *jarvis.Response) {
	if !resp.Success {
		r.refused++
		r.entry("refused", refusal(resp)...)
		return
	}
	r.answered++
	data := maps.Clone(resp.ContextData)
	var texts []string
	if message, ok := data["message"].(string); ok {
		texts = append(texts, message)
		delete(data, "message")
	}
	if len(data) > 0 {
		texts = append(texts, dataText(data))
	}
	r.entry("answered", texts...)
}

// refusal returns a line for each problem of a call, or the sentence of a command that failed.
func refusal(resp *jarvis.Response) (lines []string) {
	if resp.Validation == nil {
		return strings.Split(resp.ErrorDetails, "\n")
	}
	for _, p := range resp.Validation.Problems {
		lines = append(lines, p.Explain())
	}
	return lines
}

// dataText writes data as JSON, whose keys are sorted.
func dataText(data map[string]any) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(data); err != nil {
		return err.Error()
	}
	return shorten(strings.TrimSpace(out.String()), maxEcho)
}

// entry prints texts beneath each other, with what they are before the first.
func (r *report) entry(what string, texts ...string) {
	if len(texts) == 0 {
		texts = []string{""}
	}
	for _, text := range texts {
		fmt.Fprintf(r.out, "     %-8s  %s\n", what, shorten(text, maxText))
		what = ""
	}
}

// unreadable reports a line that is no call.
func (r *report) unreadable(number int, err error) {
	r.unread++
	fmt.Fprintf(r.out, "  -  line %d is no call: %v\n", number, err)
}

// summary prints the counts and the time that the calls took.
func (r *report) summary() {
	fmt.Fprintf(r.out, "\nCalls: %d in %s. Answered: %d. Refused: %d.", r.answered+r.refused, rounded(r.spent), r.answered, r.refused)
	if r.unread > 0 {
		fmt.Fprintf(r.out, " Lines that are no call: %d.", r.unread)
	}
	fmt.Fprintln(r.out)
}

func rounded(d time.Duration) time.Duration { return d.Round(100 * time.Nanosecond) }

// shorten makes outside text fit for a line of a terminal: cut to limit code points, without anything that is not shown.
func shorten(text string, limit int) string {
	runes := []rune(text)
	cut := ""
	if len(runes) > limit {
		runes, cut = runes[:limit], "…"
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return unicode.ReplacementChar
	}, string(runes)) + cut
}
