// The JSON of a Context: the node_context of the original.

package prompt

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
)

// Members of the JSON that are not texts.
const (
	memberAgents = "agents"
	memberRooms  = "room_hierarchy"
)

// textMembers are the members that are texts, with their fields.
func (c *Context) textMembers() map[string]*string {
	return map[string]*string{
		"room":              &c.Room,
		"user":              &c.User,
		"speaker_name":      &c.Speaker,
		"voice_mode":        &c.VoiceMode,
		"user_memories":     &c.Memories,
		"household_persona": &c.Persona,
		"timezone":          &c.Timezone,
	}
}

// MarshalJSON writes the context with the names of the original's node_context, members sorted. Empty fields are left out.
// Members of Extra follow suit; one with the name of a field is written only if that field is empty, and in "agents" only the
// agents and their members that Agents does not have. The error is that of an Extra that has no JSON.
func (c Context) MarshalJSON() ([]byte, error) {
	all := maps.Clone(c.Extra)
	if all == nil {
		all = map[string]any{}
	}
	for name, field := range c.textMembers() {
		if *field != "" {
			all[name] = *field
		}
	}
	if len(c.Rooms) > 0 {
		all[memberRooms] = c.Rooms
	}
	if len(c.Agents) > 0 {
		all[memberAgents] = mergedAgents(c.Agents, all[memberAgents])
	}
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return json.Marshal(all)
}

// mergedAgents adds to the agents what Extra keeps of them.
func mergedAgents(agents map[string]Agent, extra any) map[string]any {
	others, _ := extra.(map[string]any)
	all := maps.Clone(others)
	if all == nil {
		all = map[string]any{}
	}
	for name, agent := range agents {
		rest, _ := all[name].(map[string]any)
		members := maps.Clone(rest)
		if members == nil {
			members = map[string]any{}
		}
		members["devices"] = agent.Devices
		if agent.Devices == nil {
			members["devices"] = []Device{}
		}
		delete(members, "floors")
		if len(agent.Floors) > 0 {
			members["floors"] = agent.Floors
		}
		all[name] = members
	}
	return all
}

// errContextKind is the error of a context that is no object.
var errContextKind = errors.New(msgContextKind)

// UnmarshalJSON reads a node_context in place of what the context held. Names count with their case, null members are absent,
// null itself changes nothing. Members without a field go to Extra, and so does every member that is not of the type of its
// field, so that no part of a context makes the rest unreadable. An agent is one with Agents if it has devices or floors of the
// right shape; its other members, and agents of another shape, are kept in Extra["agents"]. Numbers in Extra are json.Number.
// The error is that of JSON that is no object.
func (c *Context) UnmarshalJSON(text []byte) error {
	value, err := decodeAny(text)
	if err != nil {
		return err
	}
	if value == nil {
		return nil
	}
	members, ok := value.(map[string]any)
	if !ok {
		return errContextKind
	}
	var read Context
	for name, field := range read.textMembers() {
		if text, ok := members[name].(string); ok {
			*field = text
			delete(members, name)
		}
	}
	if rooms, ok := areasOf(members[memberRooms]); ok {
		read.Rooms = rooms
		delete(members, memberRooms)
	}
	if agents, ok := members[memberAgents].(map[string]any); ok {
		read.Agents = takeAgents(agents)
		if len(agents) == 0 {
			delete(members, memberAgents)
		}
	}
	maps.DeleteFunc(members, func(_ string, v any) bool { return v == nil })
	if len(members) > 0 {
		read.Extra = members
	}
	*c = read
	return nil
}

// takeAgents moves the agents with devices or floors out of the members, and leaves there what else they have.
func takeAgents(members map[string]any) map[string]Agent {
	agents := map[string]Agent{}
	for name, value := range members {
		if value == nil {
			delete(members, name)
			continue
		}
		object, _ := value.(map[string]any)
		agent, ok := agentOf(object)
		if !ok {
			continue
		}
		agents[name] = agent
		delete(object, "devices")
		delete(object, "floors")
		if len(object) == 0 {
			delete(members, name)
		}
	}
	if len(agents) == 0 {
		return nil
	}
	return agents
}

// agentOf reads an agent that has devices or floors; both have to be of the right shape.
func agentOf(object map[string]any) (agent Agent, ok bool) {
	devices, floors := object["devices"], object["floors"]
	if devices == nil && floors == nil {
		return agent, false
	}
	if devices != nil {
		list, isList := devices.([]any)
		if !isList {
			return agent, false
		}
		for _, value := range list {
			device, ok := deviceOf(value)
			if !ok {
				return agent, false
			}
			agent.Devices = append(agent.Devices, device)
		}
	}
	if floors != nil {
		if agent.Floors, ok = areasOf(floors); !ok {
			return agent, false
		}
	}
	return agent, true
}

// deviceOf reads a device; its fields are texts or null.
func deviceOf(value any) (d Device, ok bool) {
	members, ok := value.(map[string]any)
	if !ok {
		return d, false
	}
	fields := map[string]*string{"entity_id": &d.EntityID, "name": &d.Name, "area": &d.Area, "domain": &d.Domain, "state": &d.State}
	for name, field := range fields {
		switch v := members[name].(type) {
		case nil:
		case string:
			*field = v
		default:
			return d, false
		}
	}
	return d, true
}

// areasOf reads lists of texts by name.
func areasOf(value any) (map[string][]string, bool) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, false
	}
	areas := map[string][]string{}
	for name, value := range object {
		list, isList := value.([]any)
		if !isList && value != nil {
			return nil, false
		}
		texts := []string{}
		for _, v := range list {
			text, isText := v.(string)
			if !isText {
				return nil, false
			}
			texts = append(texts, text)
		}
		areas[name] = texts
	}
	if len(areas) == 0 {
		return nil, true
	}
	return areas, true
}

// decodeAny reads one JSON value with its numbers as they are.
func decodeAny(text []byte) (value any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errContextKind
	}
	return value, nil
}
