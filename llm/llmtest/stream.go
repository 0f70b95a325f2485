// Streamed answers: server-sent events with the pieces of a reply.

package llmtest

import (
	"context"
	"errors"
	"net/http"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// argumentPiece is the length of the pieces of arguments in a stream, in code points.
const argumentPiece = 8

// stream answers with events. Until the first of them an error is returned; from then on it is an event itself.
func (h *handler) stream(ctx context.Context, w http.ResponseWriter, q *question, head wireHead) error {
	head.Object = "chat.completion.chunk"
	s := &streamer{w: w, head: head}
	if q.usage {
		s.usage = (*llm.Usage)(nil)
	}
	req := q.request
	req.OnDelta = s.delta
	reply, err := h.ask(ctx, &req, head.Model)
	if err != nil {
		if !s.begun {
			return err
		}
		_ = s.event(refusalOf(err).body())
		return nil
	}
	_ = s.finish(reply)
	return nil
}

// streamer writes the chunks of one answer.
type streamer struct {
	w     http.ResponseWriter
	head  wireHead
	usage any // of the chunks before the one that tells it
	begun bool
	told  bool // pieces of the content or the reasoning
}

// delta writes a piece that the model tells.
func (s *streamer) delta(d llm.Delta) error {
	s.told = true
	piece := wireDelta{Reasoning: d.Reasoning}
	if d.Content != "" {
		piece.Content = &d.Content
	}
	return s.chunk(piece, nil)
}

// finish writes what comes behind the pieces. The content of a client that has told none comes as one piece.
func (s *streamer) finish(reply *llm.Reply) error {
	s.head.Model = reply.Model
	if !s.told && reply.Reasoning+reply.Content != "" {
		if err := s.delta(llm.Delta{Content: reply.Content, Reasoning: reply.Reasoning}); err != nil {
			return err
		}
	}
	for i, c := range reply.Calls {
		if err := s.call(i, c); err != nil {
			return err
		}
	}
	if err := s.chunk(wireDelta{}, &reply.Finish); err != nil {
		return err
	}
	if s.usage != nil {
		if err := s.event(wireChunk{s.head, []wireDeltaChoice{}, &reply.Usage}); err != nil {
			return err
		}
	}
	return s.write("data: [DONE]\n\n")
}

// call writes the beginning of a call, and its arguments in pieces.
func (s *streamer) call(index int, c toolcall.Call) error {
	begin := wireCall{Index: &index, ID: c.ID, Type: callType, Function: wireFunction{Name: c.Name}}
	if err := s.chunk(wireDelta{Calls: []wireCall{begin}}, nil); err != nil {
		return err
	}
	for piece := range pieces(string(c.Arguments), argumentPiece) {
		more := wireCall{Index: &index, Function: wireFunction{Arguments: piece}}
		if err := s.chunk(wireDelta{Calls: []wireCall{more}}, nil); err != nil {
			return err
		}
	}
	return nil
}

// chunk writes a piece of the message; the first is that of the role.
func (s *streamer) chunk(d wireDelta, finish *llm.Finish) error {
	if !s.begun {
		s.begin()
		empty := ""
		if err := s.chunk(wireDelta{Role: toolcall.RoleAssistant, Content: &empty}, nil); err != nil {
			return err
		}
	}
	return s.event(wireChunk{s.head, []wireDeltaChoice{{Delta: d, Finish: finish}}, s.usage})
}

func (s *streamer) begin() {
	s.begun = true
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("Cache-Control", "no-cache")
	s.w.WriteHeader(http.StatusOK)
}

func (s *streamer) event(v any) error {
	text, err := plainJSON(v)
	if err != nil {
		return err
	}
	return s.write("data: " + string(text) + "\n") // the JSON ends with a line break
}

// write sends the text at once: a client waits for it. A writer that cannot do so, as some wrappers, sends it when it likes.
func (s *streamer) write(text string) error {
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	err := http.NewResponseController(s.w).Flush()
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
