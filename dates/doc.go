// Package dates turns relative date keys, such as tomorrow, this_weekend, in_2_hours and at_7_30pm, into UTC instants for a
// user's time zone. It stands alone: nothing but the standard library comes with it.
//
// # Keys
//
// A model that is asked for a date does better with a word than with a calendar. So it gives keys, and a [Resolver], which knows
// the time and the user's zone, turns them into instants. [Keys] lists the static keys; [Resolver.Resolve] describes them all and
// how the keys of one list come together: ["tomorrow", "at_7_30pm"] is one instant, ["this_weekend", "morning"] two.
//
// Weeks start on Sunday ([Config] has another choice), and this_, next_ and last_ name a day of this, the next or the last week.
// So this_monday may be past, and on a Sunday next_monday is eight days away. A weekend is Saturday and Sunday; on its Sunday it
// still is this weekend. The keys of months and years give the first and the last day.
//
// # Zones
//
// All calendar arithmetic is done on days of the user's zone. A wall clock time that a zone leaves out moves forward by the
// length of the gap; of a time that comes twice the first is meant. An empty or unknown zone is UTC, never the zone of the
// machine; [Resolver.Zone] shows whether that happened. The package brings no time zone database: import time/tzdata in a
// program that may run where none is installed, or every IANA name falls back to UTC.
//
// # Beyond keys
//
// [Resolver.Context] describes a moment as one JSON object, [Resolver.Tool] is the server tool resolve_relative_date, and
// [Extract] finds the keys that an utterance names. [Resolver.ResolveDates] has the signature that a binder of arguments asks for;
// it and the tool also read a day with its time in one text, such as "tomorrow at 7:30pm". [Near] suggests what a text without
// meaning was meant to be.
//
// # Deviations
//
// The original is the date handling of the Jarvis command center (Python). On purpose this package differs:
//
//   - next_ and last_ weekdays are the days they name; the original's are a day early.
//   - Times of day set the local clock; the original changes the hour in UTC, and keeps midnight beside it.
//   - Zones have their offset of each day, offsets keep their minutes, and nothing falls back to the zone of the server.
//   - Months and years are those of the calendar, not 30 or 365 days.
//   - Keys without meaning and invalid times are reported; the original asks a model again or takes midnight.
//   - The date context has fell_back after a fallback.
//   - Hyphens, and full stops between digits, normalise to underscores; in_1_day, in_1_hour and in_1_minute are understood.
//   - Extraction has no short forms that are names and words too (tom, sat, sun, wed), marks every hit, and reads "quarter to
//     12 pm" as a quarter before noon.
//
// # Concurrency
//
// A Resolver and a Tool never change and are safe for concurrent use. The package keeps no state but tables and the patterns
// of Extract, compiled on first use.
package dates
