// Limits: how much a vendor takes, of one strict schema and of all strict ones in a request.

package dialect

import (
	"fmt"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// limit is how much of something a vendor takes.
type limit struct {
	most  int
	what  string
	fix   string // what an author can do
	count func(*counter) int
}

// counter counts what schemas have.
type counter struct{ tools, properties, levels, text, values, list, optional, unions int }

// over names the limits of one schema that c exceeds.
func (c *counter) over(limits []limit) (list []string) {
	for _, l := range limits {
		if n := l.count(c); n > l.most {
			list = append(list, fmt.Sprintf(msgLimit, n, l.what, l.most, l.fix))
		}
	}
	return list
}

// admit adds a schema to those of a request. If that is more than a request takes, the schema is not added, and the limits are
// named.
func (c *counter) admit(limits []limit, n *doc) (list []string) {
	with := *c
	with.tools++
	with.schema(n, 0)
	for _, l := range limits {
		if n := l.count(&with); n > l.most {
			list = append(list, fmt.Sprintf(msgRequestLimit, n, l.what, l.most))
		}
	}
	if list == nil {
		*c = with
	}
	return list
}

// schema counts a schema in so many objects. It is one that was written here, so it has few keywords with schemas.
func (c *counter) schema(n *doc, depth int) {
	if props := n.get("properties"); props != nil {
		depth++
		c.levels = max(c.levels, depth)
		required := map[string]bool{}
		for _, name := range n.get("required").texts() {
			required[name] = true
		}
		for _, m := range props.members {
			c.properties++
			c.text += utf8.RuneCountInString(m.name)
			if !required[m.name] {
				c.optional++
			}
			c.schema(m.value, depth)
		}
	}
	if items := n.get("items"); items != nil {
		c.schema(items, depth)
	}
	union := n.get("anyOf")
	if union != nil {
		for _, d := range union.list {
			c.schema(d, depth)
		}
	}
	if union != nil || n.get("type").is(scan.ArrayStart) {
		c.unions++
	}
	c.listed(n)
}

// longList is the number of values from which on the text of one list is limited too.
const longList = 250

// listed counts the values of enum and const.
func (c *counter) listed(n *doc) {
	size := func(d *doc) int {
		if d.is(scan.String) {
			return utf8.RuneCountInString(d.text())
		}
		return len(d.raw)
	}
	if v := n.get("const"); v != nil {
		c.text += size(v)
	}
	e := n.get("enum")
	if e == nil {
		return
	}
	sum := 0
	for _, d := range e.list {
		sum += size(d)
	}
	c.text, c.values = c.text+sum, c.values+len(e.list)
	if len(e.list) > longList {
		c.list = max(c.list, sum)
	}
}
