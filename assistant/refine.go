// Refining: the second step of filling in arguments.

package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// refine asks for the refinable parameters of each call and fills in what comes of it. A failure of any kind leaves the call.
func (t *turn) refine(ctx context.Context, got *toolcall.Turn) {
	answer := &got.Messages[len(got.Messages)-1]
	for i, call := range got.Calls {
		tool, ok := t.tool(call.Name)
		if !ok || ctx.Err() != nil {
			continue
		}
		if args, ok := t.refinedBefore(tool, call); ok {
			got.Calls[i].Arguments = args
			if t.retry.Native {
				answer.ToolCalls[i].Arguments = args
			}
			continue
		}
		shown := prompt.BuildTools([]prompt.Tool{tool}, prompt.ToolOptions{NoDatetimeFormats: t.conv.engine.config.DateKeys})[0]
		text, ok := prompt.RefinePrompt(shown, call, t.said.Text, t.dateNotes(call.Name)...)
		if !ok {
			continue
		}
		reply, err := t.askForValues(ctx, text)
		if err != nil {
			t.conv.engine.config.Logger.WarnContext(ctx, "assistant: a call could not be refined", "tool", echo.Cut(call.Name), "error", err)
			continue
		}
		refined, _ := prompt.MergeRefined(tool, call, reply.Content, t.conv.options...)
		got.Calls[i] = refined
		if t.retry.Native {
			answer.ToolCalls[i].Arguments = refined.Arguments
		}
	}
}

// refinedBefore returns the arguments of a call that was executed before the user was asked and is this one but for what refining
// has filled in: a model that makes its calls again does not know of that.
func (t *turn) refinedBefore(tool prompt.Tool, call toolcall.Call) (args json.RawMessage, ok bool) {
	var schema struct {
		Properties map[string]struct {
			Refinable bool `json:"_refinable"`
		} `json:"properties"`
	}
	if json.Unmarshal(tool.Parameters, &schema) != nil {
		return nil, false
	}
	for _, e := range t.known {
		if e.Call.Name != call.Name {
			continue
		}
		var executed, made map[string]json.RawMessage
		if json.Unmarshal(e.Call.Arguments, &executed) != nil || json.Unmarshal(call.Arguments, &made) != nil {
			continue
		}
		for name, p := range schema.Properties {
			if _, given := made[name]; p.Refinable && !given {
				delete(executed, name)
			}
		}
		plain, err := json.Marshal(executed)
		if err == nil && toolcall.SameCall(toolcall.Call{Call: jarvis.Call{Name: call.Name, Arguments: plain}}, call) {
			return slices.Clone(e.Call.Arguments), true
		}
	}
	return nil, false
}

// dateNotes say how dates are written and what time it is, for a tool that takes any.
func (t *turn) dateNotes(tool string) []string {
	if !takesDates(t.offer.checks.Only(tool)) {
		return nil
	}
	var keys []string
	if t.conv.engine.config.DateKeys {
		keys = dates.Keys()
	}
	notes := []string{prompt.Dates(keys, false)}
	for _, m := range prompt.Trailing(prompt.Moment{Now: t.said.Moment.Now})[1:] { // without the speaker
		notes = append(notes, m.Content)
	}
	return notes
}

// askForValues asks the model for nothing but values.
func (t *turn) askForValues(ctx context.Context, text string) (reply *llm.Reply, err error) {
	zero := 0.0
	req := &llm.Request{
		Model: t.conv.engine.config.Model, Temperature: &zero, MaxTokens: maxTokens,
		Messages: []toolcall.Message{{Role: toolcall.RoleUser, Content: prompt.UserMessage(text, nil, t.conv.engine.provider.UserMessageSuffix())}},
	}
	err = safely(func() (err error) {
		reply, err = t.conv.engine.config.Client.Chat(ctx, req)
		return err
	})
	if err == nil && reply == nil {
		err = errors.New(msgNilReply)
	}
	if err == nil {
		t.count(reply)
	}
	return reply, err
}

// tool returns an offered tool with all of its parameters.
func (t *turn) tool(name string) (prompt.Tool, bool) {
	for _, tool := range t.offer.tools {
		if tool.Name == name {
			return tool, true
		}
	}
	return prompt.Tool{}, false
}
