// A turn: one answer read, checked, asked for again, and its calls run.

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// answers is one line of the input: what a model writes when it is asked, and asked again.
type answers struct {
	Model   string          `json:"model"`
	Format  toolcall.Format `json:"format"`
	Said    string          `json:"said"`
	Answers []string        `json:"answers"`
}

// maxLine bounds a line of the input.
const maxLine = 4 << 20

// readAll runs all answers of a source and prints them.
func (h *home) readAll(ctx context.Context, source io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(source)
	lines.Buffer(nil, maxLine)
	p := &printer{out: out, auto: h.auto}
	number := 1
	for ; lines.Scan() && p.err == nil; number++ {
		text := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		var a answers
		if err := decode(text, &a); err != nil {
			p.printf("line %d is no answer: %v\n\n", number, err)
			continue
		}
		if err := h.turn(ctx, p, a); err != nil {
			return err
		}
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("line %d is longer than %d MiB", number, maxLine>>20)
	}
	return errors.Join(err, p.err)
}

func decode(text string, a *answers) error {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(a); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("there is more behind the object")
	}
	if len(a.Answers) == 0 {
		return errors.New(`"answers" is missing or empty`)
	}
	return nil
}

// turn runs the answers of one model to one utterance.
func (h *home) turn(ctx context.Context, p *printer, a answers) error {
	if h.auto {
		a.Format = toolcall.Auto
	}
	p.count++
	p.printf("%d  %s (%s): %q\n", p.count, a.Model, a.Format, a.Said)
	loop := toolcall.Retry{
		Parser:      toolcall.Parser{Format: a.Format, Repair: h.repair, Tools: h.tools},
		Tools:       h.tools,
		OnExhausted: toolcall.Clarify,
	}
	ask := a.scripted(p)
	turn, err := loop.Run(ctx, []toolcall.Message{{Role: toolcall.RoleUser, Content: a.Said}}, ask)
	var unknown *toolcall.UnknownFormatError
	if errors.As(err, &unknown) {
		p.entry("failed", err.Error())
		p.printf("\n")
		return nil
	}
	if err != nil {
		return err
	}
	p.turn(turn)
	if len(turn.Calls) > 0 {
		done, err := loop.Execute(ctx, turn, &jarvis.Request{VoiceCommand: a.Said}, ask, h.execute)
		if err != nil {
			return err
		}
		p.outcome(done)
	}
	p.printf("\n")
	return nil
}

// execute runs one call on the commands.
func (h *home) execute(ctx context.Context, call toolcall.Call, req *jarvis.Request) (*jarvis.Response, error) {
	return h.registry.Call(ctx, req, call.Call)
}

// scripted is a model that writes its answers one after the other and then repeats the last. What it is told on the way is
// printed.
func (a answers) scripted(p *printer) toolcall.Ask {
	next := 0
	return func(_ context.Context, messages []toolcall.Message) (toolcall.Reply, error) {
		if last := messages[len(messages)-1]; next > 0 {
			p.entry("told", last.Content)
		}
		text := a.Answers[min(next, len(a.Answers)-1)]
		next++
		p.entry("wrote", text)
		return toolcall.Reply{Content: text}, nil
	}
}

// printer writes for people and keeps the first error.
type printer struct {
	out   io.Writer
	auto  bool // the format is recognised, and told
	count int
	err   error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.out, format, args...)
	}
}

// entry prints a text with what it is before it.
func (p *printer) entry(what, text string) { p.printf("   %-9s %s\n", what, shorten(text)) }

// turn prints what was found in the last answer.
func (p *printer) turn(turn *toolcall.Turn) {
	if res := turn.Result; res != nil {
		if p.auto {
			p.entry("format", string(res.Format))
		}
		if res.Reasoning != "" {
			p.entry("thought", res.Reasoning)
		}
		for _, d := range res.Dropped {
			if strings.TrimSpace(d.Text) != "" {
				p.entry("left out", fmt.Sprintf("%s (%s)", d.Text, d.Why))
			}
		}
	}
	if turn.Content != "" {
		p.entry("says", turn.Content)
	}
	for _, call := range turn.Calls {
		p.entry("calls", call.Name+" "+string(call.Arguments))
		if len(call.Repaired) > 0 {
			p.entry("mended", strings.Join(call.Repaired, ", "))
		}
	}
	for _, e := range turn.Errors {
		p.entry("refused", strings.Join(e.Fragments(), ", "))
	}
	if turn.Syntax != nil {
		p.entry("refused", turn.Syntax.Error())
	}
	if turn.Clarification != nil {
		p.question(turn.Clarification)
	}
}

func (p *printer) question(c *toolcall.Clarification) {
	text := c.Question
	if len(c.Options) > 0 {
		text += " [" + strings.Join(c.Options, " | ") + "]"
	}
	p.entry("asks", text)
}

// outcome prints what the calls answered.
func (p *printer) outcome(done *toolcall.Outcome) {
	for _, e := range done.Executed {
		switch message, _ := e.Response.ContextData["message"].(string); {
		case !e.Response.Success:
			p.entry("failed", e.Response.ErrorDetails)
		case message != "":
			p.entry("answered", message)
		default:
			p.entry("answered", fmt.Sprint(e.Response.ContextData))
		}
	}
	if done.Clarification != nil {
		p.question(done.Clarification)
	}
}

const maxShown = 400 // code points of a text that are shown

// shorten makes outside text fit for a line of a terminal.
func shorten(text string) string {
	runes := []rune(text)
	cut := ""
	if len(runes) > maxShown {
		runes, cut = runes[:maxShown], "…"
	}
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n':
			return '⏎'
		case unicode.IsPrint(c):
			return c
		}
		return unicode.ReplacementChar
	}, string(runes)) + cut
}
