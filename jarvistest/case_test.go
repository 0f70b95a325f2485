// Tests of reading cases: what is read, and every mistake with its line and key.

package jarvistest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

func TestReadCases(t *testing.T) {
	want := []jarvistest.Case{
		{VoiceCommand: "What's 5 plus 3?", ExpectedCommand: "calculate", ExpectedParams: jarvis.Args{"num1": json.Number("5"), "num2": json.Number("3.0")},
			Description: "sum", Context: map[string]any{"room": "kitchen", "n": json.Number("1")}},
		{VoiceCommand: "Good morning \"you\"", NoDirectAnswer: true},
	}
	for name, text := range map[string]string{
		"lines": "\n" + `{"voice_command":"What's 5 plus 3?","expected_command":"calculate","expected_params":{"num1":5,"num2":3.0},"description":"sum","context":{"room":"kitchen","n":1}}` +
			"\r\n\n \t\n" + `{"voice_command":"Good morning \"you\"","expected_command":null,"expected_params":null,"no_direct_answer":true}`,
		"array": "\n [\n" + `{"expected_params":{"num1":5,"num2":3.0},"description":"sum","context":{"room":"kitchen","n":1},
			"expected_command":"calculate","voice_command":"What's 5 plus 3?"},` + "\n" +
			`{"voice_command":"Good morning \"you\"","expected_command":"","no_direct_answer":true}` + "\n]\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := jarvistest.ReadCases(strings.NewReader(text))
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

func TestReadCasesRefuses(t *testing.T) {
	const keys = "; the keys are: context, description, expected_command, expected_params, no_direct_answer, voice_command"
	const good = `{"voice_command":"a","expected_command":"b"}` + "\n"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"unknown key":          {good + "\n" + `{"voice_command":"a","expected_comand":"b","expected_command":"b"}`, []string{`line 3: the key "expected_comand" is unknown, did you mean "expected_command"?` + keys}},
		"unknown key, no idea": {`{"voice_command":"a","expected_command":"b","x":[1,{"y":2}]}`, []string{`line 1: the key "x" is unknown` + keys}},
		"key with a quote":     {`{"voice_command":"a","expected_command":"b","\"\u0000":0}`, []string{`line 1: the key ""\x00" is unknown` + keys}},
		"missing keys":         {good + `{}`, []string{`line 2: the key "voice_command" is missing`, `line 2: the key "expected_command" is missing`}},
		"missing in an array":  {"[\n{\"voice_command\":\n\"a\",\n\"expected_command\":\"b\"},\n\n{\n\"voice_command\":\"a\"}\n]", []string{`line 6: the key "expected_command" is missing`}},
		"repeated":             {good + `{"voice_command":"a","voice_command":"b","expected_command":"b"}`, []string{`line 2: the key "voice_command" is repeated`}},
		"repeated deep":        {"[\n{\"voice_command\":\"a\",\n\"expected_params\":{\"p\":[{\"q\":1,\n\"q\":2}]}}]", []string{`line 4: expected_params: the key "q" is repeated`}},
		"blank":                {`{"voice_command":" ","expected_command":"b"}`, []string{`line 1: voice_command: the text is empty`}},
		"null utterance":       {`{"voice_command":null,"expected_command":"b"}`, []string{`line 1: voice_command: want string, got null`}},
		"types": {`{"voice_command":1,"expected_command":["b"],"expected_params":"x","description":{},"context":[],"no_direct_answer":"true"}`, []string{
			`line 1: voice_command: want string, got number`, `line 1: expected_command: want string, got array`, `line 1: expected_params: want object, got string`,
			`line 1: description: want string, got object`, `line 1: context: want object, got array`, `line 1: no_direct_answer: want boolean, got string`}},
		"type on a later line": {"[{\"voice_command\":\"a\",\n\"expected_command\"\n:\n1}]", []string{`line 4: expected_command: want string, got number`}},
		"after many lines":     {"[{\"context\":{\n\"x\":[\n]},\"voice_command\":\"a\",\n\"expected_command\":1}]", []string{`line 4: expected_command: want string, got number`}},
		"no object":            {good + "3\n\"x\"\n[1]\n" + good, []string{`line 2: want object, got number`, `line 3: want object, got string`, `line 4: want object, got array`}},
		"no object in a list":  {"[1,\n[2],\nnull]", []string{`line 1: want object, got number`, `line 2: want object, got array`, `line 3: want object, got null`}},
		"truncated":            {good + `{"voice_command":"a`, []string{`line 2: voice_command: the text ends too early`}},
		"truncated list":       {"[" + good + ",\n", []string{`line 3: the text ends too early`}},
		"two on a line":        {good + `{"voice_command":"a","expected_command":"b"} {}`, []string{`line 2: more text after the object`}},
		"after the list":       {"[]\n\n[]", []string{`line 3: more text after the object`}},
		"bad JSON":             {"{'voice_command':1}\n" + good + "nul", []string{`line 1: unexpected text`, `line 3: the text ends too early`}},
		"number as a key":      {`{1:2}`, []string{`line 1: unexpected text`}},
		"UTF-8":                {good + "{\"voice_command\":\"\xff\"}", []string{`line 2: voice_command: invalid UTF-8 or a lone surrogate`}},
		"surrogate":            {`{"voice_command":"\ud800"}`, []string{`line 1: voice_command: invalid UTF-8 or a lone surrogate`}},
		"byte order mark":      {"\ufeff" + good, []string{`line 1: the file begins with a byte order mark; save it as UTF-8 without one`}},
		"empty":                {"", []string{`line 1: the file holds none`}},
		"white space":          {" \r\n\t\n", []string{`line 1: the file holds none`}},
		"empty list":           {"[ \n]\n", []string{`line 1: the file holds none`}},
		"pretty":               {"\n{\n\"voice_command\":\"a\",\n\"expected_command\":\"b\"}\n{\n}", []string{`line 1: an object spreads over several lines; write one object per line, or an array of objects`}},
		"wrapped":              {"{\"test_cases\":[" + good + "]}", []string{`line 1: the file is an object with the key "test_cases"; the array itself is wanted`}},
		"deep": {good + `{"voice_command":"a","expected_command":"b","context":{"x":` + strings.Repeat("[", 1_000_000), []string{
			`line 2: context: nested deeper than 64 levels`}},
		"deep list": {strings.Repeat("[", 1_000_000), []string{`line 1: nested deeper than 64 levels`}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := jarvistest.ReadCases(strings.NewReader(tt.text))
			assert.Nil(t, got)
			require.Error(t, err)
			assert.Equal(t, "jarvistest: "+strings.Join(tt.want, "\njarvistest: "), err.Error())
			var first *jarvistest.CaseError
			require.ErrorAs(t, err, &first)
			assert.Contains(t, tt.want[0], fmt.Sprintf("line %d: ", first.Line))
			assert.Contains(t, tt.want[0], first.Problem)
		})
	}
}

func TestReadCasesBounds(t *testing.T) {
	read := func(text string) error {
		_, err := jarvistest.ReadCases(strings.NewReader(text))
		require.Error(t, err)
		assert.Less(t, len(err.Error()), 10_000)
		return err
	}
	assert.EqualError(t, read(strings.Repeat(" ", 16<<20)+"{}"), "jarvistest: the file is larger than 16 MiB")
	assert.ErrorContains(t, read(strings.Repeat(`{"voice_command":"a","expected_command":""}`+"\n", 100_001)), "line 100001: the file has more than 100000 records")
	assert.ErrorContains(t, read("["+strings.Repeat("1,", 1_000_000)+"1]"), "jarvistest: there are 1 more mistakes, or more")
	assert.ErrorContains(t, read(strings.Repeat("1\n", 1_000_000)), "jarvistest: there are 1 more mistakes, or more")
	many := strings.Builder{}
	for i := range 100_000 {
		fmt.Fprintf(&many, `"k%d":%d,`, i, i)
	}
	assert.ErrorContains(t, read(`{`+many.String()+`"voice_command":"a"}`), `line 1: the key "k0" is unknown`)
	assert.ErrorContains(t, read(`{"`+strings.Repeat("k", 1<<20)+`":1}`), "…")
	cause := errors.New("torn cable")
	_, err := jarvistest.ReadCases(iotest.ErrReader(cause))
	assert.ErrorIs(t, err, cause)
}

func FuzzReadCases(f *testing.F) {
	f.Add(`[{"voice_command":"a","expected_command":"b","expected_params":{"n":[1,{"x":null}]}}]`)
	f.Add("{\"voice_command\":\"a\",\"expected_command\":null}\n\n{}")
	f.Add(`{"turns":[{"voice_command":"a"},{"validation_response":"b"}],"verify_response_contains":["x"]}`)
	f.Add(`[{"turns":[[],1,{"expected_params":[]}],"verify_response_contains":[1]},`)
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := jarvistest.ReadCases(strings.NewReader(text))
		if err == nil && len(cases) > 0 {
			written, err := json.Marshal(cases)
			require.NoError(t, err)
			again, err := jarvistest.ReadCases(strings.NewReader(string(written)))
			require.NoError(t, err)
			assert.Len(t, again, len(cases))
		} else if err != nil {
			assert.Nil(t, cases)
			assert.Less(t, len(err.Error()), 20_000)
		}
		_, err = jarvistest.ReadConversations(strings.NewReader(text))
		if err != nil {
			assert.Less(t, len(err.Error()), 20_000)
		}
	})
}

func TestFilter(t *testing.T) {
	all := []jarvistest.Case{{VoiceCommand: "a", ExpectedCommand: "x"}, {VoiceCommand: "b", ExpectedCommand: "y"}, {VoiceCommand: "c"}, {VoiceCommand: "d", ExpectedCommand: "x"}}
	said := func(f jarvistest.Filter) (list string) {
		picked, err := f.Cases(all)
		require.NoError(t, err)
		for _, c := range picked {
			list += c.VoiceCommand
		}
		return list
	}
	assert.Equal(t, "abcd", said(jarvistest.Filter{}))
	assert.Equal(t, "ac", said(jarvistest.Filter{Indices: []int{2, 0, 2}}))
	assert.Equal(t, "ad", said(jarvistest.Filter{Names: []string{"x"}}))
	assert.Equal(t, "d", said(jarvistest.Filter{Indices: []int{1, 3}, Names: []string{"x"}}))
	_, err := jarvistest.Filter{Indices: []int{-1, 4}, Names: []string{"z", "yy"}}.Cases(all)
	assert.EqualError(t, err, "jarvistest: the index -1 is out of range: there are 4\njarvistest: the index 4 is out of range: there are 4\n"+
		"jarvistest: none has the name \"z\", did you mean \"x\"?\njarvistest: none has the name \"yy\", did you mean \"y\"?")
	talks, err := jarvistest.Filter{Names: []string{"validation"}}.Conversations([]jarvistest.Conversation{{Category: "context"}, {Category: "validation"}})
	require.NoError(t, err)
	assert.Equal(t, []jarvistest.Conversation{{Category: "validation"}}, talks)
	assert.Equal(t, "   0  x       a\n   1  y       b\n   2  (none)  c\n   3  x       d\n", jarvistest.List(all))
}
