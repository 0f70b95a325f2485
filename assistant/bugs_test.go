// placeholder

package assistant_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func TestSmoke(t *testing.T) {
	eachMode(t, func(t *testing.T, m mode) {
		h := newHome(t, m, nil, m.calls(made("light", `{"room":"den"}`)), m.say("The light is on."))
		res := h.say("Light on in the den")
		assert.Equal(t, toolcall.StopComplete, res.Stop)
		assert.Equal(t, "The light is on.", res.Text)
		assert.Equal(t, []string{`light{"room":"den"}`}, h.ran)
		h.script.Check(t)
	})
}
