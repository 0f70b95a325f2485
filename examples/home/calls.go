// Running requests: from a source of lines through the registry to the report.

package main

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

//go:embed calls.jsonl
var ownCalls string

// runCalls runs the requests of a file, of standard input for "-", or of the program itself for "".
func (p program) runCalls(ctx context.Context, registry *jarvis.Registry, path string) int {
	source, err := p.open(path)
	if err != nil {
		return p.failed(err)
	}
	defer source.Close()
	out := &report{out: &output{out: p.stdout}}
	for l := range readLines(ctx, source) {
		if l.fatal {
			return p.failed(fmt.Errorf("line %d: %w", l.number, l.err))
		}
		if l.isSkipped() {
			continue
		}
		if err := out.line(ctx, registry, l); err != nil {
			break // ctx ended, or nobody gets the answers
		}
	}
	out.summary()
	switch {
	case out.out.err != nil:
		return p.failed(out.out.err)
	case ctx.Err() != nil:
		return p.failed(fmt.Errorf("stopped: %w", context.Cause(ctx)))
	}
	return exitOK
}

func (p program) open(path string) (io.ReadCloser, error) {
	switch path {
	case "":
		return io.NopCloser(strings.NewReader(ownCalls)), nil
	case "-":
		return io.NopCloser(p.stdin), nil
	}
	return os.Open(path)
}

// line runs the request in a line and reports it. The error is the end of ctx, or of a write.
func (r *report) line(ctx context.Context, registry *jarvis.Registry, l line) error {
	asked, err := l.request()
	if err != nil {
		r.unreadable(l.number, err)
		return r.out.err
	}
	var taken []jarvis.Coercion
	var suggested []jarvis.ValidationResult
	start := time.Now()
	route, resp, err := asked.run(ctx, registry, jarvis.OnCoercion(func(c jarvis.Coercion) { taken = append(taken, c) }),
		jarvis.OnSuggestion(func(s jarvis.ValidationResult) { suggested = append(suggested, s) }))
	if err != nil {
		return err
	}
	r.request(asked, route, time.Since(start))
	r.notes(taken, suggested)
	r.answer(resp)
	return r.out.err
}
