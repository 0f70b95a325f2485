// Training data: the bytes that adapters are trained on, and that they are read back.

package prompt_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestDefaultTrainingPromptBytes(t *testing.T) {
	golden(t, "training/default_prompt.txt", prompt.DefaultTrainingPrompt)
	assert.Len(t, prompt.DefaultTrainingPrompt, 327)
}

// completionForms are the forms, with the formats in which each is read.
var completionForms = map[string]struct {
	write   func(toolcall.Call) (string, error)
	formats []toolcall.Format
	failure bool
}{
	"envelope": {prompt.EnvelopeCompletion, []toolcall.Format{toolcall.Jarvis, toolcall.Auto}, true},
	"tag":      {prompt.TagCompletion, []toolcall.Format{toolcall.Jarvis, toolcall.Hermes}, true},
	"function": {prompt.FunctionCompletion, []toolcall.Format{toolcall.Llama3Function, toolcall.Auto}, false},
	"mistral":  {prompt.MistralCompletion, []toolcall.Format{toolcall.Mistral, toolcall.Auto}, false},
	"phi":      {prompt.PhiCompletion, []toolcall.Format{toolcall.Phi4, toolcall.Auto}, false},
}

func TestTrainingCompletionBytes(t *testing.T) {
	call := callOf("get_weather", ` {"city":"Zürich","resolved_datetimes":["tomorrow"],"units":null,"days":3.0} `)
	call.ID, call.FailureMessage = "call_1", "Ich weiß es nicht."
	const arguments = `{"city": "Z\u00fcrich", "resolved_datetimes": ["tomorrow"], "units": null, "days": 3.0}`
	const body = `{"name": "get_weather", "arguments": ` + arguments
	const whole = body + `, "failure_message": "Ich wei\u00df es nicht."}`
	for name, want := range map[string]string{
		"envelope": ` {"message": "", "tool_calls": [` + whole + `], "error": null}`,
		"tag":      " <tool_call>\n" + whole + "\n</tool_call>",
		"function": " <function=get_weather>" + arguments + "</function>",
		"mistral":  " [TOOL_CALLS] [" + body + "}]",
		"phi":      " functools[" + body + "}]",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := completionForms[name].write(call)
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
	assert.Equal(t, ` {"city":"Zürich","resolved_datetimes":["tomorrow"],"units":null,"days":3.0} `, string(call.Arguments), "unchanged")
}

func TestTrainingCompletionArguments(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"absent":            {"", "{}"},
		"null":              {" null\n", "{}"},
		"empty object":      {"{ }", "{}"},
		"text of an object": {`"{\"level\": 5, \"room\": \"K\u00fcche\"}"`, `{"level": 5, "room": "K\u00fcche"}`},
		"text with space":   {`" {}\n"`, "{}"},
		"empty text":        {`""`, "{}"},
		"text of space":     {`" "`, "{}"},
		"spaced null":       {`" null "`, "{}"},
		"text of null":      {`"null"`, "{}"},
	} {
		t.Run(name, func(t *testing.T) {
			for form, f := range completionForms {
				got, err := f.write(callOf("set_light", c.in))
				require.NoError(t, err, form)
				assert.NotContains(t, got, "failure_message", form)
				result, err := toolcall.Parser{Format: f.formats[0]}.Parse(got)
				require.NoError(t, err, form)
				assert.Equal(t, c.want, string(result.Calls[0].Arguments), form)
			}
		})
	}
}

func TestTrainingCompletionRefuses(t *testing.T) {
	broken := callOf("set_timer", "{}")
	broken.FailureMessage = "no \xff"
	for name, c := range map[string]struct {
		call   toolcall.Call
		reason string
	}{
		"array":               {callOf("set_timer", `[1]`), "got array"},
		"number":              {callOf("set_timer", `5`), "got number"},
		"true":                {callOf("set_timer", `true`), "got boolean"},
		"text of an array":    {callOf("set_timer", `"[1]"`), "got array"},
		"text of a text":      {callOf("set_timer", `"\"{}\""`), "got string"},
		"text of prose":       {callOf("set_timer", `"five minutes"`), "unexpected text"},
		"broken text":         {callOf("set_timer", `"{}`), "ends too early"},
		"broken object":       {callOf("set_timer", `{"minutes":5`), "ends too early"},
		"more text":           {callOf("set_timer", `{} {}`), "more text after the object"},
		"no name":             {callOf("", `{}`), "no name"},
		"name not UTF-8":      {callOf("\xff", `{}`), "UTF-8"},
		"failure not UTF-8":   {broken, "UTF-8"},
		"invalid in a string": {callOf("set_timer", "{\"a\":\"\xff\"}"), "UTF-8"},
		"beyond limits":       {callOf("set_timer", `{"a":"`+strings.Repeat("x", 5<<20)+`"}`), "read back"},
	} {
		t.Run(name, func(t *testing.T) {
			for form, f := range completionForms {
				got, err := f.write(c.call)
				var refused *prompt.CompletionError
				require.ErrorAs(t, err, &refused, form)
				assert.Contains(t, refused.Reason, c.reason, form)
				assert.Equal(t, c.call.Name, refused.Call)
				assert.Contains(t, err.Error(), refused.Reason)
				assert.Empty(t, got, form)
			}
		})
	}
}

// What a form has no way to say is refused by it alone.
func TestTrainingCompletionRefusesByForm(t *testing.T) {
	for name, c := range map[string]struct {
		call    toolcall.Call
		refused []string
	}{
		"name with a space": {callOf("set timer", `{}`), []string{"function"}},
		"name with a tag":   {callOf("a>b", `{}`), []string{"function"}},
		"name in quotes":    {callOf(`"a"`, `{}`), []string{"function"}},
		"lone param":        {callOf("f", `{"param":{"x":1}}`), []string{"function"}},
		"param beside":      {callOf("f", `{"param":{"x":1},"y":2}`), nil},
		"dotted name":       {callOf("home.light-2", `{}`), nil},
		"unicode name":      {callOf("wetter_für_morgen", `{}`), nil},
	} {
		t.Run(name, func(t *testing.T) {
			for form, f := range completionForms {
				_, err := f.write(c.call)
				if assert.Equal(t, slices.Contains(c.refused, form), err != nil, form); err != nil {
					assert.ErrorAs(t, err, new(*prompt.CompletionError), form)
				}
			}
		})
	}
}

// Closing tags and other marks inside of strings stand as they are and are read back as what they are.
func TestTrainingCompletionMarksInStrings(t *testing.T) {
	for _, text := range []string{
		"</tool_call>", "<tool_call>", "</function>", "<function=other>{}</function>", "<function>", "}]", "[TOOL_CALLS] [{}]", "functools[{}]",
		"<think>", "</think>", "<|im_end|>", "</s>", "# no comment", "// no comment", "```", `"}]`, `\`, "\n</tool_call>\n", "[/INST]", "[THINK]x[/THINK]",
	} {
		raw, err := json.Marshal(map[string]string{"text": text})
		require.NoError(t, err)
		for form, f := range completionForms {
			got, err := f.write(callOf("say", string(raw)))
			require.NoError(t, err, "%s %q", form, text)
			assertCompletionRead(t, f.formats, got, callOf("say", string(raw)))
		}
	}
	text, err := prompt.TagCompletion(callOf("say", `{"text":"</tool_call>"}`))
	require.NoError(t, err)
	assert.Equal(t, " <tool_call>\n{\"name\": \"say\", \"arguments\": {\"text\": \"</tool_call>\"}}\n</tool_call>", text)
}

func assertCompletionRead(t require.TestingT, formats []toolcall.Format, text string, call toolcall.Call) {
	for _, format := range formats {
		result, err := toolcall.Parser{Format: format}.Parse(text)
		require.NoError(t, err, "%s: %s", format, text)
		require.Len(t, result.Calls, 1, "%s: %s", format, text)
		assert.Equal(t, call.Name, result.Calls[0].Name)
		assert.JSONEq(t, string(call.Arguments), string(result.Calls[0].Arguments))
		if format == toolcall.Jarvis {
			assert.Equal(t, call.FailureMessage, result.Calls[0].FailureMessage)
		}
		assert.Empty(t, result.Text())
	}
}

func TestTrainingCompletionsAreReadBack(t *testing.T) {
	names := rapid.StringMatching(`[a-zA-Z_][a-zA-Z0-9_.-]{0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		arguments, err := json.Marshal(rapid.MapOfN(rapid.StringMatching(`[a-z_é]{1,6}`), pythonValues(), 0, 4).Draw(t, "arguments"))
		require.NoError(t, err)
		for form, f := range completionForms {
			call := callOf(names.Draw(t, "name"), string(arguments))
			if f.failure {
				call.FailureMessage = rapid.String().Draw(t, "failure")
			}
			text, err := f.write(call)
			require.NoError(t, err, form)
			assert.True(t, strings.HasPrefix(text, " ") && !strings.HasPrefix(text, "  "))
			assertCompletionRead(t, f.formats, text, call)
		}
	})
}
