// The command send_note: drafts a note, which only a tap on Send sends.

package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
)

// SendNote writes a note to someone in the house. Run only drafts it; the tap on the button Send sends. The zero value cannot
// run, as it has no Outbox.
type SendNote struct {
	To   string `jarvis:"to,required,refinable" validate:"min=1,max=60" description:"Who gets the note, such as Mia"`
	Text string `jarvis:"text,required,refinable" validate:"min=1,max=500" description:"The note, word for word as the user wants it"`

	Outbox *Outbox
}

// The lengths in the tags above, in code points, for drafts that come back from outside.
const (
	maxRecipient = 60
	maxNote      = 500
)

// actionSend is the tap on the button Send. Cancel is answered by the library.
const actionSend = "send_click"

// Spec declares the command send_note. A note cannot be called back, so the command counts as destructive, although it takes
// the tap on Send after the call.
func (*SendNote) Spec() jarvis.Spec {
	return jarvis.Spec{
		Name:        "send_note",
		Description: "Drafts a note to someone in the house and shows it with the buttons Send and Cancel.",
		Keywords:    []string{"note", "message", "tell", "send", "write to"},
		Examples: []jarvis.Example{
			{Utterance: "Tell Mia that dinner is ready", Arguments: jarvis.Args{"to": "Mia", "text": "Dinner is ready."}, Primary: true},
			{Utterance: "Leave Sam a note: the plumber comes at nine", Arguments: jarvis.Args{"to": "Sam", "text": "The plumber comes at nine."}},
			{Utterance: "Write a note that we are out of milk", Arguments: jarvis.Args{"text": "We are out of milk."}},
		},
		CriticalRules: []string{"Never say that a note was sent: the user sends it with the button, after you have shown the draft."},
		Rules:         []string{"A note to nobody: ask who should get it."},
		Effect:        jarvis.EffectDestructive,
	}
}

// Run answers with the draft and the buttons for it. Nothing is sent.
func (c *SendNote) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	if c.Outbox == nil {
		return nil, errNoOutbox
	}
	draft := Note{To: strings.TrimSpace(c.To), Text: strings.TrimSpace(c.Text)}
	if wrong := draft.check(); wrong != "" {
		return jarvis.Failure(wrong), nil
	}
	return jarvis.FollowUp(map[string]any{"draft": map[string]any{"to": draft.To, "text": draft.Text}},
		jarvis.WithMessage(fmt.Sprintf("Shall I send this note to %s? %q", draft.To, draft.Text)),
		jarvis.WithActions(
			jarvis.Button{Text: "Send", Action: actionSend, Type: jarvis.ButtonPrimary, Icon: "send"},
			jarvis.Button{Text: "Cancel", Action: jarvis.ActionCancel, Type: jarvis.ButtonSecondary, Icon: "close"},
		)), nil
}

var errNoOutbox = errors.New("send_note has no Outbox")

// HandleAction sends the draft in the data on send_click.
func (c *SendNote) HandleAction(_ context.Context, _ *jarvis.Request, action string, data map[string]any) (*jarvis.Response, error) {
	if action != actionSend {
		return nil, nil
	}
	if c.Outbox == nil {
		return nil, errNoOutbox
	}
	draft, wrong := readDraft(data)
	if wrong != "" {
		return jarvis.Failure(wrong), nil
	}
	return jarvis.Final(map[string]any{"sent": c.Outbox.Send(draft)}, jarvis.WithMessage(fmt.Sprintf("The note to %s is sent.", draft.To))), nil
}

// readDraft takes the draft out of the data of a tap. The data went through a client, so nothing about it is certain; the text
// says what is wrong.
func readDraft(data map[string]any) (draft Note, wrong string) {
	parts, ok := data["draft"].(map[string]any)
	if !ok {
		return Note{}, "There is no draft to send. Write the note again."
	}
	to, isTo := parts["to"].(string)
	text, isText := parts["text"].(string)
	if !isTo || !isText {
		return Note{}, "The draft has no recipient or no text. Write the note again."
	}
	draft = Note{To: to, Text: text}
	return draft, draft.check()
}

// Note is a note to someone. It is a plain value.
type Note struct{ To, Text string }

// check returns what is wrong with a draft, or "".
func (n Note) check() string {
	switch {
	case strings.TrimSpace(n.To) == "":
		return "The note has no recipient. Ask who should get it."
	case strings.TrimSpace(n.Text) == "":
		return "The note is empty. Ask what it should say."
	case utf8.RuneCountInString(n.To) > maxRecipient:
		return fmt.Sprintf("The recipient is longer than %d characters. Give a name.", maxRecipient)
	case utf8.RuneCountInString(n.Text) > maxNote:
		return fmt.Sprintf("The note is longer than %d characters. Ask for a shorter one.", maxNote)
	}
	return ""
}

// Outbox keeps the notes that were sent. The zero value is empty and ready for use; it is safe for concurrent use and must not
// be copied, so commands share it through a pointer.
type Outbox struct {
	mu    sync.Mutex
	notes []Note
}

// Send keeps a note and returns how many there are now.
func (o *Outbox) Send(n Note) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.notes = append(o.notes, n)
	return len(o.notes)
}

// Sent returns the notes, oldest first.
func (o *Outbox) Sent() []Note {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.notes)
}
