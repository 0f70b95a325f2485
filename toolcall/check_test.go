// How a case is checked: as a whole text, in pieces cut anywhere, and for its account of every byte.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// want is what a text should be read as.
type want struct {
	content   string
	calls     []string // "name{arguments}", each also with "@id" in front where the text carries one and " !message" behind for a failure message
	reasoning string
	dropped   []string // texts
	fault     string   // a piece of the error; empty means no error
}

// check reads text as a whole and in pieces and compares with what is wanted.
func check(t *testing.T, p toolcall.Parser, text string, w want) {
	t.Helper()
	p.NewID = func() string { return "id" }
	res, err := p.Parse(text)
	if w.fault == "" {
		assert.NoError(t, err)
	} else {
		var syntax *toolcall.SyntaxError
		require.ErrorAs(t, err, &syntax)
		assert.Contains(t, err.Error(), w.fault)
	}
	assert.Equal(t, w.content, res.Content, "content")
	assert.Equal(t, w.calls, callTexts(res), "calls")
	assert.Equal(t, w.reasoning, res.Reasoning, "reasoning")
	var dropped []string
	for _, d := range res.Dropped {
		dropped = append(dropped, d.Text)
	}
	if w.dropped != nil || len(dropped) == 0 {
		assert.Equal(t, w.dropped, dropped, "dropped")
	}
	accounts(t, text, res)
	if len(text) <= 400 {
		for cut := 1; cut < len(text); cut++ {
			streams(t, p, []string{text[:cut], text[cut:]}, res, err)
		}
	}
	if len(text) <= 20_000 {
		streams(t, p, strings.Split(text, ""), res, err)
		pieces := make([]string, len(text))
		for i := range len(text) {
			pieces[i] = text[i : i+1]
		}
		streams(t, p, pieces, res, err)
	}
}

func callTexts(res *toolcall.Result) []string {
	var texts []string
	for _, c := range res.Calls {
		text := c.Name + string(c.Arguments)
		if c.ID != "id" {
			text = "@" + c.ID + " " + text
		}
		if c.FailureMessage != "" {
			text += " !" + c.FailureMessage
		}
		texts = append(texts, text)
	}
	return texts
}

// accounts asserts that the parts are the whole text, and that each kind of part is where the result says it is.
func accounts(t *testing.T, text string, res *toolcall.Result) {
	t.Helper()
	end, calls, dropped := 0, 0, 0
	var reasoning strings.Builder
	for _, p := range res.Parts {
		if p.Start != end || p.End < p.Start {
			t.Fatalf("parts of %.200q have a gap or overlap at %d: %v", text, end, res.Parts)
		}
		end = p.End
		switch p.Kind {
		case toolcall.KindCall:
			calls++
		case toolcall.KindReasoning:
			reasoning.WriteString(text[p.Start:p.End])
		case toolcall.KindDropped:
			dropped += p.End - p.Start
		}
	}
	require.Equal(t, len(text), end, "parts end before the text does: %.200q", text)
	require.Equal(t, res.Reasoning, reasoning.String())
	for _, d := range res.Dropped {
		if d.Why != toolcall.WhyLimit {
			require.Equal(t, text[d.Start:d.Start+len(d.Text)], d.Text)
			dropped -= len(d.Text)
			require.NotEmpty(t, d.Why)
		}
	}
	if len(res.Dropped) == 0 || res.Dropped[len(res.Dropped)-1].Why != toolcall.WhyLimit {
		require.Zero(t, dropped, "dropped parts and dropped texts differ")
	}
	require.Equal(t, len(res.Calls) == 0, calls == 0)
}

// streams asserts that the pieces give the same result, and that the deltas join to it.
func streams(t *testing.T, p toolcall.Parser, pieces []string, res *toolcall.Result, err error) {
	t.Helper()
	s, serr := p.Stream()
	require.NoError(t, serr)
	var all toolcall.Delta
	join := func(d toolcall.Delta) {
		all.Content += d.Content
		all.Reasoning += d.Reasoning
		all.Calls = append(all.Calls, d.Calls...)
	}
	for _, piece := range pieces {
		join(s.Write(piece))
	}
	last, serr := s.Close()
	join(last)
	if want, got := dump(res, err), dump(s.Result(), serr); want != got {
		t.Fatalf("in pieces %.300q\nwhole  %s\npieces %s", pieces, want, got)
	}
	require.Equal(t, res.Content, all.Content)
	require.Equal(t, res.Reasoning, all.Reasoning)
	require.Equal(t, len(res.Calls), len(all.Calls))
	for i := range all.Calls {
		require.Equal(t, res.Calls[i], all.Calls[i])
	}
}

// dump is a result as one text.
func dump(res *toolcall.Result, err error) string {
	calls := res.Calls
	shown := *res
	shown.Calls = nil
	text, jsonErr := json.Marshal(shown)
	return fmt.Sprintf("%s %+v %v %v", text, calls, err, jsonErr)
}

// cutAnywhere cuts text into pieces at random.
func cutAnywhere(text string, random *rand.Rand) []string {
	var pieces []string
	for most := 1 + random.IntN(40); text != ""; {
		n := min(1+random.IntN(most), len(text))
		pieces = append(pieces, text[:n])
		text = text[n:]
	}
	return pieces
}
