// Fold: transcripts for chat templates that take one system message.

package prompt

import (
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// Fold returns a transcript for chat templates that take a system message only at the beginning, and want user and assistant to
// take turns. A system message at the beginning stays. Later ones become notes, "[note] text" without blank lines, in the next
// message of the user, before the words; if another message comes next, or none, they are a message of the user of their own.
// Only answers of tools go before them, for those belong behind their calls. Notes without text are left out. Then neighbouring
// messages of the user become one, with a blank line between what has text, and so do those of the assistant, with all their
// calls. Folding twice is folding once. The result shares nothing with the messages it is given; it is nil if there are none.
//
// Nothing tells a note from words of the user that look like one: what must not be forged does not belong into a message that
// is folded.
func Fold(messages []toolcall.Message) []toolcall.Message {
	var f folder
	for i, m := range toolcall.CloneMessages(messages) {
		switch m.Role {
		case toolcall.RoleSystem:
			if i == 0 {
				f.add(m)
			} else {
				f.note(m.Content)
			}
		case toolcall.RoleTool:
			f.add(m) // the notes wait
		case toolcall.RoleUser:
			notes := f.taken()
			f.add(m, notes...)
		default:
			f.flush()
			f.add(m)
		}
	}
	f.flush()
	f.end()
	return f.folded
}

// folder builds a transcript.
type folder struct {
	folded []toolcall.Message
	parts  []string // of the text of the last message, joined once it ends: a text that grows with each would cost its square
	notes  []string // not yet in a message
}

// note keeps a system message for the next message of the user.
func (f *folder) note(text string) {
	if text = withoutBlankLines(text); text != "" {
		f.notes = append(f.notes, note+text)
	}
}

// taken returns the notes that wait, which then are taken.
func (f *folder) taken() []string {
	notes := f.notes
	f.notes = nil
	return notes
}

// flush makes a message of the user of the notes that wait.
func (f *folder) flush() {
	if notes := f.taken(); len(notes) > 0 {
		f.add(toolcall.Message{Role: toolcall.RoleUser}, notes...)
	}
}

// add puts a message with notes before its text behind the others, or into the last one if both are of the user or both of the
// assistant.
func (f *folder) add(m toolcall.Message, notes ...string) {
	if f.joins(m.Role) {
		end := &f.folded[len(f.folded)-1]
		end.ToolCalls = append(end.ToolCalls, m.ToolCalls...)
	} else {
		f.end()
		f.folded = append(f.folded, m)
	}
	f.parts = append(append(f.parts, notes...), m.Content)
}

// joins reports whether a message of that role becomes a part of the last one.
func (f *folder) joins(role toolcall.Role) bool {
	return len(f.folded) > 0 && (role == toolcall.RoleUser || role == toolcall.RoleAssistant) && f.folded[len(f.folded)-1].Role == role
}

// end writes the text of the last message.
func (f *folder) end() {
	if len(f.folded) > 0 {
		f.folded[len(f.folded)-1].Content = spaced(f.parts...)
		f.parts = f.parts[:0]
	}
}

// withoutBlankLines keeps the lines of a text that have something in them, as they are.
func withoutBlankLines(text string) string {
	list := slices.DeleteFunc(strings.Split(text, "\n"), func(s string) bool { return strings.TrimSpace(s) == "" })
	return strings.TrimSpace(strings.Join(list, "\n"))
}
