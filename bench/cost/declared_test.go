// What a command declares, read back from its schema, as the peers are told it.

package cost

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// declared is a command with nothing left out that a tool list can say.
type declared struct {
	name, description string
	effect            jarvis.Effect
	params            []property
}

type property struct {
	name     string
	required bool
	schema
}

// schema has every keyword that the schemas of the measured commands have; another one fails readDeclared, so that no
// constraint is kept from the peers unseen.
type schema struct {
	Type        string          `json:"type"`
	Format      string          `json:"format"`
	Description string          `json:"description"`
	Default     json.RawMessage `json:"default"`
	Enum        []string        `json:"enum"`
	Minimum     *int            `json:"minimum"`
	Maximum     *int            `json:"maximum"`
	MinLength   *int            `json:"minLength"`
	MaxLength   *int            `json:"maxLength"`
	MinItems    *int            `json:"minItems"`
	MaxItems    *int            `json:"maxItems"`
	Items       *schema         `json:"items"`
}

func readDeclared(def *jarvis.Definition) (declared, error) {
	var arguments struct {
		Type                 string            `json:"type"`
		Properties           map[string]schema `json:"properties"`
		AdditionalProperties *bool             `json:"additionalProperties"`
		Required             []string          `json:"required"`
	}
	in := json.NewDecoder(bytes.NewReader(def.Schema()))
	in.DisallowUnknownFields()
	if err := in.Decode(&arguments); err != nil {
		return declared{}, err
	}
	if arguments.Type != "object" || arguments.AdditionalProperties == nil || *arguments.AdditionalProperties {
		return declared{}, fmt.Errorf("%s takes more than its properties", def.Name())
	}
	out := declared{name: def.Name(), description: def.Spec().Description, effect: def.Spec().Effect}
	for p := range def.Parameters().All() {
		read := property{name: p.Name(), required: p.Required(), schema: arguments.Properties[p.Name()]}
		if strings.Contains(strings.Join(read.Enum, ""), ",") {
			return declared{}, fmt.Errorf("%s.%s: the tags of the peers part enums at commas", def.Name(), p.Name())
		}
		out.params = append(out.params, read)
	}
	return out, nil
}

// goType is the Go type that an author gives a field of this schema. A duration is a text: for the peers, time.Duration is a
// number of nanoseconds.
func (s schema) goType() reflect.Type {
	switch s.Type {
	case "integer":
		return reflect.TypeFor[int]()
	case "number":
		return reflect.TypeFor[float64]()
	case "boolean":
		return reflect.TypeFor[bool]()
	case "array":
		return reflect.SliceOf(s.Items.goType())
	}
	if s.Format == "date-time" {
		return reflect.TypeFor[time.Time]()
	}
	return reflect.TypeFor[string]()
}

// structType is the struct of a command's arguments, with the tags that a peer reads.
func (d declared) structType(tag func(property) tags) reflect.Type {
	fields := make([]reflect.StructField, len(d.params))
	for i, p := range d.params {
		fields[i] = reflect.StructField{Name: camel(p.name), Type: p.goType(), Tag: tag(p).text()}
	}
	return reflect.StructOf(fields)
}

// tags are keys and values of a struct tag; those without a value are left out.
type tags [][2]string

func (t tags) text() reflect.StructTag {
	var parts []string
	for _, tag := range t {
		if tag[1] != "" {
			parts = append(parts, tag[0]+":"+strconv.Quote(tag[1]))
		}
	}
	return reflect.StructTag(strings.Join(parts, " "))
}

// jsonTag is the tag that all peers read for the name and for what may be left out.
func (p property) jsonTag() [2]string {
	if p.required {
		return [2]string{"json", p.name}
	}
	return [2]string{"json", p.name + ",omitempty"}
}

// tagFormat is the format where the Go type does not say it.
func (p property) tagFormat() string {
	if p.Format == "date-time" {
		return ""
	}
	return p.Format
}

// tagDefault is the default as tags have it: texts without quotes.
func (p property) tagDefault() string {
	var text string
	if json.Unmarshal(p.Default, &text) == nil {
		return text
	}
	return string(p.Default)
}

// number is a bound as tags have it.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// camel makes the name of a Go type or field of a parameter's.
func camel(name string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		out.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return out.String()
}
