// The command control_device: lights, fans and locks by names that only the house knows.

package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// ControlDevice turns devices on and off and locks doors. The zero value cannot run, as it has no House.
//
// All lights are light.all rather than an entity_id left out: a model leaves out by mistake, and then nothing should happen.
type ControlDevice struct {
	Action   string `jarvis:"action,required,refinable" enum:"turn_on,turn_off,lock,unlock" description:"What to do with the device"`
	EntityID string `jarvis:"entity_id,required,refinable,options=devices" validate:"max=80" description:"The device: its kind, a dot and its place, such as light.office, fan.bedroom or lock.front; light.all is every light, lock.all every door"`

	House *House
}

// Spec declares the command control_device.
func (*ControlDevice) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "control_device",
		Description: "Turns lights and fans on or off, and locks or unlocks doors. Use for every device in the house.",
		Keywords:    []string{"light", "lights", "lamp", "fan", "door", "lock", "unlock", "turn on", "turn off"},
		Examples: []jarvis.Example{
			{Utterance: "Turn on the light in the office", Arguments: jarvis.Args{"action": "turn_on", "entity_id": "light.office"}, Primary: true},
			{Utterance: "Make it dark in here, everywhere", Arguments: jarvis.Args{"action": "turn_off", "entity_id": "light.all"}},
			{Utterance: "Is the front door locked? If not, lock it", Arguments: jarvis.Args{"action": "lock", "entity_id": "lock.front"}},
			{Utterance: "I need some air in the bedroom", Arguments: jarvis.Args{"action": "turn_on", "entity_id": "fan.bedroom"}},
		},
		CriticalRules: []string{"Unlock a door only if the user names the door and says that it is to be unlocked."},
		Effect:        jarvis.EffectWrite,
	}
}

// PreRoute knows "lights off", "turn on the kitchen light", "lock the front door" and the like. Unlocking is left to the model,
// as nothing should open a door because it misheard.
func (c *ControlDevice) PreRoute(_ context.Context, utterance string) *jarvis.Route {
	action, device := splitOrder(utterance)
	if action == "" || c.House == nil {
		return nil
	}
	name := meantDevice(device, c.House.Names(action), true)
	if name == "" {
		return nil
	}
	prefix, _, _ := strings.Cut(name, ".")
	return &jarvis.Route{
		Arguments:      jarvis.Args{"action": action, "entity_id": name},
		SpokenResponse: capital(spokenDevice(name)) + " " + kinds[prefix].states[action] + ".",
	}
}

// maxOrder is how long an utterance may be, in bytes, to be taken for an order.
const maxOrder = 100

// splitOrder takes the action out of an order such as "turn the office light off" and returns it with the words left. A question
// is no order: its mark stays at the last word, which then is not "off".
func splitOrder(utterance string) (action, device string) {
	if len(utterance) > maxOrder {
		return "", ""
	}
	plain := strings.ReplaceAll(strings.Trim(strings.ToLower(utterance), " .!"), ",", " ")
	said := strings.Fields(strings.TrimSuffix(plain, " please"))
	if len(said) < 2 {
		return "", ""
	}
	switches := map[string]string{"on": "turn_on", "off": "turn_off"}
	last := len(said) - 1
	switch first := said[0]; {
	case first == "lock":
		action, said = "lock", said[1:]
	case (first == "turn" || first == "switch") && switches[said[1]] != "":
		action, said = switches[said[1]], said[2:]
	case first == "turn" || first == "switch":
		action, said = switches[said[last]], said[1:last]
	default:
		action, said = switches[said[last]], said[:last]
	}
	device = strings.TrimPrefix(strings.Join(said, " "), "the ")
	switch device {
	case "lights", "doors": // all of them; "light" could be any
		device = everything + " " + device
	}
	return action, device
}

// Validate looks the device up. A name that can only mean one device is replaced by that device's, but for unlocking: there the
// exact name counts, as nothing should open a door because it misheard.
func (c *ControlDevice) Validate(context.Context, *jarvis.Request) ([]jarvis.ValidationResult, error) {
	if c.House == nil {
		return nil, errNoHouse
	}
	able, all := c.House.Names(c.Action), c.House.Names("")
	device := c.EntityID
	switch known := slices.Contains(all, device); {
	case !known && c.Action == "unlock":
		device = ""
	case !known:
		if device = meantDevice(c.EntityID, able, false); device != "" {
			return []jarvis.ValidationResult{{Success: true, ParamName: "entity_id", SuggestedValue: device}}, nil
		}
		device = meantDevice(c.EntityID, all, false)
	}
	prefix, _, _ := strings.Cut(device, ".")
	order := strings.ReplaceAll(c.Action, "_", " ")
	wrong := jarvis.ValidationResult{ParamName: "entity_id", ValidValues: able}
	switch {
	case device == "":
		wrong.Message = notFound(c.EntityID)
	case can(device, c.Action):
		return nil, nil
	case kinds[prefix].states[c.Action] != "": // one device of the kind could
		wrong.Message = fmt.Sprintf("Cannot %s %s at once, name one of them", order, spokenDevice(device))
	default:
		wrong = jarvis.ValidationResult{ParamName: "action", ValidValues: actionsOf(device),
			Message: fmt.Sprintf("Device '%s' cannot %s", device, order)}
	}
	return []jarvis.ValidationResult{wrong}, nil
}

var errNoHouse = errors.New("control_device has no House")

func notFound(device string) string { return fmt.Sprintf("Device '%s' not found", device) }

// Run tells the device and answers with what changed.
func (c *ControlDevice) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	if c.House == nil {
		return nil, errNoHouse
	}
	devices, state := c.House.Do(c.Action, c.EntityID)
	if devices == nil { // removed since Validate
		return jarvis.Failure(notFound(c.EntityID)), nil
	}
	message := fmt.Sprintf("The %s is %s.", spokenDevice(c.EntityID), state)
	if strings.HasSuffix(c.EntityID, "."+everything) {
		message = fmt.Sprintf("%s are %s.", capital(spokenDevice(c.EntityID)), state)
	}
	return jarvis.Final(map[string]any{"devices": devices, "state": state}, jarvis.WithMessage(message)), nil
}

// capital makes the first letter of an ASCII text a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
