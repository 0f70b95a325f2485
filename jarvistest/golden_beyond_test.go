// Golden: rules and absent words that no description tells, and what is said of files that cannot be used.

package jarvistest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

type (
	plainPart struct {
		W string `jarvis:"w"`
	}
	absentPart struct {
		W string `jarvis:"w" absent:"none"`
	}
	saidPart struct {
		W string `jarvis:"w" description:"Must be an email address."`
	}
	ruledPart struct {
		W string `jarvis:"w" validate:"email"`
	}
)

func TestCompatibleBeyondSchema(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after jarvis.Command
		want          string
	}{
		{"an absent word inside of a map", made[struct {
			P map[string]plainPart `jarvis:"p"`
		}](), made[struct {
			P map[string]absentPart `jarvis:"p"`
		}](),
			`breaking    p.*.w: now counts as left out: "none"`},
		{"an absent word inside of an array of maps", made[struct {
			P []map[string]absentPart `jarvis:"p"`
		}](), made[struct {
			P []map[string]plainPart `jarvis:"p"`
		}](),
			`breaking    p[].*.w: no longer counts as left out: "none"`},
		{"a rule where the description said it", made[struct {
			P map[string]saidPart `jarvis:"p"`
		}](), made[struct {
			P map[string]ruledPart `jarvis:"p"`
		}](),
			`breaking    p.*.w: rules as declared, which no keyword says: nothing → "email"`},
		{"a description where a rule was", made[struct {
			P map[string]ruledPart `jarvis:"p"`
		}](), made[struct {
			P map[string]saidPart `jarvis:"p"`
		}](),
			`compatible  p.*.w: rules as declared, which no keyword says: "email" → nothing`},
		{"empty values are no longer let through", made[struct {
			P time.Time `jarvis:"p" validate:"omitempty,gt"`
		}](), made[struct {
			P time.Time `jarvis:"p" validate:"gt"`
		}](),
			`breaking    p: rules as declared, which no keyword says: "omitempty,gt" → nothing`},
		{"a long rule that is another at its end", made[struct {
			P string `jarvis:"p" validate:"excludesall=0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789a"`
		}](), made[struct {
			P string `jarvis:"p" validate:"excludesall=0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789b"`
		}](),
			`breaking    p: rules as declared, which no keyword says: …012345678901234567890123456789a" → …012345678901234567890123456789b"`},
		{"a date key that counts as left out", made[struct {
			P time.Time `jarvis:"p"`
		}](), made[struct {
			P time.Time `jarvis:"p" absent:"tomorrow"`
		}](),
			`breaking    p: now counts as left out: "tomorrow"`},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, changes(t, tt.before, tt.after)) })
	}
}

func TestGoldenFilesThatAreNone(t *testing.T) {
	cmd := lampCommand(t)
	written(t, cmd)
	text, err := os.ReadFile(lampFile)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(lampFile, append([]byte("\ufeff"), text...), 0o644))
	assert.Contains(t, golden(t, cmd).text(), "set_lamp: testdata/golden/set_lamp.json begins with a byte order mark, which was not written. Let the editor save UTF-8 without it")

	require.NoError(t, os.Remove(lampFile))
	require.NoError(t, os.Mkdir(lampFile, 0o755))
	const folder = "jarvistest.Golden: set_lamp: testdata/golden/set_lamp.json is a folder where a file should be. Remove it:  rm -r testdata/golden/set_lamp.json"
	assert.Equal(t, folder, golden(t, cmd).text())
	assert.Equal(t, folder, update(t, cmd).text())

	require.NoError(t, os.RemoveAll("testdata"))
	require.NoError(t, os.WriteFile("testdata", nil, 0o644))
	r := update(t, cmd)
	assert.NotEmpty(t, r.errors)
	assert.Empty(t, r.logged, "nothing is new that was not written")
}

func TestGoldenUpdateIsOne(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("JARVIS_UPDATE", "true")
	r := record(t)
	jarvistest.Golden(r, lampCommand(t))
	assert.True(t, strings.HasSuffix(r.text(), "\nJARVIS_UPDATE is \"true\"; only JARVIS_UPDATE=1 writes the files"), r.text())
	assert.NoFileExists(t, lampFile)
}

func TestGoldenShowsSome(t *testing.T) {
	many := func(least string) jarvis.Command {
		b := jarvis.NewParameters()
		for i := range 120 {
			b = b.OptionalInteger(fmt.Sprint("p", i), "").Validate("gte=" + least)
		}
		return dynamic(b.MustBuild())
	}
	written(t, many("1"))
	text := golden(t, many("2")).text()
	assert.Contains(t, text, "120 breaking changes, 0 compatible changes")
	assert.Equal(t, 100, strings.Count(text, "\n  breaking"))
	assert.Contains(t, text, "\n  and 20 more\n")
}
