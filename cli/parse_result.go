// What parse prints: a text taken apart, for programs and for people.

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// parsed is the JSON of parse. Its members are always there, but for those that say so. Places are in bytes of the text.
type parsed struct {
	Format    string          `json:"format"`   // how the text was read
	Accepted  bool            `json:"accepted"` // no call is broken or wrong
	Checked   bool            `json:"checked"`  // the calls were checked
	Content   string          `json:"content"`
	Reasoning string          `json:"reasoning"`
	Calls     []parsedCall    `json:"calls"`
	Dropped   []parsedDropped `json:"dropped"`
	Broken    []parsedFault   `json:"broken"`
	Parts     []parsedPart    `json:"parts"`
	Told      string          `json:"told,omitempty"` // what the model would be told; only if calls were checked and refused
}

// parsedCall is one call.
type parsedCall struct {
	ID             string          `json:"id,omitempty"` // only if the text has one
	Name           string          `json:"name"`
	Arguments      json.RawMessage `json:"arguments"` // a string if they are no JSON
	FailureMessage string          `json:"failure_message,omitempty"`
	Repaired       []string        `json:"repaired,omitempty"`
	Start          int             `json:"start"`
	End            int             `json:"end"`
	Problems       []string        `json:"problems"` // what is wrong with it
}

// parsedDropped is a piece that was left out.
type parsedDropped struct {
	Text  string `json:"text"`
	Start int    `json:"start"`
	Why   string `json:"why"`
}

// parsedFault is a broken place.
type parsedFault struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Reason string `json:"reason"`
}

// parsedPart says what a piece of the text is.
type parsedPart struct {
	Kind  string `json:"kind"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// newParsed puts together what was read and what is wrong with it.
func newParsed(result *toolcall.Result, broken *toolcall.SyntaxError, wrong []*toolcall.CallError, checked bool) *parsed {
	read := &parsed{
		Format: string(result.Format), Accepted: broken == nil && len(wrong) == 0, Checked: checked,
		Content: result.Content, Reasoning: result.Reasoning,
		Calls: []parsedCall{}, Dropped: []parsedDropped{}, Broken: []parsedFault{}, Parts: []parsedPart{},
	}
	for _, c := range result.Calls {
		read.Calls = append(read.Calls, parsedCall{
			ID: c.ID, Name: c.Name, Arguments: argumentsJSON(c.Arguments), FailureMessage: c.FailureMessage, Repaired: c.Repaired,
			Start: c.Start, End: c.End, Problems: []string{},
		})
	}
	for _, e := range wrong {
		read.Calls[e.Index].Problems = e.Fragments()
	}
	for _, d := range result.Dropped {
		read.Dropped = append(read.Dropped, parsedDropped(d))
	}
	if broken != nil {
		for _, f := range broken.Faults {
			read.Broken = append(read.Broken, parsedFault(f))
		}
	}
	for _, part := range result.Parts {
		read.Parts = append(read.Parts, parsedPart{part.Kind.String(), part.Start, part.End})
	}
	return read
}

// argumentsJSON is what stands for arguments in JSON: themselves, digit by digit, or a string if they are broken.
func argumentsJSON(args []byte) json.RawMessage {
	if len(args) == 0 {
		return json.RawMessage("{}")
	}
	if json.Valid(args) && utf8.Valid(args) {
		return args
	}
	text, _ := json.Marshal(string(args)) // a string always has JSON
	return text
}

// printParsed prints what was read for people, in one piece as it may have many lines. The format is told where it was found out.
func (p *program) printParsed(read *parsed, found bool) {
	var all strings.Builder
	entry := func(word, text string) { p.out.appendEntry(&all, word, text) }
	if found {
		entry("format", read.Format)
	}
	if text := strings.TrimSpace(read.Reasoning); text != "" {
		entry("thought", text)
	}
	if text := strings.TrimSpace(read.Content); text != "" {
		entry("content", text)
	}
	for _, c := range read.Calls {
		tellCall(entry, c)
	}
	for _, d := range read.Dropped {
		if text := strings.TrimSpace(d.Text); text != "" || d.Why == toolcall.WhyLimit {
			entry("left out", strings.TrimSpace(echo.Clip(text)+fmt.Sprintf(msgParseWhy, d.Why)))
		}
	}
	for _, f := range read.Broken {
		entry("broken", fmt.Sprintf(msgParseBroken, f.Start, f.End, f.Reason))
	}
	if len(read.Calls)+len(read.Broken) == 0 {
		entry("calls", msgParseNone)
	}
	if read.Told != "" {
		entry("told", read.Told)
	}
	io.WriteString(p.out, all.String()) // a failure is kept by the output
}

// tellCall tells of a call, and what is wrong with it.
func tellCall(entry func(word, text string), c parsedCall) {
	entry("call", c.Name+" "+compact(c.Arguments))
	if len(c.Repaired) > 0 {
		entry("mended", strings.Join(c.Repaired, ", "))
	}
	if c.FailureMessage != "" {
		entry("if failed", c.FailureMessage)
	}
	for _, problem := range c.Problems {
		entry("wrong", problem)
	}
}
