// Agree as its callers have it.

package jarvistest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// printing is what a test prints, on the standard output.
type printing struct{ testing.TB }

func (printing) Helper()             {}
func (printing) Logf(string, ...any) {}

func (printing) Errorf(format string, args ...any) {
	first, _, _ := strings.Cut(fmt.Sprintf(format, args...), "\n\n")
	fmt.Println(first)
}

// Half reads numbers up to 50, but promises 100.
type Half struct {
	Percent capped `jarvis:"percent"`
}

func ExampleAgree() {
	t := printing{} // in a test its *testing.T
	jarvistest.Agree(t, &commands.SetTimer{}, &commands.RollDice{})

	// A type that takes less than its schema promises:
	jarvistest.Agree(t, jarvis.MustNew(jarvis.Spec{Name: "set_percent"}, nothing[Half]))
	// Output:
	// jarvistest.Agree: set_percent: the binder should not have refused this: nothing is wrong with it
	//   arguments  {"percent":100}
	//   binder     refused: Parameter 'percent' must be of type int, got 100; want a whole number without quotes
	//              Call again with these mended. The parameters concerned: {"percent":{"type":"integer","maximum":100,"minimum":0}}
	//              UnmarshalJSON of jarvistest_test.capped refused it: too much
	//   schema     accepted
	//   expected   binder accepted, schema accepted: nothing is wrong with it
}
