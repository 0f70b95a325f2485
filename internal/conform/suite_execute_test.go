// Tests of suite execute that no line can make: a library that runs the command's own checks where it must not, or not at all.

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
)

func TestOwnChecksRunLast(t *testing.T) {
	for _, tc := range []struct {
		name      string
		kinds     []jarvis.ProblemKind
		validated int
		right     bool
	}{
		{"of the wrong type", []jarvis.ProblemKind{jarvis.ProblemType}, 0, true},
		{"of the wrong type, own checks too", []jarvis.ProblemKind{jarvis.ProblemType}, 1, false},
		{"own checks beside others", []jarvis.ProblemKind{jarvis.ProblemRule, jarvis.ProblemEnum}, 1, false},
		{"own checks", []jarvis.ProblemKind{jarvis.ProblemRule, jarvis.ProblemRule}, 1, true},
		{"own checks twice", []jarvis.ProblemKind{jarvis.ProblemRule}, 2, false},
		{"own checks that nobody ran", []jarvis.ProblemKind{jarvis.ProblemRule}, 0, false},
		{"no problem", nil, 1, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			invalid := &jarvis.ValidationError{}
			for _, kind := range tc.kinds {
				invalid.Problems = append(invalid.Problems, jarvis.Problem{Kind: kind, Param: "p", Want: "m"})
			}
			details := ""
			line := executeLine{Outcome: &outcome{Kind: kindInvalid, Response: &wantedResponse{ErrorDetails: &details}}}
			var r report
			line.judge(&r, &trace{validated: tc.validated}, answer{resp: invalid.Response()})
			wrong := false
			for _, f := range r.failures {
				wrong = wrong || f.what == "calls of Validate"
			}
			assert.Equal(t, tc.right, !wrong, "%v", r.failures)
		})
	}
	for _, kind := range []string{kindMissingParams, kindMissingSecrets} {
		text := "m"
		var r report
		(&executeLine{Outcome: &outcome{Kind: kind, Message: &text}}).judge(&r, &trace{validated: 1}, answer{})
		assert.Contains(t, r.failures, failure{"calls of Validate", "0", "1"}, kind)
	}
}
