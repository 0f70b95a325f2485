// What parse prints: a text taken apart, for programs and for people.

package cli

import (
	"encoding/json"
	"fmt"
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

// printParsed prints what was read for people. The format is told where it was found out.
func (p *program) printParsed(read *parsed, found bool) {
	if found {
		p.out.entry("format", read.Format)
	}
	if text := strings.TrimSpace(read.Reasoning); text != "" {
		p.out.entry("thought", text)
	}
	if text := strings.TrimSpace(read.Content); text != "" {
		p.out.entry("content", text)
	}
	for _, c := range read.Calls {
		p.printCall(c)
	}
	for _, d := range read.Dropped {
		if text := strings.TrimSpace(d.Text); text != "" || d.Why == toolcall.WhyLimit {
			p.out.entry("left out", strings.TrimSpace(echo.Clip(text)+fmt.Sprintf(msgParseWhy, d.Why)))
		}
	}
	for _, f := range read.Broken {
		p.out.entry("broken", fmt.Sprintf(msgParseBroken, f.Start, f.End, f.Reason))
	}
	if len(read.Calls)+len(read.Broken) == 0 {
		p.out.entry("calls", msgParseNone)
	}
	if read.Told != "" {
		p.out.entry("told", read.Told)
	}
}

// printCall prints a call, and what is wrong with it.
func (p *program) printCall(c parsedCall) {
	p.out.entry("call", c.Name+" "+compact(c.Arguments))
	if len(c.Repaired) > 0 {
		p.out.entry("mended", strings.Join(c.Repaired, ", "))
	}
	if c.FailureMessage != "" {
		p.out.entry("if failed", c.FailureMessage)
	}
	for _, problem := range c.Problems {
		p.out.entry("wrong", problem)
	}
}
