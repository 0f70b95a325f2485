// Clean: what is taken out, and that all else stays.

package prompt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis/prompt"
)

// cleaned is what a Cleaner makes of a text.
type cleaned struct {
	said, reasoning string
	sentinels       string
}

// cleanPieces gives the pieces to a Cleaner.
func cleanPieces(pieces ...string) cleaned {
	var c prompt.Cleaner
	var said strings.Builder
	for _, piece := range pieces {
		said.WriteString(c.Write(piece))
	}
	said.WriteString(c.Close())
	got := cleaned{said: said.String(), reasoning: c.Reasoning()}
	if c.Has(prompt.SentinelNotForMe) {
		got.sentinels += "not for me"
	}
	if c.Has(prompt.SentinelExchangeComplete) {
		got.sentinels += "complete"
	}
	return got
}

// cleanCases are all that Clean does, by name.
var cleanCases = map[string]struct {
	in   string
	want cleaned
}{
	"empty":      {"", cleaned{}},
	"plain":      {"It is 21 °C in Zürich. 😀", cleaned{said: "It is 21 °C in Zürich. 😀"}},
	"both ends":  {" \r\n\tHello  there. \u00a0\u2003\n", cleaned{said: "Hello  there."}},
	"only space": {" \n\t ", cleaned{}},
	"wide ends":  {"\u3000\u0085a\u2028\u1680\u3000", cleaned{said: "a"}},
	"within":     {"a  b\n\n\tc\r\nd\u00a0\u00a0e\u3000f", cleaned{said: "a  b\n\n\tc\r\nd\u00a0\u00a0e\u3000f"}},
	"much space": {"a" + strings.Repeat(" ", 100) + "b", cleaned{said: "a" + strings.Repeat(" ", 64) + "b"}},

	"not listed": {
		"a < b <b>bold</b> [1] x <br/> <thought> <tools> [INFO] <|x|> |> <message id=1> <functions> <think about it> {\"a\": [1]} #c <!-- x --> <unused> <stop>",
		cleaned{said: "a < b <b>bold</b> [1] x <br/> <thought> <tools> [INFO] <|x|> |> <message id=1> <functions> <think about it> {\"a\": [1]} #c <!-- x --> <unused> <stop>"},
	},
	"code":           {"```go\nif a < b && c[i] <= d {\n\tx <- y\n}\n```", cleaned{said: "```go\nif a < b && c[i] <= d {\n\tx <- y\n}\n```"}},
	"invalid UTF-8":  {"a \xff\xc2 <\xe2\x80 b\xf0\x9f", cleaned{said: "a \xff\xc2 <\xe2\x80 b\xf0\x9f"}},
	"cut off marks":  {"a <|im_en", cleaned{said: "a <|im_en"}},
	"bracket last":   {"a <", cleaned{said: "a <"}},
	"other case":     {"<|IM_END|> [inst] <Message>", cleaned{said: "<|IM_END|> [inst] <Message>"}},
	"many brackets":  {"<<think<[[<", cleaned{said: "<<think<[[<"}},
	"mark in marks":  {"<<|im_end|>>", cleaned{said: "<>"}},
	"unused":         {"<unused12>a<unused>b<unused1x>", cleaned{said: "a<unused>b<unused1x>"}},
	"long number":    {"<unused123456789>", cleaned{said: "<unused123456789>"}},
	"reserved":       {"<|reserved_special_token_7|>a", cleaned{said: "a"}},
	"reserved wrong": {"<|reserved_special_token_|>a", cleaned{said: "<|reserved_special_token_|>a"}},

	"thinking":          {"<think>\nTimer or alarm?\n</think>\n\nTimer set.", cleaned{said: "Timer set.", reasoning: "Timer or alarm?"}},
	"thinking, case":    {"<THINK>a</Think>b", cleaned{said: "b", reasoning: "a"}},
	"thinking, empty":   {"<think>\n\n</think>\n\nHi <think></think>there", cleaned{said: "Hi there"}},
	"thinking, open":    {"Hi. <think>What now? </thin", cleaned{said: "Hi.", reasoning: "What now? </thin"}},
	"thinking, closed":  {"so it is</think>\nHi.", cleaned{said: "so it is\nHi."}},
	"thinking, several": {"<think>a</think>1<thinking> b\n</thinking> 2 <scratch_pad>c</scratch_pad>[THINK]d[/THINK]", cleaned{said: "1 2", reasoning: "a\nb\nc\nd"}},
	"thinking, none":    {"<think>a</think><think> </think><think>b</think>", cleaned{reasoning: "a\nb"}},
	"thinking, role":    {"<think>a</think>user", cleaned{said: "user", reasoning: "a"}},
	"thinking, nested":  {"<think>a<think>b</think>c</think>d", cleaned{said: "cd", reasoning: "a<think>b"}},
	"thinking, marks":   {"<think><|im_end|> <not_for_me/> </thinking> <tool_call></think>x", cleaned{said: "x", reasoning: "<|im_end|> <not_for_me/> </thinking> <tool_call>"}},
	"thinking, Gemma":   {"<|channel>thought\nhm<channel|>Hi.<turn|>", cleaned{said: "Hi.", reasoning: "thought\nhm"}},
	"thinking, switch":  {"<|think|>Hi.", cleaned{said: "Hi."}},

	"chat markers":  {"<|im_start|>assistant\nHello.<|im_end|>\n<|im_start|>user\nMore?<|im_end|>", cleaned{said: "Hello.\nMore?"}},
	"no role":       {"<|im_start|>Assistants say<|im_start|>users", cleaned{said: "Assistants sayusers"}},
	"role last":     {"a<start_of_turn>model", cleaned{said: "a"}},
	"role and more": {"<|im_start|>user_1 <|im_start|>userß", cleaned{said: "user_1 userß"}},
	"header":        {"<|begin_of_text|><|start_header_id|>assistant<|end_header_id|>\n\nHello.<|eot_id|>", cleaned{said: "Hello."}},
	"header alone":  {"<|start_header_id|>assistant\nHello<|end_header_id|>", cleaned{said: "Hello"}},
	"header long":   {"<|start_header_id|>" + strings.Repeat("x", 97) + "<|end_header_id|>", cleaned{said: strings.Repeat("x", 97)}},
	"gemma turns":   {"<bos><start_of_turn>model\nHello.<end_of_turn><eos>", cleaned{said: "Hello."}},
	"sentence":      {"<s> [INST] Hello [/INST] there</s>", cleaned{said: "Hello there"}},
	"phi":           {"<|assistant|>Hello<|end|><|endoftext|>", cleaned{said: "Hello"}},
	"deepseek":      {"Hello<｜end▁of▁sentence｜>", cleaned{said: "Hello"}},
	"python tag":    {"<|python_tag|>Hello<|eom_id|>", cleaned{said: "Hello"}},
	"harmony": {
		"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>It is noon.<|return|>",
		cleaned{said: "It is noon.", reasoning: "Hm."},
	},
	"harmony call": {
		"<|start|>assistant<|channel|>commentary to=functions.get_time <|constrain|>json<|message|>{\"zone\": \"<|x|>\"}<|call|>",
		cleaned{},
	},
	"harmony preamble": {"<|channel|>commentary<|message|>One moment.<|end|>", cleaned{said: "One moment."}},
	"harmony no head":  {"<|start|>assistant\nHello <|channel|>", cleaned{said: "Hello"}},

	"tool call":          {"I look. <tool_call>\n{\"name\": \"x\"}\n</tool_call>\nDone.", cleaned{said: "I look.\nDone."}},
	"tool call, open":    {"I look. <tool_call>\n{\"name\": \"x\"}", cleaned{said: "I look."}},
	"tool call, end":     {"Done.</tool_call>", cleaned{said: "Done."}},
	"tool call, string":  {`<tool_call>{"text": "</tool_call>"}</tool_call>`, cleaned{said: `"}`}},
	"function":           {"Well <function=get_time>{\"zone\": \"UTC\"}</function> then", cleaned{said: "Well then"}},
	"gemma call":         {"<|tool_call>call:f{a:1}<tool_call|>Done.", cleaned{said: "Done."}},
	"function, tagged":   {"Well <function>get_time</function>{\"zone\": \"</function>\"}</function> then", cleaned{said: "Well then"}},
	"function, spaced":   {"<function>\n get_time \n</function>\n{}.", cleaned{said: "."}},
	"function, cut":      {"Well <function>get_time</function>{\"zone\": \"U", cleaned{said: "Well"}},
	"function, cut tag":  {"Well <function>get_time</function> \n", cleaned{said: "Well"}},
	"function, words":    {"<function>two words</function>{a} <function>f</function> is <function>", cleaned{said: "two words{a} f is"}},
	"function, begun":    {"a <function>get_time</func", cleaned{said: "a get_time</func"}},
	"function, blanks":   {"<function>f" + strings.Repeat(" ", 17) + "</function>{}", cleaned{said: "f {}"}},
	"functools":          {`Ok. functools[{"name": "f", "arguments": {"a": "]\"}"}}, {}] Done.`, cleaned{said: "Ok. Done."}},
	"functools, cut":     {`Ok. functools[ {"name": "f", "argum`, cleaned{said: "Ok."}},
	"functools, end":     {"Ok.\nfunctools[ ", cleaned{said: "Ok."}},
	"functools, marked":  {"Ok. functools[\n<|im_end|>{} functools[functools[[]", cleaned{said: "Ok.\n{} functools[[]"}},
	"functools, none":    {"Ok. functools[]Done functools[ \n].", cleaned{said: "Ok. Done\n."}},
	"functools, words":   {"a  functools[  0] functools[[1]] functools[f] functools.x[{}] functool[{}] f", cleaned{said: "a  functools[  0] functools[[1]] functools[f] functools.x[{}] functool[{}] f"}},
	"functools, begun":   {"a functools", cleaned{said: "a functools"}},
	"functools, seam":    {"func<|im_end|>tools[{} of <|im_end|>unctools[{} f<|im_end|>or", cleaned{said: "func\ntools[{} of unctools[{} for"}},
	"mistral list":       {`Ok. [TOOL_CALLS] [{"name": "f", "arguments": {"a": "]\"}"}}] Done.`, cleaned{said: "Ok. Done."}},
	"mistral object":     {`[TOOL_CALLS]{"name": "f"}[TOOL_CALLS] {"name": "g"}Done.`, cleaned{said: "Done."}},
	"mistral names":      {`[TOOL_CALLS]get_time{"zone": "UTC"}[TOOL_CALLS]f[CALL_ID]a1[ARGS]{}[TOOL_CALLS]g[ARGS]{}.`, cleaned{said: "."}},
	"mistral prose":      {"[TOOL_CALLS] Sorry, I cannot.", cleaned{said: "Sorry, I cannot."}},
	"mistral prose [":    {"[TOOL_CALLS] maybe[CALL] or <b>", cleaned{said: "maybe[CALL] or <b>"}},
	"mistral prose end":  {"[TOOL_CALLS]Sorry", cleaned{said: "Sorry"}},
	"mistral ID end":     {"[TOOL_CALLS]f[CALL_ID]a", cleaned{said: "f[CALL_ID]a"}},
	"mistral long":       {"[TOOL_CALLS]" + strings.Repeat("x", 65) + "{}", cleaned{said: strings.Repeat("x", 65) + "{}"}},
	"mistral open":       {`Ok. [TOOL_CALLS] [{"name": "f"`, cleaned{said: "Ok."}},
	"mistral then mark":  {"[TOOL_CALLS] [INST] [TOOL_CALLS]</s>", cleaned{}},
	"mistral twice":      {`[TOOL_CALLS] [TOOL_CALLS] {"a": 1}Hi`, cleaned{said: "Hi"}},
	"mistral mark alone": {"Ok. [TOOL_CALLS]", cleaned{said: "Ok."}},

	"not for me":        {"<not_for_me/>", cleaned{sentinels: "not for me"}},
	"not for me, loose": {"< Not-For Me / >", cleaned{sentinels: "not for me"}},
	"not for me, plain": {"<notforme>", cleaned{sentinels: "not for me"}},
	"complete":          {"Lights off. <exchange_complete/>", cleaned{said: "Lights off.", sentinels: "complete"}},
	"complete, closing": {"Lights off.<EXCHANGE COMPLETE></exchange complete>", cleaned{said: "Lights off.", sentinels: "complete"}},
	"both":              {"<exchange_complete/><not_for_me/>", cleaned{sentinels: "not for mecomplete"}},
	"in thinking":       {"<think><not_for_me/></think>Hi", cleaned{said: "Hi", reasoning: "<not_for_me/>"}},
	"in open thinking":  {"Hi <think>or <not_for_me/>", cleaned{said: "Hi", reasoning: "or <not_for_me/>"}},
	"in a call":         {"<tool_call><not_for_me/></tool_call>", cleaned{}},
	"no sentinel":       {"not_for_me <not_for_you/> <not__for_me/> <not_for_me", cleaned{said: "not_for_me <not_for_you/> <not__for_me/> <not_for_me"}},

	"message":      {"<message>\nHello.\n</message>", cleaned{said: "Hello."}},
	"message open": {"<message>Hello.", cleaned{said: "Hello."}},

	"no space at a seam":  {"a<|im_end|>b", cleaned{said: "ab"}},
	"space at a seam":     {"a  <|im_end|>\t b", cleaned{said: "a b"}},
	"lines at a seam":     {"a\n\n<|im_end|>\n\n b", cleaned{said: "a\nb"}},
	"other lines":         {"a <|im_end|>\u2028b\r<|im_end|>c\v<|im_end|>d\u0085<|im_end|>e", cleaned{said: "a\nb\nc\nd\ne"}},
	"seam of two":         {"a <|im_end|> <|eot_id|> b  c", cleaned{said: "a b  c"}},
	"seam makes a mark":   {"<thi<|im_end|>nk>b", cleaned{said: "<thi\nnk>b"}},
	"seam ends a mark":    {"a <s<|im_end|>>", cleaned{said: "a <s\n>"}},
	"seam in a sentinel":  {"<not  <|im_end|>for me/>", cleaned{said: "<not\nfor me/>"}},
	"seam makes brackets": {"[<|im_end|>1]", cleaned{said: "[1]"}},
	"seam makes less":     {"a <<|im_end|>", cleaned{said: "a <"}},
}

func TestClean(t *testing.T) {
	for name, c := range cleanCases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, cleanPieces(c.in))
			assert.Equal(t, c.want.said, prompt.Clean(c.in))
			assert.Equal(t, c.want.said, prompt.Clean(c.want.said), "again")
		})
	}
}

// Every mark is taken out wherever it stands, and its beginnings never are.
func TestCleanMarks(t *testing.T) {
	for _, mark := range []string{
		"<|im_start|>user", "<|im_start|>", "<|im_end|>", "<|eot_id|>", "<|end|>", "<|endoftext|>", "<|start_header_id|>assistant<|end_header_id|>",
		"<|assistant|>", "<|user|>", "<|system|>", "<|tool|>", "<|eom_id|>", "<|python_tag|>", "<s>", "</s>", "[INST]", "[/INST]", "<bos>", "<eos>",
		"<start_of_turn>model", "<end_of_turn>", "<|channel|>final<|message|>", "<unused0>", "<unused99>", "<|turn>model", "<turn|>", "<|begin_of_text|>",
		"<|end_of_text|>", "<|return|>", "<|call|>", "<|start|>assistant", "<tool_call>{}</tool_call>", "<function=f>{}</function>", "[TOOL_CALLS] []",
		"</think>", "</THINKING>", "</scratch_pad>", "<message>", "</message>", "</tool_call>", "</function>", "<exchange_complete/>", "<not_for_me/>",
		"<function>", "<function>f</function>{}", "<think>x</think>", "<Thinking>x</thinking>", "<scratch_pad>x</scratch_pad>",
	} {
		assert.Equal(t, "", prompt.Clean(mark), mark)
		assert.Equal(t, "a, b", prompt.Clean(mark+" a, "+mark+" b "+mark), mark)
		first := strings.IndexAny(mark[1:], ">]=") + 1
		for n := 1; n <= first; n++ {
			assert.Equal(t, "x "+mark[:n]+" y", prompt.Clean("x "+mark[:n]+" y"), mark)
		}
	}
}

func TestCleanerAfterClose(t *testing.T) {
	var c prompt.Cleaner
	assert.Equal(t, "", c.Write(""))
	assert.Equal(t, "a", c.Write("a <think>b"))
	assert.Equal(t, "b", c.Reasoning(), "while it goes on")
	assert.Equal(t, "", c.Close())
	assert.Equal(t, "", c.Close())
	assert.Equal(t, "", c.Write("</think>c"))
	assert.Equal(t, "b", c.Reasoning())
	assert.False(t, c.Has(0))
	assert.False(t, c.Has(99))
}

// Words are given out when they come, not at the end.
func TestCleanerSpeaksEarly(t *testing.T) {
	var c prompt.Cleaner
	var got []string
	for _, piece := range []string{"It ", "is ", "3 <", " 4", " and [", "x]. <thi", "nk>no</think", ">\n", "\xf0\x9f", "\x98\x80", "!<exchange", "_complete/>"} {
		got = append(got, c.Write(piece))
	}
	assert.Equal(t, []string{"It", " is", " 3", " < 4", " and", " [x].", "", "", "", "\n😀", "!", ""}, got)
	assert.Equal(t, "", c.Close())
	assert.True(t, c.Has(prompt.SentinelExchangeComplete))

	c = prompt.Cleaner{}
	assert.Equal(t, "a\nb", c.Write("<|start_header_id|>a\nb"), "a head has one line")

	for _, begin := range []string{"<|start_header_id|>", "<|start|>", "<|channel|>", "<|im_start|>", "[TOOL_CALLS]", "[TOOL_CALLS]f[CALL_ID]", "<unused", "<not "} {
		c = prompt.Cleaner{}
		text, said := begin+strings.Repeat("1", 300), 0
		for i := range text {
			said += len(c.Write(text[i : i+1]))
		}
		assert.GreaterOrEqual(t, said, 300-256, begin)
	}
}

func TestCleanerReasoningIsBounded(t *testing.T) {
	for _, unit := range []string{"x", "é", "😀", "long "} {
		var c prompt.Cleaner
		c.Write("a<think>         ") // what is dropped makes room
		for range 300 {
			require.Empty(t, c.Write(strings.Repeat(unit, 5000)))
		}
		c.Write("</think><think>more</think>b")
		c.Close()
		got := c.Reasoning()
		assert.LessOrEqual(t, len(got), 1<<20)
		assert.Greater(t, len(got), 1<<20-10)
		whole := cleanPieces("a<think>         " + strings.Repeat(unit, 300*5000) + "</think><think>more</think>b")
		assert.True(t, whole.reasoning == got, "as in one piece")
		assert.True(t, utf8.ValidString(got), "no half characters")
	}
}
