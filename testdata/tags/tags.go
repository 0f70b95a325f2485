// Package tags declares commands that are wrong, one for every mistake the library reports. The .txt file beside each topic shows
// the source of its cases with the complete error text; tags_test.go in the root checks both. It stands under testdata because
// go vet refuses some of these tags too.
package tags

import (
	"context"

	"github.com/jarvis-sdk/jarvis"
)

// Case is one wrong declaration.
type Case struct {
	Name    string
	Declare func() error
}

// Topics lists the cases by the name of their file.
func Topics() map[string][]Case {
	return map[string][]Case{
		"malformed": malformed(), "keys": keys(), "options": options(), "names": names(),
		"types": types(), "nesting": nesting(), "enums": enums(), "defaults": defaults(), "rules": rules(),
		"secrets": secrets(), "copies": copies(), "spec": spec(), "examples": examples(), "several": several(),
	}
}

// input declares a command whose arguments are bound into In.
func input[In any]() error { return inputOf[In](jarvis.Spec{Name: "test"}) }

func inputOf[In any](spec jarvis.Spec) error {
	_, err := jarvis.New(spec, func(context.Context, *jarvis.Request, In) (*jarvis.Response, error) { return nil, nil })
	return err
}

// command makes a struct that embeds it a jarvis.Command.
type command struct{ spec jarvis.Spec }

func (c command) Spec() jarvis.Spec {
	if c.spec.Name == "" {
		c.spec.Name = "test"
	}
	return c.spec
}

func (command) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) { return nil, nil }

// define declares a command of a struct with methods.
func define(cmd jarvis.Command) error {
	_, err := jarvis.Define(cmd)
	return err
}
