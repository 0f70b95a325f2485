// Messages of the verb list.

package cli

const (
	msgListShort = "List the commands"
	msgListLong  = `Lists the commands: what a call does to the world (read, write or
destructive; - where that is not declared), the parameters (required ones with a
star) and the description.

With patterns, lists those commands of which the name or a keyword has one of
them in it, in any case.

With --json an array of
  {"name", "description", "effect", "keywords",
   "parameters": [{"name", "type", "required", "refinable", "description"}],
   "secrets": [{"key", "scope", "description", "value_type", "required",
                "is_sensitive"}]}
in which a parameter also has what is declared of "enum", "default" (a text),
"label", "options" and "fields" (the parameters inside a dict), and a secret
what is declared of "friendly_name", "enum_values" and "presets". Secrets are
declarations: no value is looked up. An effect that is not declared is "".`
	msgListExamples = `  PROGRAM list
  PROGRAM list timer weather
  PROGRAM list --json | jq -r '.[] | select(.effect == "destructive").name'`

	msgListEmpty = "%s has no commands.\n"
	msgListNone  = "No command has %s in its name or keywords.\n"
)
