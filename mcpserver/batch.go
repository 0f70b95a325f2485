// Messages of JSON-RPC, alone and in batches: what is one, and how what is none is refused.

package mcpserver

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// batch collects the answers to a batch, which are one line. Source: JSON-RPC 2.0, section 6. Only version 2025-03-26 has batches,
// but they are answered in all.
type batch struct {
	left    int // calls that have not been answered
	answers []json.RawMessage
}

// add takes in an answer and returns the line if it is the last one.
func (b *batch) add(answer []byte) []byte {
	b.answers = append(b.answers, answer)
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

// takeBatch takes in the messages of an array.
func (c *lineConn) takeBatch(text []byte) {
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil || len(list) == 0 {
		c.reply(refuse(nil, jsonrpc.CodeInvalidRequest, msgEmptyList))
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

// message reads a JSON value that is to be a message. It returns the answer to one that is none; neither to a broken answer, since
// two that answer each other would never end.
func (c *lineConn) message(text []byte, b *batch) (msg jsonrpc.Message, refusal []byte) {
	var head struct{ ID, Method, Result, Error json.RawMessage }
	if json.Unmarshal(text, &head) != nil {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgInvalid, "not an object")
	}
	request := head.Method != nil || head.Result == nil && head.Error == nil
	if !isID(head.ID) {
		if !request {
			return nil, nil
		}
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgIDType)
	}
	msg, err := jsonrpc.DecodeMessage(text)
	switch {
	case err != nil && !request:
		return nil, nil
	case err != nil:
		return nil, refuse(head.ID, jsonrpc.CodeInvalidRequest, msgInvalid, echo.Clip(err.Error()))
	}
	if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() && !c.claim(req.ID, b) {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, msgIDInUse)
	}
	return msg, nil
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
	c.open[id] = b
	c.waiting.Add(1)
	return true
}

// isID reports whether a text is an id that comes back as it was: the SDK reads numbers as 64-bit floats. A notification has none.
func isID(text json.RawMessage) bool {
	if len(text) == 0 || text[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil && n > -1<<53 && n < 1<<53
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
