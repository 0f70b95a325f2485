// History: what a turn sees of the turns before it, and what is noted for those behind it.

package assistant

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// mostMessages is how many messages stand for one turn at most, on average: chains of questions can make a turn long.
const mostMessages = 50

// recent returns the messages of the last turns. They begin with words of the user, so that no result stands without its call and
// no request is without such words, which some chat templates refuse: of a turn that alone is too long what is left out stands
// between them and an answer of the model.
func (c *Conversation) recent() []toolcall.Message {
	most := c.engine.config.MaxTurns
	turns := 0
	for i := len(c.messages) - 1; i >= 0; i-- {
		role := c.messages[i].Role
		if role == toolcall.RoleUser {
			turns++
		}
		long := len(c.messages)-i >= most*mostMessages
		if turns == most || long && (role == toolcall.RoleUser || role == toolcall.RoleAssistant) {
			if turns == 0 {
				return append(lastWords(c.messages[:i]), c.messages[i:]...)
			}
			return slices.Clone(c.messages[i:])
		}
	}
	return slices.Clone(c.messages)
}

// lastWords returns the last message of a user, or nothing.
func lastWords(messages []toolcall.Message) []toolcall.Message {
	for _, m := range slices.Backward(messages) {
		if m.Role == toolcall.RoleUser {
			return []toolcall.Message{m}
		}
	}
	return nil
}

// note puts a message for the model into the transcript.
func (t *turn) note(text string) {
	t.messages = append(t.messages, toolcall.Message{Role: toolcall.RoleSystem, Content: text})
}

// tell tells the model what was executed in turns that ended with an error.
func (t *turn) tell() {
	if len(t.conv.undone) > 0 && !t.told {
		t.note(executedText(msgUndone, t.conv.undone))
		t.told = true
	}
}

// Bounds of what is noted of turns that ended with an error.
const (
	mostUndone = 16   // calls, the last ones
	mostResult = 1000 // bytes of a result
)

// remember adds to what was executed in turns that ended with an error.
func (c *Conversation) remember(list []toolcall.Executed) {
	all := slices.Concat(c.undone, list)
	c.undone = all[max(0, len(all)-mostUndone):]
}

// executedText tells a model of calls and their results.
func executedText(heading string, list []toolcall.Executed) string {
	var b strings.Builder
	b.WriteString(heading)
	for _, e := range list {
		what := msgUnknownEnd
		if e.Response != nil {
			output, _ := json.Marshal(e.Result().Output) // without it the call alone is told
			what = echo.CutBytes(string(output), mostResult)
		}
		b.WriteString(sprintf(msgUndoneOne, echo.Clip(e.Call.Name), echo.Clip(string(e.Call.Arguments)), what))
	}
	return b.String()
}
