// Messages of the verb schema.

package cli

import (
	"fmt"
	"strings"
)

const (
	msgSchemaShort = "Print commands as the tools of a model vendor or host"
	msgSchemaLong  = `Prints a command as a tool, as JSON: with one NAME that tool alone, with none or
several what a request carries as its tools. Keys stand in the order of the
declaration. --dialect is one of

%s
The first is the default; several in the last are an object by name.

Every vendor takes another part of JSON Schema. --losses prints instead what the
dialect could not say as it was declared: moved into a description, changed into
another keyword or name, or dropped; and for a strict dialect what kept a
command from being strict. With --json these are the reports of package dialect.`
	msgSchemaExamples = `  PROGRAM schema
  PROGRAM schema get_weather --dialect anthropic
  PROGRAM schema --dialect openai-strict --losses
  PROGRAM schema set_timer check_timers --dialect schema`

	msgDialect        = "there is no dialect %q; there are %s"
	msgDialectNear    = "there is no dialect %q; did you mean %q? There are %s"
	msgSchemaObstacle = "not strict"
	msgSchemaRequest  = "(request)"
	msgSchemaOver     = "over the limit"
	msgSchemaNoLoss   = "Nothing is lost in %s.\n"
)

// schemaLong is the help of schema, with its dialects.
func schemaLong() string {
	var dialects strings.Builder
	for _, name := range dialectNames(neutral) {
		fmt.Fprintf(&dialects, "  %-16s  %s\n", name, dialectSummary(name))
	}
	return fmt.Sprintf(msgSchemaLong, dialects.String())
}
