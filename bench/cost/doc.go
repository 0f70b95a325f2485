// Package cost measures what a tool list costs a model, in bytes and tokens: the lists of this library in every dialect of
// package dialect, beside what other libraries print for the same declarations.
//
// It has tests alone. TestTable writes the section "cost" of the README above (JARVIS_UPDATE=1) and fails when it is stale,
// TestClaim states that ours is never more, with its exceptions, and TestSameDeclarations shows that the peers were told the
// same: their schemas judge thousands of arguments as ours do.
package cost
