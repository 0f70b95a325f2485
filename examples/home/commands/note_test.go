// Tests of send_note and Outbox.

package commands_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/examples/home/commands"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSendNote(t *testing.T) {
	draft := func(to, text string) map[string]any {
		return map[string]any{"draft": map[string]any{"id": "1", "to": to, "text": text}}
	}
	testCalls(t, "send_note", []callCase{
		{name: "draft", args: `{"to":"Mia","text":"Dinner is ready."}`, message: `Shall I send this note to Mia? "Dinner is ready."`, data: draft("Mia", "Dinner is ready.")},
		{name: "white space", args: `{"to":" Mia ","text":"Hi\n"}`, message: `Shall I send this note to Mia? "Hi"`, data: draft("Mia", "Hi")},
		{name: "nobody", args: `{"to":" ","text":"Hi"}`, details: "The note has no recipient. Ask who should get it."},
		{name: "nothing", args: `{"to":"Mia","text":"\n"}`, details: "The note is empty. Ask what it should say."},
		{name: "empty", args: `{"to":"","text":""}`, details: "Parameter 'to' must have at least 1 character\nParameter 'text' must have at least 1 character"},
		{name: "missing", args: `{}`, details: "Parameter 'to' is required (string)\nParameter 'text' is required (string)"},
	})
}

func TestSendNoteAsksFirst(t *testing.T) {
	outbox := new(commands.Outbox)
	registry := newRegistry(t, commands.Config{Outbox: outbox})
	shown, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "send_note", Arguments: json.RawMessage(`{"to":"Mia","text":"Dinner is ready."}`)})
	require.NoError(t, err)
	assert.Empty(t, outbox.Sent())
	assert.True(t, shown.WaitForInput)
	assert.Equal(t, []jarvis.Button{
		{Text: "Send", Action: "send_click", Type: jarvis.ButtonPrimary, Icon: "send"},
		{Text: "Cancel", Action: "cancel_click", Type: jarvis.ButtonSecondary, Icon: "close"},
	}, shown.Actions)

	cancelled, err := registry.HandleAction(t.Context(), nil, "send_note", shown.Actions[1].Action, shown.ContextData)
	require.NoError(t, err)
	assert.True(t, cancelled.Success)
	assert.Empty(t, outbox.Sent())

	// The data goes to a client and back.
	raw, err := json.Marshal(shown.ContextData)
	require.NoError(t, err)
	var data map[string]any
	require.NoError(t, json.Unmarshal(raw, &data))
	sent, err := registry.HandleAction(t.Context(), nil, "send_note", shown.Actions[0].Action, data)
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"sent": 1, "message": "The note to Mia is sent."}, sent.ContextData)
	assert.False(t, sent.WaitForInput)
	assert.Equal(t, []commands.Note{{ID: "1", To: "Mia", Text: "Dinner is ready."}}, outbox.Sent())
}

func TestSendNoteRefusesOtherTaps(t *testing.T) {
	const noDraft = "There is no draft to send. Write the note again."
	const noParts = "The draft has no ID, no recipient or no text. Write the note again."
	tests := []struct{ name, action, data, details string }{
		{"no data", "send_click", `null`, noDraft},
		{"no draft", "send_click", `{}`, noDraft},
		{"null draft", "send_click", `{"draft":null}`, noDraft},
		{"text for a draft", "send_click", `{"draft":"Hi"}`, noDraft},
		{"list for a draft", "send_click", `{"draft":[{"to":"Mia","text":"Hi"}]}`, noDraft},
		{"empty draft", "send_click", `{"draft":{}}`, noParts},
		{"no ID", "send_click", `{"draft":{"to":"Mia","text":"Hi"}}`, noParts},
		{"number for an ID", "send_click", `{"draft":{"id":1,"to":"Mia","text":"Hi"}}`, noParts},
		{"empty ID", "send_click", `{"draft":{"id":"","to":"Mia","text":"Hi"}}`, "The ID of the draft is wrong. Write the note again."},
		{"long ID", "send_click", `{"draft":{"id":"` + strings.Repeat("1", 21) + `","to":"Mia","text":"Hi"}}`, "The ID of the draft is wrong. Write the note again."},
		{"number for a text", "send_click", `{"draft":{"id":"1","to":"Mia","text":7}}`, noParts},
		{"object for a recipient", "send_click", `{"draft":{"id":"1","to":{},"text":"Hi"}}`, noParts},
		{"nobody", "send_click", `{"draft":{"id":"1","to":" ","text":"Hi"}}`, "The note has no recipient. Ask who should get it."},
		{"nothing", "send_click", `{"draft":{"id":"1","to":"Mia","text":" "}}`, "The note is empty. Ask what it should say."},
		{"long recipient", "send_click", `{"draft":{"id":"1","to":"` + strings.Repeat("é", 61) + `","text":"Hi"}}`, "The recipient is longer than 60 characters. Give a name."},
		{"long text", "send_click", `{"draft":{"id":"1","to":"Mia","text":"` + strings.Repeat("é", 501) + `"}}`, "The note is longer than 500 characters. Ask for a shorter one."},
		{"unknown action", "burn_click", `{"draft":{"id":"1","to":"Mia","text":"Hi"}}`, "The command 'send_note' has no action 'burn_click'."},
		{"no action", "", `{}`, "The command 'send_note' has no action ''."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			outbox := new(commands.Outbox)
			var data map[string]any
			require.NoError(t, json.Unmarshal([]byte(tt.data), &data))
			resp, err := newRegistry(t, commands.Config{Outbox: outbox}).HandleAction(t.Context(), nil, "send_note", tt.action, data)
			require.NoError(t, err)
			assert.False(t, resp.Success)
			assert.Equal(t, tt.details, resp.ErrorDetails)
			assert.Empty(t, outbox.Sent())
		})
	}
}

func TestSendNoteWithoutOutbox(t *testing.T) {
	_, err := jarvis.Execute[commands.SendNote](t.Context(), nil, json.RawMessage(`{"to":"Mia","text":"Hi"}`))
	var failed *jarvis.CommandError
	require.ErrorAs(t, err, &failed)
	_, err = new(commands.SendNote).HandleAction(t.Context(), nil, "send_click", nil)
	assert.Error(t, err)
}

// tapSend taps on Send of a draft.
func tapSend(t *testing.T, registry *jarvis.Registry, id, to, text string) *jarvis.Response {
	t.Helper()
	data := map[string]any{"draft": map[string]any{"id": id, "to": to, "text": text}}
	resp, err := registry.HandleAction(t.Context(), nil, "send_note", "send_click", data)
	require.NoError(t, err)
	return resp
}

func TestSendNoteSendsADraftOnce(t *testing.T) {
	const isSent, wasSent = "The note to Mia is sent.", "The note to Mia was already sent."
	taps := []struct {
		name, id, to, text string
		message            string
		sent               int
	}{
		{"first", "1", "  Mia ", "Hi\n", isSent, 1},
		{"second", "1", "  Mia ", "Hi\n", wasSent, 1},
		{"without the white space", "1", "Mia", "Hi", wasSent, 1},
		{"the same words drafted again", "2", "Mia", "Hi", isSent, 2},
		{"an ID from before a restart", "1", "Mia", "Bye", isSent, 3},
		{"the first once more", "1", "Mia", "Hi", wasSent, 3},
	}
	outbox := new(commands.Outbox)
	registry := newRegistry(t, commands.Config{Outbox: outbox})
	for _, tap := range taps {
		resp := tapSend(t, registry, tap.id, tap.to, tap.text)
		assert.Equal(t, map[string]any{"sent": tap.sent, "message": tap.message}, resp.ContextData, tap.name)
		assert.True(t, resp.Success, tap.name)
	}
	assert.Equal(t, []commands.Note{{ID: "1", To: "Mia", Text: "Hi"}, {ID: "2", To: "Mia", Text: "Hi"}, {ID: "1", To: "Mia", Text: "Bye"}}, outbox.Sent())
}

func TestSendNoteIntoAFullOutbox(t *testing.T) {
	outbox := new(commands.Outbox)
	registry := newRegistry(t, commands.Config{Outbox: outbox})
	for i := range commands.MaxNotes {
		require.True(t, tapSend(t, registry, strconv.Itoa(i), "Mia", "Hi").Success)
	}
	refused := tapSend(t, registry, "new", "Mia", "Hi")
	assert.False(t, refused.Success)
	assert.Equal(t, "1000 notes were sent, and there can be no more. This one is not sent.", refused.ErrorDetails)
	assert.Equal(t, "The note to Mia was already sent.", tapSend(t, registry, "7", "Mia", "Hi").ContextData["message"])
	assert.Len(t, outbox.Sent(), commands.MaxNotes)
}

// Everyone drafts the same note and taps twice: each draft is sent, and once.
func TestOutboxFromManyGoroutines(t *testing.T) {
	const drafts = 50
	outbox := new(commands.Outbox)
	registry := newRegistry(t, commands.Config{Outbox: outbox})
	var sent, again atomic.Int32
	var group sync.WaitGroup
	for range drafts {
		group.Go(func() {
			shown, err := registry.Call(t.Context(), nil, jarvis.Call{Name: "send_note", Arguments: json.RawMessage(`{"to":"Mia","text":"Hi"}`)})
			if !assert.NoError(t, err) {
				return
			}
			for range 2 {
				group.Go(func() {
					resp, err := registry.HandleAction(t.Context(), nil, "send_note", "send_click", shown.ContextData)
					switch {
					case !assert.NoError(t, err):
					case resp.ContextData["message"] == "The note to Mia is sent.":
						sent.Add(1)
					case resp.ContextData["message"] == "The note to Mia was already sent.":
						again.Add(1)
					}
				})
			}
		})
	}
	group.Wait()
	assert.EqualValues(t, drafts, sent.Load())
	assert.EqualValues(t, drafts, again.Load())
	assert.Len(t, outbox.Sent(), drafts)
}
