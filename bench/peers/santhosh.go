// santhosh-tekuri/jsonschema, a validator of compiled schemas, with encoding/json behind it.

package peers

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemaText is the schema of a work, written by hand: nothing in it stands between the validator and the calls.
func schemaText(w Work) string {
	return pick(w, `{"type":"object","additionalProperties":false,"required":["dates"],"properties":{
		"city":{"type":"string"},
		"unit":{"type":"string","enum":["metric","imperial"]},
		"dates":{"type":"array","items":{"type":"string","format":"date-time"}}}}`,
		`{"type":"object","additionalProperties":false,"required":["action"],"properties":{
		"action":{"type":"string","enum":["play","pause","resume","stop","next","previous"]},
		"query":{"type":"string"},
		"volume":{"type":"integer","minimum":0,"maximum":100},
		"shuffle":{"type":"boolean"},
		"rate":{"type":"number"},
		"queue_option":{"type":"string","enum":["now","next","last"]},
		"rooms":{"type":"array","items":{"type":"string"}},
		"start_at":{"type":"string","format":"date-time"}}}`)
}

func compiled(w Work) *jsonschema.Schema {
	const place = "tool.json"
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	document := must(jsonschema.UnmarshalJSON(bytes.NewReader([]byte(schemaText(w)))))
	if err := c.AddResource(place, document); err != nil {
		panic(err)
	}
	return must(c.Compile(place))
}

func santhosh() []Contestant {
	return []Contestant{{
		Name: "santhosh+json", Module: "github.com/santhosh-tekuri/jsonschema/v6",
		Path:   "its UnmarshalJSON to any, Validate of a compiled schema with formats asserted, json.Unmarshal to the struct",
		Checks: true,
		New: func(tb testing.TB, w Work, seen *Seen) CallFunc {
			schema := compiled(w)
			return plain(func(raw []byte, into any) error {
				v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
				if err != nil {
					return err
				}
				if err := schema.Validate(v); err != nil {
					return err
				}
				return json.Unmarshal(raw, into)
			})(tb, w, seen)
		},
	}}
}
