// Every sentence that a model, an author or a host reads, but for those in the other messages files; what is wrong with JSON,
// package scan says. The texts are part of the contract: tests pin them.

package jarvis

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

// Read by an author: types.
const (
	msgNestedType      = "type %q is an array of arrays, which is not supported; use array<dict>, or flatten it"
	msgUnknownType     = "unknown type %q; the types are %s, and array<T> of any but array"
	msgUnknownTypeNear = "unknown type %q, did you mean %q? The types are %s, and array<T> of any but array"
)

// Read by an author: declarations. Each follows "Type.Field: ".
const (
	msgUnexported      = "a tagged field must be exported; begin its name with a capital letter"
	msgEmbeddedCommand = "an embedded command would run without arguments of its own; hold it in a named field and call it through a Registry"
	msgUntaggedStruct  = "%s has fields with jarvis tags, but this field has none: add a jarvis tag, embed it, or write jarvis:\"-\""
	msgEmbeddedPointer = "embedded pointer to %s would be shared by all calls; embed it by value, or name the field"
	msgLock            = "%s must not be copied (%s), and every call copies the command; hold it through a pointer"
	msgDefaultName     = "the name %q made from the field is no parameter name; give one that matches [a-z][a-z0-9_]*"
	msgDuplicateName   = "the parameter %q is already declared by %s; give one of the two another name"
	msgDuplicateSecret = "the secret %s is already declared by %s; read it from that field"
	msgSecretNested    = "secret tags belong to the command's own struct, not to a nested one"
	msgSecretType      = "a secret cannot be held in %s; use jarvis.SecretString"
	msgSecretPlain     = "a sensitive secret held in %s could be printed; use jarvis.SecretString, or mark the secret public"
	msgTypeConflict    = "type=%s conflicts with the Go type %s, which is %s; type= may only narrow a string to date, datetime, time or timedelta"
	msgPointerPointer  = "a pointer to a pointer means nothing more than one pointer; use *%s"
	msgNestedArray     = "%s is an array of arrays, which is not supported; use a slice of structs, or flatten it"
	msgUseSecretTag    = "a secret is no parameter; give the field a secret tag instead"
	msgNamedTime       = "%s is a type of its own without a text form; use time.Time"
	msgDeclarePanic    = "code of its type or check panicked: %v"
	msgMapKey          = "%s: the keys of a dict are strings; use map[string]T"
	msgRecursive       = "%s contains itself, which a schema without references cannot say; break the recursion with map[string]any"
	msgNoFields        = "%s has no field with a jarvis tag; tag its fields, or use map[string]any"
	msgUnsupported     = "%s cannot be a parameter; use %s"
	msgUseConcrete     = "a string, number, bool, time, slice, map or tagged struct"
	msgUseText         = "string (with a text encoding the description names)"
	msgUseSlice        = "[]%s"
	msgUseDict         = "map[string]any, []any or a concrete type"
	msgUseFloats       = "two float64 fields"
	msgOwnSchemaPanic  = "JSONSchema of %s panicked: %v"
	msgOwnSchemaRef    = "JSONSchema of %s uses references, which a tool schema cannot hold; write the schema out"
	msgOwnSchemaType   = "JSONSchema of %s has no single type of string, integer, number, boolean, array or object"

	msgEnumEmpty    = "an enum needs at least one value"
	msgEnumBlank    = "an enum value is empty"
	msgEnumKind     = "an enum on %s means nothing; it goes with string, int, float, bool, date, datetime, time, timedelta and arrays of them"
	msgEnumType     = "enum value %q is not a valid %s%s"
	msgEnumForeign  = "%s brings its own schema; declare the enum there"
	msgEnumRule     = "enum value %q can never be given: it %s"
	msgEnumRepeated = "enum value %q is the same as %q"

	msgDefaultType     = "default %q is not a valid %s%s"
	msgDefaultEnum     = "default %q is not one of: %s"
	msgDefaultRule     = "default %q is refused: %s"
	msgDefaultRequired = "a required parameter has no use for a default; drop one of the two"
	msgAbsentRequired  = "absent words make sense for optional parameters only"
	msgAbsentBlank     = "an absent word is empty"
	msgAbsentEnum      = "%q is both an absent word and an enum value"

	msgNoStruct        = "a command must be a struct or a pointer to one, got %s"
	msgNilCommand      = "the command is nil"
	msgInputNoStruct   = "the input of a command made with New must be a struct, got %s"
	msgNilRun          = "the run function is nil"
	msgHooksTwice      = "hooks are given more than once; set all of them in one Hooks"
	msgHookInput       = "the method of the input would never be called; give New a Hooks with %s"
	msgHookForm        = "the method has the name of a hook but not its form, so it would never be called: want %s, got %s; implement jarvis.%s, or give it another name"
	msgSpecName        = "the command has no name"
	msgSpecNameUTF8    = "the name %q is not valid UTF-8"
	msgSpecNameSpace   = "the name %q has white space or control characters"
	msgSpecPanic       = "Spec panicked: %v"
	msgSpecAntipattern = "the antipattern names no command"
	msgSpecPackage     = "the package has no name"
	msgSpecEffect      = "unknown effect %q, use read, write or destructive, or leave it out"
	msgAuthProvider    = "the authentication has no Provider; commands with the same one share its tokens"
	msgAuthPort        = "DiscoveryPort is no port; use 0 to 65535, or leave it out"
	msgAuthInterval    = "RefreshInterval is negative; leave it out for ten minutes"
	msgAuthRefreshKey  = "background refresh needs RefreshTokenSecretKey, the key of the secret that holds the refresh token"
	msgPrimary         = "more than one primary example"
	msgExample         = "example %q: %s"
	msgSecretKey       = "a secret has no key"
	msgSecretScope     = "Scope must be integration or user for %s"
	msgSecretValueType = "Value Type must be int, string, bool or user for %s"
	msgSecretTwice     = "the secret %s is declared twice, and differently; declare it once, or give one of the two another key"
	msgSecretEnum      = "enum_values requires value_type='string' for %s"
	msgSecretPresets   = "presets requires enum_values for %s"
	msgSecretPreset    = "presets of %s has %q, which is not one of its enum_values: %s"
	msgDuplicate       = "a command named %q is already registered"

	msgBuilderName      = "a parameter has no name"
	msgBuilderUTF8      = "the name %q is not valid UTF-8"
	msgTextUTF8         = "the %s is not valid UTF-8"
	msgBuilderRepeated  = "the parameter is declared twice"
	msgBuilderFirst     = "%s comes before any parameter; call it after the parameter it is for"
	msgBuilderTwice     = "%s is set twice"
	msgBuilderFields    = "an object needs its declared properties, got nil"
	msgBuilderNilCheck  = "the check function is nil"
	msgBuilderNoMessage = "a check needs a message for the model"
)

// Read by an author: how many mistakes are not listed.
const (
	msgMoreMistakes = "and %d more mistakes"
	msgOneMistake   = "and one more mistake"
)

// moreMistakes says how many mistakes are not listed.
func moreMistakes(n int) string {
	if n == 1 {
		return msgOneMistake
	}
	return sprintf(msgMoreMistakes, n)
}

// Read by an author: a schema that is imported. Each follows "Schema.#/json/pointer: ".
const (
	msgImportSchema     = "the schema is"
	msgImportObject     = "the schema is not of an object"
	msgImportNoObject   = "want a JSON object, got %s"
	msgImportRequired   = "required is not a list of names"
	msgImportUndeclared = "the required property %q is not declared"
	msgImportAdditional = "properties beyond the declared ones cannot be taken; leave additionalProperties out or set it to false"
	msgImportKeyword    = "%s cannot be expressed"
	msgImportConstraint = "cannot be expressed: %s"
	msgImportFormat     = "(format: %s)"
	msgImportMember     = "%s is no %s"
	msgImportInstead    = "%s cannot be expressed; write one type"
	msgImportEnum       = "enum is not a list"
	msgImportType       = "type has to be one of string, integer, number, boolean, array, object"
	msgImportUnion      = "a value of several types cannot be expressed; give one type (with \"null\" if it is optional)"
	msgImportNested     = "an array of arrays cannot be expressed"
	msgImportPattern    = "pattern: it has %d bytes; at most %d are taken"
	msgImportPatterns   = "pattern: the patterns of the schema take too much memory; repeat less in them, or leave some out"
)

// Read by a model: problems of one call.
const (
	msgEachElement   = "Each element: %s"
	msgMissingParams = "Missing required params: %s"
	msgMissing       = "Parameter '%s' is required (%s)"
	msgMistyped      = "Parameter '%s' must be of type %s"
	msgInvalid       = "Invalid value '%s' for '%s'. Must be one of: " // and the list
	msgBroken        = "Parameter '%s' %s"
	msgUnknown       = "Unknown parameter '%s'"
	msgUnknownNear   = "Unknown parameter '%s'. Did you mean '%s'?"
	msgNotObject     = "Arguments must be an object, got %s."
	msgGot           = ", got %s"
	msgGotCheck      = " (got %s)"
	msgWant          = "; want %s"
	msgFromKeys      = "; it comes from the date keys %s"
	msgRefusedBy     = ": %s refuses it"
	msgMoreListed    = " and %d more"
	msgAllowedEach   = "; each must be one of: %s"
	msgItems         = "%d items"
	msgAllowed       = "; must be one of: %s"
	msgEnumNear      = "; did you mean '%s'?"
	msgDeclared      = "The parameters are: %s"
	msgOmitted       = "and %d more problems"
	msgAffected      = "Call again with these mended. The parameters concerned: %s"
	msgAllowedLike   = "; must be one of those for '%s'"
	msgInvalidLike   = "Invalid value '%s' for '%s'. Must be one of those for '%s'"

	msgWantInt      = "a whole number without quotes"
	msgWantFloat    = "a number without quotes"
	msgWantInt64    = "a whole number within 64 bits"
	msgWantFloat64  = "a number within the range of 64-bit floats"
	msgWantFloat32  = "a number within the range of 32-bit floats"
	msgWantBool     = "true or false, without quotes"
	msgWantArray    = "a JSON array"
	msgWantDict     = "a JSON object"
	msgWantString   = "text in quotes"
	msgWantIntRange = "a whole number without quotes, from %s to %s"
	msgWantUint64   = "a whole number without quotes, from 0 to 18446744073709551615"
	msgWantRange    = "%s to %s"
	msgWantAtLeast  = "%s or more"

	msgArguments = "Arguments are" // or msgImportSchema, before what is wrong with the text
	msgSyntax    = "%s not valid JSON: %s at byte %d."
	msgTooDeep   = "%s nested deeper than %d levels."
	msgTooLarge  = "Arguments are too large: %d bytes, at most %d."

	msgMissingSecrets = "Missing required secrets: %s"
	msgUnknownCommand = "Unknown command '%s'."
	msgCommandsNear   = " Did you mean: %s?"
	msgCommands       = " The commands are: %s."
	msgCommandFailed  = "The command '%s' failed."
	msgCancelled      = "Cancelled."
	msgUnknownAction  = "The command '%s' has no action '%s'."
	msgAbout          = "Parameter '%s': "
	msgRefused        = "Parameter '%s' is refused"
	msgRefusedCall    = "The call is refused"
)

// Read by an author or a model: texts that are no date, datetime, time or timedelta.
const (
	msgFormat        = "%q is not a %s: want %s"
	msgWantDate      = "a real day as YYYY-MM-DD"
	msgWantDatetime  = "RFC 3339 with a zone, as 2026-01-18T05:00:00Z"
	msgWantDateKey   = msgWantDatetime + ", or a date key such as tomorrow, next_monday or in_2_hours"
	msgWantNearKey   = msgWantDatetime + ", or a date key with its instant in the years 1 to 9999"
	msgWantFewKeys   = "at most %d date keys in one list"
	msgWantTime      = "HH:MM or HH:MM:SS[.fraction], with Z or an offset as +02:00 if any"
	msgWantTimedelta = "an ISO 8601 duration as PT1H30M or P2W, without years or months, below 106752 days"
)

// Read by a host: how it called the package, and whose code is at fault.
const (
	msgNilRegistry       = "jarvis: Call on a nil Registry"
	msgNilRoute          = "jarvis: CallRoute on a nil Registry or Route"
	msgNilRegistryAction = "jarvis: HandleAction on a nil Registry"
	msgObject            = "jarvis: object: %w"
	msgObjectOther       = "jarvis: object: %T is not a JSON object: %w"
	msgObjectNull        = "jarvis: object: %T is null, not a JSON object"
	msgArgument          = "argument %q: %w"
	msgOfCommand         = "command %q: %v"
	msgPanicked          = "command %q panicked: %v"
	msgCheckPanicked     = "a check panicked: %v"
	msgLogFailed         = "jarvis: command failed"
	msgAuthState         = "command %q: state of provider %q: %w"
	msgSecretLookup      = "secret %s: %w"
)

// Read by a host: a command's own code at fault.
const (
	msgArgsDepth          = "the value is nested too deeply, or contains itself"
	msgArgsUTF8           = "the text is not valid UTF-8"
	msgNoResponse         = "Run returned neither a response nor an error"
	msgButtonText         = "the button has no text"
	msgButtonAction       = "the button has no action"
	msgButtonType         = "unknown button type %q, use primary, secondary or destructive"
	msgButton             = "button %d (%q): %w"
	msgSecretValue        = "secret %s is not a valid %s"
	msgPostProcess        = "PostProcess made arguments that are too large, too deep or no JSON"
	msgSuggestUndeclared  = "it is not a declared parameter"
	msgSuggestSpace       = "white space around a value that is no text"
	msgSuggestSecret      = "a secret cannot be an argument"
	msgSuggestForm        = "%q is not a valid %s%s"
	msgSuggestNull        = "null is no value"
	msgSuggestion         = "Validate suggests a value for %q that cannot be bound: %s"
	msgRequiresUndeclared = "RequiredSecrets names %q, which is not declared; add it to Spec.Secrets or a secret tag"
	msgNoProvider         = "no command authenticates with provider %q"
	msgNoRefresher        = "no command of provider %q refreshes its tokens: %w"
	msgNoBinding          = "run it through a Registry, which binds its arguments"
)

// sprintf keeps fmt out of the files that only need a message filled in.
func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// fill appends a message with each %s replaced by the next text. It is sprintf for what is written in every refusal.
func fill(dst []byte, message string, texts ...string) []byte {
	for _, text := range texts {
		i := strings.IndexByte(message, '%')
		dst = append(append(dst, message[:i]...), text...)
		message = message[i+len("%s"):]
	}
	return append(dst, message...)
}

// cut and clip are echo.Cut and echo.Clip, which most messages need.
func cut(text string) string { return echo.Cut(text) }

func clip(text string) string { return echo.Clip(text) }

// clipBytes is clip for a text that need not be copied as a whole.
func clipBytes(text []byte) string {
	return clip(string(text[:min(len(text), (echo.Most+1)*utf8.UTFMax)]))
}

// maxSentences bounds what an author says in one report, in bytes; it may repeat what came from outside.
const maxSentences = 2000

// clipSentences makes sentences of an author fit to be sent: cut to maxSentences, control characters but line breaks escaped.
func clipSentences(text string) string {
	text = echo.CutBytes(text, maxSentences)
	if !strings.ContainsFunc(text, echo.Unseen) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = echo.Escape(lines[i])
	}
	return strings.Join(lines, "\n")
}
