// Package golden compares what a test made with a file, byte by byte.
package golden

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Check fails the test if got is not what the file holds. With JARVIS_UPDATE=1 in the environment it writes the file instead.
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes the file")
	assert.Equal(t, string(want), string(got), "%s differs; JARVIS_UPDATE=1 rewrites it", path)
}
