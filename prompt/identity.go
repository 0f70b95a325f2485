// Identity: who the model is and where it stands.

package prompt

import (
	"cmp"
	"regexp"
)

// IdentityOptions say what the identity tells. The zero value is an unknown room and a brief style.
type IdentityOptions struct {
	Room     string // empty means "unknown"
	User     string // empty leaves the user out, so that the text is the same for all speakers
	Style    string // how answers are to be; empty means "brief"
	Memories string // what is known about the user; lines are kept, blank lines are not
	Persona  string // how the assistant is to sound; lines are kept, blank lines are not
}

// Identity says who the model is: a sentence, then a line such as "room=kitchen, style=brief" with the user behind the room if
// there is one, then what is known about the user, then the persona between <personality> tags, told to be tone only. The
// zero value of o gives the first two. Source: the identity header of the original.
func Identity(o IdentityOptions) string {
	context := "room=" + cmp.Or(line(o.Room), unknown)
	if user := line(o.User); user != "" {
		context += ", user=" + user
	}
	context += ", style=" + cmp.Or(line(o.Style), msgDefaultStyle)
	return spaced(headed(msgIdentity, context), headed(msgMemories, paragraph(o.Memories)), persona(o.Persona))
}

// personalityTag finds what could be read as a tag of the fence.
var personalityTag = regexp.MustCompile(`(?i)<(\s*/?\s*personality)`)

// persona fences a persona in. A tag of the fence in the text opens with a parenthesis instead, so that it ends nothing.
func persona(text string) string {
	if text = paragraph(text); text == "" {
		return ""
	}
	text = personalityTag.ReplaceAllString(text, "($1")
	return msgPersonality + "\n" + personality + "\n" + text + "\n" + personalityEnd
}
