// Printing a turn: what the model calls and is told in short lines, and what the assistant says.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// printer writes until a write fails, and keeps that error. What it prints may come from several goroutines,
// as timers ring when they will; what the model has seen and answered belongs to the goroutine of the turn.
type printer struct {
	verbose bool

	mu  sync.Mutex
	out io.Writer
	err error

	refused []string           // what the model has answered last; should it be refused, it is shown
	seen    []toolcall.Message // of the last request
	tools   string             // of the last request
}

func (p *printer) printf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.out, format, args...)
	}
}

// failure returns the first error of writing.
func (p *printer) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// entry prints a text on a line, after a word for what it is. Without -v it is cut, with -v its line breaks are kept.
func (p *printer) entry(what, text string) {
	if p.verbose {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(strings.Repeat(" ", 11)+visible(line), " ")
		}
		text = strings.TrimSpace(strings.Join(lines, "\n"))
	} else {
		text = visible(cut(text))
	}
	p.printf("  %-8s %s\n", what, text)
}

// words prints what the assistant says.
func (p *printer) words(text string) {
	for part := range strings.Lines(text) {
		p.printf("  %s\n", visible(strings.TrimRight(part, "\r\n")))
	}
}

// rang tells that a timer has ended.
func (p *printer) rang(label string) {
	if label != "" {
		label = " " + strconv.Quote(label)
	}
	p.entry("rings", "The timer"+label+" has ended.")
}

// listener prints what goes on in a turn.
func (p *printer) listener() assistant.Listener {
	return assistant.Listener{
		Retrying: func(told string) {
			p.refusal()
			if !p.verbose { // else it is shown as it is sent
				p.entry("told", told)
			}
		},
		Calling: func(call toolcall.Call) { p.entry("calls", callText(call)) },
		Called:  p.called,
	}
}

// refusal prints the calls that were refused.
func (p *printer) refusal() {
	for _, call := range p.refused {
		p.entry("refused", call)
	}
}

// called prints what a call has answered.
func (p *printer) called(e toolcall.Executed) {
	if !e.Response.Success {
		p.entry("failed", e.Response.ErrorDetails)
		return
	}
	p.entry("result", asJSON(e.Response.ContextData))
}

// roles are the words for whose a message is.
var roles = map[toolcall.Role]string{
	toolcall.RoleSystem: "system", toolcall.RoleUser: "user", toolcall.RoleAssistant: "model", toolcall.RoleTool: "tool",
}

// request prints the tools and the messages of a request that the request before has not had. Messages keep their order, so each is
// looked for behind the one that was found last: what stands at the end again, such as the time, is sent again.
func (p *printer) request(req *llm.Request) {
	if tools := string(req.Tools); tools != p.tools {
		p.tools = tools
		p.entry("tools", tools)
	}
	before, messages := p.seen, unfolded(req.Messages)
	p.seen = messages
	for _, m := range messages {
		if at := slices.IndexFunc(before, func(old toolcall.Message) bool { return reflect.DeepEqual(m, old) }); at >= 0 {
			before = before[at+1:]
			continue
		}
		text := m.Content
		for _, c := range m.ToolCalls {
			text = strings.TrimSpace(text + "\n" + callText(c))
		}
		p.entry(roles[m.Role], text)
	}
}

func asJSON(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func callText(c toolcall.Call) string { return c.Name + " " + string(c.Arguments) }

// overheard is a client whose requests the printer shows with -v, and whose answers it keeps, to show those that are refused.
type overheard struct {
	client llm.Client
	out    *printer
}

// Chat asks the client.
func (o *overheard) Chat(ctx context.Context, req *llm.Request) (*llm.Reply, error) {
	if o.out.verbose {
		o.out.request(req)
	}
	reply, err := o.client.Chat(ctx, req)
	o.out.refused = nil
	if err != nil {
		return nil, err
	}
	for _, c := range reply.Calls {
		o.out.refused = append(o.out.refused, callText(c))
	}
	if len(reply.Calls) == 0 {
		o.out.refused = []string{reply.Content}
	}
	return reply, nil
}

const maxShown = 200 // code points of an entry without -v

// cut shortens a text for a line.
func cut(text string) string {
	n := 0
	for i := range text {
		if n++; n > maxShown {
			return text[:i] + "…"
		}
	}
	return text
}

// visible writes line breaks as ⏎, and what a terminal would obey or not show as a Go escape.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteRune('⏎')
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
