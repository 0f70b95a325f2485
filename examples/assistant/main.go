// Command assistant holds a conversation in text: what is typed goes to a language model, the model calls the commands of a small
// home, and what came of them is said.
//
//	go run ./examples/assistant                                 a scripted model answers
//	OPENAI_BASE_URL=… OPENAI_MODEL=… go run ./examples/assistant   the model of a server does
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/jarvis-sdk/jarvis/assistant"
	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/llm/llmtest"
	"github.com/jarvis-sdk/jarvis/prompt"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

const usage = `usage: assistant [-provider NAME] [-room NAME] [-date-keys] [-v]

Reads what is said to the assistant from standard input, one utterance a line, and
writes what it does and says, until the input ends. It can calculate, switch lights
that are only in its memory, and set timers, which end with the program.

The model is that of a server that speaks the chat completions protocol of OpenAI:

  OPENAI_BASE_URL  where it is, such as http://localhost:11434/v1
  OPENAI_API_KEY   sent as a bearer token, if it is set
  OPENAI_MODEL     which of its models answers

Without OPENAI_BASE_URL a scripted model answers. It knows sums, lights and timers
in plain English only, and runs behind an HTTP server on this machine.

  -provider NAME  writes the prompt and says how the model makes calls; by default
                  that of JARVIS_MODEL_INTERFACE, else ` + defaultProvider + `
  -room NAME      where the assistant stands
  -date-keys      ask for dates as keys such as "tomorrow", not as ISO values
  -v              show what each request tells the model that the one before did not
  -help           print this text

Exit code: 0 at the end of the input and after Ctrl-C, also if the model could not be
asked, which is told where it happens; 1 if the conversation could not begin, or if
input or output broke; 2 for wrong flags.
`

// defaultProvider has native tool calls, which most servers understand.
const defaultProvider = "ChatGPTOpenAI"

const (
	exitOK = iota
	exitFailed
	exitUsage
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	p := program{getenv: os.Getenv, stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, terminal: isTerminal(os.Stdin)}
	code := p.run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// isTerminal reports whether somebody may be typing.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// program is a run, and what it reads and writes.
type program struct {
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
	terminal       bool  // stdin is one: it is prompted, and shows itself what is typed
	after          after // of timers; nil goes by the clock

	provider, room    string
	dateKeys, verbose bool
}

func (p program) run(ctx context.Context, args []string) int {
	flags := flag.NewFlagSet("assistant", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // reported below, with our usage
	flags.StringVar(&p.provider, "provider", "", "")
	flags.StringVar(&p.room, "room", "", "")
	flags.BoolVar(&p.dateKeys, "date-keys", false, "")
	flags.BoolVar(&p.verbose, "v", false, "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		if _, err := io.WriteString(p.stdout, usage); err != nil {
			return p.failed(err)
		}
		return exitOK
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("it takes no arguments, got %q; utterances come from standard input", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(p.stderr, "assistant: %v\n%s", err, usage)
		return exitUsage
	}
	if err := p.converse(ctx); err != nil {
		return p.failed(err)
	}
	return exitOK
}

func (p program) failed(err error) int {
	fmt.Fprintf(p.stderr, "assistant: %v\n", err)
	return exitFailed
}

// converse sets everything up and talks until the input ends. The error is one of the set-up, of input or of output.
func (p program) converse(ctx context.Context) error {
	out := &printer{out: p.stdout, verbose: p.verbose}
	logger := slog.New(slog.NewTextHandler(p.stderr, nil))
	providers := prompt.BuiltinRegistry()
	provider, err := providers.Resolve(func() (string, error) { return p.provider, nil }, p.getenv, defaultProvider)
	if err != nil {
		return err
	}
	commands, err := newCommands(newHome(p.after, out.rang), logger)
	if err != nil {
		return err
	}
	client, done, err := p.model(out, logger)
	if err != nil {
		return err
	}
	defer done()
	client = &overheard{client: client, out: out}
	engine, err := assistant.New(assistant.Config{
		Provider: provider, Client: client, Commands: commands, DateKeys: p.dateKeys,
		SpeakResults: true, OnExhausted: toolcall.Clarify, Logger: logger,
	})
	if err != nil {
		return err
	}
	conversation, err := engine.Start(assistant.Start{Context: prompt.Context{Room: p.room}, Listener: out.listener()})
	if err != nil {
		return err
	}
	if p.verbose {
		out.entry("prompt", conversation.SystemPrompt())
		out.seen = []toolcall.Message{{Role: toolcall.RoleSystem, Content: conversation.SystemPrompt()}}
	}
	return p.talk(ctx, conversation, out)
}

// model returns who answers, and what ends it.
func (p program) model(out *printer, logger *slog.Logger) (client llm.Client, done func(), err error) {
	if strings.TrimSpace(p.getenv("OPENAI_BASE_URL")) != "" {
		client, err = llm.NewOpenAIFromEnv(p.getenv)
		return client, func() {}, err
	}
	server, err := llmtest.Start(llmtest.Model(scripted))
	if err != nil {
		return nil, nil, err
	}
	done = func() {
		if err := server.Close(); err != nil {
			logger.Warn("assistant: the scripted model", "error", err)
		}
	}
	client, err = llm.NewOpenAI(llm.Config{BaseURL: server.URL(), Logger: logger})
	if err != nil {
		done()
		return nil, nil, err
	}
	out.printf("No OPENAI_BASE_URL is set: a scripted model answers, over HTTP at %s; it knows sums, lights and timers in plain English only.\n", server.URL())
	return client, done, nil
}
