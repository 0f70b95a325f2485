// Compatibility: what changed between two declarations, each change judged by what was sent before.

package jarvistest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// difference is one difference between two declarations of a command.
type difference struct {
	path     string // of the parameter, "" for the command
	aspect   string // what of it: two changes of one aspect at one path are one
	breaking bool
	text     string
}

// String is the line of a report.
func (c difference) String() string {
	label := "compatible  "
	if c.breaking {
		label = "breaking    "
	}
	if c.path != "" {
		label += c.path + ": "
	}
	return label + c.text
}

// comparison collects changes.
type comparison struct {
	list     []difference
	declared map[string]bool // paths of the new declaration whose rules are known
	old, new *object         // the rules and absent words of both, by path
	before   *object         // the old schema
	doubtful int             // above zero where every change is breaking
	told     int             // changes of descriptions that rules will tell of
}

// add keeps a change. Of two about the same the first text stays, and breaking outweighs.
func (c *comparison) add(path, aspect string, breaking bool, format string, args ...any) {
	breaking = breaking || c.doubtful > 0
	for i := range c.list {
		if l := &c.list[i]; l.path == path && l.aspect == aspect {
			l.breaking = l.breaking || breaking
			return
		}
	}
	c.list = append(c.list, difference{path, aspect, breaking, fmt.Sprintf(format, args...)})
}

func (c *comparison) has(path, aspect string) bool {
	return slices.ContainsFunc(c.list, func(l difference) bool { return l.path == path && l.aspect == aspect })
}

// compareForms returns what changed between two golden files, those that break first. declared are the paths of the new one
// whose descriptions are told from the rules in them.
func compareForms(before, after any, declared map[string]bool) []difference {
	a, b := asObject(before), asObject(after)
	c := &comparison{declared: declared, old: asObject(a.get("beyond_schema")), new: asObject(b.get("beyond_schema")),
		before: asObject(a.get("schema"))}
	c.section(a, b, "command", func(x, y any) { c.add("", "command", true, "the file is of the command %s", shortTree(x)) })
	c.section(a, b, "schema", func(x, y any) { c.schema("", x, y) })
	c.section(a, b, "beyond_schema", func(x, y any) { c.beyond() })
	c.section(a, b, "openai_tool", c.tool)
	c.section(a, b, "command_schema", c.command)
	for _, name := range onlyIn(a, b, "command", "schema", "beyond_schema", "openai_tool", "command_schema") {
		c.add("", name, true, "%s is not understood: %s", name, fromTo(a.get(name), b.get(name)))
	}
	slices.SortStableFunc(c.list, func(x, y difference) int { return oneIf(y.breaking) - oneIf(x.breaking) })
	return c.list
}

// section compares one part of both files. What is another and goes unnamed is breaking; another order alone is not.
func (c *comparison) section(a, b *object, name string, compare func(x, y any)) {
	x, y := a.get(name), b.get(name)
	if printTree(x) == printTree(y) {
		return
	}
	before := len(c.list) + c.told
	compare(x, y)
	if len(c.list)+c.told > before {
		return
	}
	switch {
	case sameTree(x, y):
		c.add("", "order", false, "%s: only the order or the spelling of numbers is another", name)
	case name == "schema" || name == "command":
		c.add("", name, true, "%s changed in a way that is not understood", name)
	}
}

// beyond compares rules without a keyword, and absent words, of parameters that both declarations have.
func (c *comparison) beyond() {
	for _, path := range onlyIn(c.old, c.new) {
		if c.cameOrWent(path) {
			continue
		}
		was, is := asObject(c.old.get(path)), asObject(c.new.get(path))
		from, to := was.get("rules"), is.get("rules")
		switch {
		case sameTree(from, to):
		case to == nil:
			c.add(path, "rules", false, "rule dropped: %s", shortTree(from))
		case from == nil:
			c.add(path, "rules", true, "rule added: %s", shortTree(to))
		default:
			c.add(path, "rules", true, "rule changed: %s", fromTo(from, to))
		}
		c.validate(path, was.get("validate"), is.get("validate"))
		c.absent(path, was.get("absent"), is.get("absent"))
	}
}

// validate compares rules as they are declared, where nothing else tells them in full. It is compatible to drop some; to drop that
// empty values are let through is not.
func (c *comparison) validate(path string, was, is any) {
	if sameTree(was, is) {
		return
	}
	from, _ := was.(string)
	to, _ := is.(string)
	before, after := strings.Split(from, ","), strings.Split(to, ",")
	gone := slices.ContainsFunc(before, func(r string) bool { return strings.HasPrefix(r, "omit") && !slices.Contains(after, r) })
	added := is != nil && slices.ContainsFunc(after, func(r string) bool { return !slices.Contains(before, r) })
	c.add(path, "validate", gone || added, "rules as declared, which no keyword says: %s", fromTo(was, is))
}

// absent compares absent words. A word that is new stood for itself where texts are taken.
func (c *comparison) absent(path string, was, is any) {
	from, _ := was.([]any)
	to, _ := is.([]any)
	if gone := notAmong(from, to); gone != nil {
		c.add(path, "absent", true, "no longer counts as left out: %s", shortList(gone))
	}
	if added := notAmong(to, from); added != nil {
		taken := slices.ContainsFunc(added, func(word any) bool { return c.took(path, word) })
		c.add(path, "absent words", taken, "now counts as left out: %s", shortList(added))
	}
	if !sameTree(was, is) && !c.has(path, "absent") && !c.has(path, "absent words") {
		c.add(path, "absent", false, "order of the absent words changed")
	}
}

// cameOrWent reports whether a parameter, or one that it is inside of, is only in one declaration.
func (c *comparison) cameOrWent(path string) bool {
	return slices.ContainsFunc(c.list, func(l difference) bool {
		rest, inside := strings.CutPrefix(path, l.path)
		return l.aspect == "parameter" && inside && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// took reports whether the old declaration may have accepted a text for a parameter: a word is no text of any format, but it may be a
// date key, which stands for a datetime.
func (c *comparison) took(path string, word any) bool {
	for _, name := range asObject(c.before.get("properties")).keys() {
		if joinPath("", name) != path {
			continue
		}
		node := asObject(asObject(c.before.get("properties")).get(name))
		if list, limited := listedIn(node); limited {
			return notAmong([]any{word}, list) == nil
		}
		return (node.get("format") == nil || node.get("format") == "date-time") && (!node.has("type") || notAmong([]any{"string"}, typeNames(node.get("type"))) == nil)
	}
	return true
}

// tool compares the OpenAI tools: the schema that they hold, and what is around it.
func (c *comparison) tool(x, y any) {
	a, b := asObject(x), asObject(y)
	f, g := asObject(a.get("function")), asObject(b.get("function"))
	c.schema("", f.get("parameters"), g.get("parameters"))
	c.texts("", "description", f.get("description"), g.get("description"))
	if !sameTree(f.get("name"), g.get("name")) {
		c.add("", "command", true, "command renamed: %s", fromTo(f.get("name"), g.get("name")))
	}
	for _, name := range onlyIn(f, g, "name", "description", "parameters") {
		c.add("", "tool "+name, true, "function.%s of the tool is not understood: %s", name, fromTo(f.get(name), g.get(name)))
	}
	for _, name := range onlyIn(a, b, "function") {
		c.add("", "tool "+name, true, "%s of the tool is not understood: %s", name, fromTo(a.get(name), b.get(name)))
	}
}

// texts compares descriptions of commands.
func (c *comparison) texts(path, aspect string, from, to any) {
	if !sameTree(from, to) {
		c.add(path, aspect, false, "%s changed: %s", aspect, fromTo(from, to))
	}
}

// onlyIn returns the names of a or b that are not among the known ones and whose values differ.
func onlyIn(a, b *object, known ...string) (names []string) {
	for _, name := range slices.Concat(a.keys(), b.keys()) {
		same := a.has(name) == b.has(name) && sameTree(a.get(name), b.get(name))
		if !same && !slices.Contains(known, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// notAmong returns the elements of list that are not in other.
func notAmong(list, other []any) (rest []any) {
	for _, v := range list {
		if !slices.ContainsFunc(other, func(w any) bool { return sameTree(v, w) }) {
			rest = append(rest, v)
		}
	}
	return rest
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shortTree writes a value for a report.
func shortTree(v any) string { return echo.Clip(printTree(v)) }

func shortList(list []any) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = printTree(v)
	}
	return echo.Clip(strings.Join(parts, ", "))
}

// shownBefore is how much of two long texts is shown, in code points, before the place where they differ.
const shownBefore = 30

// fromTo writes two values, of long ones what is around their first difference. What is not there is "nothing".
func fromTo(from, to any) string {
	x, y := []rune(orNothing(from)), []rune(orNothing(to))
	if len(x) > echo.Most || len(y) > echo.Most {
		same := 0
		for same < min(len(x), len(y)) && x[same] == y[same] {
			same++
		}
		if skip := same - shownBefore; skip > 0 {
			x, y = append([]rune("…"), x[skip:]...), append([]rune("…"), y[skip:]...)
		}
	}
	return echo.Clip(string(x)) + " → " + echo.Clip(string(y))
}

func orNothing(v any) string {
	if v == nil {
		return "nothing"
	}
	return printTree(v)
}
