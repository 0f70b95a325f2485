// Verb serve: the commands for hosts of other protocols.

package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/mcpserver"
)

// serveFlags are the flags of serve mcp.
type serveFlags struct {
	http, tokenEnv, tokenFile string
	stateful, readOnly        bool
	only, hosts               []string
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
	flags.StringSliceVar(&f.hosts, "host", nil, "take requests to this `NAME`, which a proxy on this machine passes on; may be given repeatedly")
	flags.BoolVar(&f.stateful, "stateful", false, "keep sessions between HTTP requests")
	flags.StringSliceVar(&f.only, "only", nil, "serve only these commands: `NAME`,…; may be given repeatedly")
	flags.BoolVar(&f.readOnly, "read-only", false, "serve only commands that are declared to change nothing")
	complete := map[string]cobra.CompletionFunc{
		"http": cobra.NoFileCompletions, "host": cobra.NoFileCompletions, "token-env": cobra.NoFileCompletions, "only": p.completeNameList,
	}
	for name, f := range complete {
		p.complete(verb, name, f)
	}
	return verb
}

// mcpServer makes the server that the flags ask for.
func (p *program) mcpServer(cmd *cobra.Command, f serveFlags) (*mcpserver.Server, error) {
	http := cmd.Flags().Changed("http")
	for _, name := range []string{"token-env", "token-file", "stateful", "host"} {
		if cmd.Flags().Changed(name) && !http {
			return nil, usage(msgServeNeedsHTTP, name)
		}
	}
	if http {
		if err := cmp.Or(checkAddress(f.http), checkHosts(cmd.Flags().Changed("host"), f.hosts)); err != nil {
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
		Logger:   slog.New(slog.NewTextHandler(p.err, nil)),
		Token:    token,
		Hosts:    f.hosts,
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

// checkHosts refuses what is no name of a host. A port may stand behind it.
func checkHosts(given bool, hosts []string) error {
	if given && len(hosts) == 0 {
		return usage(msgServeHost, "")
	}
	for _, host := range hosts {
		if host == "" || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("/\\@?#*", r) }) {
			return usage(msgServeHost, echo.Cut(host))
		}
	}
	return nil
}

const (
	maxToken    = 4096 // bytes of a token with the white space around it
	maxVariable = 64   // bytes of the name of a variable
)

// token reads the token that clients have to bring; it is empty if none is asked for.
func (p *program) token(cmd *cobra.Command, f serveFlags) (none jarvis.SecretString, err error) {
	fromEnv, fromFile := cmd.Flags().Changed("token-env"), cmd.Flags().Changed("token-file")
	var text, from string
	switch {
	case fromEnv && fromFile:
		return none, usage(msgServeTwoTokens)
	case fromEnv:
		if !isVariable(f.tokenEnv) {
			return none, usage(msgServeVariable)
		}
		text, from = p.getenv(f.tokenEnv), f.tokenEnv
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

// isVariable reports whether a text looks like the name of a variable of the environment. Anything else may be the token itself,
// which must not be repeated.
func isVariable(text string) bool {
	for i, r := range text {
		if r != '_' && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return text != "" && len(text) <= maxVariable
}

// serveHTTP serves until the context ends, which is no mistake.
func (p *program) serveHTTP(ctx context.Context, server *mcpserver.Server, addr string) error {
	err := server.ListenAndServe(ctx, addr, func(at net.Addr) { fmt.Fprint(p.err, listening(addr, at)) })
	switch {
	case errors.Is(err, mcpserver.ErrOpen):
		return usage(msgServeOpen, addr)
	case ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())):
		return nil
	}
	return err
}

// listening says by which URL the server is reached: where it listens at all addresses, by that of this machine, of the family that
// was asked for, as a socket for both tells of itself as one of IPv6.
func listening(asked string, at net.Addr) string {
	addr, err := netip.ParseAddrPort(at.String())
	if err != nil || !addr.Addr().IsUnspecified() {
		return fmt.Sprintf(msgServeListening, at)
	}
	own := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if strings.HasPrefix(asked, "[") {
		own = netip.IPv6Loopback()
	}
	return fmt.Sprintf(msgServeListeningAll, netip.AddrPortFrom(own, addr.Port()), addr.Port())
}

// serveStdio serves one session until standard input or the context ends. Standard output belongs to the protocol meanwhile: what
// commands print goes to standard error.
func (p *program) serveStdio(ctx context.Context, server *mcpserver.Server, f serveFlags) error {
	if inTerminal(p.in) {
		fmt.Fprint(p.err, serveHint(p.app.Name, f))
	}
	defer p.out.guardStdout()()
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
