// The table of rules against the library, what rules are called and tried on.

package jarvis

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// libraryRules are the validators and aliases of v10.30.6 in the order of its source.
var libraryRules = strings.Fields(`
	required required_if required_unless skip_unless required_with required_with_all required_without required_without_all
	excluded_if excluded_unless excluded_with excluded_with_all excluded_without excluded_without_all isdefault len min max eq
	eq_ignore_case ne ne_ignore_case lt lte gt gte eqfield eqcsfield necsfield gtcsfield gtecsfield ltcsfield ltecsfield nefield
	gtefield gtfield ltefield ltfield fieldcontains fieldexcludes alpha alphaspace alphanum alphanumspace alphaunicode
	alphanumunicode boolean numeric number hexadecimal hexcolor rgb rgba hsl hsla cmyk e164 email url http_url https_url uri
	origin urn_rfc8141 urn_rfc2141 file filepath base32 base64 base64url base64rawurl contains containsany containsrune excludes
	excludesall excludesrune startswith endswith startsnotwith endsnotwith image mimetype isbn isbn10 isbn13 issn eth_addr
	eth_addr_checksum btc_addr btc_addr_bech32 uuid uuid3 uuid4 uuid5 uuid7 uuid_rfc4122 uuid3_rfc4122 uuid4_rfc4122
	uuid5_rfc4122 ulid md4 md5 sha256 sha384 sha512 ripemd128 ripemd160 tiger128 tiger160 tiger192 ascii printascii multibyte
	datauri latitude longitude ssn ipv4 ipv6 ip cidrv4 cidrv6 cidr tcp4_addr tcp6_addr tcp_addr udp4_addr udp6_addr udp_addr
	ip4_addr ip6_addr ip_addr unix_addr uds_exists mac hostname hostname_rfc1123 hostname_label fqdn unique oneof oneofci noneof
	noneofci html html_encoded url_encoded dir dirpath json jwt hostname_port port lowercase uppercase datetime timezone
	iso3166_1_alpha2 iso3166_1_alpha2_eu iso3166_1_alpha3 iso3166_1_alpha3_eu iso3166_1_alpha_numeric iso3166_1_alpha_numeric_eu
	iso3166_2 iso4217 iso4217_numeric bcp47_language_tag bcp47_strict_language_tag postcode_iso3166_alpha2
	postcode_iso3166_alpha2_field bic_iso_9362_2014 bic semver dns_rfc1035_label credit_card cve luhn_checksum mongodb
	mongodb_connection_string cron spicedb ein duration validateFn iscolor country_code eu_country_code`)

func TestRuleTableCoversLibrary(t *testing.T) {
	syntax := []string{"omitempty", "omitzero", "omitnil", "dive", "keys", "endkeys", "structonly", "nostructlevel", "-"}
	var names []string
	for _, row := range ruleTable {
		names = append(names, row.names...)
	}
	assert.ElementsMatch(t, append(syntax, libraryRules...), names)
	assert.Len(t, libraryRules, 188)
}

func TestRuleTableIsKnownToLibrary(t *testing.T) {
	known := func(name string) (known bool) {
		defer func() {
			if p := recover(); p != nil {
				known = !strings.Contains(fmt.Sprint(p), "Undefined validation function")
			}
		}()
		_ = ruleValidator().Var("a", name)
		return true
	}
	for _, name := range libraryRules {
		assert.True(t, known(name), name)
	}
	assert.False(t, known("gtee"))
}

// TestRuleTableShapes tries every rule on every shape through the library: where the table lets it, it must not panic, and
// where the table refuses it, it panics or gives one verdict whatever the value is.
func TestRuleTableShapes(t *testing.T) {
	samples := [][]any{
		{"", "a", "1", "true", "A0", "a@b.org", "12"}, {0, 1, 7, 80, 250, 978, -5}, {uint(0), uint(1), uint(250), uint(978)},
		{0.0, 1.5, 91.0}, {false, true}, {time.Duration(0), time.Second},
		{time.Time{}, time.Now().Add(time.Hour)}, {[]int{}, []int{1, 1}}, {map[string]int{}, map[string]int{"a": 1, "b": 1}},
	}
	params := map[ruleParam]string{
		paramBound: "=1", paramText: "=a", paramRune: "=a", paramWords: "=1 a", paramLayout: "=2006", paramMIME: "=a/b", paramCountry: "=US",
	}
	for _, row := range ruleTable {
		for _, name := range row.names {
			if row.ban != "" || row.param == paramMethod {
				continue
			}
			for _, values := range samples {
				shape := ruleShapeOf(reflect.TypeOf(values[0]))
				tag := name + params[row.param]
				if shape == onTime || shape == onBool && row.param == paramBound {
					tag = strings.Replace(tag, "=1", "=true", 1)
				}
				verdicts := map[bool]bool{}
				panics := ""
				for _, v := range values {
					verdict := func(reflect.Value) bool { verdicts[ruleValidator().Var(v, tag) == nil] = true; return true }
					if why := tryRule(verdict, reflect.ValueOf(v)); why != nil {
						panics = fmt.Sprint(why)
					}
				}
				if row.on&shape != 0 {
					assert.Empty(t, panics, "%s on %T", tag, values[0])
				} else if panics == "" && !slices.Contains(uselessOn[shape], name) {
					assert.Len(t, verdicts, 1, "%s on %T", tag, values[0])
				}
			}
		}
	}
}

// uselessOn lists what the library can check on a shape and we refuse: the number of nanoseconds of a duration is no such thing.
var uselessOn = map[ruleShape][]string{
	onDuration: {
		"oneof", "noneof", "port", "luhn_checksum", "latitude", "longitude", "iso4217_numeric", "iso3166_1_alpha_numeric",
		"iso3166_1_alpha_numeric_eu", "country_code", "eu_country_code",
	},
	onTime:  {},
	onSlice: {"multibyte"}, // asks for the length alone
	onMap:   {"multibyte"},
}

func TestRulePhrases(t *testing.T) {
	for name, text := range rulePhrases {
		_, known := ruleSpecOf(name)
		assert.True(t, known, name)
		assert.Regexp(t, `^must (not )?(be|contain|start|end) .*[^.]$`, text, name)
	}
	for _, row := range ruleTable {
		if row.ban != "" || row.param == paramBound || row.param == paramField || row.param == paramMethod {
			continue
		}
		for _, name := range row.names {
			if name != "spicedb" {
				assert.Contains(t, rulePhrases, name)
			}
		}
	}
}

func TestSplitWords(t *testing.T) {
	library := regexp.MustCompile(`'[^']*'|\S+`)
	for _, text := range []string{"", " ", "a", "a b", " a  b ", "'a b'", "'a b'c", "a'b c'", "'a", "a'", "''", "'' ''", "'a''b'", "a\tb\nc", "' '", "'"} {
		assert.Equal(t, library.FindAllString(text, -1), splitWords(text), "%q", text)
	}
}

func TestNearestRule(t *testing.T) {
	for name, want := range map[string]string{
		"gtee": "gte", "emial": "email", "enum": "oneof", "EMAIL": "email", "maxLength": "max", "omitempy": "omitempty", "required_iff": "", "zzz": "",
	} {
		got, ok := nearestRule(name)
		assert.Equal(t, want, got, name)
		assert.Equal(t, want != "", ok, name)
	}
}

func TestRuleSamplesEnd(t *testing.T) {
	samples := ruleSamples(reflect.TypeFor[[]ruleOption]())
	require.Len(t, samples, 3)
	assert.Equal(t, "a", samples[1].Index(0).FieldByName("Name").String())
	assert.Len(t, ruleSamples(reflect.TypeFor[ruleList]()), 2)
	assert.Len(t, ruleSamples(reflect.TypeFor[map[string][]*ruleOption]()), 2)
}
