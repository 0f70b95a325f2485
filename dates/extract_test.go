// Extraction: what utterances name, what they only seem to name, and hostile ones.

package dates_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/dates"
)

func TestExtract(t *testing.T) {
	for _, group := range []map[string][]string{extractDays, extractOffsets, extractTimes, extractNothing} {
		for utterance, want := range group {
			t.Run(utterance, func(t *testing.T) {
				assert.Equal(t, want, dates.Extract(utterance))
			})
		}
	}
}

var extractDays = map[string][]string{
	"What's the weather tomorrow?":                       {"tomorrow"},
	"what is on today and tomorrow":                      {"today", "tomorrow"},
	"TOMORROW MORNING please":                            {"tomorrow_morning"},
	"today's and tonight’s games":                        {"today", "tonight"},
	"the day after tomorrow":                             {"day_after_tomorrow"},
	"the day after tomorrow in the morning":              {"day_after_tomorrow", "morning"},
	"the day before yesterday":                           {"day_before_yesterday"},
	"call her on Friday":                                 {"this_friday"},
	"next Friday or last friday":                         {"last_friday", "next_friday"},
	"monday morning":                                     {"morning", "this_monday"},
	"is it free this weekend or the weekend":             {"this_weekend"},
	"next  month, please":                                {"next_month"},
	"who won last night":                                 {"last_night"},
	"what happened yesterday night":                      {"last_night"},
	"meet at lunch":                                      {"during_lunch"},
	"remind me after dinner":                             {"after_dinner"},
	"tomorrow at noon":                                   {"at_noon", "tomorrow"},
	"tomorrow, then tomorrow":                            {"tomorrow"},
	"good morning, will it rain tomorrow morning":        {"tomorrow_morning"},
	"turn on night mode at midnight":                     {"at_midnight"},
	"the milk expires on friday morning, buy more today": {"today"},
	"play some jazz tonight":                             {"tonight"},
	"watch tonight's game":                               {"tonight"},
	"play the news. tomorrow wake me":                    {"tomorrow"},
	"it happened this past friday":                       {"last_friday"},
	"rain this past weekend":                             {"last_weekend"},
	"next week on Monday":                                {"next_monday"},
	"monday next week":                                   {"next_monday"},
	"on Friday of this week":                             {"this_friday"},
	"last week tuesday":                                  {"last_tuesday"},
	"monday, next week":                                  {"next_week", "this_monday"},
	"play the song. noon works":                          {"noon"},
	"the day-after-tomorrow":                             {"day_after_tomorrow"},
	"2 days ago":                                         {"day_before_yesterday"},
	"what did I do a day ago":                            {"yesterday"},
	"I was last. Night fell":                             {"night"},
	"late night talk last night":                         {"last_night"},
}

var extractOffsets = map[string][]string{
	"in 2 hours":                          {"in_120_minutes"},
	"in two hours":                        {"in_120_minutes"},
	"in an hour":                          {"in_60_minutes"},
	"in an hour and a half":               {"in_90_minutes"},
	"in one and a half hours":             {"in_90_minutes"},
	"in half an hour":                     {"in_30_minutes"},
	"half an hour from now":               {"in_30_minutes"},
	"in 1 hour and 15 minutes":            {"in_75_minutes"},
	"in 1 hour, 15 mins":                  {"in_75_minutes"},
	"remind me in 30 minutes":             {"in_30_minutes"},
	"remind me in forty-five minutes":     {"in_45_minutes"},
	"ten minutes from now":                {"in_10_minutes"},
	"in a day":                            {"tomorrow"},
	"in 2 days":                           {"day_after_tomorrow"},
	"in a couple of days":                 {"day_after_tomorrow"},
	"in couple days":                      {"day_after_tomorrow"},
	"in 3 days at 5pm":                    {"at_5pm", "in_3_days"},
	"in 3 days and 10 minutes":            {"in_3_days_10_minutes"},
	"in a week":                           {"in_7_days"},
	"in two weeks":                        {"in_14_days"},
	"in 20 minutes and again in 2 hours":  {"in_120_minutes", "in_20_minutes"},
	"in twenty minutes or twenty minutes": {"in_20_minutes"},
}

var extractTimes = map[string][]string{
	"at 7pm":                                  {"at_7pm"},
	"7:00pm":                                  {"at_7pm"},
	"7.30 p.m. sharp":                         {"at_7_30pm"},
	"set an alarm for 7:30 PM on Friday":      {"at_7_30pm", "this_friday"},
	"730pm":                                   {"at_7_30pm"},
	"1230 am":                                 {"at_12_30am"},
	"seven pm":                                {"at_7pm"},
	"seven thirty pm":                         {"at_7_30pm"},
	"seven twenty five pm":                    {"at_7_25pm"},
	"wake me at six am":                       {"at_6am"},
	"7 o'clock pm":                            {"at_7pm"},
	"12am":                                    {"midnight"},
	"12 pm":                                   {"noon"},
	"noon or midday":                          {"noon"},
	"19:30":                                   {"at_7_30pm"},
	"at 07:30":                                {"at_7_30am"},
	"quarter to 12 pm":                        {"at_11_45am"},
	"quarter to 12 am":                        {"at_11_45pm"},
	"a quarter to one pm":                     {"at_12_45pm"},
	"quarter past 7 pm":                       {"at_7_15pm"},
	"half past seven in the evening":          {"at_7_30pm"},
	"half past noon":                          {"at_12_30pm"},
	"quarter till midnight":                   {"at_11_45pm"},
	"ten past six am":                         {"at_6_10am"},
	"20 minutes to 8 pm":                      {"at_7_40pm"},
	"half to 7 pm":                            {"at_7pm"},
	"70 past 7 pm":                            {"at_7pm"},
	"it expires soon about quarter to 12 pm":  {"at_11_45am"},
	"from 5 to 7 pm":                          {"at_7pm"},
	"at 7 in the morning":                     {"at_7am"},
	"at 3 in the afternoon":                   {"at_3pm"},
	"10 o'clock at night":                     {"at_10pm"},
	"at 12 at night":                          {"midnight"},
	"at 2 at night":                           {"at_2am"},
	"every day at 7am, tomorrow at 8am":       {"at_8am", "tomorrow"},
	"twenty to eight pm":                      {"at_7_40pm"},
	"20 to 8 pm":                              {"at_7_40pm"},
	"ten to eight pm":                         {"at_8pm"},
	"from twelve to one pm":                   {"at_1pm"},
	"thirteen to eight pm":                    {"at_7_47pm"},
	"in 20 minutes walk the dog":              {"in_20_minutes"},
	"in 2 hours run the dishwasher":           {"in_120_minutes"},
	"two in the morning":                      {"at_2am"},
	"wake me two thirty in the morning":       {"at_2_30am"},
	"I will see that one in the morning":      {"morning"},
	"at one in the morning":                   {"at_1am"},
	"at 5 at night":                           {"at_5am"},
	"at 6 at night":                           {"at_6pm"},
	"meet at high noon":                       {"noon"},
	"tomorrow at 9 am and friday at 10:15 am": {"at_10_15am", "at_9am", "this_friday", "tomorrow"},
}

var extractNothing = map[string][]string{
	"":                                       nil,
	"hello there":                            nil,
	"for 2 hours":                            nil,
	"sleep for a couple of days":             nil,
	"set a timer for 10 minutes":             nil,
	"a 10 minute timer":                      nil,
	"start in 10 minute timer":               nil,
	"in a 10 minute timer":                   nil,
	"2 hours ago":                            nil,
	"3 days ago":                             nil,
	"a week from tomorrow":                   nil,
	"two days before next friday":            nil,
	"the day after next monday":              nil,
	"the monday after next":                  nil,
	"10 minutes before 7 pm":                 nil,
	"every Monday":                           nil,
	"each other weekend":                     nil,
	"when does it expire, it expired friday": nil,
	"best before next friday":                nil,
	"Play Yesterday by the Beatles":          nil,
	"please watch the day after tomorrow":    nil,
	"play Saturday Night Fever":              nil,
	"a late night":                           nil,
	"I am a night owl":                       nil,
	"taco Tuesday":                           nil,
	"good night":                             nil,
	"the knight sat in the sun with Tom on Christmas Eve": nil,
	"wed after aft mon":       nil,
	"tomorrowland":            nil,
	"ñight and morningé":      nil,
	"in 1.5 hours":            nil,
	"in 0 minutes":            nil,
	"in 3 months":             nil,
	"in a week and a half":    nil,
	"at 7":                    nil,
	"at 7:30":                 nil,
	"10:30":                   nil,
	"quarter past seven":      nil,
	"which one am I":          nil,
	"13pm":                    nil,
	"9:60am":                  nil,
	"page 7 in the morningss": nil,
	"1.30:15":                 nil,
	"19:30:15":                nil,
	"1960pm":                  nil,
	"1.5 days ago":            nil,

	"every day at 7am":                             nil,
	"every morning at 6am":                         nil,
	"every weekday at seven pm":                    nil,
	"at 7am every day":                             nil,
	"daily at 5pm":                                 nil,
	"monthly at noon":                              nil,
	"at 5:30 pm daily":                             nil,
	"nightly at 19:30":                             nil,
	"mondays are hard, weekly at noon":             nil,
	"Friday the 13th":                              nil,
	"next friday 13th":                             nil,
	"friday the thirteenth":                        nil,
	"watch Friday the 13th":                        nil,
	"play midnight train to georgia":               nil,
	"play 3am by matchbox twenty":                  nil,
	"play 3 AM":                                    nil,
	"play high noon":                               nil,
	"start in 20 minute walk":                      nil,
	"in 5 minute run":                              nil,
	"in 45 minute workout":                         nil,
	"in 3 minute video":                            nil,
	"in 20 minute nap":                             nil,
	"in 20 minute break":                           nil,
	"in 20 minute alarm":                           nil,
	"in 3 hours long talk":                         nil,
	"in 3 hours countdown":                         nil,
	"for about twenty five minutes from now":       nil,
	"for the next twenty five minutes from now":    nil,
	"for another twenty five minutes from now":     nil,
	"lasting around twenty five minutes from now":  nil,
	"within the last twenty five minutes from now": nil,
	"poker night":                                  nil,
	"quiz night":                                   nil,
	"the wedding night":                            nil,
	"election night":                               nil,
	"school night":                                 nil,
	"night lights":                                 nil,
	"night shifts":                                 nil,
	"the last night owl":                           nil,
	"use by friday":                                nil,
	"sell by date is next friday":                  nil,
	"good until tomorrow":                          nil,
	"good till noon":                               nil,
	"stream yesterday":                             nil,
	"queue yesterday":                              nil,
	"listen to yesterday":                          nil,
	"put on yesterday":                             nil,
	"really? watch yesterday":                      nil,
	"fine; watch yesterday":                        nil,
	"fine! watch yesterday":                        nil,
}

func TestExtractPageInTheMorning(t *testing.T) {
	assert.Equal(t, []string{"morning"}, dates.Extract("read page 7 in the morning"), "a bare number is no time")
}

// What the limit cuts is not read, half words neither.
func TestExtractIsBounded(t *testing.T) {
	fill := strings.Repeat("x ", dates.MaxUtterance/2-4)
	assert.Equal(t, []string{"today"}, dates.Extract(fill+"today"), "fits")
	assert.Nil(t, dates.Extract(fill+"   todayish"), "cut")
	assert.Nil(t, dates.Extract(fill+"   x tomorrow"))
	assert.Nil(t, dates.Extract(strings.Repeat("x", 2*dates.MaxUtterance)))
}

func TestExtractEveryPhrase(t *testing.T) {
	for _, key := range dates.Keys() {
		assert.Equal(t, []string{key}, dates.Extract(strings.ReplaceAll(key, "_", " ")), key)
	}
}

func FuzzExtract(f *testing.F) {
	for _, group := range []map[string][]string{extractDays, extractOffsets, extractTimes, extractNothing} {
		for utterance := range group {
			f.Add(utterance)
		}
	}
	f.Add(strings.Repeat("in a couple of days ", 300))
	f.Add(strings.Repeat("quarter to 12 pm.", 300))
	f.Add("\xff tomorrow \xc3")
	f.Fuzz(func(t *testing.T, utterance string) {
		keys := dates.Extract(utterance)
		assert.True(t, slices.IsSorted(keys))
		assert.Equal(t, len(keys), len(slices.Compact(slices.Clone(keys))))
		for _, key := range keys {
			assert.True(t, dates.Valid(key), key)
			assert.Equal(t, key, dates.Normalize(key))
		}
	})
}
