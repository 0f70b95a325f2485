// docs/dialects.md: the page is written from the declarations below and what the dialects make of them, so that it cannot drift.

package dialect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dialect"
)

// SetHeating heats or cools rooms. Its parameters have a little of everything that vendors read differently.
type SetHeating struct {
	Mode   string        `jarvis:"mode,required" description:"What to do" enum:"heat,cool,off"`
	Target *float64      `jarvis:"target" description:"Degrees Celsius" validate:"gte=5,lte=30"`
	For    time.Duration `jarvis:"for" description:"How long" default:"PT2H"`
	Rooms  []string      `jarvis:"rooms" description:"Which rooms; all if left out" validate:"min=1,unique"`
	Note   *string       `jarvis:"note" description:"A note for the display" validate:"max=40"`
}

func (SetHeating) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "set_heating", Description: "Heats or cools the house.", Effect: jarvis.EffectWrite}
}

func (c SetHeating) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// SaveScene keeps the brightness of any lamps: a map, whose keys no schema can list.
type SaveScene struct {
	Name   string         `jarvis:"name,required" description:"Name of the scene" validate:"max=20"`
	Levels map[string]int `jarvis:"levels,required" description:"Brightness in percent by lamp" validate:"dive,gte=0,lte=100"`
}

func (SaveScene) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "scene.save", Description: "Saves a scene.", Effect: jarvis.EffectWrite}
}

func (c SaveScene) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// toolsOf prints the tools of a request: JSON is what the request carries.
func toolsOf(registry *jarvis.Registry) (*dialect.Set, error) {
	return dialect.OpenAIStrict.Set(registry.All())
}

// answer runs a call as the model sent it.
func answer(ctx context.Context, registry *jarvis.Registry, tools *dialect.Set, received jarvis.Call) (*jarvis.Response, error) {
	return registry.Call(ctx, &jarvis.Request{}, tools.Call(received))
}

// oneTool does the same for one command.
func oneTool(definition *jarvis.Definition, received json.RawMessage) (jarvis.Values, error) {
	tool, err := dialect.Gemini.Tool(definition)
	if err != nil {
		return jarvis.Values{}, err
	}
	fmt.Println(tool.Report()) // what the vendor's schema does not say
	return definition.Parameters().Validate(tool.Decode(received))
}

const docsPage = "../docs/dialects.md"

func TestDialectDocs(t *testing.T) {
	page := docsText(t)
	if os.Getenv("JARVIS_UPDATE") == "1" {
		require.NoError(t, os.WriteFile(docsPage, []byte(page), 0o644))
		return
	}
	file, err := os.ReadFile(docsPage)
	require.NoError(t, err, "JARVIS_UPDATE=1 writes it")
	want, got := strings.SplitAfter(string(file), "\n"), strings.SplitAfter(page, "\n")
	for i := range min(len(want), len(got)) {
		require.Equal(t, want[i], got[i], "%s:%d; JARVIS_UPDATE=1 writes it", docsPage, i+1)
	}
	require.Len(t, want, len(got), "JARVIS_UPDATE=1 writes %s", docsPage)
}

// The code of the page does what the page says.
func TestDialectDocsCode(t *testing.T) {
	registry := jarvis.NewRegistry()
	require.NoError(t, registry.Register(SetHeating{}, SaveScene{}))
	tools, err := toolsOf(registry)
	require.NoError(t, err)
	assert.Contains(t, string(tools.JSON()), `"scene_save"`)
	for _, received := range []jarvis.Call{
		{Name: "set_heating", Arguments: json.RawMessage(`{"mode":"off","target":null,"for":null,"rooms":null,"note":null}`)},
		{Name: "scene_save", Arguments: json.RawMessage(`{"name":"tea","levels":{"lamp":40}}`)},
	} {
		resp, err := answer(t.Context(), registry, tools, received)
		require.NoError(t, err)
		assert.True(t, resp.Success, "%s: %+v", received.Name, resp)
	}
	vals, err := oneTool(jarvis.MustDefine(SaveScene{}), json.RawMessage(`{"name":"tea","levels":"{\"lamp\":40}"}`))
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"name": "tea", "levels": map[string]int{"lamp": 40}}, vals.Map())
}

// docsText writes the page.
func docsText(t *testing.T) string {
	var b strings.Builder
	source := declarations(t, "docs_test.go")
	b.WriteString(docsIntro)
	block(&b, "go", source["SetHeating"]+"\n\n"+source["SetHeating.Spec"])
	b.WriteString(docsSending)
	block(&b, "go", source["toolsOf"]+"\n\n"+source["answer"])
	b.WriteString(docsOne)
	block(&b, "go", source["oneTool"])
	b.WriteString(docsVendors)
	heating := jarvis.MustDefine(SetHeating{})
	b.WriteString("## The same command in every dialect\n\n" + docsNeutral)
	block(&b, "json", indented(t, heating.Schema()))
	for _, d := range dialect.All() {
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", d, docsNotes[d])
		writeTool(t, &b, d, heating)
	}
	b.WriteString(docsStrict)
	block(&b, "go", source["SaveScene"])
	writeTool(t, &b, dialect.OpenAIStrict, jarvis.MustDefine(SaveScene{}))
	b.WriteString(docsMaps)
	writeTool(t, &b, dialect.Gemini, jarvis.MustDefine(SaveScene{}))
	b.WriteString(docsBack)
	writeWays(t, &b)
	b.WriteString(docsEnd)
	return b.String()
}

func writeTool(t *testing.T, b *strings.Builder, d dialect.Dialect, def *jarvis.Definition) {
	tool, err := d.Tool(def)
	require.NoError(t, err)
	block(b, "json", indented(t, tool.JSON()))
	block(b, "text", strings.TrimSuffix(tool.Report().String(), "\n"))
}

// docsReceived are arguments as models send them.
var docsReceived = []struct {
	dialect dialect.Dialect
	command jarvis.Command
	args    string
}{
	{dialect.OpenAIStrict, SetHeating{}, `{"mode":"heat","target":21.5,"for":null,"rooms":["office"],"note":null}`},
	{dialect.Anthropic, SetHeating{}, `{"mode":"heat","target":21.5,"rooms":["office"]}`},
	{dialect.Gemini, SaveScene{}, `{"name":"tea","levels":"{\"lamp\":40,\"floor lamp\":15}"}`},
	{dialect.Gemini, SaveScene{}, `{"name":"tea","levels":"dim"}`},
	{dialect.MCP, SaveScene{}, `{"name":"tea","levels":{"lamp":140}}`},
}

// writeWays writes the table of what comes back.
func writeWays(t *testing.T, b *strings.Builder) {
	b.WriteString("| dialect | the model sends | `Decode` makes of it | the binder |\n| --- | --- | --- | --- |\n")
	for _, way := range docsReceived {
		def := jarvis.MustDefine(way.command)
		tool, err := way.dialect.Tool(def)
		require.NoError(t, err)
		decoded := tool.Decode(json.RawMessage(way.args))
		verdict := "takes it"
		if _, err := def.Parameters().Validate(decoded); err != nil {
			verdict, _, _ = strings.Cut(err.Error(), "\n")
		}
		shown := "`" + string(decoded) + "`"
		if string(decoded) == way.args {
			shown = "the same"
		}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s |\n", way.dialect, way.args, shown, verdict)
	}
	b.WriteString("\n")
}

func block(b *strings.Builder, language, text string) {
	fmt.Fprintf(b, "```%s\n%s\n```\n\n", language, text)
}

// indented breaks the lines of JSON where they would be too long.
func indented(t *testing.T, raw json.RawMessage) string {
	return breakLines(mustRead(t, raw), "")
}

const lineWidth = 120

func breakLines(v any, indent string) string {
	var open, end string
	var parts []string
	switch v := v.(type) {
	case *object:
		open, end = "{", "}"
		for _, key := range v.keys {
			parts = append(parts, quote(key)+": "+breakLines(v.vals[key], indent+"  "))
		}
	case []any:
		open, end = "[", "]"
		for _, e := range v {
			parts = append(parts, breakLines(e, indent+"  "))
		}
	default:
		return write(v)
	}
	line := open + strings.Join(parts, ", ") + end
	if len(indent)+len(line) <= lineWidth && !strings.Contains(line, "\n") {
		return line
	}
	return open + "\n  " + indent + strings.Join(parts, ",\n  "+indent) + "\n" + indent + end
}

// declarations returns the text of the types and functions of a file, methods as Type.Method.
func declarations(t *testing.T, name string) map[string]string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	require.NoError(t, err)
	found := map[string]string{}
	for _, decl := range file.Decls {
		from, key := decl.Pos(), ""
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			key = decl.Name.Name
			if decl.Recv != nil {
				key = fmt.Sprint(decl.Recv.List[0].Type, ".", key)
			}
			from = docStart(decl.Doc, from)
		case *ast.GenDecl:
			if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
				key = spec.Name.Name
			}
			from = docStart(decl.Doc, from)
		}
		found[key] = string(text[fset.Position(from).Offset:fset.Position(decl.End()).Offset])
	}
	for _, key := range []string{"SetHeating", "SetHeating.Spec", "SaveScene", "toolsOf", "answer", "oneTool"} {
		require.Contains(t, found, key)
	}
	return found
}

func docStart(doc *ast.CommentGroup, otherwise token.Pos) token.Pos {
	if doc == nil {
		return otherwise
	}
	return doc.Pos()
}

// Every dialect has a row in the table of vendors and a note.
func TestDialectDocsAreComplete(t *testing.T) {
	for _, d := range dialect.All() {
		assert.Contains(t, docsVendors, fmt.Sprintf("| `%s` |", d))
		assert.NotEmpty(t, docsNotes[d], d)
	}
	for _, limit := range []string{"at most 128 tools", "5000 properties", "10 levels of objects", "1000 listed values", "120000 characters", "15000 in one list"} {
		assert.Contains(t, docsVendors, limit)
	}
	assert.Len(t, docsNotes, len(dialect.All()))
	assert.True(t, slices.IsSortedFunc(dialect.All(), func(a, b dialect.Dialect) int {
		return strings.Index(docsVendors, fmt.Sprintf("| `%s` |", a)) - strings.Index(docsVendors, fmt.Sprintf("| `%s` |", b))
	}), "the table is in the order of All")
}

// The prose of the page.

const docsIntro = "# A tool for every vendor\n" + `
A command is declared once. Every vendor of models wants it in a form of its own, with a part of JSON Schema of its own. Package
` + "`dialect`" + ` prints the form, says in the descriptions what the vendor's schema has no words for, reports what it changed, and reads
back what the model sends. The command never notices: its binder gets the arguments that it declares.

This page is written by TestDialectDocs in package dialect (JARVIS_UPDATE=1 go test -run TestDialectDocs ./dialect); the tools
and reports below are what the package prints.

The command of this page:

`

const docsSending = `## Sending tools and answering calls

A set holds the tools of one request. It keeps their names apart when a vendor's rules would make two of them equal, and turns
calls back into those of commands:

`

const docsOne = `The set has all tools that it was made of, and its JSON too: where they are more than a vendor takes in a request, as 128 tools of
` + "`openai`, strict or not" + `, ` + "`Reports`" + ` says so in one more report. Choosing fewer is up to the program.

` + "A single command is printed by `Tool`. `Decode` is the way back for its arguments, `Report` what was lost:\n\n"

const docsVendors = `## What each vendor takes

| dialect | form | names | schema | the vendor's page |
| --- | --- | --- | --- | --- |
| ` + "`openai`" + ` | Chat Completions, function tool | letters, digits, _ and -, at most 64 | any JSON Schema of an object; no anyOf, oneOf, allOf, not or enum at the top; in a request at most 128 tools, descriptions of tools up to 1024 characters | [function calling](https://platform.openai.com/docs/guides/function-calling) |
| ` + "`openai-strict`" + ` | the same with strict | as above | all properties required, no others allowed; no default, lengths of text, uniqueItems, oneOf, allOf or maps; in a schema at most 5000 properties, 10 levels of objects, 1000 listed values, 120000 characters in names and listed values and 15000 in one list of more than 250 values | [structured outputs](https://platform.openai.com/docs/guides/structured-outputs) |
| ` + "`anthropic`" + ` | Messages API, client tool | letters, digits, _ and -, at most 64; keys also with a dot | JSON Schema 2020-12 of an object; no anyOf, oneOf or allOf at the top | [defining tools](https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools) |
| ` + "`anthropic-strict`" + ` | the same with strict | as above | no other properties allowed; no bounds, no lengths, minItems 0 or 1, simple patterns, no maps; in a request at most 20 strict tools with 24 optional properties and 16 of several types | [strict tool use](https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use), [limits of schemas](https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations) |
| ` + "`gemini`" + ` | FunctionDeclaration with parameters | a letter or _ first, then also digits, . and -, at most 64; keys without . and - | a subset of OpenAPI 3.0: one type in capitals, enums of texts, no empty objects, no maps, no exclusive bounds | [function calling](https://ai.google.dev/gemini-api/docs/function-calling), [Schema](https://ai.google.dev/api/caching#Schema) |
| ` + "`gemini-json`" + ` | FunctionDeclaration with parametersJsonSchema | as above | the listed keywords of JSON Schema: no lengths of text, patterns, const, default or uniqueItems | [FunctionDeclaration](https://ai.google.dev/api/caching#FunctionDeclaration) |
| ` + "`mcp`" + ` | an entry of tools/list | letters, digits, _, - and ., at most 128; keys at most 64, as hosts hand them on to vendors | JSON Schema 2020-12 as it is | [tools](https://modelcontextprotocol.io/specification/2025-11-25/server/tools) |
| ` + "`jarvis`" + ` | an entry of available_commands | those of commands | none: types are names, defaults and enums are texts | |

Vendors change their rules. What a dialect relies on stands in the comment of its file.

`

const docsNeutral = "The schema that all begin with:\n\n"

var docsNotes = map[dialect.Dialect]string{
	dialect.OpenAI:          "Nothing of the schema is lost. The form has no place for the effect of a command, which the report says.",
	dialect.OpenAIStrict:    "The vendor holds the model to the schema while it writes. Every parameter is required there, so an optional one may be null;\n`Decode` leaves it out again.",
	dialect.Anthropic:       "Nothing of the schema is lost.",
	dialect.AnthropicStrict: "Strict too, but optional parameters stay optional. Bounds and lengths are said in words.",
	dialect.Gemini:          "OpenAPI's words: capitals for types, and the order of parameters said aloud. Formats other than date-time are said in words,\nand nothing says that other parameters are refused.",
	dialect.GeminiJSON:      "The newer member takes JSON Schema, with fewer keywords.",
	dialect.MCP:             "The whole schema, and the effect of the command as annotations.",
	dialect.Jarvis:          "The form of the Jarvis command center has no schema. Descriptions say what its types cannot.",
}

const docsStrict = `## A command that cannot be strict

A strict schema lists every key. A map has keys that nobody can list, so this command is printed in the vendor's plain form, and
the report says why. Its name has a dot, which the vendor does not take.

`

const docsMaps = `Gemini has no maps at all. There the model writes the map as text that holds JSON, and ` + "`Decode`" + ` puts the JSON in its place:

`

const docsBack = `## The way back

Arguments in the words of the vendor become those of the command. What ` + "`Decode`" + ` does not know, it leaves to the binder, whose
report is what the model gets to read:

`

const docsEnd = `Two things hold for every dialect, and tests with random commands show them. What the command takes can be said in the dialect.
And what a model says in the dialect is judged, after ` + "`Decode`" + `, as the command's own schema judges it.
`
