// The scripted model: lights and timers in plain English.

package main

import (
	"regexp"
	"slices"
	"strings"
)

var (
	aboutLight = regexp.MustCompile(`\b(lights?|lamps?|dim|brighten)\b`)
	aboutTimer = regexp.MustCompile(`\b(timer|countdown)\b`)
	negated    = regexp.MustCompile(`\b(not|don't|never)\b`)
	switched   = regexp.MustCompile(`\b(on|off)\b`)
	percents   = regexp.MustCompile(`(-?[0-9][0-9.,]*) ?(?:%|percent\b)`)
	spans      = regexp.MustCompile(`(-?[0-9][0-9.,]*)[ -]?(hour|minute|min|second|sec)s?\b`)
	labels     = regexp.MustCompile(`\b(\pL+) (?:timer|countdown)\b|\bcalled (\pL+)`)
	noLabels   = words("a the another new set start my hour minute min second sec")
)

// light finds a request to switch or dim a light. A level is written "40%" at first, as many models do who are asked for a number.
func light(t transcript, text string) (plan, bool) {
	text = strings.ToLower(text)
	level, state := percents.FindStringSubmatch(text), switched.FindString(text)
	if !aboutLight.MatchString(text) || negated.MatchString(text) || level == nil && state == "" {
		return plan{}, false
	}
	p := plan{call: "set_light"}
	named := func(room string) bool {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(plainName(room)) + `\b`).MatchString(plainName(text))
	}
	if i := slices.IndexFunc(t.rooms, named); i < 0 {
		p.missing, p.ask = "room", "In which room?"
	} else {
		p.args = append(p.args, arg{"room", quoted(t.rooms[i])})
	}
	on := "true"
	if state == "off" {
		on = "false"
	}
	p.args = append(p.args, arg{"on", on})
	if level != nil {
		p.args = append(p.args, arg{"level", quoted(level[1] + "%")})
	}
	return p, true
}

// timer finds a request for a timer.
func timer(_ transcript, text string) (plan, bool) {
	text = strings.ToLower(text)
	if !aboutTimer.MatchString(text) || negated.MatchString(text) {
		return plan{}, false
	}
	p := plan{call: "set_timer"}
	if d := duration(text); d == "" {
		p.missing, p.ask = "duration", "For how long?"
	} else {
		p.args = append(p.args, arg{"duration", quoted(d)})
	}
	for _, m := range labels.FindAllStringSubmatch(text, -1) {
		if label := m[1] + m[2]; !slices.Contains(noLabels, label) {
			p.args = append(p.args, arg{"label", quoted(label)})
			break
		}
	}
	return p, true
}

// duration writes "1 hour and 30 minutes" as PT1H30M. It is empty if there is none, with units out of order, and with fractions.
func duration(text string) string {
	d, units := "", "HMS"
	for _, m := range spans.FindAllStringSubmatch(text, -1) {
		unit := strings.ToUpper(m[2][:1])
		_, rest, ok := strings.Cut(units, unit)
		if !ok || !whole.MatchString(m[1]) || m[1][0] == '-' {
			return ""
		}
		d, units = d+m[1]+unit, rest
	}
	if d == "" {
		return ""
	}
	return "PT" + d
}
