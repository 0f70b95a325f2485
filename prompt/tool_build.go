// BuildTools: tools cut to what a model is to see.

package prompt

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// ToolOptions say how much of its tools a model sees as JSON. The zero value is everything.
type ToolOptions struct {
	NoDescriptions          bool // of tools
	MaxDescription          int  // code points of a tool's description, which ends in "..." if it was longer; 0 means no limit
	NoParameterDescriptions bool // of parameters
	NoFormatHints           bool // no "format" of parameters and of their items
	NoDatetimeFormats       bool // no "format": "date-time", at any depth: where dates are keys, a model or a grammar would insist on ISO
	ExcludeRefinable        bool // no refinable parameters, see Refinable
	OptionalRefinable       bool // refinable parameters are not required
}

// BuildTools returns the tools with less in them: copies that share nothing with the given ones, in their order. Only the
// top-level parameters change, what is nested in them stays, but for the formats of datetimes; so do the extensions of jarvis,
// which OpenAITools takes out. Values, such as a default or an enum, never change. Tools without a name are left out; a schema
// that is no sound JSON object stays as it is. Source: ToolBuilder of the original.
func BuildTools(tools []Tool, o ToolOptions) []Tool {
	var built []Tool
	for _, t := range tools {
		if t.Name == "" {
			continue
		}
		t = t.clone()
		if o.NoDescriptions {
			t.Description = ""
		} else if o.MaxDescription > 0 {
			t.Description = capped(t.Description, o.MaxDescription)
		}
		if o.NoDatetimeFormats {
			t.Parameters = withoutDatetimes(t.Parameters)
		}
		if o.cutsParameters() {
			t.Parameters = o.parameters(t.Parameters)
		}
		built = append(built, t)
	}
	return built
}

func (o ToolOptions) cutsParameters() bool {
	return o.NoParameterDescriptions || o.NoFormatHints || o.ExcludeRefinable || o.OptionalRefinable
}

// parameters cuts a schema.
func (o ToolOptions) parameters(schema json.RawMessage) json.RawMessage {
	members, ok := jsonMembers(schema)
	properties, sound := jsonMembers(memberOf(members, "properties"))
	if !ok || !sound {
		return schema
	}
	refinable, kept := map[string]bool{}, []byte{'{'}
	for _, p := range properties {
		if own, ok := jsonMembers(p.value); ok {
			if string(memberOf(own, "_refinable")) == "true" {
				refinable[p.name] = true
				if o.ExcludeRefinable {
					continue
				}
			}
			p.value = o.property(own)
		}
		kept = appendMember(kept, p.name, p.value)
	}
	out := []byte{'{'}
	for _, m := range members {
		switch m.name {
		case "properties":
			m.value = append(kept, '}')
		case "required":
			if o.ExcludeRefinable || o.OptionalRefinable {
				m.value = withoutNames(m.value, refinable)
			}
		}
		out = appendMember(out, m.name, m.value)
	}
	return append(out, '}')
}

// property cuts the schema of one parameter.
func (o ToolOptions) property(members []jsonMember) []byte {
	out := []byte{'{'}
	for _, m := range members {
		switch {
		case o.NoParameterDescriptions && m.name == "description", o.NoFormatHints && m.name == "format":
			continue
		case m.name == "items":
			m.value = o.items(m.value)
		}
		out = appendMember(out, m.name, m.value)
	}
	return append(out, '}')
}

// items cuts the schema of the items of an array.
func (o ToolOptions) items(schema json.RawMessage) json.RawMessage {
	members, ok := jsonMembers(schema)
	if !ok || !o.NoFormatHints || memberOf(members, "format") == nil {
		return schema
	}
	out := []byte{'{'}
	for _, m := range members {
		if m.name != "format" {
			out = appendMember(out, m.name, m.value)
		}
	}
	return append(out, '}')
}

// withoutNames drops names from a list of required ones.
func withoutNames(required json.RawMessage, names map[string]bool) json.RawMessage {
	elements, ok := jsonElements(required)
	if !ok || len(names) == 0 {
		return required
	}
	out := []byte{'['}
	for _, e := range elements {
		if jsonKind(e) == scan.String && names[jsonText(e)] {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, e...)
	}
	return append(out, ']')
}

// clone copies all that a tool holds by reference.
func (t Tool) clone() Tool {
	t.Parameters = slices.Clone(t.Parameters)
	t.Keywords, t.Rules, t.CriticalRules = slices.Clone(t.Keywords), slices.Clone(t.Rules), slices.Clone(t.CriticalRules)
	t.Antipatterns, t.Examples = slices.Clone(t.Antipatterns), slices.Clone(t.Examples)
	for i, e := range t.Examples {
		if args := reflect.ValueOf(e.Arguments); !args.IsNil() {
			t.Examples[i].Arguments, _ = cloneValue(args, 0).Interface().(jarvis.Args)
		}
	}
	return t
}

// maxExampleDepth stops at arguments that hold themselves.
const maxExampleDepth = 1000

// cloneValue copies maps and slices and what they hold. Anything else is not changed by anyone and stays.
func cloneValue(v reflect.Value, depth int) reflect.Value {
	if depth > maxExampleDepth {
		return v
	}
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			return cloneValue(v.Elem(), depth+1)
		}
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMapWithSize(v.Type(), v.Len())
		for i := v.MapRange(); i.Next(); {
			out.SetMapIndex(i.Key(), cloneValue(i.Value(), depth+1))
		}
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(cloneValue(v.Index(i), depth+1))
		}
		return out
	}
	return v
}
