// Golden files: what is expected byte for byte, kept under testdata.

package jarvis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// golden compares got with the file testdata/name, byte for byte. JARVIS_UPDATE=1 writes the file instead.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if updatesGolden() {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes golden files")
	require.Equal(t, string(want), string(got), path)
}

func updatesGolden() bool { return os.Getenv("JARVIS_UPDATE") == "1" }
