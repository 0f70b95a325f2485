// Tests of the tag grammar: what tags say, and the complete texts of their mistakes.

package jarvis

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTagValues(t *testing.T) {
	typ := func(text string) *Type {
		got, err := ParseType(text)
		require.NoError(t, err)
		return &got
	}
	text := func(s string) *string { return &s }
	for _, tc := range []struct {
		name string
		raw  reflect.StructTag
		want fieldTag
	}{
		{"no tag", ``, fieldTag{}},
		{"empty jarvis tag", `jarvis:""`, fieldTag{declared: true}},
		{"name", `jarvis:"city"`, fieldTag{declared: true, name: "city"}},
		{"name with spaces around", `jarvis:" city "`, fieldTag{declared: true, name: "city"}},
		{"left out", `jarvis:"-"`, fieldTag{skip: true}},
		{"left out, other tags are others'", `jarvis:"-" enum:"" default:"x" desc:"y"`, fieldTag{skip: true}},
		{"options without a name", `jarvis:",required,refinable"`, fieldTag{declared: true, required: true, refinable: true}},
		{"spaces around options", `jarvis:"a , required , type = int "`, fieldTag{declared: true, name: "a", required: true, typ: typ("int")}},
		{"type of an array", `jarvis:"a,type=array<datetime>"`, fieldTag{declared: true, name: "a", typ: typ("array<datetime>")}},
		{"type by alias", `jarvis:"a,type=Integer[]"`, fieldTag{declared: true, name: "a", typ: typ("array<int>")}},
		{"source", `jarvis:"a,options=devices:light"`, fieldTag{declared: true, name: "a", options: "devices:light"}},
		{"plain texts", `jarvis:"a" description:"One, two." label:"A" validate:"gte=1,lte=5" default:" x "`,
			fieldTag{declared: true, name: "a", description: "One, two.", label: "A", validate: "gte=1,lte=5", def: text(" x ")}},
		{"empty default is one", `jarvis:"a" default:""`, fieldTag{declared: true, name: "a", def: text("")}},
		{"enum", `jarvis:"a" enum:"metric, imperial"`, fieldTag{declared: true, name: "a", enum: []string{"metric", "imperial"}}},
		{"enum differing in case", `jarvis:"a" enum:"a,A"`, fieldTag{declared: true, name: "a", enum: []string{"a", "A"}}},
		{"escaped comma", `jarvis:"a" enum:"1\\,5,2\\,5"`, fieldTag{declared: true, name: "a", enum: []string{"1,5", "2,5"}}},
		{"escaped backslash", `jarvis:"a" enum:"a\\\\,b"`, fieldTag{declared: true, name: "a", enum: []string{`a\`, "b"}}},
		{"backslash before another letter", `jarvis:"a" enum:"C:\\dir,x\\"`, fieldTag{declared: true, name: "a", enum: []string{`C:\dir`, `x\`}}},
		{"absent words", `jarvis:"a" absent:"none,null"`, fieldTag{declared: true, name: "a", absent: []string{"none", "null"}}},
		{"secret", `secret:"KEY" description:"d" label:"l"`, fieldTag{secret: &secretTag{key: "KEY"}, description: "d", label: "l"}},
		{"secret with options", `secret:"a.b-C_1, optional ,user,public"`,
			fieldTag{secret: &secretTag{key: "a.b-C_1", optional: true, user: true, public: true}}},
		{"validate alone is others'", `validate:"required"`, fieldTag{validate: "required"}},
		{"beside other libraries", `json:"city,omitempty" jarvis:"city" yaml:"city"`, fieldTag{declared: true, name: "city"}},
		{"no space between pairs is read", `json:"a"jarvis:"b"`, fieldTag{declared: true, name: "b"}},
		{"line break at the end loses nothing", "jarvis:\"a\"\n\t", fieldTag{declared: true, name: "a"}},
		{"another's bad escape loses nothing", `pattern:"\d+" jarvis:"a"`, fieldTag{declared: true, name: "a"}},
		{"another's malformed tag", `json:city`, fieldTag{}},
		{"another's text", `city name`, fieldTag{}},
		{"another's value with our words", `gorm:"column:x;default:1" json:city`, fieldTag{}},
		{"another's unquoted value with our words", `gorm:default:1`, fieldTag{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, mistakes := parseFieldTag(tc.raw)
			assert.Empty(t, mistakes)
			assert.Equal(t, tc.want, got)
		})
	}
}

func TestTagMistakes(t *testing.T) {
	for _, tc := range []struct {
		name string
		raw  reflect.StructTag
		want []string
	}{
		// Malformed tags.
		{"no quotes", `jarvis:city`, []string{"malformed tag at `jarvis:city`: put the value in double quotes, jarvis:\"…\""}},
		{"no quotes, several words", `description:City name jarvis:"city"`,
			[]string{"malformed tag at `description:City name`: put the value in double quotes, description:\"…\""}},
		{"no opening quote", `jarvis:city" json:"city"`, []string{"malformed tag at `jarvis:city\"`: put the value in double quotes, jarvis:\"…\""}},
		{"single quotes", `jarvis:'city'`, []string{"malformed tag at `jarvis:'city'`: put the value in double quotes, jarvis:\"…\""}},
		{"no value", `jarvis:`, []string{"malformed tag at `jarvis:`: put the value in double quotes, jarvis:\"…\""}},
		{"no value before another pair", `jarvis: json:"a"`, []string{"malformed tag at `jarvis:`: put the value in double quotes, jarvis:\"…\""}},
		{"space behind the colon", `jarvis: "city"`, []string{"malformed tag at `jarvis: \"city\"`: no space may stand around the colon, write jarvis:\"…\""}},
		{"space before the colon", `jarvis :"city"`, []string{"malformed tag at `jarvis :\"city\"`: no space may stand around the colon, write jarvis:\"…\""}},
		{"equals sign", `jarvis="city"`, []string{"malformed tag at `jarvis=\"city\"`: a colon stands between key and value, write jarvis:\"…\""}},
		{"equals sign, no quotes", `jarvis=city`, []string{"malformed tag at `jarvis=city`: put the value in double quotes, jarvis:\"…\""}},
		{"no colon", `jarvis "city"`, []string{"malformed tag at `jarvis \"city\"`: the colon between key and value is missing, write jarvis:\"…\""}},
		{"quoted key", `"jarvis":"city"`, []string{"malformed tag at `\"jarvis\":\"city\"`: the key takes no quotes, write jarvis:\"…\""}},
		{"no closing quote", `jarvis:"city`, []string{"malformed tag at `jarvis:\"city`: the double quote that closes the value of jarvis is missing"}},
		{"no closing quote before a pair", `jarvis:"city enum:"a,b"`,
			[]string{"malformed tag at `jarvis:\"city`: the double quote that closes the value of jarvis is missing"}},
		{"another's quote swallows ours", `json:"city jarvis:"city"`,
			[]string{"malformed tag at `json:\"city`: the double quote that closes the value of json is missing"}},
		{"another's unclosed value", `jarvis:"city" json:"city`,
			[]string{"malformed tag at `json:\"city`: the double quote that closes the value of json is missing"}},
		{"tab between pairs", "jarvis:\"city\"\tenum:\"a\"", []string{"malformed tag at `enum`: put a space before it, not a tab or a line break"}},
		{"several lines are one mistake", "\n\tjarvis:\"city\"\n\tenum:\"a\"\n\tlabel:\"l\"\n",
			[]string{"malformed tag at `jarvis`: put a space before it, not a tab or a line break"}},
		{"comma between pairs", `jarvis:"city",enum:"a"`, []string{`unknown tag key ",enum", did you mean "enum"?`}},
		{"comma and space between pairs", `jarvis:"city", enum:"a"`,
			[]string{"malformed tag at `,`: it is no key:\"value\" pair, complete it or remove it"}},
		{"text before the pairs", `the city jarvis:"city"`, []string{"malformed tag at `the city`: it is no key:\"value\" pair, complete it or remove it"}},
		{"text in quotes", `"text" jarvis:"city"`, []string{"malformed tag at `\"text\"`: it is no key:\"value\" pair, complete it or remove it"}},
		{"no key", `:"city" jarvis:"city"`, []string{"malformed tag at `:\"city\"`: it is no key:\"value\" pair, complete it or remove it"}},
		{"no pairs at all", `jarvis`, []string{"malformed tag at `jarvis`: it is no key:\"value\" pair, complete it or remove it"}},
		{"bad escape", `jarvis:"a" enum:"1\,5,2"`, []string{"the value of enum holds `\\,`, which is no escape of Go: write a backslash twice, `\\\\,`"}},
		{"line break in a value", "jarvis:\"a\" description:\"one\ntwo\"", []string{`the value of description holds a line break: write \n, or keep it in one line`}},
		{"repeated key", `jarvis:"a" enum:"a" enum:"b,b"`, []string{`tag key "enum" is repeated, and only the first is read: merge them`}},
		{"reading goes on", `jarvis:city,requierd enum:"a,a" default: "x" label:"`, []string{
			"malformed tag at `jarvis:city,requierd`: put the value in double quotes, jarvis:\"…\"",
			`unknown option "requierd", did you mean "required"?`,
			`enum value "a" is repeated: remove one`,
			"malformed tag at `default: \"x\"`: no space may stand around the colon, write default:\"…\"",
			"malformed tag at `label:\"`: the double quote that closes the value of label is missing",
		}},

		// Names.
		{"capitals in a name", `jarvis:"UnitSystem"`, []string{`name "UnitSystem" must match [a-z][a-z0-9_]*, did you mean "unit_system"?`}},
		{"dashes in a name", `jarvis:"unit-system"`, []string{`name "unit-system" must match [a-z][a-z0-9_]*, did you mean "unit_system"?`}},
		{"digit in front", `jarvis:"2nd"`, []string{`name "2nd" must match [a-z][a-z0-9_]*`}},
		{"letters beyond ASCII", `jarvis:"größe"`, []string{`name "größe" must match [a-z][a-z0-9_]*`}},
		{"option as name", `jarvis:"required"`, []string{`"required" stands in the place of the name, did you mean ",required"?`}},
		{"valued option as name", `jarvis:"type=int,required"`, []string{`"type=int" stands in the place of the name, did you mean ",type=int"?`}},
		{"options of a field left out", `jarvis:"-,required"`,
			[]string{`jarvis:"-" leaves the field out and takes no options: remove ",required", or write a name`}},

		// Options.
		{"misspelt option", `jarvis:"a,requierd"`, []string{`unknown option "requierd", did you mean "required"?`}},
		{"option in another case", `jarvis:"a,Refinable"`, []string{`unknown option "Refinable", did you mean "refinable"?`}},
		{"misspelt valued option", `jarvis:"a,typ=int"`, []string{`unknown option "typ=int", did you mean "type=int"?`}},
		{"unknown option", `jarvis:"a,omitempty"`, []string{`unknown option "omitempty"; the options are required, refinable, type=TYPE, options=SOURCE`}},
		{"optional", `jarvis:"a,optional"`, []string{`unknown option "optional": a parameter without "required" is optional, remove it`}},
		{"a type alone", `jarvis:"a,string"`, []string{`unknown option "string", did you mean "type=string"?`}},
		{"a tag as option", `jarvis:"a,enum=x"`, []string{`unknown option "enum=x": it is a tag of its own, write enum:"…"`}},
		{"empty option", `jarvis:"a,,required,"`, []string{
			"empty option: remove the comma, or write an option after it", "empty option: remove the comma, or write an option after it"}},
		{"repeated option", `jarvis:"a,required,required,type=int,type=int"`,
			[]string{`option "required" is repeated: remove one`, `option "type" is repeated: remove one`}},
		{"value for a flag", `jarvis:"a,required=true,refinable:yes"`, []string{
			`option "required" takes no value: write "required", or leave it out`, `option "refinable" takes no value: write "refinable", or leave it out`}},
		{"no value", `jarvis:"a,type,options="`,
			[]string{`option "type" needs a value, such as "type=int"`, `option "options" needs a value, such as "options=devices"`}},
		{"colon for the equals sign", `jarvis:"a,type: int"`, []string{`unknown option "type: int", did you mean "type=int"?`}},
		{"unknown type", `jarvis:"a,type=list<int>"`, []string{
			`unknown type "list<int>"; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array`}},
		{"nested type", `jarvis:"a,type=int[][]"`,
			[]string{`type "int[][]" is an array of arrays, which is not supported; use array<dict>, or flatten it`}},

		// Lists.
		{"empty enum", `jarvis:"a" enum:""`, []string{`enum is empty: list the values, as in enum:"a,b", or remove it`}},
		{"enum of spaces", `jarvis:"a" enum:" , "`, []string{`enum is empty: list the values, as in enum:"a,b", or remove it`}},
		{"empty enum value", `jarvis:"a" enum:"a,,b,"`, []string{`enum has an empty value: remove the comma, or write the value`}},
		{"repeated enum value", `jarvis:"a" enum:"a,b, a"`, []string{`enum value "a" is repeated: remove one`}},
		{"repeated absent word", `jarvis:"a" absent:"none,NONE"`, []string{`absent value "NONE" is repeated: remove one`}},
		{"absent word in enum", `jarvis:"a" absent:"None" enum:"none,x"`,
			[]string{`absent word "None" is a value of enum too: remove it from one of them`}},

		// Keys.
		{"misspelt key", `jarvis:"a" enmu:"a"`, []string{`unknown tag key "enmu", did you mean "enum"?`}},
		{"misspelt jarvis, its companions wait", `jarvs:"a" description:"d"`, []string{`unknown tag key "jarvs", did you mean "jarvis"?`}},
		{"short for description", `jarvis:"a" desc:"d"`, []string{`unknown tag key "desc", did you mean "description"?`}},
		{"plural", `jarvis:"a" enums:"a" defaults:"b"`,
			[]string{`unknown tag key "enums", did you mean "enum"?`, `unknown tag key "defaults", did you mean "default"?`}},
		{"case of keys", `jarvis:"a" Enum:"a" DESCRIPTION:"d"`,
			[]string{`unknown tag key "Enum", did you mean "enum"?`, `unknown tag key "DESCRIPTION", did you mean "description"?`}},
		{"value within the key", `jarvis=city:"x"`, []string{`unknown tag key "jarvis=city", did you mean "jarvis"?`}},

		// Together.
		{"without a jarvis tag", `enum:"a" json:"x" description:"d"`,
			[]string{`enum, description without a jarvis tag: add jarvis:"" to declare a parameter, or jarvis:"-" to leave the field out`}},
		{"required with a default", `default:"x" jarvis:"a,required"`, []string{`a required parameter has no default: remove default or the option "required"`}},
		{"absent on a required one", `jarvis:"a,required" absent:"none"`,
			[]string{`absent words are for optional parameters: remove absent or the option "required"`}},
		{"parameter and secret", `jarvis:"a" secret:"KEY"`, []string{`a field is a parameter or a secret: remove the jarvis tag or the secret tag`}},
		{"left out and secret", `jarvis:"-" secret:"KEY"`, []string{`jarvis:"-" leaves the field out: remove it, or the secret tag`}},
		{"parameter tags beside a secret", `enum:"a" secret:"KEY" validate:"min=1" label:"l"`, []string{
			`enum does not apply to a secret, which takes description and label: remove it`,
			`validate does not apply to a secret, which takes description and label: remove it`}},

		// Secrets.
		{"secret without a key", `secret:",optional"`, []string{`the secret has no key, write secret:"KEY"`}},
		{"space in a secret's key", `secret:"MY KEY"`, []string{`secret key "MY KEY" must not hold spaces or control characters, use letters, digits, _ . -`}},
		{"secret left out", `secret:"-"`, []string{`"-" is no secret key: write jarvis:"-" to leave the field out`}},
		{"misspelt secret option", `secret:"K,optinal,user,user,"`, []string{
			`unknown secret option "optinal", did you mean "optional"?`, `option "user" is repeated: remove one`,
			`empty option: remove the comma, or write an option after it`}},
		{"unknown secret option", `secret:"K,required"`, []string{
			`unknown secret option "required"; the options are optional, user, public, and a secret without them is required, of the integration, and sensitive`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, mistakes := parseFieldTag(tc.raw)
			assert.Equal(t, tc.want, mistakes)
		})
	}
}

// Keys in use by other libraries are none of our business.
func TestTagKeysOfOthers(t *testing.T) {
	for key := range strings.FieldsSeq(`
		json yaml xml toml db env form query table bson csv url uri mapstructure binding gorm protobuf msgpack header path param
		schema jsonschema example title format envDefault split_words required ignored envconfig envPrefix envSeparator envExpand
		jsonschema_description jsonschema_extras doc docs help short long name arg args cmd placeholder hidden group xor and type
		kong koanf hcl cty ini properties conform mod scrub sensitive redact pg sql sqlx bun ent ch xorm reform dynamodbav dynamo
		datastore firestore spanner bigquery parquet avro thrift codec cbor ion asn1 plist structs copier faker fake fuzz deepcopy
		swaggertype swaggerignore minimum maximum multipleOf minLength maxLength minItems maxItems uniqueItems pattern readOnly
		writeOnly deprecated nullable optional valid validation rules rule choice base flag flags cli usage cookie in out tag tags
		vault consul parse parser level locale render index unique column rel fk m2m inject wire fx graphql gql graph node mcp tool
		tls ldap redis bind resp reqHeader text file files since until order sort filter search sortable layout timezone tz unit
		units values value options option min max len size length prefix suffix sep key keys id ref refs self model models entity
		hash salt encrypt crypt pii mask log logger zap slog trace metric metrics otel prom bit bits reg regmap packed align
	`) {
		_, mistakes := parseFieldTag(reflect.StructTag(key + `:"x"`))
		assert.Empty(t, mistakes, key)
	}
}

func TestTagNearKeys(t *testing.T) {
	for want, keys := range map[string]string{
		"jarvis":      "Jarvis JARVIS javis jarivs jarvs jarviss jravs jarvis_",
		"description": "desc Desc descr describe Description descripton desciption discription descriptions",
		"enum":        "enmu enums Enum ENUM enu enumm",
		"default":     "defaults Default defualt defalt deafult",
		"absent":      "Absent abscent absents absnet",
		"label":       "labels Label lable labl",
		"validate":    "Validate validates valdate vaildate validator",
		"secret":      "Secret secrets scret sercet",
	} {
		for key := range strings.FieldsSeq(keys) {
			assert.Equal(t, want, nearTagKey(key), key)
		}
	}
}

func TestSnakeCase(t *testing.T) {
	for field, want := range map[string]string{
		"APIKey": "api_key", "OAuth2Token": "oauth2_token", "UserID": "user_id", "HTTPServer2URL": "http_server2_url",
		"City": "city", "X": "x", "": "", "ID": "id", "UserIDs": "user_ids", "URLsSeen": "urls_seen", "AsIs": "as_is",
		"XPosition": "x_position", "GetOAuthToken": "get_oauth_token", "IPv4Address": "ipv4_address", "S3Bucket": "s3_bucket",
		"Sha256Sum": "sha256_sum", "Top10Results": "top10_results", "Unit_System": "unit_system", "ResolvedDatetimes": "resolved_datetimes",
		"HTTPServer": "http_server", "camelCase": "camel_case", "Straße": "straße", "ÄrzteURL": "ärzte_url",
	} {
		assert.Equal(t, want, snakeCase(field), field)
	}
}

func TestValidName(t *testing.T) {
	for _, name := range []string{"a", "city", "a_b", "a1", "a__", "z9_"} {
		assert.True(t, validName(name), name)
	}
	for _, name := range []string{"", "A", "1a", "_a", "a-b", "a b", "é", "aé", "a\n", "a.b", "\xff"} {
		assert.False(t, validName(name), name)
	}
}
