// An output that several goroutines write to, as a command and the log of a server do. It needs -race to fail.

package cli

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOutputsAtOnce(t *testing.T) {
	var text bytes.Buffer
	out, log := newOutput(&text, nil), &failureLog{}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 100 {
				out.entry("word", "text")
				log.logger().Error("failed", "error", errors.New("why"), "stack", "where")
				assert.NoError(t, out.failed())
				assert.Contains(t, []string{"why\nwhere"}, log.text())
			}
		})
	}
	wait.Wait()
	assert.Equal(t, strings.Repeat("word      text\n", 800), text.String())
}
