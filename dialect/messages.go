// Messages: every sentence that a model reads in a description, or an author in a report or error.

package dialect

// Errors.
const (
	msgUnknown     = "%q is no dialect; there are %v"
	msgUnknownNear = "%q is no dialect; did you mean %q?"
	msgNil         = "dialect: no command to print"
	msgUnreadable  = "dialect: the schema of command %q is not acceptable JSON: %s"
	msgTooDeep     = "it is nested too deeply"
)

// Read by a model, in a description.
const (
	msgMinimum          = "Must be at least %s."
	msgMaximum          = "Must be at most %s."
	msgExclusiveMinimum = "Must be greater than %s."
	msgExclusiveMaximum = "Must be less than %s."
	msgMultipleOf       = "Must be a multiple of %s."
	msgMinLength        = "At least %s characters."
	msgMaxLength        = "At most %s characters."
	msgMinItems         = "At least %s items."
	msgMaxItems         = "At most %s items."
	msgMinProperties    = "At least %s keys."
	msgMaxProperties    = "At most %s keys."
	msgUnique           = "Must not repeat an item."
	msgPattern          = "Must match the pattern %s."
	msgOneOf            = "One of: %s."
	msgConst            = "Must be %s."
	msgNot              = "Must not be: %s."
	msgAnyRequired      = "At least one is needed of: %s."
	msgOneRequired      = "Exactly one is needed of: %s."
	msgNoKeys           = "No other keys."
	msgNoItems          = "No other items."
	msgDefault          = "Default: %s."
	msgExamples         = "Examples: %s."
	msgDeprecated       = "Deprecated."
	msgEncoding         = "Encoded as %s."
	msgMediaType        = "Content of type %s."
	msgFormat           = "Format: %s."
	msgSchema           = "Must match the JSON Schema %s."
	msgEach             = "Each element: %s"
	msgNullable         = "May be null."
	msgNotNull          = " that are not null."    // ends a sentence that counts keys
	msgKeyNotNull       = " key that is not null." // or one
	msgExactLength      = "Exactly %s characters."
	msgExactItems       = "Exactly %s items."
	msgExactProperties  = "Exactly %s keys."
	msgTextObject       = "A JSON object written as text."
	msgTextArray        = "A JSON array written as text."
	msgNever            = "Must not be given."
	msgTextAny          = "Any JSON value written as text."
	msgStandsFor        = "Stands for %s."
	msgNullOut          = "Null leaves it out."
)

// formatSentences say what texts of a format look like.
var formatSentences = map[string]string{
	"date": "Date such as 2026-01-31.", "date-time": "Date and time such as 2026-01-31T18:30:00Z.", "time": "Time of day such as 18:30:00Z.",
	"duration": "ISO 8601 duration such as PT1H30M.", "email": "Email address.", "hostname": "Host name.", "ipv4": "IPv4 address.",
	"ipv6": "IPv6 address.", "uuid": "UUID.", "uri": "URI.", "uri-reference": "URI or relative reference.", "regex": "Regular expression.",
	"json-pointer": "JSON Pointer.",
}

// Read by an author, in a report.
const (
	msgWhole        = "schema"      // in the place of a keyword: a schema that is true or false
	msgArguments    = "(arguments)" // the place of the whole of them; no property is written so
	msgKeys         = "(keys)"
	msgAnyKeys      = "takes any keys, and a strict schema lists them; declare its properties"
	msgAnyValue     = "takes a value of any type; declare the type"
	msgAnyElement   = "takes elements of any type; declare the type of the elements"
	msgTuple        = "takes elements of another type at each place; declare an object with a property for each"
	msgMoreKeys     = "takes keys beside its properties, and a strict schema does not; set additionalProperties to false"
	msgPatternKeys  = "takes keys by pattern, and a strict schema lists them; declare its properties"
	msgNullAndOmit  = "is optional and takes null, which a strict schema cannot tell apart; make it required, or do not take null"
	msgNothing      = "takes no value; remove it"
	msgLimit        = "%d %s, and the vendor takes %d; %s"
	msgFixSplit     = "split the command"
	msgFixLevels    = "nest less deeply"
	msgFixText      = "shorten names and lists"
	msgFixValues    = "list fewer"
	msgFixOptional  = "make some required, or split the command"
	msgFixUnions    = "declare one type for some, or split the command"
	msgRequestLimit = "would make %d %s in the request, and the vendor takes %d; send fewer tools, or this one earlier"
	msgTools        = "%d tools, and the vendor takes %d in a request; send fewer"
	msgCut          = "cut to %d characters"
	msgNullOmits    = "null stands for leaving it out"
	msgAlternatives = "said in each alternative"
	msgFlattened    = "all alternatives in one list"
	msgMerged       = "said beside it"
	msgNullToo      = "null too"
	msgSameWithout  = "the same without it"
	msgClosed       = "%s %s, and in words: %s"
	msgJSONText     = "JSON text"
	msgAllRequired  = "all; null stands for leaving one out"
)
