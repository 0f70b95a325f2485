// Messages of JSON-RPC, alone and in batches: what is one, and how what is none is refused.

package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/scan"
)

// batch collects the answers to a batch, which are one line. Source: JSON-RPC 2.0, section 6. Only version 2025-03-26 has batches,
// but they are answered in all.
type batch struct {
	left    int // calls that have not been answered
	answers []json.RawMessage
}

// add takes in an answer, nil for a call without one, and returns the line if it is the last one.
func (b *batch) add(answer []byte) []byte {
	if answer != nil {
		b.answers = append(b.answers, answer)
	}
	b.left--
	return b.line()
}

func (b *batch) line() []byte {
	if b.left > 0 || len(b.answers) == 0 {
		return nil
	}
	text, _ := json.Marshal(b.answers) // which are JSON
	return text
}

// members reads the messages of a batch, or says why it is none. It does not read more than a batch may have.
func members(text []byte) (list []json.RawMessage, refusal []byte) {
	dec := json.NewDecoder(bytes.NewReader(text))
	_, err := dec.Token()
	for err == nil && dec.More() {
		if len(list) == maxBatch {
			return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgLongBatch, maxBatch)
		}
		var one json.RawMessage
		err = dec.Decode(&one)
		list = append(list, one)
	}
	switch {
	case err != nil:
		return nil, refuse(nil, jsonrpc.CodeParseError, msgParse)
	case len(list) == 0:
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgEmptyList)
	}
	return list, nil
}

// takeBatch takes in the messages of an array.
func (c *lineConn) takeBatch(text []byte) {
	list, refusal := members(text)
	if refusal != nil {
		c.reply(refusal)
		return
	}
	b := &batch{left: 1} // this one goes when all are known
	for _, text := range list {
		msg, refusal := c.message(text, b)
		if refusal != nil {
			c.mu.Lock()
			b.answers = append(b.answers, refusal)
			c.mu.Unlock()
		}
		if msg != nil {
			c.queue = append(c.queue, msg)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b.left--
	_ = c.write(b.line())
}

// message reads a JSON value that is to be a message, and notes what it means for the calls that are open.
func (c *lineConn) message(text []byte, b *batch) (msg jsonrpc.Message, refusal []byte) {
	msg, refusal = decode(text)
	req, ok := msg.(*jsonrpc.Request)
	switch {
	case ok && req.IsCall() && !c.claim(req.ID, b):
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgIDInUse)
	case ok && !req.IsCall() && req.Method == "notifications/cancelled":
		c.drop(req.Params)
	}
	return msg, refusal
}

// decode reads a JSON value that is to be a message. It returns the answer to one that is none; neither to a broken answer, since
// two that answer each other would never end.
func decode(text []byte) (msg jsonrpc.Message, refusal []byte) {
	head, repeated := keys(text)
	if head == nil {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgInvalid, "not an object")
	}
	request := head["method"] != nil || head["result"] == nil && head["error"] == nil
	id := head["id"]
	switch {
	case !request && (repeated != "" || !isID(id)):
		return nil, nil
	case repeated != "": // the id may be one of several
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgRepeated, echo.Cut(repeated))
	case !isID(id):
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgIDType)
	}
	if wrong := misfit(head); wrong != "" {
		return nil, refuse(id, jsonrpc.CodeInvalidRequest, msgInvalid, wrong)
	}
	msg, err := jsonrpc.DecodeMessage(text)
	switch {
	case err != nil && !request:
		return nil, nil
	case err != nil:
		return nil, refuse(id, jsonrpc.CodeInvalidRequest, msgInvalid, echo.Clip(err.Error()))
	}
	if _, ok := msg.(*jsonrpc.Request); request && !ok {
		return nil, refuse(id, jsonrpc.CodeInvalidRequest, msgInvalid, "it has no method")
	}
	return msg, nil
}

// maxName bounds the names that the SDK repeats in its answers, in bytes. It repeats params too if they are not of the right form;
// longer ones than this are looked at before.
const maxName = 1 << 10

// misfit says what is wrong with a message that the SDK would repeat at any length. It is "" if nothing is.
func misfit(head map[string]json.RawMessage) string {
	method, params := head["method"], head["params"]
	switch {
	case len(method) > maxName:
		return fmt.Sprintf(msgLongName, "method", maxName)
	case len(params) <= maxName:
		return ""
	}
	members, _ := keys(params)
	if members == nil {
		return msgParams
	}
	for _, key := range []string{"name", "uri"} {
		if value := members[key]; len(value) > maxName {
			return fmt.Sprintf(msgLongName, key, maxName)
		} else if len(value) > 0 && value[0] != '"' {
			return fmt.Sprintf(msgNotText, key)
		}
	}
	if meta := members["_meta"]; len(meta) > 0 && meta[0] != '{' && meta[0] != 'n' {
		return msgMeta
	}
	return ""
}

// refused is the answer to a body of which something is no message, nil if there is none.
func refused(body []byte) (refusal []byte) {
	text := bytes.TrimSpace(body)
	if len(text) == 0 {
		return nil
	}
	if !json.Valid(text) {
		return refuse(nil, jsonrpc.CodeParseError, msgParseBody)
	}
	list := []json.RawMessage{text}
	if text[0] == '[' {
		if list, refusal = members(text); refusal != nil {
			return refusal
		}
	}
	calls := map[jsonrpc.ID]bool{}
	for _, one := range list {
		msg, refusal := decode(one)
		if refusal != nil {
			return refusal
		}
		req, ok := msg.(*jsonrpc.Request)
		if !ok || !req.IsCall() {
			continue
		}
		if calls[req.ID] {
			return refuse(nil, jsonrpc.CodeInvalidRequest, msgIDInUse)
		}
		calls[req.ID] = true
	}
	return nil
}

// keys reads the members of an object, and one of those that are there twice. Like the SDK it tells "id" from "ID", which
// encoding/json does not. It returns nil for what is no object.
func keys(text []byte) (head map[string]json.RawMessage, repeated string) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if token, err := dec.Token(); err != nil || token != json.Delim('{') {
		return nil, ""
	}
	head = map[string]json.RawMessage{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, ""
		}
		name := token.(string) // as all keys are
		if _, ok := head[name]; ok {
			repeated = name
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil, ""
		}
		head[name] = value
	}
	return head, repeated
}

// claim notes a call that is to be answered. It reports false for an id that is in use.
func (c *lineConn) claim(id jsonrpc.ID, b *batch) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, used := c.open[id]; used {
		return false
	}
	if b != nil {
		b.left++
	}
	c.open[id] = &pending{batch: b}
	c.waiting.Add(1)
	return true
}

// drop notes that the client has cancelled a call, to which no answer is sent then. Source: the protocol's page on cancellation,
// 2025-11-25, behavior requirements.
func (c *lineConn) drop(params []byte) {
	head, _ := keys(params)
	var given any
	if json.Unmarshal(head["requestId"], &given) != nil {
		return
	}
	id, err := jsonrpc.MakeID(given)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if call, ok := c.open[id]; ok {
		call.cancelled = true
	}
}

// isID reports whether a text is an id that comes back as it was: the SDK reads numbers as 64-bit floats. A notification has none.
func isID(text json.RawMessage) bool {
	if len(text) == 0 || text[0] == '"' {
		return isSound(text)
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil && n > -1<<53 && n < 1<<53
}

// isSound reports whether a text in quotes has no broken Unicode, which would come back as another text.
func isSound(quoted []byte) bool {
	var r scan.Reader
	r.Reset(quoted, 1)
	_, err := r.Scalar()
	return err == nil || len(quoted) == 0
}

// refuse returns an answer that is an error; an id that is not known is null.
func refuse(id json.RawMessage, code int, format string, args ...any) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	type failure struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	text, _ := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failure         `json:"error"`
	}{"2.0", id, failure{code, fmt.Sprintf(format, args...)}})
	return text
}
