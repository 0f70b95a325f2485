// Before the model: commands that recognise an utterance, and classifiers that narrow the tools.

package assistant

import (
	"context"
	"slices"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// route asks the commands whether one recognises the utterance. If what it does then fails, the model gets the utterance and is
// told of the failure.
func (t *turn) route(ctx context.Context) (routed bool, err error) {
	commands := t.conv.engine.config.Commands
	if commands == nil {
		return false, nil
	}
	route, ok := commands.PreRoute(ctx, t.said.Text)
	if !ok {
		return false, ctx.Err()
	}
	args, err := route.Arguments.JSON()
	if err != nil {
		return false, nil
	}
	call := toolcall.Call{Call: jarvis.Call{Name: route.Command, Arguments: args}}
	resp, err := t.run(call, t.req, func(req *jarvis.Request) (*jarvis.Response, error) {
		return commands.CallRoute(ctx, req, route, t.conv.options...)
	})
	if err != nil {
		return false, err
	}
	done := []toolcall.Executed{{Call: call, Response: resp}}
	t.before = append(t.before, done...)
	if !resp.Success {
		t.note(executedText(msgRouted, done))
		return false, nil
	}
	t.addUser()
	t.result.PreRouted = true
	text := message(resp)
	if text == "" {
		text = t.defaultWords(resp)
	}
	t.say(text)
	return true, nil
}

// narrow takes the tools that a classifier names.
func (t *turn) narrow(ctx context.Context) {
	config := &t.conv.engine.config
	if config.Classify == nil || !t.conv.engine.provider.UseToolClassifier() {
		return
	}
	var names []string
	err := safely(func() (err error) {
		names, err = config.Classify(ctx, t.said.Text, slices.Clone(t.offer.tools))
		return err
	})
	if err != nil {
		config.Logger.WarnContext(ctx, "assistant: the classifier has failed; all tools are offered", "error", err)
		return
	}
	narrowed := t.offer.only(names)
	if narrowed == t.offer {
		return
	}
	if err := t.conv.engine.render(narrowed, t.conv.context); err != nil {
		config.Logger.WarnContext(ctx, "assistant: the narrowed tools cannot be shown; all are offered", "error", err)
		return
	}
	t.offer = narrowed
}
