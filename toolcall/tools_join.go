// Tools put together of several lists, and narrowed to some of them.

package toolcall

// JoinTools puts lists together in their order. Nil lists are empty. The error joins one *jarvis.TagError for each name that is
// declared twice.
func JoinTools(lists ...*Tools) (*Tools, error) {
	n := 0
	for _, t := range lists {
		n += t.Len()
	}
	b := newToolsBuilder(n)
	for _, t := range lists {
		if t == nil {
			continue
		}
		for _, one := range t.list {
			b.add(one)
		}
	}
	return b.build()
}

// Only returns the tools of the names that are declared, in the order of their declaration. Other names are left out.
func (t *Tools) Only(names ...string) *Tools {
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	b := newToolsBuilder(len(names))
	if t != nil {
		for _, one := range t.list {
			if wanted[one.name] {
				b.add(one)
			}
		}
	}
	return &b.tools
}
