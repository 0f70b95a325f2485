// Entries: texts from outside in lines that begin with a word for what they are.

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const entryWidth = 10 // columns of the word for what an entry is

// entry prints a text after a word for what it is. Further lines of the text stand below its first. A terminal gets nothing to
// obey: see echo.Escape.
func (o *output) entry(word, text string) {
	gap := strings.Repeat(" ", max(entryWidth-len(word), 1))
	fmt.Fprint(o, o.paint(faint, word)+gap)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 && line != "" {
			fmt.Fprint(o, strings.Repeat(" ", entryWidth))
		}
		fmt.Fprintln(o, visible(line))
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
