// The report: requests, answers and refusals as text for a person.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"
	"unicode"

	"github.com/jarvis-sdk/jarvis"
)

const (
	maxEcho = 100 // code points of a request, of data or of a bad line that are repeated
	maxText = 500 // code points of a sentence that is repeated
)

// report prints a run and counts.
type report struct {
	out                             *output
	answered, refused, left, unread int           // left to a model
	spent                           time.Duration // in requests
}

// request prints what is asked for and how long it took.
func (r *report) request(asked request, route *jarvis.Route, took time.Duration) {
	r.spent += took
	fmt.Fprintf(r.out, "%3d  %s  [%s]\n", r.total()+1, asked.text(route), rounded(took))
	if asked.Name != "" && asked.Utterance != "" {
		r.entry("said", asked.Utterance)
	}
}

func (r *report) total() int { return r.answered + r.refused + r.left }

func argumentsText(args json.RawMessage) string {
	if len(args) == 0 {
		return "(no arguments)"
	}
	var out bytes.Buffer
	_ = json.Compact(&out, args) // was part of valid JSON
	return shorten(out.String(), maxEcho)
}

// notes prints what was accepted though it was not of the declared type, and what a command took instead of an argument.
func (r *report) notes(taken []jarvis.Coercion, suggested []jarvis.ValidationResult) {
	for _, n := range taken {
		as := n.Type
		if as == "" {
			as = "absent"
		}
		r.entry("note", fmt.Sprintf("%s: %s was taken as %s", n.Path, n.Got, as))
	}
	for _, v := range suggested {
		r.entry("note", fmt.Sprintf("%s: %v was taken instead", v.ParamName, v.SuggestedValue))
	}
}

// answer prints what is spoken, then the other data and the buttons, or every problem in a line of its own. Without a response
// the utterance is left to a model.
func (r *report) answer(resp *jarvis.Response) {
	switch {
	case resp == nil:
		r.left++
		r.entry("left", "No command knows this by itself. A model would read it, with the commands as its tools.")
		return
	case !resp.Success:
		r.refused++
		r.entry("refused", refusal(resp)...)
		return
	}
	r.answered++
	data := maps.Clone(resp.ContextData)
	spoken, _ := data["message"].(string)
	if spoken != "" {
		delete(data, "message")
	}
	var texts []string
	if spoken != "" {
		texts = append(texts, spoken)
	}
	if len(data) > 0 {
		texts = append(texts, dataText(data))
	}
	r.entry("answered", texts...)
	r.buttons(resp.Actions)
}

// buttons prints what can be tapped, with the actions to send for it.
func (r *report) buttons(buttons []jarvis.Button) {
	var texts []string
	for _, b := range buttons {
		texts = append(texts, fmt.Sprintf("[%s] %s, %s", b.Text, b.Action, b.Type))
	}
	if texts != nil {
		r.entry("buttons", texts...)
	}
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

// unreadable reports a line that asks for nothing.
func (r *report) unreadable(number int, err error) {
	r.unread++
	fmt.Fprintf(r.out, "  -  line %d is no request: %v\n", number, err)
}

// summary prints the counts and the time that the requests took.
func (r *report) summary() {
	fmt.Fprintf(r.out, "\nRequests: %d in %s. Answered: %d. Refused: %d.", r.total(), rounded(r.spent), r.answered, r.refused)
	if r.left > 0 {
		fmt.Fprintf(r.out, " Left to a model: %d.", r.left)
	}
	if r.unread > 0 {
		fmt.Fprintf(r.out, " Lines that are no request: %d.", r.unread)
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
