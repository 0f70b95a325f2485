// Package jarvis turns one tagged Go struct into a command that language models and voice assistants can call.
//
// It re-creates in Go what the Jarvis command SDK (Python) and Pikuri's parameter builder (Ruby) do; where a comment says
// "seed", it names the place in the first of the two that a thing corresponds to.
//
// # Concepts
//
// A [Command] is a struct with tagged fields, a [Spec] of static metadata and a Run method. [Define] derives its [Definition]
// once: the [Parameters], the secrets, and the plan that both prints the schemas and binds a call, so that the two cannot
// disagree. [New] and [Func] make commands of functions; [NewParameters] and [ParametersFromSchema] declare parameters without
// a struct.
//
// [Execute] runs a command of a known type, a [Registry] runs commands by name. Every call works on a copy of the registered
// value: secrets and arguments are put into the copy, everything else in it survives from the prototype. The answer is a
// [Response].
//
// # Hooks
//
// What a command does beyond Run it says by implementing an interface of one method: [PreRouter], [PostProcessor], [Validator],
// [ActionHandler], [SecretRequirer], [AuthStorer], [TokenRefresher], [Initializer]. Commands made of functions have the same as
// [Hooks]. Around a call the order is: PostProcess (only in [Registry.Call]), secrets, declared checks, Validate, what it
// suggested, Run.
//
// # Secrets
//
// A secret is declared by a tag or in [Spec].Secrets and looked up in a [SecretSource] before every call. A sensitive value is
// only ever held in a [SecretString], which no way of printing, logging, encoding or comparing shows. [Authentication] describes
// how an account is connected by OAuth; [Definition.NeedsAuth] says whether it has to be.
//
// # Two audiences
//
// Mistakes of authors and hosts are Go errors: a [TagError] for each mistake of a declaration, all at once; [CommandError] and
// [PanicError] for a command's own code; [MissingSecretsError], [UnknownCommandError]. Mistakes of a model are [Problem] values,
// rendered as a Response or as the text of a [ValidationError], again all at once. [Registry.Call] never returns a Go error
// for a mistake of the model.
//
// # Tags
//
//	jarvis      "-" | [name] { "," option }   name = [a-z][a-z0-9_]*, by default the field's name in snake_case
//	            option = required | refinable | type=TYPE | options=SOURCE
//	description what the model reads
//	enum        value { "," value }           allowed values; "\\," is a comma
//	default     the text itself; JSON for arrays and dicts
//	absent      word { "," word }             texts that count as absent
//	validate    go-playground rules
//	label       the name in a form
//	secret      KEY { "," ( optional | user | public ) }
//
// Only fields with a jarvis tag are parameters, and only those with a secret tag are secrets. Tagged fields of embedded
// structs are promoted. TYPE may narrow a string field to date, datetime, time or timedelta.
//
// # Types
//
// Strings, integers, floats and bools are what their kinds say. [Date], [time.Time], [TimeOfDay] and [time.Duration] are date,
// datetime, time and timedelta. Slices are arrays, maps and tagged structs dicts. A type with its own JSONSchema method (of
// invopop/jsonschema) and UnmarshalJSON is taken as it describes itself; an encoding.TextUnmarshaler is a string. A pointer is
// an optional value, nil when absent.
//
// # Acceptance
//
// Binding is strict: the schema, with formats asserted, and the binder give the same verdict but for two short lists. The
// binder accepts beyond the schema: no arguments at all, null for an optional parameter, absent words, a time without offset or
// seconds, a fraction of a second in a duration, one of hours and seconds without minutes such as PT1H3S (ISO 8601 has it, RFC
// 3339 appendix A has not), and dates, times and durations of an enum in another spelling of the same value. The schema accepts
// and the binder refuses: durations with years or months, beyond 64 bits, or in lower case (which the notation of RFC 3339
// allows), leap seconds, numbers outside the Go field, floats that round onto an exclusive bound or, where items have to differ,
// onto each other, repeated keys and broken Unicode, what a TextUnmarshaler refuses, rules that no keyword says, and what is
// beyond the [Limits]: by default more than 1 MiB of text, or 64 levels. Integers are exact to 64 bits, bounds and enums of floats
// to the last digit that was sent; a float itself is the nearest there is, and fractions of a second are cut to nine digits.
// Repeated keys, invalid UTF-8 and trailing data are refused, and so are unknown keys, unless [IgnoreUnknown] is given.
// [Lenient] adds a fixed list of coercions and reports each one; [WithDateKeys] accepts keys such as "tomorrow" for datetimes.
//
// # Concurrency
//
// A Definition, Parameters and a Registry are safe for concurrent use; a builder is not. The package keeps no state but caches
// by struct type, pools of buffers and one validator.
package jarvis
