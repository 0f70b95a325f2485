// Messages of the verb parse.

package cli

const (
	msgParseShort = "Find the tool calls in a model's text"
	msgParseLong  = `Reads the text of a model, of standard input or a file, and prints what is in it: its
words, its tool calls, its reasoning, and what was left out and why. The calls are
checked against the commands as in a conversation; what is wrong is told as the
model would be told.

The format is recognised by itself unless --format names it. At most 16 MiB are read.

With --json the answer is one object:

  format     how the text was read
  accepted   whether no call is broken or wrong
  checked    whether the calls were checked
  content    what is to be said, as it stands in the text
  reasoning  what the model has thought
  calls      [{id, name, arguments, failure_message, repaired, start, end, problems}];
             id, failure_message and repaired only if there are such; arguments that
             are no JSON are a string
  dropped    [{text, start, why}]
  broken     [{start, end, reason}]
  parts      [{kind, start, end}]: all of the text, without gaps
  told       what the model would be told; only if checked calls are refused

Places are in bytes. Exit code: 0 also if there is no call; 3 if one is broken or wrong.`
	msgParseExample = `  echo '<tool_call>{"name": "roll_dice", "arguments": {"sides": 20}}</tool_call>' | PROGRAM parse
  PROGRAM parse answer.txt --format hermes --json
  PROGRAM parse answer.txt --no-check --reasoning-started`

	msgParseArgs        = "parse reads one text, got %d files"
	msgParseFormatNear  = "there is no format %q; did you mean %q?"
	msgParseFormat      = "there is no format %q; the formats are %s"
	msgParseMarks       = "--reasoning-open and --reasoning-close go together"
	msgParseNoReasoning = "--no-reasoning goes with no other flag on reasoning"
	msgParseRepair      = "--repair needs the commands to judge what it mends; leave out --no-check"

	msgParseWhy    = " (%s)"
	msgParseBroken = "at %d-%d: %s"
	msgParseNone   = "none"
)
