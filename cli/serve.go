// Verb serve: the commands for hosts of other protocols.

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// serveFlags are the flags of serve mcp.
type serveFlags struct {
	http, tokenEnv, tokenFile string
	stateful, readOnly        bool
	only                      []string
}

func (p *program) serveVerb() *cobra.Command {
	verb := &cobra.Command{
		Use: "serve PROTOCOL", Short: msgServeShort, Long: msgServeLong,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownVerb(cmd, args)
			}
			return usage(msgServeWhat)
		},
	}
	verb.AddCommand(p.serveMCPVerb())
	return verb
}

func (p *program) serveMCPVerb() *cobra.Command {
	var f serveFlags
	verb := &cobra.Command{
		Use: "mcp", Short: msgServeMCPShort, Long: msgServeMCPLong, Example: msgServeMCPExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(msgServeArgs, echo.Cut(args[0]))
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := p.mcpServer(cmd, f)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("http") {
				return p.serveHTTP(cmd.Context(), server, f.http)
			}
			return p.serveStdio(cmd.Context(), server, f)
		},
	}
	flags := verb.Flags()
	flags.StringVar(&f.http, "http", "", "serve over HTTP at `ADDR`, such as 127.0.0.1:8080 or :0, instead of standard input and output")
	flags.StringVar(&f.tokenEnv, "token-env", "", "ask clients for the token in the environment variable `VAR`")
	flags.StringVar(&f.tokenFile, "token-file", "", "ask clients for the token in `FILE`")
	flags.BoolVar(&f.stateful, "stateful", false, "keep sessions between HTTP requests")
	flags.StringSliceVar(&f.only, "only", nil, "serve only these commands: `NAME`,…; may be given repeatedly")
	flags.BoolVar(&f.readOnly, "read-only", false, "serve only commands that are declared to change nothing")
	complete := map[string]cobra.CompletionFunc{
		"http": cobra.NoFileCompletions, "token-env": cobra.NoFileCompletions, "only": p.completeNameList,
	}
	for name, f := range complete {
		_ = verb.RegisterFlagCompletionFunc(name, f) // only an unknown flag is an error
	}
	return verb
}

// mcpServer makes the server that the flags ask for.
func (p *program) mcpServer(cmd *cobra.Command, f serveFlags) (*mcpserver.Server, error) {
	http := cmd.Flags().Changed("http")
	for _, name := range []string{"token-env", "token-file", "stateful"} {
		if cmd.Flags().Changed(name) && !http {
			return nil, usage(msgServeNeedsHTTP, name)
		}
	}
	if http {
		if err := checkAddress(f.http); err != nil {
			return nil, err
		}
	}
	filter, err := p.served(cmd.Flags().Changed("only"), f)
	if err != nil {
		return nil, err
	}
	token, err := p.token(cmd, f)
	if err != nil {
		return nil, err
	}
	return mcpserver.New(mcpserver.Config{
		Registry: p.app.Registry, Name: p.app.Name, Version: p.app.Version,
		Filter:   func(context.Context, mcpserver.Caller) func(*jarvis.Definition) bool { return filter },
		Logger:   slog.New(slog.NewTextHandler(&locked{w: p.err.w}, nil)),
		Token:    token,
		Stateful: f.stateful,
	})
}

// served is the filter of the commands, nil if all are served. What could not be served is a mistake here, not a tool less there.
func (p *program) served(chosen bool, f serveFlags) (func(*jarvis.Definition) bool, error) {
	only := map[string]bool{}
	for _, name := range f.only {
		def, err := p.find(name)
		if err != nil {
			return nil, err
		}
		if f.readOnly && def.Spec().Effect != jarvis.EffectRead {
			return nil, usage(msgServeNotRead, name)
		}
		only[name] = true
	}
	if chosen && len(only) == 0 {
		return nil, usage(msgServeOnlyNone)
	}
	if !chosen && !f.readOnly {
		return nil, nil
	}
	filter := func(def *jarvis.Definition) bool {
		return (!chosen || only[def.Name()]) && (!f.readOnly || def.Spec().Effect == jarvis.EffectRead)
	}
	for def := range p.app.Registry.All() {
		if filter(def) {
			return filter, nil
		}
	}
	return nil, usage(msgServeNoneRead)
}

// completeNameList completes the last of several names with commas between.
func (p *program) completeNameList(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	at := strings.LastIndexByte(begun, ',') + 1
	names, directive := p.completeNames(cmd, args, begun[at:])
	for i := range names {
		names[i] = begun[:at] + names[i]
	}
	return names, directive
}

// checkAddress refuses what is no address to listen at.
func checkAddress(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return usage(msgServeAddress, echo.Cut(addr))
	}
	return nil
}

const maxToken = 4096 // bytes of a token with the white space around it

// token reads the token that clients have to bring; it is empty if none is asked for.
func (p *program) token(cmd *cobra.Command, f serveFlags) (none jarvis.SecretString, err error) {
	fromEnv, fromFile := cmd.Flags().Changed("token-env"), cmd.Flags().Changed("token-file")
	var text, from string
	switch {
	case fromEnv && fromFile:
		return none, usage(msgServeTwoTokens)
	case fromEnv:
		text, from = p.getenv(f.tokenEnv), echo.Clip(f.tokenEnv)
	case fromFile:
		from = echo.Clip(f.tokenFile)
		if text, err = readStart(f.tokenFile, maxToken+1); err != nil {
			return none, err
		}
	default:
		return none, nil
	}
	text = strings.TrimSpace(text)
	switch {
	case text == "" && fromEnv:
		return none, usage(msgServeNoToken, from)
	case text == "":
		return none, usage(msgServeEmptyToken, from)
	case len(text) > maxToken || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }):
		return none, usage(msgServeToken, from, maxToken)
	}
	return jarvis.NewSecretString(text), nil
}

// serveHTTP serves until the context ends, which is no mistake.
func (p *program) serveHTTP(ctx context.Context, server *mcpserver.Server, addr string) error {
	err := server.ListenAndServe(ctx, addr, func(at net.Addr) { fmt.Fprintf(p.err, msgServeListening, at) })
	switch {
	case errors.Is(err, mcpserver.ErrOpen):
		return usage(msgServeOpen, addr)
	case ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())):
		return nil
	}
	return err
}

// serveStdio serves one session until standard input or the context ends. Standard output belongs to the protocol meanwhile: what
// commands print goes to standard error.
func (p *program) serveStdio(ctx context.Context, server *mcpserver.Server, f serveFlags) error {
	if inTerminal(p.in) {
		fmt.Fprint(p.err, serveHint(p.app.Name, f))
	}
	if p.out.w == os.Stdout {
		stdout := os.Stdout
		os.Stdout = os.Stderr
		defer func() { os.Stdout = stdout }()
	}
	err := server.Stdio(ctx, p.in, p.out.w)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// serveHint tells a person in front of a terminal that a host belongs there, and what to tell it.
func serveHint(name string, f serveFlags) string {
	path, err := os.Executable()
	if err != nil {
		path = name
	}
	args := []string{"serve", "mcp"}
	if len(f.only) > 0 {
		args = append(args, "--only="+strings.Join(f.only, ","))
	}
	if f.readOnly {
		args = append(args, "--read-only")
	}
	config := map[string]any{"mcpServers": map[string]any{name: map[string]any{"command": path, "args": args}}}
	return fmt.Sprintf(msgServeHint, visible(name), asJSON(config))
}

// locked is a writer that several goroutines may use.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(text)
}
