// Thinking: what a model thinks is kept for the result and out of the transcript.

package assistant

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// thought returns what is thought in an answer.
func (t *turn) thought(content string) string {
	if t.retry.Native {
		var c prompt.Cleaner
		c.Write(content)
		c.Close()
		return c.Reasoning()
	}
	result, _ := t.retry.Parser.Parse(content) // Run tells the error
	return result.Reasoning
}

// reasoned adds to the thinking of the turn.
func (t *turn) reasoned(text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	if t.result.Reasoning != "" {
		t.result.Reasoning += "\n\n"
	}
	t.result.Reasoning += text
}

// withoutThinking returns messages whose last answer of the model is without thinking. What the model has seen of earlier answers stays.
func (t *turn) withoutThinking(messages []toolcall.Message) []toolcall.Message {
	messages = slices.Clone(messages)
	for i := len(messages) - 1; i >= 0; i-- {
		if m := &messages[i]; m.Role == toolcall.RoleAssistant {
			if t.retry.Native {
				m.Content = t.conv.engine.provider.Sanitize(m.Content)
			} else {
				m.Content = t.unthought(m.Content)
			}
			break
		}
	}
	return messages
}

// unthought returns the text of an answer without thinking and its tags, as it stands otherwise.
func (t *turn) unthought(text string) string {
	reasoning := t.retry.Parser.Reasoning
	tags := strings.NewReplacer(cmp.Or(reasoning.Open, "<think>"), "", cmp.Or(reasoning.Close, "</think>"), "")
	result, _ := t.retry.Parser.Parse(text)
	var b strings.Builder
	for _, p := range result.Parts {
		switch part := text[p.Start:p.End]; p.Kind {
		case toolcall.KindReasoning:
		case toolcall.KindMark: // tags stand in one part with other marks
			b.WriteString(tags.Replace(part))
		default:
			b.WriteString(part)
		}
	}
	return strings.TrimSpace(b.String())
}
