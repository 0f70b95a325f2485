// What the text of a model was found to hold.

package toolcall

import (
	"fmt"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// Result is an answer taken apart. Content, Calls, Reasoning and Dropped say what is in it, Parts accounts for every byte of
// the text. The zero value is the result of an empty text.
type Result struct {
	Format    Format    // how the text was read; for Auto, what it picked
	Content   string    // what is to be said or shown, as it stands in the text; see SyntaxError for that of broken answers
	Calls     []Call    // in the order of the text
	Reasoning string    // the model's thinking, without its tags
	Dropped   []Dropped // text that is neither: around calls where the format has no place for it, or broken
	Parts     []Part    // all of the text, in order, without gaps
}

// Text returns the content without the white space around it, ready to be spoken.
func (r *Result) Text() string { return strings.TrimSpace(r.Content) }

// Call is one tool call of an answer. Its name and arguments are the model's: nothing has been checked. Arguments are JSON
// except where the format passes broken text on (harmony, kimi_k2, mistral); Tools.Check reports those.
type Call struct {
	jarvis.Call
	FailureMessage string   // what the model wants said if the call fails; only the Jarvis envelope and tags carry it
	Repaired       []string // what was mended to make it readable; empty unless Parser.Repair was set and needed
	Start, End     int      // where it stands in the text; which marks are counted in depends on the format
}

// Dropped is a piece of text that is neither content nor call nor reasoning.
type Dropped struct {
	Text  string // empty for WhyLimit: what is beyond the limit is not kept
	Start int    // its first byte in the text
	Why   string // one of the Why constants, or what is wrong with a broken call
}

// Reasons for which text is dropped. A broken call has a reason of its own.
const (
	WhyBeside = "text beside calls"         // the format has no place for it
	WhySpace  = "white space beside calls"  // trimmed, as the format asks
	WhyLimit  = "beyond the limit of bytes" // see Limits
)

// Kind says what a part of the text is.
type Kind uint8

// The kinds of parts.
const (
	KindContent   Kind = iota + 1 // Result.Content
	KindCall                      // one of Result.Calls, or a piece of it
	KindReasoning                 // Result.Reasoning and its tags
	KindMark                      // what the format needs around calls: tags, fences, brackets, and keys of the Jarvis envelope
	KindDropped                   // one of Result.Dropped
)

// String returns the name of the kind in lower case; the zero kind gives "".
func (k Kind) String() string {
	names := [...]string{"", "content", "call", "reasoning", "mark", "dropped"}
	if int(k) < len(names) {
		return names[k]
	}
	return ""
}

// Part is a run of bytes of one kind: text[Start:End].
type Part struct {
	Kind       Kind
	Start, End int
}

// SyntaxError reports text that was meant as a call and could not be read as one, or an answer beyond the limits. The Result
// beside it has all that could be read. Execute none of it: where one call is broken, what stands behind it is a guess. Retry
// has the whole answer written again. With most formats an answer without any call that can be read is Content as a whole, what
// is broken in it included, so speak none of that either; jarvis and auto's JSON leave it out.
type SyntaxError struct {
	Format Format  // how the text was read; "structured calls" for those of a reply in Retry.Native
	Faults []Fault // in the order of the text, never empty
}

// Fault is one broken place: text[Start:End].
type Fault struct {
	Start, End int
	Reason     string // such as "not JSON"
}

// Error lists the faults with their places.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "toolcall: %s", e.Format)
	for i, f := range e.Faults {
		if i == maxFaultsTold {
			fmt.Fprintf(&b, "; and %d more", len(e.Faults)-i)
			break
		}
		fmt.Fprintf(&b, "; byte %d: %s", f.Start, f.Reason)
	}
	return b.String()
}

const (
	maxFaults     = 1000 // kept of one answer
	maxFaultsTold = 8    // in the text of an error
)
