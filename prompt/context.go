// Context: what a node knows about the home, the user and the moment.

package prompt

// Context is the node context of a system prompt. The zero value knows nothing. Its JSON has the names of the original's
// node_context; members without a field are kept in Extra. Source: build_system_prompt(node_context, ...).
//
// Texts may come from outside. The blocks of this package keep them in their lines and put a space behind the bracket of control
// tokens of chat templates, such as <|im_start|> and [INST], so that no server reads them as the beginning of another turn.
type Context struct {
	Room      string              // where the node stands; empty means "unknown"
	User      string              // whose node it is; empty means "default"
	Speaker   string              // who speaks, if known; goes before User
	VoiceMode string              // the style of answers; empty means "brief"
	Memories  string              // what is remembered about the user, as text
	Persona   string              // how the assistant is to sound
	Timezone  string              // IANA name of the user's zone
	Agents    map[string]Agent    // what background agents know, by name; see AgentContext
	Rooms     map[string][]string // the rooms and areas within each area
	Extra     map[string]any      // whatever else a node has sent; no built-in provider reads it
}

// Agent is what one background agent knows about the devices of the home.
type Agent struct {
	Devices []Device            `json:"devices"`
	Floors  map[string][]string `json:"floors,omitempty"` // the areas of each floor
}

// Device is one device that a command can control.
type Device struct {
	EntityID string `json:"entity_id"`        // such as "light.kitchen"
	Name     string `json:"name"`             // as people call it
	Area     string `json:"area,omitempty"`   // empty means that it is in none
	Domain   string `json:"domain,omitempty"` // such as "light"; empty means the part of EntityID before the full stop
	State    string `json:"state,omitempty"`  // "unavailable" devices are left out
}
