// The command roll_dice: random numbers.

package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// RollDice rolls dice. The zero value rolls by math/rand/v2.
type RollDice struct {
	Sides int `jarvis:"sides,refinable" validate:"gte=2,lte=1000" default:"6" description:"Sides of each die"`
	Count int `jarvis:"count,refinable" validate:"gte=1,lte=100" default:"1" description:"How many dice to roll"`

	Random Random
}

// Spec declares the command roll_dice.
func (*RollDice) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "roll_dice",
		Description: "Rolls one or more dice and adds them up. Two sides make a coin.",
		Keywords:    []string{"roll", "dice", "die", "d20", "coin", "random number"},
		Examples: []jarvis.Example{
			{Utterance: "Roll a die", Arguments: jarvis.Args{}, Primary: true},
			{Utterance: "Roll two dice", Arguments: jarvis.Args{"count": 2}},
			{Utterance: "Roll 3d20", Arguments: jarvis.Args{"count": 3, "sides": 20}},
			{Utterance: "Flip a coin", Arguments: jarvis.Args{"sides": 2}},
		},
		CriticalRules: []string{"Never make up a roll: every roll, also a repeated one, is a new call."},
		Effect:        jarvis.EffectRead,
	}
}

// Run answers with every roll and their total.
func (c *RollDice) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	rolls, texts, total := make([]int, c.Count), make([]string, c.Count), 0
	for i := range rolls {
		rolls[i] = 1 + c.Random.IntN(c.Sides)
		texts[i] = strconv.Itoa(rolls[i])
		total += rolls[i]
	}
	message := fmt.Sprintf("You rolled %d.", total)
	if c.Count > 1 {
		message = fmt.Sprintf("You rolled %s: %d in total.", strings.Join(texts, ", "), total)
	}
	return jarvis.Success(map[string]any{"rolls": rolls, "total": total}, jarvis.WithMessage(message)), nil
}
