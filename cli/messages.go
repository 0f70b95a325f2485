// Messages: sentences that several verbs say.

package cli

const (
	msgSeeHelp      = "See %s --help.\n"
	msgUnknownVerb  = "there is no %q"
	msgMeant        = "; did you mean %q?"
	msgBareJSON     = "without a verb there is no JSON to print; put a verb before --json, or leave it out"
	msgVerbNoJSON   = "%s has no JSON to print; leave out --json"
	msgUnknownFlag  = "unknown flag %s"
	msgMeantFlag    = "; did you mean --%s?"
	msgFlagNoValue  = "%s needs a value"
	msgFlagValue    = "%s wants %s, got %q"
	msgFlagCause    = "%s: %s"
	msgNoArguments  = "%s takes no arguments, got %q"
	msgNoShell      = "which shell? One of %s"
	msgUnknownShell = "there is no completion for %q; there is one for %s"
	msgNoRegistry   = "the program has no commands: cli.App.Registry is nil; set it to a jarvis.NewRegistry() with commands"
	msgNoVersion    = "has no version"
	msgEncodePanics = "its MarshalJSON panicked: %v"
	msgStopped      = "%s: stopped: %v\n"
)
