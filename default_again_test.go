// Defaults that are read anew in each call, and what may have changed since they were declared.

package jarvis_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// A rule about the world can fail on a default that has passed it when it was declared; that is a problem of the call, like any.
func TestDefaultThatNoLongerHolds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	quoted, err := json.Marshal([]string{file})
	require.NoError(t, err)
	p, err := jarvis.NewParameters().OptionalString("note", "").
		OptionalStringArray("files", "").Validate("dive,file").Default(string(quoted)).Build()
	require.NoError(t, err)
	values, err := p.Validate(json.RawMessage(`{"note":"x"}`))
	require.NoError(t, err)
	files, _ := values.Strings("files")
	assert.Equal(t, []string{file}, files)

	require.NoError(t, os.Remove(file))
	_, err = p.Validate(json.RawMessage(`{"note":"x"}`))
	var failed *jarvis.ValidationError
	require.ErrorAs(t, err, &failed)
	require.Len(t, failed.Problems, 1)
	assert.Equal(t, "files", failed.Problems[0].Param)
	assert.Equal(t, "files[0]", failed.Problems[0].Path)
	assert.Equal(t, jarvis.ProblemRule, failed.Problems[0].Kind)
}

// A check of the author may rely on all the rules inside the value.
func TestChecksSeeNoValueThatHasFailed(t *testing.T) {
	inner := jarvis.NewParameters().RequiredInteger("of", "").Validate("gte=1").MustBuild()
	called := 0
	p := jarvis.NewParameters().RequiredObject("share", "", inner).Check(func(v any) bool {
		called++
		of, _ := v.(jarvis.Values).Int("of")
		return 100%of == 0
	}, "must divide 100").MustBuild()
	_, err := p.Validate(json.RawMessage(`{"share":{"of":0}}`))
	var failed *jarvis.ValidationError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, "Parameter 'share.of' must be at least 1", failed.Problems[0].Message())
	assert.Zero(t, called)
	_, err = p.Validate(json.RawMessage(`{"share":{"of":5}}`))
	require.NoError(t, err)
	assert.Equal(t, 1, called)
}
