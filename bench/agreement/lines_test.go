// One call of a server of the Model Context Protocol over its standard input and output, as the bytes that a client sends.

package agreement

import (
	"bufio"
	"encoding/json"
	"io"
)

const (
	hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"agreement","version":"1"}}}` + "\n"
	ready = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	ping  = `{"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n" // a reader that does not go by lines finds what is cut off by it
)

// message is the line that calls the tool with these arguments, whatever they are.
func message(raw string) string {
	return `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + toolName + `","arguments":` + raw + `}}` + "\n"
}

// converse serves one session, sends the call, and waits for its answer or for the end of the session. It reports whether the
// answer is a result without isError.
func converse(raw string, serve func(in io.ReadCloser, out io.WriteCloser) error) bool {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = serve(fromClient, toClient) // what the session ends with is no matter of the call
		_ = toClient.Close()
	}()
	go func() {
		for _, line := range []string{hello, ready, message(raw), ping} {
			_, _ = io.WriteString(toServer, line) // a session that has ended answers nothing
		}
	}()
	succeeded := answer(fromServer)
	_ = toServer.Close()
	_ = fromServer.Close()
	<-done
	return succeeded
}

// answer reads lines up to the one that answers the call: that of its id, or an error for a line that cannot be read.
func answer(out io.Reader) bool {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return false
		}
		var got struct {
			ID     json.RawMessage
			Error  json.RawMessage
			Result struct{ IsError bool }
		}
		if json.Unmarshal(line, &got) != nil {
			continue
		}
		if id := string(got.ID); id == "2" || id == "null" && got.Error != nil {
			return got.Error == nil && !got.Result.IsError
		}
	}
}
