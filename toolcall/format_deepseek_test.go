// deepseek_v3, deepseek_v31: calls in sections.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// deepSeek writes the marks, which are hard to read: [[ and ]] around the section, ( and ) around a call, | between.
var deepSeek = strings.NewReplacer("[[", "<｜tool▁calls▁begin｜>", "]]", "<｜tool▁calls▁end｜>", "((", "<｜tool▁call▁begin｜>",
	"))", "<｜tool▁call▁end｜>", "||", "<｜tool▁sep｜>").Replace

// checkDeepSeek is check with the marks of deepSeek in all texts.
func checkDeepSeek(t *testing.T, f toolcall.Format, text string, w want) {
	t.Helper()
	w.content = deepSeek(w.content)
	for i := range w.calls {
		w.calls[i] = deepSeek(w.calls[i])
	}
	for i := range w.dropped {
		w.dropped[i] = deepSeek(w.dropped[i])
	}
	check(t, toolcall.Parser{Format: f}, deepSeek(text), w)
}

func TestDeepSeekV31(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one call":        {`[[((f||{"a": 1}))]]`, want{calls: []string{`f{"a": 1}`}}},
		"parallel":        {"Hi [[((f||{}))\n((g.h||{\"b\": [1.50]}))]]<eos>", want{content: "Hi ", calls: []string{`f{}`, `g.h{"b": [1.50]}`}, dropped: []string{"<eos>"}}},
		"white space":     {"[[ (( f || {\"a\": 1} )) ]]", want{calls: []string{`f{"a": 1}`}}},
		"own marks":       {`[[((f||{"a": "))]]((g||{}))"}))]]`, want{calls: []string{`f{"a": "))]]((g||{}))"}`}}},
		"two sections":    {`a[[((f||{}))]]b[[((g||{}))]]c`, want{content: "a", calls: []string{`f{}`, `g{}`}, dropped: []string{"b", "c"}}},
		"no section end":  {`[[((f||{}))`, want{calls: []string{`f{}`}}},
		"half an end":     {`[[((f||{}))<｜tool▁calls`, want{calls: []string{`f{}`}, dropped: []string{"<｜tool▁calls"}}},
		"noise inside":    {`a[[x((f||{}))y((g||{}))z]]`, want{content: "a", calls: []string{`f{}`, `g{}`}, dropped: []string{"x", "y", "z"}}},
		"thinking before": {`<think>[[((x||{}))]]</think>Hi[[((f||{}))]]`, want{content: "Hi", reasoning: deepSeek("[[((x||{}))]]"), calls: []string{`f{}`}}},
		"unicode":         {`[[((größe||{"ü": "中"}))]]`, want{calls: []string{`größe{"ü": "中"}`}}},

		"text":          {"Hello <", want{content: "Hello <"}},
		"half a mark":   {"Hello <｜tool▁ca", want{content: "Hello <｜tool▁ca"}},
		"empty section": {"a [[ ]] b", want{content: "a [[ ]] b"}},
		"only the mark": {"a [[ ", want{content: "a [[ ", fault: "byte 2: ends before"}},
		"only noise":    {"a [[f||{}]] b", want{content: "a [[f||{}]] b", fault: "not a call"}},
		"no section":    {`((f||{}))`, want{content: `((f||{}))`}},

		"broken arguments":  {`a[[((f||{"a": 1))]]b`, want{content: `a[[((f||{"a": 1))]]b`, fault: "not JSON"}},
		"one broken":        {`a[[((f||{"a"))((g||{}))]]`, want{content: "a", calls: []string{`g{}`}, dropped: []string{"[[", `((f||{"a"))`}, fault: "not JSON"}},
		"open text":         {`[[((f||{"a))((g||{}))]]`, want{content: `[[((f||{"a))((g||{}))]]`, fault: "ends before"}},
		"the second broken": {`a[[((g||{}))((f||{"a": }))]]b`, want{content: "a", calls: []string{`g{}`}, dropped: []string{`((f||{"a": }))`, "b"}, fault: "not JSON"}},
		"no end mark":       {`[[((f||{}((g||{}))]]`, want{calls: []string{`g{}`}, dropped: []string{"[[", `((f||{}`}, fault: "not JSON"}},
		"no separator":      {`[[((f{}))((g||{}))]]`, want{calls: []string{`g{}`}, dropped: []string{"[[", `((f{}))`}, fault: "without a name"}},
		"no name":           {"[[(( ||{}))((g\nh||{}))]]", want{content: "[[(( ||{}))((g\nh||{}))]]", fault: "without a name"}},
		"a list":            {`[[((f||[1]))((g||{}))]]`, want{calls: []string{`g{}`}, dropped: []string{"[[", `((f||[1]))`}, fault: "not an object"}},
		"cut":               {`a[[((g||{}))((f||{"a": "`, want{content: "a", calls: []string{`g{}`}, dropped: []string{`((f||{"a": "`}, fault: "ends before"}},
		"cut in the name":   {`a[[((get_we`, want{content: `a[[((get_we`, fault: "ends before"}},
		"cut in the mark":   {`[[((f||{})<`, want{content: `[[((f||{})<`, fault: "not JSON"}},
		"cut at the mark":   {`[[((f||{}<｜tool▁`, want{content: `[[((f||{}<｜tool▁`, fault: "ends before"}},
	} {
		t.Run(name, func(t *testing.T) { checkDeepSeek(t, toolcall.DeepSeekV31, c.text, c.want) })
	}
}

func TestDeepSeekV3(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one call":     {"[[((function||f\n```json\n{\"a\": 1}\n```))]]", want{calls: []string{`f{"a": 1}`}}},
		"parallel":     {"Hi[[((function||f\n```json\n{}\n```))\n((function||g\n```json\n{}\n```))]] end", want{content: "Hi", calls: []string{`f{}`, `g{}`}, dropped: []string{" end"}}},
		"fence inside": {"[[((function||f\n```json\n{\"a\": \"```json\\n{}\\n```))\"}\n```))]]", want{calls: []string{"f{\"a\": \"```json\\n{}\\n```))\"}"}}},
		"plain fence":  {"[[((function||f\n```\n{\n}\n```\n))]]", want{calls: []string{"f{\n}"}}},
		"thinking":     {"<think>no[[</think>[[((function||f\n```json\n{}\n```))]]", want{calls: []string{`f{}`}, reasoning: deepSeek("no[[")}},

		"text":           {"Hello", want{content: "Hello"}},
		"no fence":       {"[[((function||f\n{}))]]", want{content: "[[((function||f\n{}))]]", fault: "without a name"}},
		"open fence":     {"[[((function||f\n```json\n{}))((function||g\n```json\n{}\n```))]]", want{calls: []string{`g{}`}, fault: "not JSON"}},
		"broken JSON":    {"a[[((function||f\n```json\n{\"a\": \n```))]]", want{content: "a[[((function||f\n```json\n{\"a\": \n```))]]", fault: "not JSON"}},
		"other word":     {"[[((tool||f\n```json\n{}\n```))]]", want{content: "[[((tool||f\n```json\n{}\n```))]]", fault: "not a call"}},
		"no word":        {"[[((f\n```json\n{}\n```))]]", want{content: "[[((f\n```json\n{}\n```))]]", fault: "without a name"}},
		"no name":        {"[[((function||\n```json\n{}\n```))]]", want{content: "[[((function||\n```json\n{}\n```))]]", fault: "without a name"}},
		"no arguments":   {"[[((function||f\n```json\n\n```))]]", want{content: "[[((function||f\n```json\n\n```))]]", fault: "not JSON"}},
		"null":           {"[[((function||f\n```json\nnull\n```))]]", want{content: "[[((function||f\n```json\nnull\n```))]]", fault: "not an object"}},
		"cut":            {"a[[((function||f\n```json\n{\"a\": \"", want{content: "a[[((function||f\n```json\n{\"a\": \"", fault: "ends before"}},
		"cut in a fence": {"a[[((function||f\n```json\n{}\n``", want{content: "a[[((function||f\n```json\n{}\n``", fault: "ends before"}},
		"cut in a name":  {"a[[((function||f", want{content: "a[[((function||f", fault: "ends before"}},
	} {
		t.Run(name, func(t *testing.T) { checkDeepSeek(t, toolcall.DeepSeekV3, c.text, c.want) })
	}
}

func FuzzDeepSeekV3(f *testing.F) {
	fuzzFormat(f, toolcall.DeepSeekV3, deepSeek("Hi[[((function||f\n```json\n{\"a\": \"))\"}\n```))((function||g\n```json\n{]\n```))]] end"))
}

func FuzzDeepSeekV31(f *testing.F) {
	fuzzFormat(f, toolcall.DeepSeekV31, deepSeek(`<think>x</think>Hi[[((f||{"a": "))"}))((g||{"a"))]] end`))
}
