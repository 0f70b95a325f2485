// Thinking between marks of a model's own, which Clean does not know.

package prompt

import (
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// seamMark takes the place of what is taken out, so that Clean sees to the white space there. It opens and closes nothing.
const seamMark = "<|im_end|>"

// unthought is Clean of a text without thinking.
func unthought(text string, r toolcall.Reasoning) string {
	if r.Off {
		return Clean(text)
	}
	if r.Open == "" || r.Close == "" {
		r.Open, r.Close = "<think>", closingThink[0]
	}
	if r.Started {
		if _, after, found := strings.Cut(text, r.Close); found {
			text = after
		}
	}
	if Clean(r.Open+"x"+r.Close) == "" { // it knows these marks
		return Clean(text)
	}
	said := Clean(withoutOwn(text, r, seamMark))
	if strings.Contains(said, r.Open) || strings.Contains(said, r.Close) { // the text around a seam was read as a mark together
		said = Clean(withoutOwn(said, r, "\n"+seamMark))
	}
	return said
}

// withoutOwn puts a seam in the place of thoughts and of closing marks that stand alone.
func withoutOwn(text string, r toolcall.Reasoning, seam string) string {
	var b strings.Builder
	for {
		said, thought, found := strings.Cut(text, r.Open)
		b.WriteString(strings.ReplaceAll(said, r.Close, seam))
		if !found {
			return b.String()
		}
		b.WriteString(seam)
		_, text, _ = strings.Cut(thought, r.Close)
	}
}
