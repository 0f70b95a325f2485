// Writing between the markers of a Markdown file.

package main

import (
	"fmt"
	"os"
	"strings"
)

const (
	openMarker  = "<!-- speed -->"
	closeMarker = "<!-- /speed -->"
)

// writeBetween puts a text between the markers of a file; with nil it only looks whether they are there.
func writeBetween(path string, text *string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed, err := between(string(old), text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if text == nil || changed == string(old) {
		return nil
	}
	return os.WriteFile(path, []byte(changed), 0o644)
}

// between returns a document with a text between its markers, or the document itself for nil. The markers have to be there once,
// in their order.
func between(document string, text *string) (string, error) {
	head, rest, ok := strings.Cut(document, openMarker)
	_, tail, okTail := strings.Cut(rest, closeMarker)
	if !ok || !okTail || strings.Contains(head+tail, closeMarker) || strings.Contains(rest, openMarker) {
		return "", fmt.Errorf("wanted %s and after it %s, each once", openMarker, closeMarker)
	}
	if text == nil {
		return document, nil
	}
	return head + openMarker + "\n" + strings.Trim(*text, "\n") + "\n" + closeMarker + tail, nil
}
