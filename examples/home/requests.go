// Requests: what a line asks for, and running it.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// request is what a line asks for: a call by Name, a tap on a button by Action, or an Utterance alone.
type request struct {
	jarvis.Call
	Utterance string         `json:"utterance"` // beside Name: what was said
	Action    string         `json:"action"`
	Command   string         `json:"command"` // the one that showed the button
	Data      map[string]any `json:"data"`    // what the button was shown with
}

// request reads the line. The error completes "line 3 is no request: ".
func (l line) request() (request, error) {
	var q request
	if l.err != nil {
		return q, l.err
	}
	if l.text[0] != '{' {
		return q, fmt.Errorf("want a JSON object, got %s", shorten(string(l.text), maxEcho))
	}
	dec := json.NewDecoder(bytes.NewReader(l.text))
	dec.DisallowUnknownFields() // arguments under another name must not look like none
	dec.UseNumber()
	err := dec.Decode(&q)
	if err == nil {
		if _, end := dec.Token(); end != io.EOF { // More would not see a bracket
			err = errors.New("there is more text after the object")
		}
	}
	var mistyped *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return q, fmt.Errorf("it ends too early: %s", shorten(string(l.text), maxEcho))
	case errors.As(err, &mistyped) && mistyped.Field == "data":
		return q, fmt.Errorf("data must be an object, got %s", mistyped.Value)
	case errors.As(err, &mistyped):
		return q, fmt.Errorf("%s must be a string, got %s", strings.TrimPrefix(mistyped.Field, "Call."), mistyped.Value)
	case err != nil:
		return q, fmt.Errorf("%w: %s", err, shorten(string(l.text), maxEcho))
	}
	return q, q.check()
}

// check reports fields that do not go together.
func (q request) check() error {
	isCall, isTap := q.Name != "", q.Action != ""
	switch {
	case isCall && isTap:
		return errors.New("it has a name and an action; a call has a name, a tap an action")
	case !isCall && !isTap && q.Utterance == "":
		return errors.New("it has no name, no utterance and no action")
	case isTap && q.Command == "":
		return errors.New("it has an action but no command that showed the button")
	}
	for _, field := range []struct {
		name   string
		given  bool
		wanted bool
		with   string
	}{
		{"id", q.ID != "", isCall, "name"},
		{"arguments", q.Arguments != nil, isCall, "name"},
		{"utterance", q.Utterance != "", !isTap, "name, or alone"},
		{"command", q.Command != "", isTap, "action"},
		{"data", q.Data != nil, isTap, "action"},
	} {
		if field.given && !field.wanted {
			return fmt.Errorf("%s goes with %s", field.name, field.with)
		}
	}
	return nil
}

// text is the request as the report shows it; route is what an utterance led to, if to anything.
func (q request) text(route *jarvis.Route) string {
	switch {
	case q.Action != "":
		tap := fmt.Sprintf("tap on %s of %s", shorten(q.Action, maxEcho), shorten(q.Command, maxEcho))
		if q.Data != nil {
			tap += " " + dataText(q.Data)
		}
		return tap
	case q.Name != "" && q.ID != "":
		return fmt.Sprintf("%s %s  id %s", shorten(q.Name, maxEcho), argumentsText(q.Arguments), shorten(q.ID, maxEcho))
	case q.Name != "":
		return shorten(q.Name, maxEcho) + " " + argumentsText(q.Arguments)
	case route != nil:
		return fmt.Sprintf("%q is %s %s", shorten(q.Utterance, maxEcho), route.Command, dataText(route.Arguments))
	}
	return fmt.Sprintf("%q", shorten(q.Utterance, maxEcho))
}

// run answers the request. An utterance has a route if a command knows it, else neither route nor response: it is for a model.
// The error is the end of ctx.
func (q request) run(ctx context.Context, registry *jarvis.Registry, opts ...jarvis.Option) (route *jarvis.Route, resp *jarvis.Response, err error) {
	req := &jarvis.Request{VoiceCommand: q.Utterance}
	switch {
	case q.Action != "":
		resp, err = registry.HandleAction(ctx, req, q.Command, q.Action, q.Data, opts...)
		return nil, resp, err
	case q.Name != "":
		resp, err = registry.Call(ctx, req, q.Call, opts...)
		return nil, resp, err
	}
	route, known := registry.PreRoute(ctx, q.Utterance)
	if !known {
		return nil, nil, ctx.Err()
	}
	resp, err = registry.CallRoute(ctx, req, route, opts...)
	return route, resp, err
}
