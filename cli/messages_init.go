// Messages of the verb init.

package cli

const (
	msgInitShort = "Prepare commands after their installation"
	msgInitLong  = `Prepares commands for their first call, such as by finding the devices that they
control, and prints what each has done. A command that needs no preparation says
no_init_required. One that fails does not stop the others.

--json prints an array of {"command", "result"}. Where a command failed it is
{"command", "error"}, with "missing_secrets" if that is why.

Exit code: 0 if all are prepared; 1 if one failed, or lacks secrets; 2 for an unknown
command, in which case none is prepared.`
	msgInitExample = `  PROGRAM init control_device
  PROGRAM init --all --json`

	msgInitWhich = "which command? init NAME…, or init --all"
	msgInitBoth  = "--all is every command; leave out the names, or --all"
)
