// Agents and rooms: what a prompt tells of the devices of the home.

package prompt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// mostDevices is how many devices are listed; more are counted.
const mostDevices = 20

// deviceAgents are the agents that know devices; the first with devices or floors is told.
var deviceAgents = [...]string{"home_assistant", "device_agent"}

// unavailable is the state of a device that cannot be used now.
const unavailable = "unavailable"

// AgentContext tells the devices of Context.Agents["home_assistant"] or, if that knows neither devices nor floors, of
// "device_agent"; it is empty if neither does. Up to 20 devices are listed by area, areas and devices sorted bytewise and
// those in no area last, but for unavailable ones. More are counted by domain, with the floors, and the model is told to look for
// entity ids with the tools. The number is that of all devices, so that one that goes offline does not turn a list into counts
// or back. A device without an entity id does not count, and neither does a repeated one. Then follow the preference for the
// current room, if that is known and there are devices to prefer, and the lines of [RoomHierarchy]. Source: the agent context of
// the original.
func AgentContext(c Context) string {
	for _, name := range deviceAgents {
		devices, floors := knownDevices(c.Agents[name].Devices), floorLines(c.Agents[name].Floors)
		if len(devices) == 0 && len(floors) == 0 {
			continue
		}
		var texts []string
		switch {
		case len(devices) > mostDevices:
			texts = slices.Concat(deviceCounts(devices), floors, []string{msgDeviceTools})
		case len(devices) > 0:
			texts = deviceList(devices)
		default:
			texts = floors
		}
		room := line(c.Room)
		if room != "" && !strings.EqualFold(room, unknown) && len(devices) > 0 && len(texts) > 0 {
			texts = append(texts, fmt.Sprintf(msgCurrentRoom, room))
		}
		texts = append(texts, headed(msgRooms, RoomHierarchy(c.Rooms)))
		return joinTexts(texts, "\n")
	}
	return ""
}

// knownDevices returns the devices that have an entity id, each once and as lines, sorted by area, name and entity id.
func knownDevices(devices []Device) []Device {
	var known []Device
	seen := map[string]bool{}
	for _, d := range devices {
		id := line(d.EntityID)
		if id == "" || seen[id] {
			continue
		}
		seen[id] = true
		area := line(d.Area)
		if strings.EqualFold(area, msgUnassigned) {
			area = ""
		}
		known = append(known, Device{EntityID: id, Name: line(d.Name), Area: area, Domain: domainOf(id, d.Domain), State: line(d.State)})
	}
	slices.SortFunc(known, func(x, y Device) int {
		return cmp.Or(last(x.Area, y.Area), cmp.Compare(x.Area, y.Area), cmp.Compare(x.Name, y.Name), cmp.Compare(x.EntityID, y.EntityID))
	})
	return known
}

// last compares so that the empty text comes last.
func last(x, y string) int {
	switch {
	case x == "" && y != "":
		return 1
	case x != "" && y == "":
		return -1
	}
	return 0
}

// domainOf returns the domain of a device, in lower case: its own or that of its entity id.
func domainOf(id, domain string) string {
	of, _, _ := strings.Cut(id, ".")
	return strings.ToLower(cmp.Or(line(domain), of))
}

// deviceList lists the available devices by area.
func deviceList(devices []Device) []string {
	var texts []string
	area := "\n" // no line is equal
	for _, d := range devices {
		if strings.EqualFold(d.State, unavailable) {
			continue
		}
		if len(texts) == 0 {
			texts = append(texts, msgDevices)
		}
		if d.Area != area {
			area = d.Area
			texts = append(texts, cmp.Or(area, msgUnassigned)+":")
		}
		if d.Name == "" {
			texts = append(texts, "- "+d.EntityID)
			continue
		}
		texts = append(texts, "- "+d.Name+": "+d.EntityID)
	}
	return texts
}

// deviceCounts is the line with the number of devices of each domain that has a label, and of the others together.
func deviceCounts(devices []Device) []string {
	count := map[string]int{}
	for _, d := range devices {
		count[d.Domain]++
	}
	var parts []string
	others := len(devices)
	for _, label := range domainLabels {
		if n := count[label[0]]; n > 0 {
			others -= n
			parts = append(parts, counted(n, label[1], label[2]))
		}
	}
	if others > 0 {
		parts = append(parts, counted(others, otherDevices, otherDevices))
	}
	return []string{msgDeviceCount + strings.Join(parts, ", ") + "."}
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + several
}

// floorLines is a line for each floor with its areas, sorted.
func floorLines(floors map[string][]string) []string {
	return grouped(floors, func(floor, areas string) string { return fmt.Sprintf(msgFloor, floor, areas) })
}

// RoomHierarchy writes a line "parent -> child, child" for each area that has others in it, lines and children sorted bytewise
// and without repeats. It is empty if there is none. Source: room_hierarchy of the original.
func RoomHierarchy(rooms map[string][]string) string {
	return strings.Join(grouped(rooms, func(parent, children string) string { return parent + " -> " + children }), "\n")
}

// grouped writes a line for each group that has a name and members.
func grouped(groups map[string][]string, write func(name, members string) string) []string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		if name, members := line(name), sortedLines(groups[name]); name != "" && len(members) > 0 {
			texts = append(texts, write(name, strings.Join(members, ", ")))
		}
	}
	return sortedLines(texts)
}
