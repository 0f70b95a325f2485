// Fuzz on many declarations, as its callers have it.

package jarvistest_test

import (
	"maps"
	"testing"

	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// Each seed corpus, and what random bytes choose, has to keep its verdicts on every kind with every sort of rule.
func TestFuzzOnDeclarations(t *testing.T) {
	all := singles(t)
	maps.Copy(all, declarations(t))
	for _, cmd := range commands.All(commands.Config{}) {
		all[cmd.Spec().Name] = cmd
	}
	for name, cmd := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			jarvistest.TryFuzz(t, cmd, 40)
		})
	}
}

func FuzzTexts(f *testing.F)  { jarvistest.Fuzz(f, made[texts]()) }
func FuzzNested(f *testing.F) { jarvistest.Fuzz(f, made[nested]()) }
func FuzzOwn(f *testing.F)    { jarvistest.Fuzz(f, made[own]()) }
func FuzzBuilt(f *testing.F)  { jarvistest.Fuzz(f, dynamic(built())) }

func FuzzSetTimer(f *testing.F) { jarvistest.Fuzz(f, &commands.SetTimer{}) }
