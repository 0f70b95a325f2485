// Entries: texts from outside in lines that begin with a word for what they are.

package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const entryWidth = 10 // columns of the word for what an entry is

// entry prints a text after a word for what it is. Further lines of the text stand below its first. A terminal gets nothing to
// obey: see echo.Escape.
func (o *output) entry(word, text string) {
	var b strings.Builder
	o.appendEntry(&b, word, text)
	io.WriteString(o, b.String()) // a failure is kept by the output
}

// appendEntry is entry for several that are written at once.
func (o *output) appendEntry(b *strings.Builder, word, text string) {
	b.WriteString(o.paint(faint, word) + strings.Repeat(" ", max(entryWidth-len(word), 1)))
	indent := ""
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			b.WriteString(indent)
		}
		b.WriteString(visible(line))
		b.WriteByte('\n')
		indent = strings.Repeat(" ", entryWidth)
	}
}

// visible is one line that cannot be misread: tabs are spaces, everything else that a reader would not see is escaped.
func visible(line string) string {
	return echo.Escape(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
}

// compact writes JSON without white space around its tokens, and what is no JSON as it is.
func compact(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) == nil {
		text = b.Bytes()
	}
	return strings.ReplaceAll(string(text), "\n", " ")
}
