// harmony: messages of channels, some of them calls.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// harmony writes the marks as {start} and so on.
var harmony = strings.NewReplacer("{start}", "<|start|>", "{chan}", "<|channel|>", "{msg}", "<|message|>", "{end}", "<|end|>",
	"{call}", "<|call|>", "{return}", "<|return|>", "{json}", "<|constrain|>json").Replace

func TestHarmony(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"final":              {`{start}assistant{chan}final{msg}Hi <b>you</b>{return}`, want{content: "Hi <b>you</b>"}},
		"analysis and final": {`{chan}analysis{msg}Hm <think>{end}{start}assistant{chan}final{msg}Hi{return}`, want{content: "Hi", reasoning: "Hm <think>"}},
		"call":               {`{start}assistant to=functions.f{chan}commentary json{msg}{"a": 1}{call}`, want{calls: []string{`f{"a": 1}`}}},
		"after the channel":  {`{start}assistant{chan}commentary to=functions.f {json}{msg}{"a": 1}{call}`, want{calls: []string{`f{"a": 1}`}}},
		"constrained":        {`{chan}commentary to=f{json}{msg}{}{call}`, want{calls: []string{`f{}`}}},
		"dotted name":        {` to=browser.open{chan}analysis{msg}{"id": 1}{call}`, want{calls: []string{`browser.open{"id": 1}`}}},
		"functions twice":    {` to=functions.functions.f{chan}commentary{msg}{}{call}`, want{calls: []string{`functions.f{}`}}},
		"headless role":      {`assistant to=f{chan}commentary{msg}{}{call}`, want{calls: []string{`f{}`}}},
		"headless message":   {`assistant{msg}Hi{end}`, want{content: "Hi"}},
		"no channel":         {`{start}assistant{msg}Hi{end}`, want{content: "Hi"}},
		"only a message":     {`{msg}Hi{end}`, want{content: "Hi"}},
		"parallel":           {"{chan}analysis{msg}x{end}{start}assistant to=f{chan}commentary{msg}{}{call}\n{start}assistant to=g{chan}commentary{msg}{\"b\": []}{call}", want{calls: []string{`f{}`, `g{"b": []}`}, reasoning: "x", dropped: []string{"\n"}}},
		"marks in texts":     {`{start}assistant to=f{chan}commentary{msg}{"a": "{call}{end}{start}"}{call}`, want{calls: []string{`f{"a": "{call}{end}{start}"}`}}},
		"unicode":            {`{start}assistant to=größe{chan}commentary{msg}{"ü": "中"}{call}`, want{calls: []string{`größe{"ü": "中"}`}}},
		"white space":        {"{start}assistant to=f{chan}commentary json{msg} \n{} \n{call}", want{calls: []string{`f{}`}}},

		"commentary":           {`{start}assistant{chan}commentary{msg}One moment.{end}`, want{content: "One moment."}},
		"commentary and call":  {`{start}assistant{chan}commentary{msg}One moment.{end}{start}assistant to=f{chan}commentary{msg}{}{call}`, want{content: "One moment.", calls: []string{`f{}`}}},
		"commentary and final": {`{chan}commentary{msg}Wait.{end}{start}assistant{chan}final{msg}Hi{end}{start}assistant{chan}commentary{msg}Bye{end}`, want{content: "Hi", dropped: []string{"Wait.", "Bye"}}},
		"to the assistant":     {`{start}functions.f to=assistant{chan}commentary{msg}{"x": 1}{end}{start}assistant{chan}final{msg}Hi`, want{content: "Hi", dropped: []string{`{"x": 1}`}}},
		"to itself":            {`{start}assistant to=assistant{chan}final{msg}Hi{end}`, want{content: "Hi"}},
		"other roles":          {`{start}user to=f{msg}{}{end}{start}system{msg}x{end}`, want{dropped: []string{"{}", "x"}}},
		"other channel":        {`{start}assistant{chan}secret{msg}x{end}`, want{dropped: []string{"x"}}},

		"text":              {"Hello to=you <|", want{content: "Hello to=you <|"}},
		"text of a header":  {" to=you is what I said", want{content: " to=you is what I said"}},
		"text and an end":   {"Hello{return}", want{content: "Hello"}},
		"text and messages": {"Hello {start}assistant{chan}final{msg}you{end} there", want{content: "Hello you", dropped: []string{" there"}}},
		"assistant":         {"assistant", want{content: "assistant"}},
		"empty":             {"", want{}},

		"cut final":         {`{start}assistant{chan}final{msg}Hi th`, want{content: "Hi th"}},
		"cut analysis":      {`{chan}analysis{msg}Hm`, want{reasoning: "Hm"}},
		"cut commentary":    {`{chan}commentary{msg}One mo`, want{content: "One mo"}},
		"start ends a body": {`{chan}final{msg}Hi{start}assistant to=f{chan}commentary{msg}{}{start}assistant{chan}analysis{msg}x`, want{content: "Hi", calls: []string{`f{}`}, reasoning: "x"}},
		"no call mark":      {`{start}assistant to=f{chan}commentary{msg}{"a": 1} `, want{calls: []string{`f{"a": 1}`}}},
		"half a call mark":  {`{start}assistant to=f{chan}commentary{msg}{"a": 1}<|ca`, want{calls: []string{`f{"a": 1}`}}},
		"no JSON":           {`{start}assistant to=python{chan}analysis code{msg} print("{")` + "\n" + `{call}`, want{calls: []string{`python print("{")` + "\n"}, fault: "not JSON"}},
		"broken JSON":       {`{start}assistant to=f{chan}commentary json{msg}{"a": "x{call}{start}assistant to=g{chan}commentary{msg}{"b": 1}{call}`, want{dropped: nil, content: "", fault: "ends before"}},
		"broken outside":    {`{start}assistant to=f{chan}commentary json{msg}{"a": x{call}{start}assistant to=g{chan}commentary{msg}{"b": 1}{call}`, want{calls: []string{`f{"a": x`, `g{"b": 1}`}, fault: "not JSON"}},
		"empty body":        {`{start}assistant to=f{chan}commentary json{msg}{call}`, want{calls: []string{`f{}`}}},
		"cut call":          {`{chan}commentary{msg}Wait.{end}{start}assistant to=f{chan}commentary{msg}{"a": "x`, want{content: "Wait.", dropped: []string{`{start}assistant to=f{chan}commentary{msg}{"a": "x`}, fault: "ends before"}},
		"cut at the body":   {`{start}assistant to=f{chan}commentary{msg}`, want{dropped: []string{`{start}assistant to=f{chan}commentary{msg}`}, fault: "ends before"}},
		"cut header":        {`{start}assistant to=f{chan}comm`, want{dropped: []string{`{start}assistant to=f{chan}comm`}, fault: "ends before"}},
		"cut plain header":  {`{start}assistant{chan}fin`, want{dropped: []string{`{start}assistant{chan}fin`}}},
		"header without":    {`{start}assistant to=f{chan}commentary{call}{start}{start}assistant{chan}final{msg}x`, want{content: "x", fault: "without a message"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := c.want
			for i := range w.calls {
				w.calls[i] = harmony(w.calls[i])
			}
			for i := range w.dropped {
				w.dropped[i] = harmony(w.dropped[i])
			}
			check(t, toolcall.Parser{Format: toolcall.Harmony}, harmony(c.text), w)
		})
	}
}

func TestHarmonyWithoutReasoning(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Harmony, Reasoning: toolcall.Reasoning{Off: true}}
	check(t, p, harmony(`{chan}analysis{msg}Hm{end}{start}assistant{chan}final{msg}Hi{return}`), want{content: "Hi", dropped: []string{"Hm"}})
}

// The final channel is shown as it comes in, commentary when it is known that there is none.
func TestHarmonyStreams(t *testing.T) {
	s, err := toolcall.Parser{Format: toolcall.Harmony}.Stream()
	require.NoError(t, err)
	s.Write(harmony(`{chan}analysis{msg}Hm`))
	assert.Equal(t, "m x", s.Write("m x").Reasoning)
	assert.Empty(t, s.Write(harmony(`{end}{start}assistant{chan}commentary{msg}Wait{end}`)).Content)
	assert.Len(t, s.Write(harmony(`{start}assistant to=f{chan}commentary{msg}{}{call}`)).Calls, 1)
	s.Write(harmony(`{start}assistant{chan}final{msg}`))
	assert.Equal(t, "Hello, this is ", s.Write("Hello, this is <").Content)
	_, err = s.Close()
	require.NoError(t, err)
	assert.Equal(t, "Hello, this is <", s.Result().Content)
}

func FuzzHarmony(f *testing.F) {
	fuzzFormat(f, toolcall.Harmony,
		harmony(`{chan}analysis{msg}Hm{end}{start}assistant{chan}commentary{msg}Wait{end}{start}assistant to=functions.f{chan}commentary {json}{msg}{"a": 1}{call}`),
		harmony(` to=f{chan}commentary{msg}x{call}{start}assistant{chan}final{msg}Hi{return}`))
}
