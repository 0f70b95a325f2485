// Runnable examples of the main entries, for a reader of the documentation.

package jarvis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// SetVolume is a command: its tagged fields are the parameters.
type SetVolume struct {
	Room  string         `jarvis:"room,required" enum:"kitchen,bedroom,office" description:"Where to play"`
	Level int            `jarvis:"level,required,refinable" validate:"gte=0,lte=100" description:"Volume in percent"`
	Fade  *time.Duration `jarvis:"fade" description:"How long the change takes"`
}

// Spec says what a model reads.
func (*SetVolume) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "set_volume",
		Description: "Sets how loud a speaker plays.",
		Examples: []jarvis.Example{
			{Utterance: "Kitchen to 40 percent", Arguments: jarvis.Args{"room": "kitchen", "level": 40}, Primary: true},
		},
	}
}

// Run gets a copy of the command with its fields filled in.
func (c *SetVolume) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	text := fmt.Sprintf("The %s plays at %d%%.", c.Room, c.Level)
	if c.Fade != nil {
		text = fmt.Sprintf("The %s plays at %d%% in %s.", c.Room, c.Level, c.Fade)
	}
	return jarvis.Final(map[string]any{"level": c.Level}, jarvis.WithMessage(text)), nil
}

func ExampleDefine() {
	def, err := jarvis.Define(&SetVolume{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var schema bytes.Buffer
	_ = json.Indent(&schema, def.Schema(), "", "  ")
	fmt.Println(def.Name(), schema.String())
	// Output:
	// set_volume {
	//   "type": "object",
	//   "properties": {
	//     "room": {
	//       "type": "string",
	//       "enum": [
	//         "kitchen",
	//         "bedroom",
	//         "office"
	//       ],
	//       "description": "Where to play"
	//     },
	//     "level": {
	//       "type": "integer",
	//       "maximum": 100,
	//       "minimum": 0,
	//       "description": "Volume in percent"
	//     },
	//     "fade": {
	//       "type": "string",
	//       "format": "duration",
	//       "description": "How long the change takes"
	//     }
	//   },
	//   "additionalProperties": false,
	//   "required": [
	//     "room",
	//     "level"
	//   ]
	// }
}

func ExampleExecute() {
	resp, err := jarvis.Execute[SetVolume](context.Background(), nil, json.RawMessage(`{"room":"office","level":25,"fade":"PT3S"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(resp.Success, resp.ContextData["message"])

	_, err = jarvis.Execute[SetVolume](context.Background(), nil, json.RawMessage(`{"room":"attic"}`))
	var invalid *jarvis.ValidationError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.Missing())
		fmt.Println(err)
	}
	// Output:
	// true The office plays at 25% in 3s.
	// [level]
	// Missing required params: level
	// Invalid value 'attic' for 'room'. Must be one of: kitchen, bedroom, office
	// Call again with these mended. The parameters concerned: {"level":{"type":"integer","maximum":100,"minimum":0,"description":"Volume in percent"}}
}

func ExampleRegistry_Call() {
	reg := jarvis.NewRegistry()
	reg.MustRegister(&SetVolume{})

	for _, call := range []jarvis.Call{
		{Name: "set_volume", Arguments: json.RawMessage(`{"room":"kitchen","level":40}`)},
		{Name: "set_volume", Arguments: json.RawMessage(`{"room":"kitchn","level":140,"fde":"PT3S"}`)},
		{Name: "set_volum", Arguments: json.RawMessage(`{}`)},
	} {
		resp, err := reg.Call(context.Background(), &jarvis.Request{VoiceCommand: "Kitchen louder"}, call)
		switch {
		case err != nil:
			fmt.Println(err)
		case resp.Success:
			fmt.Println(resp.ContextData["message"])
		default:
			fmt.Println(resp.ErrorDetails)
		}
	}
	// Output:
	// The kitchen plays at 40%.
	// Invalid value 'kitchn' for 'room'. Must be one of: kitchen, bedroom, office
	// Parameter 'level' must be at most 100
	// Unknown parameter 'fde'. Did you mean 'fade'?
	// Unknown command 'set_volum'. Did you mean: set_volume?
}

func ExampleNewParameters() {
	params, err := jarvis.NewParameters().
		RequiredEnum("scene", "What the lights show", "reading", "dinner").
		OptionalInteger("brightness", "In percent").Default("80").Validate("gte=1,lte=100").
		OptionalArray("days", "date", "Only on these days").
		OptionalString("room", "Where").Check(func(v any) bool { return v != "cellar" }, "There is no light in the cellar.").
		Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	values, err := params.Validate(json.RawMessage(`{"scene":"dinner","days":["2026-12-24"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	scene, _ := values.String("scene")
	brightness, _ := values.Int("brightness")
	days, _ := jarvis.Get[[]jarvis.Date](values, "days")
	fmt.Println(scene, brightness, values.Given("brightness"), days)
	// Output:
	// dinner 80 false [2026-12-24]
}

// Func makes a command of parameters that are known only when the program runs, such as the scenes that a house has.
func ExampleFunc() {
	params := jarvis.NewParameters().RequiredEnum("scene", "What the lights show", "reading", "dinner").MustBuild()
	scene, err := jarvis.Func(jarvis.Spec{Name: "set_scene"}, params,
		func(_ context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
			name, _ := args.String("scene")
			return jarvis.Final(nil, jarvis.WithMessage("Scene "+name+" is on.")), nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	reg := jarvis.NewRegistry()
	reg.MustRegister(scene)
	resp, err := reg.Execute(context.Background(), "set_scene", nil, json.RawMessage(`{"scene":"dinner"}`))
	fmt.Println(resp.ContextData["message"], err)
	// Output:
	// Scene dinner is on. <nil>
}

// New makes a command of a function; what it needs beside its arguments lives in the closure.
func ExampleNew() {
	type ReminderArgs struct {
		Text string    `jarvis:"text,required" description:"What to be reminded of"`
		At   time.Time `jarvis:"at,required" description:"When"`
	}
	var stored []ReminderArgs
	remind, err := jarvis.New(jarvis.Spec{Name: "remind", Description: "Stores a reminder."},
		func(_ context.Context, req *jarvis.Request, in ReminderArgs) (*jarvis.Response, error) {
			stored = append(stored, in)
			return jarvis.FollowUp(nil, jarvis.WithMessage("I will remind you, "+req.User+".")), nil
		})
	if err != nil {
		fmt.Println(err)
		return
	}
	reg := jarvis.NewRegistry()
	reg.MustRegister(remind)
	resp, err := reg.Execute(context.Background(), "remind", &jarvis.Request{User: "Ada"},
		json.RawMessage(`{"text":"Water the plants","at":"2026-01-18T05:00:00Z"}`))
	fmt.Println(resp.ContextData["message"], err)
	fmt.Println(stored[0].Text, stored[0].At.Format(time.Kitchen))
	// Output:
	// I will remind you, Ada. <nil>
	// Water the plants 5:00AM
}

// Mistakes in a declaration come back all at once, each with its place and what to do.
func ExampleNew_mistakes() {
	type TimerArgs struct {
		Minutes int    `jarvis:"minutes,requierd" default:"five"`
		Sound   string `jarvis:"sound" enum:"bell,,gong"`
	}
	_, err := jarvis.New(jarvis.Spec{Name: "timer"}, func(context.Context, *jarvis.Request, TimerArgs) (*jarvis.Response, error) {
		return jarvis.Final(nil), nil
	})
	fmt.Println(err)
	// Output:
	// TimerArgs.Minutes: unknown option "requierd", did you mean "required"?
	// TimerArgs.Minutes: default "five" is not a valid int
	// TimerArgs.Sound: enum has an empty value: remove the comma, or write the value
}

// A tool that another system declares can be taken over; what parameters cannot say is named.
func ExampleParametersFromSchema() {
	params, err := jarvis.ParametersFromSchema(json.RawMessage(`{
		"type": "object",
		"properties": {
			"query": {"type": "string", "minLength": 1},
			"since": {"type": ["string", "null"], "format": "date"},
			"limit": {"type": "integer", "maximum": 50, "default": 10}
		},
		"required": ["query"]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range params.All() {
		fmt.Println(p.Name(), p.Type(), p.Required())
	}

	_, err = jarvis.ParametersFromSchema(json.RawMessage(`{"type":"object","properties":{"matrix":{"type":"array","items":{"type":"array"}}}}`))
	var mistake *jarvis.TagError
	if errors.As(err, &mistake) {
		fmt.Println(mistake.Field)
	}
	fmt.Println(err)
	// Output:
	// query string true
	// since date false
	// limit int false
	// #/properties/matrix/items
	// Schema.#/properties/matrix/items: an array of arrays cannot be expressed
}

// The error of Validate is made for the model that sent the arguments: it holds everything there is to mend.
func ExampleParameters_Validate() {
	params := jarvis.MustDefine(&SetVolume{}).Parameters()
	_, err := params.Validate(json.RawMessage(`{"room":"kitchen","lvel":40,"fade":"3s"}`))
	var invalid *jarvis.ValidationError
	if errors.As(err, &invalid) {
		for _, p := range invalid.Problems {
			fmt.Printf("%s %s: %s\n", p.Kind, p.Path, p.Message())
		}
	}
	// Output:
	// missing level: Parameter 'level' is required (int)
	// type fade: Parameter 'fade' must be of type timedelta
	// unknown lvel: Unknown parameter 'lvel'. Did you mean 'level'?
}

// The lenient column takes what many models send in place of numbers and truth values, and says so.
func ExampleLenient() {
	params := jarvis.MustDefine(&SetVolume{}).Parameters()
	args := json.RawMessage(`{"room":"kitchen","level":"40","fade":"1m30s"}`)

	_, err := params.Validate(args)
	fmt.Println("strict:", err != nil)

	values, err := params.Validate(args, jarvis.Lenient(), jarvis.OnCoercion(func(c jarvis.Coercion) {
		fmt.Printf("%s: %s taken as %s\n", c.Path, c.Got, c.Type)
	}))
	fmt.Println(values.Map(), err)
	// Output:
	// strict: true
	// level: "40" taken as int
	// fade: "1m30s" taken as timedelta
	// map[fade:1m30s level:40 room:kitchen] <nil>
}

// A secret shows itself only to Reveal.
func ExampleSecretString() {
	type Config struct {
		User  string
		Token jarvis.SecretString
	}
	config := Config{"ada", jarvis.NewSecretString("t0p-s3cret")}
	encoded, _ := json.Marshal(config)
	fmt.Printf("%v\n%+v\n%s\n", config, config, encoded)
	fmt.Println(len(config.Token.Reveal()))
	// Output:
	// {ada [secret]}
	// {User:ada Token:[secret]}
	// {"User":"ada","Token":"[secret]"}
	// 10
}

func ExampleParseType() {
	for _, text := range []string{"Integer", "array<datetime>", "date[]", "int[][]", "text"} {
		typ, err := jarvis.ParseType(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: a kind of %s\n", typ, typ.Kind())
	}
	// Output:
	// int: a kind of int
	// array<datetime>: a kind of array
	// array<date>: a kind of array
	// type "int[][]" is an array of arrays, which is not supported; use array<dict>, or flatten it
	// unknown type "text"; the types are string, int, float, bool, date, datetime, time, timedelta, array, dict, and array<T> of any but array
}
