// Date keys against an independent reading: a call with keys is the same as the call with the instants written out.

package jarvis_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
)

// The option changes nothing for a call that needs no key, and what it accepts is a call that can be written without it.
func FuzzDateKeys(f *testing.F) {
	for _, seed := range fuzzSeeds {
		for which := range 7 {
			f.Add([]byte(seed), uint8(which))
		}
	}
	for _, seed := range []string{
		`{"s":"a","at":"tomorrow"}`, `{"s":"a","at":"this_weekend"}`, `{"at":["tomorrow","2026-01-18T05:00:00Z","morning",5]}`, `{"action":"play","start_at":"today"}`,
		`{"s":"a","at":"2026-01-18 05:00Z"}`, `{"at":["2026-01-18 05:00Z","\u0074oday","someday"]}`, `{"at":["today","today","tomorrow"],"at":[]}`, `{"at":["today"`,
	} {
		for which := range 7 {
			f.Add([]byte(seed), uint8(which))
		}
	}
	declarations := fuzzDeclarations(f)
	f.Fuzz(func(t *testing.T, args []byte, which uint8) {
		d := declarations[int(which)%len(declarations)]
		for _, mode := range []jarvis.Option{jarvis.Strict(), jarvis.Lenient()} {
			var asked [][]string
			off, on := validated(t, d, args, mode), validated(t, d, args, mode, jarvis.WithDateKeys(dayWords{&asked}))
			if off != nil {
				require.NotNil(t, on, "%q", args)
				require.Empty(t, asked, "%q", args)
				require.Equal(t, off.Coercions(), on.Coercions())
				require.Equal(t, encoded(t, *off), encoded(t, *on), "%q", args)
			}
			if on != nil {
				checkRebind(t, d, *on)
			}
		}
	})
}

// moment is a text of a datetime list.
type moment struct {
	text string
	key  bool
}

var moments = []moment{
	{"2026-01-18T00:00:00Z", false}, {"2026-01-19T00:00:00Z", false}, {"2026-03-01T05:00:00.5+01:00", false}, {"2026-03-01t05:00:00z", false},
	{"today", true}, {"tomorrow", true}, {"this_weekend", true}, {"morning", true},
}

// texts are the moments as a model writes them.
func texts(list []moment) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.text
	}
	return out
}

// written are the moments without keys: what all of those come to stands where the first one stood.
func written(list []moment) []string {
	keys := texts(slices.DeleteFunc(slices.Clone(list), func(m moment) bool { return !m.key }))
	instants, _ := dayWords{}.ResolveDates(keys)
	out := []string{}
	for _, m := range list {
		if !m.key {
			out = append(out, m.text)
			continue
		}
		for _, at := range instants {
			out = append(out, at.Format(time.RFC3339Nano))
		}
		instants = nil
	}
	return out
}

// sources tells for each instant of written where in the list it stood, or -1 if keys came to it.
func sources(list []moment) (from []int) {
	first := slices.IndexFunc(list, func(m moment) bool { return m.key })
	for i, m := range list {
		if !m.key {
			from = append(from, i)
		}
		if i == first {
			keys := slices.DeleteFunc(slices.Clone(list), func(m moment) bool { return !m.key })
			for range written(keys) {
				from = append(from, -1)
			}
		}
	}
	return from
}

// retold are the problems of the call with the instants written out as the call with keys has to tell them: those of elements
// at the places where these stood, but the first that keys came to on the list, and no further one.
func retold(plain *jarvis.ValidationError, lists map[string][]moment) (told []string) {
	if plain == nil {
		return nil
	}
	for _, p := range plain.Problems {
		place := p.Path
		if list, index, found := strings.Cut(strings.TrimSuffix(p.Path, "]"), "["); found && lists[list] != nil {
			i, _ := strconv.Atoi(index)
			if i = sources(lists[list])[i]; i < 0 {
				place = list
			} else {
				place = fmt.Sprintf("%s[%d]", list, i)
			}
		}
		line := fmt.Sprint(p.Kind, place, p.Got)
		if place == p.Path || !slices.ContainsFunc(told, func(earlier string) bool { return strings.HasPrefix(earlier, fmt.Sprint(p.Kind, place, `"`)) }) {
			told = append(told, line)
		}
	}
	return told
}

// Whatever keys and instants stand together, under rules and enums, at any depth: the verdict and the values are those of the
// call with the instants written out, and so are the problems but for their places, as one key can be two instants.
func TestDateKeysAreInstantsWrittenOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(moments), 0, 5)
		days, few, ons, nested := list.Draw(t, "days"), list.Draw(t, "few"), list.Draw(t, "ons"), list.Draw(t, "nested")
		after, picks := list.Draw(t, "after"), list.Draw(t, "picks")
		single := rapid.SampledFrom(moments).Draw(t, "single")
		args := func(form func([]moment) []string) string {
			at := form([]moment{single})[0]
			raw, err := json.Marshal(map[string]any{
				"at": at, "on": at, "days": form(days), "ptrs": form(days), "few": form(few), "ons": form(ons),
				"after": form(after), "picks": form(picks),
				"stops": []map[string]any{{"at": at, "days": form(nested)}}, "marks": map[string]string{"a": at},
			})
			require.NoError(t, err)
			return string(raw)
		}
		keyed, plain := bindTo[agenda](t, args(texts), keysOn), bindTo[agenda](t, args(written))
		require.Equal(t, plain.failed == nil, keyed.failed == nil, "%s", args(texts))
		if plain.failed == nil {
			require.Equal(t, plain.in, keyed.in)
			require.Equal(t, plain.values.Map(), keyed.values.Map())
		}
		lists := map[string][]moment{"ons": ons, "after": after, "picks": picks}
		var got []string
		if keyed.failed != nil {
			for _, p := range keyed.failed.Problems {
				if p.Path != "on" { // what came is a key there
					got = append(got, fmt.Sprint(p.Kind, p.Path, p.Got))
				}
			}
		}
		want := slices.DeleteFunc(retold(plain.failed, lists), func(line string) bool { return strings.HasPrefix(line, `enumon"`) })
		require.Equal(t, want, got, "%s", args(texts))
		again := bindTo[agenda](t, args(written), keysOn)
		require.Equal(t, plain, again, "without keys the option changes nothing, not even what is reported")
	})
}
