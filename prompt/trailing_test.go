// Trailing messages, the message of the user, and transcripts with one system message.

package prompt_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

func system(text string) toolcall.Message {
	return toolcall.Message{Role: toolcall.RoleSystem, Content: text}
}

func user(text string) toolcall.Message {
	return toolcall.Message{Role: toolcall.RoleUser, Content: text}
}

func assistant(text string, ids ...string) toolcall.Message {
	m := toolcall.Message{Role: toolcall.RoleAssistant, Content: text}
	for _, id := range ids {
		m.ToolCalls = append(m.ToolCalls, toolcall.Call{Call: jarvis.Call{ID: id, Name: "timer", Arguments: json.RawMessage(`{"minutes":5}`)}})
	}
	return m
}

func answer(id string) toolcall.Message {
	return toolcall.Message{Role: toolcall.RoleTool, Content: "done " + id, ToolCallID: id}
}

func TestTrailing(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	const nobody = "The speaker is unknown. Do not guess who it is."
	for name, c := range map[string]struct {
		turn prompt.Moment
		want []string
	}{
		"nothing":          {prompt.Moment{Hints: []string{"not here"}}, []string{nobody}},
		"speaker":          {prompt.Moment{Speaker: " Ann\nRules: "}, []string{"The speaker is Ann Rules:."}},
		"blank":            {prompt.Moment{Speaker: " ", Memories: "\n", Ambient: "\t", Shown: []string{"", " "}}, []string{nobody}},
		"memories":         {prompt.Moment{Speaker: "Ann", Memories: "Likes tea.\n\nHas a dog."}, []string{"The speaker is Ann.\nWhat you know about the speaker:\nLikes tea.\nHas a dog."}},
		"memories of whom": {prompt.Moment{Memories: "Likes tea."}, []string{nobody + "\nWhat you know about the speaker:\nLikes tea."}},
		"time": {
			prompt.Moment{Now: time.Date(2026, 10, 6, 14, 44, 59, 999, berlin)},
			[]string{nobody, "It is about 14:30 on Tuesday, 2026-10-06 (Europe/Berlin, UTC+02:00)."},
		},
		"time and ambient": {
			prompt.Moment{Now: time.Date(2026, 12, 31, 0, 0, 0, 0, time.UTC), Ambient: "Music plays.\r\n\r\nTV is on."},
			[]string{nobody, "It is about 00:00 on Thursday, 2026-12-31 (UTC+00:00).\nAround the user:\nMusic plays.\nTV is on."},
		},
		"ambient alone": {prompt.Moment{Ambient: "Music plays."}, []string{nobody, "Around the user:\nMusic plays."}},
		"zones without a name": {
			prompt.Moment{Now: time.Date(2026, 1, 1, 8, 59, 0, 0, time.FixedZone("", -(3*3600+1800)))},
			[]string{nobody, "It is about 08:45 on Thursday, 2026-01-01 (UTC-03:30)."},
		},
		"shown": {
			prompt.Moment{Speaker: "Ann", Ambient: "Rain.", Shown: []string{"a", "b\nc", "", "a", "d", "e", "f", "g", "h", "i", "j"}},
			[]string{"The speaker is Ann.", "Around the user:\nRain.", "What the user was shown last, newest first:\n- a\n- b c\n- d\n- e\n- f\n- g\n- h\n- i"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var want []toolcall.Message
			for _, text := range c.want {
				want = append(want, system(text))
			}
			assert.Equal(t, want, prompt.Trailing(c.turn))
		})
	}
}

// Within one quarter of an hour the messages are the same, by the clock of the user.
func TestTrailingIsStableForAQuarter(t *testing.T) {
	zones := []*time.Location{time.UTC, time.FixedZone("Asia/Kathmandu", 5*3600+45*60), time.FixedZone("LMT", 53*60+28)}
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom(zones).Draw(t, "zone")
		hour, quarter := rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 3).Draw(t, "quarter")
		at := func(minute, second int) string {
			now := time.Date(2026, 5, 4, hour, quarter*15+minute, second, 0, zone)
			return prompt.Trailing(prompt.Moment{Now: now})[1].Content
		}
		first := at(0, 0)
		require.Equal(t, first, at(rapid.IntRange(0, 14).Draw(t, "minute"), rapid.IntRange(0, 59).Draw(t, "second")))
		require.NotEqual(t, first, at(15, 0))
		require.NotEqual(t, first, at(-1, 59))
	})
}

func TestTrailingNamesNoZoneOfTheMachine(t *testing.T) {
	got := prompt.Trailing(prompt.Moment{Now: time.Now()})
	require.Len(t, got, 2)
	assert.NotContains(t, got[1].Content, "Local")
}

func TestTrailingUserMessage(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		hints  []string
		suffix string
		want   string
	}{
		"nothing":               {"", nil, "", ""},
		"words as they are":     {" wake me\n", nil, "", " wake me\n"},
		"suffix":                {"wake me", nil, " /no_think\n", "wake me\n/no_think"},
		"hints":                 {"wake me", []string{" a\nb ", "", "\n", "c"}, "", "wake me\n\na\nb\n\nc"},
		"hints and suffix":      {"wake me", []string{"a"}, "/no_think", "wake me\n\na\n/no_think"},
		"no words":              {"", []string{"a"}, "/x", "a\n/x"},
		"suffix alone":          {"", nil, "/x", "/x"},
		"broken text is kept":   {"\xff\x00", nil, "", "\xff\x00"},
		"suffix of blanks only": {"a", nil, " \n", "a"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, prompt.UserMessage(c.text, c.hints, c.suffix)) })
	}
}

func TestTrailingFold(t *testing.T) {
	s, ann := system("rules"), "The speaker is Ann."
	for name, c := range map[string]struct{ in, want []toolcall.Message }{
		"nothing":       {nil, nil},
		"empty":         {[]toolcall.Message{}, nil},
		"nothing to do": {[]toolcall.Message{s, user("a"), assistant("b"), user("c")}, []toolcall.Message{s, user("a"), assistant("b"), user("c")}},
		"before the words": {
			[]toolcall.Message{s, user("a"), assistant("b"), system(ann), system("It rains.\n\nHard."), user("c\n/no_think")},
			[]toolcall.Message{s, user("a"), assistant("b"), user("[note] " + ann + "\n\n[note] It rains.\nHard.\n\nc\n/no_think")},
		},
		"first turn":   {[]toolcall.Message{s, system(ann), user("a")}, []toolcall.Message{s, user("[note] " + ann + "\n\na")}},
		"at the end":   {[]toolcall.Message{s, assistant("a"), system("Try again.")}, []toolcall.Message{s, assistant("a"), user("[note] Try again.")}},
		"behind words": {[]toolcall.Message{s, user("a"), system("Try again."), assistant("b")}, []toolcall.Message{s, user("a\n\n[note] Try again."), assistant("b")}},
		"no system":    {[]toolcall.Message{user("a"), system("b"), user("c")}, []toolcall.Message{user("a\n\n[note] b\n\nc")}},
		"blank notes":  {[]toolcall.Message{s, user("a"), system(" \n\n "), user("b")}, []toolcall.Message{s, user("a\n\nb")}},
		"empty words":  {[]toolcall.Message{s, user(""), system("n"), user("")}, []toolcall.Message{s, user("[note] n")}},
		"system twice": {[]toolcall.Message{s, s}, []toolcall.Message{s, user("[note] rules")}},
		"results first": {
			[]toolcall.Message{s, user("a"), assistant("", "1", "2"), system(ann), answer("1"), system("n"), answer("2"), assistant("done")},
			[]toolcall.Message{s, user("a"), assistant("", "1", "2"), answer("1"), answer("2"), user("[note] " + ann + "\n\n[note] n"), assistant("done")},
		},
		"results and the end": {
			[]toolcall.Message{s, user("a"), assistant("", "1"), answer("1"), system("n")},
			[]toolcall.Message{s, user("a"), assistant("", "1"), answer("1"), user("[note] n")},
		},
		"assistants join": {
			[]toolcall.Message{s, user("a"), assistant("b"), assistant("c", "1"), answer("1")},
			[]toolcall.Message{s, user("a"), assistant("b\n\nc", "1"), answer("1")},
		},
		"other roles": {
			[]toolcall.Message{s, system("n"), {Role: "developer", Content: "d"}, {Role: "developer", Content: "e"}},
			[]toolcall.Message{s, user("[note] n"), {Role: "developer", Content: "d"}, {Role: "developer", Content: "e"}},
		},
		"names": {
			[]toolcall.Message{s, user("a"), assistant("", "1"), {Role: toolcall.RoleTool, Content: "x", ToolCallID: "1", Name: "timer"}},
			[]toolcall.Message{s, user("a"), assistant("", "1"), {Role: toolcall.RoleTool, Content: "x", ToolCallID: "1", Name: "timer"}},
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, prompt.Fold(c.in)) })
	}
}

// Each text is joined once: this would not end if each message were joined with all before it.
func TestTrailingFoldIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("100,000 messages")
	}
	text := strings.Repeat("x", 100)
	for _, message := range []toolcall.Message{user(text), assistant(text, "1"), system(text)} {
		const count = 100_000
		got := prompt.Fold(slices.Repeat([]toolcall.Message{message}, count))
		all := 0
		for _, m := range got {
			all += strings.Count(m.Content, text)
		}
		assert.Equal(t, count, all)
		assert.LessOrEqual(t, len(got), 2)
	}
}

// The trailing messages of a turn, as a model with one system message sees them.
func TestTrailingFoldGolden(t *testing.T) {
	turn := prompt.Moment{
		Speaker: "Ann", Memories: "Likes tea.", Now: time.Date(2026, 10, 6, 14, 44, 0, 0, time.UTC), Ambient: "Music plays.",
		Shown: []string{"Recipe: soup", "Timer: 5 minutes"}, Hints: []string{"The last call failed."},
	}
	messages := []toolcall.Message{system("rules"), user("hi"), assistant("Hello.")}
	messages = append(messages, prompt.Trailing(turn)...)
	messages = append(messages, user(prompt.UserMessage("next step", turn.Hints, "/no_think")))
	text, err := json.MarshalIndent(prompt.Fold(messages), "", "  ")
	require.NoError(t, err)
	golden(t, "blocks/fold.json", string(text)+"\n")
}

func TestTrailingFoldSharesNothing(t *testing.T) {
	in := []toolcall.Message{system("s"), user("a"), assistant("b", "1"), assistant("c", "2")}
	in[2].ToolCalls[0].Repaired = []string{"quotes"}
	want := []toolcall.Message{system("s"), user("a"), assistant("b", "1"), assistant("c", "2")}
	want[2].ToolCalls[0].Repaired = []string{"quotes"}
	for _, m := range prompt.Fold(in) {
		for i := range m.ToolCalls {
			m.ToolCalls[i].Arguments[0] = '!'
			m.ToolCalls[i].Name = "!"
			for j := range m.ToolCalls[i].Repaired {
				m.ToolCalls[i].Repaired[j] = "!"
			}
		}
	}
	assert.Equal(t, want, in)
}

// Fold loses no text and no call, leaves one system message at most, at the beginning, and has user and assistant take turns.
func TestTrailingPropertyFold(t *testing.T) {
	message := rapid.Custom(func(t *rapid.T) toolcall.Message {
		text := rapid.SampledFrom([]string{"", " ", "a", "b\n\nc", "\r\n\r\nd", "[note] e", "Küche"}).Draw(t, "text")
		id := rapid.SampledFrom([]string{"1", "2"}).Draw(t, "id")
		switch rapid.IntRange(0, 4).Draw(t, "role") {
		case 0:
			return user(text)
		case 1:
			return assistant(text)
		case 2:
			return assistant(text, id, id+"b")
		case 3:
			return answer(id)
		}
		return system(text)
	})
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(message, 0, 12).Draw(t, "messages")
		before := marshalled(t, in)
		got := prompt.Fold(in)
		require.Equal(t, before, marshalled(t, in))
		require.Equal(t, got, prompt.Fold(got), "folding twice")

		words, calls := wordsOf(in)
		gotWords, gotCalls := wordsOf(got)
		require.Equal(t, words, gotWords)
		require.Equal(t, calls, gotCalls)

		last := toolcall.Role("")
		for i, m := range got {
			require.False(t, m.Role == toolcall.RoleSystem && i > 0)
			require.False(t, m.Role == last && (last == toolcall.RoleUser || last == toolcall.RoleAssistant), "two of %s", last)
			last = m.Role
		}
		if len(prompt.Fold(in)) > 0 && in[0].Role == toolcall.RoleSystem {
			require.Equal(t, in[0], got[0])
		}
		if len(toolcall.Unanswered(in)) == 0 {
			require.Empty(t, toolcall.Unanswered(got))
		}
	})
}

func marshalled(t require.TestingT, messages []toolcall.Message) string {
	text, err := json.Marshal(messages)
	require.NoError(t, err)
	return string(text)
}

// wordsOf returns the words of a transcript, sorted since results go before notes and without the mark of notes, and the ids of
// its calls in their order.
func wordsOf(messages []toolcall.Message) (words, calls []string) {
	for _, m := range messages {
		words = append(words, strings.Fields(strings.ReplaceAll(m.Content, "[note]", ""))...)
		for _, c := range m.ToolCalls {
			calls = append(calls, c.ID)
		}
	}
	slices.Sort(words)
	return words, calls
}
