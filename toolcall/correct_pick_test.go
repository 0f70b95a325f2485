// Picks: which call of a reply corrects the refused one.

package toolcall_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func lit(room string, level int) toolcall.Call {
	return made("", "light", fmt.Sprintf(`{"room":%q,"level":%d}`, room, level))
}

// A model that makes its whole batch again corrects the refused call, and no call is executed twice.
func TestCorrectTakesTheRefusedCall(t *testing.T) {
	for _, m := range modes {
		for _, tt := range []struct {
			name   string
			batch  []toolcall.Call
			reply  []toolcall.Call
			picked string // empty: the user is asked
		}{
			{"the whole batch", []toolcall.Call{lit("kitchen", 100), lit("bathroom", 0)}, []toolcall.Call{lit("kitchen", 100), lit("bath", 0)}, `{"room":"bath","level":0}`},
			{"the whole batch, executed later", []toolcall.Call{lit("bathroom", 0), lit("kitchen", 100)}, []toolcall.Call{lit("kitchen", 100), lit("bath", 0)}, `{"room":"bath","level":0}`},
			{"spelled in another way", []toolcall.Call{lit("kitchen", 100), lit("bathroom", 0)},
				[]toolcall.Call{made("", "light", `{"level":1e2,"room":"kitchen"}`), made("", "light", `{"level":0.0,"room":"bath","codes":null}`)}, `{"level":0.0,"room":"bath","codes":null}`},
			{"only the call", []toolcall.Call{lit("kitchen", 100), lit("bathroom", 0)}, []toolcall.Call{lit("bath", 0)}, `{"room":"bath","level":0}`},
			{"twice the same", []toolcall.Call{lit("kitchen", 100), lit("bathroom", 0)}, []toolcall.Call{lit("bath", 0), lit("bath", 0)}, `{"room":"bath","level":0}`},
			{"another call that would fit", []toolcall.Call{lit("kitchen", 0), lit("bathroom", 0)}, []toolcall.Call{lit("kitchen", 0), lit("bath", 0)}, `{"room":"bath","level":0}`},
			{"one that waits would fit", []toolcall.Call{lit("bathroom", 0), lit("kitchen", 0)}, []toolcall.Call{lit("bath", 0), lit("kitchen", 0)}, `{"room":"bath","level":0}`},
			{"only another that would fit", []toolcall.Call{lit("kitchen", 0), lit("bathroom", 0)}, []toolcall.Call{lit("kitchen", 0)}, ""},
			{"only the others", []toolcall.Call{lit("kitchen", 100), lit("bathroom", 0)}, []toolcall.Call{lit("kitchen", 100)}, ""},
			{"more is changed", []toolcall.Call{lit("kitchen", 100), lit("bathroom", 0)}, []toolcall.Call{lit("bath", 99)}, ""},
			{"more is added", []toolcall.Call{light("kitchen"), light("bathroom")}, []toolcall.Call{lit("bath", 99)}, ""},
			{"several fit", []toolcall.Call{lit("bathroom", 0)}, []toolcall.Call{lit("bath", 0), lit("kitchen", 0)}, ""},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				p := &plant{answer: func(call toolcall.Call) (*jarvis.Response, error) {
					var args struct{ Room string }
					if err := json.Unmarshal(call.Arguments, &args); err != nil {
						return nil, err
					}
					if args.Room == "bathroom" {
						return jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", ValidValues: []string{"kitchen", "bath"}}), nil
					}
					return jarvis.Final(nil), nil
				}}
				out, model := carried(t, m, p, m.reply(tt.batch...), m.reply(tt.reply...))
				hint := model.seen[1][len(model.seen[1])-1].Content
				for _, c := range tt.batch {
					if string(c.Arguments) == `{"room":"bathroom","level":0}` {
						assert.Contains(t, hint, `The refused call is light {"room":"bathroom","level":0}. `)
					}
				}
				runs := len(tt.batch)
				if tt.picked != "" {
					runs++
					assert.Equal(t, toolcall.StopComplete, out.Stop)
					var last []string
					for _, e := range out.Executed {
						last = append(last, string(e.Call.Arguments))
						assert.True(t, e.Response.Success)
					}
					assert.Contains(t, last, tt.picked)
				} else {
					require.Equal(t, toolcall.StopValidation, out.Stop)
					assert.Equal(t, []string{"kitchen", "bath"}, out.Clarification.Options)
				}
				assert.Len(t, p.calls, runs, "%v", p.names())
				kitchens := 0
				for _, c := range p.calls {
					if string(c.Arguments) == `{"room":"kitchen","level":100}` {
						kitchens++
					}
				}
				assert.LessOrEqual(t, kitchens, 1, "%v", p.names())
			})
		}
	}
}

// Allowed values need not be texts.
func TestCorrectValuesOfAnyType(t *testing.T) {
	const declared = `[{"command_name": "set", "parameters": [{"name": "n", "type": "float"}, {"name": "b", "type": "bool"}, {"name": "s", "type": "string"}]}]`
	for _, tt := range []struct {
		name, param, values, first, pick string
		listed                           string
		ok                               bool
	}{
		{"number", "n", `[1, 2]`, `9`, `2`, "1, 2", true},
		{"the same number", "n", `[1, 2]`, `9`, `2.0`, "1, 2", true},
		{"with an exponent", "n", `["20", 300]`, `9`, `2e1`, "20, 300", true},
		{"a fraction", "n", `[0.5]`, `9`, `5E-1`, "0.5", true},
		{"a sign", "n", `[2]`, `9`, `-2`, "2", false},
		{"zero", "n", `[0]`, `9`, `-0.00`, "0", true},
		{"another number", "n", `[1, 2]`, `9`, `2.5`, "1, 2", false},
		{"a power apart", "n", `[1, 2]`, `9`, `20`, "1, 2", false},
		{"boolean", "b", `[true]`, `false`, `true`, "true", true},
		{"mixed", "s", `["auto", 1, 2, null, [], {}]`, `"x"`, `"1"`, "auto, 1, 2", true},
		{"text is no number", "s", `["2"]`, `"x"`, `"2.0"`, "2", false},
	} {
		for _, m := range modes {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				resp := new(jarvis.Response)
				require.NoError(t, json.Unmarshal([]byte(`{"success":false,"context_data":{"_validation_error":true,"errors":[{"param":"`+tt.param+`","message":"no","valid_values":`+tt.values+`}]}}`), resp))
				c := m.retry(t)
				c.Tools = commands(t, declared)
				p := &plant{}
				p.answer = func(toolcall.Call) (*jarvis.Response, error) {
					if len(p.calls) == 1 {
						return resp, nil
					}
					return jarvis.Final(nil), nil
				}
				argument := func(value string) toolcall.Reply { return m.reply(made("1", "set", `{"`+tt.param+`":`+value+`}`)) }
				if !m.native { // as it stands
					argument = func(value string) toolcall.Reply {
						return toolcall.Reply{Content: `{"message":"","tool_calls":[{"name":"set","arguments":{"` + tt.param + `":` + value + `}}]}`}
					}
				}
				model := &scripted{t: t, replies: []toolcall.Reply{argument(tt.first), argument(tt.pick)}}
				turn, err := c.Run(t.Context(), nil, model.ask)
				require.NoError(t, err)
				out, err := c.Execute(t.Context(), turn, nil, model.ask, p.execute)
				require.NoError(t, err)
				assert.Contains(t, model.seen[1][len(model.seen[1])-1].Content, "set."+tt.param+" must be one of: "+tt.listed+". ")
				assert.Equal(t, tt.ok, out.Stop == toolcall.StopComplete, out.Stop)
				if !tt.ok {
					assert.Contains(t, out.Clarification.Question, tt.listed)
				}
			})
		}
	}
	typed := jarvis.Failure("no", jarvis.WithContextData(map[string]any{"_validation_error": true, "errors": []map[string]any{{"param": "room", "valid_values": []int{1, 2}}}}))
	p := &plant{answer: func(toolcall.Call) (*jarvis.Response, error) { return typed, nil }}
	out, _ := carried(t, modes[1], p, modes[1].reply(light("x")), toolcall.Reply{Content: "?"})
	assert.Equal(t, []string{"1", "2"}, out.Clarification.Options)
}

// An exponent beyond all sense costs nothing and is equal to nothing but itself.
func TestCorrectHugeExponents(t *testing.T) {
	huge := made("", "light", `{"room":"attic","level":0e999999999999999999999}`)
	same := made("", "light", `{"room":"den","level":0e999999999999999999999}`)
	other := made("", "light", `{"room":"den","level":0}`)
	m := modes[1]
	p := &plant{answer: den("den")}
	out, _ := carried(t, m, p, m.reply(huge), m.reply(same))
	assert.Equal(t, toolcall.StopComplete, out.Stop)
	p = &plant{answer: den("den")}
	out, _ = carried(t, m, p, m.reply(huge), m.reply(other))
	assert.Equal(t, toolcall.StopValidation, out.Stop)
}
