// The golden file of a command: its text, and what of a declaration stands in no keyword of a schema.

package jarvistest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// goldenForms is what the file holds.
type goldenForms struct {
	Command       string          `json:"command"`
	Schema        json.RawMessage `json:"schema"`
	Tool          json.RawMessage `json:"openai_tool"`
	CommandSchema json.RawMessage `json:"command_schema"`
	Beyond        beyonds         `json:"beyond_schema,omitempty"` // by path; see joinPath
}

type beyonds map[string]beyond

// add keeps what is not empty, beside what is there.
func (all beyonds) add(path string, b beyond) {
	old := all[path]
	old.Rules, old.Validate, old.Absent = cmp.Or(old.Rules, b.Rules), cmp.Or(old.Validate, b.Validate), append(old.Absent, b.Absent...)
	if old.Rules != "" || old.Validate != "" || old.Absent != nil {
		all[path] = old
	}
}

// beyond is what decides over the values of one parameter without a keyword.
type beyond struct {
	Rules    string   `json:"rules,omitempty"`    // said in the description
	Validate string   `json:"validate,omitempty"` // those of a struct tag that neither a keyword nor the description says in full
	Absent   []string `json:"absent,omitempty"`   // texts that count as leaving it out
}

// goldenText returns the file as it is to be. The schemas in it are the library's bytes but for white space, of which those have
// none: json.Compact gives them back.
func goldenText(d *jarvis.Definition, cmd jarvis.Command) ([]byte, error) {
	forms := goldenForms{Command: d.Name(), Schema: d.Schema(), Tool: d.OpenAITool(), CommandSchema: d.CommandSchema()}
	schema, err := parseTree(d.Schema())
	if err != nil {
		return nil, err
	}
	forms.Beyond = beyonds{}
	fields := readFields(d.Parameters(), d.Schema())
	if t := inputType(cmd); t != nil {
		learnStruct(fields, t)
	}
	addBeyond(forms.Beyond, d.Parameters(), fields, schema, "")
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
func addBeyond(all beyonds, params *jarvis.Parameters, fields []field, schema any, path string) {
	props, i := asObject(asObject(schema).get("properties")), 0
	for p := range params.All() {
		f, node, at := &fields[i], props.get(p.Name()), joinPath(path, p.Name())
		i++
		said, _ := asObject(node).get("description").(string)
		words := addedWords(p.Description(), said)
		all.add(at, beyond{Rules: words, Validate: f.untold(f.rules, words), Absent: p.Absent()})
		all.add(at+".keys()", beyond{Validate: f.untold(f.keyRules, words)})
		switch {
		case p.Fields() == nil && f.elem != nil:
			addHidden(all, f.elem, words, at+elementPath(&f.place))
		case p.Fields() == nil:
		case p.Type().Kind() == jarvis.KindArray:
			addBeyond(all, p.Fields(), f.elem.fields, asObject(node).get("items"), at+"[]")
		default:
			addBeyond(all, p.Fields(), f.fields, node, at)
		}
	}
}

// addHidden collects what only the tags of structs say: of the elements of arrays, where words are what the description says of
// these, and of all inside of maps.
func addHidden(all beyonds, p *place, words, path string) {
	all.add(path, beyond{Validate: p.untold(p.rules, words)})
	all.add(path+".keys()", beyond{Validate: p.untold(p.keyRules, words)})
	if p.elem != nil {
		addHidden(all, p.elem, words, path+elementPath(p))
	}
	for i := range p.fields {
		f := &p.fields[i]
		at := joinPath(path, f.name)
		all.add(at, beyond{Absent: f.absent})
		addHidden(all, &f.place, "", at)
	}
}

func elementPath(p *place) string {
	if p.kind == jarvis.KindArray {
		return "[]"
	}
	return ".*"
}

// untold returns the rules of a struct tag that no keyword says, unless words say them all. Words leave out what of a rule is long,
// and for some types that an empty value is let through.
func (p *place) untold(chain []rule, words string) string {
	var list []string
	exact, whole := true, words != "" && !strings.Contains(words, "…")
	for _, r := range chain {
		switch {
		case !p.tagged:
			return ""
		case strings.HasPrefix(r.name, "omit"):
			exact = false
			whole = whole && (strings.Contains(words, wordsOfOmitted) || r.name == "omitnil")
		case exact && p.hasKeyword(r):
			continue
		}
		list = append(list, r.String())
	}
	if whole || !slices.ContainsFunc(list, func(text string) bool { return !strings.HasPrefix(text, "omit") }) {
		return ""
	}
	return strings.Join(list, ",")
}

// wordsOfOmitted stand in a description where a rule does not hold for an empty value.
const wordsOfOmitted = "unless it is"

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
