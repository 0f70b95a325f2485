// Tests of comparing fields: what a null and an absent field stand for, and what is not pinned in reports.

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSameFields(t *testing.T) {
	for _, tc := range []struct {
		want, got string
		missing   omission
		same      bool
	}{
		{`{"a":1}`, `{"a":1.0,"b":2}`, omitsNull, true},
		{`{"a":null}`, `{}`, omitsNull, true},
		{`{"a":null}`, `{"a":null}`, omitsNull, true},
		{`{"a":null}`, `{"a":""}`, omitsNull, true},
		{`{"a":null}`, `{"a":[]}`, omitsEmpty, false},
		{`{"a":null}`, `{"a":{}}`, omitsEmpty, false},
		{`{"a":null}`, `{"a":0}`, omitsEmpty, false},
		{`{"a":null}`, `{"a":false}`, omitsEmpty, false},
		{`{"a":[]}`, `{}`, omitsNull, false},
		{`{"a":[]}`, `{}`, omitsEmpty, true},
		{`{"a":{}}`, `{}`, omitsEmpty, true},
		{`{"a":""}`, `{}`, omitsEmpty, true},
		{`{"a":""}`, `{}`, omitsNull, false},
		{`{"a":[]}`, `{"a":null}`, omitsEmpty, false},
		{`{"a":false}`, `{}`, omitsEmpty, false},
		{`{"a":0}`, `{}`, omitsEmpty, false},
		{`{"a":1}`, `{}`, omitsEmpty, false},
		{`{"a":1}`, `[]`, omitsEmpty, false},
		{`[]`, `{}`, omitsEmpty, false},
	} {
		var r report
		r.sameFields("f", parsed(t, tc.want), parsed(t, tc.got), tc.missing)
		assert.Equal(t, tc.same, r.failures == nil, "%s and %s", tc.want, tc.got)
	}
}

func TestSettledReports(t *testing.T) {
	entry := func(text string) string { return `{"x":[{"_validation_error":true,"errors":[` + text + `]}]}` }
	for _, tc := range []struct {
		want, got string
		same      bool
	}{
		{entry(`{"message":null}`), entry(`{"message":""}`), true},
		{entry(`{"valid_values":[]}`), entry(`{"valid_values":null}`), true},
		{entry(`{"valid_values":null}`), entry(`{}`), false},
		{entry(`{"valid_values":null}`), entry(`{"valid_values":["a"]}`), false},
		{entry(`{"valid_values":null}`), entry(`{"valid_values":""}`), false},
		{entry(`{"message":null}`), entry(`{"message":false}`), false},
		{entry(`{"message":null}`), entry(`{}`), false},
		{entry(`{"other":null}`), entry(`{"other":""}`), false},
		{`{"errors":[{"message":null}]}`, `{"errors":[{"message":""}]}`, false},
		{`{"_validation_error":false,"errors":[{"message":null}]}`, `{"_validation_error":false,"errors":[{"message":""}]}`, false},
	} {
		want, got := parsed(t, tc.want), parsed(t, tc.got)
		before := jsonText(want)
		assert.Equal(t, tc.same, difference(settled(want), settled(got)) == nil, "%s and %s", tc.want, tc.got)
		assert.Equal(t, before, jsonText(want), "settled works on a copy")
	}
}
