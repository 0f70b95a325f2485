// Anthropic strict: client tools whose arguments the vendor holds to the schema.

package dialect

// anthropicStrict takes what the vendor makes a grammar of. Every object forbids other properties. Of allOf, which is taken in
// part, nothing is left: its schemas are put into the one around them, or said. A command with a place that cannot be listed so is
// printed as a plain tool with "strict": false.
//
// Optional properties stay optional. The vendor would take them as required ones that may be null too, but each of those is a
// union, of which the tools of a request may have 16, while they may have 24 optional properties; and null is one more thing for a
// model to write. A command with more of them is printed plain, and so is in a Set each that would make the request too much.
//
// The grammar that the vendor makes of all strict tools may be too large even so. It names no number for that: if the API refuses
// a request as too complex, some of its tools have to be plain.
//
// Source: https://platform.claude.com/docs/en/build-with-claude/structured-outputs (JSON Schema limitations).
var anthropicStrict = rules{
	tool:  anthropicNames,
	prop:  anthropicKeys,
	plain: &anthropic,
	steps: []func(*schema){mergeAll, older, anyOneOf, aloneAnyOf, typeValues, closed, simple, declaredOnly},
	keep: map[string]condition{
		"type": nil, "enum": scalars, "const": scalars, "anyOf": nil, "properties": nil, "items": nil, "required": nil,
		"additionalProperties": nil, "title": nil, "default": nil, "pattern": nil,
		"format":   oneOfTexts("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"),
		"minItems": func(_ *schema, v *doc) bool { n := string(v.json()); return n == "0" || n == "1" },
	},
	shape:   []func(*schema){listed},
	limits:  anthropicLimits,
	form:    anthropicForm,
	request: anthropicRequest,
}

// The limits of all strict tools of a request.
const (
	strictTools    = 20
	strictOptional = 24
	strictUnions   = 16
)

// anthropicLimits hold for a schema alone, and anthropicRequest for all of a request. The vendor speaks of parameters with union
// types; elements and alternatives with them are counted too, so that it cannot count more.
var (
	anthropicLimits = []limit{
		{strictOptional, "optional properties", msgFixOptional, func(c *counter) int { return c.optional }},
		{strictUnions, "places of several types", msgFixUnions, func(c *counter) int { return c.unions }},
	}
	anthropicRequest = append([]limit{{strictTools, "strict tools", "", func(c *counter) int { return c.tools }}}, anthropicLimits...)
)
