// What flags bind is what the same arguments as JSON bind, for random commands; and no command line makes the verb panic.

package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// TestCallBindsAsJSON runs random commands with arguments as flags and as JSON, and compares with Validate.
func TestCallBindsAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		params := drawParameters(t)
		args := drawArguments(t, params)
		raw := objectOf(args)
		want, err := params.Validate(raw)
		require.NoError(t, err, "%s", raw)

		for _, argv := range [][]string{drawFlags(t, params, args), {"--json", string(raw)}, {"--json=" + string(raw)}} {
			got := boundBy(t, params, argv)
			assert.Equal(t, want.Map(), got.Map(), "%q", argv)
			for param := range params.All() {
				assert.Equal(t, want.Given(param.Name()), got.Given(param.Name()), "%s in %q", param.Name(), argv)
			}
		}
	})
}

// boundBy returns the values that a command gets from a command line.
func boundBy(t *rapid.T, params *jarvis.Parameters, argv []string) (got jarvis.Values) {
	registry := jarvis.NewRegistry()
	registry.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "act"}, params, func(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		got = args
		return jarvis.Final(nil), nil
	}))
	var errs strings.Builder
	code := cli.Run(context.Background(), registry, append([]string{"call", "act"}, argv...), cli.Stdio{Err: &errs})
	require.Zero(t, code, "%q: %s", argv, errs.String())
	return got
}

// oddNames are those that are flags of the verb, or cannot be flags, or look alike.
var oddNames = []string{"json", "help", "param", "lenient", "user", "say", "h", "a_b", "a-b", "a b", "a=b", "a", "-x", "--", "größe", "x_y_z", "A", "no-a"}

func drawParameters(t *rapid.T) *jarvis.Parameters {
	kinds := []string{"string", "int", "float", "bool", "date", "datetime", "time", "timedelta", "array", "dict",
		"array<string>", "array<int>", "array<float>", "array<bool>", "array<date>", "array<datetime>", "array<time>", "array<timedelta>", "array<dict>"}
	name := rapid.OneOf(rapid.SampledFrom(oddNames), rapid.StringMatching(`[a-z][a-z0-9_]{0,8}`))
	builder := jarvis.NewParameters()
	for _, name := range rapid.SliceOfNDistinct(name, 0, 8, rapid.ID[string]).Draw(t, "names") {
		spec := jarvis.ParameterSpec{Name: name, Type: rapid.SampledFrom(kinds).Draw(t, "type")}
		if spec.Type == "string" && rapid.Bool().Draw(t, "listed") {
			spec.Enum = []string{"on", "off", "null", "[]", "5"}
		}
		if spec.Type == "int" && rapid.Bool().Draw(t, "defaulted") {
			spec.Default = new("7")
		}
		builder.Add(spec)
	}
	return builder.MustBuild()
}

// given is an argument: its name and its JSON.
type given struct {
	name string
	raw  json.RawMessage
}

func drawArguments(t *rapid.T, params *jarvis.Parameters) (list []given) {
	for param := range params.All() {
		if rapid.Bool().Draw(t, "given") {
			list = append(list, given{param.Name(), drawValue(t, param)})
		}
	}
	return list
}

func drawValue(t *rapid.T, param jarvis.Parameter) json.RawMessage {
	switch kind := param.Type().Kind(); {
	case param.Enum() != nil:
		return quoted(rapid.SampledFrom(param.Enum()).Draw(t, "member"))
	case kind == jarvis.KindArray:
		elems := make([]string, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range elems {
			elems[i] = string(drawScalar(t, param.Type().Elem()))
		}
		return json.RawMessage("[" + strings.Join(elems, ",") + "]")
	default:
		return drawScalar(t, kind)
	}
}

// drawScalar draws a value of a kind that is no array. Kind zero is anything.
func drawScalar(t *rapid.T, kind jarvis.Kind) json.RawMessage {
	texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "-", "--", "--json", "-5", "null", "true", "5", "[]", `["a"]`, "{}", `"`, "a=b", "a b", " ", "@x", "\x00", "\u2028"}))
	second := rapid.Int64Range(-62135596800+24*3600, 253402300799-24*3600)
	switch kind {
	case jarvis.KindString:
		return quoted(texts.Draw(t, "text"))
	case jarvis.KindInt:
		return json.RawMessage(strconv.FormatInt(rapid.Int64().Draw(t, "int"), 10))
	case jarvis.KindFloat:
		return json.RawMessage(strconv.FormatFloat(rapid.Float64().Draw(t, "float"), byte(rapid.SampledFrom([]rune("eg")).Draw(t, "form")), -1, 64))
	case jarvis.KindBool:
		return json.RawMessage(strconv.FormatBool(rapid.Bool().Draw(t, "bool")))
	case jarvis.KindDate:
		return quoted(time.Unix(second.Draw(t, "date"), 0).UTC().Format(time.DateOnly))
	case jarvis.KindDatetime:
		zone := time.FixedZone("", 60*rapid.IntRange(-720, 720).Draw(t, "zone"))
		return quoted(time.Unix(second.Draw(t, "datetime"), 0).In(zone).Format(time.RFC3339))
	case jarvis.KindTime:
		return quoted(time.Unix(second.Draw(t, "time"), 0).UTC().Format(rapid.SampledFrom([]string{"15:04", "15:04:05", "15:04:05Z"}).Draw(t, "form")))
	case jarvis.KindTimedelta:
		return quoted(fmt.Sprintf("P%dDT%dM", rapid.IntRange(0, 1000).Draw(t, "days"), rapid.IntRange(0, 100).Draw(t, "minutes")))
	case jarvis.KindDict:
		return json.RawMessage(fmt.Sprintf(` {%s: [%s, null]}`, quoted(texts.Draw(t, "key")), quoted(texts.Draw(t, "value"))))
	}
	return rapid.SampledFrom([]json.RawMessage{[]byte("1.50"), []byte(`"1"`), []byte("null"), []byte("true"), []byte(`{"a":1e400}`), []byte("[]"), []byte(`"a"`)}).Draw(t, "any")
}

func quoted(text string) json.RawMessage {
	raw, _ := json.Marshal(text)
	return raw
}

func objectOf(args []given) json.RawMessage {
	var members []string
	for _, arg := range args {
		members = append(members, string(quoted(arg.name))+":"+string(arg.raw))
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

// drawFlags writes arguments as a command line, the flags in any order but those of one array in its own.
func drawFlags(t *rapid.T, params *jarvis.Parameters, args []given) (argv []string) {
	var queues [][][]string
	for _, arg := range rapid.Permutation(args).Draw(t, "order") {
		param, _ := params.Lookup(arg.name)
		var queue [][]string
		for _, text := range drawTexts(t, param, arg.raw) {
			queue = append(queue, drawFlag(t, params, param, text))
		}
		queues = append(queues, queue)
	}
	for len(queues) > 0 {
		i := rapid.IntRange(0, len(queues)-1).Draw(t, "next")
		argv = append(argv, queues[i][0]...)
		if queues[i] = queues[i][1:]; len(queues[i]) == 0 {
			queues = slices.Delete(queues, i, i+1)
		}
	}
	return argv
}

// drawTexts are the values of the flags that bring an argument.
func drawTexts(t *rapid.T, param jarvis.Parameter, raw json.RawMessage) []string {
	if param.Type().Kind() != jarvis.KindArray {
		return []string{plainText(param.Type().Kind(), raw)}
	}
	var elems []json.RawMessage
	require.NoError(t, json.Unmarshal(raw, &elems))
	var texts []string
	for _, elem := range elems {
		texts = append(texts, plainText(param.Type().Elem(), elem))
	}
	lone := len(texts) == 1 && strings.HasPrefix(strings.TrimSpace(texts[0]), "[") // would be taken for all of the array
	if len(texts) == 0 || lone || rapid.Bool().Draw(t, "as JSON") {
		return []string{string(raw)}
	}
	return texts
}

// plainText is what is written on a command line: the text of a string, else the JSON.
func plainText(kind jarvis.Kind, raw json.RawMessage) string {
	var text string
	if kind != 0 && json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func drawFlag(t *rapid.T, params *jarvis.Parameters, param jarvis.Parameter, text string) []string {
	name := param.Name()
	if slices.Contains([]string{"json", "help", "param", "lenient", "user", "say", "a b", "a=b", "-x", "--"}, name) || rapid.Bool().Draw(t, "--param") {
		return []string{"--param", name + "=" + text}
	}
	if dashed := strings.ReplaceAll(name, "_", "-"); rapid.Bool().Draw(t, "dashed") {
		if _, taken := params.Lookup(dashed); !taken {
			name = dashed
		}
	}
	switch {
	case param.Type().Kind() == jarvis.KindBool && text == "true" && rapid.Bool().Draw(t, "alone"):
		return []string{"--" + name}
	case param.Type().Kind() == jarvis.KindBool || rapid.Bool().Draw(t, "="):
		return []string{"--" + name + "=" + text}
	}
	return []string{"--" + name, text}
}

// FuzzCallFlags runs one command with any command line. Arguments are separated by line breaks.
func FuzzCallFlags(f *testing.F) {
	for _, seed := range []string{
		"", "act", "act\n--text\nx", "act\n--json\n{}", "act\n--json=-", "act\n--param\na=b=5", "--lenient\nact\n--int\n\"5\"", "act\n--numbers=[1,2",
		"act\n--help", "--help\nact", "act\n-h", "act\n--", "--\nact", "act\n--words\na\n--words\nb", "act\n--dict\n{\"a\":{}}", "act\n--text=\x1b[31m", "act\n--\xff",
		"act\n--json\n-\n-", "\x1b[31m", "act\n--te\x1bxt=\n", "act\n--help=\u202e", "act\n-te", "act\n-test.x", "act\n--param\n\u202e\x07=1", "act\n--user=\n--say=\u0085",
	} {
		f.Add(seed, `{"int": 5}`)
	}
	registry := jarvis.NewRegistry()
	params := jarvis.NewParameters().OptionalString("text", "").OptionalInteger("int", "").OptionalInteger("a=b", "").OptionalStringArray("words", "").
		OptionalArray("numbers", "int", "").OptionalArray("any", "", "").OptionalDict("dict", "").OptionalBoolean("flag", "").MustBuild()
	registry.MustRegister(jarvis.MustFunc(jarvis.Spec{Name: "act"}, params, bound))
	f.Fuzz(func(t *testing.T, line, stdin string) {
		args := append([]string{"call"}, strings.Split(line, "\n")...)
		if slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, "@") }) {
			t.Skip("may read files")
		}
		got := runCall(t.Context(), cli.App{Registry: registry, Name: "odd"}, stdin, args...)
		assert.LessOrEqual(t, got.code, 3)
		assert.Equal(t, got.code == 0 || got.code == 3 && got.out != "", got.out != "", "%q", got)
		assert.Equal(t, got.code != 0, strings.HasPrefix(got.err, "odd: ") || strings.Contains(got.err, "\nodd: "), "%q", got)
		assertVisible(t, got.err)
		if !strings.HasPrefix(got.out, "{\n") { // JSON for programs
			assertVisible(t, got.out)
		}
	})
}

// assertVisible looks for what a terminal would obey.
func assertVisible(t *testing.T, text string) {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		assert.False(t, strings.ContainsFunc(line, echo.Unseen), "%q", line)
	}
}
