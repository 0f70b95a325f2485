// What each vendor takes, written down a second time: a tool that breaks one of these rules is refused by the vendor or host.

package dialect_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// vendorRules are the rules of one form of tools.
type vendorRules struct {
	name       *regexp.Regexp // of tools
	key        *regexp.Regexp // of properties; nil for any
	keywords   map[string]string
	types      []string
	formats    []string // of strings; nil for any
	closed     bool     // every object forbids what it does not declare
	allNeeded  bool     // every property is required
	enumTypes  string   // the kinds of JSON values in an enum; "" for all
	oneType    bool     // no lists of types
	openMember bool     // a schema may say nothing
}

const (
	anyType    = ""
	ofStrings  = "string"
	ofNumbers  = "number integer"
	ofArrays   = "array"
	ofObjects  = "object"
	ofScalars  = "string number integer"
	everywhere = "type description title enum anyOf "
)

// keywordsFor makes the table from words: each is a keyword, after the types it may stand at.
func keywordsFor(groups ...[2]string) map[string]string {
	table := map[string]string{}
	for _, group := range groups {
		for _, word := range strings.Fields(group[1]) {
			table[word] += group[0] + " "
		}
	}
	return table
}

var (
	openAIName    = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	anthropicName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	anthropicKey  = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	geminiName    = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$`)
	geminiKey     = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
	mcpName       = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
)

var structuredFormats = []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}

var jsonTypes = []string{"string", "number", "integer", "boolean", "array", "object", "null"}

func openAIStrictRules() *vendorRules {
	return &vendorRules{name: openAIName, types: jsonTypes, formats: structuredFormats, closed: true, allNeeded: true, keywords: keywordsFor(
		[2]string{anyType, everywhere + "const"}, [2]string{ofStrings, "pattern format"}, [2]string{ofNumbers, "multipleOf minimum maximum exclusiveMinimum exclusiveMaximum"},
		[2]string{ofArrays, "items minItems maxItems"}, [2]string{ofObjects, "properties required additionalProperties"})}
}

func anthropicStrictRules() *vendorRules {
	return &vendorRules{name: anthropicName, key: anthropicKey, types: jsonTypes, formats: append(slices.Clone(structuredFormats), "uri"), closed: true,
		enumTypes: "string number bool null", keywords: keywordsFor(
			[2]string{anyType, everywhere + "const allOf default"}, [2]string{ofStrings, "pattern format"},
			[2]string{ofArrays, "items minItems"}, [2]string{ofObjects, "properties required additionalProperties"})}
}

func geminiRules() *vendorRules {
	return &vendorRules{name: geminiName, key: geminiKey, types: []string{"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"}, enumTypes: "string", oneType: true, keywords: keywordsFor(
		[2]string{anyType, "type description title nullable anyOf"}, [2]string{"STRING", "enum format minLength maxLength pattern"}, [2]string{"NUMBER INTEGER", "format minimum maximum"},
		[2]string{"ARRAY", "items minItems maxItems"}, [2]string{"OBJECT", "properties required propertyOrdering minProperties maxProperties"})}
}

func geminiJSONRules() *vendorRules {
	return &vendorRules{name: geminiName, key: geminiKey, types: jsonTypes, enumTypes: "string number", openMember: true, keywords: keywordsFor(
		[2]string{anyType, everywhere + "oneOf format"}, [2]string{ofNumbers, "minimum maximum"},
		[2]string{ofArrays, "items prefixItems minItems maxItems"}, [2]string{ofObjects, "properties required additionalProperties propertyOrdering"})}
}

// checker collects what a vendor would refuse.
type checker struct {
	*vendorRules
	wrong []string
}

func (c *checker) must(ok bool, format string, args ...any) {
	if !ok {
		c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
	}
}

func (c *checker) onlyKeys(what string, o *object, keys ...string) {
	for _, key := range o.keys {
		c.must(slices.Contains(keys, key), "%s has %q", what, key)
	}
}

// refusals lists what the vendor refuses about a tool; none is right.
func refusals(d dialect.Dialect, tool *dialect.Tool, def *jarvis.Definition) []string {
	doc, err := readDoc(tool.JSON())
	whole, ok := doc.(*object)
	if err != nil || !ok {
		return []string{fmt.Sprint("no JSON object: ", err)}
	}
	c := &checker{}
	schema, strict := any(nil), tool.Report().Strict
	switch d {
	case dialect.OpenAI, dialect.OpenAIStrict:
		schema = c.openAI(whole, d, strict)
	case dialect.Anthropic, dialect.AnthropicStrict:
		schema = c.anthropic(whole, d, strict)
	case dialect.Gemini, dialect.GeminiJSON:
		schema = c.gemini(whole, d)
	case dialect.MCP:
		schema = c.mcp(whole, def)
	case dialect.Jarvis:
		c.jarvis(whole, def)
		return c.wrong
	}
	c.must(write(schema) == "null" && tool.Schema() == nil || sameText(schema, tool.Schema()), "Schema is not the one in the tool: %s", tool.Schema())
	c.must(strings.TrimSpace(string(tool.JSON())) == string(tool.JSON()), "white space around the tool")
	if root, ok := schema.(*object); ok {
		c.root(root, d, strict)
	}
	return c.wrong
}

func sameText(v any, raw []byte) bool {
	doc, err := readDoc(raw)
	return err == nil && write(doc) == write(v)
}

// named checks name and description.
func (c *checker) named(o *object, name *regexp.Regexp) {
	c.must(name.MatchString(o.text("name")), "name %q", o.text("name"))
	if o.has("description") {
		_, ok := o.get("description").(string)
		c.must(ok, "description is no text")
	}
}

func (c *checker) openAI(whole *object, d dialect.Dialect, strict bool) any {
	c.onlyKeys("tool", whole, "type", "function")
	c.must(whole.text("type") == "function", "type %q", whole.text("type"))
	function := whole.object("function")
	c.onlyKeys("function", function, "name", "description", "parameters", "strict")
	c.named(function, openAIName)
	c.must(utf8.RuneCountInString(function.text("description")) <= 1024, "description is too long")
	c.must((function.get("strict") == true) == strict, "strict: %v", function.get("strict"))
	c.must(function.has("strict") == (d == dialect.OpenAIStrict), "strict there: %v", function.has("strict"))
	c.must(function.object("parameters") != nil, "no parameters")
	return function.get("parameters")
}

func (c *checker) anthropic(whole *object, d dialect.Dialect, strict bool) any {
	c.onlyKeys("tool", whole, "name", "description", "input_schema", "strict")
	c.named(whole, anthropicName)
	c.must((whole.get("strict") == true) == strict, "strict: %v", whole.get("strict"))
	c.must(d == dialect.AnthropicStrict || !whole.has("strict"), "strict in the plain form")
	c.must(whole.object("input_schema") != nil, "no input_schema")
	return whole.get("input_schema")
}

func (c *checker) gemini(whole *object, d dialect.Dialect) any {
	member := "parameters"
	if d == dialect.GeminiJSON {
		member = "parametersJsonSchema"
	}
	c.onlyKeys("declaration", whole, "name", "description", member)
	c.named(whole, geminiName)
	return whole.get(member)
}

func (c *checker) mcp(whole *object, def *jarvis.Definition) any {
	c.onlyKeys("tool", whole, "name", "description", "inputSchema", "annotations")
	c.named(whole, mcpName)
	want := map[jarvis.Effect]string{
		jarvis.EffectRead:        `{"readOnlyHint":true}`,
		jarvis.EffectWrite:       `{"destructiveHint":false}`,
		jarvis.EffectDestructive: `{"destructiveHint":true}`,
		"":                       "null",
	}[def.Spec().Effect]
	c.must(write(whole.get("annotations")) == want, "annotations %s", write(whole.get("annotations")))
	c.must(whole.object("inputSchema") != nil, "no inputSchema")
	return whole.get("inputSchema")
}

// jarvis allows longer descriptions of parameters than the command schema has, and nothing else.
func (c *checker) jarvis(whole *object, def *jarvis.Definition) {
	plain, _ := readDoc(def.CommandSchema())
	want, _ := plain.(*object)
	c.must(write(whole.without("parameters")) == write(want.without("parameters")), "not the command schema: %s", write(whole.without("parameters")))
	got := whole.list("parameters")
	c.must(len(got) == len(want.list("parameters")), "parameters are missing")
	for i, p := range want.list("parameters") {
		a, _ := p.(*object)
		b, _ := got[min(i, len(got)-1)].(*object)
		c.must(slices.Equal(a.keys, b.keys) && write(a.without("description")) == write(b.without("description")), "parameter %s", write(b))
		c.must(strings.HasPrefix(b.text("description"), a.text("description")), "the description is gone: %q", b.text("description"))
	}
}

// root checks the schema of the arguments.
func (c *checker) root(root *object, d dialect.Dialect, strict bool) {
	c.must(strings.EqualFold(root.text("type"), "object"), "the arguments are no object")
	for _, word := range []string{"anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "$ref"} {
		c.must(!root.has(word), "the arguments have %s", word)
	}
	if d != dialect.Gemini {
		_, err := compileSchema(root)
		c.must(err == nil, "no JSON Schema: %v", err)
	}
	switch {
	case d == dialect.OpenAIStrict && strict:
		c.vendorRules = openAIStrictRules()
		c.openAILimits(root)
	case d == dialect.AnthropicStrict && strict:
		c.vendorRules = anthropicStrictRules()
	case d == dialect.Gemini:
		c.vendorRules = geminiRules()
	case d == dialect.GeminiJSON:
		c.vendorRules = geminiJSONRules()
	}
	if c.vendorRules != nil {
		c.node("", root)
		return
	}
	c.must(!strings.Contains(write(root), `"_refinable"`), "_refinable")
	if d == dialect.Anthropic || d == dialect.AnthropicStrict || d == dialect.MCP {
		c.keys("", root)
	}
	if d == dialect.MCP {
		c.noBooleans("", root)
	}
}

func (c *checker) openAILimits(root *object) {
	var properties, enums, depth int
	var count func(v any, level int)
	count = func(v any, level int) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				count(e, level)
			}
		case *object:
			if props := v.object("properties"); props != nil {
				level++
				properties += len(props.keys)
				for _, key := range props.keys {
					count(props.vals[key], level)
				}
			}
			enums += len(v.list("enum"))
			depth = max(depth, level)
			for _, word := range []string{"items", "anyOf"} {
				count(v.get(word), level)
			}
		}
	}
	count(root, 0)
	c.must(properties <= 5000 && enums <= 1000 && depth <= 10, "limits: %d properties, %d enum values, %d levels", properties, enums, depth)
}
