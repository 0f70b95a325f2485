// Sentences: what keywords become in descriptions, and when they are not said twice.

package dialect_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// described is the description of the parameter x in a dialect.
func described(t *testing.T, d dialect.Dialect, schema string) string {
	t.Helper()
	tool := toolOf(t, d, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"x":`+schema+`}}`))
	return describedIn(t, tool)
}

func describedIn(t *testing.T, tool *dialect.Tool) string {
	t.Helper()
	var printed struct {
		Properties map[string]struct{ Description string }
	}
	require.NoError(t, json.Unmarshal(tool.Schema(), &printed))
	return printed.Properties["x"].Description
}

func TestSentences(t *testing.T) {
	for name, tt := range map[string]struct {
		dialect      dialect.Dialect
		schema, want string
	}{
		"bounds":                {dialect.AnthropicStrict, `{"type":"integer","maximum":9,"minimum":1}`, "Must be at least 1. Must be at most 9."},
		"open bounds":           {dialect.AnthropicStrict, `{"type":"number","exclusiveMaximum":1e2,"exclusiveMinimum":-0.50}`, "Must be greater than -0.50. Must be less than 1e2."},
		"lengths":               {dialect.AnthropicStrict, `{"type":"string","minLength":2,"maxLength":60}`, "At least 2 characters. At most 60 characters."},
		"one character":         {dialect.AnthropicStrict, `{"type":"string","maxLength":1}`, "At most 1 character."},
		"items":                 {dialect.AnthropicStrict, `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":3,"uniqueItems":true}`, "At least 2 items. At most 3 items. Must not repeat an item."},
		"an item":               {dialect.AnthropicStrict, `{"type":"array","items":{"type":"string"},"minItems":1}`, ""},
		"a pattern":             {dialect.GeminiJSON, `{"type":"string","pattern":"^[a-z]+$"}`, "Must match the pattern `^[a-z]+$`."},
		"keys":                  {dialect.GeminiJSON, `{"type":"object","minProperties":1,"maxProperties":2}`, "At least 1 key. At most 2 keys."},
		"an enum of numbers":    {dialect.Gemini, `{"type":"integer","enum":[1,2,3]}`, "One of: 1, 2, 3."},
		"a text with a comma":   {dialect.GeminiJSON, `{"type":"string","default":"x, y"}`, `Default: "x, y".`},
		"a text like a number":  {dialect.GeminiJSON, `{"type":"string","default":"1"}`, `Default: "1".`},
		"a text with spaces":    {dialect.GeminiJSON, `{"type":"string","default":" a "}`, `Default: " a ".`},
		"a default":             {dialect.GeminiJSON, `{"type":"string","format":"duration","default":"PT2H"}`, "Default: PT2H."},
		"a list as a default":   {dialect.GeminiJSON, `{"type":"array","items":{"type":"integer"},"default":[1, 2]}`, "Default: [1,2]."},
		"a duration":            {dialect.Gemini, `{"type":"string","format":"duration"}`, "ISO 8601 duration such as PT1H30M."},
		"a date":                {dialect.Gemini, `{"type":"string","format":"date"}`, "Date such as 2026-01-31."},
		"after a description":   {dialect.Gemini, `{"type":"string","format":"date","description":"The day"}`, "The day. Date such as 2026-01-31."},
		"after a full stop":     {dialect.Gemini, `{"type":"string","format":"date","description":"The day. "}`, "The day. Date such as 2026-01-31."},
		"after a question":      {dialect.Gemini, `{"type":"string","format":"date","description":"Which day?"}`, "Which day? Date such as 2026-01-31."},
		"after brackets":        {dialect.Gemini, `{"type":"string","format":"date","description":"(The day.)"}`, "(The day.) Date such as 2026-01-31."},
		"after a quote":         {dialect.Gemini, `{"type":"string","format":"date","description":"The day \"D\""}`, "The day \"D\". Date such as 2026-01-31."},
		"in another script":     {dialect.Gemini, `{"type":"string","format":"date","description":"日付。"}`, "日付。 Date such as 2026-01-31."},
		"said already":          {dialect.AnthropicStrict, `{"type":"string","maxLength":60,"description":"A name of at most 60 characters"}`, "A name of at most 60 characters"},
		"said of less":          {dialect.AnthropicStrict, `{"type":"string","maxLength":6,"description":"It must have at most 60 letters, at most 6 characters2"}`, "It must have at most 60 letters, at most 6 characters2. At most 6 characters."},
		"said of a larger one":  {dialect.AnthropicStrict, `{"type":"number","minimum":1,"description":"Must be at least 1.5"}`, "Must be at least 1.5. Must be at least 1."},
		"said in the end":       {dialect.AnthropicStrict, `{"type":"number","minimum":1,"description":"It must be at least 1."}`, "It must be at least 1."},
		"nothing to say":        {dialect.AnthropicStrict, `{"type":"string","description":"A name"}`, "A name"},
		"said of an hour":       {dialect.AnthropicStrict, `{"type":"integer","minimum":1,"description":"Must be at least 1 hour"}`, "Must be at least 1 hour. Must be at least 1."},
		"said of a longer list": {dialect.Gemini, `{"type":"integer","enum":[1,2],"description":"One of: 1, 2, 3."}`, "One of: 1, 2, 3. One of: 1, 2."},
		"said in brackets":      {dialect.AnthropicStrict, `{"type":"string","maxLength":3,"description":"A code (at most 3 characters) of a land"}`, "A code (at most 3 characters) of a land"},
		"said on a line":        {dialect.AnthropicStrict, `{"type":"string","maxLength":3,"description":"At most 3 characters\nof a land"}`, "At most 3 characters\nof a land"},
		"after several lines":   {dialect.AnthropicStrict, `{"type":"string","minLength":2,"maxLength":3,"description":"Rooms:\n- kitchen\n- bath\n"}`, "Rooms:\n- kitchen\n- bath\nAt least 2 characters. At most 3 characters."},
		"after a colon":         {dialect.AnthropicStrict, `{"type":"string","maxLength":3,"description":"Name:"}`, "Name:\nAt most 3 characters."},
		"after a line break":    {dialect.AnthropicStrict, `{"type":"string","maxLength":3,"description":"A name\n"}`, "A name. At most 3 characters."},
		"a pattern in marks":    {dialect.GeminiJSON, "{\"type\":\"string\",\"pattern\":\"^`\\\\d$\"}", "Must match the pattern \"^`\\\\d$\"."},
		"a text with an end":    {dialect.GeminiJSON, `{"type":"string","default":"Tom. Jerry"}`, `Default: "Tom. Jerry".`},
		"a text like a path":    {dialect.GeminiJSON, `{"type":"string","default":"Europe/Berlin 18:30"}`, `Default: Europe/Berlin 18:30.`},
		"one value":             {dialect.AnthropicStrict, `{"type":"integer","minimum":1,"maximum":1}`, "Must be 1."},
		"one length":            {dialect.AnthropicStrict, `{"type":"string","minLength":3,"maxLength":3}`, "Exactly 3 characters."},
		"one number of items":   {dialect.AnthropicStrict, `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}`, "Exactly 2 items."},
		"an equal bound kept":   {dialect.AnthropicStrict, `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":1}`, "At most 1 item."},
		"one number of keys":    {dialect.GeminiJSON, `{"type":"object","minProperties":1,"maxProperties":1}`, "Exactly 1 key."},
		"the tighter bounds":    {dialect.AnthropicStrict, `{"type":"number","minimum":0,"exclusiveMinimum":0,"maximum":10,"exclusiveMaximum":11.5}`, "Must be greater than 0. Must be at most 10."},
		"bounds with exponents": {dialect.AnthropicStrict, `{"type":"number","minimum":0,"exclusiveMinimum":1e1}`, "Must be at least 0. Must be greater than 1e1."},
		"said in another case":  {dialect.GeminiJSON, `{"type":"string","default":"EUR","description":"In euros (default: eur)"}`, "In euros (default: eur). Default: EUR."},
		"said in brackets too":  {dialect.GeminiJSON, `{"type":"string","default":"EUR","description":"Currency (default: EUR)"}`, "Currency (default: EUR)"},
		"a length that is none": {dialect.AnthropicStrict, `{"type":"string","minLength":0}`, ""},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, described(t, tt.dialect, tt.schema)) })
	}
}

// TestRuleSaidByTheRoot has rules without exact keywords, which the neutral schema says in words.
func TestRuleSaidByTheRoot(t *testing.T) {
	cmd, err := jarvis.New(jarvis.Spec{Name: "test"}, func(context.Context, *jarvis.Request, struct {
		X []string `jarvis:"x" description:"Words" validate:"omitempty,max=3,dive,lowercase"`
	}) (*jarvis.Response, error) {
		return nil, nil
	})
	require.NoError(t, err)
	def := jarvis.MustDefine(cmd)
	for _, d := range []dialect.Dialect{dialect.AnthropicStrict, dialect.Gemini, dialect.GeminiJSON, dialect.MCP} {
		text := describedIn(t, toolOf(t, d, def))
		assert.Equal(t, 1, strings.Count(strings.ToLower(text), "at most 3 items"), text)
		assert.Equal(t, 1, strings.Count(strings.ToLower(text), "lower case"), text)
	}
}

func TestPatternsThatAllRead(t *testing.T) {
	for pattern, want := range map[string]map[dialect.Dialect]bool{
		`^[A-Z]{3}-\d+$`:    {dialect.OpenAI: true, dialect.OpenAIStrict: true, dialect.AnthropicStrict: true, dialect.Gemini: true, dialect.MCP: true},
		`^(?:a|b)*?[^\w-]$`: {dialect.OpenAI: true, dialect.AnthropicStrict: true},
		`\bword\b`:          {dialect.OpenAI: true, dialect.OpenAIStrict: true, dialect.AnthropicStrict: false, dialect.Gemini: false},
		`a{500}`:            {dialect.OpenAI: true, dialect.AnthropicStrict: false},
		`\x41\$\/`:          {dialect.OpenAI: true, dialect.AnthropicStrict: true},
		`(?i)abc`:           {dialect.OpenAI: false, dialect.MCP: false},
		`^\pL+$`:            {dialect.OpenAI: false, dialect.MCP: false},
		`[[:alpha:]]`:       {dialect.OpenAI: false, dialect.MCP: false},
		`\Aabc\z`:           {dialect.OpenAI: false},
		`\Qa.b\E`:           {dialect.OpenAI: false},
		`(?P<n>a)`:          {dialect.OpenAI: false},
		`a{,2}`:             {dialect.OpenAI: false},
		`a}`:                {dialect.OpenAI: false},
		`a]`:                {dialect.OpenAI: false},
		`[]a]`:              {dialect.OpenAI: false},
		`[a&&b]`:            {dialect.OpenAI: false},
		`[\w-z]`:            {dialect.OpenAI: false},
		`[\d-]`:             {dialect.OpenAI: true},
		`\-`:                {dialect.OpenAI: false},
		`^*`:                {dialect.OpenAI: false},
		`^{2}`:              {dialect.OpenAI: false},
		`[[a]`:              {dialect.OpenAI: false},
	} {
		for d, kept := range want {
			t.Run(string(d)+" "+pattern, func(t *testing.T) {
				quoted, err := json.Marshal(pattern)
				require.NoError(t, err)
				tool := toolOf(t, d, importedDef(t, jarvis.Spec{Name: "test"}, `{"type":"object","properties":{"x":{"type":"string","pattern":`+string(quoted)+`}}}`))
				assert.Equal(t, kept, strings.Contains(string(tool.Schema()), `"pattern":`))
				assert.Equal(t, !kept, strings.Contains(describedIn(t, tool), "Must match the pattern `"+pattern+"`."))
			})
		}
	}
}
