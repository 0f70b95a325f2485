// Zones: names, offsets, and texts that are neither.

package dates_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis/dates"
)

func TestZone(t *testing.T) {
	for asked, want := range map[string]struct {
		name   string
		offset int // in minutes, in January 2026
	}{
		"UTC":                    {"UTC", 0},
		"utc":                    {"UTC", 0},
		"UTC+0":                  {"UTC", 0},
		"UTC-00:00":              {"UTC", 0},
		"UTC+5":                  {"UTC+05:00", 300},
		"UTC-3:30":               {"UTC-03:30", -210},
		"UTC+05:30":              {"UTC+05:30", 330},
		" Utc+9 ":                {"UTC+09:00", 540},
		"UTC+14":                 {"UTC+14:00", 840},
		"UTC-12:00":              {"UTC-12:00", -720},
		"Europe/Berlin":          {"Europe/Berlin", 60},
		" America/Denver ":       {"America/Denver", -420},
		"Etc/GMT+3":              {"Etc/GMT+3", -180},
		"America/Port-au-Prince": {"America/Port-au-Prince", -300},
		"EST5EDT":                {"EST5EDT", -300},
	} {
		zone := dates.New(dates.Config{Zone: asked}).Zone()
		_, offset := time.Date(2026, 1, 10, 0, 0, 0, 0, zone.Location).Zone()
		assert.False(t, zone.FellBack, asked)
		assert.Equal(t, asked, zone.Asked)
		assert.Equal(t, want.name, zone.String(), asked)
		assert.Equal(t, want.offset*60, offset, asked)
	}
}

// Neither the zone of the machine nor a file of it can be reached.
func TestZoneFallsBack(t *testing.T) {
	for _, asked := range []string{"", "  ", "Local", "LOCAL", "local", "localtime", "Localtime", "posixrules", "right/Europe/Berlin", "tzdata.zi",
		"Not/AZone", "Europe/berlin_", "Europe//Berlin", "Europe/Berlin/", "Europe/", "/Europe/Berlin", "/etc/localtime", "../zoneinfo/UTC", "Europe/../UTC", `Europe\Berlin`, "Europe/Berlin\x00", "É/x",
		"UTC+", "UTC5", "UTC+15", "UTC+14:01", "UTC-12:01", "UTC+99", "UTC+005", "UTC+5:", "UTC+5:3", "UTC+5:60", "UTC+5:300", "UTC+5:-1",
		"UTC+x", "UTC++5", "UTC+5:30:00", "+05:30", "UT", strings.Repeat("A", 100_000)} {
		zone := dates.New(dates.Config{Zone: asked}).Zone()
		assert.True(t, zone.FellBack, asked)
		assert.Equal(t, time.UTC, zone.Location, asked)
		assert.Equal(t, asked, zone.Asked)
		assert.Equal(t, "UTC", zone.String())
	}
}

// The zone of the process has no say.
func TestZoneIsNotTheMachines(t *testing.T) {
	old := time.Local
	time.Local = time.FixedZone("machine", 5*3600)
	defer func() { time.Local = old }()
	now := time.Date(2026, 5, 1, 2, 0, 0, 0, time.Local) // still April in UTC
	for _, asked := range []string{"", "Local", "Not/AZone"} {
		r := dates.New(dates.Config{Zone: asked, Clock: standing(now)})
		assert.Equal(t, "2026-04-30T00:00:00Z", one(t, r, "today").Format(time.RFC3339), asked)
	}
}
