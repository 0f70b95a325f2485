// Suite secrets: declarations of secrets, accepted with their fields or refused with a message.

package main

import (
	"errors"
	"strings"

	"github.com/jarvis-sdk/jarvis"
)

// secretLine is one declaration.
type secretLine struct {
	header
	Input           *presetSecret `json:"input"`
	Accepted        *bool         `json:"accepted"`
	Fields          *jsonValue    `json:"fields"`
	Message         *string       `json:"message"`
	MessageContains *string       `json:"message_contains"`
}

// presetSecret is a secret with what choosing one of its values gives to others.
type presetSecret struct {
	declaredSecret
	Presets map[string]map[string]string `json:"presets"`
}

func (l *secretLine) check(r *report) {
	if l.Input == nil || l.Accepted == nil {
		r.broken("needs input and accepted")
		return
	}
	if refused := l.Message != nil || l.MessageContains != nil; *l.Accepted == refused || *l.Accepted != (l.Fields != nil) {
		r.broken("needs fields if accepted, else one of message and message_contains")
		return
	}
	if l.MessageContains != nil && *l.MessageContains == "" {
		r.broken("message_contains is empty") // every message has that
		return
	}
	given := l.Input.secret()
	secret, err := jarvis.NewSecret(given.Key, given.Description, given.Scope, given.Type, func(s *jarvis.Secret) {
		s.Label, s.Optional, s.Public, s.Enum, s.Presets = given.Label, given.Optional, given.Public, given.Enum, l.Input.Presets
	})
	switch {
	case !*l.Accepted:
		l.checkRefused(r, secret, err)
	case err != nil:
		r.fail("NewSecret", "no error", err.Error())
	default:
		r.sameFields("fields", l.Fields.v, marshalled(r, "JSON of the secret", secret), noText)
	}
}

func (l *secretLine) checkRefused(r *report, secret jarvis.Secret, err error) {
	var wrong *jarvis.SecretError
	switch {
	case err == nil:
		r.fail("NewSecret", "an error", goText(secret))
		return
	case !errors.As(err, &wrong):
		r.fail("NewSecret", "a *SecretError", goText(err))
	}
	if l.Message != nil {
		r.equal("message", *l.Message, err.Error())
	}
	if l.MessageContains != nil && !strings.Contains(err.Error(), *l.MessageContains) {
		r.fail("message", "one with "+*l.MessageContains, err.Error())
	}
}
