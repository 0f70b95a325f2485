// Tests of comparing fields: what a null and an absent field stand for, and what is not pinned in reports.

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSameFields(t *testing.T) {
	for _, tc := range []struct {
		want, got    string
		noText, zero bool // whether they are the same
	}{
		{`{"a":1}`, `{"a":1.0,"b":2}`, true, true},
		{`{"a":null}`, `{}`, true, true},
		{`{"a":null}`, `{"a":null}`, true, true},
		{`{"a":null}`, `{"a":""}`, true, true},
		{`{"a":null}`, `{"a":[]}`, false, true},
		{`{"a":null}`, `{"a":{}}`, false, true},
		{`{"a":null}`, `{"a":-0.0e5}`, false, true},
		{`{"a":null}`, `{"a":false}`, false, true},
		{`{"a":null}`, `{"a":"0"}`, false, false},
		{`{"a":null}`, `{"a":[null]}`, false, false},
		{`{"a":null}`, `{"a":{"b":null}}`, false, false},
		{`{"a":null}`, `{"a":1e-400}`, false, false},
		{`{"a":null}`, `{"a":true}`, false, false},
		{`{"a":[]}`, `{}`, false, false},
		{`{"a":{}}`, `{}`, false, false},
		{`{"a":""}`, `{}`, false, false},
		{`{"a":false}`, `{}`, false, false},
		{`{"a":0}`, `{}`, false, false},
		{`{"a":1}`, `{}`, false, false},
		{`{"a":[]}`, `{"a":null}`, false, false},
		{`{"a":{}}`, `{"a":null}`, false, false},
		{`{"a":""}`, `{"a":null}`, false, false},
		{`{"a":[]}`, `{"a":{}}`, false, false},
		{`{"a":1}`, `[]`, false, false},
		{`[]`, `{}`, false, false},
	} {
		for _, null := range []struct {
			of   unset
			same bool
		}{{noText, tc.noText}, {zero, tc.zero}} {
			var r report
			r.sameFields("f", parsed(t, tc.want), parsed(t, tc.got), null.of)
			assert.Equal(t, null.same, r.failures == nil, "%s and %s", tc.want, tc.got)
		}
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
