// Tests of reading texts that no line can make: a library whose deltas, errors, ids or arguments are not what they have to be.

package main

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func calling(id, name, args string) toolcall.Call {
	return toolcall.Call{Call: jarvis.Call{ID: id, Name: name, Arguments: json.RawMessage(args)}}
}

func TestSoundReadings(t *testing.T) {
	for _, tc := range []struct {
		name string
		got  reading
		want []string // what is said to be wrong
	}{
		{"a result", reading{res: &toolcall.Result{}}, nil},
		{"an error about the text", reading{&toolcall.Result{}, &toolcall.SyntaxError{Faults: []toolcall.Fault{{}}}}, nil},
		{"another error", reading{&toolcall.Result{}, errors.New("no")}, []string{"error"}},
		{"no result", reading{}, []string{"result"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var r report
			sound := tc.got.sound(&r)
			assert.Equal(t, tc.got.res != nil, sound)
			assert.Equal(t, tc.want, wrongs(&r))
		})
	}
}

func wrongs(r *report) (what []string) {
	for _, f := range r.failures {
		what = append(what, f.what)
	}
	return what
}

func TestSameReadings(t *testing.T) {
	one := func() reading {
		return reading{&toolcall.Result{
			Format: toolcall.Jarvis, Content: "c", Reasoning: "r", Calls: []toolcall.Call{calling("1", "f", "{}")},
			Dropped: []toolcall.Dropped{{Text: "d", Why: "w"}}, Parts: []toolcall.Part{{Kind: toolcall.KindContent, End: 1}},
		}, errors.New("e")}
	}
	for name, change := range map[string]func(*reading){
		"":          func(*reading) {},
		"format":    func(g *reading) { g.res.Format = toolcall.Hermes },
		"content":   func(g *reading) { g.res.Content = "c " },
		"reasoning": func(g *reading) { g.res.Reasoning = "" },
		"calls":     func(g *reading) { g.res.Calls[0].Start = 1 },
		"dropped":   func(g *reading) { g.res.Dropped[0].Why = "v" },
		"parts":     func(g *reading) { g.res.Parts[0].End = 2 },
		"error":     func(g *reading) { g.err = nil },
	} {
		t.Run(name, func(t *testing.T) {
			var r report
			other := one()
			change(&other)
			one().same(&r, other)
			if name == "" {
				assert.Empty(t, r.failures)
			} else {
				assert.Equal(t, []string{name}, wrongs(&r))
			}
		})
	}
}

// fakeStream gives a delta for each piece and one at the end.
type fakeStream struct {
	written string
	deltas  []toolcall.Delta
	res     *toolcall.Result
	err     error
}

func (s *fakeStream) next() toolcall.Delta {
	d := s.deltas[0]
	s.deltas = s.deltas[1:]
	return d
}

func (s *fakeStream) Write(piece string) toolcall.Delta {
	s.written += piece + "|"
	return s.next()
}

func (s *fakeStream) Close() (toolcall.Delta, error) { return s.next(), s.err }

func (s *fakeStream) Result() *toolcall.Result { return s.res }

func TestSumsOfDeltas(t *testing.T) {
	one, two := calling("1", "f", "{}"), calling("2", "f", "{}")
	res := &toolcall.Result{Content: "cd", Reasoning: "rs", Calls: []toolcall.Call{one, two}}
	for _, tc := range []struct {
		name   string
		deltas []toolcall.Delta // of two pieces and the end
		res    *toolcall.Result
		wrong  []string
	}{
		{"all, with a piece", []toolcall.Delta{{Content: "cd", Reasoning: "rs", Calls: []toolcall.Call{one, two}}, {}, {}}, res, nil},
		{"all, at the end", []toolcall.Delta{{}, {}, {Content: "cd", Reasoning: "rs", Calls: []toolcall.Call{one, two}}}, res, nil},
		{"all, bit by bit", []toolcall.Delta{{Content: "c"}, {Reasoning: "r", Calls: []toolcall.Call{one}}, {Content: "d", Reasoning: "s", Calls: []toolcall.Call{two}}}, res, nil},
		{"nothing", make([]toolcall.Delta, 3), res, []string{"sum of the deltas: content", "sum of the deltas: reasoning", "sum of the deltas: calls"}},
		{"calls in another order", []toolcall.Delta{{Content: "cd", Reasoning: "rs"}, {Calls: []toolcall.Call{two}}, {Calls: []toolcall.Call{one}}}, res, []string{"sum of the deltas: calls"}},
		{"content twice", []toolcall.Delta{{Content: "cd", Reasoning: "rs"}, {Calls: res.Calls}, {Content: "cd"}}, res, []string{"sum of the deltas: content"}},
		{"no result", make([]toolcall.Delta, 3), nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var r report
			s := &fakeStream{deltas: tc.deltas, res: tc.res, err: errors.New("e")}
			got := readStream(&r, s, []string{"ab", ""})
			assert.Equal(t, "ab||", s.written)
			assert.Equal(t, reading{s.res, s.err}, got)
			assert.Equal(t, tc.wrong, wrongs(&r))
		})
	}
}

func TestPiecesOfAnUnknownFormat(t *testing.T) {
	var r report
	got := readPieces(&r, toolcall.Parser{Format: "semaphore"}, []string{"x"})
	assert.False(t, got.sound(&r))
	assert.Equal(t, []string{"error", "result"}, wrongs(&r))
}

func TestRepliesInPieces(t *testing.T) {
	said := func(text string) reading { return reading{res: &toolcall.Result{Content: text}} }
	text := "a"
	line := replyLine{Expected: &wantedReply{Message: optional[*string]{true, &text}}}
	for _, tc := range []struct {
		name          string
		whole, pieces reading
		wrong         []string
	}{
		{"the same", said("a"), said("a"), nil},
		{"other pieces", said("a"), said("a "), []string{"Stream: content"}},
		{"no pieces", said("a"), reading{}, []string{"Stream: result"}},
		{"no whole", reading{}, said("a"), []string{"result"}},
		{"the same, but wrong", said("b"), said("b"), []string{"message"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var r report
			line.judge(&r, tc.whole, tc.pieces)
			assert.Equal(t, tc.wrong, wrongs(&r))
		})
	}
}

func TestCallsTextShowsEverything(t *testing.T) {
	base := calling("1", "f", `{"a":1}`)
	for name, change := range map[string]func(*toolcall.Call){
		"id":              func(c *toolcall.Call) { c.ID = "2" },
		"name":            func(c *toolcall.Call) { c.Name = "g" },
		"arguments":       func(c *toolcall.Call) { c.Arguments = json.RawMessage(`{"a": 1}`) },
		"failure message": func(c *toolcall.Call) { c.FailureMessage = "m" },
		"repaired":        func(c *toolcall.Call) { c.Repaired = []string{"x"} },
		"start":           func(c *toolcall.Call) { c.Start = 1 },
		"end":             func(c *toolcall.Call) { c.End = 1 },
	} {
		other := base
		change(&other)
		assert.NotEqual(t, callsText([]toolcall.Call{base}), callsText([]toolcall.Call{other}), name)
	}
	assert.NotEqual(t, callsText([]toolcall.Call{base}), callsText([]toolcall.Call{base, base}))
}

func TestPinsOfMadeUpCalls(t *testing.T) {
	id, text, rule := "c1", `{"a":`, idRule
	broken := []toolcall.Call{calling("c1", "f", `{"a":`)}
	for _, tc := range []struct {
		name   string
		want   wantedAnswer
		pinned []string
		calls  []toolcall.Call
		wrong  []string
	}{
		{"the id", wantedAnswer{Calls: []wantedCall{{ID: &id}}}, []string{"ids"}, broken, nil},
		{"nine characters", wantedAnswer{IDRule: &rule}, []string{"ids"}, []toolcall.Call{calling("aäßdefghi", "f", "{}")}, nil},
		{"ten characters", wantedAnswer{IDRule: &rule}, []string{"ids"}, []toolcall.Call{calling("abcdefghij", "f", "{}")}, []string{"call 0: id"}},
		{"the rule holds for calls that are not listed", wantedAnswer{IDRule: &rule}, []string{"ids"}, append(broken, broken...), []string{"call 0: id", "call 1: id"}},
		{"broken text", wantedAnswer{Calls: []wantedCall{{Text: &text}}}, []string{"arguments"}, broken, nil},
		{"a value of broken text", wantedAnswer{Calls: []wantedCall{{Text: &text, Keys: []string{"a"}}}}, []string{"arguments"}, broken, []string{"call 0: arguments"}},
		{"JSON required", wantedAnswer{Calls: []wantedCall{{ValidJSON: true}}}, []string{"tool_call_count"}, broken, []string{"call 0: arguments"}},
		{"broken, but not asked for", wantedAnswer{Calls: []wantedCall{{}}}, []string{"tool_call_count"}, broken, nil},
		{"broken where nothing is wanted but a result", wantedAnswer{}, []string{"no_failure"}, broken, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var r report
			tc.want.check(&r, tc.pinned, reading{res: &toolcall.Result{Calls: tc.calls}})
			assert.Equal(t, tc.wrong, wrongs(&r))
		})
	}
}

func TestCharacters(t *testing.T) {
	for _, tc := range []struct {
		text string
		size int
		want []string
	}{
		{"", 1, nil},
		{"añb", 1, []string{"a", "ñ", "b"}},
		{"añb", 2, []string{"añ", "b"}},
		{"añb", 3, []string{"añb"}},
		{"añb", 4, []string{"añb"}},
	} {
		assert.Equal(t, tc.want, characters(tc.text, tc.size), "%q in %d", tc.text, tc.size)
	}
}

func TestFormatsThatAreNotThereAreSkipped(t *testing.T) {
	line := func(id, format string) string {
		return `{"id":"` + id + `","format":"` + format + `","mode":"both","raw":"x","expected":{},"pinned":["no_failure"]}` + "\n"
	}
	code, stdout, _ := runs("toolcalls", corpus(t, line("1", "semaphore")+line("2", "hermes")+line("3", "morse")+line("4", "semaphore")))
	assert.Equal(t, exitPassed, code)
	assert.Equal(t, "skipped: format morse (1)\nskipped: format semaphore (2)\n1 passed, 0 failed, 3 skipped\n", stdout)
}
