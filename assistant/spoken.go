// What is said: of executed calls, of answers without calls, and where nobody has words.

package assistant

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// speakResults ends the turn with what the calls say themselves, if they do. What server tools answer is for the model alone.
func (t *turn) speakResults(batch []toolcall.Executed) bool {
	mine := slices.DeleteFunc(slices.Clone(batch), func(e toolcall.Executed) bool { return t.offer.by[e.Call.Name].kind == byServer })
	if len(mine) == 0 {
		return false
	}
	var spoken []string
	failed, waits, mute, knowledge := 0, false, false, true
	for _, e := range mine {
		text := message(e.Response)
		if !e.Response.Success {
			failed++
			text = t.failure(e)
		}
		waits = waits || e.Response.Success && e.Response.WaitForInput
		mute = mute || text == ""
		knowledge = knowledge && delegates(e.Response)
		if text != "" && !slices.Contains(spoken, text) {
			spoken = append(spoken, text)
		}
	}
	switch {
	case failed == len(mine):
		t.stop(toolcall.StopComplete, CodeFailed, t.apology(mine[0]))
		return true
	case !mute && (waits || t.conv.engine.config.SpeakResults && failed == 0):
		t.say(strings.Join(spoken, " "))
		return true
	case knowledge:
		t.nudge = msgKnowledge
	}
	return false
}

// failure is what is said of a failed call: the model's words for it, the command's, or why it failed.
func (t *turn) failure(e toolcall.Executed) string {
	if text := t.foreseen(e.Call); text != "" {
		return text
	}
	if text := message(e.Response); text != "" {
		return text
	}
	return strings.TrimSpace(e.Response.ErrorDetails)
}

// foreseen is what the model wants said if a call fails.
func (t *turn) foreseen(call toolcall.Call) string {
	return t.conv.engine.provider.Sanitize(call.FailureMessage)
}

// apology says that all calls have failed: in the model's words or, with an apology before them, the command's.
func (t *turn) apology(first toolcall.Executed) string {
	if text := t.foreseen(first.Call); text != "" {
		return text
	}
	return strings.TrimSpace(t.conv.engine.config.Phrases.Failed + " " + t.failure(first))
}

// message is what a response has to say itself.
func message(resp *jarvis.Response) string {
	text, _ := resp.ContextData["message"].(string)
	return strings.TrimSpace(text)
}

// delegates reports whether a result is a question alone, which the model is to answer itself.
func delegates(resp *jarvis.Response) bool {
	query, ok := resp.ContextData["query"].(string)
	return resp.Success && ok && query != "" && len(resp.ContextData) == 1
}

// defaultWords is what is said for a response that says nothing.
func (t *turn) defaultWords(resp *jarvis.Response) string {
	if resp.WaitForInput {
		return t.conv.engine.config.Phrases.Listening
	}
	return t.conv.engine.config.Phrases.Done
}

// answered takes an answer without calls. It is not done if the guard wants another one.
func (t *turn) answered(got *toolcall.Turn) (done bool) {
	config := &t.conv.engine.config
	t.messages = got.Messages[:len(got.Messages)-1]
	var c prompt.Cleaner
	c.Write(got.Content)
	c.Close()
	text := t.conv.engine.provider.Sanitize(got.Content)
	switch {
	case !config.NotForMe || !c.Has(prompt.SentinelNotForMe) || len(t.before) > 0: // who is served has spoken to it
	case t.draft != "": // the guard has taken back words that were meant for the user
		t.say(t.draft)
		return true
	default:
		t.result.Stop = StopNotForMe
		return true
	}
	t.result.EndOfExchange = config.ExchangeComplete && c.Has(prompt.SentinelExchangeComplete)
	if meantAsCall(text) {
		text = ""
	}
	if t.nudge = t.guard(text); t.nudge != "" {
		t.draft, t.nudged = text, true
		return false
	}
	if text == "" {
		if got.Content != "" {
			config.Logger.Warn("assistant: the answer of the model has nothing to be spoken; tool calls in the text of a native provider are not read")
		}
		text = t.wordsOfResults()
	}
	t.say(text)
	return true
}

// meantAsCall reports whether an answer is a call that is written in a form that the provider does not read. It is not spoken.
func meantAsCall(text string) bool {
	var call struct {
		Name      *string          `json:"name"`
		Arguments *json.RawMessage `json:"arguments"`
	}
	return strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &call) == nil && call.Name != nil && call.Arguments != nil
}

// wordsOfResults is what is said when the model says nothing: the messages of the calls, or that they are done.
func (t *turn) wordsOfResults() string {
	texts, last := t.results()
	switch {
	case last == nil:
		return t.conv.engine.config.Phrases.Nothing
	case len(texts) == 0:
		return t.defaultWords(last)
	}
	return strings.Join(texts, " ")
}

// results returns what the calls of the turn say themselves, and the last response.
func (t *turn) results() (texts []string, last *jarvis.Response) {
	for _, e := range t.before {
		if t.offer.by[e.Call.Name].kind == byServer {
			continue
		}
		last = e.Response
		text := message(e.Response)
		if !e.Response.Success {
			text = t.failure(e)
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts, last
}
