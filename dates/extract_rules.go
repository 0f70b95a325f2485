// Rules of extraction that say no, the fixed phrases, and the pieces that patterns are made of.

package dates

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Pieces of patterns. The text they are matched with is that of plainText. None of them has a group of its own.
const (
	patUnit   = `(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)`
	patMinute = `(?:minutes?|mins?)`
	patOnes   = `(?:one|two|three|four|five|six|seven|eight|nine)`
	patNumber = `(?:\d{1,4}|(?:twenty|thirty|forty|fifty)(?: ` + patOnes + `)?|sixty|seventy|eighty|ninety|` +
		`eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|ten|` + patOnes + `)`
	patAmount  = `(?:` + patNumber + `|(?:a )?couple(?: of)?|an?)`
	patVague   = `(?:` + patAmount + `|half an?|an? half|(?:a )?few|several)`
	patWeekday = `(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)`
	patPart    = `(?:morning|afternoon|evening|night)`
	patDay     = `(?:today|tomorrow|yesterday|tonight|` + patWeekday + `|weekend|week|month|year|noon|midnight|breakfast|lunch|dinner|` + patPart + `)`
	patWhich   = `(?:the )?(?:next |last |this )?`
	patClock   = `(?:(?:\d{1,4}|` + patOnes + `|ten|eleven|twelve)(?:[:. ](?:\d\d|` + patNumber + `))?(?: o clock)? ?(?:am|pm)|\d\d:\d\d|noon|midnight)`
	patAt      = `(?:at |by |around |about )?`
	patOften   = `(?:(?:every|each|all|any) (?:other |single )?(?:` + patDay + `|day|weekday)s?(?: ` + patPart + `)?|daily|nightly|weekly|monthly)`
	patVerb    = `(?:^|\. ?)(?:please |can you |could you )?(?:play|watch|stream|queue|listen to|put on) (?:the (?:song|movie|film|album|show|series) )?`
)

// rule is a pattern and the words of which a text must hold one for the pattern to be worth a try: most utterances hold few.
type rule struct {
	words   []string
	pattern *regexp.Regexp
}

func newRule(words, pattern string) rule {
	return rule{strings.Split(words, "|"), regexp.MustCompile(pattern)}
}

// find returns the hits in a text.
func (r *rule) find(text string) [][]int {
	if !slices.ContainsFunc(r.words, func(word string) bool { return strings.Contains(text, word) }) {
		return nil
	}
	return r.pattern.FindAllStringSubmatchIndex(text, -1)
}

// negativeRules find words that name times without meaning one to act at. The one group of each is what it rules out.
var negativeRules = sync.OnceValue(func() []rule {
	return []rule{
		// lengths of time
		newRule("for |last|take|took|within", `\b((?:for|lasting|lasts?|takes?|took|within) (?:about |around |another |the next )?`+patVague+` `+patUnit+`)\b`),
		newRule("long|timer|countdown", `\b(`+patAmount+` `+patUnit+` (?:long|timer|countdown))\b`),
		newRule("alarm|nap|break|walk|run|workout|video", // "in 20 minutes walk the dog" is another matter
			`\b(`+patAmount+` (?:second|minute|hour|day|week|month|year) (?:alarm|nap|break|walk|run|workout|video))\b`),
		newRule("timer", `\b(timer (?:for|of) `+patVague+` `+patUnit+`)\b`),
		// counted from another time than now
		newRule(" ago", `\b(`+patVague+` (?:seconds?|secs?|`+patMinute+`|hours?|hrs?|weeks?|months?|years?) ago)\b`),
		newRule("from|after|before", `\b(`+patVague+` `+patUnit+` (?:from|after|before) (?:`+patWhich+patDay+`|\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)))\b`),
		newRule("day after|day before", `\b(day (?:after|before) `+patWhich+`(?:`+patWeekday+`|weekend))\b`),
		newRule("after next", `\b(`+patDay+` after next)\b`),
		// recurring
		newRule("every|each|all|any|ly", `\b(`+patOften+`(?: `+patAt+patClock+`)?)\b`),
		newRule("every|each|all|any|ly", `\b(`+patAt+patClock+` `+patOften+`)\b`),
		// days of the calendar
		newRule("day the |day 13th|day thirteenth", `\b((?:next |last |this )?`+patWeekday+` (?:the )?(?:\d{1,2}(?:st|nd|rd|th)|thirteenth))\b`),
		// expiry
		newRule("expir|best|use by|sell|good", `\b((?:expir(?:es?|ed|ing|y|ation)|best before|use by|sell by|good (?:until|till))(?: date)?(?: is| was)?`+
			`(?: on| at| in| by| until| till)?(?: \w+){1,3})\b`),
		// titles
		newRule("play|watch|stream|queue|listen|put", patVerb+`((?:the )?(?:day (?:after|before) )?(?:this |next |last |good |high )?(?:`+
			patDay+`(?: `+patDay+`)?|`+patClock+`))(?: by\b| ?[,.]| ?$)`),
		newRule("midnight|noon", patVerb+`((?:the )?(?:midnight|noon)) \w`),
		// compound nouns
		newRule("morning|afternoon|evening|night",
			`\b(late night|(?:good|movie|date|game|family|opening|school|one|the other|poker|quiz|wedding|election) `+patPart+`)\b`),
		newRule("night", `\b(night (?:owls?|lights?|mode|shifts?|stands?|vision|sky|clubs?|school|nurse|train|bus))\b`),
		newRule("morning|afternoon|evening|midnight|mint", `\b((?:evening|morning) (?:gowns?|dress|primrose|star|glory|person|people|sickness|routine)|`+
			`afternoon tea|midnight (?:blue|snacks?|oil|sun)|after dinner mints?)\b`),
		newRule("day|tomorrow|tonight", `\b((?:taco|ruby|super|fat|shrove|giving) tuesday|(?:casual|black|good|freaky) friday|(?:cyber|blue|manic|easter) monday|`+
			`ash wednesday|maundy thursday|(?:palm|easter|super bowl) sunday|wednesday addams|saturday night (?:live|fever)|friday night lights|`+
			`tomorrow never dies|tonight show|sunday times)\b`),
	}
})

// longestPhrase is the number of words of the longest fixed phrase.
const longestPhrase = 3

// fixedPhrases maps phrases to keys: every key of the vocabulary with spaces, and other words for some. Short forms (tom,
// sat, sun, wed) are left out, for they are names and words too.
var fixedPhrases = sync.OnceValue(func() map[string]string {
	phrases := map[string]string{
		"weekend": "this_weekend", "tonite": "tonight", "this night": "tonight", "tomorrow night": "tomorrow_night",
		"yesterday night": "last_night", "last evening": "yesterday_evening", "midday": "noon", "at midday": "at_noon",
		"at lunch": "during_lunch", "lunchtime": "during_lunch", "at lunchtime": "during_lunch", "over lunch": "during_lunch",
		"at dinnertime": "at_dinner", "at supper": "at_dinner", "during supper": "during_dinner", "after supper": "after_dinner",
		"over breakfast": "during_breakfast", "over dinner": "during_dinner",
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		name := strings.ToLower(day.String())
		phrases[name] = "this_" + name
	}
	for _, name := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekend", "week", "month", "year"} {
		phrases["this past "+name] = "last_" + name
	}
	for i := range vocabulary {
		phrases[strings.ReplaceAll(vocabulary[i].key, "_", " ")] = vocabulary[i].key
	}
	return phrases
})
