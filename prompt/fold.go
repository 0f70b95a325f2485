// Fold: transcripts for chat templates that take one system message.

package prompt

import (
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Fold returns a transcript for chat templates that take a system message only at the beginning, and want user and assistant to
// take turns. A system message at the beginning stays. Later ones become notes, "[note] text" without blank lines, in the next
// message of the user, before the words; if another message comes next, they are a message of the user of their own. Only
// answers of tools go before them, for those belong behind their calls. Notes without text are left out. Then neighbouring
// messages of the user become one, with a blank line between, and so do those of the assistant, with all their calls. Folding
// twice is folding once. The result shares nothing with the messages it is given; it is nil if there are none.
//
// Nothing tells a note from words of the user that look like one: what must not be forged does not belong into a message that
// is folded.
func Fold(messages []toolcall.Message) []toolcall.Message {
	var f folder
	for i, m := range messages {
		switch m.Role {
		case toolcall.RoleSystem:
			if i == 0 {
				f.add(m)
			} else {
				f.note(m.Content)
			}
		case toolcall.RoleTool:
			f.folded = append(f.folded, cloneMessage(m)) // the notes wait
		case toolcall.RoleUser:
			m.Content = spaced(f.taken(), m.Content)
			f.add(m)
		default:
			f.flush()
			f.add(m)
		}
	}
	f.flush()
	return f.folded
}

// folder builds a transcript.
type folder struct {
	folded []toolcall.Message
	notes  []string // not yet in a message
}

// note keeps a system message for the next message of the user.
func (f *folder) note(text string) {
	if text = withoutBlankLines(text); text != "" {
		f.notes = append(f.notes, note+text)
	}
}

// taken returns the notes that wait, which then are taken.
func (f *folder) taken() string {
	text := strings.Join(f.notes, "\n\n")
	f.notes = nil
	return text
}

// flush makes a message of the user of the notes that wait.
func (f *folder) flush() {
	if text := f.taken(); text != "" {
		f.add(toolcall.Message{Role: toolcall.RoleUser, Content: text})
	}
}

// add puts a message behind the others, or into the last one if both are of the user or both of the assistant.
func (f *folder) add(m toolcall.Message) {
	m = cloneMessage(m)
	if len(f.folded) > 0 && (m.Role == toolcall.RoleUser || m.Role == toolcall.RoleAssistant) {
		if end := &f.folded[len(f.folded)-1]; end.Role == m.Role {
			end.Content = spaced(end.Content, m.Content)
			end.ToolCalls = append(end.ToolCalls, m.ToolCalls...)
			return
		}
	}
	f.folded = append(f.folded, m)
}

// withoutBlankLines keeps the lines of a text that have something in them, as they are.
func withoutBlankLines(text string) string {
	list := slices.DeleteFunc(strings.Split(text, "\n"), func(s string) bool { return strings.TrimSpace(s) == "" })
	return strings.TrimSpace(strings.Join(list, "\n"))
}

// cloneMessage copies a message with all that it holds.
func cloneMessage(m toolcall.Message) toolcall.Message {
	m.ToolCalls = slices.Clone(m.ToolCalls)
	for i := range m.ToolCalls {
		c := &m.ToolCalls[i]
		c.Arguments, c.Repaired = slices.Clone(c.Arguments), slices.Clone(c.Repaired)
	}
	return m
}
