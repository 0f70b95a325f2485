// Blocks about tools and devices: guidance, direct answers, agents and rooms.

package prompt_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis/prompt"
)

func TestBlockGuidance(t *testing.T) {
	for name, c := range map[string]struct {
		tools []prompt.Tool
		want  string
	}{
		"nothing":          {nil, ""},
		"nothing to say":   {[]prompt.Tool{{Name: "a"}, {Name: "b", Guidance: " \n", Rules: []string{""}, CriticalRules: []string{"\t"}}}, ""},
		"tools no one has": {[]prompt.Tool{{Guidance: "x", Rules: []string{"y"}, CriticalRules: []string{"z"}}}, ""},
		"hints first, in order, once": {
			[]prompt.Tool{
				{Name: "weather", Guidance: " Weather needs a city.\n", Rules: []string{"Ask for the city.", "Ask for the city."}},
				{Name: "forecast", Guidance: "Weather needs a city."},
				{Name: "alarm", Guidance: "Alarms are local.", Rules: []string{"Ask for the city."}, Server: true},
			},
			"Guidance:\n- Weather needs a city.\n- Alarms are local.\n- weather: Ask for the city.\n- alarm: Ask for the city.",
		},
		"critical alone": {
			[]prompt.Tool{{Name: "lock", CriticalRules: []string{"Never unlock\n\nwithout being asked."}}},
			"Critical rules:\n- lock: Never unlock without being asked.",
		},
		"critical set off": {
			[]prompt.Tool{{Name: "lock", Rules: []string{"One door."}, CriticalRules: []string{"Never unlock."}}, {Name: "light", Guidance: "Dim."}},
			"Guidance:\n- Dim.\n- lock: One door.\n\nCritical rules:\n- lock: Never unlock.",
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, prompt.Guidance(c.tools)) })
	}
}

func TestBlockDirectAnswer(t *testing.T) {
	const must, may, brief = "These tools must be called when they fit: ", "These tools need no call if you are sure of the answer: ", "Keep direct answers brief."
	for name, c := range map[string]struct {
		tools []prompt.Tool
		want  string
	}{
		"nothing":     {nil, ""},
		"no commands": {[]prompt.Tool{{Name: "resolve_relative_date", Server: true}, {Server: true, AllowDirectAnswer: true}}, ""},
		"no names":    {[]prompt.Tool{{}, {Name: " \n", AllowDirectAnswer: true}}, ""},
		"must alone":  {[]prompt.Tool{{Name: "timer"}}, must + "timer.\n" + brief},
		"may alone":   {[]prompt.Tool{{Name: "joke", AllowDirectAnswer: true}}, may + "joke.\n" + brief},
		"sorted bytewise, once": {
			[]prompt.Tool{{Name: "ä"}, {Name: "b"}, {Name: "B"}, {Name: "b"}, {Name: "z", AllowDirectAnswer: true}, {Name: "c", AllowDirectAnswer: true}},
			must + "B, b, ä.\n" + may + "c, z.\n" + brief,
		},
		"both means must": {[]prompt.Tool{{Name: "a", AllowDirectAnswer: true}, {Name: "a"}}, must + "a.\n" + brief},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, prompt.DirectAnswer(c.tools)) })
	}
}

// home is a context with one agent.
func home(agent prompt.Agent) prompt.Context {
	return prompt.Context{Agents: map[string]prompt.Agent{"home_assistant": agent}}
}

// lights are n lights in one area.
func lights(n int) []prompt.Device {
	devices := make([]prompt.Device, n)
	for i := range devices {
		devices[i] = prompt.Device{EntityID: fmt.Sprintf("light.l%02d", i), Name: fmt.Sprintf("Light %02d", i), Area: "Hall"}
	}
	return devices
}

func TestBlockAgentContext(t *testing.T) {
	devices := []prompt.Device{
		{EntityID: "switch.fan", Name: "Fan"},
		{EntityID: "light.b", Name: "B", Area: "Küche"},
		{EntityID: "light.a", Name: "A", Area: "Küche", State: "on"},
		{EntityID: "light.gone", Name: "Gone", Area: "Attic", State: "Unavailable"},
		{EntityID: "light.a", Name: "Twice", Area: "Attic"},
		{EntityID: " ", Name: "No id", Area: "Attic"},
		{EntityID: "lock.door", Area: "Hall\n- sly"},
		{EntityID: "cover.x", Name: "X", Area: "unassigned"},
	}
	const head = "Devices, as name: entity id. Copy entity ids exactly.\n"
	const list = head + "Hall - sly:\n- lock.door\nKüche:\n- A: light.a\n- B: light.b\nUnassigned:\n- Fan: switch.fan\n- X: cover.x"
	for name, c := range map[string]struct {
		in   prompt.Context
		want string
	}{
		"nothing":      {prompt.Context{}, ""},
		"rooms alone":  {prompt.Context{Room: "hall", Rooms: map[string][]string{"Up": {"Bed"}}}, ""},
		"other agents": {prompt.Context{Agents: map[string]prompt.Agent{"weather": {Devices: devices}}}, ""},
		"list":         {home(prompt.Agent{Devices: devices, Floors: map[string][]string{"Up": {"Bed"}}}), list},
		"device agent": {prompt.Context{Agents: map[string]prompt.Agent{"device_agent": {Devices: devices}}}, list},
		"home assistant first": {
			prompt.Context{Agents: map[string]prompt.Agent{"device_agent": {Devices: devices}, "home_assistant": {Devices: lights(1)}}},
			head + "Hall:\n- Light 00: light.l00",
		},
		"home assistant knows nothing": {prompt.Context{Agents: map[string]prompt.Agent{"device_agent": {Devices: devices}, "home_assistant": {}}}, list},
		"room and hierarchy": {
			prompt.Context{
				Room: "hall", Rooms: map[string][]string{"Up": {"Bed", "Bath"}, "Down": {"Hall"}},
				Agents: map[string]prompt.Agent{"home_assistant": {Devices: lights(1)}},
			},
			head + "Hall:\n- Light 00: light.l00\nIf the user names no room, prefer the devices of the current room: hall.\n" +
				"Areas and what is in them:\nDown -> Hall\nUp -> Bath, Bed",
		},
		"unknown room": {
			prompt.Context{Room: "Unknown", Agents: map[string]prompt.Agent{"home_assistant": {Devices: lights(1)}}},
			head + "Hall:\n- Light 00: light.l00",
		},
		"all unavailable": {home(prompt.Agent{Devices: []prompt.Device{{EntityID: "light.a", State: "unavailable"}}}), ""},
		"all unavailable in a room": {
			prompt.Context{Room: "hall", Agents: map[string]prompt.Agent{"home_assistant": {
				Devices: []prompt.Device{{EntityID: "light.a", State: "unavailable"}}, Floors: map[string][]string{"Up": {"Bed"}},
			}}},
			"",
		},
		"floors in a room": {
			prompt.Context{Room: "hall", Agents: map[string]prompt.Agent{"home_assistant": {Floors: map[string][]string{"Up": {"Bed"}}}}},
			"Floor Up: Bed",
		},
		"floors alone": {
			home(prompt.Agent{Floors: map[string][]string{"Up": {"Bed", "Bath"}, "Cellar": nil, "": {"x"}}}),
			"Floor Up: Bath, Bed",
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, prompt.AgentContext(c.in)) })
	}
}

func TestBlockAgentContextCountsMoreThanTwenty(t *testing.T) {
	isList := func(devices []prompt.Device) bool {
		got := prompt.AgentContext(home(prompt.Agent{Devices: devices}))
		require.NotEqual(t, strings.HasPrefix(got, "Devices, as name"), strings.HasPrefix(got, "Devices: "), got)
		return strings.Contains(got, "light.l00")
	}
	assert.True(t, isList(lights(20)))
	assert.False(t, isList(lights(21)))

	offline := lights(21) // a device that goes offline does not change the form
	offline[5].State = "unavailable"
	assert.False(t, isList(offline))
	repeated := append(lights(20), lights(20)...)
	assert.True(t, isList(repeated))

	devices := lights(17)
	devices = append(devices,
		prompt.Device{EntityID: "climate.a"}, prompt.Device{EntityID: "x.lock", Domain: " LOCK "}, prompt.Device{EntityID: "y", Domain: "lock"},
		prompt.Device{EntityID: "vacuum.a"}, prompt.Device{EntityID: "sensor.b"}, prompt.Device{EntityID: "nothing"},
	)
	got := prompt.AgentContext(prompt.Context{
		Room: "Hall", Rooms: map[string][]string{"Up": {"Bed"}},
		Agents: map[string]prompt.Agent{"home_assistant": {Devices: devices, Floors: map[string][]string{"Up": {"Bed"}, "Down": {"Hall", "Den"}}}},
	})
	assert.Equal(t, `Devices: 17 lights, 1 thermostat, 2 locks, 3 other.
Floor Down: Den, Hall
Floor Up: Bed
Find entity ids with the tools for devices. Never guess an entity id.
If the user names no room, prefer the devices of the current room: Hall.
Areas and what is in them:
Up -> Bed`, got)
}

func TestBlockRoomHierarchy(t *testing.T) {
	for name, c := range map[string]struct {
		rooms map[string][]string
		want  string
	}{
		"nothing":   {nil, ""},
		"no one in": {map[string][]string{"Up": nil, "Down": {" "}, "\n": {"x"}}, ""},
		"sorted":    {map[string][]string{"b": {"z", "a", "z"}, "Ä": {"c"}, "B": {"d"}}, "B -> d\nb -> a, z\nÄ -> c"},
		"lines":     {map[string][]string{"a\nb": {"c\r\nd"}, "a b": {"c d"}}, "a b -> c d"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, prompt.RoomHierarchy(c.rooms)) })
	}
}

// What is told does not depend on the order of devices or areas, stays within its lines, and leaves its input alone.
func TestBlockPropertyHome(t *testing.T) {
	device := rapid.Custom(func(t *rapid.T) prompt.Device {
		text := func(label string) string { return blockText().Draw(t, label) }
		domain := rapid.SampledFrom([]string{"light.", "lock.", "", "x."}).Draw(t, "domain")
		return prompt.Device{EntityID: domain + text("id"), Name: text("name"), Area: text("area"), Domain: text("of"), State: rapid.SampledFrom([]string{"", "on", "unavailable"}).Draw(t, "state")}
	})
	areas := rapid.MapOfN(blockText(), rapid.SliceOfN(blockText(), 0, 3), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		devices := rapid.SliceOfNDistinct(device, 0, 30, func(d prompt.Device) string { return strings.Join(strings.Fields(d.EntityID), " ") }).Draw(t, "devices")
		c := prompt.Context{Room: blockText().Draw(t, "room"), Rooms: areas.Draw(t, "rooms"), Agents: map[string]prompt.Agent{
			"home_assistant": {Devices: devices, Floors: areas.Draw(t, "floors")},
		}}
		before := slices.Clone(devices)
		got := prompt.AgentContext(c)
		soundBlock(t, got)
		require.NotContains(t, got, "\n\n")
		require.LessOrEqual(t, strings.Count(got, "\n"), 4+2*len(devices)+len(c.Rooms)+len(c.Agents["home_assistant"].Floors))
		require.Equal(t, before, devices)

		again := maps.Clone(c.Agents)
		again["home_assistant"] = prompt.Agent{Devices: rapid.Permutation(devices).Draw(t, "order"), Floors: maps.Clone(c.Agents["home_assistant"].Floors)}
		c.Agents, c.Rooms = again, maps.Clone(c.Rooms)
		if distinctIDs(devices) {
			require.Equal(t, got, prompt.AgentContext(c))
		}

		var tools []prompt.Tool
		for _, d := range devices {
			tools = append(tools, prompt.Tool{Name: d.Name, Guidance: d.Area, Rules: []string{d.EntityID, d.Area}, CriticalRules: []string{d.Domain}, AllowDirectAnswer: d.State == "on"})
		}
		soundBlock(t, prompt.Guidance(tools))
		soundBlock(t, prompt.DirectAnswer(tools))
		require.LessOrEqual(t, strings.Count(prompt.DirectAnswer(tools), "\n"), 2)
		require.LessOrEqual(t, strings.Count(prompt.Guidance(tools), "\n"), 3+4*len(tools))
	})
}

// distinctIDs reports whether no two devices have the same id once it is a line: of those the first counts.
func distinctIDs(devices []prompt.Device) bool {
	seen := map[string]bool{}
	for _, d := range devices {
		id := prompt.RoomHierarchy(map[string][]string{"x": {d.EntityID}})
		if seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}
