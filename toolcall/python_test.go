// Python literals, read as the argument of a pythonic call.

package toolcall_test

import (
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestPythonLiterals(t *testing.T) {
	for python, json := range map[string]string{
		`'x'`:                         `"x"`,
		`"it's"`:                      `"it's"`,
		`'say "hi"'`:                  `"say \"hi\""`,
		`''`:                          `""`,
		`""`:                          `""`,
		`''''''`:                      `""`,
		`'''a 'quoted' "b"` + "\n'''": `"a 'quoted' \"b\"\n"`,
		`"""x\"""y"""`:                `"x\"\"\"y"`,
		`'\\ \' \" \a\b\f\n\r\t\v'`:   `"\\ ' \" \u0007\b\f\n\r\t\u000b"`,
		"'a\\\nb'":                    `"ab"`,
		`'\x41\xe9'`:                  `"Aé"`,
		`'\u00e9\u4e2d'`:              `"é中"`,
		`'\U0001F600'`:                `"😀"`,
		`'\ud83d\ude00'`:              `"😀"`,
		`'\ud83dx'`:                   `"�x"`,
		`'\ud83d\u0041'`:              `"�A"`,
		`'\101\0\7z'`:                 `"A\u0000\u0007z"`,
		`'\1234'`:                     `"S4"`,
		`'\d \é'`:                     `"\\d \\é"`,
		`r'\d\''`:                     `"\\d\\'"`,
		`R"\n"`:                       `"\\n"`,
		`u'x'`:                        `"x"`,
		`'中文 😀'`:                      `"中文 😀"`,
		"'\xff'":                      `"�"`,
		"'a\x00b'":                    `"a\u0000b"`,

		`0`:                              `0`,
		`-0`:                             `-0`,
		`000`:                            `0`,
		`+7`:                             `7`,
		`-7`:                             `-7`,
		`- 7`:                            `-7`,
		`1_000_000`:                      `1000000`,
		`9007199254740993`:               `9007199254740993`,
		`123456789012345678901234567890`: `123456789012345678901234567890`,
		`0xff`:                           `255`,
		`-0o17`:                          `-15`,
		`0B101`:                          `5`,
		`1.50`:                           `1.50`,
		`.5`:                             `0.5`,
		`-.5`:                            `-0.5`,
		`5.`:                             `5.0`,
		`00.5`:                           `0.5`,
		`1e5`:                            `1e5`,
		`1.E+05`:                         `1.0e+05`,
		`2.5e-3`:                         `2.5e-3`,
		`1e-999`:                         `1e-999`,

		`True`:  `true`,
		`False`: `false`,
		`None`:  `null`,
		`true`:  `true`,
		`false`: `false`,
		`null`:  `null`,

		`[]`:                        `[]`,
		`[ ]`:                       `[]`,
		`[1, 'a', [True],]`:         `[1,"a",[true]]`,
		`()`:                        `[]`,
		`(1)`:                       `1`,
		`((('x')))`:                 `"x"`,
		`(1,)`:                      `[1]`,
		`(1, (2, 3))`:               `[1,[2,3]]`,
		`([1])`:                     `[1]`,
		`{}`:                        `{}`,
		`{'a': 1, "b": {'c': []},}`: `{"a":1,"b":{"c":[]}}`,
		`{1: 'a', 2.5: 'b', None: 'c', True: 'd'}`: `{"1":"a","2.5":"b","null":"c","true":"d"}`,
		"[\n\t1\n,\r\n2 ]":                         `[1,2]`,
		"[1, [2], {'a': (3, 4)}]":                  `[1,[2],{"a":[3,4]}]`,
	} {
		t.Run(python, func(t *testing.T) {
			check(t, toolcall.Parser{Format: toolcall.Pythonic}, "[f(a="+python+", b=1)]", want{calls: []string{`f{"a":` + json + `,"b":1}`}})
		})
	}
}

func TestPythonWithoutJSON(t *testing.T) {
	for python, reason := range map[string]string{
		`b'x'`:                          "a bytes literal",
		`Rb'\x'`:                        "a bytes literal",
		`f'{x}'`:                        "an f-string",
		`'\N{BULLET}'`:                  `\N in a string`,
		`1e999`:                         "a number out of range",
		`[-1e999]`:                      "a number out of range",
		`0x` + strings.Repeat("f", 400): "a number out of range",
		`{(1, 2): 3}`:                   "a key that is neither text nor number",
		`'x', 5`:                        "an argument without a name",
		`'x', []`:                       "an argument without a name",

		`'a' 'b'`:         "not Python",
		`'x 'y'`:          "not Python",
		"'a\nb'":          "not Python",
		`'\xg0'`:          "not Python",
		`'\u12'`:          "not Python",
		`'\U00110000'`:    "not Python",
		`x'y'`:            "not Python",
		`rr'y'`:           "not Python",
		`bytes'y'`:        "not Python",
		`007`:             "not Python",
		`0_x1`:            "not Python",
		`0_17`:            "not Python",
		`0xg`:             "not Python",
		`1__0`:            "not Python",
		`1_`:              "not Python",
		`1j`:              "not Python",
		`12px`:            "not Python",
		`--1`:             "not Python",
		`-`:               "not Python",
		`.`:               "not Python",
		`1e`:              "not Python",
		`Truely`:          "not Python",
		`nan`:             "not Python",
		`x`:               "not Python",
		`g(1)`:            "not Python",
		`1 + 1`:           "not Python",
		`[1 2]`:           "not Python",
		`[,]`:             "not Python",
		`[1,,2]`:          "not Python",
		`{'a'}`:           "not Python",
		`{'a': 1 'b': 2}`: "not Python",
		`{'a' 1}`:         "not Python",
		`[1)`:             "not Python",
		``:                "not Python",
		`1, *x`:           "not Python",
		`1, c.d=2`:        "not Python",
		strings.Repeat("[", 64) + strings.Repeat("]", 64):         "nested deeper than the limit",
		strings.Repeat("{1:", 64) + `1` + strings.Repeat("}", 64): "nested deeper than the limit",
		strings.Repeat("(", 64) + `1` + strings.Repeat(")", 64):   "nested deeper than the limit",
	} {
		t.Run(python, func(t *testing.T) {
			text := "[f(a=" + python + "), g()]"
			check(t, toolcall.Parser{Format: toolcall.Pythonic}, text,
				want{calls: []string{"g{}"}, dropped: []string{"f(a=" + python + ")"}, fault: reason})
		})
	}
}

func TestPythonDepth(t *testing.T) {
	p := toolcall.Parser{Format: toolcall.Pythonic, Limits: toolcall.Limits{MaxDepth: 2}}
	check(t, p, `[f(a=[1])]`, want{calls: []string{`f{"a":[1]}`}})
	check(t, p, `[f(a=[[1]])]`, want{content: `[f(a=[[1]])]`, fault: "nested deeper"})
	full := strings.Repeat("[", 63) + strings.Repeat("]", 63)
	check(t, toolcall.Parser{Format: toolcall.Pythonic}, "[f(a="+full+")]", want{calls: []string{`f{"a":` + full + `}`}})
}
