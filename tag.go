// The tag grammar: what the tags of one struct field say, and every mistake in them.

package jarvis

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// fieldTag is what the tags of one struct field say.
type fieldTag struct {
	declared            bool   // has a jarvis tag, and it is not "-"
	skip                bool   // jarvis:"-"
	name                string // "" = snake_case of the field's name
	required, refinable bool
	typ                 *Type    // of type=, nil if absent
	options             string   // of options=
	enum                []string // nil if the tag is absent
	absent              []string // nil if the tag is absent
	description, label  string
	def                 *string // default, nil if the tag is absent
	validate            string
	secret              *secretTag // nil if the tag is absent
}

// secretTag is what a secret tag says. Without options a secret is required, of the integration, and sensitive.
type secretTag struct {
	key                    string
	optional, user, public bool
}

// parseFieldTag reads the raw tag of a field. Mistakes are sentences for the author without the Type.Field prefix, in order of
// appearance, the first maxTagMistakes and how many there are besides. A tag that has none of our keys, nor anything like them,
// is empty and without mistakes.
func parseFieldTag(raw reflect.StructTag) (tag fieldTag, mistakes []string) {
	s := scanTag(string(raw))
	if !s.isOurs() {
		return fieldTag{}, nil
	}
	p := &tagParser{seen: map[string]tagPair{}, options: map[string]bool{}}
	for _, pair := range s.declaring() {
		p.pair(pair)
	}
	p.companions()
	return p.tag, joinTagMistakes(s.faults, p.mistakes)
}

// tagKeys lists our keys.
var tagKeys = [...]string{"jarvis", "description", "enum", "default", "absent", "label", "validate", "secret"}

func isTagKey(key string) bool { return slices.Contains(tagKeys[:], key) }

// nearTagKey returns the key of ours that another key was probably meant to be, or "". Tags are shared with other
// libraries, so it reaches less far than names do: table is not label, and env is not enum.
func nearTagKey(key string) string {
	if len(key) > maxTypeText {
		return ""
	}
	key = strings.TrimLeft(strings.ToLower(key), ",;=") // a:"x",jarvis:"y"
	switch key {
	case "desc", "descr", "describe":
		return "description"
	}
	head, _, _ := strings.Cut(key, "=") // jarvis=x:"y"
	for _, k := range tagKeys {
		reach := 1
		if k == "jarvis" || len(k) >= len("validate") {
			reach = 2
		}
		if head == k || suggest.Within(key, k, reach) {
			return k
		}
	}
	return ""
}

// maxTagMistakes bounds how many mistakes of one tag are told.
const maxTagMistakes = 20

// tagMistake is a mistake and where it is in the raw tag.
type tagMistake struct {
	at   int
	text string
}

// tagMistakes collects mistakes. A text of the author may have come from outside, so no more are kept than are told.
type tagMistakes struct {
	list []tagMistake
	more int
}

func (m *tagMistakes) add(at int, format string, args ...any) {
	if len(m.list) == maxTagMistakes {
		m.more++
		return
	}
	m.list = append(m.list, tagMistake{at, echo.Escape(sprintf(format, args...))})
}

// joinTagMistakes words what scanner and parser have found.
func joinTagMistakes(faults, mistakes tagMistakes) (texts []string) {
	all := slices.Concat(faults.list, mistakes.list)
	slices.SortStableFunc(all, func(a, b tagMistake) int { return cmp.Compare(a.at, b.at) })
	told := min(len(all), maxTagMistakes)
	for _, m := range all[:told] {
		texts = append(texts, m.text)
	}
	if more := faults.more + mistakes.more + len(all) - told; more > 0 {
		texts = append(texts, sprintf(msgOfThisTag, moreMistakes(more)))
	}
	return texts
}

// tagParser collects what the pairs of one tag say.
type tagParser struct {
	tag      fieldTag
	at       int // of the pair at hand
	seen     map[string]tagPair
	misspelt []tagPair
	options  map[string]bool // given ones; no option of jarvis is one of secret
	mistakes tagMistakes
}

func (p *tagParser) wrong(format string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = cut(text)
		}
	}
	p.mistakes.add(p.at, format, args...)
}

// pair reads one pair. A second one of the same key is not read, as reflect.StructTag does not.
func (p *tagParser) pair(pair tagPair) {
	p.at = pair.at
	if !isTagKey(pair.key) {
		if nearTagKey(pair.key) != "" {
			p.misspelt = append(p.misspelt, pair)
		}
		return
	}
	if _, again := p.seen[pair.key]; again {
		p.wrong(msgTagKeyRepeated, pair.key)
		return
	}
	p.seen[pair.key] = pair
	switch pair.refused {
	case "":
	case "\n":
		p.wrong(msgTagLineBreak, pair.key)
	default:
		p.wrong(msgTagEscape, pair.key, pair.refused, `\`+pair.refused)
	}
	if !pair.torn {
		p.value(pair.key, pair.value)
	}
}

func (p *tagParser) value(key, value string) {
	switch key {
	case "jarvis":
		p.jarvis(value)
	case "secret":
		p.secret(value)
	case "enum":
		p.tag.enum = p.list(key, value, func(s string) string { return s })
	case "absent":
		p.tag.absent = p.list(key, value, foldCase)
	case "description":
		p.tag.description = value
	case "label":
		p.tag.label = value
	case "default":
		p.tag.def = &value
	case "validate":
		p.tag.validate = value
	}
}

// jarvis reads "-" or a name and options.
func (p *tagParser) jarvis(value string) {
	name, rest, more := strings.Cut(value, ",")
	name = strings.TrimSpace(name)
	if name == "-" {
		p.tag.skip = true
		if more {
			p.wrong(msgTagSkipOptions, ","+rest)
		}
		return
	}
	p.tag.declared = true
	p.name(name)
	if more {
		for option := range strings.SplitSeq(rest, ",") {
			p.option(strings.TrimSpace(option))
		}
	}
}

func (p *tagParser) name(name string) {
	head, _, valued := cutOption(name)
	switch {
	case name == "":
	case name == "required" || name == "refinable", valued && (head == "type" || head == "options"):
		p.wrong(msgTagOptionAsName, name, ","+name)
	case validName(name):
		p.tag.name = name
	default:
		fix := snakeCase(strings.NewReplacer("-", "_", " ", "_", ".", "_").Replace(name))
		if validName(fix) {
			p.wrong(msgTagNameFix, name, fix)
			return
		}
		p.wrong(msgTagName, name)
	}
}

// cutOption splits "type=int". It splits at a colon too, which is a mistake that option can then name.
func cutOption(text string) (name, value string, valued bool) {
	i := strings.IndexAny(text, "=:")
	if i < 0 {
		return text, "", false
	}
	return strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:]), true
}

func (p *tagParser) option(text string) {
	name, value, valued := cutOption(text)
	switch name {
	case "required", "refinable":
		if p.isRepeated(name) {
			return
		}
		if valued {
			p.wrong(msgTagOptionFlag, name, name)
			return
		}
		p.tag.required = p.tag.required || name == "required"
		p.tag.refinable = p.tag.refinable || name == "refinable"
	case "type", "options":
		if !p.isRepeated(name) {
			p.valuedOption(text, name, value)
		}
	default:
		p.unknownOption(text, name, value)
	}
}

func (p *tagParser) isRepeated(option string) bool {
	again := p.options[option]
	p.options[option] = true
	if again {
		p.wrong(msgTagOptionTwice, option)
	}
	return again
}

// valuedOption reads type=TYPE or options=SOURCE.
func (p *tagParser) valuedOption(text, name, value string) {
	switch {
	case value == "" && name == "type":
		p.wrong(msgTagOptionValue, name, "type=int")
	case value == "":
		p.wrong(msgTagOptionValue, name, "options=devices")
	case !strings.HasPrefix(strings.TrimSpace(text[len(name):]), "="):
		p.wrong(msgTagOptionNear, text, name+"="+value)
	case name == "options":
		p.tag.options = value
	default:
		t, err := ParseType(value)
		if err != nil {
			p.mistakes.add(p.at, "%v", err)
			return
		}
		p.tag.typ = &t
	}
}

// unknownOption says what the text was probably meant to be.
func (p *tagParser) unknownOption(text, name, value string) {
	near, isNear := suggest.Nearest(name, []string{"required", "refinable", "type", "options"})
	if near == "type" || near == "options" {
		near += "=" + value
	}
	_, typeErr := ParseType(text)
	switch {
	case text == "":
		p.wrong(msgTagOptionEmpty)
	case name == "optional":
		p.wrong(msgTagOptional, text)
	case isTagKey(name):
		p.wrong(msgTagOptionKey, text, name)
	case isNear:
		p.wrong(msgTagOptionNear, text, near)
	case typeErr == nil:
		p.wrong(msgTagOptionNear, text, "type="+text)
	default:
		p.wrong(msgTagOptionUnknown, text)
	}
}

// secret reads a key and options.
func (p *tagParser) secret(value string) {
	key, rest, more := strings.Cut(value, ",")
	p.tag.secret = &secretTag{key: strings.TrimSpace(key)}
	p.secretKey(p.tag.secret.key)
	if more {
		for option := range strings.SplitSeq(rest, ",") {
			p.secretOption(strings.TrimSpace(option))
		}
	}
}

func (p *tagParser) secretKey(key string) {
	switch {
	case key == "":
		p.wrong(msgTagSecretNoKey)
	case key == "-":
		p.wrong(msgTagSecretDash)
	case strings.ContainsFunc(key, func(r rune) bool { return unicode.IsSpace(r) || echo.Unseen(r) }):
		p.wrong(msgTagSecretKey, key)
	}
}

func (p *tagParser) secretOption(option string) {
	names := []string{"optional", "user", "public"}
	near, isNear := suggest.Nearest(option, names)
	switch {
	case option == "":
		p.wrong(msgTagOptionEmpty)
	case slices.Contains(names, option):
		if !p.isRepeated(option) {
			s := p.tag.secret
			s.optional, s.user, s.public = s.optional || option == "optional", s.user || option == "user", s.public || option == "public"
		}
	case isNear:
		p.wrong(msgTagSecretOption, option, near)
	default:
		p.wrong(msgTagSecretUnknown, option)
	}
}

// list reads a comma list. fold says which texts count as the same.
func (p *tagParser) list(key, value string, fold func(string) string) []string {
	items, seen, gap := []string{}, map[string]bool{}, false
	for _, item := range splitList(value) {
		switch same := fold(item); {
		case item == "":
			gap = true
		case seen[same]:
			p.wrong(msgTagItemTwice, key, item)
		default:
			seen[same] = true
			items = append(items, item)
		}
	}
	switch {
	case len(items) == 0:
		p.wrong(msgTagListEmpty, key, key)
	case gap:
		p.wrong(msgTagItemEmpty, key)
	}
	return items
}

// splitList splits at commas and trims. A comma after a backslash belongs to the item, and so does one backslash of two.
func splitList(value string) []string {
	var items []string
	from := 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case ',':
			items = append(items, value[from:i])
			from = i + 1
		}
	}
	items = append(items, value[from:])
	for i, item := range items {
		items[i] = strings.TrimSpace(item)
		if strings.Contains(item, `\`) {
			items[i] = strings.NewReplacer(`\\`, `\`, `\,`, `,`).Replace(items[i])
		}
	}
	return items
}

// foldCase makes texts equal that differ in case alone. Through upper case, as some letters have two lower-case forms.
func foldCase(text string) string { return strings.ToLower(strings.ToUpper(text)) }
