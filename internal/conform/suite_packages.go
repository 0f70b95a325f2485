// Suite packages: Python packages and their requirements as pip reads them.

package main

import "github.com/jarvis-sdk/jarvis"

// packageLine is one package.
type packageLine struct {
	header
	Name    *string `json:"name"`
	Version *string `json:"version"`
	PipSpec *string `json:"pip_spec"`
}

func (l *packageLine) check(r *report) {
	if l.Name == nil || l.Version == nil || l.PipSpec == nil {
		r.broken("needs name, version and pip_spec")
		return
	}
	r.equal("PipSpec", *l.PipSpec, jarvis.Package{Name: *l.Name, Version: *l.Version}.PipSpec())
}
