// Pending calls: what is executed elsewhere beside what is executed here, and how a turn goes on with the results.

package toolcall_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// yard executes stop itself; lights are executed elsewhere.
type yard struct{ plant }

func (y *yard) run(ctx context.Context, call toolcall.Call, req *jarvis.Request) (*jarvis.Response, error) {
	if call.Name == "light" {
		return nil, fmt.Errorf("on the node: %w", toolcall.ErrPending)
	}
	return y.execute(ctx, call, req)
}

func newYard() *yard { return &yard{plant{answer: den("den", "hall")}} }

// pended runs a batch as far as it goes here.
func pended(t *testing.T, m mode, y *yard, replies ...toolcall.Reply) (toolcall.Retry, *toolcall.Outcome, *scripted) {
	t.Helper()
	c := m.retry(t)
	c.Tools = commands(t, rooms)
	model := &scripted{t: t, replies: replies}
	messages, before := asked()
	turn, err := c.Run(t.Context(), messages, model.ask)
	require.NoError(t, err)
	out, err := c.Execute(t.Context(), turn, nil, model.ask, y.run)
	require.NoError(t, err)
	untouched(t, messages, before)
	require.Equal(t, toolcall.StopToolCalls, out.Stop)
	return c, out, model
}

// result is a response to a pending call.
func result(call toolcall.Call, resp *jarvis.Response) toolcall.Executed {
	return toolcall.Executed{Call: toolcall.Call{Call: jarvis.Call{ID: call.ID}}, Response: resp}
}

func TestContinueWithResults(t *testing.T) {
	for _, m := range modes {
		for _, tt := range []struct {
			name  string
			batch []toolcall.Call
			here  int
		}{
			{"alone", []toolcall.Call{light("den")}, 0},
			{"before", []toolcall.Call{light("den"), stop}, 1},
			{"behind", []toolcall.Call{stop, light("den")}, 1},
			{"twice the same", []toolcall.Call{light("den"), stop, light("den")}, 1},
		} {
			t.Run(m.name+" "+tt.name, func(t *testing.T) {
				y := newYard()
				c, out, model := pended(t, m, y, m.reply(tt.batch...))
				assert.Len(t, out.Executed, tt.here)
				require.Len(t, out.Pending, len(tt.batch)-tt.here)
				if m.native {
					var ids []string
					for _, call := range out.Pending {
						ids = append(ids, call.ID)
					}
					assert.Equal(t, ids, toolcall.Unanswered(out.Messages), "only they are open")
				} else {
					assert.Contains(t, out.Messages[3].Content, `light {"room":"den"}: is being executed, its result will follow`)
				}
				var results []toolcall.Executed
				for i, call := range out.Pending {
					results = append(results, result(call, jarvis.Final(map[string]any{"message": fmt.Sprint("lit ", i)})))
				}
				before := fmt.Sprint(out)
				done, err := c.Continue(t.Context(), out, results, model.ask, y.run)
				require.NoError(t, err)
				assert.Equal(t, before, fmt.Sprint(out), "the outcome stays as it was")
				assert.Equal(t, toolcall.StopComplete, done.Stop)
				assert.Empty(t, done.Pending)
				assert.Empty(t, toolcall.Unanswered(done.Messages))
				require.Len(t, done.Executed, len(tt.batch))
				lit := 0
				for i, e := range done.Executed {
					assert.Equal(t, tt.batch[i].Name, e.Call.Name, "in the order of the calls")
					if e.Call.Name == "light" {
						assert.Equal(t, fmt.Sprint("lit ", lit), e.Response.ContextData["message"])
						lit++
					}
				}
				assert.Len(t, y.calls, tt.here, "nothing is executed twice")
				again, err := c.Continue(t.Context(), out, results, model.ask, y.run)
				require.NoError(t, err)
				assert.Equal(t, done.Messages, again.Messages)
			})
		}
	}
}

// What a node refuses is corrected as if it had been executed here.
func TestContinueCorrects(t *testing.T) {
	refusal := jarvis.Invalid(jarvis.ValidationResult{ParamName: "room", Message: "No such room.", ValidValues: []string{"den", "hall"}})
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			y := newYard()
			c, out, model := pended(t, m, y, m.reply(light("attic"), stop), m.reply(light("den")))
			id := out.Pending[0].ID
			next, err := c.Continue(t.Context(), out, []toolcall.Executed{result(out.Pending[0], refusal)}, model.ask, y.run)
			require.NoError(t, err)
			require.Equal(t, toolcall.StopToolCalls, next.Stop, "the corrected call is for the node")
			require.Len(t, next.Pending, 1)
			assert.Equal(t, id, next.Pending[0].ID)
			assert.JSONEq(t, `{"room":"den"}`, string(next.Pending[0].Arguments))
			assert.Equal(t, 1, next.Retries)
			done, err := c.Continue(t.Context(), next, []toolcall.Executed{result(next.Pending[0], jarvis.Final(nil))}, model.ask, y.run)
			require.NoError(t, err)
			assert.Equal(t, toolcall.StopComplete, done.Stop)
			assert.Empty(t, toolcall.Unanswered(done.Messages))
			assert.Equal(t, []string{"stop{}"}, y.names())
		})
		t.Run(m.name+" asks the user", func(t *testing.T) {
			y := newYard()
			c, out, model := pended(t, m, y, m.reply(light("attic"), light("hall")), m.reply(light("cellar")))
			results := []toolcall.Executed{result(out.Pending[0], refusal), result(out.Pending[1], jarvis.Final(nil))}
			done, err := c.Continue(t.Context(), out, results, model.ask, y.run)
			require.NoError(t, err)
			require.Equal(t, toolcall.StopValidation, done.Stop)
			assert.Equal(t, []string{"den", "hall"}, done.Clarification.Options)
			assert.Len(t, done.Clarification.Executed, 1)
		})
	}
}

// A call that is refused here, beside one that is executed elsewhere: the question waits until the results are there.
func TestContinueKeepsTheQuestion(t *testing.T) {
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			y := newYard()
			y.answer = func(toolcall.Call) (*jarvis.Response, error) {
				return jarvis.Invalid(jarvis.ValidationResult{ParamName: "when", Message: "When?"}), nil
			}
			c, out, model := pended(t, m, y, m.reply(stop, light("den")))
			require.NotNil(t, out.Clarification)
			if m.native {
				assert.Len(t, toolcall.Unanswered(out.Messages), 2)
			}
			done, err := c.Continue(t.Context(), out, []toolcall.Executed{result(out.Pending[0], jarvis.Final(nil))}, model.ask, y.run)
			require.NoError(t, err)
			assert.Equal(t, toolcall.StopValidation, done.Stop)
			require.NotNil(t, done.Clarification)
			assert.Len(t, y.calls, 1)
			assert.Len(t, model.seen, 1, "the model is not asked again")
			if m.native {
				assert.Equal(t, []string{done.Clarification.ToolCallID}, toolcall.Unanswered(done.Messages))
			}
		})
	}
}

func TestContinueRefusesResults(t *testing.T) {
	m := modes[1]
	y := newYard()
	c, out, model := pended(t, m, y, m.reply(made("a", "light", `{"room":"den"}`), made("b", "light", `{"room":"hall"}`)))
	fine := jarvis.Final(nil)
	for name, tt := range map[string]struct {
		results []toolcall.Executed
		want    *toolcall.ResultsError
	}{
		"none":          {nil, &toolcall.ResultsError{Missing: []string{"a", "b"}}},
		"one":           {[]toolcall.Executed{result(out.Pending[1], fine)}, &toolcall.ResultsError{Missing: []string{"a"}}},
		"a stranger":    {[]toolcall.Executed{result(out.Pending[0], fine), result(out.Pending[1], fine), result(made("c", "", ""), fine)}, &toolcall.ResultsError{Unknown: []string{"c"}}},
		"one twice":     {[]toolcall.Executed{result(out.Pending[0], fine), result(out.Pending[0], fine)}, &toolcall.ResultsError{Missing: []string{"b"}, Unknown: []string{"a"}}},
		"no response":   {[]toolcall.Executed{result(out.Pending[0], fine), result(out.Pending[1], nil)}, &toolcall.ResultsError{Missing: []string{"b"}, Unknown: []string{"b"}}},
		"one too often": {[]toolcall.Executed{result(out.Pending[0], fine), result(out.Pending[1], fine), result(out.Pending[1], fine)}, &toolcall.ResultsError{Unknown: []string{"b"}}},
	} {
		t.Run(name, func(t *testing.T) {
			stopped, err := c.Continue(t.Context(), out, tt.results, model.ask, y.run)
			var wrong *toolcall.ResultsError
			require.ErrorAs(t, err, &wrong)
			assert.Equal(t, tt.want, wrong)
			assert.Equal(t, toolcall.StopError, stopped.Stop)
		})
	}
	assert.EqualError(t, &toolcall.ResultsError{Missing: []string{"a", "b"}, Unknown: []string{"c\n"}},
		`toolcall: no result for the calls a, b; results for calls that are not pending: c\n`)
	for _, none := range []*toolcall.Outcome{nil, {}} {
		_, err := c.Continue(t.Context(), none, nil, model.ask, y.run)
		assert.Error(t, err)
	}
}

// An error answers all calls that are still open.
func TestPendingBesideAnError(t *testing.T) {
	for _, m := range modes {
		y := newYard()
		y.answer = func(toolcall.Call) (*jarvis.Response, error) { return nil, errors.New("down") }
		c := m.retry(t)
		c.Tools = commands(t, rooms)
		turn, err := c.Run(t.Context(), nil, (&scripted{t: t, replies: []toolcall.Reply{m.reply(light("den"), stop)}}).ask)
		require.NoError(t, err)
		out, err := c.Execute(t.Context(), turn, nil, nil, y.run)
		require.Error(t, err)
		assert.Empty(t, out.Pending)
		assert.Empty(t, toolcall.Unanswered(out.Messages), m.name)
		assert.Contains(t, out.Messages[1].Content, "not executed")
	}
}

func TestAbandon(t *testing.T) {
	m := modes[1]
	_, out, _ := pended(t, m, newYard(), m.reply(light("den"), stop, light("hall")))
	before := fmt.Sprint(out.Messages)
	closed := toolcall.Abandon(append(out.Messages, toolcall.Message{Role: toolcall.RoleUser, Content: "And now?"}))
	assert.Empty(t, toolcall.Unanswered(closed))
	assert.Equal(t, before, fmt.Sprint(out.Messages))
	require.Len(t, closed, len(out.Messages)+3)
	assert.Equal(t, toolcall.RoleUser, closed[len(closed)-1].Role)
	assert.Equal(t, closed, toolcall.Abandon(closed))
	assert.Nil(t, toolcall.Abandon(nil))
}

func TestToolsJoined(t *testing.T) {
	a, b := commands(t, `[{"command_name":"a"},{"command_name":"b"}]`), commands(t, `[{"command_name":"c","parameters":[{"name":"n","type":"int"}]}]`)
	joined, err := toolcall.JoinTools(a, nil, b)
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b", "c"}, joined.Names())
	assert.Error(t, joined.Check(call("c", `{"n":"1"}`)))
	assert.NoError(t, joined.Check(call("c", `{"n":1}`)))
	_, err = toolcall.JoinTools(a, b, a)
	var mistake *jarvis.TagError
	require.ErrorAs(t, err, &mistake)
	assert.ErrorContains(t, err, `b`)
	none, err := toolcall.JoinTools()
	require.NoError(t, err)
	assert.Zero(t, none.Len())
}

func TestToolsNarrowed(t *testing.T) {
	tools := commands(t, `[{"command_name":"a"},{"command_name":"b"},{"command_name":"c"}]`)
	assert.Equal(t, []string{"a", "c"}, tools.Only("c", "x", "a", "a").Names(), "in their own order")
	assert.False(t, tools.Only("a").Has("b"))
	assert.Equal(t, 3, tools.Len())
	assert.Zero(t, (*toolcall.Tools)(nil).Only("a").Len())
	assert.Zero(t, tools.Only().Len())
}

// The same call, however it is written; what cannot be read is the same as its own text alone.
func TestSameCall(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":"x"}`, `{ "b":"x", "a":1.0 }`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, true},
		{`{}`, ``, true},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, false},
		{`{"a":"1"}`, `{"a":1}`, false},
		{`{"a":`, `{"a":`, true},
		{`{"a":`, `{}`, false},
		{`[]`, `{}`, false},
	} {
		assert.Equal(t, tt.same, toolcall.SameCall(made("1", "f", tt.a), made("2", "f", tt.b)), "%s %s", tt.a, tt.b)
		assert.Equal(t, tt.same, toolcall.SameCall(made("1", "f", tt.b), made("2", "f", tt.a)), "%s %s", tt.b, tt.a)
		assert.False(t, toolcall.SameCall(made("1", "f", tt.a), made("1", "g", tt.a)))
	}
}

// Servers refuse a transcript with a name that no tool could have. What was wrong with it is told all the same.
func TestNamesInTheTranscript(t *testing.T) {
	for name, want := range map[string]string{"": "unnamed", "turn on!": "turn_on_", strings.Repeat("x", 100): strings.Repeat("x", 64), "light": "light"} {
		c := modes[1].retry(t)
		c.Tools = commands(t, rooms)
		var heard []string
		c.OnRetry = func(told string) { heard = append(heard, told) }
		model := &scripted{t: t, replies: []toolcall.Reply{modes[1].reply(made("a", name, `{"room":5}`)), modes[1].reply(stop)}}
		turn, err := c.Run(t.Context(), nil, model.ask)
		require.NoError(t, err)
		assert.Equal(t, toolcall.StopToolCalls, turn.Stop)
		seen := model.seen[1]
		require.Len(t, seen, 3)
		assert.Equal(t, want, seen[0].ToolCalls[0].Name)
		assert.Equal(t, want, seen[1].Name)
		require.Len(t, heard, 1)
		assert.Equal(t, seen[2].Content, heard[0], "the model is told what OnRetry hears")
	}
}
