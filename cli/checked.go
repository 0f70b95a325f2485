// The commands under check, with what the rules look up in all of them.

package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// checked are the commands under check among all commands.
type checked struct {
	defs   []*jarvis.Definition // under check
	byName map[string]int       // place in the order of all commands
	names  []string
	chosen map[string]bool // names of those under check
	said   map[string][]utterance
	found  []finding
}

// utterance is an example of a command.
type utterance struct {
	command string
	list    string // "examples" or "adapter examples"
	index   int
	text    string
	args    []byte // as JSON; nil if they cannot be
}

// place names an utterance within its command.
func (u utterance) place() string { return fmt.Sprintf("%s[%d]", u.list, u.index) }

func newChecked(all, defs []*jarvis.Definition) *checked {
	c := &checked{defs: defs, byName: map[string]int{}, chosen: map[string]bool{}, said: map[string][]utterance{}}
	for i, def := range all {
		c.byName[def.Name()] = i
		c.names = append(c.names, def.Name())
		for _, u := range utterances(def) {
			if key := spoken(u.text); key != "" {
				c.said[key] = append(c.said[key], u)
			}
		}
	}
	for _, def := range defs {
		c.chosen[def.Name()] = true
	}
	return c
}

// run holds each command to each rule.
func (c *checked) run() []finding {
	for _, def := range c.defs {
		spec := def.Spec()
		for _, rule := range checkRules() {
			rule.find(&checkedCommand{checked: c, def: def, spec: spec, rule: rule.name})
		}
	}
	return c.found
}

// notes are worth knowing and nothing to mend.
func (c *checked) notes() []string {
	without := 0
	for _, def := range c.defs {
		if len(def.Spec().AdapterExamples) == 0 {
			without++
		}
	}
	if without == 0 {
		return nil
	}
	return []string{fmt.Sprintf(msgCheckNoAdapter, without, len(c.defs), leastAdapter, mostAdapter)}
}

// utterances are the examples of a command, those of the prompt first.
func utterances(def *jarvis.Definition) (list []utterance) {
	spec := def.Spec()
	add := func(name string, examples []jarvis.Example) {
		for i, e := range examples {
			args, _ := e.Arguments.JSON() // Define has seen to it that they can be
			list = append(list, utterance{def.Name(), name, i, e.Utterance, args})
		}
	}
	add("examples", spec.Examples)
	add("adapter examples", spec.AdapterExamples)
	return list
}

// spoken is what is heard of an utterance: case, gaps and the punctuation of sentences make no other one. Signs within a word, and
// those that may be arithmetic, do.
func spoken(text string) string {
	words := strings.Fields(strings.ToLower(text))
	for i, word := range words {
		words[i] = strings.TrimLeft(strings.TrimRight(word, `.,;:!?…"'()“”‘’„«»`), `"'(“”‘’„«»¿¡`)
	}
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

// findUtterances compares the examples of a command with each other and with those of other commands.
func (c *checkedCommand) findUtterances() {
	first := map[string]utterance{} // by list and text, and by text alone
	for _, u := range utterances(c.def) {
		key := spoken(u.text)
		where := u.place()
		same, known := first[key]
		twin, twice := first[u.list+"\n"+key]
		switch {
		case key == "":
		case twice:
			c.tell(where, fmt.Sprintf(msgCheckTwice, echo.Cut(u.text), twin.place()), msgCheckTwiceFix)
		case known && !bytes.Equal(same.args, u.args):
			c.tell(where, fmt.Sprintf(msgCheckMeanings, echo.Cut(u.text), same.place()), msgCheckMeaningsFix)
		}
		if !twice {
			first[u.list+"\n"+key] = u
		}
		if known {
			continue
		}
		first[key] = u
		if others := c.others(key); len(others) > 0 {
			c.tell(where, fmt.Sprintf(msgCheckShared, echo.Cut(u.text), strings.Join(others, ", ")), msgCheckSharedFix)
		}
	}
}

// others are other commands with the same utterance. Of two commands under check the later one is told.
func (c *checkedCommand) others(key string) (names []string) {
	for _, same := range c.said[key] {
		name := same.command
		told := c.chosen[name] && c.byName[name] >= c.byName[c.def.Name()]
		if !told && name != c.def.Name() && !slices.Contains(names, name) && len(names) < mostUtteranceShared {
			names = append(names, name)
		}
	}
	return names
}
