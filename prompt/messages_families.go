// Messages of the families: what the built-in providers say beside the shared blocks. The reader is a model of 3B parameters
// and more.

package prompt

const defaultUser = "default"

// Lines before lists of tools.
const (
	introTag     = "These are your tools, one JSON definition per line:"
	introArray   = "These are your tools, as JSON:"
	headingTools = "Tools:"
	headingShort = "The same tools in short:"

	headingSignatures = "Tools, as name(parameter:type). A question mark stands behind parameters that may be left out:"
)

// Rules of single models.
const (
	ruleNamesStrict = "Copy parameter names letter by letter from the definition of the tool. Never add a parameter that is not there."
	ruleLanguage    = "Answer in the language of the user. Names of tools and parameters stay as they are."
	ruleBestEffort  = "If a request is unclear but one reading is likely, act on that reading."
	rulesHermes     = "Rules:\n" +
		"- If a tool fits what the user wants, call it. Never make up the weather, the time, the state of a device or other live data.\n" +
		"- Make one call at a time.\n" +
		"- Use the parameter names of the definition and give every required parameter.\n" +
		"- Take the values from the words of the user. Ask only if a required value is missing.\n" +
		"- The words come from speech recognition: expect words and names that sound alike or are misspelt."
)

// alwaysCall takes the place of the direct answer policy.
const alwaysCall = "Look for a tool first, whatever the user says. Answer in words only if none of the tools fits."

// Worked examples.
const (
	headingExample  = "Example:"
	headingExamples = "Examples:"
	exampleUser     = "User: "
	exampleModel    = "You: "
	exampleFailure  = "Sorry, that did not work."
)

// System messages of training.
const (
	trainingIntro = "You turn what the user of a voice assistant says into a tool call."
	trainingLlama = "You turn what the user of a voice assistant says into a function call.\n" +
		"Answer with the call alone, in this form: <function=name>{\"parameter\": \"value\"}</function>"
)
