// What Golden, Agree, Fuzz, NoLeak and Examples tell an author.

package jarvistest

const (
	msgDeclared   = "jarvistest.%s: the commands are declared wrongly:\n%v"
	msgNoCommands = "jarvistest.%s: no commands are given, so nothing is tested"

	msgSameName = "two of the commands have the name %q; give each its own"
	msgTwice    = "jarvistest.%s: two commands have the name %q; the second is not tested"

	msgNothingProved = "no arguments were accepted, so nothing is proved"
	msgNoValue       = ": no value was found for %s"
	msgNotProved     = "no value was accepted, so nothing is proved, of %s"
	msgProofRemedy   = ". Give one that is right in an Example of the Spec; what Examples hold is tried first"
	msgWritesOther   = "; the type of %s has to write what it reads: let its MarshalJSON or MarshalText undo its UnmarshalJSON or UnmarshalText"

	msgGoldenFolded   = "jarvistest.Golden: %s: another command has this name in another case, and many file systems cannot keep their files apart; give one of them another name"
	msgGoldenText     = "jarvistest.Golden: %s: its schemas are no JSON: %v"
	msgGoldenMissing  = "jarvistest.Golden: %s: there is no %s yet\nTo write it:  %s"
	msgGoldenRead     = "jarvistest.Golden: %s: %v"
	msgGoldenFolder   = "jarvistest.Golden: %s: %s is a folder where a file should be. Remove it:  rm -r %s"
	msgGoldenUpdate   = "\nJARVIS_UPDATE is %q; only JARVIS_UPDATE=1 writes the files"
	msgGoldenMark     = "jarvistest.Golden: %s: %s begins with a byte order mark, which was not written. Let the editor save UTF-8 without it"
	msgGoldenNew      = "jarvistest.Golden: %s is new"
	msgGoldenLines    = "jarvistest.Golden: %s: the lines of %s end in CRLF, not in LF as they were written. If git changed them at checkout (core.autocrlf), let it leave them alone, in the folder of the package:  echo '%s/*.json -text' >>.gitattributes"
	msgGoldenBroken   = "jarvistest.Golden: %s: %s is not as it was written: %v. Was it edited, or merged with a conflict?"
	msgNoObject       = "it holds no object"
	msgGoldenSpelling = "jarvistest.Golden: %s: %s says the same in other bytes (white space or escapes). Was it formatted?"
	msgGoldenChanged  = "jarvistest.Golden: %s is not what %s holds: %s, %s"
	msgGoldenBreaking = "\nbreaking: what a model sent before may now be refused or mean something else; compatible: it cannot"
	msgGoldenNext     = "\nTo look:    %s && git diff %s\nTo accept:  git add %s"
	msgGoldenLeftOver = "jarvistest.Golden: %s is of no command that is given here. If the command was removed or renamed, that is breaking: a model that calls it by that name is refused. If it is meant:  git rm %s"

	msgLeak         = "jarvistest.NoLeak: %s shows the secret %s in %s, %s (%s)"
	msgLeakLate     = "after the last call"
	msgLeakNone     = "jarvistest.NoLeak: %s has no secret to look for, and was not called"
	msgLeakDone     = "jarvistest.NoLeak: %s: %s, %s, %d of them run, %s looked through"
	msgLeakNotRun   = "jarvistest.NoLeak: %s was never run: all calls were refused, so that nothing is known of what Run shows. Give arguments that it takes, as LeakTest.Calls, and secrets that it insists on, as LeakTest.Secrets"
	msgLeakShort    = "jarvistest.NoLeak: %s: the text that is given for the secret %s has fewer than %d characters, too few to be told from others"
	msgLeakUnknown  = "jarvistest.NoLeak: LeakTest.Calls has a call of %q, which is none of the commands given"
	msgLeakParallel = "jarvistest.NoLeak: the test is parallel; it must not be, as the default loggers are watched, which other tests use too"

	msgExampleSilent  = "jarvistest.Examples: %s: %s[%d] has an utterance without a word: %q"
	msgExampleShared  = "jarvistest.Examples: %s: %s[%d] says %q, which %s teaches too"
	msgExampleTwice   = "jarvistest.Examples: %s: %s[%d] says %q, which %s says with other arguments"
	msgExampleRepeats = "jarvistest.Examples: %s: %s[%d] says %q, which %s has said"
	msgExampleSchema  = "jarvistest.Examples: %s: %s[%d] %q teaches a model what the schema refuses: %s is %s; %s"
	msgExampleAbsent  = "jarvistest.Examples: %s: %s[%d] %q teaches a model to send %s as %q, which counts as left out: leave it out"
	msgAntipattern    = "jarvistest.Examples: %s: Spec.Antipatterns[%d] names %q, which is none of the commands given%s"
	msgAntipatternOwn = "jarvistest.Examples: %s: Spec.Antipatterns[%d] names the command itself"
	msgMeant          = "; did you mean %q?"
	msgExampleBind    = "jarvistest.Examples: %s: %s[%d] %q is refused: %v"
)
