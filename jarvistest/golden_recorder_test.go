// A recording testing.TB: what a test would have failed with, for tests that assert on it.

package jarvistest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis"
)

// recording is a test that keeps what it is told. Everything else it leaves to the test that it is part of.
type recording struct {
	testing.TB
	name           string
	errors, logged []string
}

func record(t testing.TB) *recording { return &recording{TB: t, name: "TestCommands"} }

func (r *recording) Name() string { return r.name }
func (r *recording) Helper()      {}
func (r *recording) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
func (r *recording) Logf(format string, args ...any) {
	r.logged = append(r.logged, fmt.Sprintf(format, args...))
}

// text is all that failed.
func (r *recording) text() string { return strings.Join(r.errors, "\n") }

func answersNothing[In any](context.Context, *jarvis.Request, In) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}
