// Package peers does the same two tool calls through several libraries, so that their costs can be compared in one run.
//
// Each library is a file with one or more contestants; All lists them. A contestant takes the bytes that a model sends, does
// whatever its library does with them, and hands typed values to a handler that does nothing.
package peers

import "testing"

// CallFunc makes one call with raw arguments. It returns the text that the model would be shown, and whether the call was
// accepted; on success the text may be empty. It is not safe for concurrent use unless the contestant is Parallel.
type CallFunc func(raw []byte) (text string, ok bool)

// Tools is a set of registered tools.
type Tools struct {
	Keep any              // what has to stay alive
	List func() int       // writes the schemas of all tools, of servers the answers to tools/list; returns their size in bytes
	Call func(i int) bool // calls tool i with the arguments of W3; nil without dispatch by name
}

// Contestant is one way of doing the work. Any function may be nil.
type Contestant struct {
	Name     string // "library" or "library/way", unique
	Module   string // whose version is told; empty for the standard library and for what is written here
	Path     string // what a call goes through, in words
	Server   bool   // a server of the Model Context Protocol: calls and listings are its messages, not bytes of arguments and schemas
	Checks   bool   // refuses what its schema forbids: a missing parameter, a value outside its enum
	Parallel bool   // its CallFunc is safe for concurrent use, and is run so

	// Derive returns a function from the declaration to the bytes of its schema that starts from nothing each time, but for what
	// the library keeps by type in the process; that of DeriveWarm uses what the library keeps between calls.
	Derive, DeriveWarm func(Work) func() []byte

	// Fresh returns functions that do what Derive's does, each for a struct type of its own, of which a process has seen none
	// before it calls them: for libraries that keep much by type, whose Derive is cold only once.
	Fresh func(Work) []func() []byte

	// New makes the command of a work ready to be called. Its handler stores what it got in seen, if that is not nil.
	New func(tb testing.TB, w Work, seen *Seen) CallFunc

	// Register prepares the texts for n tools, each with a name of its own, and returns the function that registers them.
	Register func(tb testing.TB, n int) func() *Tools
}

// Yardstick is the name of the contestant that the others are compared with: encoding/json, which decodes and checks nothing.
const Yardstick = "encoding-json"

// All returns the contestants: the yardstick first, then the library of this repository, its peers, and what is written by hand
// for these two commands.
func All() []Contestant {
	var all []Contestant
	for _, some := range [][]Contestant{
		stdlib(), ours(), oursServed(), humaContestants(), jsonschemaGo(), goSDK(), mcpGo(), adk(), eino(), santhosh(), byHand(),
	} {
		all = append(all, some...)
	}
	return all
}

// must is for setting up: a contestant that cannot be made ends the benchmark.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// toolNames returns n names of tools.
func toolNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "get_weather_" + padded(i)
	}
	return names
}

// wire takes the bytes of a listing as a connection would, and keeps none of them.
type wire struct {
	buf  []byte
	size int
}

func (w *wire) write(schema []byte) {
	if len(w.buf)+len(schema) > 32<<10 {
		w.buf = w.buf[:0]
	}
	w.buf = append(w.buf, schema...)
	w.size += len(schema)
}

// listed is Tools.List over schemas that are made one by one.
func listed(n int, schema func(i int) []byte) func() int {
	var w wire
	return func() int {
		w.size = 0
		for i := range n {
			w.write(schema(i))
		}
		return w.size
	}
}
