// Measure and Run: cases, one after the other.

package jarvistest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Config says how a run goes. The zero Config is strict, checks no calls, and answers three questions in each case.
type Config struct {
	Rules Rules

	// Validate has calls checked against the declarations of their commands. A call that is refused is sent back once, with
	// what is wrong with it, and what comes then is what counts. The Validator hooks of commands are not asked: only a run of
	// the command reaches them.
	Validate bool

	MaxQuestions int           // that are answered in a case or turn; 0 means 3, less than 0 none
	MaxRounds    int           // of executed calls in one turn of a conversation; 0 or less means 5
	Timeout      time.Duration // of a case, or of a turn of a conversation; 0 or less means none

	// Goal is the success rate in percent that Run and RunConversations demand. Failed cases are logged then, and the test fails
	// if the rate is lower. 0 fails the test for each case that fails.
	Goal float64

	Options  []jarvis.Option                       // for checks and calls, such as jarvis.WithDateKeys or jarvis.WithSecrets
	Clock    func() time.Time                      // measures how long answers take; nil is time.Now
	Progress func(done, total int, result *Result) // hears of each case when it is done; nil hears nothing
}

func (c *Config) questions() int {
	if c.MaxQuestions == 0 {
		return 3
	}
	return c.MaxQuestions
}

func (c *Config) now() time.Time {
	if c.Clock != nil {
		return c.Clock()
	}
	return time.Now()
}

// limited returns a context for one case or turn.
func (c *Config) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Timeout > 0 {
		return context.WithTimeout(ctx, c.Timeout)
	}
	return ctx, func() {}
}

// harness is a run.
type harness struct {
	parser   Parser
	registry *jarvis.Registry
	commands map[string]jarvis.Command
	config   Config
}

func newHarness(p Parser, cmds []jarvis.Command, config Config) (*harness, error) {
	if p == nil {
		return nil, errors.New(msgNoParser)
	}
	h := &harness{parser: guarded{p}, registry: jarvis.NewRegistry(config.Options...), commands: map[string]jarvis.Command{}, config: config}
	if err := registerAll(h.registry, cmds); err != nil {
		return nil, err
	}
	i := 0
	for d := range h.registry.All() { // in the order of cmds
		h.commands[d.Name()] = cmds[i]
		i++
	}
	return h, nil
}

// Measure runs all cases, one after the other, and reports. Nothing is executed: an utterance that a PreRouter recognises is
// answered by its route; else it is said, questions are answered with their first option or yes, and of the calls that come
// the first counts, after the PostProcess of its command. What goes wrong in a case fails that case.
//
// The error joins the mistakes of commands and cases, before anything is run, and no cases are one; or it is that of ctx, with a
// Report of the cases that were done. A Parser that panics fails the case.
func Measure(ctx context.Context, p Parser, cmds []jarvis.Command, cases []Case, config Config) (*Report, error) {
	h, err := newHarness(p, cmds, config)
	if err == nil {
		err = checkCases(h.registry, cases)
	}
	if err != nil {
		return nil, err
	}
	var results []Result
	for i := range cases {
		result := h.measure(ctx, i, cases[i])
		if err := ctx.Err(); err != nil {
			return NewReport(results), err
		}
		results = append(results, result)
		h.progress(i+1, len(cases), &result)
	}
	return NewReport(results), nil
}

func (h *harness) progress(done, total int, r *Result) {
	if h.config.Progress != nil {
		h.config.Progress(done, total, r)
	}
}

// Run is [Measure] as a test: each case is a subtest with the name of its Description, so that go test -run picks cases, and each
// is logged, which go test -v shows while it runs. The Report of those that were run is logged too and returned.
func Run(t *testing.T, p Parser, cmds []jarvis.Command, cases []Case, config Config) *Report {
	t.Helper()
	return runCases(realTest{t}, p, cmds, cases, config)
}

// subtester is the part of *testing.T that a run needs.
type subtester interface {
	testing.TB
	sub(name string, f func(subtester))
}

type realTest struct{ *testing.T }

func (t realTest) sub(name string, f func(subtester)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { f(realTest{t}) })
}

func runCases(t subtester, p Parser, cmds []jarvis.Command, cases []Case, config Config) *Report {
	t.Helper()
	h, err := newHarness(p, cmds, config)
	if err == nil {
		err = checkCases(h.registry, cases)
	}
	if err != nil {
		t.Fatal(err)
	}
	var results []Result
	for i := range cases {
		t.sub(cases[i].name(), func(t subtester) {
			t.Helper()
			result := h.measure(t.Context(), i, cases[i])
			results = append(results, result)
			h.tell(t, result.Passed, result.line())
			h.progress(i+1, len(cases), &result)
		})
	}
	report := NewReport(results)
	t.Log(report)
	h.demand(t, report.Summary.Total, report.Summary.SuccessRate)
	return report
}

// tell logs what came of a case, or fails its test.
func (h *harness) tell(t testing.TB, passed bool, line string) {
	t.Helper()
	if passed || h.config.Goal > 0 {
		t.Log(line)
		return
	}
	t.Error(line)
}

// demand sees that the goal is reached.
func (h *harness) demand(t testing.TB, total int, rate float64) {
	t.Helper()
	if total > 0 && rate < h.config.Goal {
		t.Errorf(msgGoal, percent(rate), percent(h.config.Goal))
	}
}
