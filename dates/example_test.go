// Examples of the main entries.

package dates_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jarvis-sdk/jarvis/dates"
)

// tuesday is ten in the morning in New York.
func tuesday() time.Time { return time.Date(2026, 10, 6, 14, 0, 0, 0, time.UTC) }

func ExampleResolver_Resolve() {
	r := dates.New(dates.Config{Zone: "America/New_York", Clock: tuesday})
	for _, keys := range [][]string{
		{"tomorrow"},
		{"tomorrow", "at_7_30pm"},
		{"this_weekend", "morning"},
		{"in_2_hours", "someday"},
	} {
		found := r.Resolve(keys...)
		fmt.Println(keys, "is")
		for _, instant := range found.Instants {
			fmt.Println("  ", instant.Format(time.RFC3339))
		}
		if len(found.Unresolved) > 0 {
			fmt.Println("   without", found.Unresolved)
		}
	}
	// Output:
	// [tomorrow] is
	//    2026-10-07T04:00:00Z
	// [tomorrow at_7_30pm] is
	//    2026-10-07T23:30:00Z
	// [this_weekend morning] is
	//    2026-10-10T11:00:00Z
	//    2026-10-11T11:00:00Z
	// [in_2_hours someday] is
	//    2026-10-06T16:00:00Z
	//    without [someday]
}

func ExampleNew() {
	for _, zone := range []string{"Europe/Berlin", "UTC-3:30", "Atlantis/Capital"} {
		used := dates.New(dates.Config{Zone: zone}).Zone()
		fmt.Println(used, used.FellBack)
	}
	// Output:
	// Europe/Berlin false
	// UTC-03:30 false
	// UTC true
}

func ExampleResolver_Context() {
	r := dates.New(dates.Config{Zone: "America/New_York", Clock: tuesday})
	c := r.Context()
	now, _ := json.Marshal(c.Current)
	zone, _ := json.Marshal(c.Timezone)
	weekend, _ := json.Marshal(c.Weekend["next_weekend"][0])
	fmt.Printf("%s\n%s\n%s\n", now, zone, weekend)
	// Output:
	// {"date":"2026-10-06","date_iso":"2026-10-06","time":"10:00:00","datetime":"2026-10-06T14:00:00Z","weekday":"Tuesday","weekday_number":1,"utc_start_of_day":"2026-10-06T04:00:00Z"}
	// {"user_timezone":"America/New_York","current_timezone":"America/New_York","is_dst":true}
	// {"day":"Next Saturday","date":"2026-10-17","utc_start_of_day":"2026-10-17T04:00:00Z"}
}

func ExampleTool() {
	tool := dates.New(dates.Config{Zone: "America/New_York", Clock: tuesday}).Tool()
	for _, args := range []string{`{"relative_term": "tomorrow"}`, `{"relative_term": "next monday at 9am"}`, `{"relative_term": "tomorow"}`} {
		fmt.Printf("%s\n", tool.CallCompact(context.Background(), json.RawMessage(args)))
	}
	// Output:
	// {"term":"tomorrow","utc_start_of_day":"2026-10-07T04:00:00Z"}
	// {"term":"next monday at 9am","datetime":"2026-10-12T13:00:00Z"}
	// {"term":"tomorow","error":"unresolved_relative_date","message":"The term is not a known relative date. Nearest known terms: tomorrow."}
}

func ExampleExtract() {
	fmt.Println(dates.Extract("Set a 10 minute timer, and wake me at quarter to seven am on Friday"))
	fmt.Println(dates.Extract("Play Saturday Night Fever in two hours"))
	// Output:
	// [at_6_45am this_friday]
	// [in_120_minutes]
}

func ExampleNear() {
	for _, text := range []string{"tomorow", "next mon", "friday at 5pm", "soon"} {
		fmt.Printf("%q\n", dates.Near(text))
	}
	// Output:
	// ["tomorrow"]
	// ["next_monday"]
	// ["this_friday at_5pm" "next_friday at_5pm" "last_friday at_5pm"]
	// []
}
