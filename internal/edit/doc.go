// Package edit builds suggested fixes. It is the one place that turns "replace
// this, and call that package" into edits that compile: imports are added
// without clashes, the layout is gofmt's, comments stay, and files that a
// person did not write stay untouched.
//
// A fix is refused rather than guessed: [Editor.Fix] returns a [Fix] that
// takes edits and requests for imports, and [Fix.Done] returns nothing if any
// of them could not be met or the result does not parse.
//
// Fixes are applied alone or together, by tools that merge edits: equal edits
// become one, overlapping ones make the later fix wait for the next run. So an
// expression is replaced as a whole, never wrapped by two insertions (two
// wraps of one expression would interleave), each import is an edit of its own
// that depends on nothing but its path, and no fix removes an import that
// another one may need.
package edit
