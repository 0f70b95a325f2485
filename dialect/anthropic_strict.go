// Anthropic strict: client tools whose arguments the vendor holds to the schema.

package dialect

// anthropicStrict takes what the vendor makes a grammar of. Every object forbids other properties. Of allOf, which is taken in
// part, nothing is left: its schemas are put into the one around them, or said. A command with a place that cannot be listed so is
// printed as a plain tool with "strict": false.
//
// Optional properties stay optional. The vendor would take them as required ones that may be null too, but each of those is a
// union, of which the tools of a request may have 16, while they may have 24 optional properties; and null is one more thing for a
// model to write.
//
// Source: https://platform.claude.com/docs/en/build-with-claude/structured-outputs (JSON Schema limitations).
var anthropicStrict = rules{
	tool:  anthropicNames,
	prop:  anthropicKeys,
	plain: &anthropic,
	steps: []func(*schema){mergeAll, anyOneOf, aloneAnyOf, typeValues, closed, simple, declaredOnly},
	keep: map[string]condition{
		"type": nil, "enum": scalars, "const": scalars, "anyOf": nil, "properties": nil, "items": nil, "required": nil,
		"additionalProperties": nil, "title": nil, "default": nil, "pattern": nil,
		"format":   oneOfTexts("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"),
		"minItems": func(_ *schema, v *doc) bool { n := string(v.json()); return n == "0" || n == "1" },
	},
	shape:   []func(*schema){listed},
	form:    anthropicForm,
	request: anthropicRequest,
}

// The limits of all strict tools of a request.
const (
	strictTools    = 20
	strictOptional = 24
	strictUnions   = 16
)

// anthropicRequest names the limits that the strict tools among some exceed.
func anthropicRequest(tools []*Tool) (over []string) {
	var c counter
	n := 0
	for _, t := range tools {
		if t.report.Strict {
			n++
			c.schema(t.printed, 0)
		}
	}
	over = overLimit(over, n, strictTools, "strict tools")
	over = overLimit(over, c.optional, strictOptional, "optional properties")
	return overLimit(over, c.unions, strictUnions, "properties of several types")
}
