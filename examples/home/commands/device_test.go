// Tests of control_device.

package commands_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestControlDevice(t *testing.T) {
	done := func(state string, devices ...string) map[string]any {
		return map[string]any{"state": state, "devices": devices}
	}
	testCalls(t, "control_device", []callCase{
		{name: "on", args: `{"action":"turn_on","entity_id":"light.office"}`, message: "The office light is on.", data: done("on", "light.office")},
		{name: "off", args: `{"action":"turn_off","entity_id":"fan.bedroom"}`, message: "The bedroom fan is off.", data: done("off", "fan.bedroom")},
		{name: "lock", args: `{"action":"lock","entity_id":"lock.front"}`, message: "The front door is locked.", data: done("locked", "lock.front")},
		{name: "unlock", args: `{"action":"unlock","entity_id":"lock.garage"}`, message: "The garage door is unlocked.", data: done("unlocked", "lock.garage")},
		{name: "all lights", args: `{"action":"turn_on","entity_id":"light.all"}`, message: "All lights are on.",
			data: done("on", "light.office", "light.kitchen", "light.living_room", "light.bedroom")},
		{name: "all doors", args: `{"action":"lock","entity_id":"lock.all"}`, message: "All doors are locked.", data: done("locked", "lock.front", "lock.garage")},

		{name: "spoken name", args: `{"action":"turn_on","entity_id":"office light"}`, message: "The office light is on.", data: done("on", "light.office")},
		{name: "case and separators", args: `{"action":"turn_on","entity_id":"LIGHT Living-Room"}`, message: "The living room light is on.", data: done("on", "light.living_room")},
		{name: "underscore for the dot", args: `{"action":"turn_on","entity_id":"light_kitchen"}`, message: "The kitchen light is on.", data: done("on", "light.kitchen")},
		{name: "another word", args: `{"action":"lock","entity_id":"the front door"}`, message: "The front door is locked.", data: done("locked", "lock.front")},
		{name: "spoken group", args: `{"action":"turn_off","entity_id":"all lights"}`, message: "All lights are off.",
			data: done("off", "light.office", "light.kitchen", "light.living_room", "light.bedroom")},
		{name: "place with one device that fits", args: `{"action":"lock","entity_id":"front"}`, message: "The front door is locked.", data: done("locked", "lock.front")},

		{name: "place with two devices", args: `{"action":"turn_on","entity_id":"bedroom"}`, details: "Device 'bedroom' not found"},
		{name: "kind alone", args: `{"action":"turn_on","entity_id":"light"}`, details: "Device 'light' not found"},
		{name: "no word", args: `{"action":"turn_on","entity_id":"the"}`, details: "Device 'the' not found"},
		{name: "empty", args: `{"action":"turn_on","entity_id":""}`, details: "Device '' not found"},
		{name: "all of everything", args: `{"action":"turn_on","entity_id":"all"}`, details: "Device 'all' not found"},
		{name: "too long", args: `{"action":"turn_on","entity_id":"light.` + strings.Repeat("x", 80) + `"}`, details: "Parameter 'entity_id' must have at most 80 characters"},
		{name: "unknown", args: `{"action":"turn_on","entity_id":"light.attic"}`, details: "Device 'light.attic' not found"},
		{name: "lock a light", args: `{"action":"lock","entity_id":"light.office"}`, details: "Device 'light.office' cannot lock"},
		{name: "lock a light by its spoken name", args: `{"action":"lock","entity_id":"office light"}`, details: "Device 'light.office' cannot lock"},
		{name: "turn on a door", args: `{"action":"turn_on","entity_id":"lock.all"}`, details: "Device 'lock.all' cannot turn on"},
		{name: "unlock all doors", args: `{"action":"unlock","entity_id":"lock.all"}`, details: "Cannot unlock all doors at once, name one of them"},
		{name: "unknown action", args: `{"action":"toggle","entity_id":"light.office"}`, details: "Invalid value 'toggle' for 'action'. Must be one of: turn_on, turn_off, lock, unlock"},
		{name: "no device", args: `{"action":"turn_off"}`, details: "Parameter 'entity_id' is required (string)"},
	})
}

func TestControlDeviceNamesWhatFits(t *testing.T) {
	house := new(commands.House)
	for _, name := range []string{"light.hall", "fan.hall", "lock.front"} {
		require.NoError(t, house.Add(name))
	}
	registry := newRegistry(t, commands.Config{House: house})
	tests := []struct{ action, device, param, valid string }{
		{"turn_on", "light.attic", "entity_id", `["light.hall","fan.hall","light.all"]`},
		{"lock", "lock.back", "entity_id", `["lock.front","lock.all"]`},
		{"unlock", "lock.back", "entity_id", `["lock.front"]`},
		{"unlock", "lock.all", "entity_id", `["lock.front"]`},
		{"unlock", "fan.hall", "action", `["turn_off","turn_on"]`},
		{"turn_off", "fan.all", "entity_id", `["light.hall","fan.hall","light.all"]`},
	}
	for _, tt := range tests {
		t.Run(tt.action+" "+tt.device, func(t *testing.T) {
			resp := control(t, registry, tt.action, tt.device)
			require.NotNil(t, resp.Validation)
			results := resp.Validation.Results()
			require.Len(t, results, 1)
			assert.Equal(t, tt.param, results[0].ParamName)
			assert.Equal(t, "control_device", results[0].CommandName)
			valid, err := json.Marshal(results[0].ValidValues)
			require.NoError(t, err)
			assert.JSONEq(t, tt.valid, string(valid))
		})
	}

	require.NoError(t, house.Add("light.attic"))
	assert.True(t, control(t, registry, "turn_on", "light.attic").Success, "a device added after registration")
	house.Remove("light.attic")
	assert.False(t, control(t, registry, "turn_on", "light.attic").Success, "a device that was removed")
}

// A door opens by its exact name alone; any other is answered with those that there are.
func TestControlDeviceDoesNotGuessWhatToUnlock(t *testing.T) {
	const names = "; must be one of: lock.front, lock.garage"
	tests := []struct{ device, report string }{
		{"front", "Device 'front' not found" + names},
		{"front door", "Device 'front door' not found" + names},
		{"the front lock", "Device 'the front lock' not found" + names},
		{"Lock.Front", "Device 'Lock.Front' not found" + names + "; did you mean 'lock.front'?"},
		{"lock.frnt", "Device 'lock.frnt' not found" + names + "; did you mean 'lock.front'?"},
		{"office light", "Device 'office light' not found" + names},
		{"all doors", "Device 'all doors' not found" + names},
	}
	for _, tt := range tests {
		t.Run(tt.device, func(t *testing.T) {
			house := commands.NewHouse()
			resp := control(t, newRegistry(t, commands.Config{House: house}), "unlock", tt.device)
			assert.False(t, resp.Success)
			assert.Contains(t, resp.Report(), tt.report)
			assert.Equal(t, "locked", house.States()["lock.front"])
			assert.Equal(t, "locked", house.States()["lock.garage"])
		})
	}
}

func control(t *testing.T, registry *jarvis.Registry, action, device string) *jarvis.Response {
	t.Helper()
	args, err := jarvis.Args{"action": action, "entity_id": device}.JSON()
	require.NoError(t, err)
	resp, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "control_device", Arguments: args})
	require.NoError(t, err)
	return resp
}

func TestControlDevicePreRoute(t *testing.T) {
	const all, off = "light.all", "turn_off"
	tests := []struct{ utterance, action, device, spoken string }{
		{"lights off", off, all, "All lights off."},
		{"Lights on!", "turn_on", all, "All lights on."},
		{"turn off the lights", off, all, "All lights off."},
		{"Turn the lights off, please.", off, all, "All lights off."},
		{"switch all the lights on", "turn_on", all, "All lights on."},
		{"all lights off", off, all, "All lights off."},
		{"turn on the kitchen light", "turn_on", "light.kitchen", "Kitchen light on."},
		{"living room lamp off", off, "light.living_room", "Living room light off."},
		{"turn the bedroom fan on", "turn_on", "fan.bedroom", "Bedroom fan on."},
		{"lock the front door", "lock", "lock.front", "Front door locked."},
		{"lock the doors", "lock", "lock.all", "All doors locked."},
		{utterance: ""},
		{utterance: "lights"},
		{utterance: "off"},
		{utterance: "turn off"},
		{utterance: "lock"},
		{utterance: "the light off"},
		{utterance: "bedroom off"},
		{utterance: "are the lights on?"},
		{utterance: "lights off?"},
		{utterance: "don't turn off the lights"},
		{utterance: "turn off the lights in the office"},
		{utterance: "turn off the lights and lock the front door"},
		{utterance: "unlock the front door"},
		{utterance: "turn on the front door"},
		{utterance: "lock the kitchen light"},
		{utterance: "lights off" + strings.Repeat("!", 100)},
	}
	registry := newRegistry(t, config())
	for _, tt := range tests {
		t.Run(tt.utterance, func(t *testing.T) {
			route, known := registry.PreRoute(t.Context(), tt.utterance)
			require.Equal(t, tt.action != "", known)
			if !known {
				return
			}
			assert.Equal(t, &jarvis.Route{Command: "control_device", Arguments: jarvis.Args{"action": tt.action, "entity_id": tt.device}, SpokenResponse: tt.spoken}, route)
			resp, err := registry.CallRoute(t.Context(), nil, route)
			require.NoError(t, err)
			assert.True(t, resp.Success, resp.ErrorDetails)
			assert.Equal(t, tt.spoken, resp.ContextData["message"])
		})
	}
}

func TestControlDeviceWithoutHouse(t *testing.T) {
	_, err := jarvis.Execute[commands.ControlDevice](t.Context(), nil, json.RawMessage(`{"action":"turn_on","entity_id":"light.office"}`))
	var failed *jarvis.CommandError
	require.ErrorAs(t, err, &failed)
	assert.Nil(t, new(commands.ControlDevice).PreRoute(t.Context(), "lights off"))
}

func TestHouseAdd(t *testing.T) {
	house := new(commands.House)
	for _, name := range []string{"", "light", "light.", "light.all", "oven.kitchen", "light.Office", "light.a.b", "light.a b"} {
		assert.Error(t, house.Add(name), name)
	}
	require.NoError(t, house.Add("light.office"))
	house.Do("turn_on", "light.office")
	require.NoError(t, house.Add("light.office"))
	assert.Equal(t, map[string]string{"light.office": "on"}, house.States(), "a device that is there stays as it is")
	devices, _ := house.Do("lock", "light.office")
	assert.Empty(t, devices)
	devices, _ = house.Do("turn_on", "light.attic")
	assert.Empty(t, devices)
}

// All lights change at one moment, whoever looks, while devices come and go.
func TestHouseFromManyGoroutines(t *testing.T) {
	house := commands.NewHouse()
	registry := newRegistry(t, commands.Config{House: house})
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			action := []string{"turn_on", "turn_off"}[i%2]
			assert.True(t, control(t, registry, action, "light.all").Success)
			assert.True(t, control(t, registry, "lock", "front door").Success)
			_, known := registry.PreRoute(t.Context(), "lights off")
			assert.True(t, known)
			assert.NoError(t, house.Add("fan.attic"))
			house.Remove("fan.attic")
			states := house.States()
			for _, name := range []string{"light.office", "light.kitchen", "light.living_room"} {
				assert.Equal(t, states["light.bedroom"], states[name], name)
			}
		})
	}
	group.Wait()
	assert.Equal(t, "locked", house.States()["lock.front"])
}
