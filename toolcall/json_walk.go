// Reading JSON that jsonScan has accepted: members, elements, texts.

package toolcall

import (
	"bytes"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// walker steps through accepted JSON.
type walker struct{ jsonScan }

func walk(raw []byte, hash bool) *walker {
	return &walker{jsonScan{source: &source{buf: raw, ended: true}, depth: len(raw), hash: hash}}
}

// members calls f for every member of the object raw, in order, with the value as it stands.
func members(raw []byte, hash bool, f func(key string, value span)) {
	w := walk(raw, hash)
	for i := w.blank(w.blank(0) + 1); w.at(i) == '"'; i = w.blank(i) {
		after, _ := w.text(i)
		key := unquote(raw[i:after])
		start := w.blank(w.blank(after) + 1)
		end, _ := w.value(start)
		f(key, span{start, end})
		if i = w.blank(end); w.at(i) != ',' {
			return
		}
		i++
	}
}

// elements calls f for every element of the array raw.
func elements(raw []byte, hash bool, f func(value span)) {
	w := walk(raw, hash)
	for i := w.blank(w.blank(0) + 1); w.at(i) != ']' && !w.done(i); i = w.blank(i) {
		end, _ := w.value(i)
		f(span{i, end})
		if i = w.blank(end); w.at(i) != ',' {
			return
		}
		i++
	}
}

// span is a piece of a text.
type span struct{ start, end int }

// of returns the piece of raw.
func (s span) of(raw []byte) []byte { return raw[s.start:s.end] }

// unquote decodes an accepted JSON string. Broken UTF-8 and lone surrogates become U+FFFD.
func unquote(raw []byte) string {
	text, _ := scan.Text(raw, nil)
	return string(text)
}

// kindOf returns the first byte of a value, which tells its kind.
func kindOf(raw []byte) byte {
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}

// uncomment returns an accepted value without its # comments.
func uncomment(raw []byte) []byte {
	if bytes.IndexByte(raw, '#') < 0 {
		return raw
	}
	var clean []byte
	w := walk(raw, true)
	for i := 0; i < len(raw); {
		switch raw[i] {
		case '"':
			end, _ := w.text(i)
			clean = append(clean, raw[i:end]...)
			i = end
		case '#':
			for i < len(raw) && raw[i] != '\n' {
				i++
			}
		default:
			clean = append(clean, raw[i])
			i++
		}
	}
	return clean
}

// unsound returns why the whole text is not one JSON value, and "" if it is.
func (s *jsonScan) unsound() string {
	end, reason := s.value(0)
	if reason == "" && !s.done(s.space(end)) {
		reason = reasonNotJSON
	}
	return reason
}
