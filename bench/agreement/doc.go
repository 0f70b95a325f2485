// Package agreement asks the same questions of typed tool libraries: one declaration for each kind of argument, and texts that
// have to be accepted, with the value that the handler has to get, or refused. Its test writes docs/agreement.md.
package agreement
