// What models, authors and hosts read about tools.

package prompt

import "fmt"

// Read by a model: the list of tools. The labels are those of the original.
const (
	msgNoTools          = "No tools available."
	msgToolName         = "\nTool: %s"
	msgToolDescription  = "Description: %s"
	msgToolParameters   = "Parameters:"
	msgToolNoParameters = "  None"
	msgToolParameter    = "  - %s (%s)"
	msgToolRequired     = " [REQUIRED]"
	msgToolNot          = "  NOT %s -> use %s: %s"
	msgToolExamples     = "Examples:"
	msgToolUnknown      = "unknown"
	msgToolUndescribed  = "No description"
	msgToolAnyType      = "any"
	msgToolOneOf        = "One of: %s."
	msgToolEachOneOf    = "Each is one of: %s."
	msgToolMoreAllowed  = " and %d more"
	msgToolKeys         = " with %s"
	msgFormatDate       = "date " + formDate
	msgFormatTime       = "time " + formTime
	msgFormatDuration   = "duration such as " + formDuration
)

// The forms of texts with a format.
const (
	formDate     = "YYYY-MM-DD"
	formTime     = "HH:MM"
	formDuration = "PT10M"
)

// Read by a model: the request to fill in refinable parameters.
const (
	msgRefineTask      = "The tool %s was chosen for a voice request. Find the values of these parameters in the request:"
	msgRefineParameter = "- %s (%s)"
	msgRefineGiven     = "These parameters are already set: %s"
	msgRefineExamples  = "Examples:"
	msgRefineExample   = "Request: %s\nAnswer: %s"
	msgRefineAnswer    = "Answer with one JSON object and nothing else. Its keys: %s. Use null where the request says nothing about a parameter."
	msgRefineRequest   = "Request: %s\nAnswer:"
)

// Read by an author: lists of tools. Each follows the name of a tool.
const (
	msgToolText       = "%s is not a text"
	msgToolFlag       = "%s is neither true nor false"
	msgToolTexts      = "%s is not a list of texts"
	msgToolObjects    = "%s is not a list of objects"
	msgToolArguments  = "expected_parameters is not an object"
	msgToolPrimary    = "more than one example is primary; mark one of them"
	msgToolMoreFaults = "and %d more mistakes"
)

// Read by a host: environment variables.
const (
	msgEnvFlag     = "prompt: %s is %q: want 1, true, yes or on, or 0, false, no or off"
	msgEnvLength   = "prompt: %s is %q: want a whole number of characters from 1"
	msgEnvExamples = "prompt: %s is %q: want a whole number from 0, or all or -1"
)

func toolf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
