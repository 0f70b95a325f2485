// Spots: the values inside of arguments that can be changed, and arguments with one of them changed.

package jarvistest

import (
	"slices"
	"strconv"
	"strings"
)

// spot is a value inside of arguments.
type spot struct {
	path  []int  // of kids from the top
	name  string // as problems name it
	param string // the top-level parameter
	v     *value
}

// spots lists all values of arguments that have a place.
func spots(top *value) (list []spot) {
	var walk func(v *value, path []int, name, param string)
	walk = func(v *value, path []int, name, param string) {
		list = append(list, spot{slices.Clone(path), name, param, v})
		for i, kid := range v.kids {
			if kid.at == nil {
				continue
			}
			inner, root := name+"["+strconv.Itoa(i)+"]", param
			if v.open == '{' {
				inner = strings.TrimPrefix(name+"."+v.keys[i], ".")
			}
			if len(path) == 0 {
				root = v.keys[i]
			}
			walk(kid, append(path, i), inner, root)
		}
	}
	walk(top, nil, "", "")
	return list
}

// with returns arguments with one value changed, which shares all else with those it is made of.
func with(top *value, path []int, change func(v *value)) *value {
	own := *top
	own.keys, own.kids = slices.Clone(top.keys), slices.Clone(top.kids)
	if len(path) == 0 {
		change(&own)
		return &own
	}
	own.kids[path[0]] = with(own.kids[path[0]], path[1:], change)
	return &own
}
