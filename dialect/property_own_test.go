// Types that bring their own JSON Schema, with the keywords that the library itself never prints. Each judges its values by that
// schema, so that the binder and the schema agree.

package dialect_test

import (
	"encoding/json"
	"errors"
	"sync"

	invopop "github.com/invopop/jsonschema"
)

// ownSchema is such a type: its schema, and values that it takes and refuses.
type ownSchema struct {
	typ    string
	schema string
	good   []string
	bad    []string
}

// ownKind names an ownSchema in a type.
type ownKind interface{ own() *ownSchema }

// own is a value of a type that describes itself.
type own[K ownKind] struct{ raw json.RawMessage }

func (own[K]) JSONSchema() *invopop.Schema {
	var kind K
	spec := kind.own()
	var extras map[string]json.RawMessage
	if err := json.Unmarshal([]byte(spec.schema), &extras); err != nil {
		panic(err)
	}
	s := &invopop.Schema{Type: spec.typ, Extras: map[string]any{}}
	for name, value := range extras {
		switch name {
		case "description": // a parameter may have another
			s.Description = spec.document().text(name)
		case "default":
			s.Default = value
		default:
			s.Extras[name] = value
		}
	}
	return s
}

func (o *own[K]) UnmarshalJSON(raw []byte) error {
	var kind K
	check, _ := ownChecks.LoadOrStore(kind.own(), sync.OnceValue(func() func([]byte) bool { return kind.own().check() }))
	if !check.(func() func([]byte) bool)()(raw) {
		return errors.New("not what the type takes")
	}
	o.raw = append(o.raw[:0], raw...)
	return nil
}

// ownChecks holds the compiled schemas.
var ownChecks sync.Map

// document is the whole schema.
func (s *ownSchema) document() *object {
	doc, err := readDoc([]byte(s.schema))
	if err != nil {
		panic(s.schema + ": " + err.Error())
	}
	whole := newObject("type", s.typ)
	for _, key := range doc.(*object).keys {
		whole.set(key, doc.(*object).vals[key])
	}
	return whole
}

func (s *ownSchema) check() func([]byte) bool {
	schema, err := compileSchema(s.document())
	if err != nil {
		panic(err)
	}
	return func(raw []byte) bool { return accepts(schema, raw) }
}

type (
	ownChoice      struct{}
	ownShape       struct{}
	ownWhole       struct{}
	ownNot         struct{}
	ownIf          struct{}
	ownPatterns    struct{}
	ownBooleans    struct{}
	ownLists       struct{}
	ownPair        struct{}
	ownContains    struct{}
	ownDepends     struct{}
	ownMatrix      struct{}
	ownMail        struct{}
	ownMixed       struct{}
	ownStep        struct{}
	ownUntyped     struct{}
	ownNotes       struct{}
	ownOddNames    struct{}
	ownNullable    struct{}
	ownWord        struct{}
	ownMembers     struct{}
	ownOpen        struct{}
	ownTree        struct{}
	ownLink        struct{}
	ownFormats     struct{}
	ownManyLengths struct{}
	ownOddDepends  struct{}
	ownOddKeys     struct{}
	ownTwice       struct{}
)

func (ownChoice) own() *ownSchema      { return &ownSchemas[0] }
func (ownShape) own() *ownSchema       { return &ownSchemas[1] }
func (ownWhole) own() *ownSchema       { return &ownSchemas[2] }
func (ownNot) own() *ownSchema         { return &ownSchemas[3] }
func (ownIf) own() *ownSchema          { return &ownSchemas[4] }
func (ownPatterns) own() *ownSchema    { return &ownSchemas[5] }
func (ownBooleans) own() *ownSchema    { return &ownSchemas[6] }
func (ownLists) own() *ownSchema       { return &ownSchemas[7] }
func (ownPair) own() *ownSchema        { return &ownSchemas[8] }
func (ownContains) own() *ownSchema    { return &ownSchemas[9] }
func (ownDepends) own() *ownSchema     { return &ownSchemas[10] }
func (ownMatrix) own() *ownSchema      { return &ownSchemas[11] }
func (ownMail) own() *ownSchema        { return &ownSchemas[12] }
func (ownMixed) own() *ownSchema       { return &ownSchemas[13] }
func (ownStep) own() *ownSchema        { return &ownSchemas[14] }
func (ownUntyped) own() *ownSchema     { return &ownSchemas[15] }
func (ownNotes) own() *ownSchema       { return &ownSchemas[16] }
func (ownOddNames) own() *ownSchema    { return &ownSchemas[17] }
func (ownNullable) own() *ownSchema    { return &ownSchemas[18] }
func (ownWord) own() *ownSchema        { return &ownSchemas[19] }
func (ownMembers) own() *ownSchema     { return &ownSchemas[20] }
func (ownOpen) own() *ownSchema        { return &ownSchemas[21] }
func (ownTree) own() *ownSchema        { return &ownSchemas[22] }
func (ownLink) own() *ownSchema        { return &ownSchemas[23] }
func (ownFormats) own() *ownSchema     { return &ownSchemas[24] }
func (ownManyLengths) own() *ownSchema { return &ownSchemas[25] }
func (ownOddDepends) own() *ownSchema  { return &ownSchemas[26] }
func (ownOddKeys) own() *ownSchema     { return &ownSchemas[27] }
func (ownTwice) own() *ownSchema       { return &ownSchemas[28] }

var ownSchemas = [...]ownSchema{
	{"object", `{"oneOf":[
		{"type":"object","properties":{"kind":{"const":"call"},"times":{"type":"integer","minimum":1},"note":{"type":"string"}},"required":["kind","times"],"additionalProperties":false},
		{"type":"object","properties":{"kind":{"const":"text"},"body":{"type":"string","maxLength":5}},"required":["kind","body"],"additionalProperties":false}]}`,
		[]string{`{"kind":"call","times":1}`, `{"kind":"text","body":"hello"}`, `{"kind":"call","times":2,"note":""}`},
		[]string{`{"kind":"call"}`, `{"kind":"text","body":"too long"}`, `{"kind":"call","times":0}`, `{}`, `{"kind":"other"}`}},
	{"object", `{"anyOf":[{"properties":{"width":{"type":"number"}},"required":["width"]},{"properties":{"side":{"type":"number","exclusiveMinimum":0}},"required":["side"]}]}`,
		[]string{`{"width":1.5}`, `{"side":2}`, `{"width":1,"side":2}`, `{"width":1,"more":"x"}`}, []string{`{}`, `{"side":0}`, `{"width":"1"}`}},
	{"object", `{"allOf":[{"properties":{"from":{"type":"string","format":"date"}},"required":["from"]},{"properties":{"to":{"type":"string","format":"date"}}}],"minProperties":1}`,
		[]string{`{"from":"2026-01-18"}`, `{"from":"2026-01-18","to":"2026-01-19"}`}, []string{`{"to":"2026-01-19"}`, `{"from":"today"}`, `{"from":"2026-01-18","to":1}`}},
	{"string", `{"not":{"enum":["root","admin"]},"minLength":2}`, []string{`"me"`, `"you"`}, []string{`"root"`, `"a"`, `""`}},
	{"object", `{"properties":{"mode":{"type":"string","enum":["heat","off"]},"target":{"type":"number"}},"required":["mode"],"additionalProperties":false,
		"if":{"properties":{"mode":{"const":"heat"}}},"then":{"required":["target"]},"else":{"properties":{"target":false}}}`,
		[]string{`{"mode":"heat","target":21.5}`, `{"mode":"off"}`}, []string{`{"mode":"heat"}`, `{"mode":"off","target":3}`, `{"mode":"cool"}`}},
	{"object", `{"patternProperties":{"^x-":{"type":"string"}},"propertyNames":{"maxLength":5},"additionalProperties":{"type":"integer"}}`,
		[]string{`{}`, `{"x-a":"b","n":1}`, `{"abcde":3}`}, []string{`{"x-a":1}`, `{"n":"1"}`, `{"toolong":1}`}},
	{"object", `{"properties":{"any":true,"never":false,"list":{"type":"array","items":true},"empty":{"type":"array","items":false}},"required":["any"],"additionalProperties":false}`,
		[]string{`{"any":1}`, `{"any":{"x":[null]},"list":["a",2,null]}`, `{"any":"text","empty":[]}`, `{"any":null}`}, []string{`{}`, `{"any":1,"never":2}`, `{"any":1,"empty":[1]}`, `{"any":1,"other":1}`}},
	{"object", `{"properties":{"value":{"type":["string","integer"]},"flag":{"type":["null","boolean"]},"either":{"type":["array","object","null"],"items":{"type":"string"},"maxItems":2}},"required":["value"],"additionalProperties":false}`,
		[]string{`{"value":"a"}`, `{"value":3,"flag":null}`, `{"value":"a","flag":true,"either":["b"]}`, `{"value":"5","either":{"x":1}}`, `{"value":"a","either":null}`},
		[]string{`{"value":1.5}`, `{"value":null}`, `{"value":"a","either":["b","c","d"]}`, `{"value":"a","flag":"x"}`}},
	{"array", `{"prefixItems":[{"type":"number","minimum":-90,"maximum":90},{"type":"number"}],"items":false,"minItems":2}`,
		[]string{`[52.5,13.4]`, `[-90,0]`}, []string{`[]`, `[1]`, `[91,0]`, `[1,2,3]`, `["1",2]`}},
	{"array", `{"items":{"type":["string","integer"]},"contains":{"type":"integer"},"minContains":1,"maxContains":2}`,
		[]string{`[1]`, `["a",2]`, `[1,"b",2]`}, []string{`[]`, `["a"]`, `[1,2,3]`}},
	{"object", `{"properties":{"card":{"type":"string"},"code":{"type":"string"},"cash":{"type":"boolean"}},"dependentRequired":{"card":["code"]},"dependentSchemas":{"cash":{"properties":{"card":false}}},"unevaluatedProperties":false}`,
		[]string{`{}`, `{"card":"1","code":"2"}`, `{"cash":true}`}, []string{`{"card":"1"}`, `{"cash":true,"card":"1","code":"2"}`, `{"other":1}`}},
	{"object", `{"properties":{"rows":{"type":"array","items":{"type":"array","items":{"type":"integer","multipleOf":5},"maxItems":3},"minItems":1}},"required":["rows"],"additionalProperties":false}`,
		[]string{`{"rows":[[5,10],[]]}`, `{"rows":[[0]]}`}, []string{`{"rows":[]}`, `{"rows":[[3]]}`, `{"rows":[[5,5,5,5]]}`, `{"rows":[5]}`}},
	{"string", `{"format":"email","maxLength":12}`, []string{`"a@b.example"`, `"me@here"`}, []string{`"nobody"`, `"somebody@far.away"`, `""`}},
	{"object", `{"properties":{"mode":{"enum":["auto",1,true,null,{"x":1},[2]]},"flag":{"const":null},"big":{"const":{"a":[1]}},"level":{"enum":[1,2.5,3]}},"additionalProperties":false}`,
		[]string{`{"mode":"auto"}`, `{"mode":1,"flag":null}`, `{"mode":null,"big":{"a":[1]}}`, `{"mode":{"x":1},"level":2.5}`, `{"mode":[2]}`, `{"mode":true}`, `{}`},
		[]string{`{"mode":"1"}`, `{"flag":1}`, `{"big":{"a":[2]}}`, `{"level":2}`, `{"mode":{"x":2}}`}},
	{"number", `{"exclusiveMinimum":0,"exclusiveMaximum":1.5,"multipleOf":0.25}`, []string{`0.25`, `1`, `1.25`}, []string{`0`, `1.5`, `0.3`, `-1`}},
	{"object", `{"properties":{"inner":{"properties":{"a":{"type":"string"}},"required":["a"]},"bound":{"minimum":3},"union":{"anyOf":[{"type":"string","maxLength":3},{"type":"integer"}]}},"additionalProperties":false}`,
		[]string{`{}`, `{"inner":{"a":"x"}}`, `{"inner":5}`, `{"bound":"text"}`, `{"bound":3}`, `{"union":"abc"}`, `{"union":7}`, `{"union":"5"}`, `{"inner":{"a":"x","b":null}}`},
		[]string{`{"inner":{}}`, `{"bound":2}`, `{"union":"abcd"}`, `{"union":null}`}},
	{"string", `{"title":"A title","description":"Its own description","$comment":"between authors","examples":["x","y"],"deprecated":true,"readOnly":true,"contentEncoding":"base64","default":"x"}`,
		[]string{`"x"`, `"eA=="`}, nil},
	{"object", `{"properties":{"größe":{"type":"integer"},"gr__e":{"type":"integer"},"":{"type":"boolean"},"a b":{"type":"object","properties":{"c d":{"type":"string"},"c.d":{"type":"string"}},"required":["c d"],"additionalProperties":false}},"required":["größe"],"additionalProperties":false}`,
		[]string{`{"größe":1}`, `{"größe":1,"gr__e":2,"":true}`, `{"größe":1,"a b":{"c d":"x","c.d":"y"}}`}, []string{`{"gr__e":1}`, `{"größe":1,"a b":{}}`, `{"größe":1,"a_b":{}}`}},
	{"object", `{"properties":{"place":{"type":["object","null"],"properties":{"q":{"type":["string","null"]},"r":{"type":"integer"}},"additionalProperties":false},"size":{"type":["string","null"],"enum":["s","l",null]},"word":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["place"],"additionalProperties":false}`,
		[]string{`{"place":null}`, `{"place":{}}`, `{"place":{"q":null,"r":1},"size":null}`, `{"place":{"q":"x"},"size":"l","word":null}`, `{"place":null,"word":"w"}`},
		[]string{`{}`, `{"place":{"r":null}}`, `{"place":null,"size":"m"}`, `{"place":1}`}},
	{"string", `{"pattern":"^\\bfoo\\b.*$","maxLength":9}`, []string{`"foo"`, `"foo bar"`}, []string{`"food"`, `"bar"`, `"foo bar baz"`}},
	{"object", `{"enum":[{"a":1},{"a":2,"b":null}]}`, []string{`{"a":1}`, `{"a":2,"b":null}`}, []string{`{}`, `{"a":3}`}},
	{"object", `{"properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":{"type":"integer","minimum":0},"maxProperties":3}`,
		[]string{`{"name":"a"}`, `{"name":"a","b":1,"c":2}`}, []string{`{}`, `{"name":"a","b":-1}`, `{"name":"a","b":1,"c":2,"d":3}`, `{"name":"a","b":"1"}`}},
	{"object", `{"properties":{"left":{"anyOf":[{"type":"object","properties":{"leaf":{"type":"string"},"more":{"type":"array","items":{"type":"object","properties":{"two words":{"type":"integer"},"n":{"type":"integer","default":3}},"required":["two words"],"additionalProperties":false}}},"additionalProperties":false},{"type":"string","enum":["none"]}]}},"required":["left"],"additionalProperties":false}`,
		[]string{`{"left":"none"}`, `{"left":{}}`, `{"left":{"leaf":"x","more":[{"two words":1},{"two words":2,"n":4}]}}`, `{"left":{"more":[]}}`},
		[]string{`{}`, `{"left":"some"}`, `{"left":{"more":[{}]}}`, `{"left":{"leaf":1}}`}},
	{"string", `{"format":"uri"}`, []string{`"https://example.org/x"`, `"urn:a:b"`}, []string{`"no uri"`, `"//x"`}},
	{"object", `{"properties":{"ip":{"type":"string","format":"ipv4"},"host":{"type":"string","format":"hostname"},"id":{"type":"string","format":"uuid"},"rx":{"type":"string","format":"regex"},"n":{"type":"integer","format":"int32"},"f":{"type":"number","format":"double"}},"additionalProperties":false}`,
		[]string{`{}`, `{"ip":"127.0.0.1","host":"example.org"}`, `{"id":"6ba7b810-9dad-41d1-80b4-00c04fd430c8","rx":"^a$"}`, `{"n":5,"f":0.5}`},
		[]string{`{"ip":"1.2.3"}`, `{"host":"-"}`, `{"id":"x"}`, `{"rx":"("}`, `{"n":"5"}`}},
	{"array", `{"items":{"type":"object","properties":{"tag":{"type":"string","minLength":1,"maxLength":3,"pattern":"^[a-z]*$"},"w":{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":10}},"required":["tag"],"additionalProperties":false},"minItems":2,"maxItems":3,"uniqueItems":true}`,
		[]string{`[{"tag":"a"},{"tag":"b","w":9}]`, `[{"tag":"a","w":1},{"tag":"a","w":2},{"tag":"a"}]`}, []string{`[]`, `[{"tag":"a"}]`, `[{"tag":"a"},{"tag":"a"}]`, `[{"tag":"a"},{"tag":"b","w":10}]`, `[{"tag":""},{"tag":"A"}]`}},
	{"object", `{"properties":{"two words":{"type":"string"},"größe":{"type":"integer"}},"dependentRequired":{"two words":["größe"]},"additionalProperties":false}`,
		[]string{`{}`, `{"größe":1}`, `{"two words":"x","größe":1}`}, []string{`{"two words":"x"}`, `{"two words":1,"größe":1}`}},
	{"object", `{"properties":{"two words":{"type":"string"}},"patternProperties":{"^t.o w":{"maxLength":3},"^x":{"type":"integer"}},"propertyNames":{"pattern":"^[^_]*$"},"additionalProperties":false}`,
		[]string{`{}`, `{"two words":"abc"}`, `{"xy":1}`}, []string{`{"two words":"abcd"}`, `{"xy":"1"}`, `{"y":1}`}},
	{"object", `{"properties":{"maybe":{"allOf":[{"type":["string","null"]},{"maxLength":3}]},"either":{"type":["string","integer"],"anyOf":[{"minLength":2},{"minimum":5}]}},"additionalProperties":false}`,
		[]string{`{}`, `{"maybe":null}`, `{"maybe":"abc","either":"ab"}`, `{"either":7}`, `{"either":1}`}, []string{`{"maybe":"abcd"}`, `{"maybe":1}`, `{"either":null}`}},
}
