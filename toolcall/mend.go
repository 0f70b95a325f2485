// Mending broken calls on demand: Repair, wired into reading.

package toolcall

import (
	"bytes"
	"regexp"
	"slices"
)

// closers are the marks that may end a broken call.
var closers = regexp.MustCompile("(?:</?[a-z_:]+>|<[|｜][^<>]{1,40}[|｜]>|```|\\s)+$")

const maxCloser = 200 // bytes of marks behind a broken call

// mended tries to read the bytes from pos to end, which are no call, as the JSON of one or more calls with mistakes in it. It
// reports whether that worked, and then has given them out.
func (r *reader) mended(end int) bool {
	if !r.parser.Repair || r.parser.Tools == nil {
		return false
	}
	i := bytes.IndexAny(r.buf[r.pos:end], "{[")
	if i < 0 {
		return false
	}
	broken := r.buf[r.pos+i : end]
	mark := closers.Find(broken[max(0, len(broken)-maxCloser):])
	broken = broken[:len(broken)-len(mark)]
	fixed, changes, ok := Repair(string(broken))
	if !ok || len(changes) == 0 || len(bytes.TrimSpace(mark)) == 0 && isCut(broken, changes) {
		return false
	}
	var a answer
	if kindOf(fixed) == '[' {
		a.list(fixed)
	} else {
		a.object(fixed)
	}
	return r.giveMended(a, changes, end)
}

// isCut reports whether a text may have ended inside a value: who closes it would pass off a part for the whole.
func isCut(broken []byte, changes []string) bool {
	return slices.Contains(changes, changeEnd) || !bytes.ContainsAny(broken[len(broken)-1:], "}]\"'")
}

// giveMended gives out an answer that was mended if every call in it passes the check.
func (r *reader) giveMended(a answer, changes []string, end int) bool {
	var calls []Call
	said := ""
	for _, it := range a.items {
		switch {
		case it.call == nil && it.reason != "":
			return false
		case it.call == nil:
			said = it.text
		case r.parser.Tools.Check(it.call.Call, r.parser.options...) != nil:
			return false
		default:
			it.call.Repaired = changes
			calls = append(calls, *it.call)
		}
	}
	if len(calls) == 0 {
		return false
	}
	if said != "" {
		r.putText(said, r.pos)
	}
	for _, c := range calls {
		r.call(c, end)
	}
	return true
}

// mendArguments mends arguments that a format passed on although they are broken.
func (r *reader) mendArguments(c *Call) {
	if !r.parser.Repair || r.parser.Tools == nil || len(c.Repaired) > 0 {
		return
	}
	fixed, changes, ok := Repair(string(c.Arguments))
	if !ok || len(changes) == 0 || isCut(c.Arguments, changes) {
		return
	}
	mended := *c
	mended.Arguments, mended.Repaired = fixed, changes
	if r.parser.Tools.Check(mended.Call, r.parser.options...) == nil {
		*c = mended
	}
}
