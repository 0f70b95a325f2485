// The server tool resolve_relative_date: its definition for a model, its calls, and the two forms of its outcomes.

package dates

import (
	"context"
	"encoding/json"
	"time"
)

// Tool is resolve_relative_date, which a server offers to a model that must answer with absolute dates: the model gives a
// term, reads the outcome and uses it in its final call. It does not change and is safe for concurrent use. Use
// [Resolver.Tool] to make one; the zero value resolves in UTC, now.
type Tool struct{ resolver *Resolver }

// Tool returns the tool for one conversation. The resolver's zone is the conversation's.
func (r *Resolver) Tool() Tool { return Tool{r} }

const (
	toolName        = "resolve_relative_date"
	toolDescription = "Resolve a relative date or time, such as tomorrow, next_monday, this_weekend, in_2_hours or \"tomorrow at 7:30pm\", " +
		"to absolute UTC values for the user's time zone. Call it before using a relative date in another tool."
	termDescription = "The relative date in English: a key such as today, day_after_tomorrow, tonight, next_friday, this_weekend, next_week, last_month, " +
		"in_3_days, in_2_hours or at_7_30pm, or a day with a time. Said plainly they are read too: \"the day after tomorrow\", " +
		"\"next friday at 5pm\", \"tomorrow 7pm\", \"in two weeks\", \"2 days from now\". A weekday needs this, next or last before it. " +
		"Holidays and calendar dates are not read."
	zoneDescription = "IANA time zone or UTC offset, used only if the conversation has no time zone."
)

// toolDefinition is the OpenAI function tool.
type toolDefinition struct {
	Type     string       `json:"type"`
	Function toolFunction `json:"function"`
}

type toolFunction struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Parameters  toolParameters `json:"parameters"`
}

type toolParameters struct {
	Type       string `json:"type"`
	Properties struct {
		Term toolParameter `json:"relative_term"`
		Zone toolParameter `json:"timezone"`
	} `json:"properties"`
	Required   []string `json:"required"`
	Additional bool     `json:"additionalProperties"`
}

type toolParameter struct {
	Type        string `json:"type"`
	Description string `json:"description"`
}

// Name returns "resolve_relative_date".
func (Tool) Name() string { return toolName }

// Description says to the model what the tool is for.
func (Tool) Description() string { return toolDescription }

// Definition returns the tool as an OpenAI function tool. The bytes are the caller's.
func (Tool) Definition() json.RawMessage {
	parameters := toolParameters{Type: "object", Required: []string{"relative_term"}}
	parameters.Properties.Term = toolParameter{"string", termDescription}
	parameters.Properties.Zone = toolParameter{"string", zoneDescription}
	return marshal(toolDefinition{"function", toolFunction{toolName, toolDescription, parameters}})
}

// Call resolves and returns the raw outcome as JSON, whatever the arguments are. The context is there for the signature that
// tools share: nothing here waits.
func (t Tool) Call(_ context.Context, args json.RawMessage) json.RawMessage {
	return marshal(t.Resolve(args))
}

// CallCompact is Call with the outcome as [Outcome.Compact] has it, for a message to a model.
func (t Tool) CallCompact(_ context.Context, args json.RawMessage) json.RawMessage {
	return marshal(t.Resolve(args).Compact())
}

// Resolve is Call before the outcome is JSON. The arguments are {"relative_term": TEXT, "timezone": TEXT}; the second may
// be left out, and counts only if the resolver has no zone of its own ([Zone].FellBack). They are read strictly: another
// member, another spelling of these and a repeated one are refused.
//
// A term is a key or a day with times, in any order, every word of which is used. Beside keys it may have the, on and at before
// them, times without at ("5pm"), a full stop at its end, the numbers one to twelve in letters, weeks ("in two weeks") and "2 days
// from now".
func (t Tool) Resolve(args json.RawMessage) Outcome {
	given, mistake := readArguments(args)
	if mistake != "" {
		return invalid(mistake)
	}
	r := t.resolver
	if r == nil {
		r = New(Config{})
	}
	if r.Zone().FellBack && given.Timezone != "" {
		zone := parseZone(given.Timezone)
		if zone.FellBack {
			return invalid(msgZone)
		}
		r = r.inZone(zone)
	}
	m := r.moment()
	return m.outcome(given.Term)
}

// Outcome is the answer of the tool; its JSON is the raw form. Which fields there are says what the term means: one day (Date
// and StartOfDay), several days (Dates; for a month or year the first and the last), an instant (Datetime) or, for several days
// with a time, instants (Datetimes), nothing (Candidates and Message), or that the arguments are wrong (Error and Message).
type Outcome struct {
	Term       string      `json:"term,omitempty"` // as it came, cut after 128 code points
	Date       string      `json:"date,omitempty"` // YYYY-MM-DD
	StartOfDay string      `json:"utc_start_of_day,omitempty"`
	Dates      []Day       `json:"dates,omitempty"`
	Datetime   string      `json:"datetime,omitempty"`
	Datetimes  []time.Time `json:"datetimes,omitempty"`
	Candidates []string    `json:"candidates,omitzero"` // terms like the term, see [Near]; empty if there are none, nil if the term resolved
	Error      string      `json:"error,omitempty"`     // "invalid_arguments"
	Message    string      `json:"message,omitempty"`   // for the model
}

// CompactOutcome is an [Outcome] without what a model does not need.
type CompactOutcome struct {
	Term       string      `json:"term,omitempty"`             // as that of the Outcome
	StartOfDay any         `json:"utc_start_of_day,omitempty"` // a text for one day, a list for several
	Datetime   string      `json:"datetime,omitempty"`         // the instant of a day with a time
	Datetimes  []time.Time `json:"datetimes,omitempty"`        // several of them
	Error      string      `json:"error,omitempty"`            // "unresolved_relative_date" or "invalid_arguments"
	Message    string      `json:"message,omitempty"`          // for the model
}

// Compact returns the outcome as a model reads it: instants and no local dates, and of an unknown term the message, which
// names the candidates.
func (o Outcome) Compact() CompactOutcome {
	c := CompactOutcome{Term: o.Term, Datetime: o.Datetime, Datetimes: o.Datetimes, Error: o.Error, Message: o.Message}
	switch {
	case o.StartOfDay != "":
		c.StartOfDay = o.StartOfDay
	case len(o.Dates) > 0:
		starts := make([]string, len(o.Dates))
		for i, d := range o.Dates {
			starts[i] = d.UTCStartOfDay
		}
		c.StartOfDay = starts
	case o.Candidates != nil:
		c.Error = errUnresolved
	}
	return c
}

// marshal writes the types of this file, which have a JSON form always.
func marshal(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage(`{"error":"execution_error","message":"the outcome has no JSON form"}`)
	}
	return text
}
