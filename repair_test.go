// Repairs: one reply of Call holds all that is needed to mend the call, and is short. A reader that knows nothing but the text of
// the reply and the call it made mends the four mistakes that models make most.

package jarvis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// repairHome has a command with dates, one with names known only at run time, and others beside them.
func repairHome(t *testing.T) *jarvis.Registry {
	type weather struct {
		City  string      `jarvis:"city" description:"City name. Omit for the default location."`
		Unit  string      `jarvis:"unit_system,refinable" enum:"metric,imperial" default:"metric"`
		Dates []time.Time `jarvis:"resolved_datetimes,required,refinable" description:"Days to report"`
		Days  int         `jarvis:"days" validate:"gte=1,lte=5" default:"1"`
	}
	type device struct {
		Action string `jarvis:"action,required" enum:"turn_on,turn_off,lock,unlock"`
		Entity string `jarvis:"entity_id,required" description:"Name of the device"`
		Level  int    `jarvis:"level" validate:"gte=0,lte=100"`
	}
	known := []string{"light.office", "light.kitchen", "lock.front"}
	find := func(_ context.Context, _ *jarvis.Request, in device) ([]jarvis.ValidationResult, error) {
		if slices.Contains(known, in.Entity) {
			return nil, nil
		}
		return []jarvis.ValidationResult{{ParamName: "entity_id", Message: fmt.Sprintf("Device '%s' not found", in.Entity), ValidValues: known}}, nil
	}
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(
		jarvis.MustNew(jarvis.Spec{Name: "get_weather", Keywords: []string{"weather", "forecast"}}, runNothing[weather]),
		jarvis.MustNew(jarvis.Spec{Name: "control_device", Keywords: []string{"light", "lock", "turn on"}}, runNothing[device], jarvis.Hooks[device]{Validate: find}),
	))
	for i := range 40 {
		require.NoError(t, reg.Register(mustFunc(t, fmt.Sprintf("other_%02d", i), nil)))
	}
	return reg
}

func TestOneReplyMendsACall(t *testing.T) {
	const day = `"resolved_datetimes":["2026-01-18T00:00:00Z"]`
	for name, tt := range map[string]struct {
		call, want string // the name and the arguments that it has to come to
		turns      int    // 2 where the name was wrong too: arguments are not looked at before the command is known
	}{
		"default date left out":            {`get_weather {"city":"Chicago"}`, `get_weather {"city":"Chicago",` + day + `}`, 1},
		"no arguments at all":              {`get_weather {}`, `get_weather {` + day + `}`, 1},
		"parameter name misspelt":          {`get_weather {"resolved_datetime":["2026-01-18T00:00:00Z"]}`, `get_weather {` + day + `}`, 1},
		"parameter name made up":           {`get_weather {"location":"Chicago",` + day + `}`, `get_weather {"city":"Chicago",` + day + `}`, 1},
		"tool name misspelt":               {`get_wether {` + day + `}`, `get_weather {` + day + `}`, 1},
		"tool name made up":                {`weather_lookup {` + day + `}`, `get_weather {` + day + `}`, 1},
		"tool name made of a keyword":      {`turn_on_lights {"action":"turn_on","entity_id":"light.office"}`, `control_device {"action":"turn_on","entity_id":"light.office"}`, 1},
		"name of a declared list":          {`get_weather {"unit_system":"celsius",` + day + `}`, `get_weather {"unit_system":"metric",` + day + `}`, 1},
		"name of a list known at run time": {`control_device {"action":"lock","entity_id":"lock front"}`, `control_device {"action":"lock","entity_id":"lock.front"}`, 1},
		"name near none of that list":      {`control_device {"action":"turn_on","entity_id":"the office lamp"}`, `control_device {"action":"turn_on","entity_id":"light.office"}`, 1},

		"three: date, name, declared list":     {`get_weather {"location":"Chicago","unit_system":"celsius"}`, `get_weather {"city":"Chicago","unit_system":"metric",` + day + `}`, 1},
		"three: date, name, type":              {`get_weather {"units":"metric","days":"two"}`, `get_weather {"unit_system":"metric","days":1,` + day + `}`, 1},
		"three: action, level, name":           {`control_device {"action":"on","level":200,"entity_id":"light.office","room":"office"}`, `control_device {"action":"turn_on","level":100,"entity_id":"light.office"}`, 1},
		"three: tool name, then two arguments": {`weather_lookup {"units":"metric","resolved_datetimes":"today"}`, `get_weather {"unit_system":"metric",` + day + `}`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			reg := repairHome(t)
			call := callOf(tt.call)
			for turn := range tt.turns {
				resp, err := reg.Call(t.Context(), nil, call)
				require.NoError(t, err)
				require.False(t, resp.Success, "turn %d", turn+1)
				reply := resp.Report()
				assert.LessOrEqual(t, tokens(reply), 120, reply)
				call = mend(t, reply, call)
			}
			want := callOf(tt.want)
			assert.Equal(t, want.Name, call.Name)
			assert.JSONEq(t, string(want.Arguments), string(call.Arguments))
			resp, err := reg.Call(t.Context(), nil, call)
			require.NoError(t, err)
			assert.True(t, resp.Success, resp.Report())
		})
	}
}

// callOf reads "name {arguments}".
func callOf(text string) jarvis.Call {
	name, args, _ := strings.Cut(text, " ")
	return jarvis.Call{Name: name, Arguments: json.RawMessage(args)}
}

// tokens estimates the length of a text in tokens from above: for each of the replies here the tokenizers cl100k_base and
// o200k_base count less than 1.8 a word.
func tokens(text string) int {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return int(math.Ceil(1.8 * float64(len(words))))
}

var (
	didYouMean   = regexp.MustCompile(`(?i)did you mean:? '?([^,?']+)`)
	missingNames = regexp.MustCompile(`(?m)^Missing required params: (.+)$`)
	unknownName  = regexp.MustCompile(`(?m)^Unknown parameter '([^']+)'(?:\. Did you mean '([^']+)'\?)?$`)
	allNames     = regexp.MustCompile(`(?m)^The parameters are: (.+)$`)
	concerned    = regexp.MustCompile(`(?m)The parameters concerned: (\{.+\})$`)
	ofType       = regexp.MustCompile(`must be of type ([a-z<>]+)`)
	bound        = regexp.MustCompile(`must be at (?:most|least) (\d+)`)
	mustBeOneOf  = regexp.MustCompile(`(?i)must be one of: ([^;\n]+)`)
)

// mend reads a reply and changes the call as it says.
func mend(t *testing.T, reply string, call jarvis.Call) jarvis.Call {
	t.Helper()
	if strings.HasPrefix(reply, "Unknown command") {
		found := didYouMean.FindStringSubmatch(reply)
		require.NotNil(t, found, reply)
		call.Name = found[1]
		return call
	}
	args, schema := map[string]any{}, map[string]map[string]any{}
	require.NoError(t, json.Unmarshal(call.Arguments, &args))
	if found := concerned.FindStringSubmatch(reply); found != nil {
		require.NoError(t, json.Unmarshal([]byte(found[1]), &schema))
	}
	for _, line := range strings.Split(reply, "\n") {
		for name := range args {
			if value, ok := mended(line, name, schema[name]); ok {
				args[name] = value
			}
		}
	}
	if found := missingNames.FindStringSubmatch(reply); found != nil {
		for _, name := range strings.Split(found[1], ", ") {
			args[name] = sample(schema[name])
		}
	}
	for _, found := range unknownName.FindAllStringSubmatch(reply, -1) {
		value, better := args[found[1]], found[2]
		delete(args, found[1])
		if list := allNames.FindStringSubmatch(reply); better == "" && list != nil {
			better = likest(found[1], strings.Split(list[1], ", "), args)
		}
		if better != "" { // else there is no room for it
			args[better] = value
		}
	}
	raw, err := json.Marshal(args)
	require.NoError(t, err)
	call.Arguments = raw
	return call
}

// likest returns the name of a list that is not given and begins most like the wrong one; of equals the first.
func likest(wrong string, names []string, given map[string]any) (best string) {
	most := -1
	for _, name := range names {
		n := 0
		for n < min(len(name), len(wrong)) && name[n] == wrong[n] {
			n++
		}
		if _, ok := given[name]; !ok && n > most {
			best, most = name, n
		}
	}
	return best
}

// mended returns what a line says that the argument of that name has to be.
func mended(line, name string, schema map[string]any) (any, bool) {
	if !strings.Contains(line, "'"+name+"'") || strings.HasPrefix(line, "Unknown") {
		return nil, false
	}
	if found := didYouMean.FindStringSubmatch(line); found != nil {
		return found[1], true
	}
	if found := mustBeOneOf.FindStringSubmatch(line); found != nil {
		return strings.Split(found[1], ", ")[0], true
	}
	if found := bound.FindStringSubmatch(line); found != nil {
		return json.Number(found[1]), true
	}
	if schema != nil {
		return sample(schema), true
	}
	if found := ofType.FindStringSubmatch(line); found != nil && found[1] == "array<datetime>" {
		return []any{sample(map[string]any{"format": "date-time"})}, true
	}
	return nil, false
}

// sample makes a value that a schema allows.
func sample(schema map[string]any) any {
	switch schema["type"] {
	case "array":
		items, _ := schema["items"].(map[string]any)
		return []any{sample(items)}
	case "integer", "number":
		return schema["minimum"]
	}
	if schema["format"] == "date-time" {
		return "2026-01-18T00:00:00Z"
	}
	return "text"
}
