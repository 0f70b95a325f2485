// Suite dates: relative date keys resolved to instants, their normal form, and times of day.

package main

import (
	"fmt"
	"slices"
	"time"
	_ "time/tzdata" // verdicts do not depend on the zones of the machine

	"github.com/go-json-experiment/json/jsontext"

	"github.com/jarvis-sdk/jarvis/dates"
)

// dateLine is one case. Its group decides which other fields it has.
type dateLine struct {
	header
	Group      string         `json:"group"`
	NowUTC     *time.Time     `json:"now_utc"`
	Timezone   *string        `json:"timezone"`
	Keys       []string       `json:"keys"`
	Resolved   []string       `json:"resolved"`
	Unresolved []string       `json:"unresolved"`
	Input      *string        `json:"input"`
	Output     jsontext.Value `json:"output"` // null is an output, and not the same as none
}

func (l *dateLine) check(r *report) {
	isText := l.Input != nil && l.Output != nil
	isList := l.NowUTC != nil && l.Timezone != nil && l.Keys != nil && l.Resolved != nil && l.Unresolved != nil
	noText := l.Input == nil && l.Output == nil
	noList := l.NowUTC == nil && l.Timezone == nil && l.Keys == nil && l.Resolved == nil && l.Unresolved == nil
	switch {
	case l.Group == "resolve" && isList && noText:
		l.checkResolve(r)
	case l.Group == "normalize" && isText && noList:
		l.checkNormalize(r)
	case l.Group == "time" && isText && noList:
		l.checkTime(r)
	default:
		r.broken("needs group resolve with now_utc, timezone, keys, resolved and unresolved, or normalize or time with input and output")
	}
}

// checkResolve asks both entries for the same answer.
func (l *dateLine) checkResolve(r *report) {
	resolver := dates.New(dates.Config{Zone: *l.Timezone, Clock: func() time.Time { return *l.NowUTC }})
	found := resolver.Resolve(l.Keys...)
	l.compare(r, "Resolve", found.Instants, found.Unresolved)
	instants, unresolved := resolver.ResolveDates(l.Keys)
	l.compare(r, "ResolveDates", instants, unresolved)
	for _, key := range l.Keys { // not the other way round: a valid key can be out of range
		if !slices.Contains(l.Unresolved, key) && !dates.Valid(key) {
			r.fail(fmt.Sprintf("Valid(%q)", key), "true", "false")
		}
	}
}

func (l *dateLine) compare(r *report, what string, instants []time.Time, unresolved []string) {
	texts := make([]string, len(instants))
	for i, t := range instants {
		texts[i] = t.Format(time.RFC3339Nano)
	}
	r.equal(what+": instants", fmt.Sprintf("%q", l.Resolved), fmt.Sprintf("%q", texts))
	r.equal(what+": unresolved", fmt.Sprintf("%q", l.Unresolved), fmt.Sprintf("%q", unresolved))
}

func (l *dateLine) checkNormalize(r *report) {
	once := dates.Normalize(*l.Input)
	l.sameOutput(r, "Normalize", once)
	l.sameOutput(r, "Normalize of its result", dates.Normalize(once))
}

func (l *dateLine) checkTime(r *report) {
	hour, minute, ok := dates.ParseTime(*l.Input)
	if !ok {
		l.sameOutput(r, "ParseTime", nil)
		return
	}
	l.sameOutput(r, "ParseTime", []int{hour, minute})
}

func (l *dateLine) sameOutput(r *report, what string, got any) {
	want, err := parseJSON(l.Output)
	if err != nil {
		r.broken(err.Error())
		return
	}
	r.sameJSON(what, want, marshalled(r, what, got))
}
