// The conversation: one turn for each line of the input.

package main

import (
	"context"
	"errors"
	"strings"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// talk holds a turn for each line until the input or ctx ends. The error is that of reading or of writing.
func (p program) talk(ctx context.Context, conversation *assistant.Conversation, out *printer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines := readLines(ctx, p.stdin)
	for {
		if p.terminal {
			out.printf("> ")
		}
		var l line
		var more bool
		select {
		case l, more = <-lines:
		case <-ctx.Done():
		}
		if !more || ctx.Err() != nil {
			if p.terminal {
				out.printf("\n")
			}
			return out.failure()
		}
		if l.fatal {
			return errors.Join(l.err, out.failure())
		}
		p.turn(ctx, conversation, out, l)
		if err := out.failure(); err != nil {
			return err
		}
	}
}

// turn says one line to the assistant and prints what comes of it. Blank lines are passed over.
func (p program) turn(ctx context.Context, conversation *assistant.Conversation, out *printer, l line) {
	text := strings.TrimSpace(strings.ToValidUTF8(l.text, "\uFFFD"))
	switch {
	case l.err != nil:
		out.entry("skipped", l.err.Error())
		return
	case text == "":
		return
	case !p.terminal:
		out.printf("> %s\n", visible(text))
	}
	result, err := conversation.Say(ctx, assistant.Utterance{Text: text})
	if ctx.Err() != nil {
		return // nobody waits for the answer any more
	}
	if err != nil {
		out.entry("failed", err.Error())
	}
	if len(result.Refused) > 0 { // and no retry is left
		out.refusal()
		for _, e := range result.Refused {
			out.entry("because", strings.Join(e.Fragments(), ", "))
		}
	}
	out.words(result.Text)
	if result.Stop == toolcall.StopValidation && len(result.Question.Options) > 0 {
		out.entry("options", strings.Join(result.Question.Options, ", "))
	}
}
