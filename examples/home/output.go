// Writing the report: the first failure counts.

package main

import "io"

// output writes to out until a write fails. It remembers that failure, so that those who print need not look at every write.
type output struct {
	out io.Writer
	err error // of the first write that failed
}

// Write writes text, unless an earlier write has failed: what follows a gap would mislead.
func (o *output) Write(text []byte) (n int, err error) {
	if o.err != nil {
		return 0, o.err
	}
	n, o.err = o.out.Write(text)
	return n, o.err
}
