// Tool: a command in a dialect, and the way back from what a model sends.

package dialect

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// Tool is a command in a dialect. It is immutable and safe for concurrent use. Its bytes must not be changed. The zero value is no
// tool: it has no name and no JSON, and its Decode changes nothing.
type Tool struct {
	dialect Dialect
	name    string
	command string
	text    json.RawMessage
	schema  json.RawMessage
	report  Report
	decode  *decoder
}

// Name is the tool's name as the vendor takes it.
func (t *Tool) Name() string { return t.name }

// Command is the name of the command.
func (t *Tool) Command() string { return t.command }

// JSON is the tool as an entry of the list that a request carries. For Gemini it is a FunctionDeclaration.
func (t *Tool) JSON() json.RawMessage { return t.text }

// Schema is the schema of the arguments inside the tool; nil where the dialect has none: Gemini for a command without parameters,
// Jarvis.
func (t *Tool) Schema() json.RawMessage { return t.schema }

// Report tells what the dialect lost. Its lists must not be changed.
func (t *Tool) Report() Report { return t.report }

// Decode turns arguments as the model sends them into those that the command declares: renamed ones get their names back, where
// null stands for leaving out they are left out, and JSON that was written as text becomes JSON. Arguments in a JSON string, which
// Registry.Call takes too, are read through it. All else stays as it was, text that is no JSON object included: the command's
// binder judges it. If there is nothing to do the result is args itself.
//
// What the binder reports of decoded arguments, it says in the names and types that the command declares, not in those that the
// model was told: of an argument renamed from "two words" it speaks as "two words", and of one that came as JSON text as the
// object in it. The names differ little enough for a model to find its own. JSON text that is broken stays text, and the binder
// says that it is to be an object.
func (t *Tool) Decode(args json.RawMessage) json.RawMessage { return t.decode.decode(args) }

// Tool prints a command. A strict dialect prints a command that it cannot hold in the vendor's plain form; the report says why.
// Errors: *UnknownError, one for a nil definition, and one for a schema of the author's own that no JSON reader would take, such
// as one with a key twice. Safe for concurrent use.
func (d Dialect) Tool(def *jarvis.Definition) (*Tool, error) {
	r, err := d.rules()
	if err != nil {
		return nil, err
	}
	if def == nil {
		return nil, errors.New(msgNil)
	}
	return d.print(r, def, r.tool.fit(def.Name()), &counter{})
}

// rules returns the tables of a dialect.
func (d Dialect) rules() (*rules, error) {
	switch d {
	case OpenAI:
		return &openAI, nil
	case OpenAIStrict:
		return &openAIStrict, nil
	case Anthropic:
		return &anthropic, nil
	case AnthropicStrict:
		return &anthropicStrict, nil
	case Gemini:
		return &gemini, nil
	case GeminiJSON:
		return &geminiJSON, nil
	case MCP:
		return &mcp, nil
	case Jarvis:
		return &jarvisCommand, nil
	}
	_, err := Parse(string(d))
	return nil, err
}

// print makes the tool of that name, for a request with so much in its strict tools.
func (d Dialect) print(r *rules, def *jarvis.Definition, name string, request *counter) (*Tool, error) {
	declared, err := parse(def.Schema())
	if err != nil {
		return nil, fmt.Errorf(msgUnreadable, echo.Cut(def.Name()), unreadable(err))
	}
	t := &Tool{dialect: d, name: name, command: def.Name()}
	t.report = Report{Dialect: d, Command: def.Name(), Tool: name}
	if name != t.command {
		t.lose("name", t.command, Changed, name)
	}
	w := newWriter(r, declared)
	if d == Jarvis {
		t.text = w.command(def, name)
	} else {
		w = t.write(r, def, declared, request)
	}
	if effect := def.Spec().Effect; effect != "" && d != MCP {
		t.lose("effect", string(effect), Dropped, "")
	}
	t.report.Losses = append(t.report.Losses, w.sorted()...)
	return t, nil
}

// lose notes a loss of the command itself.
func (t *Tool) lose(keyword, value string, kind LossKind, note string) {
	t.report.Losses = append(t.report.Losses, Loss{Keyword: keyword, Value: text(made, value).json(), Kind: kind, Note: note})
}

// unreadable says what is wrong with a text.
func unreadable(err error) string {
	var fault *scan.Error
	if !errors.As(err, &fault) {
		return err.Error()
	}
	if fault.Fault == scan.TooDeep {
		return msgTooDeep
	}
	return fault.Describe(msgWhole)
}

// write prints the tool around the schema, in the plain form if the strict one cannot be.
func (t *Tool) write(r *rules, def *jarvis.Definition, declared []*doc, request *counter) *writer {
	w, at, schema := r.rewrite(declared)
	f := form{name: t.name, description: r.describe(t, def), effect: string(def.Spec().Effect)}
	if r.plain != nil {
		if len(w.obstacles) == 0 {
			w.obstacles = request.admit(r.request, schema)
		}
		t.report.Strict, t.report.Obstacles = len(w.obstacles) == 0, w.obstacles
		f.strict = truth(t.report.Strict)
		if !t.report.Strict {
			w, at, schema = r.plain.rewrite(declared)
		}
	}
	if t.dialect == Gemini && def.Parameters().Len() == 0 {
		schema = nil
	}
	if f.schema = schema; schema != nil {
		t.schema = schema.json()
	}
	t.decode, t.text = at.decoder(), r.form(f).json()
	return w
}

// rewrite rewrites the schema of a command.
func (r *rules) rewrite(declared []*doc) (*writer, *place, *doc) {
	at := &place{}
	at.survey(declared[0])
	at.nameAll(r.prop)
	w := newWriter(r, declared)
	schema := w.node(at, declared[0], "")
	w.obstacles = distinctTexts(w.obstacles) // several schemas of a place can meet the same one
	if r.limits != nil {
		var c counter
		c.schema(schema, 0)
		w.obstacles = append(w.obstacles, c.over(r.limits)...)
	}
	return w, at, schema
}

// describe makes the description of a tool, with the name of the command if that of the tool says less.
func (r *rules) describe(t *Tool, def *jarvis.Definition) string {
	named := r.tool.standsFor(t.command, t.name)
	description := def.Spec().Description
	if r.description > 0 {
		most := r.description
		if named != "" {
			most -= utf8.RuneCountInString(named) + 2 // a full stop and a space
		}
		if utf8.RuneCountInString(description) > most {
			t.lose("description", description, Changed, fmt.Sprintf(msgCut, most))
		}
		description = cutText(description, most)
	}
	return joinSentences(description, []string{named})
}

// sorted returns the losses of the arguments, in the order of the schema.
func (w *writer) sorted() (out []Loss) {
	slices.SortStableFunc(w.losses, func(a, b placedLoss) int { return cmp.Compare(a.pos, b.pos) })
	for _, l := range w.losses {
		out = append(out, l.written())
	}
	return out
}
