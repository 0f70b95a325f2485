// Hostile texts in the tags of a struct, which a generator may have made of somebody else's schema.

package jarvis

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/jarvis-sdk/jarvis/internal/hostile"
)

func TestHostileTags(t *testing.T) {
	for _, key := range tagKeys {
		tagEntry(key).Test(t)
	}
}

// tagEntry reads a tag with a value.
func tagEntry(key string) hostile.Entry {
	return hostile.Entry{
		Name: "tag " + key, Tolerant: true, Factor: 64, Plus: 256 << 10,
		Frames: []hostile.Frame{{Name: "quoted", Wrap: strconv.Quote}, {Name: "raw", Wrap: func(text string) string { return `"` + text + `"` }}},
		Read: func(text []byte) hostile.Outcome {
			_, mistakes := parseFieldTag(reflect.StructTag(key + ":" + string(text)))
			if mistakes == nil {
				return hostile.Outcome{Accepted: true}
			}
			return hostile.Refused(errors.New(strings.Join(mistakes, "\n")))
		},
	}
}
