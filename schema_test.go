// Schemas: the three printed forms, byte for byte, of structs and of what is built.

package jarvis_test

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// The family of declarations: every type plain, described and refinable, with an enum, with a default, with bounds, nested.
type (
	plainFamily struct {
		Text     string             `jarvis:"text"`
		Whole    int                `jarvis:"whole"`
		Number   float64            `jarvis:"number"`
		Flag     bool               `jarvis:"flag"`
		Day      jarvis.Date        `jarvis:"day"`
		At       time.Time          `jarvis:"at"`
		Clock    jarvis.TimeOfDay   `jarvis:"clock"`
		For      time.Duration      `jarvis:"for"`
		List     []any              `jarvis:"list"`
		Dict     map[string]any     `jarvis:"dict"`
		Texts    []string           `jarvis:"texts"`
		Wholes   []int              `jarvis:"wholes"`
		Numbers  []float64          `jarvis:"numbers"`
		Flags    []bool             `jarvis:"flags"`
		Days     []jarvis.Date      `jarvis:"days"`
		Ats      []time.Time        `jarvis:"ats"`
		Clocks   []jarvis.TimeOfDay `jarvis:"clocks"`
		Fors     []time.Duration    `jarvis:"fors"`
		Dicts    []map[string]any   `jarvis:"dicts"`
		Optional *string            `jarvis:"optional"`
	}
	describedFamily struct {
		Text   string             `jarvis:"text,required" description:"A text." label:"Text"`
		Whole  int                `jarvis:"whole,required,refinable" description:"A whole number."`
		Number float64            `jarvis:"number,refinable" description:"A number."`
		Flag   bool               `jarvis:"flag,refinable" description:"On or off."`
		Day    jarvis.Date        `jarvis:"day,required,refinable" description:"A day."`
		At     time.Time          `jarvis:"at,refinable" description:"An instant."`
		Clock  jarvis.TimeOfDay   `jarvis:"clock,refinable" description:"A time of day."`
		For    time.Duration      `jarvis:"for,refinable" description:"A while."`
		List   []any              `jarvis:"list,refinable" description:"Anything, repeatedly."`
		Dict   map[string]any     `jarvis:"dict,refinable" description:"Anything by name."`
		Texts  []string           `jarvis:"texts,options=rooms" description:"Texts."`
		Clocks []jarvis.TimeOfDay `jarvis:"clocks,required,refinable" description:"Times of day."`
		Hint   string             `jarvis:"hint,options=devices:light" label:"Device"`
		Absent string             `jarvis:"absent" absent:"none,null"`
	}
	enumFamily struct {
		Text    string             `jarvis:"text" enum:"metric,imperial" description:"The unit."`
		Whole   int                `jarvis:"whole,required" enum:"1,2,10"`
		Number  float64            `jarvis:"number" enum:"0.5,1,2.50" default:"1"`
		Flag    bool               `jarvis:"flag" enum:"true"`
		Day     jarvis.Date        `jarvis:"day" enum:"2026-01-18,2026-01-19"`
		At      time.Time          `jarvis:"at" enum:"2026-01-18T05:00:00Z,2026-01-18T05:00:00.5+01:00" default:"2026-01-18T05:00:00Z"`
		Clock   jarvis.TimeOfDay   `jarvis:"clock,refinable" enum:"07:00:00Z,19:30:00+02:00"`
		For     time.Duration      `jarvis:"for" enum:"PT5M,PT1H,P1D" default:"PT5M"`
		Texts   []string           `jarvis:"texts" enum:"hall,bath" default:"[\"hall\"]"`
		Wholes  []int              `jarvis:"wholes" enum:"1,-1"`
		Numbers []float64          `jarvis:"numbers" enum:"0.5,1e3"`
		Flags   []bool             `jarvis:"flags" enum:"true,false"`
		Days    []jarvis.Date      `jarvis:"days" enum:"2026-01-18"`
		Ats     []time.Time        `jarvis:"ats" enum:"2026-01-18T05:00:00Z"`
		Clocks  []jarvis.TimeOfDay `jarvis:"clocks" enum:"07:00:00Z"`
		Fors    []time.Duration    `jarvis:"fors" enum:"PT5M" default:"[\"PT5M\",\"PT5M\"]"`
		Comma   string             `jarvis:"comma" enum:"1\\,5,2\\,5"`
		Unit    string             `jarvis:"unit" enum:"c,f" default:"c"`
	}
	defaultFamily struct {
		Text   string           `jarvis:"text" default:"a \"b\" <c> & d"`
		Empty  string           `jarvis:"empty" default:""`
		Whole  int              `jarvis:"whole" default:"9007199254740993"`
		Number float64          `jarvis:"number" default:"1.50"`
		Flag   bool             `jarvis:"flag" default:"false"`
		Day    jarvis.Date      `jarvis:"day" default:"2024-02-29"`
		At     time.Time        `jarvis:"at,refinable" default:"2026-01-18T05:00:00Z"`
		Clock  jarvis.TimeOfDay `jarvis:"clock" default:"07:30:00Z"`
		For    time.Duration    `jarvis:"for" default:"PT1H30M"`
		List   []any            `jarvis:"list" default:"[1, \"a\", null]"`
		Dict   map[string]any   `jarvis:"dict" default:"{\"b\": 1, \"a\": [true]}"`
		Texts  []string         `jarvis:"texts" default:"[]"`
		Place  familySpot       `jarvis:"place" default:"{\"street\":\"Main\"}"`
		Maybe  *int             `jarvis:"maybe" default:"0"`
	}
	boundFamily struct {
		Name    string         `jarvis:"name" validate:"min=2,max=40"`
		Code    string         `jarvis:"code" validate:"len=4"`
		Unit    string         `jarvis:"unit" validate:"oneof=c f 'degree k'"`
		Fixed   string         `jarvis:"fixed" validate:"eq=yes"`
		ID      string         `jarvis:"id" validate:"uuid"`
		Days    int            `jarvis:"days" validate:"gte=1,lte=5" default:"1"`
		Open    int            `jarvis:"open" validate:"gt=0,lt=10"`
		Choice  int            `jarvis:"choice" validate:"oneof=1 2 3"`
		Share   float64        `jarvis:"share" validate:"gte=0,lte=0.5"`
		Exact   float64        `jarvis:"exact" validate:"eq=1.5"`
		On      bool           `jarvis:"on" validate:"eq=true"`
		Labels  []string       `jarvis:"labels" validate:"min=1,max=3,unique,dive,min=2"`
		Scores  []int          `jarvis:"scores" validate:"dive,gte=0,lte=10"`
		Limited string         `jarvis:"limited" enum:"a,bb,ccc" validate:"min=1"`
		Dict    map[string]any `jarvis:"dict" validate:"min=1,max=2"`
	}
	narrowFamily struct {
		Tight   int8           `jarvis:"tight" validate:"gte=-5,lte=100"`
		Loose   uint8          `jarvis:"loose" validate:"gte=0,lte=200"`
		Wide    uint64         `jarvis:"wide" default:"18446744073709551615"`
		Steps   []int8         `jarvis:"steps" enum:"1,-1"`
		Small   int8           `jarvis:"small" default:"-128"`
		Counts  map[string]int `jarvis:"counts" validate:"min=1,max=2,dive,gte=1" default:"{ \"a\": 1 }"`
		Address netip.Addr     `jarvis:"address" enum:"127.0.0.1,::1" default:"::1"`
		Day     string         `jarvis:"day,type=date" enum:"2026-01-18"`
		At      string         `jarvis:"at,type=datetime" default:"2026-01-18T05:00:00Z"`
	}
	notedFamily struct {
		Mail     string            `jarvis:"mail" validate:"email" description:"Where to write to."`
		Link     string            `jarvis:"link,required" validate:"url"`
		Either   string            `jarvis:"either" validate:"email|e164"`
		Not      int               `jarvis:"not" validate:"ne=3"`
		Maybe    int               `jarvis:"maybe" validate:"omitempty,gte=10"`
		Wait     time.Duration     `jarvis:"wait" validate:"gte=1m,lte=24h"`
		Later    time.Time         `jarvis:"later" validate:"gt"`
		Contacts []string          `jarvis:"contacts" validate:"max=3,dive,email"`
		Phones   map[string]string `jarvis:"phones" validate:"dive,keys,alpha,endkeys,e164"`
		Prefix   string            `jarvis:"prefix" validate:"startswith=<b>&"`
		Distinct []familySpot      `jarvis:"distinct" validate:"unique=Street"`
	}
	familySpot struct {
		Street string   `jarvis:"street,required,refinable" description:"Street and number."`
		Floor  int      `jarvis:"floor" enum:"0,1,2" default:"0"`
		Names  []string `jarvis:"names" validate:"max=2"`
	}
	nestedFamily struct {
		Place  familySpot             `jarvis:"place,required" description:"Where."`
		Maybe  *familySpot            `jarvis:"maybe"`
		Places []familySpot           `jarvis:"places,refinable" validate:"min=1"`
		Shared []*familySpot          `jarvis:"shared"`
		ByName map[string]familySpot  `jarvis:"by_name"`
		Deep   only[only[familySpot]] `jarvis:"deep"`
		paging
		Level percent `jarvis:"level,refinable" description:"How bright."`
	}
	pointerFamily struct {
		Unit  *string    `jarvis:"unit" enum:"c,f" default:"c"`
		Units []*string  `jarvis:"units" enum:"c,f" default:"[\"f\"]"`
		Days  *int8      `jarvis:"days,required" validate:"gte=1,lte=5"`
		At    *time.Time `jarvis:"at,refinable" enum:"2026-01-18T05:00:00Z"`
		Scale *float64   `jarvis:"scale" default:"1.5" validate:"gt=0"`
	}
	textFamily struct {
		HTML   string `jarvis:"html" description:"<b> & 'c' > \"d\""`
		Escape string `jarvis:"escape" description:"a \\u003c b \\ c / d"`
		Line   string `jarvis:"line" description:"one\ntwo\tthree"`
		Wide   string `jarvis:"wide" description:"Größe 東京 🌧"`
		Choice string `jarvis:"choice" enum:"<,>,&,\\\\u003e" default:"<"`
	}
	noFamily struct{}
)

func TestGoldenSchemas(t *testing.T) {
	for _, tc := range []struct {
		name   string
		define func(*testing.T, jarvis.Spec) *jarvis.Definition
		spec   jarvis.Spec
	}{
		{"plain", defineInput[plainFamily], jarvis.Spec{Name: "plain"}},
		{"described", defineInput[describedFamily], jarvis.Spec{Name: "described", Description: "Every type with a description."}},
		{"enum", defineInput[enumFamily], jarvis.Spec{Name: "enum", Description: "Every type with allowed values."}},
		{"default", defineInput[defaultFamily], jarvis.Spec{Name: "default", Description: "Every type with a default."}},
		{"bounds", defineInput[boundFamily], jarvis.Spec{Name: "bounds", Description: "Rules that JSON Schema has keywords for."}},
		{"narrow", defineInput[narrowFamily], jarvis.Spec{Name: "narrow", Description: "Go types that say more than a parameter type."}},
		{"notes", defineInput[notedFamily], jarvis.Spec{Name: "notes", Description: "Rules that JSON Schema has no keywords for."}},
		{"nested", defineInput[nestedFamily], jarvis.Spec{Name: "nested", Description: "Structs in structs."}},
		{"pointers", defineInput[pointerFamily], jarvis.Spec{Name: "pointers", Description: "Optional forms."}},
		{"texts", defineInput[textFamily], jarvis.Spec{Name: "texts", Description: "<b> & 'c' > \"d\" \\u003c"}},
		{"empty", defineInput[noFamily], jarvis.Spec{Name: "empty"}},
		{"spec", defineInput[paging], jarvis.Spec{
			Name: "spec", Description: "All that a command says of itself.", Keywords: []string{"pages", "<more>"},
			Examples: []jarvis.Example{
				{Utterance: "The first page", Arguments: jarvis.Args{"offset": 0, "limit": 10}, Primary: true},
				{Utterance: "Everything & more"},
			},
			AdapterExamples: []jarvis.Example{{Utterance: "For training only"}},
			Rules:           []string{"Count from 0."}, CriticalRules: []string{"Never ask for more than 100."},
			Antipatterns:      []jarvis.Antipattern{{Command: "search", Description: "To find something."}},
			AllowDirectAnswer: true,
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var d *jarvis.Definition
			require.NotPanics(t, func() { d = tc.define(t, tc.spec) })
			goldenForms(t, tc.name, d)
			checkSchema(t, d.Parameters(), d.Schema())
			checkForms(t, d)
			judgeSchema(t, d.Schema())
		})
	}
}

func spotParameters() *jarvis.Parameters {
	return jarvis.NewParameters().
		RequiredString("street", "Street and number.").Refinable().
		OptionalInteger("floor", "").Enum("0", "1", "2").Default("0").
		OptionalStringArray("names", "").Validate("max=2").
		MustBuild()
}

// One declaration, made in two ways, is one schema, and both are the golden one.
func TestBuiltSchemas(t *testing.T) {
	for name, params := range map[string]*jarvis.ParametersBuilder{
		"plain": jarvis.NewParameters().
			OptionalString("text", "").OptionalInteger("whole", "").OptionalNumber("number", "").OptionalBoolean("flag", "").
			OptionalDate("day", "").OptionalDatetime("at", "").OptionalTime("clock", "").OptionalTimedelta("for", "").
			OptionalArray("list", "", "").OptionalDict("dict", "").
			OptionalStringArray("texts", "").OptionalArray("wholes", "int", "").OptionalArray("numbers", "float", "").
			OptionalArray("flags", "bool", "").OptionalArray("days", "date", "").OptionalArray("ats", "datetime", "").
			OptionalArray("clocks", "time", "").OptionalArray("fors", "timedelta", "").OptionalArray("dicts", "dict", "").
			OptionalString("optional", ""),
		"described": jarvis.NewParameters().
			RequiredString("text", "A text.").Label("Text").RequiredInteger("whole", "A whole number.").Refinable().
			OptionalNumber("number", "A number.").Refinable().OptionalBoolean("flag", "On or off.").Refinable().
			RequiredDate("day", "A day.").Refinable().OptionalDatetime("at", "An instant.").Refinable().
			OptionalTime("clock", "A time of day.").Refinable().OptionalTimedelta("for", "A while.").Refinable().
			OptionalArray("list", "", "Anything, repeatedly.").Refinable().OptionalDict("dict", "Anything by name.").Refinable().
			OptionalStringArray("texts", "Texts.").Options("rooms").RequiredArray("clocks", "time", "Times of day.").Refinable().
			OptionalString("hint", "").Options("devices:light").Label("Device").OptionalString("absent", "").Absent("none", "null"),
		"enum": jarvis.NewParameters().
			OptionalEnum("text", "The unit.", "metric", "imperial").RequiredInteger("whole", "").Enum("1", "2", "10").
			OptionalNumber("number", "").Enum("0.5", "1", "2.50").Default("1").OptionalBoolean("flag", "").Enum("true").
			OptionalDate("day", "").Enum("2026-01-18", "2026-01-19").
			OptionalDatetime("at", "").Enum("2026-01-18T05:00:00Z", "2026-01-18T05:00:00.5+01:00").Default("2026-01-18T05:00:00Z").
			OptionalTime("clock", "").Enum("07:00:00Z", "19:30:00+02:00").Refinable().
			OptionalTimedelta("for", "").Enum("PT5M", "PT1H", "P1D").Default("PT5M").
			OptionalStringArray("texts", "").Enum("hall", "bath").Default(`["hall"]`).OptionalArray("wholes", "int", "").Enum("1", "-1").
			OptionalArray("numbers", "float", "").Enum("0.5", "1e3").OptionalArray("flags", "bool", "").Enum("true", "false").
			OptionalArray("days", "date", "").Enum("2026-01-18").OptionalArray("ats", "datetime", "").Enum("2026-01-18T05:00:00Z").
			OptionalArray("clocks", "time", "").Enum("07:00:00Z").OptionalArray("fors", "timedelta", "").Enum("PT5M").Default(`["PT5M","PT5M"]`).
			OptionalEnum("comma", "", "1,5", "2,5").OptionalEnum("unit", "", "c", "f").Default("c"),
		"default": jarvis.NewParameters().
			OptionalString("text", "").Default(`a "b" <c> & d`).OptionalString("empty", "").Default("").
			OptionalInteger("whole", "").Default("9007199254740993").OptionalNumber("number", "").Default("1.50").
			OptionalBoolean("flag", "").Default("false").OptionalDate("day", "").Default("2024-02-29").
			OptionalDatetime("at", "").Default("2026-01-18T05:00:00Z").Refinable().OptionalTime("clock", "").Default("07:30:00Z").
			OptionalTimedelta("for", "").Default("PT1H30M").OptionalArray("list", "", "").Default(`[1, "a", null]`).
			OptionalDict("dict", "").Default(`{"b": 1, "a": [true]}`).OptionalStringArray("texts", "").Default("[]").
			OptionalObject("place", "", spotParameters()).Default(`{"street":"Main"}`).OptionalInteger("maybe", "").Default("0"),
		"bounds": jarvis.NewParameters().
			OptionalString("name", "").Validate("min=2,max=40").OptionalString("code", "").Validate("len=4").
			OptionalString("unit", "").Validate("oneof=c f 'degree k'").OptionalString("fixed", "").Validate("eq=yes").
			OptionalString("id", "").Validate("uuid").OptionalInteger("days", "").Validate("gte=1,lte=5").Default("1").
			OptionalInteger("open", "").Validate("gt=0,lt=10").OptionalInteger("choice", "").Validate("oneof=1 2 3").
			OptionalNumber("share", "").Validate("gte=0,lte=0.5").OptionalNumber("exact", "").Validate("eq=1.5").
			OptionalBoolean("on", "").Validate("eq=true").OptionalStringArray("labels", "").Validate("min=1,max=3,unique,dive,min=2").
			OptionalArray("scores", "int", "").Validate("dive,gte=0,lte=10").OptionalEnum("limited", "", "a", "bb", "ccc").Validate("min=1").
			OptionalDict("dict", "").Validate("min=1,max=2"),
		"empty": jarvis.NewParameters(),
	} {
		t.Run(name, func(t *testing.T) {
			built, err := params.Build()
			require.NoError(t, err)
			golden(t, "schema/"+name+".json", built.Schema())
			cmd, err := jarvis.Func(jarvis.Spec{Name: name, Description: familyDescription(name)}, built,
				func(context.Context, *jarvis.Request, jarvis.Values) (*jarvis.Response, error) { return nil, nil })
			require.NoError(t, err)
			goldenForms(t, name, jarvis.MustDefine(cmd))
		})
	}
}

// familyDescription is the description that the golden file of a struct was made with.
func familyDescription(name string) string {
	return map[string]string{
		"described": "Every type with a description.", "enum": "Every type with allowed values.", "default": "Every type with a default.",
		"bounds": "Rules that JSON Schema has keywords for.",
	}[name]
}

// A rule that is told in words is a sentence of its own, whether or not the description is one.
func TestRulesInWordsAreSentences(t *testing.T) {
	params := jarvis.NewParameters().
		OptionalTimedelta("wait", "How long (an hour at most)").Validate("lte=1h").
		OptionalTimedelta("rest", "How long to rest.").Validate("lte=1h").
		MustBuild()
	schema := string(params.Schema())
	assert.Contains(t, schema, `"How long (an hour at most). Must be at most PT1H."`)
	assert.Contains(t, schema, `"How long to rest. Must be at most PT1H."`)
}
