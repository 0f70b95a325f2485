// NoLeak: commands that leak, each in its own way, and what is said of them.

package jarvistest_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

// mailbox is the input of commands that know a secret.
type mailbox struct {
	Folder string `jarvis:"folder,required" enum:"inbox,sent"`

	Key    jarvis.SecretString `secret:"KEY"`
	Pin    jarvis.SecretString `secret:"PIN,user,optional"`
	Server string              `secret:"SERVER,public"`
}

func (m mailbox) key() string { return m.Key.Reveal() }

type (
	run   = func(ctx context.Context, req *jarvis.Request, in mailbox) (*jarvis.Response, error)
	hooks = jarvis.Hooks[mailbox]
)

func fine(context.Context, *jarvis.Request, mailbox) (*jarvis.Response, error) {
	return jarvis.Final(map[string]any{"count": 3}), nil
}

// answering makes a Run that answers with a text.
func answering(text func(in mailbox) string) run {
	return func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
		return jarvis.Final(map[string]any{"text": text(in)}), nil
	}
}

func mail(t testing.TB, r run, h ...hooks) jarvis.Command {
	cmd, err := jarvis.New(jarvis.Spec{Name: "mail", Examples: []jarvis.Example{{Utterance: "My mail"}}}, r, h...)
	require.NoError(t, err)
	return cmd
}

func noLeak(t *testing.T, l jarvistest.LeakTest, cmds ...jarvis.Command) *recording {
	r := record(t)
	l.Run(r, cmds...)
	return r
}

func TestNoLeakPasses(t *testing.T) {
	r := record(t)
	jarvistest.NoLeak(r, mail(t, fine), mail2(t))
	assert.Empty(t, r.errors)
	assert.Regexp(t, `^jarvistest.NoLeak: mail: 2 secrets, \d+ calls, \d+ of them run, \d+ texts looked through$`, r.logged[0])
	assert.Equal(t, "jarvistest.NoLeak: plain has no secret to look for, and was not called", r.logged[1])

	for name, text := range map[string]func(in mailbox) string{
		"public":   func(in mailbox) string { return in.Server },
		"hidden":   func(in mailbox) string { return fmt.Sprintf("%v %#v", in, in.Key) },
		"its end":  func(in mailbox) string { return in.key()[len(in.key())-4:] },
		"its size": func(in mailbox) string { return fmt.Sprint(len(in.key())) },
	} {
		assert.Empty(t, noLeak(t, jarvistest.LeakTest{}, mail(t, answering(text))).errors, name)
	}
}

func mail2(t testing.TB) jarvis.Command {
	cmd, err := jarvis.New(jarvis.Spec{Name: "plain"}, func(context.Context, *jarvis.Request, struct{}) (*jarvis.Response, error) {
		panic("a command without secrets is not run")
	})
	require.NoError(t, err)
	return cmd
}

func TestNoLeakFindsEncodings(t *testing.T) {
	for how, encode := range map[string]func(string) string{
		"as it is":                  func(s string) string { return s },
		"escaped for a URL":         url.QueryEscape,
		"in base64":                 func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte("user:" + s)) },
		"in hex":                    func(s string) string { return fmt.Sprintf("%x", s) },
		"escaped as in JSON or Go ": func(s string) string { return fmt.Sprintf("%+q", s) },
		"as a list of bytes":        func(s string) string { return fmt.Sprint([]byte(s)) },
		"escaped for HTML":          func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "&", "&amp;"), "<", "&lt;") },
		"escaped as in JSON or Go":  func(s string) string { raw, _ := json.Marshal(s); return string(raw) },
	} {
		for _, part := range []func(string) string{
			func(s string) string { return s },
			func(s string) string { return s[3 : len(s)-5] },
			func(s string) string { return s[strings.IndexAny(s, "+"):] },
		} {
			seen := ""
			cmd := mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
				seen = encode(part(in.key()))
				return jarvis.Final(nil), nil
			})
			l := jarvistest.LeakTest{Seen: map[string]func() string{"the wire": func() string { return seen }}}
			assert.Contains(t, noLeak(t, l, cmd).text(), "jarvistest.NoLeak: mail shows the secret KEY in the wire, "+strings.TrimSpace(how)+" (called with {\"folder\":\"sent\"})")
		}
	}
}

// leak is a row of the tables below.
type leak struct {
	name string
	cmd  jarvis.Command
	want []string // each in a failure
}

func checkLeaks(t *testing.T, table []leak) {
	for _, tt := range table {
		t.Run(tt.name, func(t *testing.T) {
			r := noLeak(t, jarvistest.LeakTest{}, tt.cmd)
			for _, want := range tt.want {
				assert.Contains(t, r.text(), "jarvistest.NoLeak: mail shows the secret KEY in "+want)
			}
			if tt.want == nil {
				assert.Empty(t, r.errors)
			}
			assert.NotContains(t, r.text(), "the secret PIN")
		})
	}
}

func told(in mailbox) string { return "sent with " + in.key() }

func TestNoLeakFindsPlaces(t *testing.T) {
	failing := func(fail func(in mailbox) error) run {
		return func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) { return nil, fail(in) }
	}
	type inner struct{ Deep *struct{ key string } }
	checkLeaks(t, []leak{
		{"answer", mail(t, answering(told)), []string{"the answer (JSON), escaped as in JSON or Go (called", "the answer (ToolResult) (JSON), escaped", "the answer, printed, escaped"}},
		{"one way of two", mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
			if in.Folder == "inbox" {
				return jarvis.Failure(told(in)), nil
			}
			return jarvis.Final(nil), nil
		}), []string{"the answer (Report), as it is (called with {\"folder\":\"inbox\"})"}},
		{"failure", mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
			return jarvis.Failure(told(in)), nil
		}),
			[]string{"the answer (Report), as it is (called"}},
		{"error", mail(t, failing(func(in mailbox) error { return fmt.Errorf("get: %w", errors.New(told(in))) })),
			[]string{"an error, as it is (called", "a log record, escaped as in JSON or Go (called"}},
		{"joined error", mail(t, failing(func(in mailbox) error { return errors.Join(errors.New("a"), &hiding{told(in)}) })), []string{"an error (%#v), as it is"}},
		{"panic", mail(t, failing(func(in mailbox) error { panic(told(in)) })), []string{"a panic, as it is (called", "a log record, escaped as in JSON or Go (called"}},
		{"log", mail(t, failing(func(in mailbox) error { log.Print(told(in)); return nil })), []string{"a log record, escaped as in JSON or Go (called"}},
		{"slog", mail(t, failing(func(in mailbox) error { slog.Debug("m", "k", told(in)); return nil })), []string{"a log record, escaped as in JSON or Go (called"}},
		{"context data without JSON", mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
			return jarvis.Final(map[string]any{"f": func() {}, "k": inner{&struct{ key string }{"x"}}, "t": told(in)}), nil
		}), []string{"the answer, printed, escaped as in JSON or Go (called"}},
		{"metadata", mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
			return jarvis.Final(nil, jarvis.WithMetadata(map[string]any{"k": told(in)})), nil
		}), []string{"the answer (JSON), escaped as in JSON or Go (called"}},
	})
}

func TestNoLeakFindsPlacesOfHooks(t *testing.T) {
	checkLeaks(t, []leak{
		{"validation", mail(t, fine, hooks{Validate: func(_ context.Context, _ *jarvis.Request, in mailbox) ([]jarvis.ValidationResult, error) {
			return []jarvis.ValidationResult{{ParamName: "folder", Message: told(in), Success: in.Pin.IsEmpty()}}, nil
		}}), []string{"the report of refused arguments, as it is (called"}},
		{"suggestion", mail(t, fine, hooks{Validate: func(_ context.Context, _ *jarvis.Request, in mailbox) ([]jarvis.ValidationResult, error) {
			return []jarvis.ValidationResult{{ParamName: "folder", Message: told(in), Success: true, SuggestedValue: "inbox"}}, nil
		}}), []string{"a suggestion of Validate, as it is (called"}},
		{"action", mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
			return jarvis.Final(nil, jarvis.WithActions(jarvis.Button{Text: "Go", Action: "go", Type: jarvis.ButtonPrimary})), nil
		}, hooks{HandleAction: func(_ context.Context, _ *jarvis.Request, in mailbox, action string, _ map[string]any) (*jarvis.Response, error) {
			if action != "go" {
				return nil, nil
			}
			return jarvis.Failure(told(in)), nil
		}}), []string{"the answer to the button go (Report), as it is (called"}},
		{"initialization", mail(t, fine, hooks{Initialize: func(_ context.Context, _ *jarvis.Request, in mailbox) (map[string]any, error) {
			return map[string]any{"k": told(in)}, nil
		}}), []string{"the result of Initialize, as it is (initialized)"}},
		{"with a secret that is missing", mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
			if in.Pin.IsEmpty() {
				return jarvis.Failure(told(in)), nil
			}
			return jarvis.Final(nil), nil
		}), []string{"the answer (Report), as it is (called"}},
		{"refused arguments", mail(t, fine, hooks{PostProcess: func(context.Context, *jarvis.Request, jarvis.Args) error { return nil }}), nil},
	})
}

// hiding is an error that shows its text in Go syntax alone.
type hiding struct{ text string }

func (*hiding) Error() string { return "failed" }

func (h *hiding) GoString() string { return h.text }

func TestNoLeakTellsOnce(t *testing.T) {
	r := noLeak(t, jarvistest.LeakTest{}, mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
		return jarvis.Failure(in.key()), nil
	}))
	seen := map[string]bool{}
	for _, text := range r.errors {
		assert.False(t, seen[text], text)
		seen[text] = true
		assert.Regexp(t, `^jarvistest\.NoLeak: mail shows the secret KEY in [^\n]+ \(called with [^\n]*\)$`, text)
	}
	assert.NotContains(t, r.text(), "sent with", "nothing around a secret is shown")
}

func TestNoLeakOfCommandsThatAreNotRun(t *testing.T) {
	picky := mail(t, fine, hooks{Validate: func(_ context.Context, _ *jarvis.Request, in mailbox) ([]jarvis.ValidationResult, error) {
		return []jarvis.ValidationResult{{ParamName: "folder", Message: "no", Success: in.Server == "mail.example"}}, nil
	}})
	const want = "jarvistest.NoLeak: mail was never run: all calls were refused, so that nothing is known of what Run shows. " +
		"Give arguments that it takes, as LeakTest.Calls, and secrets that it insists on, as LeakTest.Secrets"
	assert.Equal(t, want, noLeak(t, jarvistest.LeakTest{}, picky).text())
	assert.Empty(t, noLeak(t, jarvistest.LeakTest{Secrets: map[string]string{"SERVER": "mail.example"}}, picky).errors)
}

func TestNoLeakOfGivenSecrets(t *testing.T) {
	var user string
	strict := mail(t, func(_ context.Context, req *jarvis.Request, in mailbox) (*jarvis.Response, error) {
		if user = req.User; strings.HasPrefix(in.key(), "sk-") && in.Folder == "sent" && req.ConversationID == "c" {
			return jarvis.Failure(in.key()), nil
		}
		return jarvis.Final(nil), nil
	})
	call := []jarvis.Call{{Name: "mail", Arguments: json.RawMessage(`{"folder":"sent"}`)}}
	l := jarvistest.LeakTest{Secrets: map[string]string{"KEY": "sk-12345678"}, Calls: call, Request: &jarvis.Request{ConversationID: "c"}}
	assert.Contains(t, noLeak(t, l, strict).text(), `mail shows the secret KEY in the answer (Report), as it is (called with {"folder":"sent"})`)
	assert.Equal(t, "jarvistest", user)
	assert.Empty(t, noLeak(t, jarvistest.LeakTest{}, strict).errors)

	l.Secrets["KEY"] = "sk-1234"
	assert.Equal(t, "jarvistest.NoLeak: mail: the text that is given for the secret KEY has fewer than 8 characters, too few to be told from others", noLeak(t, l, strict).text())
	l.Calls[0].Name = "male"
	assert.Equal(t, `jarvistest.NoLeak: LeakTest.Calls has a call of "male", which is none of the commands given`, noLeak(t, l, strict).text())
}

// Numbers, members of an Enum and tokens are found too.
func TestNoLeakOfOtherSecrets(t *testing.T) {
	spec := jarvis.Spec{Name: "c", Secrets: []jarvis.Secret{
		{Key: "NUMBER", Type: jarvis.SecretInt},
		{Key: "FLAG", Type: jarvis.SecretBool},
		{Key: "KIND", Enum: []string{"imap", "gmail"}},
		{Key: "MINE", Scope: jarvis.ScopeUser},
	}, Authentication: &jarvis.Authentication{Provider: "p", ClientID: "i", Keys: []string{"access_token"},
		AuthorizeURL: "https://a.example/", ExchangeURL: "https://e.example/"}}
	for key, want := range map[string]string{"NUMBER": "the answer", "KIND": "the answer", "MINE": "the answer", "token access_token": "an error of StoreAuth"} {
		cmd, err := jarvis.Func(spec, nil, func(_ context.Context, _ *jarvis.Request, v jarvis.Values) (*jarvis.Response, error) {
			return jarvis.Failure("at " + v.Secret("FLAG").Reveal() + v.Secret(key).Reveal()), nil
		}, jarvis.Hooks[jarvis.Values]{StoreAuth: func(_ context.Context, _ *jarvis.Request, _ jarvis.Values, values map[string]jarvis.SecretString) error {
			if token := values[strings.TrimPrefix(key, "token ")]; !token.IsEmpty() {
				return errors.New(token.Reveal())
			}
			return nil
		}})
		require.NoError(t, err)
		text := noLeak(t, jarvistest.LeakTest{}, cmd).text()
		assert.Contains(t, text, "c shows the secret "+key+" in "+want)
		for other := range strings.SplitSeq("NUMBER FLAG KIND MINE token", " ") {
			if !strings.HasPrefix(key, other) {
				assert.NotContains(t, text, "the secret "+other)
			}
		}
	}
}

// A schema that is made of a secret is found after the calls.
func TestNoLeakOfSchemas(t *testing.T) {
	r := noLeak(t, jarvistest.LeakTest{}, &talkative{told: new(string)})
	for _, form := range []string{"OpenAITool", "CommandSchema"} {
		assert.Contains(t, r.text(), "talkative shows the secret KEY in the "+form+", escaped as in JSON or Go (declared)")
	}
}

type talkative struct {
	Key  jarvis.SecretString `secret:"KEY"`
	told *string
}

func (c *talkative) Spec() jarvis.Spec {
	return jarvis.Spec{Name: "talkative", Description: "Knows " + *c.told}
}

func (c *talkative) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	*c.told = c.Key.Reveal()
	return jarvis.Final(nil), nil
}

func TestNoLeakLeavesNothingBehind(t *testing.T) {
	logger, writer, flags := slog.Default(), log.Writer(), log.Flags()
	noLeak(t, jarvistest.LeakTest{}, mail(t, fine))
	assert.Same(t, logger, slog.Default())
	assert.Same(t, writer, log.Writer())
	assert.Equal(t, flags, log.Flags())

	t.Setenv("KEY", "of the host")
	require.NotEmpty(t, os.Getenv("KEY"))
	assert.Empty(t, noLeak(t, jarvistest.LeakTest{Options: []jarvis.Option{jarvis.WithSecrets(jarvis.EnvSecrets(""))}}, mail(t, func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
		assert.NotEqual(t, "of the host", in.key())
		return jarvis.Final(nil), nil
	})).errors)
}

func TestNoLeakRefusesParallelTests(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "jarvistest.NoLeak: the test is parallel; it must not be, as the default loggers are watched, which other tests use too",
		noLeak(t, jarvistest.LeakTest{}, mail(t, fine)).text())
}

// Arguments are made for all that a declaration can ask for.
func TestNoLeakMakesArguments(t *testing.T) {
	type place struct {
		Street string `jarvis:"street,required" validate:"min=8"`
	}
	type everything struct {
		Key      jarvis.SecretString `secret:"KEY"`
		Text     string              `jarvis:"text,required" validate:"min=3,max=3"`
		Mail     string              `jarvis:"mail,required" validate:"email"`
		Link     string              `jarvis:"link,required" validate:"url"`
		ID       string              `jarvis:"id,required" validate:"uuid"`
		Number   float64             `jarvis:"number,required" validate:"gt=0,lt=1"`
		Large    int                 `jarvis:"large,required" validate:"gt=100"`
		Negative int8                `jarvis:"negative,required" validate:"lt=-3"`
		Days     []jarvis.Date       `jarvis:"days,required" validate:"min=3,unique"`
		Word     []string            `jarvis:"words,required" validate:"min=2,unique" enum:"a,b,c"`
		Places   []place             `jarvis:"places,required" validate:"min=1"`
		ByName   map[string]int      `jarvis:"by_name,required" validate:"min=2"`
		Loose    any                 `jarvis:"-"`
	}
	ran := 0
	cmd, err := jarvis.New(jarvis.Spec{Name: "c"}, func(context.Context, *jarvis.Request, everything) (*jarvis.Response, error) {
		ran++
		return jarvis.Final(nil), nil
	})
	require.NoError(t, err)
	assert.Empty(t, noLeak(t, jarvistest.LeakTest{}, cmd).errors)
	assert.Positive(t, ran)
}
