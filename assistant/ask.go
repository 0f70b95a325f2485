// Asking: the request to the model and what is heard of its answer.

package assistant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// modelError is an error of the client.
type modelError struct{ err error }

func (e *modelError) Error() string { return fmt.Errorf(msgModel, e.err).Error() }

func (e *modelError) Unwrap() error { return e.err }

// askAloud asks for an answer that may be spoken as it comes.
func (t *turn) askAloud(ctx context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
	t.speech.retract()
	defer t.speech.stop()
	return t.model(ctx, messages, t.speech.start(t.conv.engine.provider))
}

// askQuietly asks for a call only.
func (t *turn) askQuietly(ctx context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
	return t.model(ctx, messages, nil)
}

// model asks the model once.
func (t *turn) model(ctx context.Context, messages []toolcall.Message, heard func(llm.Delta) error) (toolcall.Reply, error) {
	req := t.request(messages, heard)
	t.nudge = ""
	if open := toolcall.Unanswered(req.Messages); len(open) > 0 {
		return toolcall.Reply{}, fmt.Errorf(msgOpen, strings.Join(open, ", "))
	}
	reply, err := t.conv.engine.config.Client.Chat(ctx, req)
	if err == nil && reply == nil {
		err = errors.New(msgNilReply)
	}
	if err != nil {
		return toolcall.Reply{}, &modelError{err}
	}
	t.count(reply)
	answer := toolcall.Reply{Content: reply.Content, Calls: reply.Calls}
	if provider := t.conv.engine.provider; !provider.SupportsNativeTools() {
		if text, ok := provider.ParseResponse(reply.Content); ok {
			answer.Content = text
		}
	}
	t.reasoned(t.thought(answer.Content))
	return answer, nil
}

// request is what the model is asked.
func (t *turn) request(messages []toolcall.Message, heard func(llm.Delta) error) *llm.Request {
	config, provider := &t.conv.engine.config, t.conv.engine.provider
	req := &llm.Request{
		Model: config.Model, Messages: t.requestMessages(messages), Temperature: config.Temperature, MaxTokens: config.MaxTokens, OnDelta: heard,
	}
	if provider.SupportsNativeTools() {
		req.Tools = t.offer.request
	} else if req.ResponseFormat = provider.ResponseFormat(); req.ResponseFormat == nil {
		req.ResponseFormat = prompt.EnvelopeFormat()
	}
	return req
}

// retrying counts a retry and tells the listener why the model is asked again.
func (t *turn) retrying(told string) {
	t.retries++
	t.speech.retract()
	t.conv.heard(func(l Listener) {
		if l.Retrying != nil {
			l.Retrying(told)
		}
	})
}

// count adds what an answer has cost and what the model has thought beside it.
func (t *turn) count(reply *llm.Reply) {
	t.result.Usage.Prompt += reply.Usage.Prompt
	t.result.Usage.Completion += reply.Usage.Completion
	t.result.Usage.Total += reply.Usage.Total
	t.result.Truncated = reply.Finish == llm.FinishLength
	t.reasoned(reply.Reasoning)
}

// requestMessages puts around the transcript what only the model sees: the system prompt before it, what is known of the turn before the
// last words of the user, a nudge behind it, and the suffix of the provider behind all words of users.
func (t *turn) requestMessages(messages []toolcall.Message) []toolcall.Message {
	suffix := t.conv.engine.provider.UserMessageSuffix()
	last := len(messages)
	for last > 0 && messages[last-1].Role != toolcall.RoleUser {
		last--
	}
	last-- // the last message of a user, or -1
	out := make([]toolcall.Message, 0, len(messages)+5)
	out = append(out, toolcall.Message{Role: toolcall.RoleSystem, Content: t.offer.system})
	for i, m := range messages {
		if i == last {
			out = append(out, prompt.Trailing(t.said.Moment)...)
		}
		if m.Role == toolcall.RoleUser {
			var hints []string
			if i == last {
				hints = t.said.Moment.Hints
			}
			m.Content = prompt.UserMessage(m.Content, hints, suffix)
		}
		out = append(out, m)
	}
	if t.nudge != "" {
		out = append(out, toolcall.Message{Role: toolcall.RoleSystem, Content: t.nudge})
	}
	if t.conv.engine.provider.SystemOnce() {
		return prompt.Fold(out)
	}
	return slices.Clip(out)
}
