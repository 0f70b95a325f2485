// Packages: the requirement as pip reads it, their JSON form, and a package without a name.

package jarvis_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

func TestPipSpec(t *testing.T) {
	for name, tt := range map[string]struct{ pkg, version, want string }{
		"the latest":         {"requests", "", "requests"},
		"a bare version":     {"httpx", "0.25.1", "httpx==0.25.1"},
		"a year":             {"pytz", "2024.1", "pytz==2024.1"},
		"one number":         {"six", "1", "six==1"},
		"a beta":             {"black", "0.1b1", "black==0.1b1"},
		"a wildcard":         {"numpy", "2.*", "numpy==2.*"},
		"pinned":             {"httpx", "==0.25.1", "httpx==0.25.1"},
		"pinned to the text": {"httpx", "===1.0", "httpx===1.0"},
		"at least":           {"client", ">=1.3.0", "client>=1.3.0"},
		"more than":          {"client", ">1", "client>1"},
		"at most":            {"client", "<=2", "client<=2"},
		"less than":          {"client", "<2", "client<2"},
		"not":                {"client", "!=1.5", "client!=1.5"},
		"compatible":         {"client", "~=2.2", "client~=2.2"},
		"a range":            {"pydantic", ">=2.0,<3.0", "pydantic>=2.0,<3.0"},
		"extras":             {"uvicorn[standard]", "0.30", "uvicorn[standard]==0.30"},
		"extras, the latest": {"uvicorn[standard]", "", "uvicorn[standard]"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, jarvis.Package{Name: tt.pkg, Version: tt.version}.PipSpec())
		})
	}
}

func TestPackageJSON(t *testing.T) {
	raw, err := json.Marshal([]jarvis.Package{{Name: "a"}, {Name: "b", Version: ">=1"}})
	require.NoError(t, err)
	assert.JSONEq(t, `[{"name":"a"},{"name":"b","version":">=1"}]`, string(raw))
}

func TestPackageWithoutName(t *testing.T) {
	_, err := jarvis.Func(jarvis.Spec{Name: "test", Packages: []jarvis.Package{{Name: "a"}, {Version: "1"}}}, nil, runNothing[jarvis.Values])
	var mistake *jarvis.TagError
	require.ErrorAs(t, err, &mistake)
	assert.Equal(t, &jarvis.TagError{Type: "Func", Field: "Spec.Packages[1]", Message: "the package has no name"}, mistake)
}
