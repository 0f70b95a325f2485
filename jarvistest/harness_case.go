// The run of one case, which executes nothing.

package jarvistest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"strconv"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// measure runs one case.
func (h *harness) measure(ctx context.Context, i int, c Case) Result {
	ctx, cancel := h.config.limited(ctx)
	defer cancel()
	r := Result{Case: c, ConversationID: "test-" + strconv.Itoa(i+1)}
	begin := h.config.now()
	if route, ok := h.registry.PreRoute(ctx, c.VoiceCommand); ok {
		r.PreRouted, r.ActualCommand = true, route.Command
		r.ActualParams, r.err = jsonValues(route.Arguments)
	} else {
		h.ask(ctx, &r)
	}
	r.ResponseTime = h.config.now().Sub(begin)
	h.judge(&r)
	return r
}

// ask has the parser answer.
func (h *harness) ask(ctx context.Context, r *Result) {
	session, err := h.parser.Start(ctx, Start{ConversationID: r.ConversationID, Context: r.Case.Context})
	if err != nil {
		r.err = err
		return
	}
	left := h.config.questions()
	h.answered(ctx, r, session, &left, func() (*Answer, error) { return session.Say(ctx, r.Case.VoiceCommand) })
	h.choose(ctx, r)
	if !h.config.Validate {
		r.refusal = nil
	}
	if r.refusal == nil || len(r.Answer.Calls) == 0 {
		return
	}
	results := sentBack(r.Answer.Calls, r.call, r.refusal)
	again := *r
	again.call, again.sent, again.refusal, again.ActualCommand, again.ActualParams = nil, nil, nil, "", nil
	h.answered(ctx, &again, session, &left, func() (*Answer, error) { return session.Continue(ctx, results...) })
	if errors.Is(again.err, errors.ErrUnsupported) {
		return
	}
	h.choose(ctx, &again)
	*r = again
}

// answered gets an answer and answers its questions, as long as some are left.
func (h *harness) answered(ctx context.Context, r *Result, session Session, left *int, get func() (*Answer, error)) {
	for {
		answer, err := get()
		if err == nil && answer == nil {
			err = errors.New(msgNoAnswer)
		}
		if err != nil {
			r.err = err
			return
		}
		r.Answer = answer
		if answer.ConversationID != "" {
			r.ConversationID = answer.ConversationID
		}
		if answer.Question == nil || *left <= 0 {
			return
		}
		*left--
		r.Questions++
		reply := answer.Question.reply()
		get = func() (*Answer, error) { return session.Say(ctx, reply) }
	}
}

// choose takes the call of an answer that counts, has its command mend it, and checks it.
func (h *harness) choose(ctx context.Context, r *Result) {
	if r.err != nil || r.Answer.Question != nil {
		return
	}
	call := h.config.Rules.pick(r.Answer, r.Case.ExpectedCommand)
	if call == nil {
		return
	}
	r.call, r.ActualCommand = call, call.Name
	args, ok := argumentsOf(*call)
	if !ok {
		r.err = fmt.Errorf(reasonNoObject, echo.Clip(string(call.Arguments)))
		return
	}
	r.ActualParams = args
	r.sent = make(map[string]bool, len(args))
	for name := range args {
		r.sent[name] = true
	}
	d, known := h.registry.Lookup(call.Name)
	if !known {
		return
	}
	req := &jarvis.Request{VoiceCommand: r.Case.VoiceCommand, ConversationID: r.ConversationID}
	if r.err = postProcess(ctx, h.commands[call.Name], req, args); r.err != nil {
		return
	}
	if r.ActualParams, r.err = jsonValues(args); r.err == nil {
		r.refusal = declared(d, args, h.config.Options)
	}
}

// declared checks arguments against the declaration.
func declared(d *jarvis.Definition, args jarvis.Args, opts []jarvis.Option) *jarvis.ValidationError {
	raw, err := args.JSON()
	if err == nil {
		_, err = d.Parameters().Validate(raw, opts...)
	}
	var refused *jarvis.ValidationError
	errors.As(err, &refused)
	return refused
}

// postProcess lets a copy of the command mend the arguments, as a registry does.
func postProcess(ctx context.Context, cmd jarvis.Command, req *jarvis.Request, args jarvis.Args) (err error) {
	v := reflect.ValueOf(cmd)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	own := reflect.New(v.Type())
	own.Elem().Set(v)
	hook, ok := own.Interface().(jarvis.PostProcessor)
	if !ok {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = &jarvis.PanicError{Command: cmd.Spec().Name, Value: p, Stack: debug.Stack()}
		}
	}()
	return hook.PostProcess(ctx, req, args)
}

// sentBack are the results with which a refused call goes back; calls beside it were not executed either.
func sentBack(calls []jarvis.Call, refused *jarvis.Call, why *jarvis.ValidationError) (results []jarvis.ToolResult) {
	for i := range calls {
		if calls[i].ID == refused.ID && calls[i].Name == refused.Name {
			results = append(results, why.Response().ToolResult(calls[i].ID))
		} else {
			results = append(results, jarvis.ToolError(calls[i].ID, msgNotExecuted))
		}
	}
	return results
}
