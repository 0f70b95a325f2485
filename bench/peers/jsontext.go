// The same by hand on the tokens of jsontext.

package peers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// tokens reads one call after another.
type tokens struct {
	r   *bytes.Reader
	d   *jsontext.Decoder
	bad mistakes
	err error
}

// value reads the next value whole; aliasing the decoder's buffer.
func (j *tokens) value() jsontext.Value {
	v, err := j.d.ReadValue()
	if err != nil && j.err == nil {
		j.err = err
	}
	return v
}

func (j *tokens) text(name string) (v jsontext.Value, plain []byte) {
	v = j.value()
	if j.err != nil {
		return nil, nil
	}
	if v.Kind() != '"' {
		j.bad.add("%s: want string, got %s", name, v)
		return nil, nil
	}
	plain = v[1 : len(v)-1]
	if bytes.IndexByte(plain, '\\') >= 0 {
		plain, j.err = jsontext.AppendUnquote(nil, v)
	}
	return v, plain
}

func (j *tokens) enum(name string, allowed []string) string {
	v, p := j.text(name)
	if v == nil {
		return ""
	}
	for _, a := range allowed {
		if string(p) == a {
			return a
		}
	}
	j.bad.add("%s: %q is not one of %s", name, p, strings.Join(allowed, ", "))
	return ""
}

func (j *tokens) time(name string) (t time.Time) {
	v, p := j.text(name)
	if v != nil && t.UnmarshalText(p) != nil {
		j.bad.add("%s: %q is not an RFC 3339 date-time", name, p)
	}
	return
}

func (j *tokens) number(name, want string) (f float64) {
	v := j.value()
	if j.err != nil {
		return 0
	}
	if v.Kind() != '0' {
		j.bad.add("%s: want %s, got %s", name, want, v)
		return 0
	}
	f, _ = strconv.ParseFloat(string(v), 64)
	return f
}

// list enters an array and reports whether it has an item; item reports
// whether there is another.
func (j *tokens) list(name string) bool {
	if j.d.PeekKind() != '[' {
		if v := j.value(); j.err == nil {
			j.bad.add("%s: want array, got %s", name, v)
		}
		return false
	}
	j.step()
	return j.item()
}

func (j *tokens) item() bool {
	if j.err != nil {
		return false
	}
	if k := j.d.PeekKind(); k != ']' && k != jsontext.KindInvalid {
		return true
	}
	j.step()
	return false
}

// step reads one token.
func (j *tokens) step() {
	if _, err := j.d.ReadToken(); err != nil && j.err == nil {
		j.err = err
	}
}

func (j *tokens) open(raw []byte) {
	j.r.Reset(raw)
	j.d.Reset(j.r)
	j.bad, j.err = nil, nil
	if j.d.PeekKind() != '{' {
		if v := j.value(); j.err == nil {
			j.err = fmt.Errorf("want object, got %s", v)
		}
		return
	}
	j.step()
}

// more steps to the next member's name, or ends the object.
func (j *tokens) more() (name []byte, ok bool) {
	if j.err != nil {
		return nil, false
	}
	if j.d.PeekKind() == '}' {
		j.step()
		if _, err := j.d.ReadToken(); err != io.EOF {
			j.err = errors.New("data after the arguments")
		}
		return nil, false
	}
	v, name := j.text("name")
	return name, v != nil
}

func (j *tokens) unknown(name []byte) {
	j.bad.add("%s: unknown parameter", name)
	j.value()
}

func (j *tokens) finish(missing string) (string, bool) {
	if j.err != nil {
		return "invalid arguments: " + j.err.Error(), false
	}
	if missing != "" {
		j.bad.add("%s: required", missing)
	}
	if j.bad != nil {
		return j.bad.text(), false
	}
	return "", true
}

func newTokens() *tokens {
	r := bytes.NewReader(nil)
	return &tokens{r: r, d: jsontext.NewDecoder(r)}
}

func (j *tokens) integer(name string, least, most float64) int {
	f := j.number(name, "integer")
	n := int(f)
	if float64(n) != f {
		j.bad.add("%s: want integer, got %v", name, f)
	} else if f < least || f > most {
		j.bad.add("%s: %v is not between %v and %v", name, f, least, most)
	}
	return n
}

func (j *tokens) boolean(name string) bool {
	v := j.value()
	if k := v.Kind(); j.err == nil && k != 't' && k != 'f' {
		j.bad.add("%s: want boolean, got %s", name, v)
	}
	return v.Kind() == 't'
}

func (j *tokens) str(name string) string {
	_, plain := j.text(name)
	return string(plain)
}

func (j *tokens) strs(name string) []string {
	list := make([]string, 0, 4)
	for ok := j.list(name); ok; ok = j.item() {
		list = append(list, j.str(name))
	}
	return list
}

func (j *tokens) times(name string) []time.Time {
	list := make([]time.Time, 0, 2)
	for ok := j.list(name); ok; ok = j.item() {
		list = append(list, j.time(name))
	}
	return list
}

func tokenWeather(seen *Seen) CallFunc {
	j, units := newTokens(), units()
	return func(raw []byte) (string, bool) {
		var in Weather
		missing := "dates"
		j.open(raw)
		for name, ok := j.more(); ok; name, ok = j.more() {
			switch string(name) {
			case "city":
				in.City = j.str("city")
			case "unit":
				in.Unit = j.enum("unit", units)
			case "dates":
				missing = ""
				in.Dates = j.times("dates")
			default:
				j.unknown(name)
			}
		}
		if text, ok := j.finish(missing); !ok {
			return text, false
		}
		seen.weather(in.City, in.Unit, in.Dates)
		return resultText, true
	}
}

func tokenMedia(seen *Seen) CallFunc {
	j, actions, queueOptions := newTokens(), actions(), queueOptions()
	return func(raw []byte) (string, bool) {
		var in Media
		missing := "action"
		j.open(raw)
		for name, ok := j.more(); ok; name, ok = j.more() {
			switch string(name) {
			case "action":
				missing = ""
				in.Action = j.enum("action", actions)
			case "query":
				in.Query = j.str("query")
			case "volume":
				in.Volume = j.integer("volume", 0, 100)
			case "shuffle":
				in.Shuffle = j.boolean("shuffle")
			case "rate":
				in.Rate = j.number("rate", "number")
			case "queue_option":
				in.QueueOption = j.enum("queue_option", queueOptions)
			case "rooms":
				in.Rooms = j.strs("rooms")
			case "start_at":
				in.StartAt = j.time("start_at")
			default:
				j.unknown(name)
			}
		}
		if text, ok := j.finish(missing); !ok {
			return text, false
		}
		seen.media(&in)
		return resultText, true
	}
}
