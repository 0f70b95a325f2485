// House: the devices of a home and their states, shared by what controls them.

package commands

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// kind is what devices of one kind have in common.
type kind struct {
	one, many string            // as people call them
	first     string            // the state of a new device
	states    map[string]string // by the action that brings it about
	together  []string          // the actions that every device of the kind can be told at once
}

// kinds holds the kinds by the first part of a device's name. No action unlocks all doors: each is opened by its own name.
var kinds = map[string]kind{
	"light": {"light", "lights", "off", map[string]string{"turn_on": "on", "turn_off": "off"}, []string{"turn_on", "turn_off"}},
	"fan":   {"fan", "fans", "off", map[string]string{"turn_on": "on", "turn_off": "off"}, nil},
	"lock":  {"door", "doors", "locked", map[string]string{"lock": "locked", "unlock": "unlocked"}, []string{"lock"}},
}

// everything is the place in the name of all devices of a kind, such as light.all.
const everything = "all"

var deviceName = regexp.MustCompile(`^[a-z]+\.[a-z0-9_]+$`)

// House holds devices by name: a kind and a place, such as light.office. The zero value has no device and is ready for use; it
// is safe for concurrent use and must not be copied, so commands share it through a pointer.
type House struct {
	mu     sync.Mutex
	names  []string          // in the order in which they were added
	states map[string]string // by name
}

// NewHouse returns a House with a few lights, a fan and two doors.
func NewHouse() *House {
	h := new(House)
	for _, name := range []string{"light.office", "light.kitchen", "light.living_room", "light.bedroom", "fan.bedroom", "lock.front", "lock.garage"} {
		_ = h.Add(name) // these are well formed
	}
	return h
}

// Add puts a device into the house, turned off or locked; one that is there stays as it is. The error says that the name is not
// a known kind and a place.
func (h *House) Add(name string) error {
	prefix, place, _ := strings.Cut(name, ".")
	k, known := kinds[prefix]
	if !known || place == everything || !deviceName.MatchString(name) {
		return fmt.Errorf("device name %q: want one of %s, a dot and a place, such as light.office", name, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, there := h.states[name]; there {
		return nil
	}
	if h.states == nil {
		h.states = map[string]string{}
	}
	h.names, h.states[name] = append(h.names, name), k.first
	return nil
}

// Remove takes a device out of the house.
func (h *House) Remove(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.states, name)
	h.names = slices.DeleteFunc(h.names, func(n string) bool { return n == name })
}

// States returns the states of all devices by name, as they were at one moment.
func (h *House) States() map[string]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.states)
}

// Names returns what can be told the action, or anything for "": devices in the order in which they were added, then the names
// for all of a kind.
func (h *House) Names(action string) (names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var groups []string
	for _, name := range h.names {
		if can(name, action) {
			names = append(names, name)
		}
		prefix, _, _ := strings.Cut(name, ".")
		if group := prefix + "." + everything; can(group, action) && !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	return append(names, groups...)
}

// Do brings about what the action says, for one device or for all of a kind at one moment. It returns the devices and the state
// they are in now; no devices if the name is not in the house or cannot be told the action.
func (h *House) Do(action, name string) (devices []string, state string) {
	if !can(name, action) {
		return nil, ""
	}
	prefix, place, _ := strings.Cut(name, ".")
	state = kinds[prefix].states[action]
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, n := range h.names {
		if n == name || place == everything && strings.HasPrefix(n, prefix+".") {
			h.states[n] = state
			devices = append(devices, n)
		}
	}
	return devices, state
}

// actionsOf returns what a device of that name can be told, sorted.
func actionsOf(name string) []string {
	prefix, place, _ := strings.Cut(name, ".")
	if place == everything {
		return kinds[prefix].together
	}
	return slices.Sorted(maps.Keys(kinds[prefix].states))
}

// can reports whether a device of that name can be told the action, or anything for "".
func can(name, action string) bool {
	actions := actionsOf(name)
	return slices.Contains(actions, action) || action == "" && len(actions) > 0
}

// meantDevice returns the one name whose words are those of the text, whatever their order, case and separators; "" if there is none
// or more than one. Unless whole is set, fewer words that only one device has mean it too: "kitchen" is the light there, if that
// is the only device in it.
func meantDevice(text string, names []string, whole bool) string {
	said := wordsOf(text)
	var same, wider []string
	for _, name := range names {
		words := wordsOf(name)
		switch {
		case maps.Equal(words, said):
			same = append(same, name)
		case len(said) > 0 && !words[everything] && includes(words, said):
			wider = append(wider, name)
		}
	}
	switch {
	case len(same) == 1:
		return same[0]
	case len(same) == 0 && len(wider) == 1 && !whole:
		return wider[0]
	}
	return ""
}

func includes(words, part map[string]bool) bool {
	for w := range part {
		if !words[w] {
			return false
		}
	}
	return true
}

// sameWords are words that people use for the parts of a name; the empty one says nothing.
var sameWords = map[string]string{
	"the": "", "my": "", "lights": "light", "lamp": "light", "lamps": "light", "fans": "fan", "door": "lock", "doors": "lock", "locks": "lock",
}

// wordsOf returns the words of a name or of what a person says.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsNumber(c) }) {
		if same, ok := sameWords[w]; ok {
			w = same
		}
		if w != "" {
			words[w] = true
		}
	}
	return words
}

// spokenDevice writes light.living_room as "living room light" and light.all as "all lights".
func spokenDevice(name string) string {
	prefix, place, _ := strings.Cut(name, ".")
	if place == everything {
		return "all " + kinds[prefix].many
	}
	return strings.ReplaceAll(place, "_", " ") + " " + kinds[prefix].one
}
