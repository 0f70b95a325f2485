// Tools: the declared tools of a conversation.

package toolcall

import (
	"errors"
	"iter"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// Tools are the tools that a model is offered. They are immutable and safe for concurrent use; finding one does not take longer
// the more there are. Nil and the zero value offer none.
type Tools struct {
	list   []tool
	byName map[string]int
}

// tool is one declared tool.
type tool struct {
	name      string
	params    *jarvis.Parameters  // of a tool whose calls are checked
	unchecked string              // why they are not
	types     map[string][]string // JSON types of the parameters
}

// ToolsFromDefinitions takes the tools from commands. The error joins one *jarvis.TagError for each mistake: a nil definition,
// a name declared twice.
func ToolsFromDefinitions(defs ...*jarvis.Definition) (*Tools, error) {
	b := newToolsBuilder(len(defs))
	for i, d := range defs {
		if d == nil {
			b.mistake(place(i), msgNilDefinition)
			continue
		}
		b.add(tool{name: d.Name(), params: d.Parameters(), types: typesOf(d.Schema())})
	}
	return b.build()
}

// Len returns the number of tools.
func (t *Tools) Len() int {
	if t == nil {
		return 0
	}
	return len(t.list)
}

// Names returns the names of the tools in the order of their declaration.
func (t *Tools) Names() []string { return slices.Collect(t.names) }

// Has reports whether a tool of that exact name is declared.
func (t *Tools) Has(name string) bool { return t.find(name) != nil }

// Parameters returns what a tool accepts. It is nil for a tool that is not declared or whose calls are not checked.
func (t *Tools) Parameters(name string) *jarvis.Parameters {
	if tool := t.find(name); tool != nil {
		return tool.params
	}
	return nil
}

// UncheckedTool is a tool that is offered but whose calls are not checked beyond the syntax of their arguments.
type UncheckedTool struct {
	Name   string // as the model calls it
	Reason string // what in its schema cannot be expressed
}

// Unchecked returns the tools whose schemas say what parameters cannot; see ToolsFromOpenAI. It is nil if there are none.
func (t *Tools) Unchecked() []UncheckedTool {
	if t == nil {
		return nil
	}
	var list []UncheckedTool
	for _, tool := range t.list {
		if tool.params == nil {
			list = append(list, UncheckedTool{tool.name, tool.unchecked})
		}
	}
	return list
}

// types returns the JSON types that a parameter of a tool is declared with, in the order of its schema; nil if the parameter is
// not declared, empty if nothing is said about its type. A caller must not change them.
func (t *Tools) types(tool, parameter string) []string {
	if found := t.find(tool); found != nil {
		return found.types[parameter]
	}
	return nil
}

func (t *Tools) find(name string) *tool {
	if t == nil {
		return nil
	}
	if i, ok := t.byName[name]; ok {
		return &t.list[i]
	}
	return nil
}

// names yields the names of all tools.
func (t *Tools) names(yield func(string) bool) {
	if t == nil {
		return
	}
	for i := range t.list {
		if !yield(t.list[i].name) {
			return
		}
	}
}

// words yields the names of all tools with the texts that tell what they are for.
func (t *Tools) words() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for name := range t.names {
			if !yield(name, []string{name}) {
				return
			}
		}
	}
}

// toolsBuilder collects tools and the mistakes of their declaration.
type toolsBuilder struct {
	tools    Tools
	mistakes []error
	more     int // mistakes beyond maxMistakes
}

func newToolsBuilder(n int) *toolsBuilder {
	n = min(n, maxToolsHint)
	return &toolsBuilder{tools: Tools{list: make([]tool, 0, n), byName: make(map[string]int, n)}}
}

const (
	maxMistakes  = 1000
	maxToolsHint = 1 << 14
)

// mistake notes what is wrong at a place, such as a tool and one of its parameters.
func (b *toolsBuilder) mistake(at, message string) {
	if len(b.mistakes) == maxMistakes {
		b.more++
		return
	}
	b.mistakes = append(b.mistakes, &jarvis.TagError{Type: "Tools", Field: at, Message: message})
}

func (b *toolsBuilder) add(t tool) {
	if b.tools.Has(t.name) {
		b.mistake(clip(t.name), msgToolTwice)
		return
	}
	b.tools.byName[t.name] = len(b.tools.list)
	b.tools.list = append(b.tools.list, t)
}

func (b *toolsBuilder) build() (*Tools, error) {
	if b.more > 0 {
		b.mistakes = append(b.mistakes, sayf(msgMoreMistakes, b.more))
	}
	if err := errors.Join(b.mistakes...); err != nil {
		return nil, err
	}
	return &b.tools, nil
}
