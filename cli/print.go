// Printing: tables for people, JSON for programs.

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

const (
	columnGap   = 2
	leastColumn = 12      // a column is not made narrower for a terminal,
	mostWord    = 24      // nor than its longest word, if that is no longer
	mostCell    = 4 << 10 // bytes of a cell
)

// printJSON prints a value as JSON that people can read too, without escaping HTML.
func (p *program) printJSON(v any) error {
	text, err := encode(v, "  ")
	if err != nil {
		return err
	}
	_, err = p.out.Write(visibleJSON(text))
	return err
}

// encode writes a value as JSON with a line break at its end, without escaping HTML. Values come from commands: a panic of a
// MarshalJSON of theirs is an error.
func encode(v any, indent string) (text []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			text, err = nil, fmt.Errorf(msgEncodePanics, cause)
		}
	}()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err = enc.Encode(v)
	return b.Bytes(), err
}

// visibleJSON escapes what a reader of JSON would not see and a terminal may obey, such as C1 controls and marks of direction. It
// is the same JSON, and reads the same.
func visibleJSON(text []byte) []byte {
	hidden := func(r rune) bool { return r >= 0x7f && echo.Unseen(r) } // what comes before it is escaped, or between tokens
	if !bytes.ContainsFunc(text, hidden) {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for _, r := range string(text) {
		switch high, low := utf16.EncodeRune(r); {
		case !hidden(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// printTable prints rows in columns under a head, each row on a line of its own. On a terminal cells are broken to fit its width.
func (p *program) printTable(head []string, rows [][]string) error {
	table := make([][]string, 0, len(rows)+1)
	for _, row := range append([][]string{head}, rows...) {
		cells := make([]string, len(head))
		for i := range min(len(head), len(row)) {
			cells[i] = flatten(row[i])
		}
		table = append(table, cells)
	}
	widths := p.out.columns(table)
	var text strings.Builder
	for i, cells := range table {
		colour := ""
		if i == 0 {
			colour = bold
		}
		p.out.writeRow(&text, cells, widths, colour)
	}
	_, err := io.WriteString(p.out, text.String())
	return err
}

// columns returns how wide the columns of a table are. To fit a terminal the widest of those give way that can.
func (o *output) columns(table [][]string) []int {
	widths, least := make([]int, len(table[0])), make([]int, len(table[0]))
	total := columnGap * (len(widths) - 1)
	for i := range widths {
		least[i] = leastColumn
		for _, cells := range table {
			widths[i] = max(widths[i], displayWidth(cells[i]))
			for word := range strings.FieldsSeq(cells[i]) {
				least[i] = max(least[i], min(displayWidth(word), mostWord))
			}
		}
		total += widths[i]
	}
	for ; o.width > 0 && total > o.width; total-- {
		widest := -1
		for i := range widths {
			if widths[i] > least[i] && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

// writeRow writes a row, on several lines if cells are wider than their columns.
func (o *output) writeRow(w *strings.Builder, cells []string, widths []int, colour string) {
	lines := make([][]string, len(cells))
	height := 1
	for i, cell := range cells {
		lines[i] = wrap(cell, widths[i])
		height = max(height, len(lines[i]))
	}
	for y := range height {
		pad := 0
		for i := range cells {
			if y < len(lines[i]) && lines[i][y] != "" {
				w.WriteString(strings.Repeat(" ", pad) + o.paint(colour, lines[i][y]))
				pad = -displayWidth(lines[i][y])
			}
			pad += widths[i] + columnGap
		}
		w.WriteByte('\n')
	}
}

// wrap breaks a line at spaces, and where a word is wider than a line also inside of it.
func wrap(text string, most int) (lines []string) {
	if displayWidth(text) <= most {
		return []string{text}
	}
	line, used := "", 0
	for word := range strings.FieldsSeq(text) {
		wide := displayWidth(word)
		if used > 0 && used+1+wide > most {
			lines, line, used = append(lines, line), "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		for wide > most {
			var head string
			head, word = cutWidth(word, most)
			lines, wide = append(lines, head), displayWidth(word)
		}
		line, used = line+word, used+wide
	}
	return append(lines, line)
}

// cutWidth cuts a word after so many columns, but not before its first character.
func cutWidth(word string, most int) (head, tail string) {
	used := 0
	for i, r := range word {
		if used += runeWidth(r); used > most && i > 0 {
			return word[:i], word[i:]
		}
	}
	return word, ""
}

// flatten makes outside text fit for a line of a terminal: white space is a space, what cannot be seen is escaped, and a text too
// long is cut.
func flatten(text string) string {
	clean := !strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && (unicode.IsSpace(r) || echo.Unseen(r)) })
	if len(text) <= mostCell && clean && !strings.Contains(text, "  ") {
		return strings.TrimSpace(text)
	}
	return echo.Escape(strings.Join(strings.Fields(echo.CutBytes(text, mostCell)), " "))
}

// displayWidth is how many columns of a terminal a text takes.
func displayWidth(text string) (columns int) {
	for _, r := range text {
		columns += runeWidth(r)
	}
	return columns
}

func runeWidth(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
		return 2
	}
	return 1
}
