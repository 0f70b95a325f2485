// The harness with parsers that panic, and commands of one name.

package jarvistest_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// falling panics when it is started, or when it is told to go on.
type falling struct{ start bool }

func (f falling) Start(context.Context, jarvistest.Start) (jarvistest.Session, error) {
	if f.start {
		panic("no start")
	}
	return f, nil
}

func (falling) Say(context.Context, string) (*jarvistest.Answer, error) {
	return &jarvistest.Answer{Calls: []jarvis.Call{{ID: "1", Name: "lamp", Arguments: []byte(`{"room":1}`)}}}, nil
}

func (falling) Continue(context.Context, ...jarvis.ToolResult) (*jarvistest.Answer, error) {
	var none []int
	return nil, map[bool]error{}[none[3] == 1]
}

// sessionless starts nothing.
type sessionless struct{}

func (sessionless) Start(context.Context, jarvistest.Start) (jarvistest.Session, error) {
	return nil, nil
}

func TestParserPanics(t *testing.T) {
	test := jarvistest.Case{VoiceCommand: "a", ExpectedCommand: "lamp"}
	for name, tt := range map[string]struct {
		parser jarvistest.Parser
		want   string
	}{
		"in Start":    {falling{start: true}, "an error: the parser panicked: no start, in github.com/jarvis-sdk/jarvis/jarvistest_test.falling.Start (harness_panic_test.go:"},
		"in Continue": {falling{}, "an error: the parser panicked: runtime error: index out of range [3] with length 0, in github.com/jarvis-sdk/jarvis/jarvistest_test.falling.Continue"},
		"in Say": {jarvistest.ParserFunc(func(context.Context, string) (*jarvistest.Answer, error) { panic("nothing to say") }),
			"an error: the parser panicked: nothing to say, in"},
		"no session": {sessionless{}, "an error: the parser has started no session, and given no error"},
	} {
		t.Run(name, func(t *testing.T) {
			report, err := jarvistest.Measure(t.Context(), tt.parser, lampAndJoke(), []jarvistest.Case{test}, jarvistest.Config{Validate: true})
			require.NoError(t, err)
			assert.Equal(t, jarvistest.FailureError, report.Results[0].Failure)
			assert.Contains(t, report.Results[0].FailureReason, tt.want)
		})
	}
}

func TestCommandsOfOneName(t *testing.T) {
	twice := []jarvis.Command{made[struct{}](), made[struct{}]()}
	const want = `two of the commands have the name "made"; give each its own`
	_, err := jarvistest.Measure(t.Context(), sessionless{}, twice, []jarvistest.Case{{VoiceCommand: "a"}}, jarvistest.Config{})
	assert.EqualError(t, err, want)
	r := record(t)
	jarvistest.Examples(r, twice...)
	assert.Equal(t, "jarvistest.Examples: the commands are declared wrongly:\n"+want, r.text())
}
