// Every sentence about the tags of a field. Its author reads it after "Type.Field: ".

package jarvis

// Of a tag that reflect.StructTag would silently lose.
const (
	msgTagMalformed   = "malformed tag at %#q: %s" // one of the whyTag texts
	whyTagUnquoted    = `put the value in double quotes, %s:"…"`
	whyTagSpaced      = `no space may stand around the colon, write %s:"…"`
	whyTagEquals      = `a colon stands between key and value, write %s:"…"`
	whyTagNoColon     = `the colon between key and value is missing, write %s:"…"`
	whyTagQuotedKey   = `the key takes no quotes, write %s:"…"`
	whyTagUnclosed    = `the double quote that closes the value of %s is missing`
	whyTagSeparator   = `put a space before it, not a tab or a line break`
	whyTagStray       = `it is no key:"value" pair, complete it or remove it`
	msgTagEscape      = "the value of %s holds %#q, which is no escape of Go: write a backslash twice, %#q"
	msgTagLineBreak   = `the value of %s holds a line break: write \n, or keep it in one line`
	msgTagKeyRepeated = "tag key %q is repeated, and only the first is read: merge them"
	msgTagUnknownKey  = "unknown tag key %q, did you mean %q?"

	msgOfThisTag = "%s in this tag" // the mistakes that are not listed
)

// Of the jarvis tag.
const (
	msgTagSkipOptions   = `jarvis:"-" leaves the field out and takes no options: remove %q, or write a name`
	msgTagName          = "name %q must match [a-z][a-z0-9_]*"
	msgTagNameFix       = "name %q must match [a-z][a-z0-9_]*, did you mean %q?"
	msgTagOptionAsName  = "%q stands in the place of the name, did you mean %q?"
	msgTagOptionEmpty   = "empty option: remove the comma, or write an option after it"
	msgTagOptionTwice   = "option %q is repeated: remove one"
	msgTagOptionFlag    = "option %q takes no value: write %q, or leave it out"
	msgTagOptionValue   = "option %q needs a value, such as %q"
	msgTagOptionNear    = "unknown option %q, did you mean %q?"
	msgTagOptionKey     = "unknown option %q: it is a tag of its own, write %s:\"…\""
	msgTagOptional      = "unknown option %q: a parameter without \"required\" is optional, remove it"
	msgTagOptionUnknown = "unknown option %q; the options are required, refinable, type=TYPE, options=SOURCE"
)

// Of the enum and absent tags.
const (
	msgTagListEmpty     = "%s is empty: list the values, as in %s:\"a,b\", or remove it"
	msgTagItemEmpty     = "%s has an empty value: remove the comma, or write the value"
	msgTagItemTwice     = "%s value %q is repeated: remove one"
	msgTagAbsentInEnum  = "absent word %q is a value of enum too: remove it from one of them"
	msgTagAbsentForced  = "absent words are for optional parameters: remove absent or the option \"required\""
	msgTagDefaultForced = "a required parameter has no default: remove default or the option \"required\""
)

// Of the secret tag and of tags that do not go together.
const (
	msgTagSecretNoKey   = `the secret has no key, write secret:"KEY"`
	msgTagSecretKey     = "secret key %q must not hold spaces or control characters, use letters, digits, _ . -"
	msgTagSecretDash    = `"-" is no secret key: write jarvis:"-" to leave the field out`
	msgTagSecretUnknown = "unknown secret option %q; the options are optional, user, public, and a secret without them is required, of the integration, and sensitive"
	msgTagSecretOption  = "unknown secret option %q, did you mean %q?"
	msgTagSecretBeside  = "%s does not apply to a secret, which takes description and label: remove it"
	msgTagSecretParam   = "a field is a parameter or a secret: remove the jarvis tag or the secret tag"
	msgTagSecretSkip    = `jarvis:"-" leaves the field out: remove it, or the secret tag`
	msgTagUndeclared    = "%s without a jarvis tag: add jarvis:\"\" to declare a parameter, or jarvis:\"-\" to leave the field out"
)
