// The Llama 3 formats: objects anywhere in the text, and function tags with the ways in which they are missed.

package toolcall_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestLlama3JSON(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"parameters":      {`{"name": "f", "parameters": {"a": 1e3}}`, want{calls: []string{`f{"a": 1e3}`}}},
		"arguments":       {`<|python_tag|> {"arguments": {}, "name": "f"}`, want{calls: []string{`f{}`}}},
		"text beside":     {`Yes: {"name": "f", "parameters": {}} done`, want{calls: []string{`f{}`}, dropped: []string{"Yes: ", " done"}}},
		"semicolons":      {`{"name": "f", "parameters": {}} ;{"name": "g", "parameters": {}};`, want{calls: []string{`f{}`, `g{}`}}},
		"newlines":        {"{\"name\": \"f\", \"parameters\": {}}\n<|python_tag|>{\"name\": \"g\", \"parameters\": {}}", want{calls: []string{`f{}`, `g{}`}, dropped: []string{"\n"}}},
		"list":            {`[{"name": "f", "parameters": {}}, {"name": "g", "parameters": {}}]`, want{calls: []string{`f{}`, `g{}`}, dropped: []string{"[", ", ", "]"}}},
		"braces in text":  {`{"name": "f", "parameters": {"a": "}\"{;<|python_tag|>{"}}`, want{calls: []string{`f{"a": "}\"{;<|python_tag|>{"}`}}},
		"unicode":         {`é{"name": "f", "parameters": {"ü": "中😀"}}`, want{calls: []string{`f{"ü": "中😀"}`}, dropped: []string{"é"}}},
		"null arguments":  {`{"name": "f", "parameters": null}`, want{calls: []string{`f{}`}}},
		"thinking":        {`<think>{"name": "x", "parameters": {}}</think>{"name": "f", "parameters": {}}`, want{reasoning: `{"name": "x", "parameters": {}}`, calls: []string{`f{}`}}},
		"stray objects":   {`{} {"q": 1} {"name": "f", "parameters": {}} {"query": "x"} {city}`, want{calls: []string{`f{}`}, dropped: []string{`{} {"q": 1} `, ` {"query": "x"} {city}`}}},
		"template before": {`{city} {"name": "f", "parameters": {}}`, want{calls: []string{`f{}`}, dropped: []string{`{city} `}}},
		"a person":        {`{"name": "Ada", "born": 1815}`, want{content: `{"name": "Ada", "born": 1815}`}},
		"text":            {"a {b} <|python c", want{content: "a {b} <|python c"}},
		"code":            {"<|python_tag|>print(1)", want{content: "<|python_tag|>print(1)"}},
		"call in another": {`{"do": {"name": "f", "parameters": {}}}`, want{content: `{"do": {"name": "f", "parameters": {}}}`}},

		"no name":       {`{"parameters": {}}`, want{content: `{"parameters": {}}`, fault: "without a name"}},
		"both":          {`{"name": "f", "parameters": {}, "arguments": {}}`, want{content: `{"name": "f", "parameters": {}, "arguments": {}}`, fault: "both"}},
		"broken":        {`{"name": "f", "parameters": {bad}`, want{content: `{"name": "f", "parameters": {bad}`, fault: "not JSON"}},
		"cut":           {`a {"name": "f", "parameters": {"a": {"name": "g", "parameters": {}}`, want{content: `a {"name": "f", "parameters": {"a": {"name": "g", "parameters": {}}`, fault: "ends before"}},
		"cut in name":   {`{"na`, want{content: `{"na`}},
		"inside broken": {`{"name": "f", "parameters": {x, "b": {"name": "g", "parameters": {}}}}`, want{content: `{"name": "f", "parameters": {x, "b": {"name": "g", "parameters": {}}}}`, fault: "not JSON"}},
		"broken later":  {`{"name": "f", "parameters": {}}; {"name": "g", x`, want{calls: []string{`f{}`}, dropped: []string{" ", `{"name": "g", x`}, fault: "not JSON"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Llama3JSON}, c.text, c.want) })
	}
}

func TestLlama3Function(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"one":                {`<function=f>{"a": 1}</function>`, want{calls: []string{`f{"a": 1}`}}},
		"text beside":        {`Hi <function=f>{"a": "<function=g>{}</function>"}</function> bye`, want{content: "Hi ", calls: []string{`f{"a": "<function=g>{}</function>"}`}, dropped: []string{"bye"}}},
		"parallel":           {"<function=f>{}</function>\n<function=g>{}</function>", want{calls: []string{`f{}`, `g{}`}}},
		"unicode":            {`é<function=f>{"a": "中😀"}</function>`, want{content: "é", calls: []string{`f{"a": "中😀"}`}}},
		"thinking":           {`<think><function=x>{}</think>a<function=f>{}`, want{content: "a", reasoning: "<function=x>{}", calls: []string{`f{}`}}},
		"end without slash":  {`<function=f>{"a": 1}<function>`, want{calls: []string{`f{"a": 1}`}}},
		"name as body":       {`<function>f</function>{"a": 1}`, want{calls: []string{`f{"a": 1}`}}},
		"names as body":      {`<function>f</function>{}<function>g</function> {}`, want{calls: []string{`f{}`, `g{}`}}},
		"object in tag":      {`<function=f {"a": 1}>`, want{calls: []string{`f{"a": 1}`}}},
		"no end":             {`<function=f>{"a": 1}`, want{calls: []string{`f{"a": 1}`}}},
		"no bracket":         {`<function=f{"a": 1}</function>`, want{calls: []string{`f{"a": 1}`}}},
		"parentheses":        {`<function=f({"a": 1})></function>`, want{calls: []string{`f{"a": 1}`}}},
		"empty parentheses":  {`<function=f()></function>`, want{calls: []string{`f{}`}}},
		"double braces":      {`<function=f>{{"a": 1}}</function>`, want{calls: []string{`f{"a": 1}`}}},
		"name as tag":        {`<get.it>{"a": 1}</get.it>`, want{calls: []string{`get.it{"a": 1}`}}},
		"closes itself":      {`<function=f/>`, want{calls: []string{`f{}`}}},
		"empty":              {`<function=f></function><function=g>`, want{calls: []string{`f{}`, `g{}`}}},
		"bare":               {`<function=f`, want{calls: []string{`f{}`}}},
		"rubbish behind":     {`<function=f>{"a": 1};"'></function>`, want{calls: []string{`f{"a": 1}`}}},
		"brace too many":     {`<function=f>{"a": 1}}</function>`, want{calls: []string{`f{"a": 1}`}}},
		"escaped quotes":     {`<function=f>{\"a\": \"b\"}</function><function=g>{}`, want{calls: []string{`f{"a": "b"}`, `g{}`}}},
		"param":              {`<function=f>{"param": {"a": 1}}</function>`, want{calls: []string{`f{"a": 1}`}}},
		"param and another":  {`<function=f>{"param": {}, "b": 1}</function>`, want{calls: []string{`f{"param": {}, "b": 1}`}}},
		"param that is text": {`<function=f>{"param": "x"}</function>`, want{calls: []string{`f{"param": "x"}`}}},

		"markup":        {"a <b>c</b> <br/> 1 < 2 <", want{content: "a <b>c</b> <br/> 1 < 2 <"}},
		"braces":        {"<code>{ x; }</code>", want{content: "<code>{ x; }</code>"}},
		"template":      {"<function={{ name }}>{}</function>", want{content: "<function={{ name }}>{}</function>"}},
		"the word":      {"a <function> is <functional", want{content: "a <function> is <functional"}},
		"half a tag":    {"a <functio", want{content: "a <functio"}},
		"no object":     {`a <function=f>x=1</function>`, want{content: `a <function=f>x=1</function>`, fault: "not JSON"}},
		"broken":        {`<function=f>{"a": }</function> b`, want{content: `<function=f>{"a": }</function> b`, fault: "not JSON"}},
		"cut":           {`a<function=f>{"a": "x`, want{content: `a<function=f>{"a": "x`, fault: "ends before"}},
		"broken, good":  {`a<function=f>{"a"}</function>b<function=g>{}</function>`, want{content: "a", calls: []string{`g{}`}, dropped: []string{`<function=f>{"a"}</function>`, "b"}, fault: "not JSON"}},
		"good, broken":  {`<function=f>{}</function><function=g>{"a"</function>`, want{calls: []string{`f{}`}, dropped: []string{`<function=g>{"a"</function>`}, fault: "not JSON"}},
		"escaped wrong": {`<function=f>{\"a\": \"b\" \"}</function>`, want{content: `<function=f>{\"a\": \"b\" \"}</function>`, fault: "not JSON"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, toolcall.Parser{Format: toolcall.Llama3Function}, c.text, c.want) })
	}
}

func TestLlama3FunctionKnowsTheTools(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Llama3Function, Tools: toolsOf(t, "f", `{}`)}
	check(t, p, `<f>{"a": 1}</f>`, want{calls: []string{`f{"a": 1}`}})
	check(t, p, `<json>{"a": 1}</json>`, want{content: `<json>{"a": 1}</json>`})
	check(t, p, `<function=g>{}</function>`, want{calls: []string{`g{}`}})
}

func TestLlama3IsGivenOutAsItComes(t *testing.T) {
	s, err := toolcall.Parser{Format: toolcall.Llama3JSON}.Stream()
	assert.NoError(t, err)
	assert.Len(t, s.Write(`{"name": "f", "parameters": {}}`).Calls, 1)
	_, err = s.Close()
	assert.NoError(t, err)

	s, err = toolcall.Parser{Format: toolcall.Llama3Function}.Stream()
	assert.NoError(t, err)
	assert.Equal(t, "a <b> ", s.Write(`a <b> <function=f>`).Content)
	assert.Len(t, s.Write(`{"a": 1}`).Calls, 1)
	_, err = s.Close()
	assert.NoError(t, err)
}

func TestLlama3Hostile(t *testing.T) {
	hostileMarkup(t, toolcall.Llama3JSON, []string{`{"name": "f", "parameters": `}, "{", `{"name": `, `{"a":`, `{"a":"`, "}", "<|python_tag|>", `{"name": "f"}`, ";", "\x00\xff")
	hostileMarkup(t, toolcall.Llama3Function, []string{"<function=f>", "<f>{"}, "<", "<a", "<a>", "<a>{", `<a>{"b":"`, "<function=f>", "<function=f>{", `<function=f>{\"a`, "<function>", "<function>f</function>",
		`<function=f>{}`, "{", "{ ", "</", "</function>", "(", "\x00\xff")
}

func FuzzLlama3JSON(f *testing.F) {
	fuzzFormat(f, toolcall.Llama3JSON, `Hi <|python_tag|>{"name": "f", "parameters": {"a": "{"}}; {"name": "g", "arguments": {}} there`, `{a} {"name": "f", {"b": 1}`)
}

func FuzzLlama3Function(f *testing.F) {
	fuzzFormat(f, toolcall.Llama3Function, `Hi <function=f>{"a": "<"}</function> <b> there`, `<function>f</function>{"param": {}}<f>{}</f>`, `<function=f({\"a\": 1})><function=g/><function=h`)
}
