// Hostile texts in the tags of a struct, which a generator may have made of somebody else's schema.

package jarvis

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// The scanner and the parser find mistakes of their own; together they tell no more than each alone.
func TestTagMistakesCounted(t *testing.T) {
	raw := `jarvis:"a` + strings.Repeat(",required", 31) + `"` + strings.Repeat(` a="x"`, 30)
	s := scanTag(raw)
	_, mistakes := parseFieldTag(reflect.StructTag(raw))
	require.Len(t, mistakes, maxTagMistakes+1)
	found := 30 + len(s.faults.list) + s.faults.more
	assert.Equal(t, strconv.Itoa(found-maxTagMistakes)+" more mistakes in this tag", strings.TrimPrefix(mistakes[maxTagMistakes], "and "))
}
