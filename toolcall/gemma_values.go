// Objects as Gemma models write them: bare keys, texts between marks of their own, all other scalars bare.

package toolcall

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

const (
	reasonNoObject = "arguments without braces"
	reasonNoKey    = "a key is missing"
	reasonNoComma  = "a comma or bracket is missing"
)

// gemmaValues reads such objects and turns them into JSON as it goes.
type gemmaValues struct {
	*reader
	tool     string
	mark     string   // stands on both sides of a text; nothing in between is escaped
	stops    []string // marks that end a call: no bare value goes over one
	typed    bool     // all values are texts, those that are JSON count as that, and the comma after one may be missing
	argument string   // that is read
	out      []byte
}

// read returns the object at offset i as JSON. If there is none, end is where it stops being one.
func (g *gemmaValues) read(i int) (end int, value json.RawMessage, reason string) {
	if g.at(i) != '{' {
		return i, nil, g.unless(i, reasonNoObject)
	}
	end, reason = g.object(i, g.parser.Limits.depth())
	return end, g.out, reason
}

func (g *gemmaValues) value(i, depth int) (int, string) {
	i = g.space(i)
	switch {
	case g.has(i, g.mark):
		return g.text(i, depth)
	case g.at(i) == '{':
		return g.object(i, depth)
	case g.at(i) == '[':
		return g.list(i, depth)
	}
	return g.bare(i)
}

func (g *gemmaValues) object(i, depth int) (int, string) {
	if depth == 0 {
		return i, reasonTooDeep
	}
	g.out = append(g.out, '{')
	for i = g.space(i + 1); g.at(i) != '}'; {
		var reason string
		if i, reason = g.name(i, depth); reason != "" {
			return i, reason
		}
		g.out = append(g.out, ':')
		if i, reason = g.value(i, depth-1); reason != "" {
			return i, reason
		}
		if i, reason = g.comma(i, '}'); reason != "" {
			return i, reason
		}
	}
	g.out = append(g.out, '}')
	return i + 1, ""
}

func (g *gemmaValues) list(i, depth int) (int, string) {
	if depth == 0 {
		return i, reasonTooDeep
	}
	g.out = append(g.out, '[')
	for i = g.space(i + 1); g.at(i) != ']'; {
		var reason string
		if i, reason = g.value(i, depth-1); reason != "" {
			return i, reason
		}
		if i, reason = g.comma(i, ']'); reason != "" {
			return i, reason
		}
	}
	g.out = append(g.out, ']')
	return i + 1, ""
}

// comma passes over what parts the value that ends at offset i from the next, and returns where that or the bracket shut is.
// A comma before the bracket is nothing.
func (g *gemmaValues) comma(i int, shut byte) (int, string) {
	k := g.space(i)
	switch c := g.at(k); {
	case c == shut:
		return k, ""
	case c == ',':
		if k = g.space(k + 1); g.at(k) == shut {
			return k, ""
		}
	case !g.typed || !bytes.HasSuffix(g.buf[:i], []byte(g.mark)):
		return k, g.unless(k, reasonNoComma)
	}
	g.out = append(g.out, ',')
	return k, ""
}

// name reads a key and its colon.
func (g *gemmaValues) name(i, depth int) (int, string) {
	name, i, reason := g.key(i)
	if reason != "" {
		return i, reason
	}
	if g.outermost(depth) {
		g.argument = string(name)
	}
	g.quote(name)
	if i = g.space(i); g.at(i) != ':' {
		return i, g.unless(i, reasonNoKey)
	}
	return i + 1, ""
}

func (g *gemmaValues) key(i int) (name []byte, end int, reason string) {
	if g.has(i, g.mark) {
		start := i + len(g.mark)
		if end = g.find(g.mark, start); end < 0 {
			return nil, g.end(), reasonCut
		}
		return g.buf[start:end], end + len(g.mark), ""
	}
	end = i
	for !g.done(end) && bytes.IndexByte(gemmaNoKey, g.buf[end]) < 0 {
		end++
	}
	if name = bytes.TrimSpace(g.buf[i:end]); len(name) == 0 {
		return nil, end, g.unless(end, reasonNoKey)
	}
	return name, end, ""
}

// gemmaNoKey are bytes that no bare key holds.
var gemmaNoKey = []byte(":,{}[]<\n\x00")

// outermost reports whether an object that may have depth levels is that of the arguments.
func (g *gemmaValues) outermost(depth int) bool { return depth == g.parser.Limits.depth() }

// text reads the text whose mark stands at offset i.
func (g *gemmaValues) text(i, depth int) (int, string) {
	start := i + len(g.mark)
	end, after := g.textEnd(start)
	if end < 0 {
		return g.end(), reasonCut
	}
	text := g.buf[start:end]
	if g.typed {
		g.out = append(g.out, g.typedText(string(text), depth)...)
	} else {
		g.quote(text)
	}
	return after, ""
}

// typedText keeps text that is declared as such; any other is JSON, or text after all.
func (g *gemmaValues) typedText(text string, depth int) json.RawMessage {
	if g.outermost(depth+1) && slices.Contains(g.types(g.tool, g.argument), "string") {
		return coerceWithin(text, g.types(g.tool, g.argument), depth)
	}
	if value := wholeJSON(text, depth); value != nil {
		return value
	}
	return quoted(text)
}

// textEnd returns the end of the text that begins at offset start and what is behind its mark; end is negative if there is
// none. A text whose mark is missing takes the rest of its call.
func (g *gemmaValues) textEnd(start int) (end, after int) {
	end = g.find(g.mark, start)
	if g.typed {
		return end, end + len(g.mark)
	}
	if end >= 0 && g.hasAny(g.space(end+len(g.mark)), gemmaNext) != "" {
		return end, end + len(g.mark)
	}
	if stop := g.find("}"+g.stops[0], start); stop >= 0 && (end < 0 || stop < end) {
		return stop, stop
	}
	return end, end + len(g.mark)
}

// gemmaNext is what may follow a text.
var gemmaNext = []string{",", "}", "]"}

// bare reads a value without marks: a number, a word of JSON, or text; nothing at all is empty text.
func (g *gemmaValues) bare(i int) (int, string) {
	for k := i; ; k++ {
		switch g.at(k) {
		case ',', '}', ']':
			text := bytes.TrimSpace(g.buf[i:k])
			if isScalar(string(text)) {
				g.out = append(g.out, text...)
			} else {
				g.quote(text)
			}
			return k, ""
		case 0:
			if g.done(k) {
				return k, reasonCut
			}
		case '<':
			if g.has(k, g.mark) || g.hasAny(k, g.stops) != "" {
				return k, reasonNoComma
			}
		}
	}
}

// isScalar reports whether a text is a number or one of true, false and null.
func isScalar(text string) bool {
	switch text {
	case "true", "false", "null":
		return true
	}
	return isNumber(text)
}

func (g *gemmaValues) quote(text []byte) { g.out = scan.AppendQuoted(g.out, string(text)) }
