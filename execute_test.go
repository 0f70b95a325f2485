package jarvis_test

import (
	"context"

	"github.com/jarvis-sdk/jarvis"
)

// runNothing is the run function of a command that is only declared.
func runNothing[In any](context.Context, *jarvis.Request, In) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}
