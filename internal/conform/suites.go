// The table of suites, and what a suite is: a kind of line that checks itself.

package main

// suite is a corpus format.
type suite struct {
	name string
	line func() corpusLine // a new one, to decode into
}

// suites is in the order in which they are listed to people. A new suite is one file and one entry here.
var suites = []suite{
	{"types", func() corpusLine { return new(typeLine) }},
	{"values", func() corpusLine { return new(valueLine) }},
	{"commands", func() corpusLine { return new(commandLine) }},
	{"execute", func() corpusLine { return new(executeLine) }},
	{"responses", func() corpusLine { return new(responseLine) }},
	{"secrets", func() corpusLine { return new(secretLine) }},
	{"authentication", func() corpusLine { return new(authLine) }},
	{"packages", func() corpusLine { return new(packageLine) }},
	{"tools_bfcl", func() corpusLine { return new(toolsLine) }},
	{"toolcalls", func() corpusLine { return new(toolcallLine) }},
	{"parse_response", func() corpusLine { return new(replyLine) }},
	{"dates", func() corpusLine { return new(dateLine) }},
}

// corpusLine is one case. Its JSON fields are all that a line of the suite may have.
type corpusLine interface {
	head() *header
	check(r *report)
}

// header holds the fields that a line of any suite may have. Only the id is used: the others explain a case to people.
type header struct {
	ID                  string    `json:"id"`
	DiffersFromOriginal bool      `json:"differs_from_original"`
	Decided             bool      `json:"decided"`
	Reason              string    `json:"reason"`
	About               jsonValue `json:"about"`
}

func (h *header) head() *header { return h }

// report collects what is wrong with one case.
type report struct {
	failures []failure
	skipped  string // what the library does not have; empty: the case was judged
}

// failure is one difference between what a line asks for and what the library does.
type failure struct{ what, want, got string }

// fail notes a difference in what.
func (r *report) fail(what, want, got string) {
	r.failures = append(r.failures, failure{what, want, got})
}

// equal notes a difference unless want is got.
func (r *report) equal(what, want, got string) {
	if want != got {
		r.fail(what, want, got)
	}
}

// sameJSON notes the first difference of two JSON values.
func (r *report) sameJSON(what string, want, got any) {
	if d := difference(want, got); d != nil {
		r.fail(what+d.path, d.want, d.got)
	}
}

// skip notes that the case is about something that the library does not have, such as "format x".
func (r *report) skip(what string) { r.skipped = what }

// within runs a part of the checks and says in every difference which part it was.
func (r *report) within(part string, check func(*report)) {
	var own report
	check(&own)
	for _, f := range own.failures {
		r.fail(part+": "+f.what, f.want, f.got)
	}
}

// broken notes that the line itself cannot be judged. It counts as failed: a case that is not understood must not look well.
func (r *report) broken(text string) { r.fail("the line", "a case of this suite", text) }
