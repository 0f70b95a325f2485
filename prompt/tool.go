// Tool: one tool as a prompt shows it to a model.

package prompt

import (
	"encoding/json"

	"github.com/jarvis-sdk/jarvis"
)

// Tool is one tool with all that a prompt may say about it. Name, Description and Parameters are what a model server gets; the
// rest are the extensions of jarvis, which only prompts and the loop read. The zero value is a tool without a name, which is
// left out everywhere.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // JSON Schema of the arguments, may have "_refinable" hints; empty means no parameters

	Server            bool     // runs beside the model, no command of the user's: never part of the direct answer policy
	AllowDirectAnswer bool     // the model may answer without calling
	Keywords          []string // words that users say for it
	Examples          []jarvis.Example
	Antipatterns      []jarvis.Antipattern
	Rules             []string // when and how to call it
	CriticalRules     []string // rules that must not be broken
	Guidance          string   // a hint for the system prompt; source: included_system_prompt_text
}
