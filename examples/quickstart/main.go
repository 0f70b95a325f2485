// Quickstart is the smallest program with a command: one struct, its schema, a call that works and one that does not.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// SetThermostat heats a room. Its tagged fields are the parameters; in Run they hold the checked arguments.
type SetThermostat struct {
	Room   string        `jarvis:"room,required" enum:"kitchen,bedroom,office" description:"Room to heat"`
	Target float64       `jarvis:"target,required,refinable" validate:"gte=5,lte=30" description:"Temperature in °C"`
	For    time.Duration `jarvis:"for" default:"PT2H" description:"How long to keep it"`
}

// Spec names the command and says what it is for.
func (*SetThermostat) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "set_thermostat", Description: "Heat a room to a temperature for a while."}
}

// Run is called once all arguments are right.
func (c *SetThermostat) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	text := fmt.Sprintf("The %s will be at %g °C for %s.", c.Room, c.Target, c.For)
	return jarvis.Final(nil, jarvis.WithMessage(text)), nil
}

func main() {
	registry := jarvis.NewRegistry()
	registry.MustRegister(&SetThermostat{})

	definition, _ := registry.Lookup("set_thermostat")
	fmt.Println(string(definition.Schema()))

	for _, arguments := range []string{
		`{"room": "office", "target": 21.5}`,
		`{"room": "attic", "target": "warm", "form": "PT1H"}`,
	} {
		call := jarvis.Call{Name: "set_thermostat", Arguments: json.RawMessage(arguments)}
		answer, err := registry.Call(context.Background(), nil, call)
		switch {
		case err != nil:
			log.Fatal(err)
		case answer.Success:
			fmt.Println(answer.ContextData["message"])
		default:
			fmt.Println(answer.ErrorDetails)
		}
	}
}
