// Anthropic: client tools of the Messages API, and what plain ones take.

package dialect

// anthropicNames are the names of tools as the vendor documents them. The API itself takes up to 128 characters today, but not in
// all places that carry a name.
var anthropicNames = nameRule{more: "-", most: 64}

// anthropicKeys are the names of properties that the API takes.
var anthropicKeys = nameRule{more: ".-", most: 64}

// anthropic takes JSON Schema 2020-12 of an object without oneOf, allOf or anyOf at the top, where a command has none.
//
// Sources: https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools and the errors of the API.
var anthropic = rules{
	tool:  anthropicNames,
	prop:  anthropicKeys,
	steps: []func(*schema){older, portable},
	shape: []func(*schema){noEmptyRequired},
	form:  anthropicForm,
}

func anthropicForm(f form) *doc {
	tool := object(made, append(f.head(), member{"input_schema", f.schema})...)
	if f.strict != nil {
		tool.members = append(tool.members, member{"strict", f.strict})
	}
	return tool
}
