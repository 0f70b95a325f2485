// Verb new.

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/shell"
)

const newHelp = `Writes a Go module with one command to begin with: a struct whose tagged fields are
the parameters, its tests with a golden file of what models are told, and a program
that lists, calls, checks and serves it. It works at once; change it into yours.

NAME is the directory, the program and, unless --module says otherwise, the module
path. The command and the Go type are named after it: my-lights is my_lights and
MyLights. The directory has to be new or empty; .git may be there.

A jarvis that was built from a checkout of the library has the module use that
checkout, one that was installed from a release has it require that release. At the
end go mod tidy completes go.mod, which can take a while the first time.

Exit codes: 0 done; 1 the directory is not empty or cannot be written, and nothing
was, or the module is written but go mod tidy failed; 2 a NAME, flag or path that
cannot be.`

const newExamples = `  jarvis new hello
  jarvis new my-lights --module github.com/me/my-lights
  mkdir lights && cd lights && jarvis new lights --dir .
  jarvis new hello --replace ~/src/jarvis`

// newFlags are the flags of the verb.
type newFlags struct {
	module, replace, dir string
	noTidy               bool
}

func newVerb(stdio streams) *cobra.Command {
	var flags newFlags
	verb := &cobra.Command{
		Use: "new NAME [flags]", Short: "Start a module with a command", Long: newHelp, Example: newExamples,
		Args: oneName, DisableFlagsInUseLine: true, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			switch {
			case given("module") && flags.module == "":
				return usage(msgModuleEmpty)
			case given("dir") && flags.dir == "":
				return usage(msgDirEmpty)
			case given("replace") && flags.replace == "":
				return usage(msgReplaceEmpty)
			}
			return flags.start(cmd.Context(), args[0], stdio)
		},
	}
	verb.Flags().StringVar(&flags.module, "module", "", "module `PATH`, such as github.com/me/hello (default NAME)")
	verb.Flags().StringVar(&flags.replace, "replace", "", "use the library in `DIR`, a checkout of it")
	verb.Flags().StringVar(&flags.dir, "dir", "", "write into `DIR` instead of ./NAME")
	verb.Flags().BoolVar(&flags.noTidy, "no-tidy", false, "do not run go mod tidy")
	for _, name := range []string{"replace", "dir"} {
		_ = verb.MarkFlagDirname(name) // fails only for a flag that is not there
	}
	return verb
}

func oneName(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return usage(msgNoName)
	case len(args) > 1:
		return usage("%s%s", sprintf(msgTwoNames, len(args)), instead(strings.Join(args, "-")))
	}
	return nil
}

// start writes the module and completes it.
func (f newFlags) start(ctx context.Context, name string, stdio streams) error {
	n, err := namesOf(name, f.module)
	if err != nil {
		return err
	}
	lib, err := libraryFor(f.replace, builtFrom())
	if err != nil {
		return err
	}
	dir := f.dir
	if dir == "" {
		dir = name
	}
	files, err := render(n, lib)
	if err != nil {
		return err
	}
	if err := place(dir, files); err != nil {
		return err
	}
	if !f.noTidy {
		if err := tidy(ctx, dir, stdio); err != nil {
			return err
		}
	}
	return f.tell(ctx, n, lib, dir, stdio)
}

// tell says what was done and what comes next.
func (f newFlags) tell(ctx context.Context, n names, lib library, dir string, stdio streams) error {
	text := sprintf(msgCreated, echo.Escape(dir), n.Module, n.Command)
	if lib.dir != "" {
		text += sprintf(msgReplaced, echo.Escape(lib.dir))
	} else {
		text += sprintf(msgRequired, lib.version)
	}
	var before string
	if filepath.Clean(dir) != "." {
		before = "  cd " + shown(dir) + "\n"
	}
	if f.noTidy {
		before += "  go mod tidy\n"
	}
	text += sprintf(msgNext, before, n.Command)
	if _, err := fmt.Fprint(stdio.out, text); err != nil {
		return err
	}
	if work := workspace(ctx, dir); work != "" {
		fmt.Fprintf(stdio.err, msgWorkspace, shown(dir), echo.Escape(work), shown(dir))
	}
	return nil
}

// tidy completes go.mod and go.sum. What the go tool says is passed on as it comes.
func tidy(ctx context.Context, dir string, stdio streams) error {
	there := ""
	if filepath.Clean(dir) != "." {
		there = "cd " + shown(dir) + " && "
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf(msgNoGo, there)
	}
	fmt.Fprintf(stdio.err, msgTidying, shown(dir))
	cmd := exec.CommandContext(ctx, goTool, "mod", "tidy")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, stdio.err, stdio.err
	switch err := cmd.Run(); {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf(msgInterrupt, there)
	default:
		return fmt.Errorf(msgTidy, err, there)
	}
}

// workspace is the go.work that applies to a directory; empty if there is none.
func workspace(ctx context.Context, dir string) string {
	env := exec.CommandContext(ctx, "go", "env", "GOWORK")
	env.Dir = dir
	out, err := env.Output()
	if work := string(bytes.TrimSpace(out)); err == nil && work != "off" {
		return work
	}
	return ""
}

// shown is a path as a person types it.
func shown(path string) string {
	if os.PathSeparator == '/' {
		return shell.Path(path)
	}
	return echo.Escape(path)
}
