// SecretString: the only type that holds a sensitive value, and no way of showing it but Reveal.

package jarvis

import (
	"fmt"
	"io"
	"log/slog"
)

// SecretString holds a sensitive value. It prints, logs and encodes as [secret]; Reveal is the only way to the value. Two are
// equal only if one is a copy of the other. The zero value is empty.
type SecretString struct{ get *func() string }

const secretMask = "[secret]"

// NewSecretString hides a value.
func NewSecretString(value string) SecretString {
	get := func() string { return value }
	return SecretString{&get}
}

// Reveal returns the value.
func (s SecretString) Reveal() string {
	if s.get == nil {
		return ""
	}
	return (*s.get)()
}

// IsEmpty reports whether there is no value.
func (s SecretString) IsEmpty() bool { return s.Reveal() == "" }

// String returns "[secret]", or "" for an empty one.
func (s SecretString) String() string {
	if s.IsEmpty() {
		return ""
	}
	return secretMask
}

// GoString returns what String does.
func (s SecretString) GoString() string { return s.String() }

// Format prints what String returns, whatever the verb.
func (s SecretString) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText encodes what String returns.
func (s SecretString) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue logs what String returns.
func (s SecretString) LogValue() slog.Value { return slog.StringValue(s.String()) }
