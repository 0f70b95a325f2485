// Verb version.

package main

import (
	"cmp"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/jarvis-sdk/jarvis/internal/echo"
)

func versionVerb(stdio streams) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of this program and where its library is", DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage(msgVersionArgs)
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(stdio.out, version())
			return err
		},
	}
}

// version is a line on this program.
func version() string {
	lib := builtFrom()
	line := sprintf("jarvis %s %s %s/%s", cmp.Or(lib.built, "(devel)"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if lib.dir != "" {
		line += " from " + echo.Escape(lib.dir)
	}
	return line
}
