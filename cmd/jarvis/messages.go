// Messages: what the program says.

package main

import "fmt"

const (
	about = "Starts programs made of commands for language models and voice assistants."

	msgSeeHelp     = "See jarvis --help and jarvis new --help.\n"
	msgUnknownVerb = "there is no verb %q; verbs on commands, such as list and call, are those of the program that has them"
	msgMeant       = "; did you mean %q?"
	msgFlagValue   = "--%s wants true or false, got %q"
	msgNoArguments = "%s takes no arguments, got %q"
	msgNoShell     = "which shell? One of %s"
	msgShell       = "there is no completion for %q; there is one for %s"
	msgVersionArgs = "version takes no arguments"

	msgNoName   = "new needs a NAME, such as: jarvis new hello"
	msgTwoNames = "new takes one NAME, got %d; join its words by hyphens"

	msgNameEmpty       = "the NAME is empty; give one such as hello"
	msgNameForm        = "%q cannot be the NAME, which becomes a directory, a command and a Go type: write letters a to z in lower case and digits, words joined by hyphens, a letter first"
	msgNameLong        = "%q cannot be the NAME: it has %d characters and models call commands of up to %d"
	msgNameKeyword     = "%q cannot be the NAME: it is a keyword of Go; take another, such as %s"
	msgNameTaken       = "%q cannot be the NAME: the go tool or Windows takes it for something else; take another, such as %s"
	msgNameStandard    = "%q cannot be the module path, which by default is the NAME: that is Go's own; take another NAME, such as %s, or a module path, such as --module example.com/%s"
	msgNameIsModule    = "the NAME %q is a module path; write: jarvis new %s --module %s"
	msgNameIsDirectory = "the NAME %q is a path; write: jarvis new %s --dir %s"

	msgModuleEmpty    = "--module is empty; leave it out for the NAME"
	msgModuleForm     = "%q cannot be a module path: %q is no part of one, which is made of letters, digits and -._~, has no dot at either end and is no device of Windows; give one such as example.com/hello"
	msgModuleDomain   = "%q cannot be a module path: %q is no domain in lower case; give one such as example.com/hello"
	msgModuleMajor    = "%q cannot be a module path: Go writes major versions into paths only from /v2 on; leave the end out: --module %s"
	msgModuleTaken    = "%q cannot be a module path: %q means something else to the go tool; put a domain before it, such as example.com/%s"
	msgModuleShort    = "%q cannot be a module path: Windows shortens names of files to such as %q; leave out the digits behind ~"
	msgModuleStandard = "%q cannot be a module path: paths under %q are Go's own; put a domain before it, such as example.com/%s"
	msgModuleLibrary  = "%q cannot be a module path: it is that of the library; give the one of your own repository"

	msgReplaceEmpty = "--replace is empty; give the directory of a checkout of the library"
	msgReplace      = "--replace %q is not a checkout of the library: %w"
	msgOtherModule  = "its go.mod is of module %q, not of %s"
	msgNoLibrary    = "this program does not know where its library is, as it was built from no release and either without paths (-trimpath) or in a checkout that is gone; say where a checkout of " + libraryPath + " is: --replace DIR"

	msgDirEmpty    = "--dir is empty; leave it out for ./NAME, or write --dir . for the directory you are in"
	msgNotEmpty    = "directory %q is not empty, it has %q; nothing was written. Take another NAME, or another directory by --dir"
	msgNoDirectory = "%q is in the way and is no directory; nothing was written. Take another NAME, or another directory by --dir"
	msgNoParent    = "there is no directory %q to create %q in; create it first"
	msgNotWritten  = "nothing was written: directory %q cannot be written to: %w"

	msgCreated   = "Created %s: module %s with the command %s.\n"
	msgReplaced  = "It uses the library in %s (replace in go.mod).\n"
	msgRequired  = "It uses version %s of the library.\n"
	msgTidying   = "jarvis: running go mod tidy in %s\n"
	msgNoGo      = "the module is written, but there is no go tool to complete its go.mod (https://go.dev/dl); then run: %sgo mod tidy"
	msgTidy      = "the module is written, but go mod tidy could not complete its go.mod (%w; see above); run again when that is mended: %sgo mod tidy"
	msgInterrupt = "interrupted: the module is written, but its go.mod is not complete; run: %sgo mod tidy"
	msgWorkspace = "jarvis: %s is in the workspace %s, where the go tool works only on modules that are listed; run: go work use %s\n"

	msgNext = `
Next:
%s  go test ./...
  go run . list
  go run . call %s --person Mia
  go run . serve mcp

README.md says more.
`
)

func sprintf(format string, args ...any) string { return fmt.Sprintf(format, args...) }
