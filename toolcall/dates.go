// Date keys in arguments: one text becomes a list, entries become keys as the resolver knows them.

package toolcall

import (
	"encoding/json"

	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// normalise applies Parser.DateParameter to a call (the original's providers did it for resolved_datetimes).
func (p *Parser) normalise(c *Call) {
	if p.DateParameter == "" || kindOf(c.Arguments) != '{' || sound(c.Arguments, p.Limits.depth()) != nil {
		return
	}
	var at span
	members(c.Arguments, false, func(key string, value span) {
		if key == p.DateParameter {
			at = value
		}
	})
	list, ok := dateKeys(at.of(c.Arguments))
	if !ok {
		return
	}
	mended := append(json.RawMessage{}, c.Arguments[:at.start]...)
	c.Arguments = append(append(mended, list...), c.Arguments[at.end:]...)
}

// dateKeys returns the value of a date parameter with its keys normalised, if it is a text or a list.
func dateKeys(raw []byte) (list []byte, ok bool) {
	switch kindOf(raw) {
	case '"':
		return append(dateKey([]byte{'['}, raw), ']'), true
	case '[':
		list = append(list, '[')
		elements(raw, false, func(value span) {
			if len(list) > 1 {
				list = append(list, ',')
			}
			list = dateKey(list, value.of(raw))
		})
		return append(list, ']'), true
	}
	return nil, false
}

// dateKey appends an entry: a key normalised, anything else as it is.
func dateKey(dst, raw []byte) []byte {
	if kindOf(raw) != '"' {
		return append(dst, raw...)
	}
	text := unquote(raw)
	if isISODate(text) {
		return append(dst, raw...)
	}
	return scan.AppendQuoted(dst, dates.Normalize(text))
}

// isISODate reports whether a text begins as a calendar date does.
func isISODate(text string) bool {
	const form = "0000-00-00"
	if len(text) < len(form) {
		return false
	}
	for i, c := range []byte(form) {
		if c == '-' && text[i] != '-' || c == '0' && !isDigit(text[i]) {
			return false
		}
	}
	return true
}
