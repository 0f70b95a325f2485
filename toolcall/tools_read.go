// Reading lists of tools: available_commands of a Jarvis node and the tools of an OpenAI request.

package toolcall

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

const (
	maxToolsBytes = 16 << 20 // of a list of tools
	maxToolsDepth = 64       // levels of its JSON
	maxReason     = 2000     // bytes of UncheckedTool.Reason
)

// jsonSpace is what may stand around JSON.
const jsonSpace = " \t\r\n"

// ToolsFromCommands reads available_commands as a Jarvis node sends it: a list of {"command_name", "parameters": [{"name",
// "type", "description", "required", "default_value", "enum_values"}]}. Other members are left alone, an absent required means
// false, null is absent, an empty list of enum values is none, the default of a required parameter is dropped, and a default or
// enum value that is no text stands for its JSON text. The list is at most 16 MiB long and 64 levels deep; empty text and null
// are an empty list. The error joins all mistakes of the list, each a *jarvis.TagError that names the tool and the parameter.
// Source: the registration payload of the original's node.
func ToolsFromCommands(list json.RawMessage) (*Tools, error) {
	return readTools(list, (*toolsBuilder).command)
}

// ToolsFromOpenAI reads the tools of an OpenAI chat request: a list of {"type": "function", "function": {"name", "parameters"}}
// or, as in the Responses API, of {"name", "parameters"}, with a JSON Schema as parameters; absent or null means none. The
// limits and the error are those of ToolsFromCommands.
//
// A property that is required and may be null, as the strict mode of OpenAI writes an optional one, is optional: null is absent.
// A tool whose schema jarvis.ParametersFromSchema cannot express is offered all the same: its calls are not checked beyond the
// syntax of their arguments, and Unchecked lists it.
// Source: https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools.
func ToolsFromOpenAI(list json.RawMessage) (*Tools, error) {
	return readTools(list, (*toolsBuilder).function)
}

// readTools lets one add each element of a list.
func readTools(list json.RawMessage, one func(b *toolsBuilder, at string, raw []byte)) (*Tools, error) {
	b := newToolsBuilder(0)
	raw, err := soundList(list)
	if err != nil {
		return nil, err
	}
	i := 0
	elements(raw, false, func(s span) {
		one(b, place(i), s.of(raw))
		i++
	})
	return b.build()
}

// place names an element of a list that has no name.
func place(i int) string { return "[" + strconv.Itoa(i) + "]" }

// soundList returns a list without the white space around it once it is known to be strict JSON within the limits.
func soundList(list json.RawMessage) ([]byte, error) {
	if len(list) > maxToolsBytes {
		return nil, wrongList(sprintf(msgListBytes, len(list), maxToolsBytes))
	}
	raw := bytes.Trim(list, jsonSpace)
	if len(raw) == 0 || string(raw) == "null" {
		return []byte("[]"), nil
	}
	if err := sound(raw, maxToolsDepth); err != nil {
		return nil, wrongList(syntaxText(err, bytes.Index(list, raw)))
	}
	if kindOf(raw) != '[' {
		return nil, wrongList(sprintf(msgListKind, kindName(raw)))
	}
	return raw, nil
}

// kindName names the kind of a sound JSON value.
func kindName(raw []byte) string {
	if c := kindOf(raw); c == '-' || c >= '0' && c <= '9' {
		return scan.Number.Name()
	}
	return scan.Kind(kindOf(raw)).Name()
}

// syntaxText says what is wrong with a list and where; the text that was read begins at offset from of it.
func syntaxText(err error, from int) string {
	var fault *scan.Error
	if !errors.As(err, &fault) {
		return clip(err.Error())
	}
	at := fault.Offset + int64(from)
	if fault.Fault == scan.TooDeep {
		return sprintf(msgListDepth, maxToolsDepth, at-1) // it is told behind the bracket
	}
	return sprintf(msgListSyntax, fault.Describe("list"), at)
}

func wrongList(message string) error {
	return &jarvis.TagError{Type: "Tools", Field: "list", Message: message}
}

// sound reports what keeps a text from being one strict JSON value.
func sound(raw []byte, depth int) error {
	var r scan.Reader
	r.Reset(raw, depth)
	if _, err := r.Value(r.Kind()); err != nil {
		return err
	}
	return r.End()
}

// command adds an entry of available_commands.
func (b *toolsBuilder) command(at string, raw []byte) {
	if kindOf(raw) != '{' {
		b.mistake(at, msgToolObject)
		return
	}
	var name string
	var params []byte
	good := true
	members(raw, false, func(key string, value span) {
		switch key {
		case "command_name":
			name, good = b.text(at, key, value.of(raw))
		case "parameters":
			params = present(value.of(raw))
		}
	})
	if !good || !b.named(at, name) {
		return
	}
	if params != nil && params[0] != '[' {
		b.mistake(clip(name), msgParametersList)
		return
	}
	if p := b.commandParameters(name, params); p != nil {
		b.add(tool{name: name, params: p, types: typesOf(p.Schema())})
	}
}

// named reports whether a tool has a name that a model can call it by.
func (b *toolsBuilder) named(at, name string) bool {
	switch {
	case name == "":
		b.mistake(at, msgToolName)
	case strings.ContainsFunc(name, unfitForName):
		b.mistake(at, sprintf(msgToolNameSpace, clip(name)))
	default:
		return true
	}
	return false
}

// commandParameters builds the parameters of a command; nil if they are wrong.
func (b *toolsBuilder) commandParameters(command string, raw []byte) *jarvis.Parameters {
	params, before := jarvis.NewParameters(), len(b.mistakes)+b.more
	i, nameless := 0, 0
	if raw != nil {
		elements(raw, false, func(s span) {
			spec, ok := b.parameterSpec(command, clip(command)+"."+place(i), s.of(raw))
			if ok && spec.Name == "" {
				nameless++
			}
			switch {
			case ok && spec.Name == "" && nameless > maxMistakes: // those before it are told
				b.more++
			case ok:
				params.Add(spec)
			}
			i++
		})
	}
	built, err := params.Build()
	for _, e := range leaves(err) {
		var wrong *jarvis.TagError
		if errors.As(e, &wrong) {
			b.mistake(strings.TrimSuffix(clip(command)+"."+clip(wrong.Field), "."), wrong.Message)
		}
	}
	if len(b.mistakes)+b.more > before {
		return nil
	}
	return built
}

// leaves returns the errors that errors.Join joined.
func leaves(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// parameterSpec reads one parameter of a command.
func (b *toolsBuilder) parameterSpec(command, at string, raw []byte) (spec jarvis.ParameterSpec, ok bool) {
	if kindOf(raw) != '{' {
		b.mistake(at, msgParameterObject)
		return spec, false
	}
	before := len(b.mistakes) + b.more
	var required, refinable, def, enum []byte
	members(raw, false, func(key string, value span) {
		v := value.of(raw)
		switch key {
		case "name":
			spec.Name, _ = b.text(at, key, v)
		case "type":
			spec.Type, _ = b.text(at, key, v)
		case "description":
			spec.Description, _ = b.text(at, key, v)
		case "required":
			required = present(v)
		case "refinable":
			refinable = present(v)
		case "default_value":
			def = present(v)
		case "enum_values":
			enum = present(v)
		}
	})
	if spec.Name != "" {
		at = clip(command) + "." + clip(spec.Name)
	}
	spec.Required = b.flag(at, "required", required)
	spec.Refinable = b.flag(at, "refinable", refinable)
	if def != nil && !spec.Required { // as jarvis.ParametersFromSchema takes it
		spec.Default = new(literal(def))
	}
	if enum != nil {
		spec.Enum = b.texts(at, enum)
	}
	return spec, len(b.mistakes)+b.more == before
}

// present returns nil for null.
func present(raw []byte) []byte {
	if kindOf(raw) == 'n' {
		return nil
	}
	return raw
}

// text reads a member that has to be a text; null is an empty one.
func (b *toolsBuilder) text(at, key string, raw []byte) (text string, ok bool) {
	switch kindOf(raw) {
	case '"':
		return unquote(raw), true
	case 'n':
		return "", true
	}
	b.mistake(at, sprintf(msgMemberText, key))
	return "", false
}

// flag reads a member that has to be true or false; an absent one is false.
func (b *toolsBuilder) flag(at, key string, raw []byte) bool {
	switch string(raw) {
	case "true":
		return true
	case "false", "":
		return false
	}
	b.mistake(at, sprintf(msgMemberFlag, key))
	return false
}

// texts reads enum_values.
func (b *toolsBuilder) texts(at string, raw []byte) []string {
	if raw[0] != '[' {
		b.mistake(at, msgEnumList)
		return nil
	}
	var list []string // nil if there are no values: that is no enum
	elements(raw, false, func(s span) { list = append(list, literal(s.of(raw))) })
	return list
}

// literal returns a text, or any other value as it stands.
func literal(raw []byte) string {
	if raw[0] == '"' {
		return unquote(raw)
	}
	return string(raw)
}

// function adds an entry of an OpenAI list.
func (b *toolsBuilder) function(at string, raw []byte) {
	if kindOf(raw) != '{' {
		b.mistake(at, msgToolObject)
		return
	}
	var kind, function []byte
	members(raw, false, func(key string, value span) {
		switch key {
		case "type":
			kind = present(value.of(raw))
		case "function":
			function = value.of(raw)
		}
	})
	if kind != nil && (kind[0] != '"' || unquote(kind) != "function") {
		b.mistake(at, sprintf(msgToolType, clip(string(kind))))
		return
	}
	if function != nil {
		if function[0] != '{' {
			b.mistake(at, msgFunctionObject)
			return
		}
		raw = function
	}
	b.declared(at, raw)
}

// declared adds the tool of a {"name", "parameters"}.
func (b *toolsBuilder) declared(at string, raw []byte) {
	t, good := tool{}, true
	var schema []byte
	members(raw, false, func(key string, value span) {
		switch key {
		case "name":
			t.name, good = b.text(at, key, value.of(raw))
		case "parameters":
			schema = present(value.of(raw))
		}
	})
	switch {
	case !good || !b.named(at, t.name):
		return
	case schema == nil:
		t.params = noParameters
	case schema[0] != '{':
		b.mistake(clip(t.name), msgParametersObject)
		return
	default:
		params, err := jarvis.ParametersFromSchema(optionalNulls(slices.Clone(schema)))
		t.params, t.types = params, typesOf(schema)
		if err != nil {
			t.params, t.unchecked = nil, echo.CutBytes(err.Error(), maxReason)
		}
	}
	b.add(t)
}

// noParameters are those of a tool that takes none.
var noParameters = jarvis.NewParameters().MustBuild()
