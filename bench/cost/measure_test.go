// What a list costs: bytes, tokens, and which keys the bytes belong to.

package cost

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tiktoken-go/tokenizer"
)

// measures are the ways to measure, in the order of the table.
var measures = [...]string{"bytes", "o200k", "cl100k"}

// price is what a list costs by each measure.
type price [len(measures)]int

// pricer measures texts.
type pricer []tokenizer.Codec

func newPricer(t testing.TB) pricer {
	var p pricer
	for _, name := range []tokenizer.Encoding{tokenizer.O200kBase, tokenizer.Cl100kBase} {
		codec, err := tokenizer.Get(name)
		require.NoError(t, err)
		p = append(p, codec)
	}
	return p
}

func (p pricer) price(t testing.TB, list json.RawMessage) price {
	out := price{len(list)}
	for i, codec := range p {
		n, err := codec.Count(string(list))
		require.NoError(t, err)
		out[i+1] = n
	}
	return out
}

// priced is a form with the price of every work.
type priced struct {
	form
	lists  map[string]json.RawMessage
	prices map[string]price
}

// prices measures all forms.
func prices(t testing.TB) []priced {
	p := newPricer(t)
	var rows []priced
	for _, f := range forms() {
		row := priced{f, map[string]json.RawMessage{}, map[string]price{}}
		for _, w := range works(t) {
			row.lists[w.name] = f.list(t, w)
			row.prices[w.name] = p.price(t, row.lists[w.name])
		}
		rows = append(rows, row)
	}
	return rows
}

// named returns the row with the name.
func named(t testing.TB, rows []priced, name string) priced {
	i := slices.IndexFunc(rows, func(r priced) bool { return r.name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return rows[i]
}

// The keys of an account for what has no key of its own.
const (
	keyNames = "names of parameters"
	keyList  = "brackets of the list"
)

// account says how many bytes of compact JSON belong to each key: the key itself, its value, and a comma. The brackets of an
// object or array belong to the key that holds it.
type account map[string]int

func accountOf(t testing.TB, list json.RawMessage) account {
	a := account{}
	a.add(t, list, keyList, false)
	return a
}

func (a account) add(t testing.TB, raw json.RawMessage, key string, names bool) {
	switch raw[0] {
	case '{':
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(raw, &members))
		a[key] += brackets(len(members))
		for k, v := range members {
			label := k
			if names {
				label = keyNames
			}
			a[label] += len(marshal(t, k)) + len(":,")
			a.add(t, v, label, !names && (k == "properties" || k == "$defs"))
		}
	case '[':
		var items []json.RawMessage
		require.NoError(t, json.Unmarshal(raw, &items))
		a[key] += brackets(len(items)) + len(items)
		for _, item := range items {
			a.add(t, item, key, false)
		}
	default:
		a[key] += len(raw)
	}
}

// brackets is what is left of an object or array without the commas that its n members were given: one too many, if any.
func brackets(n int) int { return len("[]") - min(n, 1) }

func TestAccountIsExact(t *testing.T) {
	for _, f := range forms() {
		for _, w := range works(t) {
			list := f.list(t, w)
			sum := 0
			for _, n := range accountOf(t, list) {
				sum += n
			}
			assert.Equal(t, len(list), sum, "%s, %s", f.name, w.name)
		}
	}
}
