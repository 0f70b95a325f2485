// Package assistanttest lets the harness of package jarvistest drive an assistant.Engine in this process, with a real model or a
// scripted one (package llmtest).
//
//	parser, err := assistanttest.New(assistant.Config{Provider: provider, Client: client}, commands...)
//	jarvistest.Run(t, parser, commands, cases, jarvistest.Config{})
package assistanttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/jarvistest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// What is wrong with a set-up.
const (
	msgCommands = "assistanttest: Config.Commands would be executed; give the commands to New, or the Config to Executing"
	msgContext  = "assistanttest: the context of the case: %w"
)

// Parser is a jarvistest.Parser: each of its sessions is a conversation of an engine. It is safe for concurrent use as far as
// Template is.
type Parser struct {
	// Template is what conversations begin with: set what they have in common before the first. ID and ClientTools are set for
	// each, the Context of a case goes over that of the Template, and Listener hears all that it would hear else.
	Template assistant.Start

	engine *assistant.Engine
	tools  []prompt.Tool
}

// New makes a Parser whose engine is offered the commands as tools of the caller and executes none of them: that is for
// jarvistest.Measure, and for jarvistest.Converse, which executes them itself. What Config.ServerTools has is executed by the engine all
// the same. Config.Commands has to be nil. The errors are those of jarvis.Define and assistant.New.
func New(config assistant.Config, cmds ...jarvis.Command) (*Parser, error) {
	if config.Commands != nil {
		return nil, errors.New(msgCommands)
	}
	var errs []error
	defs := make([]*jarvis.Definition, len(cmds))
	for i, cmd := range cmds {
		d, err := jarvis.Define(cmd)
		defs[i], errs = d, append(errs, err)
	}
	p, err := Executing(config)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	p.tools = prompt.ToolsFromDefinitions(defs...)
	return p, nil
}

// Executing makes a Parser whose engine executes Config.Commands, as it does in a program: that is for jarvistest.Converse without
// commands of its own. The error is that of assistant.New.
func Executing(config assistant.Config) (*Parser, error) {
	engine, err := assistant.New(config)
	if err != nil {
		return nil, err
	}
	return &Parser{engine: engine}, nil
}

// Start begins a conversation.
func (p *Parser) Start(_ context.Context, s jarvistest.Start) (jarvistest.Session, error) {
	own := &session{id: s.ConversationID}
	start := p.Template
	start.ID, start.ClientTools = s.ConversationID, p.tools
	if s.Context != nil {
		both, err := joined(start.Context, s.Context)
		if err != nil {
			return nil, fmt.Errorf(msgContext, err)
		}
		start.Context = both
	}
	hear := start.Listener.Calling
	start.Listener.Calling = func(call toolcall.Call) {
		own.executed = append(own.executed, toolcall.CloneCalls([]toolcall.Call{call})[0].Call)
		if hear != nil {
			hear(call)
		}
	}
	var err error
	own.talk, err = p.engine.Start(start)
	if err != nil {
		return nil, err
	}
	return own, nil
}

// joined is a context with the members of a case put over its own.
func joined(base prompt.Context, over map[string]any) (both prompt.Context, err error) {
	var members map[string]any
	raw, err := json.Marshal(base)
	if err == nil {
		err = json.Unmarshal(raw, &members)
	}
	if err != nil {
		return both, err
	}
	maps.Copy(members, over)
	if raw, err = json.Marshal(members); err == nil {
		err = json.Unmarshal(raw, &both)
	}
	return both, err
}

// session is one conversation.
type session struct {
	id       string
	talk     *assistant.Conversation
	executed []jarvis.Call // by the engine, since the answer before
}

func (s *session) Say(ctx context.Context, text string) (*jarvistest.Answer, error) {
	return s.answer(s.talk.Say(ctx, assistant.Utterance{Text: text}))
}

func (s *session) Continue(ctx context.Context, results ...jarvis.ToolResult) (*jarvistest.Answer, error) {
	return s.answer(s.talk.Continue(ctx, assistant.Results(results...)...))
}

// answer is a result as the harness knows it.
func (s *session) answer(r *assistant.Result, err error) (*jarvistest.Answer, error) {
	executed := s.executed
	s.executed = nil
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	a := &jarvistest.Answer{Stop: string(r.Stop), Executed: executed, Text: r.Text, Raw: string(raw), ConversationID: s.id}
	for _, c := range r.Calls {
		a.Calls = append(a.Calls, c.Call)
	}
	if q := r.Question; q != nil {
		a.Question = &jarvistest.Question{Text: q.Question, Param: q.Parameter, Options: q.Options}
	}
	problems := []string{}
	if r.Code != assistant.CodeNone {
		problems = append(problems, string(r.Code))
	}
	for _, refused := range r.Refused {
		a.Refused = append(a.Refused, refused.Call)
		problems = append(problems, strings.Join(refused.Fragments(), ", "))
	}
	a.Error = strings.Join(problems, ": ")
	return a, nil
}
