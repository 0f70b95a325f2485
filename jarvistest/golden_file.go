// The golden file of a command: its text, and what of a declaration stands in no keyword of a schema.

package jarvistest

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// goldenForms is what the file holds.
type goldenForms struct {
	Command       string            `json:"command"`
	Schema        json.RawMessage   `json:"schema"`
	Tool          json.RawMessage   `json:"openai_tool"`
	CommandSchema json.RawMessage   `json:"command_schema"`
	Beyond        map[string]beyond `json:"beyond_schema,omitempty"` // by path; see joinPath
}

// beyond is what decides over the values of one parameter without a keyword.
type beyond struct {
	Rules  string   `json:"rules,omitempty"`  // said in the description
	Absent []string `json:"absent,omitempty"` // texts that count as leaving it out
}

// goldenText returns the file as it is to be. The schemas in it are the library's bytes but for white space, of which those have
// none: json.Compact gives them back.
func goldenText(d *jarvis.Definition) ([]byte, error) {
	forms := goldenForms{Command: d.Name(), Schema: d.Schema(), Tool: d.OpenAITool(), CommandSchema: d.CommandSchema()}
	schema, err := parseTree(d.Schema())
	if err != nil {
		return nil, err
	}
	forms.Beyond = map[string]beyond{}
	addBeyond(forms.Beyond, d.Parameters(), schema, "")
	var plain, out bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(forms); err != nil {
		return nil, err
	}
	if err := json.Indent(&out, plain.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// addBeyond collects what the declared parameters have beyond their schema.
func addBeyond(all map[string]beyond, params *jarvis.Parameters, schema any, path string) {
	props := asObject(asObject(schema).get("properties"))
	for p := range params.All() {
		node, at := props.get(p.Name()), joinPath(path, p.Name())
		said, _ := asObject(node).get("description").(string)
		b := beyond{Rules: addedWords(p.Description(), said), Absent: p.Absent()}
		if b.Rules != "" || b.Absent != nil {
			all[at] = b
		}
		if p.Fields() == nil {
			continue
		}
		if p.Type().Kind() == jarvis.KindArray {
			node, at = asObject(node).get("items"), at+"[]"
		}
		addBeyond(all, p.Fields(), node, at)
	}
}

// declaredPaths returns the paths of the parameters whose descriptions can be told from the rules in them.
func declaredPaths(params *jarvis.Parameters, path string) map[string]bool {
	paths := map[string]bool{}
	for p := range params.All() {
		at := joinPath(path, p.Name())
		paths[at] = true
		if p.Fields() == nil {
			continue
		}
		if p.Type().Kind() == jarvis.KindArray {
			at += "[]"
		}
		for inner := range declaredPaths(p.Fields(), at) {
			paths[inner] = true
		}
	}
	return paths
}

// addedWords returns what a printed description says after the declared one: its rules.
func addedWords(declared, printed string) string {
	if printed == declared {
		return ""
	}
	rest, ok := strings.CutPrefix(printed, strings.TrimRight(declared, " \t\r\n"))
	if !ok {
		return printed
	}
	if declared != "" {
		rest = strings.TrimPrefix(rest, ".")
	}
	return strings.TrimSpace(rest)
}

// withoutWords returns a printed description without its rules, as far as that can be told.
func withoutWords(printed, rules string) string {
	if rest, ok := strings.CutSuffix(printed, rules); ok && rules != "" {
		return strings.TrimSuffix(strings.TrimSpace(rest), ".")
	}
	return printed
}

// joinPath writes the place of a parameter: a.b inside an object, a[].b inside the objects of an array, a.* for the values of a
// map. Names that would not read as one stand in quotes.
func joinPath(path, name string) string {
	for _, r := range name {
		if !(r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			raw, _ := json.Marshal(name) // a string always encodes
			name = string(raw)
			break
		}
	}
	if path == "" {
		return name
	}
	return path + "." + name
}
