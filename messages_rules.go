// Every sentence about validator rules: what a value must be, for a model, and what is wrong with a tag, for its author.

package jarvis

import (
	"strconv"
	"strings"
)

// Read by an author: what is wrong with a validate tag. NAME stands for the rule.
const (
	msgRuleUTF8          = "the validate tag is not valid UTF-8"
	msgRuleEmpty         = "empty rule in %q; remove the extra comma"
	msgRuleNoAlternative = "empty alternative in rule %q; remove the extra |"
	msgRuleUnknown       = "unknown rule %q"
	msgRuleUnknownNear   = "unknown rule %q, did you mean %q?"
	msgRuleNearRequired  = `unknown rule %q; if the parameter is required, use the required option of the jarvis tag: jarvis:"name,required"`
	msgRuleSpace         = "rule %q has white space around its name; write %q"
	msgRuleWordComma     = "unknown rule %q; values of %s are separated by spaces, write 0x2C for a comma inside one"
	msgRuleControl       = `"NAME" takes no parameter and is no alternative; write it alone between commas`
	msgRuleRequired      = `rule "NAME" is not used here; use the required option of the jarvis tag: jarvis:"name,required"`
	msgRuleFields        = `rule "NAME" looks at other fields, which a parameter cannot see; check it in Run`
	msgRuleDefault       = `rule "NAME" would refuse every value worth giving; remove it, or the parameter`
	msgRuleStruct        = `rule "NAME" does nothing here: nested structs are always bound and checked; remove it`
	msgRuleSkip          = `"NAME" does nothing here; remove the validate tag`
	msgRuleAny           = "rule %q cannot check values of no declared type; declare the type of the elements"
	msgRuleShape         = "rule %q does not work on %s; it works on %s"
	msgRuleDive          = `"dive" needs a slice or a map, and %s is none; remove it`
	msgRuleDiveEmpty     = `"dive" is followed by no rule; add rules for the elements, or remove it`
	msgRuleKeys          = `%q belongs right after "dive": dive,keys,…,endkeys`
	msgRuleKeysMap       = `"keys" needs a map, and %s is none; remove it`
	msgRuleEndKeys       = `"keys" without "endkeys"; write dive,keys,…,endkeys`
	msgRuleNow           = "rule %q compares a time with now and takes no parameter; write %s"
	msgRuleNeedsParam    = "rule %q needs a parameter, such as %s"
	msgRuleNoParam       = "rule %q takes no parameter; write %s"
	msgRuleParam         = "rule %q has a bad parameter: %q %s"
	msgRuleNoMethod      = "rule %q needs a method %s, which %s does not have"
	msgRuleMethod        = "rule %q needs the method %s.%s to take nothing and return a bool or an error"
	msgRuleNoStruct      = "rule %q names a field, but the elements of %s are no structs in a slice; remove the parameter"
	msgRuleNoField       = "rule %q names a field, but %s has no exported field %s"
	msgRuleCompare       = "rule %q cannot compare elements of type %s; remove it, or check them in Run"
	msgRulePanics        = "rule %q does not work on %s: %s"
	msgRulePanic         = "rule %q panicked: %v"
	msgRuleContradict    = "rules %q and %q contradict each other: no value passes both"
	msgRuleNever         = "rule %q never holds: no value of %s is in that range"
	msgRuleNoValue       = "the rules %q contradict each other: no value passes all of them"
)

// What is wrong with a parameter, after its text.
const (
	msgParamInt      = "is not a whole number of 64 bits"
	msgParamUint     = "is not a whole number from 0 to 18446744073709551615"
	msgParamFloat    = "is not a finite number that fits"
	msgParamDuration = "is not a duration, such as 1h30m"
	msgParamBool     = "is not true or false"
	msgParamNegative = "is negative, which no length is"
	msgParamRune     = "is not one character"
	msgParamLayout   = "has no part of a layout of package time, such as 2006-01-02"
	msgParamMIME     = "is not a media type, such as image/png or image/*"
	msgParamCountry  = "is not a country code of two capital letters (ISO 3166-1)"
	msgParamSpice    = "is not id, permission or type"
	msgParamQuote    = "has the value %q, which the validator reads as %q; put single quotes around whole values only"
	msgParamRepeats  = "repeats %q"
	msgParamWord     = "has the value %q, which no %s prints as"
)

// Why a keyword of an imported schema is not enforced.
const (
	msgKeywordUnknown = "no rule checks it"
	msgKeywordShape   = "it says nothing about a value of type %s"
	msgKeywordHidden  = "%s does not keep the JSON value it would be checked on"
	msgKeywordNumber  = "it is not a number that can be compared"
	msgKeywordLength  = "it is no length, a whole number from 0"
	msgKeywordText    = "it is not a text"
	msgKeywordBool    = "it is not true or false"
	msgKeywordConst   = "it is not a value of type %s"
	msgKeywordPattern = "%q is not a regular expression of RE2"
	msgKeywordUnique  = "only strings, numbers and bools are compared"
)

// Read by a model: completes a sentence that begins with the parameter.
const (
	msgRuleOr         = " or "
	msgMustBe         = "must be %s"
	msgMustNotBe      = "must not be %s"
	msgMustBeText     = "must be %q"
	msgMustNotBeText  = "must not be %q"
	msgMustBeBlank    = "must be empty"
	msgMustNotBeBlank = "must not be empty"
	msgRuleEachKey    = "must have valid keys: each key %s"
	msgMustMatch      = "must match the pattern %s"
	msgMustSatisfy    = "must satisfy the rule %s"

	msgMustUniqueItems  = "must not repeat an item"
	msgMustUniqueValues = "must not repeat a value"
	msgMustUniqueFields = "must not have two items with the same %s"

	msgMustUnlessEmpty = ", unless it is empty"
	msgMustUnlessZero  = ", unless it is 0"
	msgMustUnlessFalse = ", unless it is false"
)

// sentence makes a message a sentence of its own.
func sentence(message string) string { return strings.ToUpper(message[:1]) + message[1:] + "." }

func textMessage(format, blank, text string) string {
	if text == "" {
		return blank
	}
	return sprintf(format, clip(text))
}

// unlessMessage is what omitempty adds to the rules after it. Of slices and maps it only exempts what was not given.
func unlessMessage(shape ruleShape, rule string) string {
	switch {
	case shape == onString, shape&(onSlice|onMap) != 0 && rule == "omitzero":
		return msgMustUnlessEmpty
	case shape&(onNumber|onDuration) != 0:
		return msgMustUnlessZero
	case shape == onBool:
		return msgMustUnlessFalse
	}
	return ""
}

// shapeNames lists what a rule works on.
func shapeNames(on ruleShape) string {
	var names []string
	for _, s := range [...]struct {
		shape ruleShape
		name  string
	}{
		{onString, "strings"}, {onInteger, "integers"}, {onFloat, "floats"}, {onBool, "bools"},
		{onDuration, "time.Duration"}, {onTime, "time.Time"}, {onSlice, "slices"}, {onMap, "maps"},
	} {
		if on&s.shape != 0 {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, ", ")
}

// boundMessage words a comparison with a number, a duration or a length.
func boundMessage(shape ruleShape, op string, limit ruleLimit) string {
	text := limit.text
	if shape&onSized != 0 {
		return lengthMessage(shape, op, closedLength(op, limit))
	}
	switch op {
	case "gte":
		return "must be at least " + text
	case "gt":
		return "must be greater than " + text
	case "lte":
		return "must be at most " + text
	case "lt":
		return "must be less than " + text
	case "eq":
		return sprintf(msgMustBe, text)
	}
	return sprintf(msgMustNotBe, text)
}

func lengthMessage(shape ruleShape, op string, n int64) string {
	noun := "character"
	switch shape {
	case onSlice:
		noun = "item"
	case onMap:
		noun = "key"
	}
	if n != 1 {
		noun += "s"
	}
	text := strconv.FormatInt(n, 10) + " " + noun
	switch op {
	case "gte", "gt":
		return "must have at least " + text
	case "lte", "lt":
		return "must have at most " + text
	case "eq":
		return "must have exactly " + text
	}
	return "must not have exactly " + text
}

// libraryMessage words a rule that the library checks.
func (c *ruleCompiler) libraryMessage(p rulePart) string {
	switch {
	case c.shape&onNumber != 0 && (p.name == "number" || p.name == "numeric"), c.shape == onBool && p.name == "boolean":
		return "" // never fails
	case c.shape == onTime && p.spec.param == paramBound:
		return map[string]string{
			"gt": "must be in the future", "gte": "must not be in the past", "lt": "must be in the past", "lte": "must not be in the future",
		}[canonicalOp(p.name)]
	case p.name == "unique" && c.shape == onMap:
		return msgMustUniqueValues
	case p.name == "unique" && p.param != "":
		return sprintf(msgMustUniqueFields, clip(p.param))
	case p.name == "unique":
		return msgMustUniqueItems
	}
	return phrase(p)
}

// phrase words a rule by its name and parameter.
func phrase(p rulePart) string {
	text, ok := rulePhrases[p.name]
	switch {
	case !ok:
		return sprintf(msgMustSatisfy, clip(p.text))
	case p.spec.param == paramWords:
		return sprintf(text, strings.Join(wordTexts(p.param), ", "))
	case strings.Contains(text, "%"):
		return sprintf(text, clip(p.param))
	}
	return text
}

// rulePhrases holds the wording of the rules that need more than a comparison; %s and %q are the parameter.
var rulePhrases = map[string]string{
	"oneof":          "must be one of: %s",
	"noneof":         "must not be one of: %s",
	"oneofci":        "must be one of, in any case: %s",
	"noneofci":       "must not be one of, in any case: %s",
	"eq_ignore_case": "must be %q in any case",
	"ne_ignore_case": "must not be %q in any case",
	"contains":       "must contain %q",
	"containsany":    "must contain at least one of the characters %q",
	"containsrune":   "must contain the character %q",
	"excludes":       "must not contain %q",
	"excludesall":    "must not contain any of the characters %q",
	"excludesrune":   "must not contain the character %q",
	"startswith":     "must start with %q",
	"endswith":       "must end with %q",
	"startsnotwith":  "must not start with %q",
	"endsnotwith":    "must not end with %q",
	"datetime":       "must be a date or time written like %q",

	"alpha":           "must contain only the letters A to Z in any case",
	"alphaspace":      "must contain only spaces and the letters A to Z in any case",
	"alphanum":        "must contain only digits and the letters A to Z in any case",
	"alphanumspace":   "must contain only digits, spaces and the letters A to Z in any case",
	"alphaunicode":    "must contain only letters",
	"alphanumunicode": "must contain only letters and digits",
	"ascii":           "must contain only ASCII characters",
	"printascii":      "must contain only printable ASCII characters",
	"multibyte":       "must contain a character beyond ASCII",
	"lowercase":       "must be in lower case",
	"uppercase":       "must be in upper case",
	"boolean":         "must be true or false",
	"number":          "must contain only digits",
	"numeric":         "must be a decimal number",
	"hexadecimal":     "must be a hexadecimal number",
	"luhn_checksum":   "must be a number with a valid Luhn check digit",
	"latitude":        "must be a latitude from -90 to 90",
	"longitude":       "must be a longitude from -180 to 180",
	"port":            "must be a port number from 1 to 65535",

	"json":         "must be JSON text",
	"html":         "must contain an HTML tag",
	"html_encoded": "must contain an HTML character reference",
	"url_encoded":  "must be percent-encoded",
	"base32":       "must be base32 text",
	"base64":       "must be base64 text",
	"base64url":    "must be URL-safe base64 text",
	"base64rawurl": "must be URL-safe base64 text without padding",
	"datauri":      "must be a data URI",
	"jwt":          "must be a JSON Web Token",
	"cron":         "must be a cron expression",
	"duration":     "must be a duration such as 1h30m",
	"timezone":     "must be an IANA time zone such as Europe/Paris",
	"semver":       "must be a semantic version such as 1.2.3",
	"cve":          "must be a CVE identifier such as CVE-2026-1234",

	"iscolor":  "must be a color as hex, rgb(), rgba(), hsl(), hsla() or cmyk()",
	"hexcolor": "must be a hex color such as #ff8800",
	"rgb":      "must be a color such as rgb(255,136,0)",
	"rgba":     "must be a color such as rgba(255,136,0,0.5)",
	"hsl":      "must be a color such as hsl(32,100%,50%)",
	"hsla":     "must be a color such as hsla(32,100%,50%,0.5)",
	"cmyk":     "must be a color such as cmyk(0%,47%,100%,0%)",

	"e164":                       "must be a phone number such as +14155550123",
	"email":                      "must be an email address",
	"ssn":                        "must be a US social security number",
	"ein":                        "must be a US employer identification number",
	"credit_card":                "must be a credit card number",
	"isbn":                       "must be an ISBN",
	"isbn10":                     "must be an ISBN of 10 digits",
	"isbn13":                     "must be an ISBN of 13 digits",
	"issn":                       "must be an ISSN",
	"bic":                        "must be a BIC (ISO 9362)",
	"bic_iso_9362_2014":          "must be a BIC (ISO 9362:2014)",
	"iso4217":                    "must be a currency code such as EUR",
	"iso4217_numeric":            "must be a numeric currency code such as 978",
	"iso3166_1_alpha2":           "must be a country code of two letters such as FR",
	"iso3166_1_alpha2_eu":        "must be a country code of two letters of the European Union such as FR",
	"iso3166_1_alpha3":           "must be a country code of three letters such as FRA",
	"iso3166_1_alpha3_eu":        "must be a country code of three letters of the European Union such as FRA",
	"iso3166_1_alpha_numeric":    "must be a numeric country code such as 250",
	"iso3166_1_alpha_numeric_eu": "must be a numeric country code of the European Union such as 250",
	"iso3166_2":                  "must be a code of a region such as US-CA",
	"country_code":               "must be a country code (ISO 3166-1)",
	"eu_country_code":            "must be a country code of the European Union (ISO 3166-1)",
	"postcode_iso3166_alpha2":    "must be a postal code of the country %s",
	"bcp47_language_tag":         "must be a language tag such as en-US",
	"bcp47_strict_language_tag":  "must be a registered language tag such as en-US",
	"eth_addr":                   "must be an Ethereum address",
	"eth_addr_checksum":          "must be an Ethereum address with a valid checksum",
	"btc_addr":                   "must be a Bitcoin address",
	"btc_addr_bech32":            "must be a Bitcoin Bech32 address",

	"url":                       "must be a URL",
	"http_url":                  "must be a URL that starts with http:// or https://",
	"https_url":                 "must be a URL that starts with https://",
	"uri":                       "must be a URI",
	"origin":                    "must be a web origin such as https://example.com",
	"urn_rfc8141":               "must be a URN (RFC 8141)",
	"urn_rfc2141":               "must be a URN (RFC 2141)",
	"hostname":                  "must be a host name (RFC 952)",
	"hostname_rfc1123":          "must be a host name (RFC 1123)",
	"hostname_label":            "must be one label of a host name",
	"hostname_port":             "must be a host name and a port such as example.com:443",
	"fqdn":                      "must be a full domain name such as www.example.com",
	"dns_rfc1035_label":         "must be a DNS label (RFC 1035)",
	"mac":                       "must be a MAC address",
	"ip":                        "must be an IP address",
	"ipv4":                      "must be an IPv4 address",
	"ipv6":                      "must be an IPv6 address",
	"cidr":                      "must be an IP network such as 192.0.2.0/24",
	"cidrv4":                    "must be an IPv4 network such as 192.0.2.0/24",
	"cidrv6":                    "must be an IPv6 network such as 2001:db8::/32",
	"ip_addr":                   "must be an IP address",
	"ip4_addr":                  "must be an IPv4 address",
	"ip6_addr":                  "must be an IPv6 address",
	"tcp_addr":                  "must be an IP address and a TCP port such as 192.0.2.1:80",
	"tcp4_addr":                 "must be an IPv4 address and a TCP port such as 192.0.2.1:80",
	"tcp6_addr":                 "must be an IPv6 address and a TCP port such as [2001:db8::1]:80",
	"udp_addr":                  "must be an IP address and a UDP port such as 192.0.2.1:53",
	"udp4_addr":                 "must be an IPv4 address and a UDP port such as 192.0.2.1:53",
	"udp6_addr":                 "must be an IPv6 address and a UDP port such as [2001:db8::1]:53",
	"unix_addr":                 "must be the address of a Unix socket",
	"uds_exists":                "must be the path of an existing Unix socket",
	"mongodb":                   "must be a MongoDB ObjectID",
	"mongodb_connection_string": "must be a MongoDB connection string",

	"file":     "must be the path of an existing file",
	"filepath": "must be the path of a file",
	"dir":      "must be the path of an existing directory",
	"dirpath":  "must be the path of a directory",
	"image":    "must be the path of an existing image file",
	"mimetype": "must be the path of an existing file of type %s",

	"md4":       "must be an MD4 hash in lower-case hexadecimal",
	"md5":       "must be an MD5 hash in lower-case hexadecimal",
	"sha256":    "must be a SHA-256 hash in lower-case hexadecimal",
	"sha384":    "must be a SHA-384 hash in lower-case hexadecimal",
	"sha512":    "must be a SHA-512 hash in lower-case hexadecimal",
	"ripemd128": "must be a RIPEMD-128 hash in lower-case hexadecimal",
	"ripemd160": "must be a RIPEMD-160 hash in lower-case hexadecimal",
	"tiger128":  "must be a Tiger-128 hash in lower-case hexadecimal",
	"tiger160":  "must be a Tiger-160 hash in lower-case hexadecimal",
	"tiger192":  "must be a Tiger-192 hash in lower-case hexadecimal",

	"uuid":          "must be a UUID",
	"uuid3":         "must be a version 3 UUID in lower case",
	"uuid4":         "must be a version 4 UUID in lower case",
	"uuid5":         "must be a version 5 UUID in lower case",
	"uuid7":         "must be a version 7 UUID in lower case",
	"uuid_rfc4122":  "must be a UUID",
	"uuid3_rfc4122": "must be a version 3 UUID",
	"uuid4_rfc4122": "must be a version 4 UUID",
	"uuid5_rfc4122": "must be a version 5 UUID",
	"ulid":          "must be a ULID",
}
