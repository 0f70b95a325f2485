// Rules of extraction for lengths of time counted from now and for times of day.

package dates

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// dynamicRule makes a key of what a pattern found, or "" if it is none after all.
type dynamicRule struct {
	rule
	key func(groups) string
}

// groups are the groups of a hit.
type groups struct {
	text string
	at   []int
}

func (g groups) get(i int) string {
	if g.at[2*i] < 0 {
		return ""
	}
	return g.text[g.at[2*i]:g.at[2*i+1]]
}

// isWhole reports whether the hit is not the rest of a longer number, such as 1.5 or 10:30:15.
func (g groups) isWhole() bool {
	from, to := g.at[0], g.at[1]
	before := from > 0 && (g.text[from-1] == ':' || g.text[from-1] == '.')
	after := to+1 < len(g.text) && (g.text[to] == ':' || g.text[to] == '.') && g.text[to+1] >= '0' && g.text[to+1] <= '9'
	return !before && !after
}

const (
	patCounted  = `(` + patMinute + `|hours?|hrs?|days?|weeks?)`
	patLater    = `(` + patAmount + `)( and a half)? ` + patCounted + `( and a half)?(?: ?,? (?:and )?(` + patAmount + `) ` + patMinute + `)?`
	patHour     = `(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
	patMinutes  = `(?:(?:[:.]| )(\d\d|five|ten|fifteen|twenty|twenty five|thirty|thirty five|forty|forty five|fifty|fifty five))?`
	patBefore   = `(at |by |around |about |before |after |until |till |from )?`
	patHalfDay  = `(?:in the (morning|afternoon|evening)|at (night))`
	patMeridiem = `(am|pm)`
)

// dynamicRules are in the order in which they take words: the longer forms before those that are parts of them.
var dynamicRules = sync.OnceValue(func() []dynamicRule {
	return []dynamicRule{
		{newRule(" week", `\b(?:(next|last|this) week (?:on )?(`+patWeekday+`)|(?:on )?(`+patWeekday+`) (?:of )?(next|last|this) week)\b`), weekKey},
		{newRule("half", `\bin (?:half an|a half|half) hour\b|\bhalf an hour from now\b`), func(groups) string { return offsetKey(30) }},
		{newRule("in ", `\bin `+patLater+`\b`), laterKey},
		{newRule("from now", `\b`+patLater+` from now\b`), laterKey},
		{newRule(" ago", `\b(`+patAmount+`) days? ago\b`), agoKey},
		{newRule(" past | to | till ", `\b(?:at )?(?:a )?(quarter|half|`+patNumber+`)( `+patMinute+`)? (past|to|till) (?:`+
			patHour+`|(noon|midnight))(?: o clock)?(?: ?`+patMeridiem+`| `+patHalfDay+`)?\b`), pastKey},
		{newRule(" in the | at night", `\b`+patBefore+patHour+patMinutes+`( o clock)? `+patHalfDay+`\b`), halfDayKey},
		{newRule("am|pm", `\b`+patBefore+patHour+patMinutes+`( o clock)? ?`+patMeridiem+`\b`), meridiemKey},
		{newRule("am|pm", `\b(?:at )?(\d{3,4}) ?`+patMeridiem+`\b`), compactKey},
		{newRule(":", `\b(?:at )?(\d\d):(\d\d)\b`), fullDayKey},
	}
})

// weekKey is for a weekday with its week.
func weekKey(g groups) string { return g.get(1) + g.get(4) + "_" + g.get(2) + g.get(3) }

// laterKey is for a length of time from now. Whole days are days of the calendar, so that "in two days" is a day and not a
// time of day.
func laterKey(g groups) string {
	n, extra := amountOf(g.get(1)), amountOf(g.get(5))
	half := g.get(2) != "" || g.get(4) != ""
	unit := g.get(3)[0]
	switch {
	case n == 0 || half && unit != 'h' || !g.isWhole():
		return ""
	case half:
		return offsetKey(60*n + 30 + extra)
	case unit == 'h':
		return offsetKey(60*n + extra)
	case unit == 'm':
		return offsetKey(n + extra)
	case unit == 'w':
		n *= 7
	}
	switch {
	case extra > 0:
		return fmt.Sprintf("in_%d_days_%d_minutes", n, extra)
	case n == 1:
		return "tomorrow"
	case n == 2:
		return "day_after_tomorrow"
	}
	return fmt.Sprintf("in_%d_days", n)
}

func offsetKey(minutes int) string { return fmt.Sprintf("in_%d_minutes", minutes) }

func agoKey(g groups) string {
	if !g.isWhole() {
		return ""
	}
	switch amountOf(g.get(1)) {
	case 1:
		return "yesterday"
	case 2:
		return "day_before_yesterday"
	}
	return ""
}

// pastKey is for times such as "quarter to 12 pm". The half of the day belongs to the hour that is named, so that this one is
// in the morning. A bare number before "to" that can be an hour begins a range more often ("five to seven pm") and is not read.
func pastKey(g groups) string {
	minutes := map[string]int{"quarter": 15, "half": 30}[g.get(1)]
	named := minutes > 0
	if !named {
		minutes = amountOf(g.get(1))
	}
	to := g.get(3) != "past"
	if minutes == 0 || minutes > 59 || to && (g.get(1) == "half" || !named && g.get(2) == "" && minutes <= 12) {
		return ""
	}
	clock, ok := 0, true
	switch g.get(5) {
	case "noon":
		clock = 12 * 60
	case "":
		clock, ok = minuteOfDay(g.get(4), "", g.get(6)+g.get(7)+g.get(8))
	}
	if to {
		minutes = -minutes
	}
	return clockKey(clock+minutes, ok && g.isWhole())
}

// halfDayKey is for times such as "at 7 in the evening". A bare number in digits needs a word that makes it a time, and so does
// one, which stands for things too.
func halfDayKey(g groups) string {
	clock, ok := minuteOfDay(g.get(2), g.get(3), g.get(5)+g.get(6))
	isTime := g.get(1) != "" || g.get(3) != "" || g.get(4) != "" || g.get(2)[0] > '9' && g.get(2) != "one"
	return clockKey(clock, ok && isTime && g.isWhole())
}

// meridiemKey is for times with am or pm. The word am is a verb too, after which a number in letters needs a preposition.
func meridiemKey(g groups) string {
	if g.get(5) == "am" && g.get(1) == "" && g.get(2)[0] > '9' {
		return ""
	}
	clock, ok := minuteOfDay(g.get(2), g.get(3), g.get(5))
	return clockKey(clock, ok && g.isWhole())
}

func compactKey(g groups) string {
	hour, minute, ok := parseTime(g.get(1) + g.get(2))
	return clockKey(hour*60+minute, ok && g.isWhole())
}

// fullDayKey is for 24-hour times that cannot be meant otherwise: 19:30 and 07:30, but not 10:30.
func fullDayKey(g groups) string {
	hour, minute, ok := parseTime(g.get(1) + g.get(2))
	return clockKey(hour*60+minute, ok && (hour > 12 || g.get(1)[0] == '0') && g.isWhole())
}

// minuteOfDay reads an hour of a dial. The half of the day is am, pm or a word.
func minuteOfDay(hourText, minuteText, half string) (clock int, ok bool) {
	hour, minute := amountOf(hourText), amountOf(minuteText)
	if hour < 1 || hour > 12 || minute > 59 || half == "" {
		return 0, false
	}
	afternoon := half == "pm" || half == "afternoon" || half == "evening" || half == "night" && hour >= 6 && hour != 12
	if hour %= 12; afternoon {
		hour += 12
	}
	return hour*60 + minute, true
}

// clockKey names a minute of the day, which may be counted across midnight.
func clockKey(minute int, ok bool) string {
	minute = (minute + 24*60) % (24 * 60)
	switch {
	case !ok:
		return ""
	case minute == 0:
		return "midnight"
	case minute == 12*60:
		return "noon"
	}
	key := "at_" + strconv.Itoa(hour12(minute*oneMinute))
	if minute%60 != 0 {
		key += fmt.Sprintf("_%02d", minute%60)
	}
	if minute < 12*60 {
		return key + "am"
	}
	return key + "pm"
}

// amountOf reads a number in digits or words; 0 of anything else.
func amountOf(text string) int {
	switch {
	case isAmount(text):
		return int(number(text))
	case text == "a":
		return 1
	}
	sum := 0
	for word := range strings.FieldsSeq(text) {
		sum += numberWords()[word]
	}
	return sum
}

var numberWords = sync.OnceValue(func() map[string]int {
	words := map[string]int{"couple": 2, "an": 1, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
	for i, word := range strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen twenty") {
		words[word] = i + 1
	}
	return words
})
