// Calls that were executed before the user was asked, and are not executed again when it goes on.

package toolcall

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/jarvis-sdk/jarvis"
)

// before returns what was executed before an answer, each call once.
func (c Retry) before(messages []Message, answer Answer) []Executed {
	list := slices.Clone(answer.Executed)
	if !c.Native {
		return list
	}
	for _, e := range earlier(messages, answer.ToolCallID) {
		if !slices.ContainsFunc(list, func(known Executed) bool { return sameCall(known.Call, e.Call) }) {
			list = append(list, e)
		}
	}
	return list
}

// earlier returns what was executed for the last words of the user according to a transcript of structured calls: the calls
// behind them that a result stands for as Execute writes it. What was not executed, answers of the user and calls nobody knows
// the outcome of are answered otherwise. The call of the id that is open waits for the user.
func earlier(messages []Message, open string) []Executed {
	var list []Executed
	calls := map[string]Call{}
	for _, m := range messages {
		if m.Role == RoleUser {
			list = nil
		}
		for _, c := range m.ToolCalls {
			calls[c.ID] = c
		}
		call, known := calls[m.ToolCallID]
		if resp := responseOf(m); known && resp != nil {
			list = append(list, Executed{cloneCall(call), resp})
		}
	}
	if call, known := calls[open]; known {
		list = reopened(list, call)
	}
	return list
}

// responseOf reads the result of a call; it is nil for any other message.
func responseOf(m Message) *jarvis.Response {
	var wire struct {
		Success *bool          `json:"success"`
		Message *any           `json:"message"`
		Context map[string]any `json:"context"`
		Error   *string        `json:"error"`
	}
	if m.Role != RoleTool || json.Unmarshal([]byte(m.Content), &wire) != nil || wire.Success == nil {
		return nil
	}
	resp := &jarvis.Response{Success: *wire.Success, ContextData: wire.Context}
	if wire.Error != nil {
		resp.ErrorDetails = *wire.Error
	}
	if wire.Message != nil {
		if resp.ContextData = maps.Clone(wire.Context); resp.ContextData == nil {
			resp.ContextData = map[string]any{}
		}
		resp.ContextData["message"] = *wire.Message
	}
	return resp
}

// done returns the response of a call whose result is known, or of an equal one that was executed before the user was asked, or
// nil.
func (f *flow) done(call Call) *jarvis.Response {
	if i := slices.IndexFunc(f.known, func(e Executed) bool { return e.Call.ID == call.ID }); i >= 0 {
		resp := f.known[i].Response
		f.known = slices.Delete(f.known, i, i+1) // a corrected call has the same id
		return resp
	}
	for _, e := range f.before {
		if sameCall(e.Call, call) {
			return e.Response
		}
	}
	return nil
}

// SameCall reports whether two calls have the same name and, as JSON values, the same arguments: the order of members, the way in
// which a number is written and members that are null make no difference.
// What is no JSON object is the same as its own text alone.
func SameCall(a, b Call) bool {
	if isObject(a) && isObject(b) {
		return sameCall(a, b)
	}
	return a.Name == b.Name && bytes.Equal(a.Arguments, b.Arguments)
}

// isObject reports whether the arguments of a call are a JSON object, or none.
func isObject(c Call) bool {
	var members map[string]json.RawMessage
	args := plainArguments(c.Arguments)
	return len(args) == 0 || json.Unmarshal(args, &members) == nil
}

func sameCall(a, b Call) bool {
	return a.Name == b.Name && sameJSON(argumentsOf(a), argumentsOf(b))
}

// settled returns what a question has to carry: all that was executed, without the call that waits for the answer.
func (f *flow) settled() []Executed {
	list := slices.Clone(f.before)
	for _, e := range f.out.Executed {
		if e.Call.ID == f.out.Clarification.ToolCallID {
			list = reopened(list, e.Call)
			continue
		}
		list = append(list, Executed{cloneCall(e.Call), e.Response})
	}
	return list
}

// reopened takes earlier refusals of a call out, as the user is asked about it now and may want it all the same.
func reopened(list []Executed, open Call) []Executed {
	return slices.DeleteFunc(list, func(e Executed) bool { return sameCall(e.Call, open) && len(refusalsOf(e.Response)) > 0 })
}
