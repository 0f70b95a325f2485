// The command send_note: drafts a note, which only a tap on Send sends.

package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// Lengths in code points, for drafts that come back from outside: those in the tags above, and more than any ID has.
const (
	maxRecipient = 60
	maxNote      = 500
	maxNoteID    = 20
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
	draft, wrong := newNote(c.Outbox.NewID(), c.To, c.Text)
	if wrong != "" {
		return jarvis.Failure(wrong), nil
	}
	return jarvis.FollowUp(map[string]any{"draft": map[string]any{"id": draft.ID, "to": draft.To, "text": draft.Text}},
		jarvis.WithMessage(fmt.Sprintf("Shall I send this note to %s? %q", draft.To, draft.Text)),
		jarvis.WithActions(
			jarvis.Button{Text: "Send", Action: actionSend, Type: jarvis.ButtonPrimary, Icon: "send"},
			jarvis.Button{Text: "Cancel", Action: jarvis.ActionCancel, Type: jarvis.ButtonSecondary, Icon: "close"},
		)), nil
}

var errNoOutbox = errors.New("send_note has no Outbox")

// HandleAction sends the draft in the data on send_click, once: a further tap is answered with that it was sent.
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
	count, err := c.Outbox.Send(draft)
	message := fmt.Sprintf("The note to %s is sent.", draft.To)
	switch {
	case errors.Is(err, ErrNoteSent):
		message = fmt.Sprintf("The note to %s was already sent.", draft.To)
	case errors.Is(err, ErrOutboxFull):
		return jarvis.Failure(fmt.Sprintf("%d notes were sent, and there can be no more. This one is not sent.", MaxNotes)), nil
	case err != nil:
		return nil, err
	}
	return jarvis.Final(map[string]any{"sent": count}, jarvis.WithMessage(message)), nil
}

// readDraft takes the draft out of the data of a tap. The data went through a client, so nothing about it is certain; the text
// says what is wrong.
func readDraft(data map[string]any) (draft Note, wrong string) {
	parts, ok := data["draft"].(map[string]any)
	if !ok {
		return Note{}, "There is no draft to send. Write the note again."
	}
	id, isID := parts["id"].(string)
	to, isTo := parts["to"].(string)
	text, isText := parts["text"].(string)
	if !isID || !isTo || !isText {
		return Note{}, "The draft has no ID, no recipient or no text. Write the note again."
	}
	return newNote(id, to, text)
}

// Note is a note to someone. It is a plain value.
type Note struct {
	ID       string // of the draft
	To, Text string // without white space around them
}

// newNote makes every note, of what a call or a tap brings. The text says what is wrong, or is empty.
func newNote(id, to, text string) (n Note, wrong string) {
	n = Note{ID: id, To: strings.TrimSpace(to), Text: strings.TrimSpace(text)}
	switch {
	case n.ID == "" || utf8.RuneCountInString(n.ID) > maxNoteID:
		wrong = "The ID of the draft is wrong. Write the note again."
	case n.To == "":
		wrong = "The note has no recipient. Ask who should get it."
	case n.Text == "":
		wrong = "The note is empty. Ask what it should say."
	case utf8.RuneCountInString(n.To) > maxRecipient:
		wrong = fmt.Sprintf("The recipient is longer than %d characters. Give a name.", maxRecipient)
	case utf8.RuneCountInString(n.Text) > maxNote:
		wrong = fmt.Sprintf("The note is longer than %d characters. Ask for a shorter one.", maxNote)
	}
	return n, wrong
}

// MaxNotes is how many notes one Outbox holds.
const MaxNotes = 1000

// Why an Outbox does not take a note.
var (
	ErrNoteSent   = errors.New("the note was already sent")
	ErrOutboxFull = errors.New("the outbox is full")
)

// Outbox keeps up to MaxNotes notes that were sent. The zero value is empty and ready for use; it is safe for concurrent use and
// must not be copied, so commands share it through a pointer.
type Outbox struct {
	mu     sync.Mutex
	notes  []Note
	lastID int
}

// NewID returns an ID for a draft, another one at every call. A new Outbox starts anew, so an ID alone does not tell notes apart
// that were drafted before and after a restart.
func (o *Outbox) NewID() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lastID++
	return strconv.Itoa(o.lastID)
}

// Send keeps a note and returns how many there are now. The error is ErrNoteSent if this very note is there, ID included, or
// ErrOutboxFull; then nothing changes.
func (o *Outbox) Send(n Note) (count int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case slices.Contains(o.notes, n):
		return len(o.notes), ErrNoteSent
	case len(o.notes) >= MaxNotes:
		return len(o.notes), ErrOutboxFull
	}
	o.notes = append(o.notes, n)
	return len(o.notes), nil
}

// Sent returns the notes, oldest first.
func (o *Outbox) Sent() []Note {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.notes)
}
