// The arguments of NoLeak's calls: those of examples, and such as the declaration asks for.

package jarvistest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// arguments returns arguments that the binder accepts, and such as it may refuse.
func (r *leakRun) arguments() (valid, refused []json.RawMessage) {
	add := func(args jarvis.Args) {
		raw, err := args.JSON()
		if err != nil {
			return // not an argument that could be sent
		}
		if _, err := r.d.Parameters().Validate(raw, jarvis.WithDateKeys(nowResolver{})); err != nil {
			refused = append(refused, raw)
		} else {
			valid = append(valid, raw)
		}
	}
	for _, call := range r.Calls {
		if call.Name == r.d.Name() {
			valid = append(valid, call.Arguments)
		}
	}
	fewest, all := r.made(false), r.made(true)
	spec := r.d.Spec()
	examples := slices.Concat(spec.Examples, spec.AdapterExamples)
	for _, e := range examples[:min(len(examples), maxExamples)] {
		args := maps.Clone(fewest)
		maps.Copy(args, e.Arguments)
		add(args)
	}
	add(fewest)
	add(all)
	r.eachMember(func(name string, member any) {
		args := maps.Clone(all)
		args[name] = member
		add(args)
	})
	refused = append(refused, json.RawMessage(`{}`), json.RawMessage(`{"jarvistest_unknown":1}`), json.RawMessage(`{"`))
	for p := range r.d.Parameters().All() {
		for _, wrong := range []any{[]any{[]any{}}, "\u0000", -1e300} {
			args := maps.Clone(fewest)
			args[p.Name()] = wrong
			add(args)
		}
	}
	return valid, refused
}

// maxMembers is how many members of an enum are called with.
const maxMembers = 20

// eachMember yields the values of parameters that have few, which are what a command goes different ways by.
func (r *leakRun) eachMember(yield func(name string, member any)) {
	schema, _ := parseTree(r.d.Schema())
	props := asObject(asObject(schema).get("properties"))
	for _, name := range props.keys() {
		list, _ := listedIn(asObject(props.get(name)))
		if asObject(props.get(name)).get("type") == "boolean" {
			list = []any{false, true}
		}
		for _, member := range list[:min(len(list), maxMembers)] {
			yield(name, plainTree(member))
		}
	}
}

// made returns arguments made from the declaration: required ones, or all.
func (r *leakRun) made(all bool) jarvis.Args {
	schema, _ := parseTree(r.d.Schema())
	args, _ := sampleObject(asObject(schema), all).(map[string]any)
	for range args {
		bad := r.refused(args)
		if len(bad) == 0 {
			break
		}
		r.mend(args, bad[0])
	}
	return args
}

// refused returns the parameters that arguments are refused for.
func (r *leakRun) refused(args jarvis.Args) (names []string) {
	raw, err := args.JSON()
	if err != nil {
		return nil
	}
	_, err = r.d.Parameters().Validate(raw)
	var invalid *jarvis.ValidationError
	if errors.As(err, &invalid) {
		for _, p := range invalid.Problems {
			names = append(names, p.Param)
		}
	}
	return names
}

// commonTexts are what rules that no keyword says ask for most.
var commonTexts = [...]string{
	"a", "a@example.com", "https://example.com/", "example.com", "+14155550123", "192.0.2.1", "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
	"UTC", "Europe/Paris", "en", "en-US", "US", "USD", "12", "#000000", "1.0.0", "2030-01-01", "12:00", "{}", "YQ==",
}

// mend tries texts for a parameter. One that no text suits is left out.
func (r *leakRun) mend(args jarvis.Args, name string) {
	values := make([]any, 0, len(commonTexts)+1)
	for _, text := range commonTexts {
		values = append(values, text)
	}
	values = append(values, time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	for _, v := range values {
		if args[name] = v; !slices.Contains(r.refused(args), name) {
			return
		}
	}
	delete(args, name)
}

// sampleObject makes an object of a schema: what is required, or all.
func sampleObject(o *object, all bool) any {
	made, required := map[string]any{}, requiredOf(o)
	props := asObject(o.get("properties"))
	for _, name := range props.keys() {
		if all || required[name] {
			made[name] = sampleOf(asObject(props.get(name)), all, 1)
		}
	}
	least := smallNumber(o.get("minProperties"), 0)
	for i := len(made); i < least; i++ {
		made[fmt.Sprint("key", i)] = sampleOf(asObject(o.get("additionalProperties")), all, i)
	}
	return made
}

// sampleOf makes a value of a schema; those of different n differ where they can.
func sampleOf(o *object, all bool, n int) any {
	if list, limited := listedIn(o); limited && len(list) > 0 {
		return plainTree(list[n%len(list)])
	}
	if o.has("default") {
		return plainTree(o.get("default"))
	}
	kinds := typeNames(o.get("type"))
	switch kinds[0] {
	case "integer", "number":
		return sampleNumber(o, n)
	case "boolean":
		return true
	case "array":
		list := []any{}
		for i := range max(smallNumber(o.get("minItems"), 0), oneIf(all)) {
			list = append(list, sampleOf(asObject(o.get("items")), all, n+i))
		}
		return list
	case "object":
		return sampleObject(o, all)
	}
	return sampleText(o, n)
}

// plainTree turns a tree into what encoding/json knows.
func plainTree(v any) any {
	switch v := v.(type) {
	case *object:
		m := map[string]any{}
		for name, member := range v.values {
			m[name] = plainTree(member)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = plainTree(e)
		}
		return list
	}
	return v
}

func sampleText(o *object, n int) any {
	now := time.Now().UTC().AddDate(0, 0, n-1).Add(time.Duration(n) * time.Minute)
	switch o.get("format") {
	case "date":
		return now.Format(time.DateOnly)
	case "date-time":
		return now.Format(time.RFC3339)
	case "time":
		return now.Format("15:04:05Z07:00")
	case "duration":
		return fmt.Sprintf("PT%dM", n)
	}
	text := fmt.Sprint("text", n)
	if most := smallNumber(o.get("maxLength"), len(text)); most < len(text) {
		text = text[len(text)-most:]
	}
	return text + strings.Repeat("x", max(0, smallNumber(o.get("minLength"), 0)-len(text)))
}

// maxSample bounds what is made of large lengths.
const maxSample = 10_000

func smallNumber(v any, otherwise int) int {
	if r := exactNumber(v); r != nil && r.IsInt() && r.Num().IsInt64() {
		return int(min(max(r.Num().Int64(), 0), maxSample))
	}
	return otherwise
}

// sampleNumber makes a number within the bounds: n if it is, else one beside a bound, or between both.
func sampleNumber(o *object, n int) any {
	low, high := boundOf(o, "minimum", "exclusiveMinimum", 1), boundOf(o, "maximum", "exclusiveMaximum", -1)
	tries := []*big.Rat{big.NewRat(int64(n), 1)}
	if low.at != nil {
		tries = append(tries, new(big.Rat).Add(low.at, big.NewRat(int64(n), 1)), low.at)
	}
	if high.at != nil {
		tries = append(tries, new(big.Rat).Sub(high.at, big.NewRat(int64(n), 1)), high.at)
	}
	if low.at != nil && high.at != nil {
		tries = append(tries, new(big.Rat).Quo(new(big.Rat).Add(low.at, high.at), big.NewRat(2, 1)))
	}
	for _, at := range tries {
		here := bound{at: at}
		above := low.at == nil || here.compare(low, 1) > 0 || !low.open && at.Cmp(low.at) == 0
		below := high.at == nil || here.compare(high, -1) > 0 || !high.open && at.Cmp(high.at) == 0
		if above && below && (at.IsInt() || o.get("type") == "number") {
			return json.Number(boundText(at))
		}
	}
	return n
}

// boundText writes a number as JSON.
func boundText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if text, ok := decimalText(r); ok {
		return text
	}
	value, _ := r.Float64()
	return strconv.FormatFloat(value, 'f', -1, 64)
}
