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
	for name, tt := range map[string]struct {
		call  string
		turns int // 2 where the name was wrong: arguments are not looked at before the command is known
	}{
		"default date left out":                {`{"name":"get_weather","arguments":{"city":"Chicago"}}`, 1},
		"no arguments at all":                  {`{"name":"get_weather","arguments":{}}`, 1},
		"parameter name misspelt":              {`{"name":"get_weather","arguments":{"resolved_datetime":["2026-01-18T00:00:00Z"]}}`, 1},
		"parameter name made up":               {`{"name":"get_weather","arguments":{"location":"Chicago","resolved_datetimes":["2026-01-18T00:00:00Z"]}}`, 1},
		"tool name misspelt":                   {`{"name":"get_wether","arguments":{"resolved_datetimes":[]}}`, 1},
		"tool name made up":                    {`{"name":"weather_lookup","arguments":{"resolved_datetimes":[]}}`, 1},
		"tool name made of a keyword":          {`{"name":"turn_on_lights","arguments":{"action":"turn_on","entity_id":"light.office"}}`, 1},
		"name of a declared list":              {`{"name":"get_weather","arguments":{"unit_system":"celsius","resolved_datetimes":[]}}`, 1},
		"name of a list known at run time":     {`{"name":"control_device","arguments":{"action":"turn_on","entity_id":"the office lamp"}}`, 1},
		"three: dates, name, declared list":    {`{"name":"get_weather","arguments":{"location":"Chicago","unit_system":"celsius"}}`, 1},
		"three: dates, name, type":             {`{"name":"get_weather","arguments":{"units":"metric","days":"two"}}`, 1},
		"three: action, level, made-up name":   {`{"name":"control_device","arguments":{"action":"on","level":200,"entity_id":"light.office","room":"office"}}`, 1},
		"three: tool name, then two arguments": {`{"name":"weather_lookup","arguments":{"units":"metric","resolved_datetimes":"today"}}`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			reg := repairHome(t)
			var call jarvis.Call
			require.NoError(t, json.Unmarshal([]byte(tt.call), &call))
			for turn := range tt.turns {
				resp, err := reg.Call(t.Context(), nil, call)
				require.NoError(t, err)
				require.False(t, resp.Success, "turn %d", turn+1)
				reply := resp.Report()
				assert.LessOrEqual(t, tokens(reply), 120, reply)
				call = mend(t, reply, call)
			}
			resp, err := reg.Call(t.Context(), nil, call)
			require.NoError(t, err)
			assert.True(t, resp.Success, "%s(%s): %s", call.Name, call.Arguments, resp.Report())
		})
	}
}

// tokens estimates the length of a text in tokens from above: for each of the replies here the tokenizers cl100k_base and
// o200k_base count less than 1.8 a word.
func tokens(text string) int {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return int(math.Ceil(1.8 * float64(len(words))))
}

var (
	didYouMean   = regexp.MustCompile(`Did you mean: ([^,?]+)`)
	missingNames = regexp.MustCompile(`(?m)^Missing required params: (.+)$`)
	unknownName  = regexp.MustCompile(`(?m)^Unknown parameter '([^']+)'(?:\. Did you mean '([^']+)'\?)?$`)
	allNames     = regexp.MustCompile(`(?m)^The parameters are: (.+)$`)
	concerned    = regexp.MustCompile(`(?m)The parameters concerned: (\{.+\})$`)
	namedInLine  = regexp.MustCompile(`'(\w+)'`)
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
	if found := missingNames.FindStringSubmatch(reply); found != nil {
		for _, name := range strings.Split(found[1], ", ") {
			args[name] = sample(schema[name])
		}
	}
	for _, found := range unknownName.FindAllStringSubmatch(reply, -1) {
		value, better := args[found[1]], found[2]
		delete(args, found[1])
		if list := allNames.FindStringSubmatch(reply); better == "" && list != nil {
			for _, name := range strings.Split(list[1], ", ") {
				if _, given := args[name]; !given && better == "" {
					better = name
				}
			}
		}
		if property, ok := schema[better]; ok {
			value = sample(property)
		}
		if better != "" { // else there is no room for it
			args[better] = value
		}
	}
	for _, line := range strings.Split(reply, "\n") {
		mendLine(line, args, schema)
	}
	raw, err := json.Marshal(args)
	require.NoError(t, err)
	call.Arguments = raw
	return call
}

// mendLine mends the value that one line is about.
func mendLine(line string, args map[string]any, schema map[string]map[string]any) {
	for _, found := range namedInLine.FindAllStringSubmatch(line, -1) {
		property, ok := schema[found[1]]
		if _, given := args[found[1]]; !ok || !given {
			continue
		}
		args[found[1]] = sample(property)
		if allowed := mustBeOneOf.FindStringSubmatch(line); allowed != nil {
			args[found[1]] = strings.Split(allowed[1], ", ")[0]
		}
	}
}

// sample makes a value that a schema allows.
func sample(schema map[string]any) any {
	if list, ok := schema["enum"].([]any); ok {
		return list[0]
	}
	switch schema["type"] {
	case "array":
		items, _ := schema["items"].(map[string]any)
		return []any{sample(items)}
	case "integer", "number":
		if least, ok := schema["minimum"]; ok {
			return least
		}
		return 1
	}
	if schema["format"] == "date-time" {
		return "2026-01-18T00:00:00Z"
	}
	return "text"
}
