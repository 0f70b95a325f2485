// OpenAI strict: function tools whose arguments the vendor holds to the schema.

package dialect

// openAIStrict takes the keywords of Structured Outputs. Every object forbids other properties and requires all of its own; null
// stands for leaving an optional one out, and Decode takes it away. Alternatives stand alone: an anyOf beside other keywords goes
// into the description. A command with a place that cannot be listed so is printed as a plain tool with "strict": false.
//
// Source: https://platform.openai.com/docs/guides/structured-outputs (supported schemas).
var openAIStrict = rules{
	tool:        openAINames,
	description: openAI.description,
	plain:       &openAI,
	steps:       []func(*schema){mergeAll, older, anyOneOf, aloneAnyOf, typeValues, closed, portable, declaredOnly},
	keep: map[string]condition{
		"type": nil, "enum": scalars, "const": scalars, "anyOf": nil, "properties": nil, "items": nil, "required": nil,
		"additionalProperties": nil, "title": nil, "pattern": nil,
		"format":     oneOfTexts("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
		"multipleOf": nil, "maximum": nil, "exclusiveMaximum": nil, "minimum": nil, "exclusiveMinimum": nil, "minItems": nil, "maxItems": nil,
	},
	shape:   []func(*schema){listed, allRequired},
	nullOut: true,
	limits:  openAILimits,
	form:    openAIForm,
	tools:   openAI.tools,
}

// oneOfTexts is the condition of a keyword that stays with some values.
func oneOfTexts(list ...string) condition {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return func(_ *schema, v *doc) bool { return set[v.text()] }
}

// The limits of a strict schema.
const (
	strictProperties = 5000
	strictLevels     = 10
	strictText       = 120_000 // characters of all names and listed values
	strictValues     = 1000    // listed values, all together
	strictListText   = 15_000  // characters of one list that is longer than longList
)

// openAILimits hold for one schema; the vendor names none for all tools of a request.
var openAILimits = []limit{
	{strictProperties, "properties", msgFixSplit, func(c *counter) int { return c.properties }},
	{strictLevels, "levels of objects", msgFixLevels, func(c *counter) int { return c.levels }},
	{strictText, "characters in names and listed values", msgFixText, func(c *counter) int { return c.text }},
	{strictValues, "listed values", msgFixValues, func(c *counter) int { return c.values }},
	{strictListText, "characters in one list of more than 250 values", msgFixValues, func(c *counter) int { return c.list }},
}
