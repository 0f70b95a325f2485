// The scripted model: what it does with a request. It sees what a real one sees, and nothing else.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// plan is what the model is about to do: make a call, ask the user, or say something.
type plan struct {
	call    string
	args    []arg
	ask     string // the question about missing
	missing string // a parameter of call
	say     string
}

// arg is one argument; its value is JSON.
type arg struct{ name, value string }

// done reports whether nothing is missing for a call.
func (p plan) done() bool { return p.call != "" && p.missing == "" }

// What it says when there is nothing to call for.
const (
	sayNothingKnown = "I do not know how to do that. I know sums of two numbers, how to switch or dim one light, and how to set a timer."
	sayNoResult     = "There is no result yet to go on with."
	sayDropped      = "Then I leave it."
	sayNoSuchRoom   = "I do not know that room. The rooms are: %s. Please ask again with one of them."
	sayNoDuration   = "I do not know how long that is. Please ask again with a time such as 5 minutes."
	sayRefused      = "I cannot do that: %s."
)

// scripted answers a request as a model does that knows sums, lights and timers. It has no memory: all it knows is in the request.
func scripted(_ context.Context, req *llm.Request) (*llm.Reply, error) {
	t := read(req)
	how := formOf(req)
	switch {
	case t.retry != "":
		p := intend(t)
		if careful := mended(p, t.retry); careful.done() {
			return how.calling(careful.call, object(careful.args)), nil
		}
		return how.saying(fmt.Sprintf(sayRefused, t.retry)), nil
	case len(t.results) > 0:
		return how.saying(speak(t.results)), nil
	}
	p := intend(t)
	switch {
	case p.done():
		return how.calling(p.call, object(p.args)), nil
	case p.missing != "":
		return how.calling("request_validation", object(question(p, req))), nil
	}
	return how.saying(p.say), nil
}

// intend decides what the user wants. An answer may be a whole request, which takes the place of the one that was asked about.
func intend(t transcript) plan {
	if t.answer == "" {
		return understand(t, t.words)
	}
	if p := understand(t, t.answer); p.call != "" {
		return p
	}
	p, answer := understand(t, t.words), normal(t.answer)
	if _, dropped := match(dropForms, answer); dropped {
		return plan{say: sayDropped}
	}
	switch p.missing {
	case "room":
		parts, _ := match(roomForms, answer)
		room, ok := t.room(parts["room"])
		if !ok {
			return plan{say: t.noSuchRoom()}
		}
		return p.with(arg{"room", quoted(room)})
	case "duration":
		parts, _ := match(durationForms, answer)
		d, ok := duration(parts["duration"])
		if !ok || len(parts) == 0 {
			return plan{say: sayNoDuration}
		}
		return p.with(arg{"duration", quoted(d)})
	}
	return plan{say: sayNothingKnown}
}

// with is the plan with what was missing.
func (p plan) with(a arg) plan {
	p.missing, p.ask, p.args = "", "", append([]arg{a}, p.args...)
	return p
}

// understand finds the request in words.
func understand(t transcript, words string) plan {
	for _, known := range []func(transcript, string) (plan, bool){sum, light, timer} {
		if p, ok := known(t, words); ok {
			return p
		}
	}
	return plan{say: sayNothingKnown}
}

// mended is the plan without the bad habit that a retry is about: "40%" where a number is wanted. Nothing else can be mended.
func mended(p plan, told string) plan {
	for i, a := range p.args {
		bare := strings.Trim(a.value, `%"`)
		if bare == a.value || !whole.MatchString(bare) || !strings.Contains(told, p.call+"."+a.name+" expected int") {
			continue
		}
		p.args[i].value = bare
		return p
	}
	return plan{}
}

// whole is a whole number in JSON.
var whole = regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`)

// question asks for what is missing, with the values that the tools allow.
func question(p plan, req *llm.Request) []arg {
	args := []arg{{"question", quoted(p.ask)}, {"parameter_name", quoted(p.missing)}}
	if options := allowed(req, p.call, p.missing); len(options) > 0 {
		list, _ := json.Marshal(options) // texts always have JSON
		args = append(args, arg{"options", string(list)})
	}
	return args
}

// speak says what the results are.
func speak(results []result) string {
	var all []string
	for _, r := range results {
		switch c := r.context; {
		case r.tool == "calculate" && c["exact"] == "true":
			all = append(all, fmt.Sprintf("%s %s %s is %s.", c["a"], signs[c["operation"]], c["b"], c["result"]))
		case r.tool == "calculate":
			all = append(all, fmt.Sprintf("%s %s %s is about %s.", c["a"], signs[c["operation"]], c["b"], c["result"]))
		case r.tool == "set_light" && c["on"] == "true":
			all = append(all, fmt.Sprintf("The %s light is on at %s percent.", plainName(c["room"]), c["level"]))
		case r.tool == "set_light":
			all = append(all, fmt.Sprintf("The %s light is off.", plainName(c["room"])))
		}
	}
	return strings.Join(all, " ")
}

// plainName is how a name of tools is said.
func plainName(name string) string { return strings.ReplaceAll(name, "_", " ") }

func object(args []arg) string {
	members := make([]string, len(args))
	for i, a := range args {
		members[i] = quoted(a.name) + ":" + a.value
	}
	return "{" + strings.Join(members, ",") + "}"
}

func quoted(text string) string {
	raw, _ := json.Marshal(text) // a text always has JSON
	return string(raw)
}

// form is how the model was asked to make calls: the text around one, of which %s are name and arguments. Native calls have none.
type form struct {
	mark string // by which the form is recognised in the prompt
	call string
	say  string // around words; empty if they stand alone
}

// forms are those of the built-in prompts.
var forms = [...]form{
	{mark: "<tool_call>\n{", call: "<tool_call>\n{\"name\": %s, \"arguments\": %s}\n</tool_call>"},
	{mark: "<function=NAME>", call: "<function=%s>%s</function>"},
	{mark: "[TOOL_CALLS] [{", call: `[TOOL_CALLS] [{"name": %s, "arguments": %s}]`},
	{mark: "functools[{", call: `functools[{"name": %s, "arguments": %s}]`},
	{mark: `"tool_calls": [], "error": null`, call: `{"message": "", "tool_calls": [{"name": %s, "arguments": %s}], "error": null}`,
		say: `{"message": %s, "tool_calls": [], "error": null}`},
}

// formOf reads how calls are to be made: natively if the request has tools, else as the system prompt shows.
func formOf(req *llm.Request) form {
	if len(req.Tools) == 0 {
		for _, f := range forms {
			if strings.Contains(systemPrompt(req), f.mark) {
				return f
			}
		}
	}
	return form{}
}

// calling is an answer with one call.
func (f form) calling(name, args string) *llm.Reply {
	switch {
	case f.call == "":
		call := jarvis.Call{Name: name, Arguments: json.RawMessage(args)}
		return &llm.Reply{Calls: []toolcall.Call{{Call: call}}}
	case strings.HasPrefix(f.call, "<function="):
		return &llm.Reply{Content: fmt.Sprintf(f.call, name, args)}
	}
	return &llm.Reply{Content: fmt.Sprintf(f.call, quoted(name), args)}
}

// saying is an answer in words.
func (f form) saying(text string) *llm.Reply {
	if f.say != "" {
		text = fmt.Sprintf(f.say, quoted(text))
	}
	return &llm.Reply{Content: text}
}
