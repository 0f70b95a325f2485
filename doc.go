// Package jarvis turns one tagged Go struct into a command that language models and voice assistants can call.
package jarvis
