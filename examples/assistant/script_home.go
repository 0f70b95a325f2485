// The scripted model: lights and timers in plain English. An utterance is understood as a whole or not at all: a word without a part
// in it may turn its meaning round, as "who", "except" and "cancel" do.

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parts of the patterns below. Of names that differ behind an underscore one group may match.
const (
	aRoom  = `(?:the |my )?(?P<room%s>\pL+(?: \pL+)?)`
	aLevel = `(?P<level>-?[0-9][0-9.,]*) percent`
	aSpan  = `(?:half an|an?|[0-9]+(?:\.[0-9]+)?) ?(?:hour|minute|min|second|sec)s?`
	spans  = aSpan + `(?: (?:and )?` + aSpan + `)*`
)

var (
	aLight = `(?:the |my )?(?:(?P<room>\pL+(?: \pL+)?) )?(?:light|lamp)s?(?: in ` + fmt.Sprintf(aRoom, "_in") + `)?`

	lightForms = patterns(
		`turn (?P<state>on|off) `+aLight+`(?: (?:at|to) `+aLevel+`)?`,
		`turn `+aLight+` (?P<state>on|off)(?: (?:at|to) `+aLevel+`)?`,
		`(?:dim|brighten|set|turn) `+aLight+` (?:down |up )?to `+aLevel,
		`(?:dim|brighten) `+fmt.Sprintf(aRoom, "")+` (?:down |up )?to `+aLevel,
	)
	shortLightForms = patterns( // as questions they ask how it is
		aLight+` (?P<state>on|off)`,
		`lights? (?P<state>on|off) in `+fmt.Sprintf(aRoom, ""),
	)
	timerForms = patterns(
		`(?:(?P<verb>set|start) )?(?:(?P<article>an?|the|my|another) )?(?:new )?(?:(?P<duration>` + spans + `) )?(?:(?P<kind>\pL+) )?(?:timer|countdown)` +
			`(?: called (?P<label>\pL+))?(?: (?:for |of )?(?P<duration_for>` + spans + `))?(?: called (?P<label_end>\pL+))?`,
	)
	roomForms     = patterns(`(?:in )?`+fmt.Sprintf(aRoom, "")+` (?:light|lamp)s?`, `(?:in )?`+fmt.Sprintf(aRoom, ""))
	durationForms = patterns(`(?:for )?(?P<duration>` + spans + `)`)
	dropForms     = patterns(`never ?mind|no|nothing|none|cancel|stop|forget it|leave it|no thanks`)
)

var (
	polite   = regexp.MustCompile(`^(?:(?:please|now|and|then|so|ok|okay|(?:can|could|will|would|shall) you) )+|(?: (?:please|now|thanks|thank you))+$`)
	hyphened = regexp.MustCompile(`([\pL0-9])-(\pL)`)
	stops    = regexp.MustCompile(`[,;:.?!]+(\s|$)`)
	span     = regexp.MustCompile(aSpan)
	kinds    = words("egg eggs pasta pizza tea coffee rice oven bread cake laundry nap") // of timers, without an article
	noKinds  = words("hour minute min second sec new no")
	numerals = map[string]string{
		"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
		"eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40", "sixty": "60", "ninety": "90",
	}
)

// patterns compiles patterns of whole utterances.
func patterns(list ...string) []*regexp.Regexp {
	compiled := make([]*regexp.Regexp, len(list))
	for i, p := range list {
		compiled[i] = regexp.MustCompile(`^(?:` + p + `)$`)
	}
	return compiled
}

// normal writes words in one way: in small letters, with one space between them and without punctuation and politeness.
func normal(text string) string {
	text = strings.NewReplacer("’", "'", "%", " percent ").Replace(strings.ToLower(text))
	text = hyphened.ReplaceAllString(stops.ReplaceAllString(text, " "), "$1 $2")
	list := strings.Fields(text)
	for i, word := range list {
		if digits, ok := numerals[word]; ok {
			list[i] = digits
		}
		if word == "switch" || word == "put" {
			list[i] = "turn"
		}
	}
	return polite.ReplaceAllString(strings.Join(list, " "), "")
}

// match finds the pattern that a text is as a whole, and returns its parts. It is not ok if a part is there twice.
func match(list []*regexp.Regexp, text string) (parts map[string]string, ok bool) {
	for _, p := range list {
		m := p.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		parts = map[string]string{}
		for i, name := range p.SubexpNames() {
			name, _, _ = strings.Cut(name, "_")
			if m[i] == "" || name == "" {
				continue
			}
			if parts[name] != "" {
				return nil, false
			}
			parts[name] = m[i]
		}
		return parts, true
	}
	return nil, false
}

// light finds a request to switch or dim a light. A level is written "40%" at first, as many models do who are asked for a number.
func light(t transcript, text string) (plan, bool) {
	parts, ok := match(lightForms, normal(text))
	if !ok && !strings.Contains(text, "?") {
		if parts, ok = match(shortLightForms, normal(text)); ok && parts["room"] != "" {
			_, ok = t.room(parts["room"]) // else the first word may be anything
		}
	}
	on := parts["state"] != "off"
	if !ok || !on && parts["level"] != "" {
		return plan{}, false
	}
	p := plan{call: "set_light"}
	if parts["room"] == "" {
		p.missing, p.ask = "room", "In which room?"
	} else if room, known := t.room(parts["room"]); known {
		p.args = append(p.args, arg{"room", quoted(room)})
	} else {
		return plan{say: t.noSuchRoom()}, true
	}
	p.args = append(p.args, arg{"on", strconv.FormatBool(on)})
	if level := parts["level"]; level != "" {
		p.args = append(p.args, arg{"level", quoted(level + "%")})
	}
	return p, true
}

// room finds the room that words name.
func (t transcript) room(name string) (room string, ok bool) {
	i := slices.IndexFunc(t.rooms, func(room string) bool { return normal(plainName(room)) == name })
	if i < 0 {
		return "", false
	}
	return t.rooms[i], true
}

func (t transcript) noSuchRoom() string {
	return fmt.Sprintf(sayNoSuchRoom, strings.ReplaceAll(strings.Join(t.rooms, ", "), "_", " "))
}

// timer finds a request for a timer.
func timer(_ transcript, text string) (plan, bool) {
	parts, ok := match(timerForms, normal(text))
	if !ok {
		return plan{}, false
	}
	article := parts["article"]
	indefinite := article == "a" || article == "an"
	label := parts["label"]
	if kind := parts["kind"]; kind != "" {
		if label != "" || slices.Contains(noKinds, kind) || !indefinite && !slices.Contains(kinds, kind) {
			return plan{}, false
		}
		label = kind
	}
	if parts["verb"] == "" && article != "" && !indefinite {
		return plan{}, false // "the timer" alone speaks of one that runs
	}
	p := plan{call: "set_timer"}
	if parts["duration"] == "" {
		p.missing, p.ask = "duration", "For how long?"
	} else if d, ok := duration(parts["duration"]); ok {
		p.args = append(p.args, arg{"duration", quoted(d)})
	} else {
		return plan{}, false
	}
	if label != "" {
		p.args = append(p.args, arg{"label", quoted(label)})
	}
	return p, true
}

// duration writes "1 hour and 30 minutes" as PT1H30M. It is not ok with units out of order, and beyond what time.Duration holds.
func duration(text string) (iso string, ok bool) {
	var all time.Duration
	units := "hms"
	text = strings.NewReplacer("half an ", "0.5 ", "an ", "1 ", "a ", "1 ").Replace(text)
	for _, m := range span.FindAllString(text, -1) {
		at := strings.IndexAny(m, units)
		if at < 0 {
			return "", false
		}
		d, err := time.ParseDuration(strings.TrimSpace(m[:at]) + m[at:at+1])
		if all += d; err != nil || all < 0 {
			return "", false
		}
		_, units, _ = strings.Cut(units, m[at:at+1])
	}
	iso = "PT"
	if h := all / time.Hour; h > 0 {
		iso += fmt.Sprintf("%dH", h)
	}
	if m := all / time.Minute % 60; m > 0 {
		iso += fmt.Sprintf("%dM", m)
	}
	if s := all % time.Minute; s > 0 || all == 0 {
		iso += strconv.FormatFloat(s.Seconds(), 'f', -1, 64) + "S"
	}
	return iso, true
}
