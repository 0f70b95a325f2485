// Tests of get_current_time.

package commands_test

import "testing"

func TestGetCurrentTime(t *testing.T) {
	data := func(clock, zone string) map[string]any {
		return map[string]any{"time": clock, "date": "2026-01-18", "weekday": "Sunday", "timezone": zone}
	}
	const give = " Give an IANA name such as Europe/Paris or America/New_York, or leave it out for UTC."
	testCalls(t, "get_current_time", []callCase{
		{name: "nothing given", args: `{}`, message: "It is 12:04 on Sunday, January 18.", data: data("12:04", "UTC")},
		{name: "empty zone", args: `{"timezone":""}`, message: "It is 12:04 on Sunday, January 18.", data: data("12:04", "UTC")},
		{name: "zone", args: `{"timezone":"Europe/Paris"}`, message: "It is 13:04 on Sunday, January 18.", data: data("13:04", "Europe/Paris")},
		{name: "half an hour", args: `{"timezone":"Asia/Kolkata","format":"24h"}`, message: "It is 17:34 on Sunday, January 18.", data: data("17:34", "Asia/Kolkata")},
		{name: "noon of twelve hours", args: `{"format":"12h"}`, message: "It is 12:04 PM on Sunday, January 18.", data: data("12:04 PM", "UTC")},
		{name: "early", args: `{"timezone":"America/New_York","format":"12h"}`, message: "It is 7:04 AM on Sunday, January 18.", data: data("7:04 AM", "America/New_York")},
		{name: "next day", args: `{"timezone":"Pacific/Kiritimati"}`, message: "It is 02:04 on Monday, January 19.",
			data: map[string]any{"time": "02:04", "date": "2026-01-19", "weekday": "Monday", "timezone": "Pacific/Kiritimati"}},
		{name: "unknown zone", args: `{"timezone":"Mars/Olympus_Mons"}`, details: `There is no time zone "Mars/Olympus_Mons".` + give},
		{name: "zone of the server", args: `{"timezone":"Local"}`, details: `There is no time zone "Local".` + give},
		{name: "path", args: `{"timezone":"../../etc/passwd"}`, details: `There is no time zone "../../etc/passwd".` + give},
		{name: "unknown format", args: `{"format":"13h"}`, details: "Invalid value '13h' for 'format'. Must be one of: 12h, 24h"},
	})
}
