// Messages of the verb call.

package cli

const (
	msgCallShort = "Run a command"
	msgCallLong  = `Runs a command and prints what it answers. Its parameters are flags, which
call NAME --help lists. They are written in these ways:

  --PARAM VALUE        - may stand for _ in the name
  --PARAM=VALUE        the same
  --PARAM              true, for a truth value; false is --PARAM=false
  --param PARAM=VALUE  for any name, also one that is a flag of this verb

A value is the text as it is for parameters that hold text, and JSON for numbers,
truth values and dicts. An array is one JSON array, or has an element for each time
that its flag is there. All that is wrong with the arguments is told at once.

--json ARGS brings all arguments at once, as JSON: the text itself, @FILE, or - for
standard input. The answer is printed as JSON then, as it is with --json alone; what
the command itself prints goes to standard error.

Exit code: 0 if the command succeeded; 1 if it failed, or if secrets are missing;
2 for an unknown command or flag; 3 if the arguments were refused, which is then
told on standard error.`
	msgCallExample = `  PROGRAM call roll_dice --sides 20 --count 2
  PROGRAM call calculate --num1 -5 --num2 3 --operation add
  PROGRAM call get_weather --resolved_datetimes 2026-01-18T00:00:00Z --resolved_datetimes 2026-01-19T00:00:00Z
  PROGRAM call set_timer --json '{"duration": "PT5M"}'
  PROGRAM call set_timer --json - <arguments.json`

	msgCallParamFlag   = "set a parameter of any name, also one that is no flag"
	msgCallJSONFlag    = "print JSON; with `[ARGS]` take the arguments from them: JSON, @FILE, or - for standard input"
	msgCallLenientFlag = `accept "5" for 5, "true" for true and the like, and say so on standard error`
	msgCallSayFlag     = "what was said to an assistant: `TEXT`"
	msgCallUserFlag    = "whose secrets are used, beside those of everybody: `NAME` of a user"

	msgCallWhich     = "which command? Its NAME comes first, then its flags"
	msgCallOrder     = "the command %q has to stand before %s"
	msgCallItsFlags  = "its flags"
	msgCallJSONFirst = "the NAME of the command comes first, then --json ARGS"
	msgCallStray     = "unexpected %q; a value goes with its flag, as in --PARAM VALUE"
	msgCallBool      = "unexpected %q; write %s=%[1]s"
	msgCallTwice     = "--%s is given twice, with %q and %q; it takes one value"
	msgCallBoth      = "--json has all arguments; leave out --%s, or move it there"
	msgCallParam     = "want NAME=VALUE"
	msgCallJSONTwice = "--json brings arguments twice; leave one of them out"
	msgCallTooLong   = "the arguments have more than 1 MiB"

	msgCallRefused   = "%s refuses the arguments:\n%s\n%s"
	msgCallFailed    = "%s failed: %s"
	msgCallNoReason  = "it says no more"
	msgGone          = "ended its goroutine"
	msgCallGone      = "%s " + msgGone + ", as by runtime.Goexit, instead of returning"
	msgCallNoJSON    = "%s answered what has no JSON: %s"
	msgCallFailure   = "The command '%s' failed."
	msgCallCoerced   = "note: %s: %s was taken as %s\n"
	msgCallAbsent    = "absent"
	msgCallMore      = "note: and %d more\n"
	msgCallSuggested = "note: %s: %s was taken instead, as the command suggests\n"
	msgCallDone      = "Done."
	msgCallButton    = "[%s] %s\n"
	msgCallWaits     = "(waits for an answer)\n"
	msgCallChunked   = "(more follows in session %s)\n"

	msgMissing        = "%s lacks secrets:"
	msgMissingOfUser  = " (of a user)"
	msgMissingFix     = "\nSet them where this program looks secrets up, mostly in the environment: export %s=…"
	msgMissingWhose   = "\nThose of a user are looked up for --user NAME."
	msgMissingUserFix = "\nThose of a user have to be set for %s where this program looks secrets up."

	msgCallParameters = "Parameters:"
	msgCallUsage      = "usage: %s [--PARAM VALUE]… [--FLAG…]\n"
	msgCallUsageNone  = "usage: %s [--FLAG…]\n"
	msgFactRequired   = "required"
	msgFactParam      = "given as --param %s=VALUE"
	msgFactRepeat     = "may be repeated"
	msgFactDefault    = "default %s"
	msgFactOneOf      = "one of: %s"
	msgFactAbsent     = "left out by: %s"
)
