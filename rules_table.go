// The rules of the library (go-playground/validator v10.30.6): what each can check, its parameter, and those not taken here.

package jarvis

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-playground/validator/v10"
)

// ruleShape is what a Go type is to the library. Sets of shapes are or-ed.
type ruleShape uint16

const (
	onString ruleShape = 1 << iota
	onInt
	onUint
	onFloat
	onBool
	onDuration // time.Duration
	onTime     // time.Time and types made of it
	onSlice
	onMap
	onOther  // structs, arrays
	onAny    // interfaces: what they hold is known only at run time
	onValuer // brings its own value to check (validator.Valuer)

	onInteger = onInt | onUint
	onNumber  = onInteger | onFloat
	onSized   = onString | onSlice | onMap // compared by length
	onAll     = onAny - 1
)

func ruleShapeOf(t reflect.Type) ruleShape {
	if t.Implements(reflect.TypeFor[validator.Valuer]()) {
		return onValuer
	}
	switch k := t.Kind(); {
	case t == typeDuration:
		return onDuration
	case k == reflect.Struct && t.ConvertibleTo(typeTime):
		return onTime
	case k == reflect.String:
		return onString
	case k >= reflect.Int && k <= reflect.Int64:
		return onInt
	case k >= reflect.Uint && k <= reflect.Uint64:
		return onUint
	case k == reflect.Float32 || k == reflect.Float64:
		return onFloat
	case k == reflect.Bool:
		return onBool
	case k == reflect.Slice:
		return onSlice
	case k == reflect.Map:
		return onMap
	case k == reflect.Interface:
		return onAny
	}
	return onOther
}

// keepsJSON reports whether JSON values of typ are stored in t as they are, so that keywords can say what rules check.
func (s ruleShape) keepsJSON(t reflect.Type, typ Type) bool {
	ptr := reflect.PointerTo(t)
	if ptr.Implements(typeTextUnmarshaler) || ptr.Implements(typeUnmarshaler) {
		return false
	}
	switch s {
	case onString:
		return typ.kind.isText()
	case onInt, onUint:
		return typ.kind == KindInt
	case onFloat:
		return typ.kind == KindFloat
	case onBool:
		return typ.kind == KindBool
	case onSlice:
		return typ.kind == KindArray
	case onMap:
		return typ.kind == KindDict
	}
	return false
}

// elementType returns the type of the elements of a slice or the values of a map, pointer removed.
func elementType(t reflect.Type) reflect.Type {
	if t = t.Elem(); t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// elementKind returns the declared type of elements: of a typed array as it says, else as the Go type is sent.
func elementKind(t reflect.Type, outer Type) Type {
	if outer.elem != 0 {
		return Type{kind: outer.elem}
	}
	switch ruleShapeOf(t) {
	case onInt, onUint:
		return Type{kind: KindInt}
	case onFloat:
		return Type{kind: KindFloat}
	case onBool:
		return Type{kind: KindBool}
	case onSlice:
		return Type{kind: KindArray}
	case onMap, onOther:
		return Type{kind: KindDict}
	}
	return Type{kind: KindString}
}

// ruleParam is what a rule takes after its equal sign.
type ruleParam uint8

const (
	paramNone    ruleParam = iota
	paramBound             // a number, a duration, a text or nothing, by shape
	paramText              // a text that is not empty
	paramRune              // one character
	paramWords             // values separated by spaces
	paramLayout            // a layout of package time
	paramMIME              // type/subtype
	paramCountry           // a country by its ISO 3166-1 alpha-2 code
	paramSpice             // optional: id, permission or type
	paramMethod            // optional: a method of the type
	paramField             // optional: a field of the elements
)

// ruleSpec is a row of the table, for one or more rules.
type ruleSpec struct {
	on    ruleShape
	param ruleParam
	ban   string // the mistake of using it
	names []string
}

var ruleTable = [...]ruleSpec{
	{on: onNumber | onSized | onDuration | onTime, param: paramBound, names: []string{"min", "max", "gte", "lte", "gt", "lt"}},
	{on: onNumber | onSized | onDuration, param: paramBound, names: []string{"len"}},
	{on: onNumber | onSized | onDuration | onBool, param: paramBound, names: []string{"eq", "ne"}},
	{on: onString | onInteger, param: paramWords, names: []string{"oneof", "noneof"}},
	{on: onString, param: paramWords, names: []string{"oneofci", "noneofci"}},
	{on: onSlice | onMap, param: paramField, names: []string{"unique"}},
	{on: onString, param: paramText, names: []string{
		"eq_ignore_case", "ne_ignore_case", "contains", "containsany", "excludes", "excludesall",
		"startswith", "endswith", "startsnotwith", "endsnotwith",
	}},
	{on: onString, param: paramRune, names: []string{"containsrune", "excludesrune"}},
	{on: onString, param: paramLayout, names: []string{"datetime"}},
	{on: onString, param: paramMIME, names: []string{"mimetype"}},
	{on: onString, param: paramCountry, names: []string{"postcode_iso3166_alpha2"}},
	{on: onString, param: paramSpice, names: []string{"spicedb"}},
	{on: onAll, param: paramMethod, names: []string{"validateFn"}},
	{on: onString, names: []string{ // characters and numbers in text
		"alpha", "alphaspace", "alphanum", "alphanumspace", "alphaunicode", "alphanumunicode", "ascii", "printascii", "multibyte",
		"lowercase", "uppercase", "hexadecimal", "json", "html", "html_encoded", "url_encoded",
		"base32", "base64", "base64url", "base64rawurl", "datauri", "jwt", "cron", "duration", "timezone", "semver", "cve",
	}},
	{on: onString | onBool, names: []string{"boolean"}},
	{on: onString | onNumber, names: []string{"number", "numeric", "latitude", "longitude"}},
	{on: onInteger, names: []string{"port", "iso4217_numeric"}},
	{on: onString | onInteger, names: []string{
		"luhn_checksum", "iso3166_1_alpha_numeric", "iso3166_1_alpha_numeric_eu", "country_code", "eu_country_code",
	}},
	{on: onString, names: []string{"hexcolor", "rgb", "rgba", "hsl", "hsla", "cmyk", "iscolor"}},
	{on: onString, names: []string{ // people, places, money, things
		"e164", "email", "ssn", "ein", "credit_card", "isbn", "isbn10", "isbn13", "issn", "bic", "bic_iso_9362_2014", "iso4217",
		"iso3166_1_alpha2", "iso3166_1_alpha2_eu", "iso3166_1_alpha3", "iso3166_1_alpha3_eu", "iso3166_2",
		"bcp47_language_tag", "bcp47_strict_language_tag", "eth_addr", "eth_addr_checksum", "btc_addr", "btc_addr_bech32",
	}},
	{on: onString, names: []string{ // network
		"url", "http_url", "https_url", "uri", "origin", "urn_rfc8141", "urn_rfc2141",
		"hostname", "hostname_rfc1123", "hostname_label", "hostname_port", "fqdn", "dns_rfc1035_label", "mac",
		"ip", "ipv4", "ipv6", "cidr", "cidrv4", "cidrv6", "ip_addr", "ip4_addr", "ip6_addr", "tcp_addr", "tcp4_addr", "tcp6_addr",
		"udp_addr", "udp4_addr", "udp6_addr", "unix_addr", "uds_exists", "mongodb", "mongodb_connection_string",
	}},
	{on: onString, names: []string{"file", "filepath", "dir", "dirpath", "image"}},
	{on: onString, names: []string{
		"md4", "md5", "sha256", "sha384", "sha512", "ripemd128", "ripemd160", "tiger128", "tiger160", "tiger192",
	}},
	{on: onString, names: []string{ // these also read the String method of a type
		"uuid", "uuid3", "uuid4", "uuid5", "uuid7", "uuid_rfc4122", "uuid3_rfc4122", "uuid4_rfc4122", "uuid5_rfc4122", "ulid",
	}},
	{ban: msgRuleControl, names: []string{"omitempty", "omitzero", "omitnil", "dive", "keys", "endkeys"}},
	{ban: msgRuleRequired, names: []string{"required"}},
	{ban: msgRuleFields, names: []string{
		"required_if", "required_unless", "required_with", "required_with_all", "required_without", "required_without_all",
		"excluded_if", "excluded_unless", "excluded_with", "excluded_with_all", "excluded_without", "excluded_without_all",
		"skip_unless", "eqfield", "nefield", "gtfield", "gtefield", "ltfield", "ltefield",
		"eqcsfield", "necsfield", "gtcsfield", "gtecsfield", "ltcsfield", "ltecsfield",
		"fieldcontains", "fieldexcludes", "postcode_iso3166_alpha2_field",
	}},
	{ban: msgRuleDefault, names: []string{"isdefault"}},
	{ban: msgRuleStruct, names: []string{"structonly", "nostructlevel"}},
	{ban: msgRuleSkip, names: []string{"-"}},
}

func ruleSpecOf(name string) (ruleSpec, bool) {
	for _, row := range ruleTable {
		if slices.Contains(row.names, name) {
			return row, true
		}
	}
	return ruleSpec{}, false
}

// worksOn reports whether the rule can hold for values of a type.
func (s ruleSpec) worksOn(name string, t reflect.Type, shape ruleShape) bool {
	if shape == onValuer || s.on&shape != 0 {
		return true
	}
	textual := strings.HasPrefix(name, "uuid") || name == "ulid"
	return textual && shape != onAny && t.Implements(reflect.TypeFor[fmt.Stringer]())
}

// foreignNames maps the words of other validators and of JSON Schema to the rule that does the same.
var foreignNames = map[string]string{
	"minimum": "gte", "maximum": "lte", "minlength": "min", "maxlength": "max", "min_length": "min", "max_length": "max",
	"minlen": "min", "maxlen": "max", "minitems": "min", "maxitems": "max", "uniqueitems": "unique", "enum": "oneof", "in": "oneof",
	"length": "len", "equals": "eq", "prefix": "startswith", "suffix": "endswith",
}
