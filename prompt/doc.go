// Package prompt writes the system prompts by which language models make tool calls.
package prompt
