// Tests of the verb schema that need many commands.

package cli_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/cli"
)

// A vendor takes so many tools in a request; no command is to blame for one too many.
func TestLossesOfARequest(t *testing.T) {
	registry := jarvis.NewRegistry()
	for i := range 129 {
		require.NoError(t, registry.Register(command[struct{}](jarvis.Spec{Name: fmt.Sprintf("c%d", i)})))
	}
	var out bytes.Buffer
	code := cli.Run(t.Context(), registry, []string{"schema", "--losses", "--dialect", "openai"}, cli.Stdio{Out: &out})
	assert.Zero(t, code)
	assert.Regexp(t, `(?m)^\(request\) +tools +over the limit +129 tools`, out.String())
}
