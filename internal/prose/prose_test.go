// Tests of the joining of sentences.

package prose_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/internal/prose"
)

func TestAppend(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		sentences  []string
		want       string
	}{
		{"nothing", "", nil, ""},
		{"no sentence", "City name", nil, "City name"},
		{"no sentence leaves white space", "City name ", nil, "City name "},
		{"no text", "", []string{"Must be even.", "At most 3."}, "Must be even. At most 3."},
		{"a fragment", "Age in years", []string{"Must be even."}, "Age in years. Must be even."},
		{"a sentence", "Tell the age.", []string{"Must be even."}, "Tell the age. Must be even."},
		{"a question", "How old?", []string{"Must be even."}, "How old? Must be even."},
		{"a bracket", "Age (omit for adults)", []string{"Must be even."}, "Age (omit for adults). Must be even."},
		{"a sentence in brackets", "Age (omit for adults.)", []string{"Must be even."}, "Age (omit for adults.) Must be even."},
		{"another script", "年齢。", []string{"Must be even."}, "年齢。 Must be even."},
		{"white space at the end", "Age \n", []string{"Must be even."}, "Age. Must be even."},
		{"a colon", "One of:", []string{"Must be even."}, "One of:\nMust be even."},
		{"a colon of another script", "単位：", []string{"Must be even."}, "単位：\nMust be even."},
		{"several lines", "Age:\n- in years", []string{"Must be even."}, "Age:\n- in years\nMust be even."},
		{"white space alone", " \n", []string{"Must be even."}, "Must be even."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, prose.Append(tt.text, tt.sentences...))
		})
	}
}

func TestEnd(t *testing.T) {
	for text, want := range map[string]string{"": "", " ": "", "City": "City.", "City ": "City.", "City.": "City.", "City:": "City:", `"City!"`: `"City!"`} {
		assert.Equal(t, want, prose.End(text), text)
	}
}
